"""How what a notebook gets shows itself: in words, and escaped where a page shows it."""

from __future__ import annotations

import html
from typing import Any

from balance.common.errors import plain


def as_html(text: str) -> str:
    """Lines of words for a notebook: nothing in them is read as HTML."""
    return f"<pre>{html.escape(lines(text))}</pre>"


def lines(text: str) -> str:
    """The text without anything that steers a terminal."""
    return "\n".join(plain(line) for line in text.split("\n"))


class Text(str):
    """Text that shows itself line by line, not as a string in quotes."""

    def __repr__(self) -> str:
        return lines(self)

    def _repr_html_(self) -> str:
        return as_html(self)


class Picture(str):
    """A drawing as SVG text; a notebook shows it."""

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<picture: SVG, {len(self):,} characters>"


class InWords:
    """What says itself in words: ``str()``, ``repr()`` and what a notebook shows are the same."""

    def __str__(self) -> str:
        raise NotImplementedError

    def __repr__(self) -> str:
        return lines(str(self))

    def _repr_html_(self) -> str:
        return as_html(str(self))


def cell(value: Any) -> str:
    """A value in a cell of a table in HTML."""
    return html.escape(plain(str(value)))
