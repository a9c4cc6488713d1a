"""The chapter on luck and skill: what it says where noise goes beyond all or nothing."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from balance.analysis.luck import LuckAndSkill, Part
from balance.report.sections.luck import better_style, luck


class Results(SimpleNamespace):
    """Results of which the chapter asks one query."""

    def __getitem__(self, name: str) -> pl.DataFrame:
        assert name == "head_to_head"
        return self.head


def results(share: float, low: float, high: float) -> Results:
    parts = tuple(Part(name, value, value - 0.02, value + 0.02) for name, value in (("own style", 0.2), ("dice", 0.8)))
    pairs = pl.DataFrame({"agent": ["a", "b"], "rival": ["b", "a"], "games": [10, 10], "ahead": [0.25, 0.75]})
    found = LuckAndSkill(parts, parts, Part("luck", share, low, high), 100)
    return Results(luck=found, head=pairs)


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        ((0.8, 0.75, 0.85), "Luck decides 80 % (75 to 85) of who wins"),
        ((1.02, 0.96, 1.08), "Luck decides 100 % (96 to 100) of who wins"),
    ],
)
def test_luck_is_said_first_and_never_more_than_all(ends, says):
    section = luck(results(*ends))
    assert section.intro.replace("\N{NO-BREAK SPACE}", " ").startswith(says)
    assert len(section.blocks) == 2
    assert "75.0" in section.blocks[1].text
    assert "84.4" in section.blocks[1].text  # two of three games


def test_nothing_is_said_where_nobody_measured_it_or_all_play_alike():
    assert luck(Results(luck=None)).blocks == []
    assert better_style(pl.DataFrame({"agent": [], "rival": [], "games": [], "ahead": []})) is None
