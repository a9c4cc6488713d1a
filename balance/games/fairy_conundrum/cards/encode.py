"""Abilities as the records that the engine runs (section 5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from balance.engine.kernels.kernel import rows
from balance.games.fairy_conundrum import codes, state
from balance.games.fairy_conundrum.cards import abilities as spelling
from balance.games.fairy_conundrum.cards.abilities import (
    Ability,
    Condition,
    Cost,
    Selector,
    Step,
)
from balance.games.fairy_conundrum.cards.box import ASTRALAE, MORPHEMES, RADIANCES, Cards
from balance.games.fairy_conundrum.cards.operations import BY_WORD, SIGNED, WORDS
from balance.games.fairy_conundrum.cards.reads import always_bits

NO_ROW = -1

SPECIAL = ("", *spelling.CARD_WORDS, *spelling.PLAYER_WORDS)  # in the order of the codes CARDS .. ALL
KIND_BITS = {
    "": 0,
    "card": 1 << codes.FAIRY | 1 << codes.TOKEN | 1 << codes.SHARD | 1 << codes.SHELTER,
    "fairy": 1 << codes.FAIRY | 1 << codes.TOKEN,
    "token": 1 << codes.TOKEN,
    "shard": 1 << codes.SHARD,
    "shelter": 1 << codes.SHELTER,
    "avatar": 1 << codes.AVATAR,
    "trap": 1 << codes.TRAP_KIND,
}
ZONE_BITS = {
    "": 0,
    "x": codes.IN_X,
    "in": codes.IN_SHELTER,
    "v": codes.IN_X | codes.IN_SHELTER,
    "hand": codes.IN_HAND,
    "rest": codes.IN_REST,
    "fallow": codes.IN_FALLOW,
    "memory": codes.IN_MEMORY,
    "prison": codes.IN_PRISON,
    "deck": codes.IN_DECK,
    "canvas": codes.IN_CANVAS,
    "stored": codes.IN_STORED,
}
PICKS = (spelling.ALL, spelling.CHOSEN, spelling.RANDOM, spelling.BY_FOE)
UNTILS = (spelling.FOREVER, spelling.TURN, spelling.STAY)
PLAIN_COSTS = ("", "sp", "life", "vol", "abandon", "morph")  # in the order of the codes, up to PAY_MORPHEMES

READ_AS = {"E": "D", "F": "D", "N": "M"}  # letters in abilities (FC-13)
LETTER_BITS = {
    letter: 1 << ASTRALAE.index(letter) | 1 << ASTRALAE.index(READ_AS.get(letter, letter)) for letter in ASTRALAE
}
"""The bit of the letter as abilities read it, and that of the letter as it is written."""

ALL_RADIANCES = (1 << len(RADIANCES)) - 1
ALL_LETTERS = (1 << len(ASTRALAE)) - 1

HEARS = {
    "CALL": (codes.EVENT_CALL, codes.EVENT_SHARD, codes.EVENT_PLACE),
    "IN": (codes.EVENT_IN,),
    "OUT": (codes.EVENT_OUT,),
    "LEAVE": (codes.EVENT_REAPED, codes.EVENT_LEFT),
    "REAPED": (codes.EVENT_REAPED,),
    "ENDVOL": (codes.EVENT_ENDVOL,),
}
"""The events that set off abilities about their own card."""


@dataclass(frozen=True)
class Coded:
    """The abilities of all cards as records."""

    ability: Any  # records ABILITY: card after card, top to bottom
    step: Any  # STEP
    selector: Any  # SELECTOR; equal ones share a record
    condition: Any  # CONDITION; likewise
    spans: tuple[tuple[int, int], ...]  # of each card: its first ability and how many it has
    words: tuple[str, ...]  # that filters look for in names, without capitals


def encode(cards: Cards) -> Coded:
    """All abilities of all cards."""
    return _Encoder(cards).coded()


def room(cards: Cards) -> list[tuple[str, int, int]]:
    """How many records of each sort the cards need, and how many there may be."""
    needed = _Encoder(cards)
    return [
        ("abilities", len(needed.abilities), codes.MAX_ABILITIES),
        ("steps", len(needed.steps), codes.MAX_STEPS),
        ("different selectors", len(needed.selectors), codes.MAX_SELECTORS),
        ("different conditions", len(needed.conditions), codes.MAX_CONDITIONS),
        ("different words of names", len(needed.words), codes.MAX_WORDS),
    ]


def word_bits(name: str, words: Sequence[str]) -> int:
    """Which of the words are in a name, as bits."""
    own = {word.casefold() for word in name.split()}
    return sum(1 << place for place, word in enumerate(words) if word.casefold() in own)


class _Encoder:
    """Numbers selectors and conditions as they come."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.abilities: list[tuple[int, Ability, int]] = []  # card, ability, first step
        self.steps: list[Step] = []
        self.selectors: dict[Selector, int] = {}
        self.conditions: dict[Condition, int] = {}
        self.spans = []
        for number, card in enumerate(cards.cards):
            self.spans.append((len(self.abilities), len(card.abilities)))
            for ability in card.abilities:
                self.abilities.append((number, ability, len(self.steps)))
                self.steps += ability.steps
                self.assign_numbers(ability)
        filters = [selector.filter for selector in self.selectors]
        self.words = tuple(dict.fromkeys(filter.word for filter in filters if filter.word))

    def assign_numbers(self, ability: Ability) -> None:
        """Give numbers to what is new in an ability."""
        for selector in (*ability.selectors, _event_filter(ability)):
            if selector:
                self.selectors.setdefault(selector, len(self.selectors))
        for condition in ability.conditions:
            self.conditions.setdefault(condition, len(self.conditions))

    def place(self, selector: Selector | None) -> int:
        return self.selectors[selector] if selector else NO_ROW

    def coded(self) -> Coded:
        ability = rows(state.ABILITY, len(self.abilities))
        step = rows(state.STEP, len(self.steps))
        selector = rows(state.SELECTOR, len(self.selectors))
        condition = rows(state.CONDITION, len(self.conditions))
        alike: dict[str, int] = {}
        for row, (card, each, first) in zip(ability, self.abilities, strict=True):
            self.fill_ability(row, card, each, first)
            row.alike = alike.setdefault(each.text, len(alike))
        for row, to_code in zip(step, self.steps, strict=True):
            self.fill_step(row, to_code)
        for row, wanted in zip(selector, self.selectors, strict=True):
            self.fill_selector(row, wanted)
        for row, asked in zip(condition, self.conditions, strict=True):
            row.what = spelling.CONDITIONS.index(asked.kind)
            row.selector = self.place(asked.count)
            row.compare = spelling.COMPARISONS.index(asked.compare) if asked.compare else 0
            row.n = asked.n
        return Coded(ability, step, selector, condition, tuple(self.spans), self.words)

    def fill_ability(self, row: Any, card: int, ability: Ability, first: int) -> None:
        row.card = card
        row.trigger = spelling.TRIGGERS.index(ability.trigger)
        row.side = spelling.SIDES.index(ability.side) if ability.side else 0
        row.event = 0
        if ability.event:
            row.event = spelling.EVENTS.index(ability.event)
        elif ability.moment:
            row.event = spelling.MOMENTS.index(ability.moment)
        row.filter = self.place(_event_filter(ability))
        row.optional = ability.optional
        for i, cost in enumerate(ability.costs):
            row.cost[i], row.cost_n[i] = _cost_codes(cost)
            row.cost_self[i] = cost.self_only
        for i in range(spelling.MAX_CONDITIONS):
            row.condition[i] = NO_ROW
        for i, condition in enumerate(ability.conditions):
            row.condition[i] = self.conditions[condition]
        row.first = first
        row.steps = len(ability.steps)
        row.hears = _hears(ability)
        row.always = always_bits(ability, self.cards.cards[card].kind == "shelter")

    def fill_step(self, row: Any, step: Step) -> None:
        row.op = WORDS.index(step.op)
        row.amount, row.count, row.per = codes.NO_AMOUNT, NO_ROW, 1
        row.signed = BY_WORD[step.op].amount == SIGNED
        if step.amount:
            numbers = step.amount.numbers
            row.amount = codes.CONSTANT if len(numbers) == 1 else codes.BY_STAGE
            row.n[: len(numbers)] = numbers
            if step.amount.count:
                row.amount = codes.COUNTED
                row.count = self.place(step.amount.count)
                row.per = step.amount.per
        row.arg = self.arg_code(step)
        row.selector = self.place(step.selector)
        row.until = UNTILS.index(step.until)

    def arg_code(self, step: Step) -> int:
        match BY_WORD[step.op].arg if step.arg else "":
            case "radiance":
                return RADIANCES.index(step.arg)
            case "letter":
                return ASTRALAE.index(step.arg)
            case "morpheme":
                code = MORPHEMES.index(step.arg[1:]) + 1
                return code if step.arg.startswith("+") else -code
            case "token":
                return self.cards.numbers[step.arg]
        return 0

    def fill_selector(self, row: Any, selector: Selector) -> None:
        filter = selector.filter
        row.special = SPECIAL.index(selector.word)
        row.side = spelling.SIDES.index(selector.side) if selector.side else 0
        row.kinds = KIND_BITS[selector.kind]
        row.zones = ZONE_BITS[selector.zone]
        row.pick = PICKS.index(selector.pick)
        row.n = selector.n
        row.radiances = 1 << RADIANCES.index(filter.radiance) if filter.radiance else ALL_RADIANCES
        row.morphs = _bits(MORPHEMES, filter.morphs)
        row.letters = LETTER_BITS[filter.letter] if filter.letter else ALL_LETTERS
        row.low[:] = codes.LOWEST
        row.high[:] = codes.HIGHEST
        for bounds in filter.ranges:
            i = spelling.NUMBERS.index(bounds.name)
            row.low[i] = codes.LOWEST if bounds.low is None else bounds.low
            row.high[i] = codes.HIGHEST if bounds.high is None else bounds.high
        row.asks = _bits(spelling.FLAGS, filter.flags)
        row.word = self.words.index(filter.word) if filter.word else NO_ROW
        row.plain = filter == spelling.NO_FILTER


def _bits(order: Sequence[str], words: Iterable[str]) -> int:
    return sum(1 << order.index(word) for word in words)


def _event_filter(ability: Ability) -> Selector | None:
    """The filter of an event as a selector of which nothing else counts."""
    return Selector(filter=ability.filter) if ability.filter != spelling.NO_FILTER else None


def _cost_codes(cost: Cost) -> tuple[int, int]:
    if cost.code:
        return codes.PAY_MORPHEME, MORPHEMES.index(cost.code)
    if cost.kind == "reap":
        return codes.PAY_REAP_SELF, 0
    return PLAIN_COSTS.index(cost.kind), cost.n


def _hears(ability: Ability) -> int:
    """The events that may set it off, as bits."""
    if ability.moment:
        return 1 << (codes.EVENT_MOMENT + spelling.MOMENTS.index(ability.moment))
    if ability.event:
        return 1 << spelling.EVENTS.index(ability.event)
    return sum(1 << event for event in HEARS.get(ability.trigger, ()))
