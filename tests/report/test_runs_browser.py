"""Several runs on one page in a browser: the switch, links between runs, the keyboard, paper, no scripts, speed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as Tab

pytestmark = pytest.mark.browser

OPENS = 2000
"""Milliseconds until a page of three runs can be used."""


@pytest.fixture
def tab(chromium: Browser, several_file: Path) -> Iterator[Tab]:
    """The page of three runs, opened. At the end nothing went wrong and nothing was asked for from elsewhere."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: troubles.append(request.url) if "several.html" not in request.url else None)
    page.goto(several_file.as_uri())
    yield page
    assert [trouble for trouble in troubles if not trouble.startswith(("blob:", "data:"))] == []
    context.close()


def shown(tab: Tab) -> list[str]:
    """The ids of the findings that can be seen: one for each run that is shown."""
    return tab.eval_on_selector_all(
        ".findings > h2", "all => all.filter(node => node.checkVisibility()).map(node => node.id)"
    )


def top_of(tab: Tab, name: str) -> float:
    """How far below the window's upper edge it begins, once nothing moves any more."""
    tab.wait_for_timeout(100)
    return tab.evaluate(f"document.querySelector('#{name}').getBoundingClientRect().top")


def test_one_run_is_shown_and_the_switch_changes_it(tab: Tab) -> None:
    assert shown(tab) == ["findings"]
    tab.get_by_label('"3" players').first.check()
    assert shown(tab) == ["run2-findings"]
    expect(tab.locator("#run2-seats")).to_be_visible()
    expect(tab.locator("#seats")).to_be_hidden()
    expect(tab.locator("#side-figures")).to_be_visible()
    order = "document.querySelector('#run2-findings').compareDocumentPosition(document.querySelector('#side-by-side'))"
    assert tab.evaluate(order) == 4  # the comparison follows the findings of the run that is shown


def test_everything_by_keyboard(tab: Tab) -> None:
    """The way of somebody without a mouse: to the switch, another run, a table sorted, a word explained."""
    tab.keyboard.press("Tab")  # the skip link
    tab.keyboard.press("Tab")
    expect(tab.get_by_role("radio", name="2 players")).to_be_focused()
    ring = "getComputedStyle(document.activeElement.closest('label')).outlineStyle"
    assert tab.evaluate(ring) == "solid"
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    expect(tab.get_by_role("radio", name="4 <players>")).to_be_checked()
    assert shown(tab) == ["run3-findings"]
    tab.keyboard.press("Tab")
    expect(tab.locator(".run:not([hidden]) .tile").first).to_be_focused()
    for _ in range(60):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.matches('#side-figures .sort')"):
            break
    column = tab.locator("#side-figures thead th").first
    expect(column.locator(".sort")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(column).to_have_attribute("aria-sort", "ascending")
    names = [text.split("\n")[0] for text in tab.locator("#side-figures tbody th").all_inner_texts()]
    assert names == sorted(names)
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    tip = tab.locator(".tip:popover-open")
    expect(tip).to_contain_text("Average number of turns of a game")
    tab.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    tab.keyboard.press("Shift+Tab")
    expect(column.locator(".sort")).to_be_focused()


def test_a_word_in_a_sentence_opens_its_definition_beside_it(tab: Tab) -> None:
    word = tab.locator("#finding-1 .term").first
    word.press("Enter")
    tip = tab.locator(".tip:popover-open")
    expect(tip).to_contain_text("95 of 100")
    expect(word).to_have_attribute("aria-expanded", "true")
    box, at = tip.bounding_box(), word.bounding_box()
    assert box
    assert at
    assert 0 < box["y"] - at["y"] < 60


def test_the_skip_link_leads_to_the_run_that_is_shown(tab: Tab) -> None:
    tab.locator(".switch input").nth(1).check()
    tab.locator(".skip").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#run2-findings")).to_be_in_viewport()
    assert shown(tab) == ["run2-findings"]


def test_a_link_into_another_run_shows_it(tab: Tab, several_file: Path) -> None:
    tab.evaluate("location.hash = '#run2-seats'")
    expect(tab.locator("#run2-seats")).to_be_in_viewport()
    assert shown(tab) == ["run2-findings"]
    expect(tab.locator(".switch input").nth(1)).to_be_checked()
    tab.goto("about:blank")
    tab.goto(several_file.as_uri() + "#run3-q1-sql")
    expect(tab.locator("#run3-q1-sql")).to_be_in_viewport()  # opened, too


def test_who_reads_a_chapter_stays_in_it(tab: Tab) -> None:
    tab.evaluate("document.querySelector('#cards').scrollIntoView()")
    tab.locator(".switch input").nth(2).check()
    assert 0 <= top_of(tab, "run3-cards") < 200
    tab.keyboard.press("ArrowLeft")
    assert 0 <= top_of(tab, "run2-cards") < 200
    expect(tab.locator(".switch")).to_be_in_viewport()


def test_tables_of_every_run_work(tab: Tab) -> None:
    tab.locator(".switch input").nth(1).check()
    tab.locator("#run2-cards").get_by_label("Search").fill("fairy 1")
    expect(tab.locator("#run2-cards .count")).to_contain_text("of 40 rows")
    with tab.expect_download() as download:
        tab.locator("#run2-cards .download").click()
    assert download.value.suggested_filename == "run2-cards.csv"


def test_differences_are_said_in_words(tab: Tab) -> None:
    row = tab.locator("#side-figures tbody tr", has_text="Length of a game")
    cells = [" ".join(text.split()) for text in row.locator("td").all_inner_texts()]
    assert cells == ["9.00 (8.90 to 9.10)", "10.00 (9.90 to 10.10) higher", "11.00 (10.90 to 11.10) higher", "yes, all"]
    shared = tab.locator("#side-figures tbody tr", has_text="Shared victories").locator("td")
    assert [" ".join(text.split()) for text in shared.all_inner_texts()] == ["25.0 % (15.0 to 35.0)"] * 3 + ["no"]


def test_every_row_of_figures_explains_itself(tab: Tab) -> None:
    row = tab.locator("#side-figures tbody tr", has_text="Shared victories")
    row.get_by_role("button", name="What “Shared victories” means").press("Enter")
    expect(tab.locator(".tip:popover-open")).to_contain_text("Share of the games that two players or more win together")


def test_the_chosen_run_or_all_are_on_paper(tab: Tab) -> None:
    tab.locator(".switch input").nth(1).check()
    tab.emulate_media(media="print")
    assert shown(tab) == ["run2-findings"]  # the chosen one, unless all is asked for
    tab.evaluate("document.documentElement.classList.add('everything')")
    assert len(shown(tab)) == 3
    expect(tab.locator(".switch")).to_be_hidden()
    for name in ("seats", "run2-seats", "run3-seats"):
        expect(tab.locator(f"#{name} .wide")).to_be_visible()
    pdf = tab.pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) > 20


def test_all_runs_can_be_read_without_scripts(chromium: Browser, several_file: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(several_file.as_uri())
    expect(tab.locator(".switch")).to_be_hidden()
    for name in ("seats", "run2-seats", "run3-seats", "side-figures"):
        expect(tab.locator(f"#{name}")).to_be_visible()
    context.close()


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_several_runs_never_scroll_sideways(tab: Tab, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_opens_soon(chromium: Browser, several_file: Path) -> None:
    """The best of three: what the page needs, not what else the computer does meanwhile."""
    times = []
    for _ in range(3):
        tab = chromium.new_page()
        tab.goto(several_file.as_uri())
        times.append(tab.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
        tab.close()
    assert min(times) < OPENS
