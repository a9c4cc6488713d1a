"""What a seat did in phase 3: the cards it activated, and what each of them brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from balance.engine.game.story import Happened
from balance.games.fairy_school.cards.box import ELEMENTS, Card
from balance.games.fairy_school.state import Said
from balance.games.fairy_school.tell.words import Book


@dataclass
class Activation:
    """A card that was activated, and what that led to."""

    owner: int
    card: Card
    again: bool
    spent: list[int] = field(default_factory=lambda: [0] * len(ELEMENTS))
    gained: list[int] = field(default_factory=lambda: [0] * len(ELEMENTS))
    moved: dict[Said, list[Card]] = field(default_factory=dict)
    studied: str = ""


def find_activations(happened: Iterable[Happened], book: Book) -> Mapping[tuple[int, int], list[Activation]]:
    """Those of every turn and seat, in order."""
    activations: dict[tuple[int, int], list[Activation]] = defaultdict(list)
    for turn, code, seat, second, third in happened:
        said, those = Said(code), activations[turn, seat]
        match said:
            case Said.SPENDS:
                those[-1].spent[second] += third
            case Said.GAINS:
                those[-1].gained[second] += third
            case Said.TAKES | Said.PLACES | Said.REMOVES:
                those[-1].moved.setdefault(said, []).append(book.numbered[second])
            case Said.STUDIES:
                those[-1].studied = list(book.creatures)[second]
            case _:
                those.append(Activation(second, book.numbered[third], again=said >= Said.AGAIN_1))
    return activations
