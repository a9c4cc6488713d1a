"""Runs a notebook's cells in order in one process, and keeps what they show.

    python docs/notebook.py examples/notebook.ipynb            run it and write what the cells show into it
    python docs/notebook.py examples/notebook.ipynb --check    run it only

Jupyter is not needed, and so neither installed nor waited for: a kernel is a server with two dozen packages, and these
are a few cells of plain Python. What is lost are widgets and magics, which the notebook does without.
"""

from __future__ import annotations

import ast
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

FORMS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}
"""What else than plain text a value may show itself as."""
LARGEST = 20_000
"""Characters of one form: what is longer is left out of the file."""


def code_cells(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The cells with code."""
    return (cell for cell in notebook["cells"] if cell["cell_type"] == "code")


def run(notebook: dict[str, Any]) -> None:
    """Run all cells, and put what each shows into it. Raises what a cell raises."""
    known: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(code_cells(notebook), 1):
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(io.StringIO()):
            value = run_cell("".join(cell["source"]), f"cell {number}", known)
        outputs = [{"name": "stdout", "output_type": "stream", "text": lines(said.getvalue())}] if said.tell() else []
        cell["execution_count"] = number
        cell["outputs"] = outputs + ([] if value is None else [shown(value, number)])


def run_cell(source: str, name: str, known: dict[str, Any]) -> Any:
    """Run the statements; gives the value of the last one where that is an expression."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), known)
    return None if last is None else eval(compile(ast.Expression(last.value), name, "eval"), known)


def shown(value: Any, number: int) -> dict[str, Any]:
    """What a notebook keeps of a value."""
    data = {"text/plain": lines(repr(value))}
    for form, method in FORMS.items():
        if hasattr(value, method) and len(text := getattr(value, method)()) <= LARGEST:
            data[form] = lines(text)
    return {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def lines(text: str) -> list[str]:
    """Text as notebooks keep it: a list of lines with their ends."""
    return text.splitlines(keepends=True)


def main(file: Path, check: bool) -> None:
    """Run the notebook beside a copy of cards.csv here; unless only checked, write what its cells show into it."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy("cards.csv", folder)
        with chdir(folder):
            run(notebook)
    if not check:
        text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("COLUMNS", "100")
    main(Path(sys.argv[1]).resolve(), "--check" in sys.argv[2:])
