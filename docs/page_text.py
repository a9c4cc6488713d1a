"""What pages are written with: Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def rows(heads: Sequence[str], cells: Iterable[Sequence[Any]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *cells]
    return "\n".join("| " + " | ".join(cell_text(cell) for cell in line) + " |" for line in lines)


def cell_text(cell: Any) -> str:
    """One cell: on one line, without a bar that would end it."""
    return " ".join(str(cell).split()).replace("|", r"\|")


def code(text: Any) -> str:
    """``text`` as code."""
    return f"`{text}`"


def listed(words: Iterable[str]) -> str:
    """Names as code, with commas between them."""
    return ", ".join(code(word) for word in words)


def paragraphs(*parts: str) -> str:
    """Blocks of a page with blank lines between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part)
