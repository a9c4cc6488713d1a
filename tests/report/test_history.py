"""The page of a history: it fits a phone and a desk in light and dark, and nothing runs from what others wrote."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from balance.analysis.comparison import compare
from balance.analysis.figures import figure_interval
from balance.cards.committed import Commit
from balance.judging.history import CHOSEN, History, Row, Version, by_key, interval
from balance.report.history import page
from balance.report.render import render_page

SUBJECT = "<script>alert(1)</script> <img src=x onerror=alert(2)> " + "W" * 200


def figures(step: int) -> list[dict]:
    """Made-up figures, which move with ``step``."""
    means = [(name, "", 10.0 + step) for name in ("turns_mean", "margin_mean", "best_score_mean")]
    shares = [("shared_share", "", 0.1 + step / 50)]
    shares += [("seat_win_share", f"seat {seat}", 0.25 + seat * step / 100) for seat in (1, 2)]
    shares += [("style_win_share", f"style {style}", 0.2 + style / 20) for style in (1, 2)]
    return [
        {"figure": figure, "subject": subject, "value": value, "se": 0.001, "n": 1000}
        for figure, subject, value in (*means, *shares)
    ]


@pytest.fixture(scope="module")
def told() -> History:
    """Five versions, of which the third cannot be read."""
    from helpers.run_tools import small_plan

    plan, rows, before = small_plan(), [], []
    for number in range(1, 6):
        commit = Commit(f"{number:040x}", "2026-05-31", "<b>nobody</b>", SUBJECT, "cards.csv")
        if number == 3:
            rows.append(Row(number, Version(commit, None, "<i>a slip</i>"), {}, {}))
            continue
        now = by_key(figures(number))
        judged = compare([*before], [*now.values()], plan.game.figures) if before else []
        edits = tuple(f"FY{card:02}: name <u>{'n' * card}</u>" for card in range(number))
        version = Version(commit if number < 5 else None, plan, edits=edits if before else ())
        rows.append(
            Row(number, version, now, {(comparison.figure, comparison.subject): comparison for comparison in judged})
        )
        before = [*now.values()]
    return History(plan, rows, list(CHOSEN), shallow=True)


@pytest.fixture(scope="module")
def history_file(told: History, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("history") / "history.html"
    path.write_text(render_page(page(told)), encoding="utf-8")
    return path


def test_every_version_has_its_chapter_and_findings_lead_there(told: History):
    made = page(told)
    assert [section.id for section in made.sections] == ["figures", *(f"version-{number}" for number in range(1, 6))]
    assert [finding.evidence for finding in made.findings] == ["version-5", "version-4", "version-2"]
    assert made.findings[0].text.startswith("Version 5: A game lasts 15.000 turns instead of 14.000 (")
    (text,) = made.sections[3].blocks
    assert text.text == "It cannot be read: <i>a slip</i>"


def test_a_history_in_which_nothing_moved_says_so(told: History):
    still = History(told.plan, [told.rows[0], Row(2, told.rows[0].version, told.rows[0].figures, {})], told.keys, False)
    assert [finding.weight for finding in page(still).findings] == ["good"]


def test_intervals_are_those_of_a_report(told: History):
    """Of several players with one style in a game one wins: they tell more than as many strangers."""
    row = {"figure": "style_win_share", "subject": "style 1", "value": 0.25, "se": 0.002, "n": 20_000}
    of, players = told.plan.game.figures["style_win_share"], told.plan.players
    assert interval(row, told.plan) == figure_interval(of, 0.25, 0.002, 20_000, players)
    assert interval(row, told.plan) != figure_interval(of, 0.25, 0.002, 20_000)


@pytest.fixture
def tab(chromium: Browser, history_file: Path, request: pytest.FixtureRequest) -> Iterator:
    context = chromium.new_context(**request.param)
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("console", lambda message: troubles.append(message.text))
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
    tab.goto(history_file.as_uri())
    yield tab
    assert troubles == []
    context.close()


SIZES = [
    {"viewport": {"width": width, "height": 844}, "color_scheme": scheme}
    for width in (390, 1440)
    for scheme in ("light", "dark")
]


@pytest.mark.browser
@pytest.mark.parametrize("tab", SIZES, indirect=True)
def test_it_fits_and_shows_names_as_text(tab):
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth")
    assert tab.locator("img, main i, main u").count() == 0
    shown = "narrow" if tab.viewport_size["width"] == 390 else "wide"
    assert tab.locator(f"#by-version svg.{shown}").is_visible()
    assert tab.locator(f"#by-version svg.{shown} text", has_text="Best seat minus worst").is_visible()
