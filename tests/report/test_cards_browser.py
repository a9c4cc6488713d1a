"""Cards in a browser: the gallery, the table of chosen columns, the page of a card, and every link to it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as Tab

pytestmark = pytest.mark.browser

FEW = 12
"""Cards that are drawn before a reader asks for all."""


@pytest.fixture
def tab(chromium: Browser, report_file: Path, request: pytest.FixtureRequest) -> Iterator[Tab]:
    """The report, opened; nothing is thrown and nothing is asked for."""
    context = chromium.new_context(viewport=getattr(request, "param", {"width": 1440, "height": 900}))
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("console", lambda message: troubles.append(message.text))
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.goto(report_file.as_uri())
    yield tab
    assert troubles == []
    context.close()


def drawn(tab: Tab) -> list[str]:
    """The names of the cards of the gallery that are shown."""
    return [" ".join(name.split()) for name in tab.locator(".gallery .to-card:visible").all_inner_texts()]


def in_table(tab: Tab, number: int) -> list[str]:
    cells = tab.locator(f"#card-numbers tbody tr:not([hidden]) > :nth-child({number})")
    return [" ".join(text.split()) for text in cells.all_inner_texts()]


def choose(tab: Tab, what: str) -> None:
    tab.locator(".views").get_by_role("button", name=what).click()


def labelled(tab: Tab, label: str):
    control = "input[type=search]" if label == "Search" else f'label:has(> span:text-is("{label}")) select'
    return tab.locator("#card-table > .controls").locator(control)


def test_the_gallery_filters_sorts_and_shows_all_on_request(tab: Tab) -> None:
    assert len(drawn(tab)) == FEW
    tab.get_by_role("button", name="Show all 20 cards").click()
    assert len(drawn(tab)) == 20
    labelled(tab, "Verdict").select_option("Too weak")
    assert len(drawn(tab)) == 4
    labelled(tab, "Kind").select_option("witch")
    expect(tab.locator("#card-table .count")).to_have_text("2 of 20 cards")
    labelled(tab, "Kind").select_option("")
    labelled(tab, "Verdict").select_option("")
    labelled(tab, "Search").fill("RIVER witch")
    assert set(drawn(tab)) == {"River witch 1", "River witch 5", "River witch 9"}
    labelled(tab, "Sort by").select_option(label="Gained by")
    assert drawn(tab)[0] == "River witch 9"
    labelled(tab, "Sort by").select_option(label="urgency")
    assert drawn(tab)[0] == "River witch 1"


def test_verdicts_have_a_shape_a_word_and_the_order_of_their_weight(tab: Tab) -> None:
    options = labelled(tab, "Verdict").locator("option").all_text_contents()
    assert options == ["all", "Too strong", "Too weak", "Undecided", "Fair", "Ignored"]
    marks = {
        tab.evaluate("one => getComputedStyle(one, '::before').content[1]", mark)
        for mark in tab.locator(".gallery .verdict").element_handles()
    }
    assert len(marks) == 5


def test_the_reader_chooses_the_columns_and_the_csv_has_what_is_shown(tab: Tab) -> None:
    choose(tab, "Table")
    labels = [name.strip() for name in tab.locator("#card-numbers thead .sort").all_inner_texts()]
    assert labels == ["Card", "Kind", "Verdict", "Power", "Gained by"]
    power = in_table(tab, 4)
    tab.locator(".columns summary").click()
    tab.get_by_role("checkbox", name="Win share").check()
    tab.get_by_role("checkbox", name="Kind").uncheck()
    tab.get_by_role("checkbox", name="Power").uncheck()
    tab.get_by_role("checkbox", name="Power").check()
    assert in_table(tab, 3) == power, "the script writes numbers as the page was written"
    expect(tab.get_by_role("checkbox", name="Card")).to_be_disabled()
    tab.keyboard.press("Escape")
    expect(tab.locator(".columns > div")).to_be_hidden()
    expect(tab.locator(".columns summary")).to_be_focused()
    labelled(tab, "Verdict").select_option("Fair")
    tab.locator("#card-numbers").get_by_role("button", name="Win share").click()
    with tab.expect_download() as waiting:
        tab.locator("#card-table .download").click()
    text = Path(waiting.value.path()).read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert list(rows[0]) == ["name", "id", "verdict", "power", "power_low", "power_high", "power_reach", "win"]
    assert {row["verdict"] for row in rows} == {"Fair"}
    assert [row["name"].removeprefix("'") for row in rows] == in_table(tab, 1)  # no formula for a spreadsheet
    wins = [float(row["win"]) for row in rows]
    assert wins == sorted(wins, reverse=True)


@pytest.mark.parametrize(
    "tab", [{"width": width, "height": 900} for width in (1280, 1440, 1920)], indirect=True, ids=str
)
def test_a_wide_table_is_seen_up_to_its_right_edge(tab: Tab) -> None:
    """A chapter cuts off what stands out of it: so it reaches as far as its tables."""
    choose(tab, "Table")
    tab.locator("#card-numbers summary, .columns summary").first.click()
    for box in tab.locator("#card-table input[type=checkbox]:not(:checked)").all():
        box.check()
    tab.keyboard.press("Escape")
    seen = tab.evaluate(
        """() => { const box = document.querySelector('#card-table .scroll'); box.scrollIntoView({block: 'center'});
             const edge = box.getBoundingClientRect();
             return [edge.right <= innerWidth, box.scrollWidth >= box.clientWidth,
                     box.contains(document.elementFromPoint(edge.right - 3, (edge.top + edge.bottom) / 2))]; }"""
    )
    assert seen == [True, True, True]


def test_numbers_are_drawn_on_one_scale(tab: Tab) -> None:
    choose(tab, "Table")
    places = tab.eval_on_selector_all(
        "#card-numbers .whisker",
        "all => all.map(one => ['l', 'v', 'h'].map(p => +one.style.getPropertyValue('--' + p)))",
    )
    assert len(places) == 19, "a card without a number has no dot"
    assert all(low <= value <= high for low, value, high in places)
    assert [value for _, value, _ in places] == sorted((value for _, value, _ in places), reverse=True)


def test_a_card_opens_with_all_that_is_known_and_back_leads_back(tab: Tab) -> None:
    tab.locator("#card-W10").scroll_into_view_if_needed()
    place = tab.evaluate("scrollY")
    tab.locator("#card-W10 .to-card").click()
    page = tab.get_by_role("dialog", name="Ember witch 3")
    expect(page).to_be_visible()
    assert tab.evaluate("location.hash") == "#card-W10"
    for text in ("Says 10.", "Style: <i>greedy", "cost 2 instead of 3", "clear", "Draw a card & win.", "<b>draw</b>"):
        expect(page.get_by_text(text, exact=True).first).to_be_visible()
    expect(page.locator("code")).to_have_text("balance replay 'my run' 812")
    page.get_by_role("link").first.click()
    partner = tab.evaluate("location.hash")
    assert partner == "#card-W03"
    tab.get_by_role("button", name="Next card").click()
    assert tab.evaluate("location.hash") == "#card-W04"
    tab.keyboard.press("Escape")
    expect(tab.locator("dialog")).to_be_hidden()
    assert tab.evaluate("location.hash") == ""
    assert tab.evaluate("scrollY") == place, "the reader is where the card was"


def test_a_label_of_a_chart_leads_to_its_card(tab: Tab) -> None:
    label = tab.locator("#forest .wide [data-card]").first
    label.click()
    expect(tab.get_by_role("dialog", name=label.text_content() or "")).to_be_visible()


def test_back_and_forth_in_the_history_open_and_close(tab: Tab) -> None:
    tab.get_by_role("link", name="Forest witch 0").first.click()
    expect(tab.locator("dialog")).to_be_visible()
    tab.go_back()
    expect(tab.locator("dialog")).to_be_hidden()
    tab.go_forward()
    expect(tab.get_by_role("dialog", name="Forest witch 0")).to_be_visible()
    tab.get_by_role("button", name="Close").click()
    expect(tab.locator("dialog")).to_be_hidden()


def test_a_card_reached_before_the_last_has_told_of_its_closing_stays_open(tab: Tab) -> None:
    tab.get_by_role("link", name="Forest witch 0").first.click()
    expect(tab.locator("dialog")).to_be_visible()
    card = tab.evaluate("location.hash")
    tab.evaluate(
        """card => {
            addEventListener("hashchange", () => { location.hash = card; }, { once: true });
            history.back();
        }""",
        card,
    )
    tab.wait_for_timeout(200)
    expect(tab.get_by_role("dialog", name="Forest witch 0")).to_be_visible()
    assert tab.evaluate("location.hash") == card


def test_an_address_with_a_card_opens_it(chromium: Browser, report_file: Path) -> None:
    tab = chromium.new_page()
    tab.goto(f"{report_file.as_uri()}#card-W10")
    expect(tab.get_by_role("dialog", name="Ember witch 3")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.locator("dialog")).to_be_hidden()
    tab.close()


def test_pointing_at_a_name_shows_the_small_card_and_so_does_the_keyboard(tab: Tab) -> None:
    choose(tab, "Table")
    tip = tab.locator(".preview")
    link = tab.locator("#card-numbers").get_by_role("link", name="Ember witch 3")
    link.hover()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("Draw a card & win.")
    tab.mouse.move(2, 2)
    expect(tip).to_be_hidden()
    tab.locator("#card-numbers .sort").first.focus()
    tab.keyboard.press("Tab")
    expect(tip).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("tab", [{"width": 390, "height": 800}], indirect=True, ids=str)
def test_cards_fit_a_phone(tab: Tab) -> None:
    inside = "document.documentElement.scrollWidth <= innerWidth"
    assert tab.evaluate(inside)
    choose(tab, "Table")
    tab.locator(".columns summary").click()
    assert tab.evaluate(inside)
    box = tab.locator(".columns > div").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    tab.locator(".columns summary").click()
    tab.locator("#card-numbers .to-card").first.click()
    assert tab.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth", tab.locator("dialog").element_handle())


def test_many_links_are_one_stop_for_the_keyboard(tab: Tab) -> None:
    tab.get_by_role("button", name="Show all 20 cards").click()
    stops = "#card-table a[href]:not([tabindex='-1'])"
    assert tab.locator(f"{stops}:visible").count() == 1
    tab.locator(".gallery .to-card").first.focus()
    tab.keyboard.press("ArrowRight")
    expect(tab.locator(".gallery .to-card").nth(1)).to_be_focused()
    tab.keyboard.press("End")
    expect(tab.locator(".gallery .to-card").last).to_be_focused()
    choose(tab, "Table")
    assert tab.locator(f"{stops}:visible").count() == 1


def test_controls_have_names_and_the_page_of_a_card_a_title(tab: Tab) -> None:
    tree = tab.locator("#card-table").aria_snapshot()
    for part in ('group "Show as"', 'searchbox "Search"', 'combobox "Verdict"', 'list "Every witch"', "- status"):
        assert part in tree
    tab.get_by_role("link", name="Ember witch 3").first.click()
    tree = tab.locator("dialog").aria_snapshot()
    for part in ('heading "Ember witch 3" [level=2]', 'button "Close"', 'table "Power"', 'rowheader "Power"'):
        assert part in tree


def test_cards_can_be_read_without_scripts(chromium: Browser, report_file: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"{report_file.as_uri()}#card-W19")
    assert len(drawn(tab)) == 20
    expect(tab.locator("#card-W19")).to_be_in_viewport()
    expect(tab.locator("#card-W19")).to_contain_text("Draw a card & win.")
    expect(tab.locator("#card-W19")).to_contain_text("Ignored")
    assert len(in_table(tab, 1)) == 20
    expect(tab.locator("#card-table .controls")).to_be_hidden()
    context.close()
