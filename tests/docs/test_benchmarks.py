"""What a benchmark takes from the program is there: nobody runs all of them after every change."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

BENCHMARKS = sorted((Path(__file__).parents[2] / "benchmarks").glob("*.py"))


def taken(file: Path) -> list[tuple[str, str]]:
    """(module, name) of all that a program imports from balance by name."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imports = [(node.module or "", node.names) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [(module, alias.name) for module, names in imports if module.startswith("balance") for alias in names]


@pytest.mark.parametrize("file", BENCHMARKS, ids=lambda file: file.stem)
def test_what_a_benchmark_imports_is_there(file: Path) -> None:
    missing = [f"{module}.{name}" for module, name in taken(file) if not there(module, name)]
    assert missing == []


def there(module: str, name: str) -> bool:
    imported = importlib.import_module(module)
    try:
        return hasattr(imported, name) or bool(importlib.import_module(f"{module}.{name}"))
    except ModuleNotFoundError:
        return False


def test_most_benchmarks_are_read() -> None:
    assert sum(bool(taken(file)) for file in BENCHMARKS) > 8
