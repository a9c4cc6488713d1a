"""For the tests of what is told of Fairy Conundrum: a card table with names, logged games, turns made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.story import LoggedGame, Row
from balance.games.fairy_conundrum.codes import NARRATION
from balance.games.fairy_conundrum.tell.turn_events import TurnEvent
from balance.games.fairy_conundrum.tell.turns import tell_turn
from balance.games.fairy_conundrum.tell.words import Book, open_book
from fairy_conundrum.box import changed_rows
from helpers.card_tables import text_of

CELLS: dict[str, dict[str, object]] = {
    "AV1": {"name": "Luna the Bud"},
    "AV2": {"name": "Luna the Bloom", "effect": "ALWAYS: gather +1"},
    "AV3": {"name": "Luna the Blaze", "effect": "WHEN own.shard: dmg 3 foe.avatar"},
    "CV1": {"name": "Gate"},
    "CV2": {"name": "Loft", "effect": "IN: life +1 me"},
    "CV3": {"name": "Stair"},
    "T1": {"name": "Seedling"},
    "FA1": {"name": "Daisy 01"},
    "FA2": {"name": "Bramble 01", "mes": 1, "effect": "TRAP foe.joust: cancel"},
    "FA3": {"name": "Clover 01", "cost": 2, "effect": "CALL: token 1 T1"},
    "FA4": {"name": "Ivy 01", "cost": 2, "effect": "CALL: imprison foe.fairy.x ~stay"},
    "FA5": {"name": "Thunder 01", "effect": "ACT: dmg 2 foe.avatar"},
    "FA6": {"name": "Heather 01", "effect": "CALL: marry own.fairy.x[single]#1"},
    "SH1": {"name": "Spark of Hope", "vol": 1, "effect": "CALL: draw 1"},
    "SH2": {"name": "Veil of Fear", "radiance": "D", "vol": 2, "effect": "CALL: reap foe.fairy.x; ENDVOL: siphon 1"},
    "FK1": {"name": "Moss 01"},
    "FL1": {"name": "Fern 01"},
}
"""Names for the cards of the default table, and abilities of many kinds."""


def plan_of(folder: Path, cells: Mapping[str, Mapping[str, object]] | None = None, **changes: Any) -> Plan:
    """The card table of the tests with names, played at random; ``cells`` changes more of it."""
    both = {id: {**CELLS.get(id, {}), **(cells or {}).get(id, {})} for id in {*CELLS, *(cells or {})}}
    (folder / "cards.csv").write_text(text_of(changed_rows(both)))
    request = {"game": "fairy_conundrum", "games": 3, "seed": 7, "agents": "random", "cards": folder / "cards.csv"}
    return make_plan(Request(**{**request, **changes}))


class Table:
    """Three seats, and turns of theirs as the log would have them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        agents = ("star", "rival", "greedy")
        self.seats: list[Row] = [{"seat": seat, "agent": agent, "rank": 1} for seat, agent in enumerate(agents)]
        self.names = {card.name: number for number, card in enumerate(plan.cards.cards)}
        columns = plan.log_tables["turns"].columns
        self.blank: Row = {column.name: 0 for column in columns} | {"turn": 4, "stage": 1, "joust_target": 1}

    def book(self) -> Book:
        """The words of a game in which everybody stands."""
        return open_book(LoggedGame(self.plan, {"end_reason": "stalemate"}, self.seats, [], []))

    def event(self, what: int, names: str, owner: int = 0, moment: int = NARRATION) -> list[TurnEvent]:
        """The same event for each of some cards, joined by commas."""
        return [TurnEvent(what, owner, moment, self.names[name]) for name in names.split(", ")]

    def row(self, seat: int = 0, **columns: Any) -> Row:
        """A turn of a seat, with 20 life; the seats play in order."""
        start = {"seat": seat, "destiny_pos": seat, "chose_first": seat == 0, "initiative": 20 + seat}
        life = {"life_start": 20 + seat, "life_end": 20 + seat, "gathered": 1}
        return {**self.blank, **start, **life, **columns}

    def turn(
        self,
        *rows: Row,
        events: Sequence[TurnEvent] | None = (),
        before: Sequence[Row] = (),
        falling: Sequence[int] = (),
    ) -> list[str]:
        """What is told of a turn in which these events happened while the first seat was at play; None: not known."""
        done = None if events is None else {0: events}
        return tell_turn(rows, done, {row["seat"]: row for row in before}, frozenset(falling), self.book())

    def destiny(self, *rows: Row, before: Sequence[Row] = ()) -> str:
        """The first line of a turn, without its number."""
        return self.turn(*rows, before=before)[0].removeprefix("Turn 4. ")

    def narrates(self, events: Sequence[TurnEvent] | None = (), **columns: Any) -> str:
        """What the first seat does up to the end of its Narration."""
        return self.turn(self.row(**columns), events=events)[1].removeprefix("  Player 1 (star) ")

    def jousts(self, events: Sequence[TurnEvent] = (), **columns: Any) -> str:
        """Its joust."""
        return self.turn(self.row(**columns), events=events)[2].removeprefix("  Player 1 (star) ")

    def stands(
        self, events: Sequence[TurnEvent] = (), before: Sequence[Row] = (), fall: bool = False, **columns: Any
    ) -> str:
        """How it stands at the end of the turn."""
        falling = (0,) if fall else ()
        told = self.turn(self.row(**columns), events=events, before=before, falling=falling)
        return told[-1].removeprefix("  Player 1 (star)")
