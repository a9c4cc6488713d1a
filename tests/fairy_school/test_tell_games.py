"""Logged games in plain words: two whole games that are kept, and what must hold in every game.

The two games are in golden/. Where the rules or the words have changed, delete those files and run the tests: they
are written anew. Read them before they are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from balance.engine.game.story import LoggedGame, Row
from balance.games.fairy_school.cards.box import ELEMENTS
from balance.games.fairy_school.tell import tell
from balance.games.fairy_school.tell.deeds import Deeds, find_changes, read_deeds
from balance.games.fairy_school.tell.words import Book, open_book
from fairy_school.tell import plan_of
from helpers.told import assert_told_as_kept, logged_games

GOLDEN = Path(__file__).parent / "golden"

KEPT: dict[str, dict[str, Any]] = {
    "story.txt": {"players": 3, "variant": "advanced", "settings": {"length": "short", "final_turn_cap": "2"}},
    "story_laid_out.txt": {
        "players": 4,
        "variant": "expert",
        "settings": {"sharing": "insensitive", "turns_per_trimester": "1", "final_turn_cap": "1"},
    },
}
"""Games that are kept, played by chance alone, so that the weights of play styles do not matter."""

OTHERS: dict[str, dict[str, Any]] = {
    "chance": {"players": 5, "agents": "random"},
    "two": {"players": 2, "settings": {"length": "short"}},
    "two, expert": {"players": 2, "variant": "expert"},
    "initiation, few cubes": {
        "players": 3,
        "variant": "initiation",
        "settings": {"activation_cubes": "6", "leader_bonus_at_zero": "off"},
    },
    "six": {"players": 6},
    "laid by cards": {"players": 5, "agents": "random", "settings": {"sharing": "insensitive"}},
    "laid by turns": {"settings": {"sharing": "insensitive", "insensitive_alternation": "per_turn"}},
}
"""Games of all styles, and by chance."""

GAMES = 3


@pytest.mark.parametrize("name", KEPT)
def test_a_whole_game(tmp_path, name):
    assert_told_as_kept(plan_of(tmp_path, **KEPT[name]), 2, GOLDEN / name)


@dataclass
class Told:
    """A logged game, what is told of it, and what its turns tell."""

    game: LoggedGame
    book: Book
    lines: list[str]
    turns: list[tuple[Row, Deeds]]


@pytest.fixture(scope="module", params=OTHERS)
def games(request, tmp_path_factory) -> list[Told]:
    """Some games of one kind."""
    folder = tmp_path_factory.mktemp("others")
    plan = plan_of(folder, games=GAMES, **{"agents": "mixed", **OTHERS[request.param]})
    told = []
    for game in logged_games(plan):
        book = open_book(game)
        told.append(Told(game, book, tell(game), [(row, read_deeds(row, book)) for row in game.turns]))
    assert len(told) == GAMES
    return told


def fully_told(games: list[Told]) -> Iterator[tuple[Told, int, Row, Deeds]]:
    """The turns whose deeds the log had room for, with their places in the game."""
    for told in games:
        for place, (row, deeds) in enumerate(told.turns):
            if not deeds.untold:
                yield told, place, row, deeds


def test_every_turn_is_told(games):
    for told in games:
        assert sum("; plays " in line for line in told.lines) == len(told.game.turns)
        assert "None" not in "".join(told.lines)


def test_every_card_discarded_at_a_corner_is_told(games):
    for told in games:
        lost = [line.partition("At the corners studies ")[2] for line in told.lines]
        assert sum(len(re.findall(r" and |to the discard", line.partition("; ")[2])) for line in lost) == sum(
            row["corner_discards"] for row in told.game.turns
        )


def test_the_elements_of_every_turn_have_an_explanation(games):
    for told, _, row, deeds in fully_told(games):
        assert find_changes(row, told.book, deeds.activations) is not None, row


def test_elements_that_are_told_add_up_to_no_more_than_the_turn_moved(games):
    for _, _, row, deeds in fully_told(games):
        changes = [activation.change for activation in deeds.activations if activation.change]
        gained = [sum(change[5 + i] for change in changes) for i in range(5)]
        assert all(some <= row[f"{element}_gain"] for some, element in zip(gained, ELEMENTS, strict=True))


def test_cubes_that_others_get_are_those_on_cards_told_as_theirs(games):
    for _, _, row, deeds in fully_told(games):
        mine = [activation.owner == row["seat"] for activation in deeds.activations]
        assert (sum(mine), len(mine) - sum(mine)) == (row["act_own"], row["act_left"] + row["act_right"])


@pytest.mark.parametrize("games", ["laid by cards", "laid by turns"], indirect=True)
def test_where_shared_cards_are_laid_agrees_with_whose_they_count_as(games):
    laid = {}
    for told in games:
        shares = [line.partition("; shares")[2] for line in told.lines if "; plays " in line]
        laid[id(told)] = [dict(re.findall(r"(?:^| and) (.+?) to the (right|left)", said)) for said in shares]
    for told, place, row, deeds in fully_told(games):
        first = place - row["seat"]
        others = [activation for activation in deeds.activations if activation.owner != row["seat"]]
        sides = [laid[id(told)][first + activation.owner][activation.card.name] for activation in others]
        assert (sides.count("right"), sides.count("left")) == (row["act_left"], row["act_right"])
