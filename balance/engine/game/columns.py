"""Columns that every game's log has; the kernels that fill them are in balance.engine.kernels.buffers.

A game puts them together with its own: ``block(**STANDING, lost=np.int32)`` makes the buffer of ``seats``,
``(*seat_columns(plan), Column("lost", ...))`` its columns, and its kernel for a seat calls ``log_standing``
first and then fills ``lost``.
"""

from __future__ import annotations

from enum import IntEnum

import polars as pl

from balance.engine.game.game import Plan
from balance.engine.game.log import Column, Derived, literal
from balance.engine.kernels.choices import MOST_CHOICES
from balance.engine.kernels.events import Events

COMMON = {
    "games": ("game_no", "players", "turns", "winners", "end_reason", "margin", "lead_changes", "lead_turn"),
    "seats": ("game_no", "seat", "agent", "score", "rank", "win_share"),
    "turns": ("game_no", "turn", "seat", "score"),
    "cards": (
        *("game_no", "seat", "card", "seen", "taken", "played", "used", "used_by_others", "first_turn", "kept"),
        *("options_in", "chosen_in"),
    ),
}
"""The columns that the shared queries read: every game's tables have them."""

# ---------------------------------------------------------------- any table

GAME_NO = Column("game_no", "number of the game in the run, from 0")
SEAT = Column("seat", "seat, from 0: seat 0 here is player 1 on pages and in replays")


def agent_column(plan: Plan) -> Column:
    """The play style of a seat."""
    return Column("agent", "play style", values=plan.style_names)


# ---------------------------------------------------------------- games

WINNERS = Column("winners", "seats that share the win")


def game_columns(plan: Plan) -> tuple[Column | Derived, ...]:
    """The first columns of ``games``: its number, then players, seed, variant and every setting, the same in every row.

    Field in the block: ``game_no``.
    """
    columns: list[Column | Derived] = [
        GAME_NO,
        Derived("players", "seats at the table", f"{plan.players}::TINYINT"),
        Derived("seed", "seed of the run", f"{plan.seed}::BIGINT"),
        Derived("variant", "rules variant", literal(plan.variant)),
    ]
    for setting in plan.game.settings:
        value = plan.settings[setting.name]
        columns.append(Derived(setting.name, setting.description, literal(str(value) if setting.words else value)))
    return tuple(columns)


def lead_columns(margin: str = "best minus second best score") -> tuple[Column, ...]:
    """Columns of ``games``: margin, lead_changes, lead_turn. ``margin`` says which scores are compared."""
    return (
        Column("margin", margin),
        Column("lead_changes", "times the sole lead passed to another seat"),
        Column("lead_turn", "turn from which on the winners led, and nobody else; the last one if a tie-break decided"),
    )


# ---------------------------------------------------------------- seats


WIN_SHARE = "CASE WHEN shared_by > 0 THEN 1 / shared_by::DOUBLE ELSE 0 END"
"""What a seat has of the win, from its row of ``seats``: as DuckDB and Polars read it."""
WRITTEN_TOO = {"seats": {"win_share": (WIN_SHARE, pl.Float32)}}
"""By table: derived columns that stand in the parts, too, for who reads these with another tool.

Ours do not read them: an expression has one definition, and runs of earlier versions lack them.
"""


def seat_columns(
    plan: Plan,
    score: str = "final score",
    rank: str = "rank by the final score, 1 = best, ties share",
) -> tuple[Column | Derived, ...]:
    """The first columns of ``seats``: game_no, seat, agent, score, rank, shared_by (hidden), win_share.

    ``score`` and ``rank`` say what these two mean in this game.
    """
    return (
        GAME_NO,
        SEAT,
        agent_column(plan),
        Column("score", score),
        Column("rank", rank, field="ranking"),
        Column("shared_by", "winners of the game if this seat is one, else 0", hidden=True),
        Derived(
            "win_share",
            "1/winners for a winner, else 0",
            f"{WIN_SHARE}::FLOAT",
        ),
    )


# ---------------------------------------------------------------- cards


def card_columns(ids: tuple[str, ...]) -> tuple[Column, ...]:
    """The first columns of ``cards``: game_no, seat, card. ``ids``: the cards' ids in the order of their codes.

    After them every game has, stored or derived, in its own words: seen, taken, played, used, used_by_others,
    first_turn, kept. Then come the ``CHOICE_COLUMNS``.
    """
    return (GAME_NO, SEAT, Column("card", "id of the card", values=ids))


def event_columns(events: Events) -> tuple[Column, ...]:
    """The packed numbers of card events, stored for the columns that ``event_count`` reads out of them."""
    return tuple(
        Column(name, "card events, packed", field=events.field, place=word, hidden=True)
        for word, name in enumerate(_packed(events))
    )


def event_count(events: Events, *which: IntEnum) -> str:
    """An SQL expression: how often these events happened, together."""
    names, mask = _packed(events), (1 << events.bits) - 1
    places = (divmod(event, events.per_word) for event in which)
    counts = [f"(({names[word]} >> {place * events.bits}) & {mask})" for word, place in places]
    return f"({' + '.join(counts)})::SMALLINT" if len(counts) > 1 else f"{counts[0]}::SMALLINT"


def _packed(events: Events) -> list[str]:
    """The names of the stored columns."""
    return [f"{events.field}_{word + 1}" for word in range(events.words)] if events.words > 1 else [events.field]


CHOICE_COLUMNS = (
    Column(
        "options_in",
        f"choices of the seat in which the card was one of two or more different ones: bit k is its choice k, from 0; "
        f"the first {MOST_CHOICES} are recorded",
    ),
    Column("chosen_in", "of these, the ones in which the seat chose it"),
)
