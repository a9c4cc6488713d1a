"""A page in brief: answers stay, what is long goes and is named, and no link leads nowhere."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl
import pytest

from balance.engine.runs.run import Run
from balance.report.brief import CHARTED, ENDS, ROWS, URGENT, brief
from balance.report.build import write_reports
from balance.report.layout import blocks_of
from balance.report.page import (
    HOW_LONG,
    Answered,
    BookCard,
    CardBook,
    ColumnView,
    DataTable,
    Finding,
    Page,
    PageChart,
    Paragraph,
    Section,
    Stories,
)
from balance.report.render import render_page, render_report
from helpers.links import dead_links

COMMAND = "balance report runs/fairy/first"


def chart(ident: str) -> PageChart:
    return PageChart(ident, ident, lambda axes: axes.plot([1, 2]), "A line.")


def table(ident: str, rows: int = 3) -> DataTable:
    return DataTable(ident, f"All of {ident}", pl.DataFrame({"n": range(rows)}), [ColumnView("n", "N", "int")])


def of(*sections: Section, led: Sequence[str] = (), folded: Sequence[str] = ()) -> Page:
    findings = [Finding(f"See {name}.", name) for name in led]
    findings += [Finding(f"More of {name}.", name, folded=True) for name in folded]
    return Page("T", "", findings, sections, ())


def chapter(name: str, *blocks: object) -> Section:
    return Section(name, name.title(), f"All about {name}.", blocks)  # type: ignore[arg-type]


def ids(page: Page) -> list[str]:
    return [block.id for block in blocks_of(page.sections) if not isinstance(block, Paragraph)]


# ---- chapters


def test_a_chapter_stays_with_its_first_chart_and_what_is_led_to():
    wins = chapter("wins", table("shares"), chart("first"), chart("second"), table("pairs"), Paragraph("Read it so."))
    assert ids(brief(of(wins, led=["pairs"]), COMMAND)) == ["first", "pairs"]
    assert ids(brief(of(wins, led=["wins"]), COMMAND)) == ["first"]
    assert Paragraph("Read it so.") in brief(of(wins, led=["wins"]), COMMAND).sections[0].blocks


def test_a_chapter_of_tables_alone_keeps_the_first():
    page = of(chapter("wins", table("first", 40), table("second")), led=["wins"])
    assert ids(brief(page, COMMAND)) == ["first"]


def test_chapters_to_which_nothing_open_leads_go_and_those_of_words_stay():
    told = Stories("told", "Told", "", ("Once.",), ())
    asked = Finding("Long.", "wins", folded=True, topic=HOW_LONG)
    page = of(
        chapter("length", chart("turns")),
        chapter("method", Paragraph("By luck.")),
        chapter("game", told),
        chapter("wins", chart("shares")),
        folded=["turns", "method"],
    )
    page = dataclasses.replace(page, findings=[*page.findings, asked])
    short = brief(page, COMMAND)
    assert [section.id for section in short.sections] == ["method", "game", "wins"]
    assert [finding.evidence for finding in short.findings] == ["", "method", "wins"]
    assert [finding.text for finding in short.findings] == [finding.text for finding in page.findings]


def test_what_a_tile_and_a_card_to_change_lead_to_stays(page: Page):
    tiled = dataclasses.replace(page, findings=(), urgent=())
    assert {"seats", "pairs", "lengths"} <= {*ids(brief(tiled, COMMAND))}
    urgent = dataclasses.replace(page, findings=(), tiles=(), urgent=page.urgent[:1])
    assert [section.id for section in brief(urgent, COMMAND).sections] == ["strength", "questions"]


def test_a_long_table_is_cut_and_says_so():
    page = of(chapter("cards", table("long", 40), table("short", ROWS)), led=["long", "short"])
    long, short = brief(page, COMMAND).sections[0].blocks
    assert isinstance(long, DataTable)
    assert long.frame["n"].to_list() == list(range(ROWS))
    assert long.title == f"All of long: the first {ROWS} of 40"
    assert short is page.sections[0].blocks[1]


# ---- answers


def test_what_is_led_to_stays_with_its_answer():
    last = Answered("q9", 9, "Why?", "So.", (chart("c9"), chart("d9"), table("t9", 40)))
    page = of(chapter("questions", last, table("more")), led=["t9", "more"])
    assert ids(brief(page, COMMAND)) == ["q9", "t9", "more"]


def test_answers_stay_without_queries_and_the_first_keep_their_first_chart():
    asked = [
        Answered(f"q{n}", n, "Why?", "So.", (table(f"t{n}"), chart(f"c{n}"), chart(f"d{n}")), "select 1", "", ("Or.",))
        for n in range(1, CHARTED + 3)
    ]
    page = of(chapter("questions", *asked), led=[f"q{CHARTED + 2}"])
    answers = [block for block in brief(page, COMMAND).sections[0].blocks if isinstance(block, Answered)]
    assert [(block.answer, block.points) for block in answers] == [("So.", ("Or.",))] * len(asked)
    assert {block.sql for block in answers} == {""}
    charted = [*range(1, CHARTED + 1), CHARTED + 2]
    assert [part.id for block in answers for part in block.evidence] == [f"c{n}" for n in charted]


# ---- cards


def book(powers: Sequence[float | None], **columns: Sequence[float]) -> CardBook:
    """Cards in an order that has nothing to do with their power."""
    names = [f"C{n}" for n in range(len(powers))]
    more = {"partners": [["C99", 0.1, 0.0, 0.2, 1]], "cells": [["effect", "win"]]}
    cards = [BookCard(name, name, "hat", "Hat", more=more, face=None) for name in names]  # type: ignore[arg-type]
    frame = pl.DataFrame({"id": names, "power": powers, **columns}, schema_overrides={"power": pl.Float64})
    return CardBook("book", "Every card", cards, DataTable("numbers", "Every card", frame, [ColumnView("id", "Id")]))


def standing_out(cards: CardBook) -> CardBook:
    (short,) = brief(of(chapter("cards", cards), led=["cards"]), COMMAND).sections[0].blocks
    assert isinstance(short, CardBook)
    assert [card.id for card in short.cards] == short.table.frame["id"].to_list(), "row i is card i"
    return short


def test_the_most_urgent_the_strongest_and_the_weakest_cards_stay_in_their_order():
    powers = [0.01 * ((n * 37 % 60) - 30) for n in range(60)]
    short = standing_out(book(powers))
    ranked = sorted(range(60), key=lambda n: powers[n])
    wanted = {*range(URGENT), *ranked[:ENDS], *ranked[-ENDS:]}
    assert [card.id for card in short.cards] == [f"C{n}" for n in sorted(wanted)]
    assert short.title == f"{len(wanted)} of 60 cards: the most urgent, the strongest, the weakest"
    assert {tuple(card.more) for card in short.cards} == {("partners", "cells")}
    assert all(card.more["partners"] == [] for card in short.cards), "they may not be there"


def test_without_power_cards_stand_out_by_what_is_linked_to_winning():
    links = [0.01 * ((n * 7 % 30) - 15) for n in range(30)]
    ranked = sorted(range(30), key=lambda n: links[n])
    short = standing_out(book([None] * 30, alike=links))
    assert {card.id for card in short.cards} == {f"C{n}" for n in (*ranked[:ENDS], *ranked[-ENDS:])}
    assert short.title == f"{2 * ENDS} of 30 cards: those most and least linked to winning"
    assert standing_out(book([None] * 30)).title == f"{URGENT} of 30 cards: the first"


def test_few_cards_stay_as_they_are():
    few = book([0.1, None, -0.1])
    assert standing_out(few) is few


# ---- what is left out


def counted(page: Page) -> Iterator[tuple[str, int]]:
    blocks = list(blocks_of(page.sections))
    yield "chart", sum(isinstance(block, PageChart) for block in blocks)
    yield "table", sum(isinstance(block, DataTable) for block in blocks)
    yield "SQL statement", sum(isinstance(block, Answered) and bool(block.sql) for block in blocks)
    yield "card", sum(len(block.cards) for block in blocks if isinstance(block, CardBook))


def test_a_sentence_says_what_is_left_out_and_which_command_shows_it(page: Page):
    short = brief(page, COMMAND)
    said = {word.rstrip("s"): int(many) for many, word in re.findall(r"(\d+) ([A-Za-z ]+?)(?=,| and)", short.in_brief)}
    after = dict(counted(short))
    assert said == {what: many - after[what] for what, many in counted(page) if many > after[what]}
    assert said, "the page has more than its brief"
    assert short.in_brief.endswith(f", which `{COMMAND}` shows.")
    assert len(short.in_brief.partition("`")[0].split()) <= 20
    html = render_page(short)
    assert html.count(f"<code>{COMMAND}</code>") == 1
    assert "In brief" not in render_page(page)


def test_where_nothing_is_left_out_nothing_is_said():
    assert brief(of(chapter("method", Paragraph("By luck."))), COMMAND).in_brief == ""


def test_no_link_leads_nowhere_and_no_chapter_is_empty(page: Page, html: str):
    shown = render_page(brief(page, COMMAND))
    assert dead_links(html) == dead_links(shown) == set()
    assert all(section.blocks for section in brief(page, COMMAND).sections)
    assert len(shown) < len(html)


@pytest.mark.slow
def test_of_several_runs_each_says_what_it_leaves_out(runs: list[Page]):
    shown = render_report([brief(run, COMMAND) for run in runs], chapter("compared", table("figures")))
    assert dead_links(shown) == set()
    assert shown.count('<p class="subtitle">In brief') == len(runs)


@pytest.mark.slow
@pytest.mark.usefixtures("blank_charts")
def test_the_page_of_a_run_is_written_in_brief_and_the_index_leads_into_it(small_run: Run, tmp_path: Path):
    def in_full(runs: Sequence[Run]) -> str:
        return f"balance report {' '.join(run.path.name for run in runs)}"

    (file,) = write_reports([small_run], tmp_path, in_full=in_full).pages
    html = file.read_text(encoding="utf-8")
    assert f"which <code>balance report {small_run.path.name}</code> shows." in html
    assert dead_links(html) == set()
    led = re.findall(rf'href="{file.name}#([^"]*)"', (tmp_path / "index.html").read_text(encoding="utf-8"))
    assert led
    assert all(f'id="{name}"' in html for name in led)
