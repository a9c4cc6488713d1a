"""The groups of a chart: their rows, and a look that tells them apart with and without colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from balance.report.labels import short
from balance.report.svg import GROUP_TEXTS, GROUPS

DASHES = ("-", (0, (5, 1.6)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)), (0, (9, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
HATCHES = ("", "//", "--", "\\\\", "||", "xx", "++")
"""Lines only: dots make a drawing ten times as large."""


@dataclass(frozen=True)
class Group:
    """One group of a chart."""

    name: str
    rows: pl.DataFrame
    number: int
    """Its place in the order of the groups, from 0."""

    @property
    def colour(self) -> str:
        return GROUPS[self.number % len(GROUPS)]

    @property
    def text_colour(self) -> str:
        return GROUP_TEXTS[self.number % len(GROUP_TEXTS)]

    @property
    def dash(self) -> Any:
        return DASHES[self.number % len(DASHES)]

    @property
    def marker(self) -> str:
        return MARKERS[self.number % len(MARKERS)]

    @property
    def hatch(self) -> str:
        return HATCHES[self.number % len(HATCHES)]


def groups_of(frame: pl.DataFrame, by: str | None) -> list[Group]:
    """The frame's groups in the order in which they appear; without ``by`` one group with no name."""
    if by is None:
        return [Group("", frame, 0)]
    names = frame[by].unique(maintain_order=True).to_list()
    return [Group(short(name, 40), frame.filter(pl.col(by).eq_missing(name)), n) for n, name in enumerate(names)]
