"""For the tests of what is told of Fairy School: a card table with names, logged games, turns made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.story import LoggedGame, Row
from balance.games.fairy_school.cards.box import ELEMENTS
from balance.games.fairy_school.state import Said
from balance.games.fairy_school.tell.activations import Activation
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
        names = [column.name for column in plan.log_tables["turns"].columns]
        blank: Row = dict.fromkeys(names, 0)
        blank |= dict.fromkeys(("top_card_a", "top_card_b", "bottom_card_a", "bottom_card_b", "idle_pick"))
        blank |= dict.fromkeys(("corner_top", "corner_bottom", "studied_corner", "leader_bonus", "final_id"))
        blank |= dict.fromkeys(("realized", "ongoing", "studied_effect", "bonus_element"), "")
        self.blank = blank | {"turn": 2, "trimester": 1, "turn_in_trimester": 2, "is_final": False, "drawn": 5}
        self.blank |= {"col_a": 2, "col_b": -1, "cubes_supply": 30, "score": 9}

    def row(self, gain: str = "", spend: str = "", **columns: Any) -> Row:
        """A turn. ``gain``, ``spend``: such as "E E W"."""
        row = dict(self.blank)
        for x, gained, spent in zip(ELEMENTS, amounts(gain), amounts(spend), strict=True):
            row |= {f"{x}_gain": gained, f"{x}_spend": spent}
        return row | columns

    def did(
        self,
        card: str,
        owner: int = 0,
        gain: str = "",
        spend: str = "",
        again: bool = False,
        moved: Mapping[Said, str] | None = None,
        studied: str = "",
    ) -> Activation:
        """An activation of a card. ``moved``: by what happened to them, cards such as "ST1 ST3"."""
        cards = {said: [self.book.cards[id] for id in ids.split()] for said, ids in (moved or {}).items()}
        return Activation(owner, self.book.cards[card], again, amounts(spend), amounts(gain), cards, studied)

    def lines(self, desk: Desk | None = None, done: Sequence[Activation] | None = (), **columns: Any) -> list[str]:
        """What is told of a turn, by default of a seat with a project."""
        return tell_turn(self.row(**columns), desk or Desk(ongoing=["I1"]), done, self.book)

    def planning(self, desk: Desk | None = None, **columns: Any) -> str:
        return self.lines(desk, **columns)[0].removeprefix("Player 1 (star) ")

    def activates(self, *done: Activation, **columns: Any) -> str:
        return self.lines(done=done, **columns)[1].removeprefix("Activates ")

    def brings(self, desk: Desk | None = None, **columns: Any) -> str:
        return self.lines(desk, **columns)[2]

    def ends(self, **columns: Any) -> str:
        return self.lines(**columns)[3]


def amounts(elements: str) -> list[int]:
    """How many there are of each in such as "E E W"."""
    return [elements.split().count(element) for element in ELEMENTS]
