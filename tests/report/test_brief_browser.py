"""A page in brief in a browser: it fits a phone, and its cards open."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from balance.report.brief import brief
from balance.report.page import Page
from balance.report.render import write_page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page_file(page: Page, tmp_path_factory: pytest.TempPathFactory) -> Path:
    command = f"balance report /home/designer/{'a-folder-of-games/' * 8}first"
    return write_page(brief(page, command), tmp_path_factory.mktemp("brief") / "fairy.html")


@pytest.mark.parametrize("width", [320, 1440])
def test_it_fits_and_its_cards_open(chromium: Browser, page_file: Path, width: int) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 844})
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("console", lambda message: troubles.append(message.text))
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.goto(page_file.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth")
    tab.locator(".gallery .card a.to-card").last.click()
    assert tab.locator("dialog[open]").is_visible()
    assert tab.locator("dialog[open] h3", has_text="Partners").count() == 0
    assert troubles == []
    context.close()
