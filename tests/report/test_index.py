"""The index of a folder leads to all its pages, also to those of earlier calls."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from balance.report.index import write_index
from balance.report.page import Chip, Finding, IndexEntry, Picture, Tile, Trend, Urgent

TILE = Tile(
    *("Length", "Fixed", "good", "30 turns", "", "The rules </script> it.", Picture(Markup("<svg></svg>"), "a line")),
    *("length", ""),
)
FULL = IndexEntry(
    *("Fairy", "1 game", "fairy.html", (Finding("Games are short.", "length", points=["20 turns"]),), (TILE,)),
    *((Chip("tie_rate", "Shared victories", "missed", "3 %", "at most 2 %"),),),
    *((Urgent("Weaken first", "Catch", "it decides every game", "power"),), "2026-11-25", Trend("same", "As before.")),
)
HEROES = IndexEntry("Heroes", "1 game", "heroes.html")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    for entry in (FULL, HEROES):
        (tmp_path / entry.href).write_text("a page", encoding="utf-8")
    return tmp_path


def entries(index: Path) -> list[str]:
    """Every entry of an index, as it is shown."""
    return re.findall(r'<article class="entry">(.*?)</article>', index.read_text(encoding="utf-8"), re.DOTALL)


def titles(index: Path) -> list[str]:
    return [re.findall(r"<h2><a[^>]*>(.*?)</a></h2>", entry)[0] for entry in entries(index)]


def test_pages_of_earlier_calls_stay_on_the_index_just_as_they_were(out: Path) -> None:
    (alone,) = entries(write_index([FULL], out))
    assert "<svg></svg>" in alone
    index = write_index([HEROES], out)
    assert entries(index)[0] == alone
    assert titles(index) == ["Fairy", "Heroes"]


def test_a_page_that_is_written_anew_keeps_its_place(out: Path) -> None:
    write_index([FULL, HEROES], out)
    assert titles(write_index([IndexEntry("Fairy again", "2 games", "fairy.html")], out)) == ["Fairy again", "Heroes"]


def test_a_page_that_is_gone_is_gone_from_the_index(out: Path) -> None:
    write_index([FULL], out)
    (out / "fairy.html").unlink()
    assert titles(write_index([HEROES], out)) == ["Heroes"]


@pytest.mark.parametrize(
    "before",
    [
        b"\xff\xfe",
        b"<html>somebody's own page</html>",
        b'<script type="application/json" id="entries">{"no": "list"}</script>',
        b'<script type="application/json" id="entries">[' * 2,
        b'<script type="application/json" id="entries">' + b"[" * 100_000 + b"</script>",
        b'<script type="application/json" id="entries">[{"title": "of another version"}]</script>',
    ],
)
def test_an_index_that_cannot_be_read_begins_again(out: Path, before: bytes) -> None:
    (out / "index.html").write_bytes(before)
    assert titles(write_index([HEROES], out)) == ["Heroes"]


@pytest.mark.parametrize("href", ["javascript:alert(1)", "../fairy.html", "/etc/passwd", "there\\u0000.html"])
def test_an_index_leads_to_pages_beside_it_only(out: Path, href: str) -> None:
    index = write_index([FULL], out)
    index.write_text(index.read_text(encoding="utf-8").replace("fairy.html", href), encoding="utf-8")
    assert titles(write_index([HEROES], out)) == ["Heroes"]
