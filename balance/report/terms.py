"""Words of a sentence that explain themselves: lift, win share, the interval in brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from balance.report.page import Definition

STOPS = (",", ".", ":", ";")
"""Signs that stay on the line of the word before them."""


def term_id(definition: Definition) -> str:
    """The id of a word's entry among the definitions."""
    return "word-" + re.sub(r"[^a-z0-9]+", "-", definition.word.casefold()).strip("-")


@dataclass
class Terms:
    """The words that explain themselves, each at its first mention in a chapter: a page has hundreds of mentions."""

    definitions: Sequence[Definition]
    said: set[str] = field(default_factory=set)

    def new_chapter(self) -> str:
        """From here on every word explains itself anew. Gives nothing, so that a template can say it."""
        self.said.clear()
        return ""

    def __call__(self, text: str) -> Markup:
        new = [definition for definition in self.definitions if term_id(definition) not in self.said]
        self.said |= {name for _, _, name in _mentions(text, new)}
        return with_terms(text, new)


def with_terms(text: str, definitions: Sequence[Definition]) -> Markup:
    """A sentence as markup, every defined word a button at its first mention. Everything else is escaped.

    >>> with_terms("A lift of 2 <", [Definition("lift", "...")])
    Markup('A <button type="button" class="term" popovertarget="word-lift-tip">lift</button> of 2 &lt;')
    """
    parts, before = [], 0
    for start, end, name in _mentions(text, definitions):
        button = Markup('<button type="button" class="term" popovertarget="{}-tip">{}</button>')
        button = button.format(name, text[start:end])
        at = end + text.startswith(STOPS, end)
        if at > end:  # no line may begin with a comma
            button = Markup('<span class="whole">{}{}</span>').format(button, text[end:at])
        parts += [escape(text[before:start]), button]
        before = at
    return Markup("").join([*parts, escape(text[before:])])


def _mentions(text: str, definitions: Sequence[Definition]) -> list[tuple[int, int, str]]:
    """(start, end, id) of the first mention of every word, in the order of the text; none overlaps another."""
    found: list[tuple[int, int, str]] = []
    for definition in definitions:
        pattern = definition.pattern or rf"(?i:\b{re.escape(definition.word)}\b)"
        mention = re.search(pattern, text)
        if mention and all(mention.end() <= start or end <= mention.start() for start, end, _ in found):
            found.append((*mention.span(), term_id(definition)))
    return sorted(found)
