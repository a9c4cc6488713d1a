"""The page of a comparison in a browser: it fits a phone, and on a desk two stories stand side by side."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from balance.judging.compare import compare_plans
from balance.report.comparison.page import write_comparison
from helpers.edited_plans import edited
from helpers.run_tools import small_plan

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    plan = small_plan(games=1000)
    long = "A card whose name is as long as names of cards can be, and <b>bold</b>"
    outcome = compare_plans(plan, edited(plan, ("FYG4", "points", "9"), ("FYG4", "name", long)))
    command = "balance compare fairy --cards-b a/long/path/to/the/edited/table/of/cards.csv"
    return write_comparison(outcome, tmp_path_factory.mktemp("compared"), command)


@pytest.mark.parametrize(("width", "beside"), [(320, False), (390, False), (1440, True)])
def test_it_fits_and_stories_have_room(chromium: Browser, page_file: Path, width: int, beside: bool) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 844})
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("console", lambda message: troubles.append(message.text))
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.goto(page_file.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth")
    tops = tab.evaluate("[...document.querySelectorAll('.side')].map(side => side.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert (tops[0] == tops[1]) is beside
    tab.get_by_role("link", name="Where do games diverge?").click()
    assert "finding" in tab.evaluate("location.hash")
    tab.locator(".side details summary").first.click()
    assert tab.locator(".side details .story").first.is_visible()
    assert tab.locator("b", has_text="bold").count() == 0
    assert troubles == []
    context.close()
