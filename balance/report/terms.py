"""Words of a sentence that explain themselves or lead on: win share, the interval in brackets, the name of a card."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from balance.report.cards.links import NO_CARDS, CardLinks
from balance.report.page import Definition
from balance.report.phrases import SPACE

STOPS = (",", ".", ":", ";")
"""Signs that stay on the line of the word before them."""


CODE = re.compile(r"`([^`]+)`")
"""What a reader types, as it stands in a sentence."""
WIN_RATE = Definition(
    "win rate",
    "The share of games won. Players who share a win share its credit: each of k counts 1/k.",
    r"\b[Ww]in (?:rate|share)\b|\b(?:wins?|won)\b",
)
"""What every page says of the number that all is about."""
TERM = Markup('<button type="button" class="term" popovertarget="{}-tip">{}</button>')


def term_id(definition: Definition) -> str:
    """The id of a word's entry among the definitions."""
    return "word-" + re.sub(r"[^a-z0-9]+", "-", definition.word.casefold()).strip("-")


@dataclass
class Terms:
    """The words that explain themselves, each at its first mention in a chapter: a page has hundreds of mentions."""

    definitions: Sequence[Definition]
    cards: CardLinks = NO_CARDS
    said: set[str] = field(default_factory=set)

    def new_chapter(self) -> str:
        """From here on every word explains itself once more. Gives nothing, so that a template can say it."""
        self.said.clear()
        return ""

    def __call__(self, text: str) -> Markup:
        new = [definition for definition in self.definitions if term_id(definition) not in self.said]
        self.said |= {name for _, _, name in _mentions(text, new)}
        return with_terms(text, new, self.cards)


def with_terms(text: str, definitions: Sequence[Definition], cards: CardLinks = NO_CARDS) -> Markup:
    """A sentence as markup, every defined word a button at its first mention, every card a link. The rest is escaped.

    >>> with_terms("A lift of 2 <", [Definition("lift", "...")])
    Markup('A <button type="button" class="term" popovertarget="word-lift-tip">lift</button> of 2 &lt;')
    """
    text = _unbroken(text)
    typed = [(*match.span(), _code(match[1])) for match in CODE.finditer(text)]
    named = [(start, end, card_link(cards.place(card), text[start:end])) for start, end, card in cards.mentions(text)]
    named = [*typed, *(part for part in named if _apart(part, typed))]
    words = [(start, end, TERM.format(name, text[start:end])) for start, end, name in _mentions(text, definitions)]
    parts, before = [], 0
    for start, end, markup in sorted(
        [*named, *(part for part in words if _apart(part, named))], key=lambda part: part[0]
    ):
        at = end + text.startswith(STOPS, end)
        if at > end:  # no line may begin with a comma
            markup = Markup('<span class="whole">{}{}</span>').format(markup, text[end:at])
        parts += [escape(text[before:start]), markup]
        before = at
    return Markup("").join([*parts, escape(text[before:])])


def with_code(text: str) -> Markup:
    """A sentence as markup, what a reader types as code.

    >>> with_code("Type `balance < x`.")
    Markup('Type <code>balance &lt; x</code>.')
    """
    parts = CODE.split(_unbroken(text))
    return Markup("").join(_code(part) if at % 2 else escape(part) for at, part in enumerate(parts))


def _unbroken(text: str) -> str:
    """The text, of which no line begins with the sign of percent."""
    return text.replace(" %", f"{SPACE}%")


def _code(text: str) -> Markup:
    return Markup("<code>{}</code>").format(text)


def _apart(part: tuple[int, int, Markup], others: Sequence[tuple[int, int, Markup]]) -> bool:
    """Whether a part of a text overlaps none of the others."""
    return all(part[1] <= first or last <= part[0] for first, last, _ in others)


def card_link(place: str, text: str) -> Markup:
    """The name of a card as a link to its place on the page."""
    return Markup('<a class="to-card" href="#{}">{}</a>').format(place, text)


def _mentions(text: str, definitions: Sequence[Definition]) -> list[tuple[int, int, str]]:
    """(start, end, id) of the first mention of every word, in the order of the text; none overlaps another, or code."""
    mentions: list[tuple[int, int, str]] = []
    text = CODE.sub(lambda typed: "`" * len(typed[0]), text)
    for definition in definitions:
        pattern = definition.pattern or rf"(?i:\b{re.escape(definition.word)}\b)"
        mention = re.search(pattern, text)
        if mention and all(mention.end() <= start or end <= mention.start() for start, end, _ in mentions):
            mentions.append((*mention.span(), term_id(definition)))
    return sorted(mentions)
