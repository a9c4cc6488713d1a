"""How the runs of a report share one page: every id there once, and for every answer a sentence at the top."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from balance.report.page import Answered, Block, CardBook, DataTable, Figure, Page, Paragraph, Section, Told
from balance.report.topics import quick_links

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9“\"])")
Named = TypeVar("Named", bound=Figure | DataTable | Told)
NOT_AN_END = re.compile(r"(?:\b(?:e\.g|i\.e|vs|St|Dr|Mr|Mrs|No)|^\d+)\.$")


@dataclass(frozen=True)
class Brief:
    """An answer as it stands at the top: one sentence, and where the rest is."""

    block: Answered
    sentence: str
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
    return RunView(page, prefix, finding_ids, briefs, quick_links(page, finding_ids))


def blocks_of(sections: Sequence[Section]) -> Iterator[Block]:
    """Every block in reading order, evidence of answers included."""
    for section in sections:
        for block in section.blocks:
            yield block
            if isinstance(block, Answered):
                yield from block.evidence


# ---- sentences


def first_sentence(text: str) -> str:
    """The text up to the end of its first sentence.

    >>> first_sentence("Yes: 31.2 % (30.1 to 32.3). By 2 to 1.")
    'Yes: 31.2 % (30.1 to 32.3).'
    """
    at = 0
    for pause in SENTENCE.finditer(text):
        if not NOT_AN_END.search(text[at : pause.start()]):
            return text[: pause.start()]
    return text


def _brief(block: Answered) -> Brief:
    sentence = first_sentence(block.answer)
    links = [("chart" if isinstance(part, Figure) else "table", part.id) for part in block.evidence]
    if block.sql:
        links.append(("SQL", f"{block.id}-sql"))
    if block.see:
        links.append(("the first run's answer", block.see))
    elif sentence != block.answer:
        links.insert(0, ("the whole answer", block.id))
    return Brief(block, sentence, links)


# ---- ids


def _prefixed(page: Page, prefix: str) -> Page:
    """The page with this before every id of its own."""
    if not prefix:
        return page
    findings = [
        replace(finding, evidence=prefix + finding.evidence) if finding.evidence else finding
        for finding in page.findings
    ]
    sections = [
        replace(section, id=prefix + section.id, blocks=[_renamed(block, prefix) for block in section.blocks])
        for section in page.sections
    ]
    return replace(page, findings=findings, sections=sections)


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
