"""Examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import balance

PACKAGE = Path(balance.__file__).parent
WITH_EXAMPLES = [file for file in sorted(PACKAGE.rglob("*.py")) if ">>> " in file.read_text(encoding="utf-8")]


@pytest.mark.parametrize("file", WITH_EXAMPLES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_the_examples_of_a_docstring_give_what_they_say(file: Path):
    name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted
    assert not results.failed
