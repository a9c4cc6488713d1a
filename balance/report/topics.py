"""What a reader wants to know first, and the sentence or chapter of a page that says it."""

from __future__ import annotations

from collections.abc import Sequence

from balance.report.page import TOPICS, Finding, Page


def quick_links(page: Page, finding_ids: Sequence[str]) -> list[tuple[str, str]]:
    """(question, id of the finding that answers it) for all topics; the id of a chapter where no finding does."""
    links = []
    for topic in TOPICS:
        place = _finding(topic, page.findings)
        chapter = next((section.id for section in page.sections if section.topic == topic), "")
        target = chapter if place is None else finding_ids[place]
        if target:
            links.append((topic, target))
    return links


def _finding(topic: str, findings: Sequence[Finding]) -> int | None:
    """The place of the first finding that answers; one that asks for a look before one that is fine."""
    places = [place for place, finding in enumerate(findings) if finding.topic == topic]
    warnings = [place for place in places if findings[place].weight == "warn"]
    return next(iter(warnings + places), None)
