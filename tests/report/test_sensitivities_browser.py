"""The page of `balance sensitivity` in a browser: its table fits, with all its columns and their intervals."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from balance.analysis.trial_edits import Sensitivity, Shift, Tried
from balance.engine.game.plan import Request, make_plan
from balance.report.sensitivities import write_sensitivity

pytestmark = pytest.mark.browser

WIDE = Shift(0.294, 0.25, -0.144, -0.158, -0.13)
TURNS = Shift(40.0, 38.0, -12.05, -12.45, -11.65)
EDITS = tuple(
    Tried("HF08", column, 0, before, after, False, WIDE, TURNS, WIDE, TURNS, WIDE, 48_000)
    for column, before, after in (("effect", "fight 2", "fight 1"), ("traits", "strength=1", "strength=0"))
)


@pytest.mark.parametrize(("width", "seen"), [(1440, "Id"), (390, "Win rate")])
def test_the_table_is_seen_without_scrolling_up_to_a_column(
    chromium: Browser, tmp_path: Path, width: int, seen: str
) -> None:
    plan = make_plan(Request("heroes"))
    page = write_sensitivity(Sensitivity(4, 1, 0.015, 48_000, 1, 0, EDITS), plan, tmp_path)
    context = chromium.new_context(viewport={"width": width, "height": 900})
    tab = context.new_page()
    tab.goto(page.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heads = tab.locator("#edits thead th")
    last = [text.split("\n")[0] for text in heads.all_inner_texts()].index(seen)
    box, head = tab.locator("#edits .scroll").bounding_box(), heads.nth(last).bounding_box()
    assert box is not None
    assert head is not None
    assert head["x"] + head["width"] <= box["x"] + box["width"]
    context.close()
