"""What can be tried of a card: another of its kind in its place, or nothing at all."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from balance.cards.check import CardRow
from balance.cards.rows import cards_like
from balance.common.errors import InputError, Problem, quoted
from balance.engine.game import Plan
from balance.engine.game.kinds import ALL_OF, KEPT, Kind, exchanged, find_card, kinds_by_card, peers
from balance.engine.game.plan import with_cards

Patch = tuple[np.ndarray, np.ndarray]
"""Places of bytes in a TABLE, and what stands there."""
NOTHING = ""
"""The way in which nothing stands in a card's place."""
GUESSED = "The game says nothing of this kind: compared with another card of it, over those who had it in any way."


@dataclass(frozen=True)
class Trial:
    """Something tried of one card, in one of several ways that are drawn again for every case (a game or a match)."""

    card: str
    kind: Kind
    ways: tuple[str, ...]
    """The ids of the cards that may stand in its place."""
    plan: Callable[[str], Plan]
    """The way -> the plan in which it is so."""
    family: str = ""
    """Of which cards it is one, all of which may stand in for one another: "mission 2", "fairy tomte"."""
    edit: str = ""
    """Where it is an edit: which one, in words that tell it from all others of the card."""
    patches: dict[str, Patch] = field(default_factory=dict, compare=False, repr=False)
    """By way, as far as it is known: where the TABLE of its plan differs from that of the plan as it is."""

    @property
    def key(self) -> int:
        """What tells its draws from those of other trials: the same wherever its row stands in the card table."""
        return zlib.crc32(self.card.encode())

    @property
    def logged(self) -> str:
        """The id under which the log knows what stands in the place."""
        return f"{self.card}'" if self.kind.one_player else self.card


def patch(table: Any, other: Any) -> Patch:
    """What makes one TABLE another."""
    here, there = (np.frombuffer(record.tobytes(), np.uint8) for record in (table, other))
    where = np.flatnonzero(here != there)
    return where, there[where]


def logged_cards(plan: Plan) -> tuple[str, ...]:
    """The ids of the cards in play, by their codes in the log."""
    return plan.log_tables["cards"].words("card")


def kinds_of(plan: Plan) -> dict[str, Kind]:
    """The kind of every card in play, by its id."""
    kind_of = {row.id: row.kind for row in plan.card_table.rows}
    guessed = tuple(Kind(name, gained=ALL_OF, why=GUESSED) for name in dict.fromkeys(kind_of.values()))
    return kinds_by_card(plan.game.kinds or guessed, {id: kind_of[id] for id in logged_cards(plan) if id in kind_of})


def trials(plan: Plan, cards: Sequence[str] = ()) -> dict[str, Trial | None]:
    """By card in play: how it is tried; None: no other card can stand in its place, or nobody can gain it.

    ``cards``: only these, with all others of their kinds. Raises InputError for a card that is not in play.
    """
    kinds = kinds_of(plan)
    check_cards(plan, cards, kinds)
    wanted = {kinds[id].name for id in cards} if cards else {kind.name for kind in kinds.values()}
    return {id: _trial(plan, kinds, id) for id, kind in kinds.items() if kind.name in wanted}


def check_cards(plan: Plan, cards: Sequence[str], kinds: Mapping[str, Kind] | None = None) -> None:
    """Raise InputError for a card that is not in play. ``kinds``: as ``kinds_of`` gives them, where they are known."""
    known = kinds_of(plan) if kinds is None else kinds
    problems = [_unknown_card(plan, id, known) for id in cards if id not in known]
    if problems:
        raise InputError(problems)


def _unknown_card(plan: Plan, id: str, known: Mapping[str, Kind]) -> Problem:
    """No such card: those whose ids or names are most like it, and where all stand."""
    names = {row.id: row.name for row in plan.card_table.rows if row.id in known}
    like = [f"{near} ({names.get(near, '')})" for near in cards_like(id, names)]
    allowed = f"one of {len(known)} ids: `balance cards list {plan.game.typed}` shows them"
    if like:
        allowed = f"{', '.join(like)}, or another {allowed}"
    return Problem(f"there is no card {quoted(id)} in play in {plan.game.name}", allowed=allowed)


def _trial(plan: Plan, kinds: dict[str, Kind], id: str) -> Trial | None:
    kind = kinds[id]
    if not kind.gained:
        return None
    if kind.absent is not None:
        without = replace(plan, cards=kind.absent(plan.cards, id))
        return Trial(id, kind, (NOTHING,), lambda _: without, kind.name)
    of_kind = frozenset(card for card, other in kinds.items() if other is kind)
    if plan.game.kinds:
        ways = peers(plan.cards, kind, id, of_kind)
        mine = find_card(plan.cards, id)
        if not ways:
            return None
        family = " ".join([kind.name, *(str(getattr(mine, name)) for name in kind.alike)])
        return Trial(id, kind, ways, lambda way: replace(plan, cards=exchanged(plan.cards, kind, id, way)), family)
    plans = {way: other for way in sorted(of_kind - {id}) if (other := with_row_of(plan, id, way)) is not None}
    return Trial(id, kind, tuple(plans), plans.__getitem__, kind.name) if plans else None


def edit_for_all(card: str, kind: Kind, edited: Plan, edit: str, known: Patch | None = None) -> Trial:
    """Playing with the cards of another plan, seen from one card: what becomes of those who gain it.

    ``known``: in what the other plan's TABLE differs, where that is known already.
    """
    kind = replace(kind, rows=(), one_player=False, absent=None)
    return Trial(card, kind, (NOTHING,), lambda _: edited, edit=edit, patches={} if known is None else {NOTHING: known})


def edit_for_one(plan: Plan, card: str, kind: Kind, edited: Plan, edit: str) -> Trial:
    """The same of a card that several players have: for one player of every game it is as in the other plan."""
    kind = replace(kind, rows=(), absent=None)
    for_one = replace(plan, cards=replace(plan.cards, stand_in=find_card(edited.cards, card)))
    return Trial(card, kind, (NOTHING,), lambda _: for_one, edit=f"{edit} for one")


def with_row_of(plan: Plan, place: str, other: str) -> Plan | None:
    """The plan whose card ``place`` bears all that the row ``other`` says but id, name and copies; None: refused."""
    rows = {row.id: row for row in plan.card_table.rows}
    table = replace(
        plan.card_table,
        rows=tuple(_standing(row, rows[other]) if row.id == place else row for row in plan.card_table.rows),
    )
    try:
        edited = with_cards(plan, table)
        edited.table()
    except InputError:
        return None
    return edited


def _standing(place: CardRow, other: CardRow) -> CardRow:
    return replace(other, **{name: getattr(place, name) for name in (*KEPT, "line")})
