"""Examples in the documentation run, types are right, and the page names what there is."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import sudolab

FOLDER = Path(__file__).resolve().parent.parent
PAGE = FOLDER.parent / "docs" / "dependencies.md"


def modules():
    names = [module.name for module in pkgutil.iter_modules(sudolab.__path__)]
    return ["sudolab", *(f"sudolab.{name}" for name in names if name not in ("_core", "dask"))]


NO_EXAMPLES = {"sudolab.blocks", "sudolab.picture", "sudolab.telling"}


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_run(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
    # Those without an example are named, so that none is lost unnoticed.
    assert (result.attempted > 0) == (name not in NO_EXAMPLES)


@pytest.mark.skipif(not PAGE.exists(), reason="the repository is not here")
def test_every_dependency_has_its_reason_in_the_docs_and_no_other():
    section = PAGE.read_text(encoding="utf-8").split("## In the Python package")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    named = {name.strip() for row in rows for name in row.split("|")[1].split(",")}
    crate = tomllib.loads((FOLDER / "Cargo.toml").read_text(encoding="utf-8"))
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in project["project"]["optional-dependencies"].values():
        asked += extra
    used = {re.split(r"[<>=!~\[ ]", text)[0] for text in asked}
    used |= {name for name in crate["dependencies"] if not name.startswith("sudolab")}
    assert named == used


def test_public_names_have_docstrings():
    for name in sudolab.__all__:
        if not name.startswith("__"):
            assert getattr(sudolab, name).__doc__, name


def test_types_are_right():
    command = [sys.executable, "-m", "mypy", "--config-file", str(FOLDER / "pyproject.toml")]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_those_of_the_compiled_half():
    command = [sys.executable, "-m", "mypy.stubtest", "sudolab._core"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
