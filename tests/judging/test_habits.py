"""What a style does otherwise than its start: nothing, where they are one; and the figures are those of the log."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from balance.analysis.database import Database
from balance.engine.playing.runner import Watcher
from balance.judging.answers import NoParts
from balance.judging.habits import CARD, COUNT, LENGTH, OTHERS, SCORE, SOURCE, WINS, _seats, habits, of
from balance.judging.sittings import Sitting, Sittings, drawing, fresh_seed
from helpers.play import compile_once, make, play
from helpers.run_tools import played

GAMES = 60


def sat(game: str, **request):
    """Tables of a game, its style greedy under another name, and the same again."""
    compile_once(game)
    plan = make(game, games=1, seed=6, log="seats", **request)
    greedy = next(style for style in plan.styles if style.name == "greedy")
    return Sittings(plan, 2, Watcher(), NoParts()), replace(greedy, name="tuned"), replace(greedy, name="start")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "request_", "games"),
    [("fairy", {}, GAMES), ("heroes", {}, GAMES), ("fairy_conundrum", {"settings": {"match_games": "3"}}, 12)],
)
def test_two_names_for_one_style_have_the_same_habits(game, request_, games):
    sittings, style, start = sat(game, **request_)
    with sittings:
        all_habits = habits(sittings, style, start, drawing(["greedy"]), games)
    assert {habit.what for habit in all_habits} >= {LENGTH, SCORE, OTHERS, SOURCE, CARD, WINS}
    assert all(habit.change == 0 and not habit.clear for habit in all_habits)


@pytest.mark.slow
@pytest.mark.parametrize("copies", [1, 3])
def test_figures_are_those_of_the_log(copies: int):
    sittings, _, start = sat("heroes")
    star = next(style for style in sittings.plan.styles if style.name == "star")
    with sittings:
        all_habits = habits(sittings, replace(star, name="tuned"), start, drawing(["greedy"]), GAMES, copies)
        seed = fresh_seed(sittings.plan.seed, "habits")
        sitting = Sitting(replace(star, name="tuned"), "greedy", copies)
        plan = replace(sitting.seated(sittings.plan, seed, GAMES), log="turns")
    logged = play(plan, 0, GAMES)
    mine = logged.seats.filter(pl.col("agent").cast(pl.String) == "tuned")
    assert len(mine) == copies * GAMES
    others = logged.seats.filter(pl.col("agent").cast(pl.String) != "tuned")
    taken = logged.cards.join(mine, on=["game_no", "seat"]).filter(pl.col("taken") > 0)
    often = taken.group_by(pl.col("card").cast(pl.String)).len().sort("len", "card", descending=True)
    card = next(id for id in often["card"] if not id.startswith("HFM"))
    for what, subject, expected in (
        (SCORE, "", mine["score"].mean()),
        (OTHERS, "", others["score"].mean()),
        (LENGTH, "", logged.games["turns"].mean()),
        (SOURCE, "pts_shine", mine["pts_shine"].mean()),
        (COUNT, "fights_1", mine["fights_1"].mean()),
        (CARD, card, often.filter(card=card)["len"][0] / len(mine)),
    ):
        habit = of(all_habits, what, subject)
        assert habit is not None
        assert habit.now == pytest.approx(expected), (what, subject)
    shine = of(all_habits, SOURCE, "pts_shine")
    assert shine is not None
    assert shine.clear
    assert shine.more_than(0)  # the style that banks Shine


def test_a_game_that_knows_no_turns_was_played_all_the_same(tmp_path):
    run = played(tmp_path / "run", games=20, agents="greedy")
    with Database(run) as database:
        database.show_frames(
            {"games": database.frame("SELECT * REPLACE (0 AS turns_main, 0 AS turns_extra) FROM games")}
        )
        assert _seats(database, "greedy")["game_no"].n_unique() == 20
