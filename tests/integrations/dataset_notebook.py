# SPDX-License-Identifier: Apache-2.0 OR MIT
"""examples/dataset.ipynb, executed: it prints what is committed with it. dataset.py runs it."""
import copy
import pathlib

import nbclient
import nbformat

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "examples" / "dataset.ipynb"


def outputs(notebook):
    """The text of the outputs of each cell of code: what it prints, its value, and the names of errors."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(one.get("text") or one.get("data", {}).get("text/plain") or one.get("ename", "?") for one in cell.outputs)
            for cell in cells]


def differing(committed, executed):
    """The numbers of the cells whose outputs differ."""
    old, new = outputs(committed), outputs(executed)
    assert len(old) == len(new) > 0
    return [number for number, (before, now) in enumerate(zip(old, new)) if before != now]


def test_the_notebook(tmp_path, monkeypatch):
    for name in ("IPYTHONDIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    committed = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(committed)
    executed = copy.deepcopy(committed)
    for cell in executed.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    client = nbclient.NotebookClient(executed, timeout=300, startup_timeout=300, kernel_name="python3",
                                     resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    assert differing(committed, executed) == []
    assert sum(map(bool, outputs(committed))) >= 10
    for number, text in enumerate(outputs(committed)):  # planted: other digits in one output
        if text:
            changed = copy.deepcopy(committed)
            cell = [cell for cell in changed.cells if cell.cell_type == "code"][number]
            cell.outputs = [nbformat.v4.new_output("stream", text=text.replace(text.strip()[-1], "?"))]
            assert differing(changed, executed) == [number]
