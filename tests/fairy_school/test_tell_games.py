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

from balance.common.errors import InputError
from balance.engine.game.story import LoggedGame, Row
from balance.engine.playing.game_batch import GameBatch, PlayError
from balance.engine.playing.runner import simulated
from balance.engine.playing.what_if import happened
from balance.games.fairy_school.cards.box import ELEMENTS
from balance.games.fairy_school.state import MOST_HAPPENINGS, Said
from balance.games.fairy_school.tell import tell
from balance.games.fairy_school.tell.activations import Activation, find_activations
from balance.games.fairy_school.tell.words import NAMES, Book, column_bill, open_book, split
from fairy_school.tell import plan_of
from helpers import marks
from helpers.told import assert_told_as_kept, logged_games, tell_game

pytestmark = pytest.mark.slow

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

GAMES = marks.games(1, 3)


@pytest.mark.parametrize("name", KEPT)
def test_a_whole_game(tmp_path, name):
    assert_told_as_kept(plan_of(tmp_path, **KEPT[name]), 2, GOLDEN / name)


def test_a_game_that_is_another_when_played_again_is_an_error(tmp_path):
    with simulated(plan_of(tmp_path)) as run:
        run.manifest["seed"] += 1
        with pytest.raises(InputError, match="game 1, played again, is not the one in the log"):
            tell_game(run, 1)


def test_of_a_game_of_other_rules_the_log_tells_what_it_can(tmp_path):
    with simulated(plan_of(tmp_path)) as run:
        exact = tell_game(run, 1)
        run.manifest["rules_version"] = 0
        counted = tell_game(run, 1)
    differ = [line for own, line in zip(exact, counted, strict=True) if own != line]
    assert any(re.match(r" +Activates \d+ cards? of its own", line) for line in differ)
    assert [line for line in differ if "Activates" not in line and ", by an effect" not in line] == []


def test_more_that_happens_than_there_is_room_for_is_said(tmp_path):
    batch = GameBatch(plan_of(tmp_path))
    batch.state.decision.happenings = MOST_HAPPENINGS + 1
    with pytest.raises(PlayError, match=r"65,537 things happen, more than the 65,536 that there is room for"):
        happened(batch)


@dataclass
class Told:
    """A logged game, what is told of it, and what was activated in its turns."""

    game: LoggedGame
    book: Book
    lines: list[str]
    turns: list[tuple[Row, list[Activation]]]


@pytest.fixture(scope="module", params=OTHERS)
def games(request, tmp_path_factory) -> list[Told]:
    """Some games of one kind."""
    folder = tmp_path_factory.mktemp("others")
    plan = plan_of(folder, games=GAMES, **{"agents": "mixed", **OTHERS[request.param]})
    told = []
    for game in logged_games(plan):
        book = open_book(game)
        assert game.happened is not None
        done = find_activations(game.happened, book)
        turns = [(row, done.get((row["turn"], row["seat"]), [])) for row in game.turns]
        told.append(Told(game, book, tell(game), turns))
    assert len(told) == GAMES
    return told


def each_turn(games: list[Told]) -> Iterator[tuple[Told, int, Row, list[Activation]]]:
    """All turns, with their places in the game."""
    for told in games:
        for place, (row, done) in enumerate(told.turns):
            yield told, place, row, done


@pytest.mark.nightly
def test_every_turn_is_told(games):
    for told in games:
        assert sum("; plays " in line for line in told.lines) == len(told.game.turns)
        assert "None" not in "".join(told.lines)


def test_every_card_discarded_at_a_corner_is_told(games):
    for told in games:
        lost = [line.partition("At the study slots studies ")[2] for line in told.lines]
        assert sum(len(re.findall(r" and |to the discard", line.partition("; ")[2])) for line in lost) == sum(
            row["corner_discards"] for row in told.game.turns
        )


def test_what_activations_are_told_to_move_is_what_the_turn_moved_but_for_all_else_that_did(games):
    for told, _, row, done in each_turn(games):
        spent = [column_bill([column for column in (row["col_a"], row["col_b"]) if column >= 0])]
        spent += [told.book.cards[id].cost.counts for id in split(row["realized"])]
        steps = told.book.finals[row["final_id"]].steps if row["steps_now"] else ()
        spent += [step.counts for step in steps[row["steps_total"] - row["steps_now"] : row["steps_total"]]]
        given = [*split(row["bonus_element"]), row["leader_bonus"]]
        gained = [[given.count(NAMES[element]) for element in ELEMENTS]]
        for kind, others, own in (
            ("spend", spent, [activation.spent for activation in done]),
            ("gain", gained, [activation.gained for activation in done]),
        ):
            moved = [sum(counts) for counts in zip(*others, *own, strict=True)]
            assert moved == [row[f"{element}_{kind}"] for element in ELEMENTS], (kind, row)


def test_activations_that_are_told_are_those_of_the_columns(games):
    for _, _, row, done in each_turn(games):
        mine = [activation.owner == row["seat"] for activation in done]
        assert (sum(mine), len(mine) - sum(mine)) == (row["act_own"], row["act_left"] + row["act_right"])
        assert sum(activation.again for activation in done) == row["react"]
        assert [activation.studied for activation in done if activation.studied] == split(row["studied_effect"])
        for said, column in ((Said.TAKES, "taken"), (Said.PLACES, "drawn_placed"), (Said.REMOVES, "removed")):
            assert sum(len(activation.moved.get(said, [])) for activation in done) == row[column]


@pytest.mark.parametrize("games", ["laid by cards", "laid by turns"], indirect=True)
def test_where_shared_cards_are_laid_agrees_with_whose_they_count_as(games):
    laid = {}
    for told in games:
        shares = [line.partition("; shares")[2] for line in told.lines if "; plays " in line]
        laid[id(told)] = [dict(re.findall(r"(?:^| and) (.+?) to the (right|left)", said)) for said in shares]
    for told, place, row, done in each_turn(games):
        first = place - row["seat"]
        others = [activation for activation in done if activation.owner != row["seat"]]
        sides = [laid[id(told)][first + activation.owner][activation.card.name] for activation in others]
        assert (sides.count("right"), sides.count("left")) == (row["act_left"], row["act_right"])
