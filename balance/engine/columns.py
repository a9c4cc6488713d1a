"""Columns that every game's log has, the fields of its buffers they come from, and the kernels that fill those.

A game puts them together with its own: ``block(**STANDING, lost=np.int32)`` makes the buffer of ``seats``,
``(*seat_columns(plan), Column("lost", ...))`` its columns, and its kernel for a seat calls ``log_standing``
first and then fills ``lost``. What the kernels ask of a game's state is said at each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from balance.engine.kernel import kernel
from balance.engine.log import Column, Derived, literal
from balance.engine.table import margin_of

if TYPE_CHECKING:
    from balance.engine.plan import Plan

# ---------------------------------------------------------------- any table

GAME_NO = Column("game_no", "number of the game in the run, from 0")
SEAT = Column("seat", "seat, from 0: seat 0 here is seat 1 on pages, in replays and in targets")


def agent_column(plan: Plan) -> Column:
    """The play style of a seat."""
    return Column("agent", "play style", values=plan.style_names)


# ---------------------------------------------------------------- games

WINNERS = Column("winners", "seats that share the win")

LEAD = {"winners": np.int8, "margin": np.int32, "lead_changes": np.int16, "lead_turn": np.int16}
"""The fields that ``log_lead`` fills, for the ``block`` of games."""


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
        columns.append(Derived(setting.name, setting.help, literal(str(value) if setting.words else value)))
    return tuple(columns)


def lead_columns(margin: str = "best minus second best score") -> tuple[Column, ...]:
    """Columns of ``games``: margin, lead_changes, lead_turn. ``margin`` says which scores are compared."""
    return (
        Column("margin", margin),
        Column("lead_changes", "times the sole lead passed to another seat"),
        Column("lead_turn", "turn from which on no winner was ever behind"),
    )


@kernel
def log_lead(games, n, s, score, players, turn):
    """Fill winners, margin, lead_changes and lead_turn in row ``n``: the fields LEAD of the block ``games``.

    ``s`` has ``won`` (by seat, 0/1), ``winners``, and what ``engine.table.watch_lead`` books: ``lead_changes``
    and, by seat, ``level_since``. ``score``: int64 by seat, what the margin is about. ``turn``: the last one.
    """
    games.winners[n] = s.winners
    games.margin[n] = margin_of(score, players)
    games.lead_changes[n] = s.lead_changes
    since = 0
    for seat in range(players):
        if s.won[seat]:
            since = max(since, s.level_since[seat])
    games.lead_turn[n] = min(since, turn)


# ---------------------------------------------------------------- seats

STANDING = {
    "game_no": np.int64,
    "score": np.int32,
    "seat": np.int8,
    "agent": np.int8,
    "ranking": np.int8,
    "shared_by": np.int8,
}
"""The fields that ``log_standing`` fills, for the ``block`` of seats."""


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
            "CASE WHEN shared_by > 0 THEN 1.0 / shared_by ELSE 0 END::FLOAT",
        ),
    )


@kernel
def log_standing(seats, n, s, seat):
    """Fill who sat there and how it ended in row ``n``: the fields STANDING of the block ``seats``.

    ``s`` has ``game_no``, ``winners`` and, by seat, ``style``, ``score``, ``ranking`` (1 = best) and ``won`` (0/1).
    """
    seats.game_no[n] = s.game_no
    seats.seat[n] = seat
    seats.agent[n] = s.style[seat]
    seats.score[n] = s.score[seat]
    seats.ranking[n] = s.ranking[seat]
    seats.shared_by[n] = s.winners * s.won[seat]


# ---------------------------------------------------------------- cards

MET = {"game_no": np.int64, "seat": np.int8, "card": np.int16, "first_turn": np.int16}
"""The fields that ``log_met`` fills, for the ``block`` of cards."""


def card_columns(ids: tuple[str, ...]) -> tuple[Column, ...]:
    """The first columns of ``cards``: game_no, seat, card. ``ids``: the cards' ids in the order of their codes.

    After them every game has, stored or derived, in its own words: seen, taken, played, used, used_by_others,
    first_turn, kept. Then come the ``CHOICE_COLUMNS`` of balance.engine.choices.
    """
    return (GAME_NO, SEAT, Column("card", "id of the card", values=ids))


@kernel
def log_met(cards, n, s, seat, card, turn):
    """Say in row ``n`` which card the seat met, first on this turn: the fields MET of the block ``cards``."""
    cards.game_no[n] = s.game_no
    cards.seat[n] = seat
    cards.card[n] = card
    cards.first_turn[n] = turn
