"""What it means that for one player another card stands in the place of one (see ``engine.game.kinds``)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from balance.engine.game import Plan
from balance.engine.game.kinds import exchanged
from balance.engine.kernels.lineup import drawn_player
from balance.games.fairy_conundrum.codes import DECK_PLACE, NOBODY, NOWHERE, PIECES_PER_SEAT
from balance.games.fairy_conundrum.play.arrivals import arrive
from balance.games.fairy_conundrum.play.games import open_game
from balance.games.fairy_conundrum.rules.pieces import take_from_zone
from balance.games.fairy_conundrum.rules.totals import copies_in_valley, is_barred
from fairy_conundrum.box import changed_rows
from fairy_conundrum.table import Opening
from helpers.play import Log, make, play

GAMES = 24
RUNS: dict[str, dict[str, Any]] = {
    "two players": {},
    "made-up decks": {
        "players": 3,
        "settings": {
            "conspiracy": "on",
            "narration_mode": "alternate",
            "joust_mode": "simultaneous",
            "maturation_timing": "continuous",
            "deck_mode": "random_legal",
        },
    },
    "matches": {"settings": {"match_games": "3"}},
}


def with_stand_in(plan: Plan, place: str, other: str) -> Plan:
    """The plan with a card in the place of one, for one player, whether it is one of its peers or not."""
    kind_of = {card.id: card.kind for card in plan.cards.cards}
    kind = next(kind for kind in plan.game.kinds if kind.name == kind_of[place])
    return replace(plan, cards=exchanged(plan.cards, kind, place, other))


def drawn(plan: Plan, game_no: int) -> int:
    return int(drawn_player(plan.seed, game_no // plan.match_games, plan.players))


class Seated(Opening):
    """Everybody has a first hand, and one player has another card in the place of one."""

    def __init__(self, place: str, other: str, **cells: Any) -> None:
        super().__init__(2, changed_rows(cells))
        self.plan = with_stand_in(self.plan, place, other)
        self.cards, self.t = self.plan.cards, self.plan.table()
        self.open_all(0)
        self.one = drawn(self.plan, 0)

    def owned(self, seat: int) -> set[str]:
        """The ids of everything that the seat brings."""
        first = seat * PIECES_PER_SEAT
        pieces = [p for p in range(first + DECK_PLACE, first + PIECES_PER_SEAT) if self.s.piece[p].zone != NOWHERE]
        return {self.id_of(p) for p in pieces} | {str(self.cards.ids[card]) for card in self.s.seat[seat].stages}

    def find(self, id: str, seat: int) -> int:
        """A copy in the haversack of the seat."""
        return next(p for p in self.deck(seat) if self.id_of(p) == id)

    def lay(self, p: int, seat: int) -> None:
        take_from_zone(self.s, p)
        arrive(self.s, self.t, p, seat, NOBODY)


# ---------------------------------------------------------------- whose it is, and what it is


@pytest.mark.parametrize(
    ("place", "other"), [("FA1", "FA2"), ("SH1", "SH2"), ("CV2", "CV3"), ("AV1", "AV2"), ("AV3", "AV1")]
)
def test_the_drawn_player_has_it_in_the_place_of_all_copies_and_nobody_else(place, other):
    table = Seated(place, other)
    mine, others = table.owned(table.one), table.owned(1 - table.one)
    assert f"{place}'" in mine
    assert place not in mine
    assert place in others
    assert f"{place}'" not in others


def test_it_has_numbers_and_abilities_of_the_other_card_and_the_name_of_the_place():
    effect = "CALL: draw 1"
    table = Seated(
        "FA1", "FA2", FA1={"name": "Iris 01"}, FA2={"cost": 5, "ray": 4, "effect": effect, "name": "Fern 01"}
    )
    rows = table.t.card
    mine, place, other = rows[table.t.stand_in.other], rows[table.t.stand_in.place], rows[table.cards.numbers["FA2"]]
    assert (mine.cost, mine.ray, mine.first, mine.abilities, mine.worth) == (5, 4, other.first, 1, other.worth)
    assert (mine.order, mine.words) == (place.order, place.words)
    assert table.t.cards == len(table.cards.cards)


def test_it_is_a_copy_of_what_the_others_have_there():
    table = Seated("FA1", "FA2", FA1={"astralae": "E", "decks": "dawn:1"}, FK1={"decks": "dawn:4"}, FL1={"decks": ""})
    mine, theirs = (table.find(id, seat) for id, seat in [("FA1'", table.one), ("FA1", 1 - table.one)])
    assert not is_barred(table.s, table.t, mine)
    table.lay(theirs, 1 - table.one)
    assert copies_in_valley(table.s, table.t, table.s.piece[mine].card, NOBODY) == 1
    assert is_barred(table.s, table.t, mine)


def test_it_comes_out_of_the_reserve_too():
    table = Seated("FK1", "FL1")
    match = table.s.match
    match.card[table.one, 0] = table.cards.numbers["FK1"]
    open_game(table.s, table.t, 0)
    assert "FK1'" in table.owned(table.one)


# ---------------------------------------------------------------- chance


@pytest.mark.parametrize("other", ["FA2", "FK1"])
def test_nothing_that_chance_decides_is_moved_by_it(other):
    usual, table = Opening(2), Seated("FA1", other)
    usual.open_all(0)
    assert [table.deck(seat) for seat in (0, 1)] == [usual.deck(seat) for seat in (0, 1)]
    assert [table.hand_pieces(seat) for seat in (0, 1)] == [usual.hand_pieces(seat) for seat in (0, 1)]


def renamed(log: Log, place: str) -> pl.DataFrame:
    """The rows of cards, where what stands in the place bears its name."""
    named = log.cards.with_columns(pl.col("card").cast(pl.String).replace(f"{place}'", place))
    return named.sort("game_no", "seat", "card")


@pytest.mark.nightly
@pytest.mark.parametrize("place", ["FC-F001", "FC-E001", "FC-R11", "FC-A11", "FC-A22", "FC-A33"])
@pytest.mark.parametrize("run", RUNS)
def test_a_card_in_its_own_place_changes_no_game_whatever_is_played(run, place):
    plan = make("fairy_conundrum", games=GAMES, **RUNS[run])
    before, after = play(plan, 0, GAMES), play(with_stand_in(plan, place, place), 0, GAMES)
    assert after.games.equals(before.games)
    assert after.seats.equals(before.seats)
    assert renamed(after, place).equals(renamed(before, place))


# ---------------------------------------------------------------- matches


def test_the_seat_is_drawn_once_for_all_games_of_a_match():
    plan = make("fairy_conundrum", games=GAMES, settings={"match_games": "3", "decks": "dawn_rush"})
    place = plan.cards.cards[plan.cards.decks[plan.cards.deck_names.index("dawn_rush")].cards[0][0]].id
    cards = play(with_stand_in(plan, place, "FC-F002"), 0, GAMES).cards
    had = cards.filter(pl.col("card").cast(pl.String) == f"{place}'", pl.col("taken") > 0)
    seats = dict(had.select("game_no", "seat").iter_rows())
    assert seats == {game_no: drawn(plan, game_no) for game_no in seats}
    assert {game_no % 3 for game_no in seats} == {0, 1, 2}
