"""A player that looks ahead: it beats the style it thinks with, at points of its choice, and cheats nowhere."""

from __future__ import annotations

import pytest

from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_scripted
from balance.games.heroes.state import Point
from balance.judging.look_ahead import LookAhead, Playouts, play_ahead
from helpers.play import compile_once, make

GAMES = 24


@pytest.fixture(scope="module")
def batch() -> GameBatch:
    """Two greedy players of Heroes."""
    compile_once("heroes")
    return GameBatch(make("heroes", agents="greedy", players=2, seed=2, log="seats"))


@pytest.mark.slow
def test_it_beats_the_style_it_thinks_with():
    """At Fairy, whose games take no time: three like minds share what it wins alone by guessing otherwise."""
    compile_once("fairy")
    table = GameBatch(make("fairy", agents="greedy", players=4, seed=2, log="seats"))
    won = 0.0
    for game_no in range(GAMES):
        seat = game_no % 4
        play_ahead(table, game_no, [seat], LookAhead(playouts=256))
        won += table.standing()["win_share"][seat]
        table.clear()
    assert won >= 11  # of four greedy players one wins so much once in a hundred times, this one nearly always


def test_of_who_plays_alone_the_score_tells_which_option_is_better():
    compile_once("alfheim")
    alone = GameBatch(make("alfheim", agents="greedy", players=1, seed=2, log="seats"))
    made = play_scripted(alone, 0)
    at = next(at for at, decision in enumerate(made) if len(decision.different) > 1)
    futures = Playouts(alone, 0, made[: at + 1])
    places = made[at].different[:2]
    futures.play(places, range(4))
    assert all((futures.margin[place] > 0).all() for place in places)
    assert sorted(futures.in_order(places)) == sorted(places)


def test_where_it_does_not_think_its_style_chooses_and_the_others_never_think(batch):
    made = play_scripted(batch, 3)
    batch.clear()
    nobody = play_ahead(batch, 3, [0], LookAhead(playouts=8, points=frozenset()))
    batch.clear()
    assert nobody == made
    heroes = play_ahead(batch, 3, [0], LookAhead(playouts=32, points=frozenset({Point.HERO})))
    batch.clear()
    thought = [choice for choice in heroes if choice.seat == 0 and choice.point == Point.HERO]
    assert all(choice.forced for choice in thought)
    assert {choice.point for choice in heroes if not choice.forced and choice.seat == 0} >= {Point.COUNT, Point.SIDE}


@pytest.mark.slow
def test_the_same_game_is_played_the_same_way_again(batch):
    player = LookAhead(playouts=16)
    once = play_ahead(batch, 5, [1], player)
    batch.clear()
    assert play_ahead(batch, 5, [1], player) == once
    batch.clear()
