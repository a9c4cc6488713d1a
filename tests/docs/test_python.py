"""The Python of the docs runs: the page's blocks one after the other, and the notebook in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from balance.report.build import Written

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "use-from-python.md"
RUNNER = ROOT / "docs" / "notebook.py"
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"
SMALL = {"100_000": "300", "4_000": "200", "2_000": "400", '"5pp"': '"30pp"'}
"""By what the page says: what is played here."""


@pytest.mark.slow
def test_every_block_of_the_page_runs_after_the_ones_before(monkeypatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "balance.api.report.write_reports", lambda runs, out, *_, **__: Written(out, [out / "heroes.html"])
    )
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 8
    known: dict[str, object] = {}
    for block in blocks:
        for much, little in SMALL.items():
            block = block.replace(much, little)
        exec(compile(block, PAGE.name, "exec"), known)
    assert str(known["page"]) == "reports/heroes.html"


@pytest.mark.nightly  # by day the blocks of the page are run, which call the same functions
@pytest.mark.slow
def test_the_notebook_runs_from_its_first_cell_to_its_last():
    command = [sys.executable, RUNNER, NOTEBOOK, "--check"]
    done = subprocess.run(command, cwd=ROOT / "tests" / "data", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_notebook_shows_what_its_cells_gave_and_nothing_of_who_ran_it():
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert all(cell["outputs"] for cell in cells)
    assert not re.search(r"/(?:tmp|home|root|Users)/", NOTEBOOK.read_text(encoding="utf-8"))
    assert NOTEBOOK.stat().st_size < 50_000


def test_a_cell_that_fails_fails_the_notebook(tmp_path: Path):
    spec = importlib.util.spec_from_file_location("docs_notebook", RUNNER)
    assert spec
    assert spec.loader
    runner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(runner)
    cell = {"cell_type": "code", "source": ["x = 2\n", "print(x)\n", "x + 1"]}
    notebook = {"cells": [{"cell_type": "markdown", "source": ["# A"]}, cell]}
    runner.run(notebook)
    assert cell["outputs"] == [
        {"name": "stdout", "output_type": "stream", "text": ["2\n"]},
        {"data": {"text/plain": ["3"]}, "execution_count": 1, "metadata": {}, "output_type": "execute_result"},
    ]
    notebook["cells"].append({"cell_type": "code", "source": ["x / 0"]})
    with pytest.raises(ZeroDivisionError):
        runner.run(notebook)
