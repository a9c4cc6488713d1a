"""From a page to one HTML file that needs nothing else: no server, no fonts, no scripts from elsewhere."""

from __future__ import annotations

import base64
import difflib
import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from balance.report.page import Answered, DataTable, Definition, Figure, IndexEntry, Page, Paragraph
from balance.report.svg import svg_of
from balance.report.tables import TableView, view_of

TEMPLATES = Path(__file__).parent / "templates"
OWN_IDS = ("top", "findings", "contents", "definitions", "biases", "made")
"""The parts every page has, by the ids of their headings."""
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def render_page(page: Page) -> str:
    """A whole report as one HTML file."""
    _check(page)
    return _render("page.html", page=page, columns=_column_definitions(page))


def render_index(entries: Sequence[IndexEntry], note: str) -> str:
    """The list of reports as one HTML file."""
    for entry in entries:
        if ":" in entry.href or entry.href.startswith("/"):
            raise ValueError(f"A report is linked by its path from the index, not by {entry.href!r}")
    return _render("index.html", entries=entries, note=note)


def _render(template: str, **content: Any) -> str:
    """A template with the style sheet and the script, which the browser runs only if it is this very one."""
    script = Markup((TEMPLATES / "report.js").read_text(encoding="utf-8"))
    style = Markup((TEMPLATES / "report.css").read_text(encoding="utf-8"))
    digest = hashlib.sha256(script.encode()).digest()
    return (
        _environment()
        .get_template(template)
        .render(script=script, style=style, script_hash="sha256-" + base64.b64encode(digest).decode(), **content)
    )


def _environment() -> Environment:
    """Jinja with every text escaped; a name that a template misspells is an error."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(kind=_kind, svg=_svg, view=view_of)
    return environment


def _kind(block: Any) -> str:
    """Which macro renders a block."""
    return type(block).__name__.lower()


def _svg(figure: Figure) -> Markup:
    """A chart; its markup escapes its own texts."""
    return Markup(svg_of(figure))


# ---- what a page holds


def _check(page: Page) -> None:
    """Every id is there once, and every finding leads to something."""
    known = set(OWN_IDS)
    for name in _ids(page):
        if not _ID.fullmatch(name):
            raise ValueError(f"The id {name!r} must be letters, digits, - and _, beginning with a letter")
        if name in known:
            raise ValueError(f"The id {name!r} is on the page twice")
        known.add(name)
    for finding in page.findings:
        if finding.evidence and finding.evidence not in known:
            nearest = difflib.get_close_matches(finding.evidence, known, n=1)
            hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
            raise ValueError(f"A finding points to {finding.evidence!r}, which is not on the page{hint}")
        if finding.weight not in ("good", "warn", "note"):
            raise ValueError(f"A finding's weight is good, warn or note, not {finding.weight!r}")


def _blocks(page: Page) -> Iterator[Paragraph | Figure | DataTable | Answered]:
    """Every block of the page in reading order, evidence of answers included."""
    for section in page.sections:
        for block in section.blocks:
            yield block
            if isinstance(block, Answered):
                yield from block.evidence


def _ids(page: Page) -> Iterator[str]:
    """The ids the page's maker gave."""
    yield from (section.id for section in page.sections)
    yield from (block.id for block in _blocks(page) if not isinstance(block, Paragraph))


def _column_definitions(page: Page) -> list[Definition]:
    """What the columns of the tables mean, each once, in alphabetical order."""
    known = {definition.word.casefold() for definition in page.definitions}
    found: dict[tuple[str, str], Definition] = {}
    for table in (block for block in _blocks(page) if isinstance(block, DataTable)):
        for view in table.columns:
            if view.help and view.label.casefold() not in known:
                found.setdefault((view.label, view.help), Definition(view.label, view.help))
    return sorted(found.values(), key=lambda definition: definition.word.casefold())


__all__ = ["TableView", "render_index", "render_page"]
