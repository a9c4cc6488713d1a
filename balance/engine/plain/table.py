"""The TABLE of a plain game, and the games played from it into the buffers that kernels fill elsewhere.

TABLE holds one number beside seed and seats: on which terms is played. The same number stands for the same terms in
every process, so that whoever compares two of them, or exchanges bytes, need not know that there is no more in them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from balance.cards.check import CardRow, CardTable, integer
from balance.common.errors import Problem, Problems
from balance.common.faults import AuthorError
from balance.engine.game import Plan
from balance.engine.game.log import TABLES
from balance.engine.game.styles import AHEAD, SLIP
from balance.engine.kernels.kernel import record
from balance.engine.kernels.lineup import LINEUP
from balance.engine.kernels.other_luck import luck_record
from balance.engine.plain.cards import PLACE, as_values
from balance.engine.plain.chance import AS_IT_IS, OtherLuck, purpose_of
from balance.engine.plain.directed import is_directed, play_directed
from balance.engine.plain.game import Game
from balance.engine.plain.log import FIELDS
from balance.engine.plain.playing import Order, play_somewhere
from balance.engine.plain.terms import PlainStyle, Terms

NAMED_STREAM = 1
"""Of what can be changed of the luck of a game: all its dice and piles, beside the seats."""
TABLE = record(seed=np.int64, players=np.int64, lineup=LINEUP, luck=luck_record(NAMED_STREAM + 1), terms=np.int64)
LARGEST_POINTS = 1_000_000
MOST_COPIES = 1000

_terms: dict[int, Terms] = {}
"""All that this process has played on: numbers of terms outlive their plans, in what is kept of how tables differ."""
_rows: dict[str, Mapping[str, Any]] = {}
"""By what it says, every row of a card: the terms of plans that differ in one card share all others."""


@dataclass(frozen=True)
class Cards:
    """The cards in play."""

    ids: tuple[str, ...]
    cells: tuple[Mapping[str, Any], ...]


def read_plain_cards(table: CardTable, problems: Problems) -> Cards | None:
    """The cards in play, their cells as values."""
    copies = {row.id: integer(row, "copies", problems, 0, MOST_COPIES, 1) for row in table.rows}
    for row in table.rows:
        integer(row, "points", problems, -LARGEST_POINTS, LARGEST_POINTS, 0)
    if PLACE in table.own:
        message = "balance numbers the cards itself: card.number is a card's place among those in play"
        problems.errors.append(
            Problem(message, table.file, table.header, PLACE, allowed="another name for this column")
        )
    if problems.errors:
        return None
    rows = [row for row in table.rows if copies[row.id]]
    values = as_values([_cells(row, table.own) for row in rows], table.numeric)
    cells = [row | {"copies": copies[row["id"]]} for row in values]
    return Cards(tuple(row.id for row in rows), tuple(_rows.setdefault(repr(row), row) for row in cells))


def _cells(row: CardRow, own: tuple[str, ...]) -> dict[str, str]:
    common = ("id", "name", "kind", "set", "cost", "effect", "points", "traits")
    return {column: row.cell(column) for column in (*common, *own)}


def fill_table(t: Any, plan: Plan, cards: Cards) -> None:
    """Say on which terms is played."""
    if plan.game.file is None:
        raise ValueError("a plain game without a file")
    styles = tuple(
        PlainStyle(
            style.name,
            {name: value for name, value in style.weights.items() if value},
            style.knobs.get(SLIP.name, 0.0),
            int(style.knobs.get(AHEAD.name, 0)),
        )
        for style in plan.styles
    )
    lineup = tuple(
        tuple(int(code) for code in t.lineup.style[seat, : t.lineup.choices[seat]]) for seat in range(plan.players)
    )
    settings = tuple(plan.settings.items())
    terms = Terms(plan.game.file, plan.game.source, settings, cards.cells, styles, lineup, bool(t.lineup.dealt))
    digest = hashlib.sha256(json.dumps(asdict(terms), default=str).encode()).digest()
    t.terms = int.from_bytes(digest[:8], "little") >> 1
    _terms[int(t.terms)] = terms


def fill_swift_table(kind: type[Game], t: Any, plan: Plan, cards: Cards) -> None:
    """Say the same in numbers, for kernels."""
    fill_table(t, plan, cards)
    seated = {name for names in plan.seated for name in names}
    for code, style in enumerate(plan.styles):
        if style.name in seated and style.looks_ahead:
            message = f"{style.name} looks ahead, and kernels do not: take `compiled = ...` out of the class for it"
            raise AuthorError(message, "compiled")
        t.style[code].slip = style.knobs.get(SLIP.name, 0.0)
        for place, feature in enumerate(kind.features):
            t.style[code].weight[place] = style.weights.get(feature, 0.0)
    for name, value in plan.settings.items():
        t.rule[name] = int(value)
    if len(cards.cells) > len(t.card):
        message = f"{len(cards.cells)} cards in play, and the STATE has room for {len(t.card)}: swift_state(cards=...)"
        raise AuthorError(message, "state")
    t.cards = len(cards.cells)
    for place, cells in enumerate(cards.cells):
        for column in ("copies", *kind.columns):
            number = cells.get(column)
            if not isinstance(number, int):
                raise AuthorError(f"columns: {column} of {cells['id']} is {number!r}, no whole number", "columns")
            t.card[place][column] = number
    t.streams = len(kind.streams)
    for place, name in enumerate(kind.streams):
        t.purpose[place] = purpose_of(name)


def play_games(s, t, numbers, games, seats, turns, cards, used, logs_turns):
    """Append the games of these numbers to the buffers."""
    s.trouble = 0
    order = Order(_terms[int(t.terms)], int(t.seed), numbers.tolist(), bool(logs_turns), _luck_of(t))
    played = play_directed(s, order) if is_directed(s) else play_somewhere(order)
    for place, (name, filled) in enumerate(zip(TABLES, (games, seats, turns, cards), strict=True)):
        rows = np.array(getattr(played, name), np.int64)
        if not len(rows):
            continue
        first, end = int(used[place]), int(used[place]) + len(rows)
        for at, column in enumerate(FIELDS[name]):
            filled[column][first:end] = rows[:, at]
        for part, points in enumerate(rows[:, len(FIELDS[name]) :].T):
            filled["points"][part, first:end] = points
        used[place] = end


def _luck_of(t: Any) -> OtherLuck:
    if "luck" not in t.dtype.names or not t.luck.there:
        return AS_IT_IS
    return OtherLuck(int(t.luck.stream[NAMED_STREAM]), int(t.luck.choices))


def terms_of(plan: Plan) -> Terms:
    """On which terms the games of a plan are played."""
    return _terms[int(plan.table().terms)]
