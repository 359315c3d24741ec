"""Examples in the documentation run, types are right, and the page names what there is."""

import doctest
import importlib
import importlib.metadata
import inspect
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import sudolab
import sudolab.dask

FOLDER = Path(__file__).resolve().parent.parent
PAGE = FOLDER.parent / "docs" / "dependencies.md"


def modules():
    names = [module.name for module in pkgutil.iter_modules(sudolab.__path__)]
    return ["sudolab", *(f"sudolab.{name}" for name in names if name != "_core")]


NO_EXAMPLES = {"sudolab.ending", "sudolab.picture", "sudolab.telling"}


@pytest.fixture
def example(tmp_path):
    """The study of the example of `Study`, which those of its methods go on with."""
    plan = {
        "name": "a first look",
        "algorithms": ["dlx"],
        "puzzles": [{"builtin": "top95", "take": 2}],
        "protocol": {"kind": "fixed", "runs": 1, "time_limit": "5s"},
    }
    study = sudolab.Study(plan, tmp_path, algorithms={"mine": lambda clues: None})
    return {"study": study, "report": study.run()}


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_run(name, request):
    module = importlib.import_module(name)
    known = request.getfixturevalue("example") if name == "sudolab.study" else {}
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS, extraglobs=known)
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


def described():
    """Every public function, and every method of a puzzle, with its name."""
    for name in sudolab.__all__:
        thing = getattr(sudolab, name)
        if inspect.isfunction(thing):
            yield name, thing
    for kind in (sudolab.Puzzle, sudolab.Results, sudolab.Study, sudolab.Report, sudolab.Trace):
        for name, thing in vars(kind).items():
            if inspect.isfunction(thing) and not name.startswith("_"):
                yield f"{kind.__name__}.{name}", thing
    for name in ("solve_many", "count_many", "rate_many", "generate", "run_study"):
        yield f"dask.{name}", getattr(sudolab.dask, name)


@pytest.mark.parametrize(
    ("name", "thing"), list(described()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_verb_has_an_example_and_tells_its_parameters(name, thing):
    text = inspect.getdoc(thing)
    assert ">>> " in text, f"{name} has no example"
    # Those of several verbs are told once, and the others say where.
    elsewhere = " ".join(inspect.getdoc(v) for _, v in described() if v is not thing)
    for parameter in inspect.signature(thing).parameters:
        known = re.search(rf"(?<!\w){parameter}(?!\w)", text)
        assert parameter == "self" or known or re.search(rf"(?<!\w){parameter}(?!\w)", elsewhere), (
            f"{name} does not tell what {parameter} is"
        )


def test_the_package_says_what_it_is_and_brings_its_licences():
    told = importlib.metadata.distribution("sudolab")
    files = {str(file).replace("\\", "/") for file in told.files}
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        # The texts themselves, and not links to them.
        (path,) = [file for file in files if file.endswith(f"licenses/{name}")]
        assert len(Path(told.locate_file(path)).read_text(encoding="utf-8")) > 1000
    assert {"sudolab/py.typed", "sudolab/_core.pyi"} <= files
    wheel = told.read_text("WHEEL")
    assert "Tag: cp311-abi3-" in wheel and "Root-Is-Purelib: false" in wheel
    assert told.version == sudolab.__version__ and told.metadata["Requires-Python"] == ">=3.11"
    assert "# Sudolab for Python" in told.read_text("METADATA")
    assert not [file for file in files if "tests" in file or file.endswith(".rs")]


@pytest.mark.skipif(not PAGE.exists(), reason="the repository is not here")
def test_an_own_idea_enters_a_study_of_thirty_others_in_ten_lines(tmp_path, monkeypatch):
    page = PAGE.with_name("python.md").read_text(encoding="utf-8")
    code = re.search(r"in ten lines:\n\n```python\n(.*?)```", page, re.S)
    lines = code.group(1).strip().splitlines()
    assert len(lines) <= 10
    monkeypatch.chdir(tmp_path)
    told = {}
    exec("\n".join(lines), told)
    rows = sudolab.Study(told["plan"], "ideas", algorithms={"mine": told["mine"]}).rows()
    labels = set(rows.to_list("label"))
    assert "mine" in labels and len(labels) > 30
    assert (tmp_path / "ideas" / "report.html").exists()


def test_types_are_right():
    command = [sys.executable, "-m", "mypy", "--config-file", str(FOLDER / "pyproject.toml")]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_those_of_the_compiled_half():
    command = [sys.executable, "-m", "mypy.stubtest", "sudolab._core"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
