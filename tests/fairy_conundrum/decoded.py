"""Abilities from the records that the engine runs: ``encode`` the other way round.

``decode(encode(cards).., ..)`` gives equal abilities: their text is the standard spelling of what was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.games.fairy_conundrum import codes
from balance.games.fairy_conundrum.cards import abilities as spelling
from balance.games.fairy_conundrum.cards.abilities import (
    Ability,
    Amount,
    Condition,
    Cost,
    Filter,
    Range,
    Selector,
    Step,
)
from balance.games.fairy_conundrum.cards.box import ASTRALAE, MORPHEMES, RADIANCES
from balance.games.fairy_conundrum.cards.encode import (
    ALL_LETTERS,
    ALL_RADIANCES,
    KIND_BITS,
    LETTER_BITS,
    NO_ROW,
    PICKS,
    PLAIN_COSTS,
    SPECIAL,
    UNTILS,
    ZONE_BITS,
)
from balance.games.fairy_conundrum.cards.operations import BY_WORD, WORDS


def decode(t: Any, number: int, ids: Sequence[str], words: Sequence[str]) -> Ability:
    """The ability with this number. ``t`` has the records: a TABLE, or what ``encode`` gives."""
    row = t.ability[number]
    trigger = spelling.TRIGGERS[row.trigger]
    with_event = trigger in ("WHEN", "TRAP")
    return Ability(
        trigger=trigger,
        steps=tuple(_step(t, t.step[i], ids, words) for i in range(row.first, row.first + row.steps)),
        optional=bool(row.optional),
        costs=tuple(
            _cost(*cost) for cost in zip(row.cost, row.cost_n, row.cost_self, strict=True) if cost[0] != codes.NO_COST
        ),
        conditions=tuple(_condition(t, t.condition[i], words) for i in row.condition if i != NO_ROW),
        moment=spelling.MOMENTS[row.event] if trigger == "AT" else "",
        side=spelling.SIDES[row.side] if with_event else "",
        event=spelling.EVENTS[row.event] if with_event else "",
        filter=_filter(t.selector[row.filter], words) if row.filter != NO_ROW else spelling.NO_FILTER,
    )


def _cost(kind: int, n: int, self_only: int) -> Cost:
    if kind == codes.PAY_MORPHEME:
        return Cost("morph", 0, MORPHEMES[n], bool(self_only))
    if kind == codes.PAY_REAP_SELF:
        return Cost("reap", self_only=bool(self_only))
    return Cost(PLAIN_COSTS[kind], int(n), self_only=bool(self_only))


def _condition(t: Any, row: Any, words: Sequence[str]) -> Condition:
    kind = spelling.CONDITIONS[row.what]
    compare = "" if kind == "first" else spelling.COMPARISONS[row.compare]
    return Condition(kind, compare, int(row.n), _selector(t, row.selector, words))


def _step(t: Any, row: Any, ids: Sequence[str], words: Sequence[str]) -> Step:
    op = WORDS[row.op]
    amount = None
    if row.amount != codes.NO_AMOUNT:
        numbers = row.n if row.amount == codes.BY_STAGE else row.n[:1]
        amount = Amount(tuple(int(n) for n in numbers), _selector(t, row.count, words), int(row.per))
    arg = _arg(BY_WORD[op].arg, int(row.arg), ids)
    return Step(op, amount, arg, _selector(t, row.selector, words), UNTILS[row.until])


def _arg(sort: str, code: int, ids: Sequence[str]) -> str:
    match sort:
        case "radiance":
            return RADIANCES[code]
        case "letter":
            return ASTRALAE[code]
        case "token":
            return ids[code]
        case "morpheme":
            return f"{'+' if code > 0 else '-'}{MORPHEMES[abs(code) - 1]}" if code else ""
    return ""


def _selector(t: Any, number: int, words: Sequence[str]) -> Selector | None:
    if number == NO_ROW:
        return None
    row = t.selector[number]
    if row.special != codes.CARDS:
        return Selector(SPECIAL[row.special])
    return Selector(
        side=spelling.SIDES[row.side],
        kind=_named(KIND_BITS, row.kinds),
        zone=_named(ZONE_BITS, row.zones),
        filter=_filter(row, words),
        pick=PICKS[row.pick],
        n=int(row.n),
    )


def _filter(row: Any, words: Sequence[str]) -> Filter:
    bounds = [
        Range(name, None if low == codes.LOWEST else int(low), None if high == codes.HIGHEST else int(high))
        for name, low, high in zip(spelling.NUMBERS, row.low, row.high, strict=True)
    ]
    return Filter(
        radiance="" if row.radiances == ALL_RADIANCES else RADIANCES[int(row.radiances).bit_length() - 1],
        morphs=_spelt(MORPHEMES, row.morphs),
        letter="" if row.letters == ALL_LETTERS else _named(LETTER_BITS, row.letters),
        ranges=tuple(range for range in bounds if (range.low, range.high) != (None, None)),
        flags=_spelt(spelling.FLAGS, row.asks),
        word="" if row.word == NO_ROW else words[row.word],
    )


def _named(names: dict[str, int], bits: int) -> str:
    return next(name for name, own in names.items() if own == bits)


def _spelt(order: Sequence[str], bits: int) -> tuple[str, ...]:
    return tuple(word for place, word in enumerate(order) if bits >> place & 1)
