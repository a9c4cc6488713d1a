"""How the runs of a report share one page: every id there once, and for every answer a sentence at the top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from balance.report.page import Answered, Block, CardBook, DataTable, Page, PageChart, Paragraph, Section, Stories
from balance.report.topics import quick_links

MADE = "made"
"""The id of the chapter that says how the page was made."""
Named = TypeVar("Named", bound=PageChart | DataTable | Stories)


@dataclass(frozen=True)
class Brief:
    """An answer as it stands at the top: its verdict, and where the rest is."""

    block: Answered
    links: Sequence[tuple[str, str]]
    """(what it leads to, id)."""


@dataclass(frozen=True)
class RunView:
    """One run of the page, as its template needs it. ``prefix`` begins all its ids; the first run has none."""

    page: Page
    prefix: str
    finding_ids: Sequence[str]
    briefs: Sequence[Brief]
    quick: Sequence[tuple[str, str]]


def view_runs(pages: Sequence[Page]) -> list[RunView]:
    """The runs in their order, with ids that are unique among all of them."""
    return [_view(page, f"run{place}-" if place > 1 else "") for place, page in enumerate(pages, 1)]


def _view(page: Page, prefix: str) -> RunView:
    page = _prefixed(page, prefix)
    finding_ids = [f"{prefix}finding-{place}" for place in range(1, len(page.findings) + 1)]
    briefs = [_brief(block) for section in page.sections for block in section.blocks if isinstance(block, Answered)]
    quick = [] if page.tiles else quick_links(page, finding_ids)
    return RunView(page, prefix, finding_ids, briefs, quick)


def blocks_of(sections: Sequence[Section]) -> Iterator[Block]:
    """Every block in reading order, evidence of answers included."""
    for section in sections:
        for block in section.blocks:
            yield block
            if isinstance(block, Answered):
                yield from block.evidence


def ids_of(sections: Sequence[Section]) -> Iterator[str]:
    """The ids that whoever makes a page gives: where its links may lead."""
    yield from (section.id for section in sections)
    for block in blocks_of(sections):
        if isinstance(block, CardBook):
            yield from (block.table.id, *block.also)
        if not isinstance(block, Paragraph):
            yield block.id


# ---- answers


def _brief(block: Answered) -> Brief:
    links = [("chart" if isinstance(part, PageChart) else "table", part.id) for part in block.evidence]
    if block.sql:
        links.append(("SQL", f"{block.id}-sql"))
    if block.see:
        links.append(("the first run's answer", block.see))
    elif block.points or block.rest:
        links.insert(0, ("the whole answer", block.id))
    return Brief(block, links)


# ---- ids


def _prefixed(page: Page, prefix: str) -> Page:
    """The page with this before every id of its own."""
    if not prefix:
        return page
    findings = [
        replace(finding, evidence=_led(finding.evidence, prefix)) if finding.evidence else finding
        for finding in page.findings
    ]
    tiles = [replace(tile, evidence=_led(tile.evidence, prefix)) for tile in page.tiles]
    urgent = [replace(urgent, evidence=_led(urgent.evidence, prefix)) for urgent in page.urgent]
    sections = [
        replace(section, id=prefix + section.id, blocks=[_renamed(block, prefix) for block in section.blocks])
        for section in page.sections
    ]
    return replace(page, findings=findings, sections=sections, tiles=tiles, urgent=urgent)


def _led(evidence: str, prefix: str) -> str:
    """Where a link of this run leads; how the page was made stands there once for all runs."""
    return evidence if evidence == MADE else prefix + evidence


def _renamed(block: Block, prefix: str) -> Block:
    if isinstance(block, Paragraph):
        return block
    if isinstance(block, Answered):
        evidence = [_part(part, prefix) for part in block.evidence]
        return replace(block, id=prefix + block.id, evidence=evidence)
    if isinstance(block, CardBook):
        also = tuple(prefix + name for name in block.also)
        return replace(block, id=prefix + block.id, table=_part(block.table, prefix), also=also, prefix=prefix)
    return _part(block, prefix)


def _part(block: Named, prefix: str) -> Named:
    return replace(block, id=prefix + block.id)
