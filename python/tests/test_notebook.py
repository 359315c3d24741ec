"""The quick start runs from its first cell to its last."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_cell_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    kernel = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    kernel.execute()
    kinds = {
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    }
    assert {"image/svg+xml", "text/html", "image/png"} <= kinds
    assert not any(cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells), (
        "the notebook is kept without outputs"
    )
