"""The chapter on luck and skill."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl

from balance.analysis.luck import LuckAndSkill, Part
from balance.report.sections.luck import better_style, luck


class Results(SimpleNamespace):
    """Results of which the chapter asks one query."""

    def __getitem__(self, name: str) -> pl.DataFrame:
        assert name == "head_to_head"
        return self.head


def results(share: float, low: float, high: float) -> Results:
    parts = (Part("own style", 0.2, 0.18, 0.22), Part("seat", 0.0003, 0.0, 0.003), Part("dice", 0.8, 0.78, 0.82))
    pairs = pl.DataFrame({"agent": ["a", "b"], "rival": ["b", "a"], "games": [10, 10], "ahead": [0.25, 0.75]})
    found = LuckAndSkill(parts, parts, Part("luck", share, low, high), 100)
    return Results(luck=found, head=pairs)


def test_luck_is_said_first_and_what_decides_next_to_nothing_is_nothing():
    section = luck(results(0.8, 0.75, 0.85))
    assert section.intro.replace("\N{NO-BREAK SPACE}", " ") == (
        "Among these players luck decides 80 % (75 to 85) of who wins, they and their seats the rest. "
        "Players less alike would leave less to luck."
    )
    said = section.blocks[0].alt.replace("\N{NO-BREAK SPACE}", " ")
    assert said == "Of who wins: own style 20 % (18 to 22), seat 0.0 % (0.0 to 0.3), dice 80 % (78 to 82)."
    assert len(section.blocks) == 2
    assert "75.0" in section.blocks[1].text
    assert "84.4" in section.blocks[1].text  # two of three games


def test_nothing_is_said_where_nobody_measured_it_or_all_play_alike():
    assert luck(Results(luck=None)).blocks == []
    assert better_style(pl.DataFrame({"agent": [], "rival": [], "games": [], "ahead": []})) is None
