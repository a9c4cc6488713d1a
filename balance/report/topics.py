"""What a reader wants to know first, and the sentence of a report that says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.report.page import Finding, Page


@dataclass(frozen=True)
class Topic:
    """A question that every reader has."""

    ask: str
    about: tuple[str, ...]
    """Words in the ids of its evidence, best first."""
    says: str
    """A word of the sentence that answers it, where several findings share the evidence."""


TOPICS = (
    Topic("Who is favoured?", ("seat", "style"), "seat"),
    Topic("Which cards?", ("card",), "card"),
    Topic("How long?", ("length", "shape", "tempo"), " last"),
    Topic("Where do they part?", ("parting",), "part"),
)


def quick_links(page: Page, finding_ids: Sequence[str]) -> list[tuple[str, str]]:
    """(question, id of the finding that answers it) for all topics; the id of a chapter where no finding does."""
    found = []
    for topic in TOPICS:
        place = _finding(topic, page.findings)
        target = finding_ids[place] if place is not None else _chapter(topic, page)
        if target:
            found.append((topic.ask, target))
    return found


def _finding(topic: Topic, findings: Sequence[Finding]) -> int | None:
    """The place of the finding with the best evidence, if possible the one that says the topic's word.

    One that asks for a look answers before one that is fine: no seat may be favoured, and a style all the same.
    """
    answers = []
    for about in topic.about:
        places = [place for place, finding in enumerate(findings) if about in finding.evidence]
        if places:
            answers.append(next((place for place in places if topic.says in findings[place].text), places[0]))
    alarms = [place for place in answers if findings[place].weight == "warn"]
    return next(iter(alarms + answers), None)


def _chapter(topic: Topic, page: Page) -> str:
    ids = [section.id for section in page.sections]
    return next((name for about in topic.about for name in ids if about in name), "")
