"""For the tests of what is told of Fairy School: a card table with names, logged games, turns made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.story import LoggedGame, Row
from balance.games.fairy_school.cards.box import ELEMENTS
from balance.games.fairy_school.state import (
    DEED_BITS,
    DEED_WORDS,
    DEEDS_PER_WORD,
    DID_PLACE,
    DID_REMOVE,
    DID_TAKE,
)
from balance.games.fairy_school.tell.turns import Desk, tell_turn
from balance.games.fairy_school.tell.words import open_book
from fairy_school.box import changed_rows, default_rows
from helpers.card_tables import text_of


def plan_of(folder: Path, **changes: Any) -> Plan:
    """The card table of the tests with names, played at random."""
    names = {
        row["id"]: {"name": f"{row['traits'].split(';')[0].removeprefix('creature=').replace('_', ' ')} {row['id']}"}
        for row in default_rows()
        if row["traits"]
    }
    (folder / "cards.csv").write_text(text_of(changed_rows(names)))
    request = {"game": "fairy_school", "games": 3, "seed": 7, "agents": "random", "cards": folder / "cards.csv"}
    return make_plan(Request(**{**request, **changes}))


class Table:
    """Three seats, and turns of the first of them as the log would have them."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.seats: list[Row] = [
            {"seat": seat, "agent": agent} for seat, agent in enumerate(("star", "rival", "greedy"))
        ]
        self.book = open_book(LoggedGame(plan, {}, self.seats, [], []))
        self.numbers = {card.id: number for number, card in self.book.numbered.items()}
        names = [column.name for column in plan.game.tables(plan, plan.cards)["turns"].columns]
        blank: Row = dict.fromkeys(names, 0)
        blank |= dict.fromkeys(("top_card_a", "top_card_b", "bottom_card_a", "bottom_card_b", "idle_pick"))
        blank |= dict.fromkeys(("corner_top", "corner_bottom", "studied_corner", "leader_bonus", "final_id"))
        blank |= dict.fromkeys(("realized", "ongoing", "studied_effect", "bonus_element"), "")
        self.blank = blank | {"turn": 2, "trimester": 1, "turn_in_trimester": 2, "is_final": False, "drawn": 5}
        self.blank |= {"col_a": 2, "col_b": -1, "cubes_supply": 30, "score": 9, "deeds": [0] * DEED_WORDS}

    def row(self, gain: str = "", spend: str = "", deeds: Sequence[tuple[int, int, str]] = (), **columns: Any) -> Row:
        """A turn. ``gain``, ``spend``: such as "E E W"; ``deeds``: deed, seat, card."""
        row = {**self.blank, "deeds": self.pack(deeds)}
        for element in ELEMENTS:
            row[f"{element}_gain"] = gain.split().count(element)
            row[f"{element}_spend"] = spend.split().count(element)
        for deed, seat, _ in deeds:
            word = {DID_TAKE: "taken", DID_PLACE: "drawn_placed", DID_REMOVE: "removed"}.get(deed)
            row[word or ("act_own", "act_left", "act_right")[seat]] += 1
        return row | columns

    def pack(self, deeds: Sequence[tuple[int, int, str]]) -> list[int]:
        """Deeds as the log packs them."""
        words = [0] * DEED_WORDS
        for place, (deed, seat, card) in enumerate(deeds):
            code = deed | (seat << 3) | (self.numbers[card] << 6)
            words[place // DEEDS_PER_WORD] |= code << (DEED_BITS * (place % DEEDS_PER_WORD))
        return words

    def lines(self, desk: Desk | None = None, **columns: Any) -> list[str]:
        """What is told of a turn, by default of a seat with a project."""
        return tell_turn(self.row(**columns), desk or Desk(ongoing=["I1"]), self.book)

    def planning(self, desk: Desk | None = None, **columns: Any) -> str:
        return self.lines(desk, **columns)[0].removeprefix("Seat 1 (star) ")

    def activates(self, *deeds: tuple[int, int, str], **columns: Any) -> str:
        return self.lines(deeds=deeds, **columns)[1].removeprefix("Activates ")

    def brings(self, desk: Desk | None = None, **columns: Any) -> str:
        return self.lines(desk, **columns)[2]

    def ends(self, **columns: Any) -> str:
        return self.lines(**columns)[3]
