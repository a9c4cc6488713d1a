"""Another card in the place of one: for one player's starting cards, for whoever has the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from balance.engine.game import Plan
from balance.engine.game.kinds import exchanged, find_card
from balance.engine.game.story import LoggedGame
from balance.engine.kernels.kernel import new
from balance.engine.kernels.lineup import NOBODY
from balance.games.fairy_school.kinds import KINDS
from balance.games.fairy_school.rules.setup import deal_letters, set_up
from balance.games.fairy_school.state import START_CARDS, STATE
from balance.games.fairy_school.tell import tell
from fairy_school.box import card_table
from fairy_school.games import dealt
from helpers.play import compile_once, make, play

START, INITIAL, PROJECT, *_ = KINDS
GAMES = 24

TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "two, expert": {"players": 2, "variant": "expert"},
    "six": {"players": 6},
    "initiation, short": {"players": 3, "variant": "initiation", "settings": {"length": "short"}},
    "laid before neighbours": {"players": 5, "settings": {"sharing": "insensitive"}},
    "chance": {"players": 4, "agents": "random", "settings": {"final_turn_cap": "3"}},
}


def swapped(plan: Plan, kind: Any, place: str, other: str) -> Plan:
    return replace(plan, cards=exchanged(plan.cards, kind, place, other))


def doubled() -> Plan:
    """Every starting set has its first card twice and not its last."""
    return make("fairy_school", card_table({"ST1": {"copies": 8}, "ST12": {"copies": 0}}), games=GAMES, players=5)


def named(turns: pl.DataFrame, place: str) -> pl.DataFrame:
    """Turns with the stand-in called as what it stands for."""
    return turns.with_columns(pl.col(pl.String).str.replace(f"{place}'", place, literal=True))


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("place", ["FS003", "FS010"])
def test_a_starting_card_that_stands_in_for_itself_changes_no_turn(table: dict[str, Any], place: str) -> None:
    plan = make("fairy_school", games=GAMES, **table)
    before = play(plan, 0, GAMES)
    after = play(swapped(plan, START, place, place), 0, GAMES)
    assert f"{place}'" in {*after.turns["top_card_a"], *after.turns["bottom_card_a"]}
    assert named(after.turns, place).equals(before.turns)
    assert after.seats.equals(before.seats)
    assert after.games.equals(before.games)


def test_one_seat_has_the_other_card_and_all_copies_of_it_where_the_one_would_lie() -> None:
    compile_once("fairy_school")
    plan = doubled()
    changed = swapped(plan, START, "ST1", "ST9")
    number = len(plan.cards.ids)
    assert changed.cards.ids[number] == "ST1'"
    seats = set()
    before = [[list(s.seat[seat].pile[:START_CARDS]) for seat in range(5)] for s in dealt(plan, GAMES)]
    for s, piles in zip(dealt(changed, GAMES), before, strict=True):
        seats.add(int(s.stand_in_for))
        for seat, pile in enumerate(piles):
            other = number if seat == s.stand_in_for else 0
            assert list(s.seat[seat].pile[:START_CARDS]) == [other if card == 0 else card for card in pile]
            assert pile.count(0) == 2
    assert seats == set(range(5))


def test_nobody_has_another_card_in_the_usual_game() -> None:
    compile_once("fairy_school")
    plan = make("fairy_school", games=1)
    s = new(STATE)
    set_up(s, plan.table())
    assert s.stand_in_for == NOBODY


def test_the_other_card_counts_where_it_is_the_stand_in_and_nowhere_else() -> None:
    plan = make("fairy_school", games=1)
    changed = swapped(plan, START, "FS001", "FS011")
    before, after = plan.table(), changed.table()
    number, eleventh = len(plan.cards.ids), plan.cards.ids.index("FS011")
    assert (after.stand_in.there, after.stand_in.place, after.stand_in.other) == (1, 0, number)
    assert list(after.makes[number]) == list(before.makes[eleventh])
    assert list(after.makes[0]) == list(before.makes[0])
    assert after.style[1].worth[number] == before.style[1].worth[eleventh]
    assert after.card[number].lines == 2
    assert after.card[number].creature == before.card[0].creature, "the young unicorn's"


def test_an_initial_card_begins_where_the_one_would_whose_place_it_has() -> None:
    compile_once("fairy_school")
    plan = make("fairy_school", games=GAMES)
    changed = swapped(plan, INITIAL, "FS053", "FS049")  # in the first column by deck A; discarded by deck D
    assert find_card(changed.cards, "FS053").effect == find_card(plan.cards, "FS049").effect
    number = plan.cards.ids.index("FS053")
    forests = [[list(s.seat[seat].forest) for seat in range(4)] for s in dealt(plan, GAMES, deal_letters)]
    assert forests == [[list(s.seat[seat].forest) for seat in range(4)] for s in dealt(changed, GAMES, deal_letters)]
    assert number in {forest[0] for game in forests for forest in game}


def test_a_project_in_another_place_begins_with_the_deck_of_this_place() -> None:
    plan = make("fairy_school", games=1, variant="initiation")
    changed = swapped(plan, PROJECT, "FS082", "FS078")  # the latter belongs to no deck
    assert plan.table().letter_project.tolist() == changed.table().letter_project.tolist()
    assert find_card(changed.cards, "FS082").cost == find_card(plan.cards, "FS078").cost


def told(plan: Plan) -> list[str]:
    """The story of the first game."""
    log = play(plan, 0, 1)
    rows = [frame.to_dicts() for frame in (log.games, log.seats, log.turns, log.cards)]
    return tell(LoggedGame(plan, rows[0][0], *rows[1:]))


@pytest.mark.slow
def test_a_game_with_a_stand_in_is_told_by_what_it_does() -> None:
    compile_once("fairy_school")
    plan = make("fairy_school", games=1, players=2, variant="expert")
    assert told(swapped(plan, START, "FS005", "FS005")) == told(plan)
    assert told(swapped(plan, START, "FS005", "FS008")) != told(plan)
