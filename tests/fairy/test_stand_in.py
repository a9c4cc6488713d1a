"""One player of every game has another guess than the others, or may not make one: how its power is found."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from balance.analysis.verdicts import FAIR, NONE, TOO_WEAK
from balance.engine.kernels.lineup import drawn_player
from balance.judging.power import Asked, power
from balance.judging.trials import trials
from fairy.table import make, play
from helpers.edited_plans import edited

GAMES = 300


def stand_in(plan, id: str, **changes):
    """The plan in which one player of every game has this guess with other numbers."""
    guess = next(guess for guess in plan.cards.guesses if guess.id == id)
    return replace(plan, cards=replace(plan.cards, stand_in=replace(guess, **changes)))


def drawn(plan, games: int) -> pl.DataFrame:
    """By game, who has the other guess."""
    seats = [int(drawn_player(plan.seed, game, plan.players)) for game in range(games)]
    return pl.DataFrame({"game_no": range(games), "drawn": seats}, {"game_no": pl.Int64, "drawn": pl.Int8})


def standing(log) -> pl.DataFrame:
    return log.seats.select("game_no", "seat", "score", "win_share")


@pytest.fixture(scope="module")
def plan():
    return make(agents="greedy,cautious,chaser,forgetful", seed=3)


@pytest.mark.parametrize("id", ["FYG1", "FYG2", "FYG3", "FYG4"])
def test_a_guess_in_its_own_place_changes_nothing(plan, id):
    as_it_is, with_itself = (play(arm, 0, GAMES) for arm in (plan, stand_in(plan, id)))
    assert standing(as_it_is).equals(standing(with_itself))
    assert as_it_is.turns.select("game_no", "turn", "seat", "guess", "right", "p_believed").equals(
        with_itself.turns.select("game_no", "turn", "seat", "guess", "right", "p_believed")
    )


def test_one_player_of_a_game_has_it_under_a_name_of_its_own(plan):
    log = play(stand_in(plan, "FYG1"), 0, GAMES)
    mine = log.cards.filter(pl.col("card") == "FYG1'").join(drawn(plan, GAMES), on="game_no")
    assert mine.height == GAMES
    assert (mine["seat"] == mine["drawn"]).all()
    assert log.cards.filter(pl.col("card") == "FYG1").height == GAMES * (plan.players - 1)


@pytest.mark.parametrize("id", ["FYG1", "FYG4"])
def test_who_may_not_make_a_guess_never_does_and_the_others_still_may(plan, id):
    log = play(stand_in(plan, id, allowed=False), 0, GAMES)
    made = log.cards.filter(pl.col("card").is_in([id, f"{id}'"])).group_by("card").agg(pl.col("played").sum())
    by_card = dict(made.iter_rows())
    assert by_card[f"{id}'"] == 0
    assert by_card[id] > GAMES


@pytest.mark.parametrize("edit", [("points", "9"), ("cost", "0")])
def test_for_the_player_who_has_it_it_is_as_an_edit_for_all(edit):
    """Given one who counts and three who always guess higher: an edit of Catch is for the first alone."""
    plan = make(agents="greedy,always_higher,always_higher,always_higher", fixed_seats=True, seed=8)
    for_all = edited(plan, ("FYG4", *edit))
    catch = next(guess for guess in for_all.cards.guesses if guess.id == "FYG4")
    for_one = replace(plan, cards=replace(plan.cards, stand_in=catch))
    hers = drawn(plan, GAMES).filter(drawn=0).select("game_no")
    assert hers.height > GAMES // 8
    alone, everybody = (standing(play(which, 0, GAMES)) for which in (for_one, for_all))
    assert alone.join(hers, on="game_no", how="semi").equals(everybody.join(hers, on="game_no", how="semi"))
    as_it_is = standing(play(plan, 0, GAMES))
    assert alone.join(hers, on="game_no", how="anti").equals(as_it_is.join(hers, on="game_no", how="anti"))


def test_every_guess_is_measured_against_doing_without_and_charms_are_not():
    measured = power(make(seed=1), Asked(until=0.03, most=2000))
    verdicts = {card_power.kind: card_power.verdict for card_power in measured.cards}
    assert verdicts["charm"] == NONE
    guesses = [card_power for card_power in measured.cards if card_power.kind == "guess"]
    assert len(guesses) == 4
    assert {card_power.against for card_power in guesses} == {"nothing"}
    by_id = {card_power.card: card_power.verdict for card_power in guesses}
    assert by_id["FYG1"] == by_id["FYG2"] == by_id["FYG4"] == FAIR  # any useful guess beats nothing


def test_a_guess_that_pays_nothing_and_costs_five_is_too_weak():
    """Planted. Those who make it all the same, for being right, win more without it."""
    plan = edited(make(seed=1, agents="cautious"), ("FYG1", "points", "0"), ("FYG1", "cost", "5"))
    card_power = power(plan, Asked(("FYG1",), until=0.02, most=4000)).of("FYG1")
    assert card_power is not None
    assert card_power.power is not None
    assert card_power.power < 0
    assert card_power.verdict == TOO_WEAK


def test_all_guesses_can_be_tried_in_a_full_table():
    """Eight guesses are the most there can be: what stands in has room behind them."""
    assert all(trial is not None for id, trial in trials(make(seed=1)).items() if id.startswith("FYG"))
