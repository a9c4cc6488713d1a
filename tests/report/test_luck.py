"""The chapter on luck and skill."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from balance.analysis.luck import LuckAndSkill, Part
from balance.engine.game.game import Chance
from balance.report.sections.luck import better_style, luck


class Results(SimpleNamespace):
    """Results of which the chapter asks one query."""

    def __getitem__(self, name: str) -> pl.DataFrame:
        assert name == "head_to_head"
        return self.head


def results() -> Results:
    parts = (
        Part("own style", 0.2, 0.18, 0.22),
        Part("seat", 0.0003, 0.0, 0.003),
        Part("who else plays", 0.05, 0.04, 0.06),
        Part("the deal", 0.1, 0.08, 0.12),
        Part("dice", 0.25, 0.23, 0.27),
        Part("choices left to chance", 0.4, 0.38, 0.42),
    )
    pairs = pl.DataFrame({"agent": ["a", "b"], "rival": ["b", "a"], "games": [10, 10], "ahead": [0.25, 0.75]})
    pairs = pairs.with_columns(ahead_se=pl.lit(0.01))
    duels = Part("random", 0.987, 0.981, 0.992), Part("b, careless", 0.61, 0.6, 0.62)
    split = LuckAndSkill(parts, parts, Part("luck", 0.75, 0.7, 0.8), 100, "b", duels)
    plan = SimpleNamespace(game=SimpleNamespace(luck=(Chance("the deal", (1,)), Chance("dice", (2,)))))
    return Results(luck=split, head=pairs, plan=plan)


def test_chance_in_the_game_is_said_apart_from_level_choices_and_next_to_nothing_is_nothing():
    section = luck(results())
    assert section.intro.replace("\N{NO-BREAK SPACE}", " ") == (
        "Chance in the game (the deal, dice) decides 35 % of who wins, choices left to chance 40 %, "
        "styles and seats 25 %. "
        "Players less alike leave less to luck: "
        "one against one, b wins 98.7 % against random, 61 % against b, careless."
    )
    said = section.blocks[0].alt.replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith("Of who wins: own style 20 % (18 to 22), seat 0.0 % (0.0 to 0.3), who else plays 5")
    assert len(section.blocks) == 3
    assert section.blocks[1].alt.replace("\N{NO-BREAK SPACE}", " ") == (
        "b wins against random 98.7 % (98.1 to 99.2), b, careless 61 % (60 to 62)."
    )
    assert "75.0" in section.blocks[2].text
    assert "84.4" in section.blocks[2].text  # two of three games


def test_where_weaker_players_win_as_much_it_does_not_say_that_skill_leaves_less_to_luck():
    known = results()
    known.luck = replace(known.luck, duels=(Part("random", 0.52, 0.49, 0.55),))
    assert "Players less alike leave as much to luck: one against one, b wins 52" in luck(known).intro


def test_of_equal_styles_none_is_called_the_better_one():
    chance = np.random.default_rng(2)
    names = "abcdefgh"
    rows = [(one, other, 30, 0.5 + chance.normal(0, 0.09), 0.09) for one in names for other in names if one < other]
    pairs = pl.DataFrame(rows, ["agent", "rival", "games", "ahead", "ahead_se"], orient="row")
    assert (better_style(pairs) or 0.5) < 0.54  # the better of each pair, chosen by these games, seems to win 57 %
    uneven = pairs.with_columns(ahead=pl.lit(0.6), ahead_se=pl.lit(0.01))
    assert better_style(uneven) == pytest.approx(0.6, abs=0.001)


def test_without_duels_nothing_is_said_of_players_less_alike():
    known = results()
    known.luck = replace(known.luck, best="", duels=())
    section = luck(known)
    assert section.intro.endswith("styles and seats 25\N{NO-BREAK SPACE}%.")
    assert len(section.blocks) == 2


def test_what_people_choose_before_a_game_is_no_chance_in_it():
    known = results()
    known.plan.game.luck = Chance("the deal", (1,), chosen=True), Chance("dice", (2,))
    assert (
        luck(known)
        .intro.replace("\N{NO-BREAK SPACE}", " ")
        .startswith(
            "Chance in the game (dice) decides 25 % of who wins, the deal, which people may choose, 10 %, "
            "choices left to chance 40 %, styles and seats 25 %. "
        )
    )


def test_nothing_is_said_where_nobody_measured_it_or_all_play_alike():
    assert luck(Results(luck=None)).blocks == []
    assert better_style(pl.DataFrame({"agent": [], "rival": [], "games": [], "ahead": [], "ahead_se": []})) is None
