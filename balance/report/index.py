"""``index.html``: what every page of a folder says first, those of earlier calls, too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from markupsafe import Markup

from balance.common.files import parsed, read_file, write_text
from balance.common.version import __version__
from balance.report.page import Chip, Finding, IndexEntry, Picture, Tile, Trend, Urgent
from balance.report.render import render_index

LARGEST_INDEX = 16 * 2**20
"""Bytes of an index that is read again."""
_KEPT = re.compile(r'<script type="application/json" id="entries">(.*?)</script>', re.DOTALL)


def write_index(entries: Sequence[IndexEntry], out: Path) -> Path:
    """``index.html`` in the folder ``out``, which leads to these pages and to those that it led to before."""
    index = out / "index.html"
    there = {entry.href: entry for entry in (*_entries_before(index), *entries)}
    write_text(index, render_index(list(there.values()), f"Made by balance {__version__}."))
    return index


def _entries_before(index: Path) -> Iterator[IndexEntry]:
    """The entries of the index that is there, as far as their pages are; none of one that cannot be read."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = _KEPT.search(read_file(index, LARGEST_INDEX).decode("utf-8"))
        for entry in map(_entry, parsed(lambda: json.loads(kept[1])) if kept else []):
            if entry.href == Path(entry.href).name and (index.parent / entry.href).is_file():
                yield entry


def _entry(data: dict[str, Any]) -> IndexEntry:
    """An entry as it was written. Raises TypeError, KeyError or ValueError for what is none of this version."""
    return IndexEntry(
        **data
        | {
            "findings": [Finding(**finding) for finding in data["findings"]],
            "tiles": [Tile(**tile | {"picture": _picture(tile["picture"])}) for tile in data["tiles"]],
            "chips": [Chip(**chip) for chip in data["chips"]],
            "urgent": [Urgent(**urgent) for urgent in data["urgent"]],
            "trend": Trend(**data["trend"]) if data["trend"] else None,
        }
    )


def _picture(data: dict[str, str] | None) -> Picture | None:
    return Picture(Markup(data["markup"]), data["alt"]) if data else None
