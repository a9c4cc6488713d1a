"""The game as a whole: the figures of section 5.4 of the rules page, on fixed seeds.

The samples are large enough that a figure inside its range is not there by luck.
"""

from __future__ import annotations

import functools

import polars as pl
import pytest

from balance.games.fairy import GAME
from fairy.table import card_table, make, own_style, play
from helpers.play import play_many

pytestmark = pytest.mark.nightly

GAMES = 20_000
CAREFUL = own_style("careful", {"p": 1.0}, retention=0.5, fairy_memory=1.0)  # wants to be right, whatever it pays
SAME_LINE_UP = "novice,forgetful,careful,greedy"
UNLIKELY_ERRORS = 4.5  # standard errors

Frames = tuple[pl.DataFrame, pl.DataFrame]


@functools.cache
def tables(agents: str, variant: str = "base", players: int = 4, track: str = "") -> Frames:
    """Games and seats of a line-up."""
    text = card_table(track=track) if track else None
    games, seats = play_many(make(text, [CAREFUL], agents=agents, variant=variant, players=players, seed=2), GAMES)
    return (
        games.select("turns_main", "end_reason", "decided", "margin"),
        seats.select("game_no", "seat", "agent", "score_main", "rank", "win_share"),
    )


@functools.cache
def main_turns(agents: str) -> pl.DataFrame:
    """One row per turn of the main phase: how many cards are left and how many make each guess right."""
    turns = play(make(own=[CAREFUL], agents=agents, seed=3), 0, 6000).turns
    return turns.filter((pl.col("phase") == "main") & (pl.col("seat") == 0))


def chance(agents: str, guess: str, turns: str = "all") -> float:
    """The chance of a guess on an average turn."""
    rows = main_turns(agents).filter((pl.col("turn") == 1) | (turns == "all"))
    if guess == "safer":  # Higher or Lower, whichever the pile card alone suggests
        low = rows["pile_card"].cast(pl.String).str.slice(2).cast(pl.Int64) <= 11
        right = rows["unseen_right_higher"].zip_with(low, rows["unseen_right_lower"])
    else:
        right = rows[f"unseen_right_{guess}"]
    return (right / rows["deck_left"]).mean()


def win_share(seats: pl.DataFrame, by: str) -> dict:
    """Mean win share and its standard error."""
    share = pl.col("win_share").cast(pl.Float64)
    rows = seats.group_by(by).agg(mean=share.mean(), error=share.std() / pl.len().sqrt()).sort(by)
    return {row[by]: (row["mean"], row["error"]) for row in rows.to_dicts()}


# ---------------------------------------------------------------- guesses


@pytest.mark.parametrize("agents", ["random", SAME_LINE_UP])
def test_chance_of_a_guess(agents):
    assert chance(agents, "safer") == pytest.approx(0.76, abs=0.01)
    assert chance(agents, "same") == pytest.approx(0.30, abs=0.01)
    assert chance(agents, "catch", turns="first") == pytest.approx(3 / 21, abs=0.002)


def test_chance_of_a_fairy_on_an_average_turn():
    assert 0.14 <= chance(SAME_LINE_UP, "catch") <= 0.18


@pytest.mark.parametrize("agents", ["random", SAME_LINE_UP])
def test_points_of_a_guess(agents):
    assert 1.2 <= 3 * chance(agents, "safer") - 1 <= 1.35
    assert 5 * chance(agents, "same") - 1 == pytest.approx(0.5, abs=0.03)
    assert 8 * chance(agents, "catch", turns="first") - 1 == pytest.approx(0.14, abs=0.02)
    assert 0.14 < 8 * chance(agents, "catch") - 1 <= 0.5


# ---------------------------------------------------------------- length and end


def test_length_when_nobody_is_near_24():
    games, _ = tables("random", track="floor -4; top 9000; start 0")
    length = games["turns_main"]
    assert 15 <= length.mean() <= 15.6
    assert 3.8 <= length.std() <= 3.9
    assert (length.min(), length.max()) == (2, 20)


def test_random_seats():
    games, seats = tables("random")
    assert 15 <= games["turns_main"].mean() <= 15.6
    assert 0.1 <= (games["end_reason"] == "target").mean() <= 0.15
    assert seats["score_main"].mean() == pytest.approx(8, abs=0.5)


def test_length_with_four_styles():
    games, _ = tables(SAME_LINE_UP)
    assert 13.5 <= games["turns_main"].mean() <= 14.4
    assert 2.9 <= games["turns_main"].std() <= 3.4


def test_24_is_the_usual_end():
    games, seats = tables(SAME_LINE_UP)
    assert 0.5 <= (games["end_reason"] == "target").mean() <= 0.65
    assert 17.5 <= seats["score_main"].mean() <= 20
    assert 21 <= seats.group_by("game_no").agg(pl.col("score_main").max())["score_main"].mean() <= 22


def test_ties_and_shared_victories():
    games, seats = tables(SAME_LINE_UP)
    assert 0.3 <= (games["margin"] == 0).mean() <= 0.45
    assert 0.08 <= (games["decided"] == "shared").mean() <= 0.16
    leaders = seats.filter(pl.col("rank") == 1).group_by("game_no").len()
    assert (leaders["len"] > 1).mean() == (games["margin"] == 0).mean()


def test_the_variant_is_more_consistent():
    games, _ = tables(SAME_LINE_UP, "fifteen")
    assert 10 <= games["turns_main"].mean() <= 11
    assert 2.0 <= games["turns_main"].std() <= 2.5
    assert games["turns_main"].std() < tables(SAME_LINE_UP)[0]["turns_main"].std()
    assert (games["end_reason"] == "deck_out").mean() < 0.01


def test_the_variant_is_less_consistent_with_random_seats():
    assert tables("random", "fifteen")[0]["turns_main"].std() > tables("random")[0]["turns_main"].std()


def test_the_floor_favours_risky_play():
    def score(track: str) -> float:
        _, seats = tables("always_catch,novice", players=2, track=track)
        return seats.filter(pl.col("agent") == "always_catch")["score_main"].mean()

    assert score("floor -4; top 24; start 0") > score("floor -400; top 24; start 0") + 1


# ---------------------------------------------------------------- who wins


def test_greedy_is_clearly_first_and_novice_last():
    shares = win_share(tables(SAME_LINE_UP)[1], "agent")
    assert sorted(shares, key=shares.get, reverse=True) == ["greedy", "forgetful", "careful", "novice"]
    assert shares["greedy"][0] > 1.5 * shares["forgetful"][0]


@pytest.mark.parametrize("style", [style.name for style in GAME.styles if style.name != "random" and not style.script])
def test_random_loses_to_all(style):
    shares = win_share(tables(f"{style},random", players=2)[1], "agent")
    assert shares[style][0] > 0.8


@pytest.mark.parametrize("style", ["greedy", "novice"])
def test_equal_deterministic_styles_share_most_games(style):
    assert (tables(style)[0]["decided"] == "shared").mean() > 0.5
