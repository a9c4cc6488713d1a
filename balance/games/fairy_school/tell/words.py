"""What the story calls cards, elements and effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from balance.common.units import counted
from balance.engine.game.story import LoggedGame, Row, listed, seat_name
from balance.games.fairy_school.cards.box import ELEMENTS, Alternative, Card, Creature, Final, Line, Special

NAMES = {"E": "earth", "P": "plants", "F": "fire", "W": "water", "A": "air"}
COLUMN_COSTS = ("E", "P", "", "F", "W")


@dataclass(frozen=True)
class Book:
    """The cards by number and by id, the creatures by name, the seats by number."""

    seats: Mapping[int, str]
    numbered: Mapping[int, Card]
    cards: Mapping[str, Card]
    finals: Mapping[str, Final]
    creatures: Mapping[str, Creature]

    def names(self, cards: Iterable[str]) -> list[str]:
        """What small cards are called, by their ids."""
        return [self.cards[card].name for card in cards]


def open_book(game: LoggedGame) -> Book:
    """The words of one game."""
    cards = game.plan.cards
    return Book(
        seats={row["seat"]: seat_name(row["seat"], row["agent"]) for row in game.seats},
        numbered=cards.small,
        cards={cards.ids[number]: card for number, card in cards.small.items()},
        finals={final.id: final for final in cards.finals},
        creatures={creature.name: creature for creature in cards.creatures},
    )


def split(joined: str) -> list[str]:
    """The words that a column joins by semicolons."""
    return joined.split(";") if joined else []


def either(words: list[str]) -> str:
    """Words between which one may choose."""
    return listed(words, ", or " if any(" and " in word for word in words) else " or ")


# Elements


def elements(counts: Iterable[int]) -> str:
    """2 earth, 1 plant and 1 air; "" for none. ``counts``: in the order of ELEMENTS."""
    return listed([_element(count, element) for count, element in zip(counts, ELEMENTS, strict=True) if count])


def _element(count: int, element: str) -> str:
    return f"{count} {'plant' if element == 'P' and count == 1 else NAMES[element]}"


def one_element(name: str) -> str:
    """One element, called as the log calls it."""
    return "1 plant" if name == NAMES["P"] else f"1 {name}"


def name_column(column: int) -> str:
    """A column of the forest by what it costs."""
    cost = COLUMN_COSTS[column]
    return f"column {NAMES[cost]}" if cost else "the free column"


def column_bill(columns: Iterable[int]) -> tuple[int, ...]:
    """What columns cost in all (2.4)."""
    costs = [COLUMN_COSTS[column] for column in columns]
    return tuple(costs.count(element) for element in ELEMENTS)


def amounts(row: Row, what: str) -> tuple[int, ...]:
    """The five columns of elements that end so: gain, spend, conv, end."""
    return tuple(row[f"{element}_{what}"] for element in ELEMENTS)


# Effects


def deal(spent: Sequence[int], gained: Sequence[int]) -> str:
    """2 water into 4 fire; 2 earth; for 1 fire; "" for nothing."""
    if not any(spent):
        return elements(gained)
    if not any(gained):
        return f"for {elements(spent)}"
    return f"{elements(spent)} into {elements(gained)}"


def describe_line(line: Line) -> str:
    """Gain 2 fire; pay 1 fire: gain 4 earth; pay 1 water: use a card again."""
    doing = _doing(line.outcomes)
    if not any(line.cost.counts):
        return doing
    times = f"up to {line.times} times, " if line.times > 1 else ""
    return f"{times}pay {elements(line.cost.counts)}: {doing}"


def _doing(outcomes: Sequence[Alternative]) -> str:
    """What a line brings, whichever of its outcomes is taken."""
    if any(outcome.special for outcome in outcomes):
        return either([" and ".join([*_gained("gain ", outcome), *_done(outcome.special)]) for outcome in outcomes])
    return f"gain {either([*chain.from_iterable(_gained('', outcome) for outcome in outcomes)])}"


def _gained(verb: str, outcome: Alternative) -> list[str]:
    words = [elements(outcome.gains.counts)] if any(outcome.gains.counts) else []
    words += [f"{outcome.free} of choice"] if outcome.free else []
    return [f"{verb}{listed(words)}"] if words else []


def _done(special: Special | None) -> list[str]:
    """What is done beside the elements that are gained, as an order."""
    if special is None:
        return []
    cards = counted(special.number, "card")
    orders = {
        "take": f"take {cards} back",
        "draw": f"draw {cards} and place {special.placed}",
        "react": "use a card again",
        "trash": "remove a card from the game",
    }
    return [orders.get(special.word, "study a creature")]
