"""From a page to one HTML file that needs nothing else: no server, no fonts, no scripts from elsewhere."""

from __future__ import annotations

import base64
import difflib
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from balance.common.files import write_text
from balance.report.cards.links import NO_CARDS, CardLinks, anchor
from balance.report.cards.view import view_of_book
from balance.report.layout import RunView, blocks_of, ids_of, view_runs
from balance.report.page import CardBook, Definition, IndexEntry, Page, PageChart, Section
from balance.report.svg import svg_of, with_links
from balance.report.tables import TableView, view_of
from balance.report.terms import Terms, term_id, with_code, with_terms

TEMPLATES = Path(__file__).parent / "templates"
OWN_IDS = ("top", "scorecard", "findings", "answers", "contents", "definitions", "biases", "made", "runs")
"""The parts every page has, by the ids of their headings."""
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def render_page(page: Page) -> str:
    """A report on one run as one HTML file."""
    return render_report([page])


def write_page(page: Page, file: Path) -> Path:
    """Write a page, and its folder where that is not there; gives the file. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, render_page(page))
    return file


def render_report(pages: Sequence[Page], comparison: Section | None = None) -> str:
    """A report on runs of one game as one HTML file.

    It begins with what the first run says, then compares the runs in the chapter ``comparison``; the chapters of every
    run follow, of which the reader chooses one. Title, definitions and biases are those of the first.
    """
    runs = view_runs(pages)
    every = [section for run in runs for section in run.page.sections] + ([comparison] if comparison else [])
    _check(runs, every)
    first = pages[0]
    return _render(
        "page.html",
        first.definitions,
        CardLinks.of_books(_books(every)),
        title=first.title,
        subtitle=first.subtitle if len(pages) == 1 else f"{len(pages)} runs side by side",
        runs=runs,
        comparison=comparison,
        biases=first.biases,
    )


def render_index(entries: Sequence[IndexEntry], note: str) -> str:
    """The list of reports as one HTML file, which keeps them as JSON for who reads it again."""
    for entry in entries:
        if ":" in entry.href or entry.href.startswith("/"):
            raise ValueError(f"A report is linked by its path from the index, not by {entry.href!r}")
    return _render("index.html", (), NO_CARDS, entries=entries, kept=[asdict(entry) for entry in entries], note=note)


def _render(template: str, definitions: Sequence[Definition], cards: CardLinks, **content: Any) -> str:
    """A template with the style sheet and the script, which the browser runs only if it is this very one."""
    script, style = (Markup(_with_cards(suffix)) for suffix in ("js", "css"))
    digest = hashlib.sha256(script.encode()).digest()
    return (
        _environment(definitions, cards)
        .get_template(template)
        .render(
            script=script,
            style=style,
            script_hash="sha256-" + base64.b64encode(digest).decode(),
            definitions=definitions,
            **content,
        )
    )


def _with_cards(suffix: str) -> str:
    """The script or the style sheet, with the part about cards in its place."""
    text = (TEMPLATES / f"report.{suffix}").read_text(encoding="utf-8")
    part = (TEMPLATES / f"cards.{suffix}").read_text(encoding="utf-8")
    before, place, after = text.partition(f"/* cards.{suffix} */\n")
    if not place:
        raise ValueError(f"report.{suffix} has no place for cards.{suffix}")
    return before + part + after


def _environment(definitions: Sequence[Definition], cards: CardLinks) -> Environment:
    """Jinja with every text escaped and these words explained; a name that a template misspells is an error."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    terms = Terms(definitions, cards)
    chart, view = partial(_chart, cards=cards), partial(view_of, cards=cards.ids)
    environment.filters.update(kind=_kind, svg=chart, view=view, terms=terms, term_id=term_id)
    environment.filters.update(anchor=anchor, place=cards.place)
    names = partial(with_terms, definitions=(), cards=cards)
    environment.filters.update(book=view_of_book, code=with_code, names=names)
    environment.globals["new_chapter"] = terms.new_chapter
    return environment


def _kind(block: Any) -> str:
    """Which macro renders a block."""
    return type(block).__name__.lower()


@lru_cache(maxsize=200)
def drawn(chart: PageChart) -> str:
    """A chart; its markup escapes its own texts. Kept until the page is written: it may be drawn ahead."""
    return svg_of(chart)


def _chart(chart: PageChart, cards: CardLinks) -> Markup:
    """A chart whose labels lead to the cards they name."""
    return Markup(with_links(drawn(chart), cards))


# ---- what a page holds


def _check(runs: Sequence[RunView], sections: Sequence[Section]) -> None:
    """Every id is there once, and every finding leads to something."""
    known = {run.prefix + name for run in runs for name in OWN_IDS}
    cards = [book.prefix + anchor(card.id) for book in _books(sections) for card in book.cards]
    for name in ids_of(sections):
        if not _ID.fullmatch(name):
            raise ValueError(f"The id {name!r} must be letters, digits, - and _, beginning with a letter")
        if name in known:
            raise ValueError(f"The id {name!r} is on the page twice")
        known.add(name)
    known.update(cards)
    for what, evidence in (pair for run in runs for pair in _links(run.page)):
        if evidence not in known:
            nearest = difflib.get_close_matches(evidence, known, n=1)
            hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
            raise ValueError(f"A {what} points to {evidence!r}, which is not on the page{hint}")
    for finding in (finding for run in runs for finding in run.page.findings):
        if finding.weight not in ("good", "warn", "note"):
            raise ValueError(f"A finding's weight is good, warn or note, not {finding.weight!r}")


def _links(page: Page) -> Iterator[tuple[str, str]]:
    """What leads to the evidence on a page, and where to."""
    yield from (("finding", finding.evidence) for finding in page.findings if finding.evidence)
    yield from (("tile", tile.evidence) for tile in page.tiles)
    yield from (("card", urgent.evidence) for urgent in page.urgent)


def _books(sections: Sequence[Section]) -> list[CardBook]:
    """The books of cards on the page, one for each run at most."""
    return [block for block in blocks_of(sections) if isinstance(block, CardBook)]


__all__ = ["TableView", "render_index", "render_page", "render_report"]
