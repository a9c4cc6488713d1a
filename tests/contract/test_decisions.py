"""Scripts and what-ifs of every game whose decisions are listed: a game is a function of cards, seed and script."""

from __future__ import annotations

import random

import pytest

from balance.engine.game import find_game, game_ids
from balance.engine.game.decisions import Force, script_of
from balance.engine.playing.game_batch import GameBatch, ScriptError
from balance.engine.playing.what_if import play_on, play_scripted, weigh_again
from helpers.decided import assert_blind, assert_same_when_forced, rows, same
from helpers.marks import games
from helpers.play import compile_once, make

pytestmark = pytest.mark.slow

LISTED = ("alfheim", "fairy", "fairy_conundrum", "fairy_school", "heroes")
TABLES = {
    "fairy": (("mixed", 4), ("mixed", 10), ("random", 2), ("chaser,forgetful,random,dreamer", 4)),
    "fairy_conundrum": (("mixed", 2), ("mixed", 4), ("random", 2), ("random,greedy,trickster,curve", 4)),
    "heroes": (("mixed", 4), ("mixed", 3), ("random", 2), ("random,greedy,rival,random", 4)),
    "fairy_school": (("mixed", 4), ("mixed", 2), ("mixed", 6), ("random", 3), ("random,greedy,miser,random", 4)),
    "alfheim": (("mixed", 4), ("mixed", 5), ("random", 2), ("random,sprinter,farmhand,random", 4)),
}


def marks_of(place: int, tables: int) -> tuple[pytest.MarkDecorator, ...]:
    """The first table of a game and the last are played by day, those between at night."""
    return () if place in (0, tables - 1) else (pytest.mark.nightly,)


CASES = [
    pytest.param(game, *asked, marks=marks_of(place, len(TABLES[game])))
    for game in LISTED
    for place, asked in enumerate(TABLES[game])
]
WITHOUT_A_WINNER = ("fairy_conundrum",)
"""Games that may end so that nobody has won."""

MOST = 40
"""Decisions of a game that are looked at."""

FEWER = {"fairy_school": 5}
"""Of games with a thousand decisions one in so many is tried."""

every_table = pytest.mark.parametrize(("game", "agents", "players"), CASES)


def table(game: str, agents: str, players: int, log: str = "seats") -> GameBatch:
    """A table at which the game is played."""
    compile_once(game)
    return GameBatch(make(game, agents=agents, players=players, seed=11, log=log))


@every_table
def test_forcing_what_was_chosen_at_any_prefix_gives_the_same_rows(game, agents, players):
    batch, rng = table(game, agents, players, log="turns"), random.Random(3)
    for game_no in range(games(3, 15) // FEWER.get(game, 1) or 1):
        batch.play(game_no, 1)
        was = rows(batch)
        made = play_scripted(batch, game_no)
        assert same(rows(batch), was), "a trace changes nothing"
        for length in (0, 1, len(made), *rng.sample(range(len(made)), min(5, len(made)))):
            assert_same_when_forced(batch, game_no, made, was, length)


@every_table
def test_weighed_again_every_option_is_worth_what_the_style_thought(game, agents, players):
    """Whatever was chosen by chance is weighed as well, and chosen all the same."""
    batch = table(game, agents, players)
    for game_no in range(games(2, 10) // FEWER.get(game, 1) or 1):
        made = play_scripted(batch, game_no)
        again = weigh_again(batch, game_no, made)
        assert script_of(again) == script_of(made)
        assert all(decision.weighed for decision in again)
        assert [decision.options for decision in again if made[decision.number].weighed] == [
            decision.options for decision in made if decision.weighed
        ]
        batch.clear()
        assert play_scripted(batch, game_no) == made, "and nothing is left of it"


@every_table
def test_any_single_choice_can_be_forced_and_the_script_of_it_replays(game, agents, players):
    """A script of one entry turns the game elsewhere; the whole of what then was chosen is a script of that game."""
    batch, rng = table(game, agents, players), random.Random(4)
    for game_no in range(games(5, 10) // FEWER.get(game, 1)):
        made = play_scripted(batch, game_no)
        batch.clear()
        at = rng.choice(made)
        option = rng.choice(at.options)
        script = (Force(at.number, option.verb, option.card, option.target),)
        other = play_scripted(batch, game_no, script)
        was = rows(batch)
        assert [decision.chosen for decision in other[: at.number]] == [
            decision.chosen for decision in made[: at.number]
        ]
        assert (other[at.number].chosen[:3], other[at.number].forced) == (option[:3], True)
        play_scripted(batch, game_no, script_of(other))
        assert same(rows(batch), was)


@every_table
def test_no_style_sees_more_than_its_seat_may_know(game, agents, players):
    """At the decisions of some games: what the seat cannot know is dealt anew, and it thinks and chooses the same."""
    batch, rng = table(game, agents, players), random.Random(6)
    for game_no in range(games(1, 2)):
        made = play_scripted(batch, game_no)
        batch.clear()
        for decision in rng.sample(made, min(games(MOST // 2, MOST), len(made))):
            assert_blind(batch, game_no, made, decision)


@every_table
def test_with_no_future_the_chosen_option_gives_the_game_as_it_was(game, agents, players):
    batch, rng = table(game, agents, players), random.Random(5)
    for game_no in range(games(3, 5) // FEWER.get(game, 1) or 1):
        made = play_scripted(batch, game_no)
        seats = rows(batch)[1]
        for decision in rng.sample(made, min(10, len(made))):
            _, scores = play_on(batch, game_no, made[: decision.number + 1], [decision.place], [0])
            assert scores[0].tolist() == seats["score"].to_list()


@every_table
def test_win_shares_of_what_ifs_add_up_to_one_and_futures_differ(game, agents, players):
    batch = table(game, agents, players)
    made = play_scripted(batch, 0)
    batch.clear()
    decision = made[len(made) // 3]
    shares, scores = play_on(batch, 0, made[: decision.number + 1], [0, 1] * 300, [1 + i // 2 for i in range(600)])
    won = shares.sum(axis=1)
    if game in WITHOUT_A_WINNER:
        won = won[won > 0]
    assert len(won) > 400
    assert won == pytest.approx(1.0)
    assert len({tuple(row) for row in scores.tolist()}) > 100


@pytest.mark.parametrize("game", LISTED)
def test_a_script_that_cannot_be_followed_is_refused_with_game_and_decision(game):
    batch = table(game, *TABLES[game][0])
    with pytest.raises(ScriptError, match=r"game 5, decision 7: the script chooses what is not among the options"):
        play_scripted(batch, 5, [Force(7, 0, 1, 10**6)])
    batch.clear()
    play_scripted(batch, 5)  # and the table is as good as before


@pytest.mark.parametrize("game", LISTED)
def test_a_script_for_decisions_that_there_are_not_is_refused(game):
    batch = table(game, *TABLES[game][0])
    made = play_scripted(batch, 5)
    batch.clear()
    beyond = Force(len(made), 0, 0, 0)
    with pytest.raises(ScriptError, match=f"decision {len(made)}, and there are {len(made)}, from 0 on"):
        play_scripted(batch, 5, [*script_of(made[:3]), beyond])
    batch.clear()
    for numbers in ((2, 1), (1, 1), (-1,)):
        with pytest.raises(ValueError, match="rise from 0 on"):
            play_scripted(batch, 5, [Force(number, 0, 0, 0) for number in numbers])


@every_table
def test_every_decision_and_every_option_has_words_of_its_own(game, agents, players):
    batch = table(game, agents, players)
    plan = batch.plan
    assert plan.game.wording is not None
    wording = plan.game.wording(plan)
    for game_no in range(games(5, 10) // FEWER.get(game, 1)):
        made = play_scripted(batch, game_no)
        batch.clear()
        for decision in made:
            said = [wording.option(decision, decision.options[place]) for place in decision.different]
            assert wording.points[decision.point]
            assert all(said)
            assert len(set(said)) == len(said), f"{decision}: {said}"


def has_list(game: str) -> bool:
    """Whether the game has room for the options of a decision."""
    record = find_game(game).state_record
    return "decision" in (record.names or ()) and record["decision"]["option"].shape[0] > 1


def test_every_game_with_listed_decisions_is_here():
    assert tuple(game for game in game_ids() if has_list(game)) == LISTED
    assert tuple(game for game in game_ids() if find_game(game).wording is not None) == LISTED
