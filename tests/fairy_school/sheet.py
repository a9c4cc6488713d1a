"""Measures of the cards of Fairy School: what costs and effects come to, by the yardstick of section 5.5.

Values are in EE, as exact fractions: earth and water 1, plants and fire 4/3, air 2.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from balance.cards.check import CardTable
from balance.cards.read import packaged_cards, read_cards
from balance.engine.errors import Problems
from balance.games.fairy_school.cards import (
    ELEMENTS,
    Alternative,
    Bundle,
    Card,
    Cards,
    Effect,
    Final,
    Line,
    Special,
    read_school,
)

WORTH = (Fraction(1), Fraction(4, 3), Fraction(4, 3), Fraction(1), Fraction(2))
CHOICE = Fraction(11, 10)  # being able to choose adds 10 %
ANY_WORTH = Fraction(4, 3) * CHOICE
EXCHANGE = (3, 4, 4, 3, 6)  # elements that buy one
BASIC = 4  # kinds of elements, air excepted

GAIN, CHANGE, SPECIAL = "gain", "change", "special"
SPECIAL_FORMS = ("take1", "take2", "draw and place 1", "draw and place 2", "react", "trash", "study")


# The cards


@functools.cache
def reference_table() -> CardTable:
    """The rows of cards.csv."""
    path = packaged_cards()
    with path.open(encoding="utf-8", newline="") as stream:
        games = {row["game"] for row in csv.DictReader(stream)}
    return read_cards(path, sorted(games)).tables["fairy_school"]


@functools.cache
def reference_problems() -> Problems:
    """What the reader says about them."""
    problems = Problems()
    read_school(reference_table(), problems)
    return problems


@functools.cache
def reference_cards() -> Cards:
    """The cards of cards.csv."""
    cards = read_school(reference_table(), Problems())
    assert cards is not None
    return cards


def of_set(cards: Iterable[Card], name: str) -> list[Card]:
    """The cards of a set; S are all initial cards, the lettered ones included."""
    return [card for card in cards if card.set == name or (name == "S" and card.kind == "initial")]


def of_kind(cards: Iterable[Card], kind: str) -> list[Card]:
    """The cards with an effect of this kind."""
    return [card for card in cards if effect_kind(card.effect) == kind]


# Bundles


def elements(bundle: Bundle) -> int:
    """Elements in all."""
    return sum(bundle.counts)


def kinds(bundle: Bundle) -> int:
    """How many kinds of elements."""
    return sum(count > 0 for count in bundle.counts)


def airs(bundle: Bundle) -> int:
    """Airs."""
    return bundle.counts[-1]


def ee(bundle: Bundle) -> Fraction:
    """The value of a bundle."""
    return sum((count * worth for count, worth in zip(bundle.counts, WORTH, strict=True)), Fraction(0))


def total(bundles: Iterable[Bundle]) -> Bundle:
    """All of them together."""
    counts = [sum(column) for column in zip(*(bundle.counts for bundle in bundles), strict=True)]
    return Bundle((counts[0], counts[1], counts[2], counts[3], counts[4]))


def basic(bundle: Bundle) -> tuple[int, ...]:
    """Earth, plants, fire and water."""
    return bundle.counts[:BASIC]


# Effects


def alternatives(effect: Effect) -> Iterator[tuple[Line, Alternative]]:
    """All alternatives of all lines."""
    for line in effect.lines:
        for alternative in line.outcomes:
            yield line, alternative


def specials(effect: Effect) -> list[tuple[Line, Alternative, Special]]:
    """The alternatives with a special part."""
    return [(line, one, one.special) for line, one in alternatives(effect) if one.special]


def special_form(special: Special) -> str:
    """Which of SPECIAL_FORMS it is."""
    match special.word:
        case "take":
            return f"take{special.number}"
        case "draw":
            return f"draw and place {special.placed}"
    return special.word


def effect_kind(effect: Effect) -> str:
    """SPECIAL with a special part on any line, else CHANGE with a cost on any line, else GAIN."""
    if specials(effect):
        return SPECIAL
    return CHANGE if any(elements(line.cost) for line in effect.lines) else GAIN


def gained(alternative: Alternative) -> Fraction:
    """The value of the elements of one alternative."""
    return ee(alternative.gains) + alternative.free * ANY_WORTH


def gain_value(effect: Effect) -> Fraction:
    """The value of a pure gain: the best alternative, and 10 % more where there is a choice."""
    values = [gained(one) for _, one in alternatives(effect)]
    return max(values) * (CHOICE if len(values) > 1 else 1)


def net_value(effect: Effect) -> Fraction:
    """The net value of a transformation: best outcome less cost, over all repetitions."""
    return max((gained(one) - ee(line.cost)) * line.times for line, one in alternatives(effect) if elements(line.cost))


def value(card: Card) -> Fraction:
    """The value of a card without a special part: gain_value or net_value."""
    kind = effect_kind(card.effect)
    assert kind != SPECIAL
    return gain_value(card.effect) if kind == GAIN else net_value(card.effect)


def turns_a_profit(line: Line, alternative: Alternative) -> bool:
    """Whether the outcome of a transformation is enough to exchange for more than was paid; an air counts 2."""
    most = sum(count * rate for count, rate in zip(line.cost.counts, EXCHANGE, strict=True))
    return elements(line.cost) > 0 and elements(alternative.gains) + airs(alternative.gains) + alternative.free > most


def produced(effect: Effect) -> list[Fraction]:
    """Earth, plants, fire and water from one activation: all repetitions, lines and alternatives equally often."""
    made = [Fraction(0)] * BASIC
    for line, one in alternatives(effect):
        share = Fraction(line.times, len(effect.lines) * len(line.outcomes))
        for element in range(BASIC):
            made[element] += share * (one.gains.counts[element] + Fraction(one.free, BASIC))
    return made


def production(cards: Iterable[Card]) -> list[Fraction]:
    """Earth, plants, fire and water when each of the cards is activated once."""
    return [sum(column, Fraction(0)) for column in zip(*(produced(card.effect) for card in cards), strict=True)]


# Finals


def most_frequent(final: Final) -> list[str]:
    """The two most frequent elements of a final project, the first in front."""
    counts = total(final.steps).counts
    return sorted(ELEMENTS, key=lambda element: -counts[ELEMENTS.index(element)])[:2]


def ratio(values: Sequence[int] | Sequence[Fraction]) -> Fraction:
    """The largest divided by the smallest."""
    return Fraction(max(values)) / Fraction(min(values))
