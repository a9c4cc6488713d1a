"""Where the name of a card leads: to its own page, wherever it is said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from balance.report.page import BookCard, CardBook

TAKEN = ("table", "numbers", "map", "power", "pairs", "first-turns")
"""Ends of ids that the page's own parts have behind "card-"."""
SHORTEST = 3
"""Letters of a name that is looked for in sentences and charts."""


def anchor(card: str) -> str:
    """The id of a card's place on the page.

    >>> anchor("HF24"), anchor("map")
    ('card-HF24', 'card-map-')
    """
    return f"card-{card}{'-' if card in TAKEN else ''}"


@dataclass(frozen=True)
class CardLinks:
    """The names of cards and where they lead; a name that several cards share leads nowhere without an id."""

    ids: Mapping[str, str] = field(default_factory=dict)
    """By name, "name (id)" and id: the id of the card."""
    names: tuple[str, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    """By id of a card: the id of its place on the page."""

    @classmethod
    def of_books(cls, books: Sequence[CardBook]) -> CardLinks:
        """The links to the cards of all runs of a page: to the first book that has the card, where some are cut."""
        places: dict[str, str] = {}
        for book in books:
            for card in book.cards:
                places.setdefault(card.id, book.prefix + anchor(card.id))
        return replace(cls.of([card for book in books for card in book.cards]), places=places)

    @classmethod
    def of(cls, cards: Sequence[BookCard]) -> CardLinks:
        """The links to these cards, on a page of one run. A card may be there again, as in another run."""
        shared = Counter(name for name, _ in {(card.name, card.id) for card in cards})
        ids = {card.name: card.id for card in cards if shared[card.name] == 1}
        for card in cards:
            for text in (f"{card.name} ({card.id})", card.id):
                ids.setdefault(text, card.id)
        names = tuple(dict.fromkeys(card.name for card in cards if len(card.name) >= SHORTEST))
        return cls(ids, names, {card.id: anchor(card.id) for card in cards})

    def place(self, card: str) -> str:
        """The id of the card's place on the page; "": no book has it."""
        return self.places.get(card, "")

    def mentions(self, text: str) -> Iterator[tuple[int, int, str]]:
        """(start, end, id) of the first mention of every card in a text, in order; the longest name counts."""
        if not self.names:
            return
        said: set[str] = set()
        for match in self._pattern.finditer(text):
            card = self.ids.get(match[0]) or self.ids.get(match[1], "")
            if card and card not in said:
                said.add(card)
                yield match.start(), match.end(), card

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True))
        ids = "|".join(sorted(map(re.escape, set(self.ids.values())), key=len, reverse=True))
        return re.compile(rf"(?<!\w)({names})(?: \((?:{ids})\))?(?!\w)")

    def labelled(self, label: str) -> str:
        """The id of the card that a label of a chart names, which may be cut short ("Old Moth the Re…"); else ""."""
        if label in self.ids:
            return self.ids[label]
        start = label.removesuffix("…")
        if start == label or len(start) < SHORTEST:
            return ""
        names = [name for name in self.names if name.startswith(start)]
        return self.ids.get(names[0], "") if len(names) == 1 else ""


NO_CARDS = CardLinks()
