"""The manual's page, the examples, and the notebook."""

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import uur

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples/python"
NEEDED = {"uur.vector": "numpy", "uur.pettingzoo": "pettingzoo", "uur.gymnasium": "resvg_py"}


def test_the_blocks_of_the_page_run(capsys):
    page = (ROOT / "docs/manual/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 8
    names: dict[str, object] = {}
    for block in blocks:
        for module, package in NEEDED.items():
            if module in block:
                pytest.importorskip(package)
        exec(compile(block, "docs/manual/python.md", "exec"), names)


@pytest.mark.parametrize("example", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_the_example_runs(example):
    if example == "speed.py":
        pytest.importorskip("numpy")
    ran = subprocess.run([sys.executable, EXAMPLES / example], capture_output=True, text=True)
    assert ran.returncode == 0 and ran.stdout, ran.stderr


def cells(name: str) -> list[str]:
    notebook = json.loads((EXAMPLES / name).read_text())
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("name, said", [("notebook", "the learner scores"), ("design", "bred again: ['")])
def test_the_cells_of_a_notebook_run(tmp_path, capsys, name, said):
    pytest.importorskip("numpy")
    program = tmp_path / f"{name}.py"
    program.write_text("\n\n".join(cells(f"{name}.ipynb")))
    names = runpy.run_path(str(program))
    assert said in capsys.readouterr().out
    assert names["game"]._repr_svg_().startswith("<svg")


@pytest.mark.skipif(os.environ.get("UUR_TEST_NOTEBOOK") != "1", reason="UUR_TEST_NOTEBOOK=1 starts a kernel")
def test_the_notebook_runs_in_a_kernel():
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(EXAMPLES / "notebook.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, startup_timeout=300, kernel_name="python3").execute()
    shown = [data for cell in notebook.cells for output in cell.get("outputs", []) for data in output.get("data", {})]
    assert "image/svg+xml" in shown and shown.count("text/html") >= 3


def test_a_replay_is_a_document_of_its_own():
    play = uur.Game.load("oware").play()
    for move in ["C", "a", "F"]:
        play.play(move)
    shown = uur.Replay(play)
    assert shown.html.count("<figure") == 4 and shown.html.count("<svg") == 4
    for outside in ["src=", "href=", "@import", "url("]:
        assert outside not in shown.html
    assert "srcdoc=" in shown._repr_html_() and "allow-same-origin" not in shown._repr_html_()


def test_reports_and_sweeps_show_as_bars():
    game = uur.Game.load("boola")
    assert game.simulate(100)._repr_html_().count("<rect") >= 5
    assert uur.sweep(game, ["pits=6,7"], 50)._repr_html_().count("<tr>") == 2
