"""A page in brief, to send by mail: what answers stays; a sentence says what is left out and which command shows it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from balance.common.units import counted
from balance.engine.game.story import listed
from balance.report.columns import both_ends
from balance.report.layout import MADE, blocks_of, ids_of
from balance.report.page import Answered, Block, CardBook, DataTable, Page, PageChart, Paragraph, Section, Stories

CHARTED = 4
"""Questions that keep their chart: the first ones."""
ROWS = 16
"""Rows of a table, at most: tables begin with what matters most."""
URGENT, ENDS = 6, 3
"""Cards that stand out: those that ask most for a change, and so many of the strongest and of the weakest."""
LINKED = "alike"
WORTHS = {
    "power": "the most urgent, the strongest, the weakest",
    LINKED: "those most and least linked to winning",
}
"""By what cards stand out, the first that is known, and how the page says so."""

WORDS = (Paragraph, Stories)
"""What weighs little."""


def brief(page: Page, command: str) -> Page:
    """The page in brief. ``command``: what a reader types to see all of it.

    Answers stay, and the chapters to which a tile, a card to change, an open finding or one that answers a topic leads:
    with their first chart, what is led to, and the cards that stand out. Chapters of words alone stay, too.
    """
    led = {tile.evidence for tile in page.tiles} | {urgent.evidence for urgent in page.urgent}
    led |= {finding.evidence for finding in page.findings if finding.topic or not finding.folded}
    sections = [short for section in page.sections if (short := _chapter(section, led)).blocks]
    there = {*ids_of(sections), MADE}
    findings = [item if item.evidence in there else replace(item, evidence="") for item in page.findings]
    missing = _missing(page.sections, sections)
    note = f"In brief, without {listed(missing)}, which `{command}` shows." if missing else ""
    return replace(page, sections=sections, findings=findings, in_brief=note)


def _missing(before: Sequence[Section], after: Sequence[Section]) -> list[str]:
    """What the one has and the other has not: ["21 charts", "26 tables", "139 cards"]."""
    here = _counts(after)
    return [counted(many - here[what], what) for what, many in _counts(before).items() if many > here[what]]


def _counts(sections: Sequence[Section]) -> dict[str, int]:
    """How many there are of what weighs."""
    blocks = list(blocks_of(sections))
    return {
        "chart": sum(isinstance(block, PageChart) for block in blocks),
        "table": sum(isinstance(block, DataTable) for block in blocks),
        "SQL statement": sum(isinstance(block, Answered) and bool(block.sql) for block in blocks),
        "card": sum(len(block.cards) for block in blocks if isinstance(block, CardBook)),
    }


# ---- chapters


def _chapter(section: Section, led: Container[str]) -> Section:
    """The chapter in brief; without blocks where nothing of it stays."""
    blocks = section.blocks
    if all(isinstance(block, WORDS) for block in blocks):
        return section
    stays = any(isinstance(block, Answered) for block in blocks) or any(name in led for name in ids_of([section]))
    # Its introduction may speak of what is left out.
    return replace(section, intro="", blocks=list(_evidence(blocks, led)) if stays else [])


def _evidence(blocks: Sequence[Block], led: Container[str]) -> Iterator[Block]:
    """The words of a chapter, its answers, its first chart, what is led to, and the cards that stand out."""
    first = next((block for block in blocks if isinstance(block, PageChart)), blocks[0])
    for block in blocks:
        if isinstance(block, CardBook):
            yield _standing_out(block)
        elif isinstance(block, Answered):
            yield _answer(block, led)
        elif isinstance(block, WORDS) or block is first or block.id in led:
            yield _first_rows(block) if isinstance(block, DataTable) else block


def _answer(block: Answered, led: Container[str]) -> Answered:
    """An answer without its query; with its first chart, if it is one of the first or led to, and what is led to."""
    charted = block.number <= CHARTED or block.id in led
    first = next((part for part in block.evidence if charted and isinstance(part, PageChart)), None)
    shown = [part for part in block.evidence if part is first or part.id in led]
    return replace(
        block, sql="", evidence=[_first_rows(part) if isinstance(part, DataTable) else part for part in shown]
    )


def _first_rows(table: DataTable) -> DataTable:
    """The table with its first rows, and a word on that where it had more."""
    if table.frame.height <= ROWS:
        return table
    title = f"{table.title}: the first {ROWS} of {table.frame.height:,}"
    return replace(table, title=title, frame=table.frame.head(ROWS))


def _standing_out(book: CardBook) -> CardBook:
    """The book with the cards that stand out, in its own order, without partners that are not there."""
    frame = book.table.frame.with_row_index("row")
    worth = next((name for name in WORTHS if name in frame.columns and frame[name].is_not_null().any()), "")
    ranked = frame.drop_nulls(worth).sort(worth, descending=True, maintain_order=True) if worth else frame.head(0)
    urgent = frame.head(0 if worth == LINKED else URGENT)
    rows = sorted({*urgent["row"], *both_ends(ranked, ENDS)["row"]})
    if len(rows) == len(book.cards):
        return book
    cards = [replace(card, more={**card.more, "partners": []}) for card in (book.cards[row] for row in rows)]
    title = f"{len(rows)} of {len(book.cards):,} cards: {WORTHS.get(worth, 'the first')}"
    return replace(book, title=title, cards=cards, table=replace(book.table, frame=book.table.frame[rows]))
