"""How what a notebook gets shows itself: in words, and escaped where a page shows it."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import polars as pl

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


class ShownTable(NamedTuple):
    """A table as people read it."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    numbers: Sequence[str]
    """The columns of numbers."""


class InWords:
    """What says itself in words: ``str()``, ``repr()`` and what a notebook shows are the same."""

    def __str__(self) -> str:
        raise NotImplementedError

    def as_json(self) -> Any:
        """What its command prints with --json."""
        raise NotImplementedError

    def in_full(self) -> Iterator[str | ShownTable]:
        """All that its command prints: words, and tables between them."""
        yield str(self)

    def __repr__(self) -> str:
        return lines(str(self))

    def _repr_html_(self) -> str:
        return as_html(str(self))


T = TypeVar("T", bound="Framed")


class Framed(InWords):
    """What also is rows."""

    @property
    def frame(self) -> pl.DataFrame:
        """The rows."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class Answers(Framed, Generic[T]):
    """Answers of one kind, for several games or numbers of players."""

    each: tuple[T, ...]

    def __iter__(self) -> Iterator[T]:
        return iter(self.each)

    def __len__(self) -> int:
        return len(self.each)

    def __getitem__(self, place: int) -> T:
        return self.each[place]

    @property
    def frame(self) -> pl.DataFrame:
        """The rows of all of them; what one of them does not have is null."""
        return (
            pl.concat([answer.frame for answer in self.each], how="diagonal_relaxed") if self.each else pl.DataFrame()
        )

    def as_json(self) -> Any:
        """What the command prints with --json."""
        return [answer.as_json() for answer in self.each]

    def in_full(self) -> Iterator[str | ShownTable]:
        """All that the command prints."""
        for answer in self.each:
            yield from answer.in_full()

    def __str__(self) -> str:
        return "\n".join(str(answer) for answer in self.each)


def cell(value: Any) -> str:
    """A value in a cell of a table in HTML."""
    return html.escape(plain(str(value)))
