"""The report in a browser: nothing runs or loads that should not, tables and help work, it fits and can be read."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as Tab

from balance.report.page import Page

pytestmark = pytest.mark.browser

WIDTHS = (390, 1440)

CONTRAST = """
(selectors) => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [r, g, b] = rgb(colour).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (rgb(colour)[3] === 255) return colour;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const found = {};
  for (const selector of selectors) {
    for (const node of document.querySelectorAll(selector)) {
      const style = getComputedStyle(node);
      const [a, b] = [luminance(node.closest('svg') && node.tagName === 'text' ? style.fill : style.color),
                      luminance(ground(node))].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      found[selector] = Math.min(found[selector] ?? 99, ratio);
    }
  }
  return found;
}
"""
READ = (
    *("h1", "h2", "h3", "h4", "p", "a", "dt", "dd", "th", "td", "li", "label", "button", "input", "select", "summary"),
    *(
        ".marker",
        ".interval",
        ".count",
        ".subtitle",
        ".kicker",
        ".remark",
        "figcaption",
        "code",
        ".tip",
        ".term",
        ".tile .ask",
        ".verdict",
        ".judgement",
        ".range",
        ".says",
        ".chip",
        ".wanted",
        ".ask a",
        "svg text",
    ),
)
"""Whatever shows words."""


class Watch:
    """A tab that remembers everything that should not happen."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.requests: list[str] = []
        self.troubles: list[str] = []
        tab.on("request", lambda request: self.requests.append(request.url))
        tab.on("console", lambda message: self.troubles.append(message.text))
        tab.on("pageerror", lambda error: self.troubles.append(str(error)))
        tab.on("dialog", lambda dialog: (self.troubles.append(f"dialog {dialog.message}"), dialog.dismiss()))


@pytest.fixture
def watch(chromium: Browser, report_file: Path, request: pytest.FixtureRequest) -> Iterator[Watch]:
    """The report, opened; parameters are those of a browser context. At the end nothing unwanted has happened."""
    options: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, **getattr(request, "param", {})}
    context = chromium.new_context(**options)
    watch = Watch(context.new_page())
    watch.tab.goto(report_file.as_uri())
    yield watch
    assert watch.troubles == []
    assert [url for url in watch.requests if not url.startswith(("blob:", "data:"))] == [report_file.as_uri()]
    context.close()


@pytest.fixture
def tab(watch: Watch) -> Tab:
    return watch.tab


def column(tab: Tab, number: int, table: str = "cards") -> list[str]:
    """The visible cells of a column."""
    cells = tab.locator(f"#{table} tbody tr:not([hidden]) > :nth-child({number})")
    return [" ".join(text.split()) for text in cells.all_inner_texts()]


def numbers(texts: list[str]) -> list[float]:
    return [float(text.split()[0].replace(",", "").replace("−", "-")) for text in texts if text != "–"]


def heading(tab: Tab, label: str, table: str = "cards"):
    return tab.locator(f"#{table} th", has=tab.get_by_role("button", name=label, exact=True))


def sizes(width: int, scheme: str = "light") -> dict[str, Any]:
    return {"viewport": {"width": width, "height": 844}, "color_scheme": scheme}


# ---- safety and layout


@pytest.mark.parametrize("watch", [sizes(width) for width in (320, *WIDTHS)], indirect=True, ids=str)
def test_page_never_scrolls_sideways(tab: Tab) -> None:
    inside = "document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth"
    assert tab.evaluate(inside)
    too_wide = "boxes.filter(box => box.scrollWidth > box.clientWidth)"
    reached = tab.eval_on_selector_all(".scroll", f"boxes => {too_wide}.map(box => !!box.querySelector('button'))")
    size = tab.viewport_size
    assert size
    assert reached or size["width"] == WIDTHS[-1], "on a desk tables use the width there is"
    assert all(reached), "what scrolls is reached by what is in it"


def test_nothing_runs_from_names(tab: Tab) -> None:
    tab.wait_for_timeout(300)
    assert tab.locator("img").count() == 0
    assert tab.get_by_text("<script>alert(1)</script>").count() > 0
    assert tab.evaluate("document.scripts.length") == 5


def test_policy_stops_scripts_that_came_later(chromium: Browser, report_file: Path) -> None:
    tab = chromium.new_page()
    messages: list[str] = []
    tab.on("console", lambda message: messages.append(message.text))
    tab.goto(report_file.as_uri())
    tab.evaluate("s => document.body.append(Object.assign(document.createElement('script'), {text: s}))", "bad = 1")
    assert tab.evaluate("window.bad") is None
    assert "Content Security Policy" in messages[0]
    tab.close()


@pytest.mark.parametrize("watch", [sizes(width) for width in WIDTHS], indirect=True, ids=str)
def test_letters_in_charts_are_legible(tab: Tab) -> None:
    heights = tab.eval_on_selector_all(
        ".chart > svg",
        """all => all.filter(svg => svg.getBoundingClientRect().width > 0).flatMap(svg => {
             const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
             return [...svg.querySelectorAll('text')].map(text => parseFloat(getComputedStyle(text).fontSize) * scale);
           })""",
    )
    assert len(heights) > 100
    assert min(heights) >= 9
    assert max(heights) <= 20
    assert tab.locator(".chart > svg:visible").count() == tab.locator(".chart").count()


# ---- tables


def test_sorting_numbers_both_ways_with_missing_values_last(tab: Tab) -> None:
    head = heading(tab, "Win share when played")
    expect(head).to_have_attribute("aria-sort", "none")
    head.locator(".sort").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    down = column(tab, 4)
    assert numbers(down) == sorted(numbers(down), reverse=True)
    assert down[-1] == "–"
    head.locator(".sort").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    up = column(tab, 4)
    assert numbers(up) == sorted(numbers(up))
    assert up[-1] == "–"
    assert len(up) == 40


def test_sorting_text_both_ways_and_negative_numbers(tab: Tab) -> None:
    heading(tab, "Card").locator(".sort").click()
    up = [name for name in column(tab, 1) if "fairy" in name]
    assert up[:4] == ["Ember fairy 3", "Ember fairy 7", "Ember fairy 11", "Ember fairy 15"]
    heading(tab, "Card").locator(".sort").click()
    assert [name for name in column(tab, 1) if "fairy" in name] == up[::-1]
    heading(tab, "Points").locator(".sort").click()
    expect(heading(tab, "Card")).to_have_attribute("aria-sort", "none")
    assert numbers(column(tab, 7)) == sorted(numbers(column(tab, 7)), reverse=True)
    assert min(numbers(column(tab, 7))) < 0


def test_search_and_filter_alone_and_together(tab: Tab) -> None:
    search, choice = tab.locator("#cards").get_by_label("Search"), tab.locator("#cards select")
    count = tab.locator("#cards .count")
    expect(count).to_have_text("40 rows")
    search.fill("FAIRY 1")
    names = column(tab, 1)
    assert len(names) == 13
    assert all("fairy" in name and "1" in name for name in names)
    choice.select_option("River")
    both = column(tab, 1)
    assert 0 < len(both) < len(names)
    assert set(both) < set(names)
    assert set(column(tab, 2)) == {"River"}
    expect(count).to_have_text(f"{len(both)} of 40 rows")
    search.fill("")
    assert len(column(tab, 1)) == 10
    choice.select_option("all")
    search.fill("<script>")
    assert column(tab, 1) == ["<script>alert(1)</script>"]
    search.fill("no such card")
    assert column(tab, 1) == []


def test_sorting_keeps_the_search(tab: Tab) -> None:
    tab.locator("#cards").get_by_label("Search").fill("ember")
    heading(tab, "Seen").locator(".sort").click()
    seen = numbers(column(tab, 3))
    assert seen == sorted(seen, reverse=True)
    assert 0 < len(seen) < 40


def test_csv_holds_what_is_shown_in_its_order_and_no_formulas(tab: Tab, page: Page) -> None:
    tab.locator("#cards").get_by_label("Search").fill("ember fairy")
    heading(tab, "Points").locator(".sort").click()
    with tab.expect_download() as waiting:
        tab.locator("#cards .download").click()
    text = Path(waiting.value.path()).read_bytes().decode("utf-8-sig")
    assert [row["card"] for row in csv.DictReader(io.StringIO(text, newline=""))] == column(tab, 1)
    tab.locator("#cards").get_by_label("Search").fill("")
    heading(tab, "Seen").locator(".sort").click()
    with tab.expect_download() as waiting:
        tab.locator("#cards .download").click()
    assert waiting.value.suggested_filename == "cards.csv"
    text = Path(waiting.value.path()).read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    frame = page.sections[1].blocks[1].frame  # type: ignore[union-attr]
    assert list(rows[0]) == ["card", "family", "seen", "win", "win_low", "win_high", "change", "lift", "score"]
    frame = frame.sort("seen", descending=True)
    assert [float(row["score"]) for row in rows] == pytest.approx(frame["score"].to_list(), rel=1e-6)
    assert [row["win"] for row in rows].count("") == 1
    names = dict(zip(frame["card"].to_list(), (row["card"] for row in rows), strict=True))
    assert names['=HYPERLINK("x")'] == '\'=HYPERLINK("x")'
    assert names["-2 Curse, “cheap”"] == "'-2 Curse, “cheap”"
    changed = {name for name, written in names.items() if name != written}
    assert changed == {'=HYPERLINK("x")', "-2 Curse, “cheap”"}


# ---- help and keyboard


def test_help_opens_and_closes_with_mouse_and_keyboard(tab: Tab) -> None:
    button = tab.locator("#cards .tools .help")
    tip = tab.locator("#cards-help")
    expect(tab.locator("#cards .help")).to_have_count(1)
    expect(tip).to_be_hidden()
    button.click()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("How often a seat met the card.")
    expect(button).to_have_attribute("aria-expanded", "true")
    tab.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(button).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tip).to_be_visible()
    tab.keyboard.press("Space")
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("watch", [sizes(390)], indirect=True, ids=str)
def test_help_stays_inside_a_small_window(tab: Tab) -> None:
    for button in tab.locator("#cards .help").all():
        button.click()
        box = tab.locator(".tip:popover-open").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        tab.keyboard.press("Escape")


def test_page_works_from_the_keyboard(tab: Tab) -> None:
    tab.keyboard.press("Tab")
    skip = tab.get_by_text("Skip to the findings")
    expect(skip).to_be_focused()
    tab.keyboard.press("Tab")
    first = tab.get_by_role("link", name="Who goes first?")
    expect(first).to_be_focused()
    assert tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.keyboard.press("Enter")
    expect(tab.locator("#seats")).to_be_in_viewport()
    first.focus()
    for link in (*tab.locator(".tile").all()[1:], *tab.locator(".urgent a").all()):  # one tab stop each
        tab.keyboard.press("Tab")
        expect(link).to_be_focused()
    skip.focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    expect(tab.locator("#finding-1 .term").first).to_be_focused()
    tab.locator("#finding-1 .why").press("Enter")
    expect(tab.locator("#seats")).to_be_in_viewport()
    tab.locator("#cards select").focus()
    tab.keyboard.press("Tab")
    expect(tab.locator("#cards .download")).to_be_focused()
    tab.keyboard.press("Tab")
    expect(heading(tab, "Card").locator(".sort")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(heading(tab, "Card")).to_have_attribute("aria-sort", "ascending")
    tab.keyboard.press("Space")
    expect(heading(tab, "Card")).to_have_attribute("aria-sort", "descending")


def test_a_table_is_one_stop_for_its_headings(tab: Tab) -> None:
    heading(tab, "Card").locator(".sort").focus()
    tab.keyboard.press("ArrowRight")
    expect(heading(tab, "Family").locator(".sort")).to_be_focused()
    tab.keyboard.press("End")
    expect(heading(tab, "Points").locator(".sort")).to_be_focused()
    assert tab.locator("#cards .sort:not([tabindex='-1'])").count() == 1
    tab.keyboard.press("Tab")
    assert not tab.evaluate("document.activeElement.closest('#cards thead')")
    tab.keyboard.press("Shift+Tab")
    expect(heading(tab, "Points").locator(".sort")).to_be_focused()


def test_arrow_keys_reach_every_heading_and_tool_of_every_table(tab: Tab) -> None:
    for table in tab.locator("[data-table]:visible").all():
        for box, keys in (("thead tr", ".sort"), (".tools", "button")):
            every = table.locator(f"{box} {keys}:visible")
            if not every.count():
                continue
            every.first.focus()
            for at in range(1, every.count()):
                tab.keyboard.press("ArrowRight")
                expect(every.nth(at)).to_be_focused()
            tab.keyboard.press("Home")
            expect(every.first).to_be_focused()


def test_the_links_of_a_sentence_are_one_stop_and_the_first_says_so(tab: Tab) -> None:
    tab.keyboard.press("Tab")
    expect(tab.locator(".skip")).to_have_accessible_description(re.compile("Arrow keys move"))
    expect(tab.locator(".keys")).to_be_visible()
    links = tab.locator("#finding-1 :is(a, .term)")
    assert links.count() > 1
    links.first.focus()
    expect(tab.locator(".keys")).to_be_hidden()
    for link in links.all()[1:]:
        tab.keyboard.press("ArrowRight")
        expect(link).to_be_focused()
    tab.keyboard.press("Tab")
    assert not tab.evaluate("document.activeElement.closest('#finding-1')")


def test_arrow_keys_lead_through_the_contents(tab: Tab) -> None:
    chapters = tab.locator(".contents > ol > li > a:visible")
    assert chapters.count() > 3
    chapters.first.focus()
    tab.keyboard.press("ArrowDown")
    expect(chapters.nth(1)).to_be_focused()
    tab.keyboard.press("End")
    expect(chapters.last).to_be_focused()
    tab.keyboard.press("Tab")
    assert not tab.evaluate("document.activeElement.closest('.contents > ol > li > a')")


def test_query_opens_on_demand(tab: Tab) -> None:
    query = tab.locator("#q1 pre")
    expect(query).to_be_hidden()
    tab.locator("#q1 summary").focus()
    tab.keyboard.press("Enter")
    expect(query).to_be_visible()


def test_a_link_opens_the_numbers_of_a_chart(tab: Tab) -> None:
    numbers = tab.locator("#folded table")
    expect(numbers).to_be_hidden()
    tab.evaluate("location.hash = '#folded'")
    expect(numbers).to_be_visible()
    heading(tab, "Family", "folded").locator(".sort").click()
    assert column(tab, 1, "folded") == ["Ember", "Forest", "River"]


def test_charts_have_names_and_descriptions(tab: Tab) -> None:
    tree = tab.locator("#seats").aria_snapshot()
    assert 'img "Win share by seat"' in tree
    for width in WIDTHS:  # the drawing for phones refers to the words of the other
        tab.set_viewport_size({"width": width, "height": 844})
        seats = tab.locator("#seats svg:visible")
        expect(seats).to_have_accessible_name("Win share by seat")
        expect(seats).to_have_accessible_description("The first seat wins 28 %, the last 23 %.")


# ---- light, dark, print


@pytest.mark.parametrize(
    "watch", [sizes(width, scheme) for width in WIDTHS for scheme in ("light", "dark")], indirect=True, ids=str
)
def test_words_can_be_read(tab: Tab) -> None:
    tab.locator("#cards .help").first.click()
    ratios = tab.evaluate(CONTRAST, list(READ))
    assert set(ratios) >= set(READ) - {"h4"}
    assert {selector: ratio for selector, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("watch", [sizes(1440, "dark")], indirect=True, ids=str)
def test_dark_mode_is_dark_in_charts_too(tab: Tab) -> None:
    assert tab.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(22, 24, 28)"
    assert tab.evaluate("getComputedStyle(document.querySelector('.wide text')).fill") == "rgb(233, 230, 224)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_in_heat_maps_can_be_read(chromium: Browser, report_file: Path, scheme: str) -> None:
    """Cells are see-through colours: what lies behind their numbers is mixed here as the browser mixes it."""
    tab = chromium.new_page(color_scheme=scheme)
    tab.goto(report_file.as_uri())
    ratios = tab.evaluate(
        """() => {
          const light = (c) => c.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
          const paper = rgb(getComputedStyle(document.documentElement).backgroundColor);
          const ink = light(rgb(getComputedStyle(document.body).color));
          return [...document.querySelectorAll('#pairs .wide path')].map(getComputedStyle)
            .filter(style => style.fill.startsWith('rgb')).map(style => {
              const share = Number(style.opacity) * Number(style.fillOpacity);
              const mixed = light(rgb(style.fill).map((v, i) => v * share + paper[i] * (1 - share)));
              return (Math.max(ink, mixed) + 0.05) / (Math.min(ink, mixed) + 0.05);
            });
        }"""
    )
    assert len(ratios) >= 20
    assert min(ratios) >= 4.5
    tab.close()


@pytest.mark.parametrize("watch", [sizes(700, "dark")], indirect=True, ids=str)
def test_print_is_black_on_white_without_controls(tab: Tab) -> None:
    tab.emulate_media(media="print", color_scheme="dark")
    assert tab.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    for selector in (".controls", ".help", ".contents", ".skip", ".why"):
        expect(tab.locator(selector).first).to_be_hidden()
    charts = tab.locator("#shape .chart").count()
    assert tab.locator("#shape .chart > .narrow:visible").count() == charts
    tab.evaluate("document.documentElement.classList.add('everything')")
    assert tab.locator("#shape .chart > .wide:visible").count() == charts
    inside = "document.documentElement.scrollWidth <= innerWidth"
    assert tab.evaluate(inside)
    assert tab.evaluate(
        "[...document.querySelectorAll('.scroll')].every(box => box.scrollHeight <= box.clientHeight + 1)"
    )


def test_paper_has_what_matters_or_on_request_everything(tab: Tab) -> None:
    """Printing is watched, not done: what would be on paper when the browser is asked to print."""
    tab.emulate_media(media="print")
    tab.evaluate(
        """() => { window.print = () => {
             dispatchEvent(new Event('beforeprint'));
             const shown = (name) => document.querySelector(name).checkVisibility();
             window.paper = ['#seats', '#findings', '#cards', '#q1 pre', '#folded table'].map(shown);
             dispatchEvent(new Event('afterprint'));
           }; }"""
    )
    for choice, paper in (("", [True, True, False, False, False]), ("everything", [True] * 5)):
        tab.evaluate(f"document.querySelector('[data-print=\"{choice}\"]').click()")
        assert tab.evaluate("window.paper") == paper
    tab.emulate_media(media="screen")
    expect(tab.locator("#q1 pre")).to_be_hidden()


def test_a_page_of_few_tables_prints_on_few_pages(tab: Tab) -> None:
    pdf = tab.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", pdf)) <= 2


def test_page_can_be_read_without_scripts(chromium: Browser, report_file: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(report_file.as_uri())
    expect(tab.locator(".controls").first).to_be_hidden()
    assert len(column(tab, 1)) == 40
    context.close()
