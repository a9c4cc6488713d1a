"""The columns of the four tables, stored and derived, one sentence each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.columns import (
    CHOICE_COLUMNS,
    GAME_NO,
    SEAT,
    WINNERS,
    agent_column,
    card_columns,
    event_columns,
    event_count,
    game_columns,
    lead_columns,
    seat_columns,
)
from balance.engine.game.log import Column, Derived, Table, literal
from balance.games.alfheim.cards.box import EXPERTS, TYPES
from balance.games.alfheim.log.rows import (
    CLAIM_BITS,
    CODE_BITS,
    ICON_BITS,
    PLACE_BITS,
    PLACED_PER_WORD,
    PLACED_WORDS,
    VALUE_BITS,
)
from balance.games.alfheim.state import (
    BLACK,
    EVENTS,
    HOME,
    PAIR,
    ROUNDS,
    SIDE,
    Event,
)

PARTS = (
    ("king", "the King"),
    ("queen", "the Queen"),
    ("nisse", "the three Nisse"),
    ("fairy", "the three Fairies"),
    ("tomte", "the Tomte"),
    ("expert_king_queen", "the expert tile for King and Queen"),
    ("expert_tomte", "the expert tile for the Tomte"),
    ("expert_fairy", "the expert tile for the Fairies"),
    ("footprint", "clue tiles that match the footprint"),
)
FAIRY_PARTS = 5  # the first of these

EVENT_DESCRIPTIONS = {
    Event.REVEALED: "cost tile: times revealed, the same for every seat",
    Event.PAID: "cost tile: fairies this seat placed with it",
    Event.HELD: "secret cost tile, footprint, start tiles: copies this seat had",
    Event.CLAIMED: "expert tile: claimed; when tied, the tile whose value was got",
    Event.DRAWN: "clue tile: times drawn by the lead",
    Event.SWAPPED_OUT: "clue tile: times put under the centre stack",
    Event.SWAPPED_IN: "clue tile: times drawn from the centre stack instead",
    Event.PLACED: "clue tile, footprint: times placed",
}
"""Card events with a column of their own."""


def tables(plan: Plan, cards: Any) -> dict[str, Table]:
    """The columns of the four tables, stored and derived."""
    return {
        "games": Table("games", _games(plan, cards)),
        "seats": Table("seats", _seats(plan)),
        "turns": Table("turns", _turns(plan, cards)),
        "cards": Table("cards", _cards(cards)),
    }


def rows_per_game(plan: Plan, cards: Any) -> dict[str, int]:
    """The most rows a game adds to each table."""
    return {
        "games": 1,
        "seats": plan.players,
        "turns": plan.players * ROUNDS,
        "cards": plan.players * len(cards.ids),
    }


def _games(plan: Plan, cards: Any) -> tuple[Column | Derived, ...]:
    centre = BLACK - PAIR * plan.players
    return (
        *game_columns(plan),
        Derived("turns", "rounds", f"{ROUNDS}::SMALLINT"),
        WINNERS,
        Derived("end_reason", "rounds: the game always ends after the last one", literal("rounds")),
        *lead_columns(),
        Column("lead", "seat of the lead player"),
        Column("stack", "the lead's clue tiles in the order of drawing, packed", hidden=True),
        Derived("draw_order", "icons in the order in which the lead drew them", _letters("stack", 0, ROUNDS, cards)),
        Derived("removed", "icon of the tile removed unseen", _letters("stack", ROUNDS, ROUNDS + 1, cards)),
        Column("centre", "the centre stack, packed", hidden=True),
        Derived("centre_start", "icons of the centre stack before round 1, its top first",
                _letters("centre", 0, centre, cards)),
        *_reveals("first", cards),
        Derived("reveal_start", "costs revealed at the start, joined by ;", _joined("first")),
        *_reveals("second", cards),
        Derived("reveal_prep", "costs revealed in the preparation, joined by ;", _joined("second")),
    )  # fmt: skip


def _seats(plan: Plan) -> tuple[Column | Derived, ...]:
    pts = [f"pts_{name}" for name, _ in PARTS]
    return (
        *seat_columns(plan),
        *(
            Column(name, f"points from {description}", field="points", place=i)
            for i, (name, (_, description)) in enumerate(zip(pts, PARTS, strict=True))
        ),
        Derived("fairy_points", "points from all fairies", " + ".join(pts[:FAIRY_PARTS])),
        *(Derived(name, f"points from {description}", f"pts_{name}") for name, description in PARTS[FAIRY_PARTS:]),
        Column("n_fairies", "fairies placed"),
        Column("tomte_left", "1 when a secret tile was left over, else 0"),
        Column("n_swaps", "swaps"),
    )


def _turns(plan: Plan, cards: Any) -> tuple[Column | Derived, ...]:
    icons = tuple(cards.icons)
    pairs = tuple(icon + two for icon in icons for two in icons)
    fairies = _ids(cards.tiles)
    placed = [f"placed_{i + 1}" for i in range(PLACED_WORDS)]
    prints = [footprint.icons for footprint in cards.footprints]
    return (
        GAME_NO,
        Column("turn", "round, from 1"),
        Derived("round", "round, from 1", "turn"),
        SEAT,
        agent_column(plan),
        Column("score", "score as it stands: fairies, expert tiles, footprint"),
        Derived("score_after", "the same", "score"),
        Column("queue", "place in this round's order of being served, from 0"),
        Column("start_icons", "icons of the start pair, the left one first", field="start", values=pairs),
        Column("drawn", "icon drawn by the lead", values=icons),
        Column("swapped", "1 when the seat swapped it, else 0"),
        Column("kept", "icon of the clue tile placed", values=icons),
        Column("clue_cell", "where it lies, packed", field="at", blank=True, hidden=True),
        Derived("x", "column of its cell; the start tiles lie in 0 and 1", _x("clue_cell")),
        Derived("y", "row of its cell; the start tiles lie in 0, and it grows downwards", _y("clue_cell")),
        Column("n_cells", "legal cells for it"),
        Column("fp_cell", "where the footprint lies, packed", field="footprint_at", blank=True, hidden=True),
        Derived("fp_x", "column of the footprint, in the round in which it is placed", _x("fp_cell")),
        Derived("fp_y", "row of the footprint, in the round in which it is placed", _y("fp_cell")),
        Column("fp_row", "which footprint", field="footprint", blank=True, hidden=True),
        Derived("fp_icons", "icons of the footprint, in the round in which it is placed", _pick(prints, "fp_row")),
        *(Column(name, "fairies placed, packed", "placed", i, hidden=True) for i, name in enumerate(placed)),
        Derived("placements", "fairies placed, in order: type@x,y:cost tile, joined by ;", _placements(placed, cards)),
        Column("tomte_drawn", "secret cost tile received", values=fairies, blank=True),
        Column("n_payable", "types that could be placed before placing fairies"),
        Column("n_declined", "types that could still be placed after it"),
        Column("claims", "expert tiles claimed, packed", hidden=True),
        Derived("experts", "expert tiles claimed, with * when tied: row=value, joined by ;", _claims()),
    )  # fmt: skip


def _cards(cards: Any) -> tuple[Column | Derived, ...]:
    return (
        *card_columns(cards.ids),
        *event_columns(EVENTS),
        *(
            Derived(event.name.lower(), description, event_count(EVENTS, event))
            for event, description in EVENT_DESCRIPTIONS.items()
        ),
        Derived("seen", "times revealed, held or drawn by the lead", "(revealed + held + drawn)::SMALLINT"),
        Derived("taken", "times held or claimed", "(held + claimed)::SMALLINT"),
        Derived("played", "times paid with or placed", "(paid + placed)::SMALLINT"),
        Derived("used", "the same", "played"),
        Derived("used_by_others", "fairies other seats placed with it", event_count(EVENTS, Event.USED_BY_OTHERS)),
        Column("first_turn", "round in which it was first paid with or placed; 0: never"),
        Derived("kept", "copies in the final area, or claimed", event_count(EVENTS, Event.KEPT)),
        *CHOICE_COLUMNS,
    )


# Expressions


def _ids(rows: Iterable[Any]) -> tuple[str, ...]:
    return tuple(row.id for row in rows)


def _letters(column: str, first: int, end: int, cards: Any) -> str:
    """Icons out of a packed column, one letter each."""
    letter = f"substr({literal(cards.icons)}, (({column} >> {{}}) & {(1 << ICON_BITS) - 1})::INTEGER + 1, 1)"
    return " || ".join(letter.format(ICON_BITS * i) for i in range(first, end))


def _reveals(field: str, cards: Any) -> list[Column]:
    ids = _ids(cards.fairies)
    return [
        Column(f"{field}_{kind}", f"cost of {kind} revealed", field, i, values=ids, blank=True, hidden=True)
        for i, kind in enumerate(TYPES)
    ]


def _joined(field: str) -> str:
    """Words of the columns of ``_reveals`` that are not NULL, joined by semicolons."""
    return f"concat_ws(';', {', '.join(f'{field}_{kind}::VARCHAR' for kind in TYPES)})"


def _x(cell: str) -> str:
    return f"({cell} % {SIDE} - {HOME % SIDE})::TINYINT"


def _y(cell: str) -> str:
    return f"({cell} // {SIDE} - {HOME // SIDE})::TINYINT"


def _pick(words: Sequence[str], place: str) -> str:
    """One of a list of words."""
    return f"[{', '.join(literal(word) for word in words)}][{place} + 1]"


def _placements(columns: Sequence[str], cards: Any) -> str:
    """The packed fairies as text; most rounds have none."""
    mask = (1 << PLACE_BITS) - 1
    codes = [f"({column} >> {PLACE_BITS * i}) & {mask}" for column in columns for i in range(PLACED_PER_WORD)]
    part = (1 << CODE_BITS) - 1
    row, x, y = (f"((code >> {CODE_BITS * i}) & {part})" for i in range(3))
    names = [f"{fairy.type}@{{}}:{fairy.id}" for fairy in cards.tiles]
    before, behind = ([name.split("{}")[i] for name in names] for i in range(2))
    text = (
        f"{_pick(before, f'{row} - 1')} || ({x} - {HOME % SIDE}) || ',' || ({y} - {HOME // SIDE})"
        f" || {_pick(behind, f'{row} - 1')}"
    )
    listed = f"list_filter([{', '.join(codes)}], lambda code: code > 0)"
    several = f"array_to_string(list_transform({listed}, lambda code: {text}), ';')"
    return f"CASE WHEN {columns[0]} = 0 THEN '' ELSE {several} END"


def _claims() -> str:
    """The packed expert tiles as text."""
    claims = []
    for i, row in enumerate(EXPERTS):
        claim = f"(claims >> {CLAIM_BITS * i})"
        value = f"({claim} & {(1 << VALUE_BITS) - 1})"
        tied = f"CASE WHEN ({claim} >> {VALUE_BITS}) & 1 = 1 THEN '*' ELSE '' END"
        claims.append(f"CASE WHEN {value} > 0 THEN '{row}=' || ({value} - 1) || {tied} END")
    return f"CASE WHEN claims = 0 THEN '' ELSE concat_ws(';', {', '.join(claims)}) END"
