"""What is said at the table while a person plays: places of a row that closes up are told as the cards there."""

from __future__ import annotations

from typing import Any

import pytest

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, News, Option
from balance.engine.kernels.kernel import new
from balance.games.heroes.state import LONGEST, PRESTIGE_SLOT, STATE, Point, Said, Verb
from balance.games.heroes.tell.news import news
from balance.games.heroes.tell.remarks import remarks
from heroes.play import make


@pytest.fixture
def plan() -> Plan:
    return make(agents="random")


@pytest.fixture
def state(plan) -> Any:
    """Three adversaries in the row, and four heroes before everybody."""
    s = new(STATE)
    s.row[:3] = range(3)
    s.in_row = 3
    for seat in range(plan.players):
        s.seat[seat].lineup[:4] = range(4)
        s.seat[seat].heroes = 4
    return s


def heard(plan: Plan, s: Any, *said: int, eyes: int = 0) -> News:
    told = news(plan, s, plan.table(), eyes, said)
    assert told is not None
    return told


def said_of(plan: Plan, s: Any, point: Point, *options: tuple[int, int]) -> tuple[str, ...]:
    """The remarks on options (verb, target) of the second seat."""
    those = tuple(Option(verb, -1, target, None) for verb, target in options)
    return remarks(plan, s, plan.table(), Decision(0, 0, 5, point, 1, those, 0, False)).options


def test_adversaries_that_are_taken_are_heard_by_name(plan, state):
    first, _, third = (card.name for card in plan.cards.adversaries[:3])
    told = heard(plan, state, Said.SPOILS, 1, 0b101, 0)
    assert told.seat == 1
    assert told.words.startswith(f"takes {first} (")
    assert f") and {third} (" in told.words
    assert heard(plan, state, Said.SPOILS, 0, 0b001, 0).words.startswith(f"take {first} (")


def test_heroes_that_are_discarded_are_heard_by_name(plan, state):
    state.seat[1].discard[:] = (0, 2, 3)
    first, _, third, fourth = (card.name for card in plan.cards.heroes[:4])
    assert heard(plan, state, Said.DISCARDS, 1, 0, 0) == News(1, f"discards {first}, {third} and {fourth}")


@pytest.mark.parametrize("point", [Point.SPOILS, Point.DISCARDS])
def test_others_hear_nothing_of_places_that_close_up(plan, point):
    wording = plan.wording()
    chosen = Option(Verb.DO, -1, 0b11, None)
    decision = Decision(0, 0, 5, point, 1, (chosen,), 0, False)
    assert wording.openly is not None
    assert wording.openly(decision, chosen) == ""
    assert wording.option(decision, chosen)


def test_who_is_asked_hears_which_cards_places_stand_for(plan, state):
    adversaries = [card.name for card in plan.cards.adversaries[:3]]
    heroes = [card.name for card in plan.cards.heroes[:4]]
    (both,) = said_of(plan, state, Point.SPOILS, (Verb.DO, 0b110))
    assert all(name in both for name in adversaries[1:])
    assert adversaries[0] not in both
    assert said_of(plan, state, Point.DISCARDS, (Verb.DO, 0b111)) == (f"{heroes[0]}, {heroes[1]} and {heroes[2]}",)
    on_hero, kept = said_of(plan, state, Point.PLACE, (Verb.DO, LONGEST + 2), (Verb.LEAVE, 0))
    assert on_hero.startswith(f"{heroes[2]} (")
    assert kept == ""


def test_who_covers_or_heals_a_prestige_slot_hears_what_it_is_worth(plan, state):
    state.seat[1].slots.value[:2] = (1, 3)
    options = (Verb.DO, 0), (Verb.DO, PRESTIGE_SLOT + 1)
    assert said_of(plan, state, Point.SLOT, *options) == ("", "worth 3")
    assert said_of(plan, state, Point.HEALING, *options) == ("", "worth 3")
