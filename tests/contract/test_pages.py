"""The pages of all games: every column and every chart says what its numbers mean, every table can be used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from balance.engine.game import find_game, game_ids
from balance.report.build import build_report
from balance.report.findings import MOST_POINTS, MOST_WORDS
from balance.report.layout import blocks_of
from balance.report.page import Answered, CardBook, DataTable, Page, PageChart, Section
from balance.report.render import render_page
from balance.report.scorecard import ASKS
from balance.report.side_by_side import side_by_side
from balance.report.tables import SEARCHED, view_of
from helpers.contract import FROZEN, tables_of
from helpers.frozen import FrozenRuns
from helpers.marks import by_day, is_night

BY_DAY = ("fairy", "fairy_conundrum")
"""The answers of every game are looked at in ``test_questions`` and its own folder: what is left is much alike. Games
of one of these may end without a winner."""
GAMES = by_day(BY_DAY, [game for game in game_ids() if game not in BY_DAY])

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("game", GAMES, scope="module")]

UNITS = r"percent|share|point|turn|lift|number|mean|median|score|%|game|how often|interval|cubes|average|rate"
"""What a title and caption must say at least one of: in what the chart counts."""


TWO_RUNS = ("fairy",)
"""Games whose page has two runs by day, too: what stands there of several is the same for every game."""


@pytest.fixture(scope="module")
def report(game: str, frozen: FrozenRuns) -> tuple[list[Page], list[Section]]:
    """A game's page, perhaps with a second run with other players, and what stands beside; short experiments."""
    others = [table for table in tables_of(game) if table.endswith(" players")]
    tables = [FROZEN, *(others[:1] if is_night() or game in TWO_RUNS else ())]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("balance.report.build.cached_experiments", lambda *_, **__: frozen.side_plays(game))
        read = [
            build_report(run, label=f"{run.manifest['players']} players", first=place == 0)
            for place, run in enumerate(frozen.run(game, table) for table in tables)
        ]
    beside = side_by_side([built.compared for built in read])
    assert (beside is None) == (len(read) == 1)
    return [built.page for built in read], [beside] if beside else []


def sections(report: tuple[list[Page], list[Section]]) -> list[Section]:
    pages, beside = report
    return [section for page in pages for section in page.sections] + beside


def test_every_column_says_what_it_means(game, report) -> None:
    tables = [block for block in blocks_of(sections(report)) if isinstance(block, DataTable)]
    assert len(tables) > 15
    silent = [f"{table.id}: {view.label}" for table in tables for view in table.columns if not view.help.strip()]
    assert silent == []
    for table in tables:
        for view in table.columns:
            if view.help_from:
                assert table.frame[view.help_from].str.len_chars().min() > 10


def test_every_chart_says_what_its_numbers_mean(game, report) -> None:
    charts = [block for block in blocks_of(sections(report)) if isinstance(block, PageChart)]
    assert len(charts) > 15
    for chart in charts:
        assert re.fullmatch(r"[A-Z0-9].*\.", chart.note, re.DOTALL), f"{chart.id} needs a caption: {chart.note!r}"
        seen = f"{chart.title}. {chart.note}"
        assert re.search(UNITS, seen, re.IGNORECASE), f"{chart.id} does not say what it counts: {seen!r}"
        assert len(chart.alt) > 20, chart.id


def test_long_tables_can_be_searched_or_filtered(game, report) -> None:
    for table in (block for block in blocks_of(sections(report)) if isinstance(block, DataTable)):
        view = view_of(table)
        assert len(view.rows) <= SEARCHED or view.searchable or view.filters, table.id


def test_every_question_has_a_chart_a_table_and_its_query(game, report) -> None:
    pages, _ = report
    for block in (block for block in blocks_of(pages[0].sections) if isinstance(block, Answered)):
        kinds = [type(part) for part in block.evidence]
        assert (kinds == [PageChart, DataTable] and block.sql) or not kinds, block.id
    asked = [block.id for block in blocks_of(pages[0].sections) if isinstance(block, Answered)]
    for page in pages[1:]:
        later = [block for block in blocks_of(page.sections) if isinstance(block, Answered) and block.see]
        assert all(block.see in asked for block in later)


def test_the_verdict_of_every_answer_has_an_interval_and_few_numbers(game, report) -> None:
    pages, _ = report
    answers = [block for block in blocks_of(pages[0].sections) if isinstance(block, Answered) and block.evidence]
    assert len(answers) > 8
    for block in answers:
        assert re.search(r"\([−+]?[\d.,]+ to [−+]?[\d.,]+\)", block.answer), f"{block.id}: {block.answer}"
        said = re.sub(r"\([^()]*\)|as it is [\d.]+|(even is|with|of) \d+\S*|#[\d+]+", "", block.answer)
        assert len(re.findall(r"(?<![\w.,])[−+]?\d[\d.,]*", said)) <= 3, f"{block.id}: {block.answer}"


def test_the_page_answers_what_most_readers_ask_first(game, report) -> None:
    pages, _ = report
    html = render_page(pages[0])
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    questions = find_game(game).questions
    assert {f"question-{question.number}" for question in questions} <= set(ids)
    assert html.count("<svg") >= 2 * len(questions)
    assert [tile.question for tile in pages[0].tiles] == list(ASKS)
    for page in pages:
        measured = [tile for tile in page.tiles if tile.weight != "open"]
        assert measured  # of few games, without power, much is open
        assert all(tile.evidence != "made" for tile in measured)
        assert all(len(finding.text.split()) <= MOST_WORDS for finding in page.findings), page.findings
        assert all(len(finding.points) <= MOST_POINTS for finding in page.findings)
    assert len(html.encode()) < 5_000_000
    downloads = html.count('class="download"')
    assert downloads == sum(isinstance(block, DataTable | CardBook) for block in blocks_of(pages[0].sections))
    assert html.count("<caption") == downloads


def test_sets_of_cards_are_named_in_words(game, report) -> None:
    books = [block for block in blocks_of(sections(report)) if isinstance(block, CardBook)]
    assert books
    assert [card.of for book in books for card in book.cards if "_" in card.of] == []


SHEETS = 6
"""What is printed of a page unless everything is asked for."""
MOST_STOPS = 150
"""Presses of Tab that lead through a whole page as it opens."""
ALREADY = """() => {
  const at = document.activeElement, seen = at === document.body || at.dataset.seen;
  at.dataset.seen = "yes";
  return Boolean(seen);
}"""


@pytest.fixture
def tab(report: tuple[list[Page], list[Section]], chromium: Browser, tmp_path: Path) -> Iterator[Tab]:
    """A game's page, opened."""
    path = tmp_path / "page.html"
    path.write_text(render_page(report[0][0]), encoding="utf-8")
    tab = chromium.new_page(viewport={"width": 1440, "height": 900})
    tab.goto(path.as_uri())
    yield tab
    tab.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_what_matters_of_a_page_is_printed_on_six_sheets(game, tab: Tab, paper: str) -> None:
    """Where cards were measured there are a few charts more: here is room for them."""
    pdf = tab.pdf(format=paper, prefer_css_page_size=True)
    assert 3 <= len(re.findall(rb"/Type\s*/Page[^s]", pdf)) <= SHEETS - 1


def test_the_keyboard_gets_through_a_page(game, tab: Tab) -> None:
    stops = 0
    while stops < 2 * MOST_STOPS:
        tab.keyboard.press("Tab")
        if tab.evaluate(ALREADY):
            break
        stops += 1
    assert 50 < stops < MOST_STOPS
