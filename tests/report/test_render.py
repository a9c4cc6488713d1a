"""The HTML of a report, without a browser: escaping, order, links, numbers, charts, size."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import math
import re
import threading
from datetime import date
from html.parser import HTMLParser
from itertools import pairwise
from types import SimpleNamespace
from xml.etree import ElementTree

import polars as pl
import pytest
from matplotlib.figure import Figure as Canvas

from balance.report import charts, svg
from balance.report.build import _played
from balance.report.labels import number_text, short, short_number
from balance.report.page import (
    Chip,
    ColumnView,
    DataTable,
    Finding,
    IndexEntry,
    Page,
    PageChart,
    Section,
    Tile,
    Trend,
    Urgent,
)
from balance.report.render import render_index, render_page, render_report
from balance.report.tables import for_script, scale_of, view_of, whisker
from helpers.marks import by_day

VOID = {"meta", "link", "input", "br", "hr", "img"}


class Tags(HTMLParser):
    """All opening tags with their attributes, and the texts; complains about tags closed in the wrong order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


@pytest.fixture(scope="module")
def tags(html: str) -> Tags:
    return Tags(html)


def columns(*names: str, form: str = "text") -> list[ColumnView]:
    return [ColumnView(name, name, form) for name in names]


def one_table(frame: pl.DataFrame, views: list[ColumnView], **more) -> DataTable:
    return DataTable("t", "T", frame, views, **more)


# ---- the page


@pytest.mark.slow
def test_page_is_well_formed_and_has_unique_ids(tags: Tags) -> None:
    ids = [attributes["id"] for _, attributes in tags.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_links_and_references_lead_somewhere(tags: Tags) -> None:
    ids = {attributes["id"] for _, attributes in tags.tags if "id" in attributes}
    for _, attributes in tags.tags:
        for name in ("aria-labelledby", "aria-describedby", "popovertarget"):
            assert name not in attributes or attributes[name] in ids
    targets = [link["href"] for link in tags.named("a") + tags.named("use")]
    assert targets
    assert {str(target) for target in targets} <= {f"#{name}" for name in ids}


def test_findings_come_first_then_contents_then_sections(html: str) -> None:
    marks = [
        "<h1>",
        'class="scorecard"',
        'class="chips"',
        'class="urgent"',
        'id="findings"',
        'id="contents"',
        'id="shape"',
        'id="definitions"',
        'id="biases"',
        'id="made"',
    ]
    places = [html.index(mark) for mark in marks]
    assert places == sorted(places)


def test_every_finding_has_a_word_and_a_link(html: str, page: Page) -> None:
    assert html.count('class="why"') == len(page.findings)
    for word in ("Fine", "Look", "Note"):
        assert f"</svg>{word}" in re.sub(r">\s+", ">", html)


def test_headings_never_skip_a_level(tags: Tags) -> None:
    levels = [int(tag[1]) for tag, _ in tags.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_nothing_from_a_card_becomes_markup(html: str, tags: Tags) -> None:
    assert "<script>alert" not in html
    assert not tags.named("img")
    scripts = tags.named("script")
    assert [script.get("type") for script in scripts] == ["application/json"] * 4 + [None]
    assert not [name for _, attributes in tags.tags for name in attributes if name.startswith("on")]
    assert any("<script>alert(1)</script>" in text for text in tags.texts)


def test_policy_allows_the_own_script_only(html: str) -> None:
    script = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)[-1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; style-src 'unsafe-inline'; script-src ")
    assert f"script-src 'sha256-{digest}'" in policy[1]


def test_page_asks_for_nothing_from_elsewhere(html: str) -> None:
    without_icon = html.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|@import|src=\"|url\((?!#)", without_icon.replace("img src=x", ""))


@pytest.mark.slow
def test_page_is_the_same_every_time(page: Page, html: str) -> None:
    assert render_page(page) == html


def test_every_table_explains_its_columns_once(html: str) -> None:
    assert html.count("<dt>Lift</dt><dd>Win share times players; 1.00 is neutral.</dd>") == 1
    assert html.count('popovertarget="cards-help"') == 1


def test_the_page_says_at_its_top_what_the_game_is_who_played_and_where_to_begin(page: Page) -> None:
    told = dataclasses.replace(page, about="Guess & push your luck.", played="Played by computer on 2026-11-26.")
    top = re.sub(r"<[^>]+>|\s+", " ", render_page(told).split("</header>")[0].rpartition("<header")[2])
    said = ("Guess &amp; push your luck.", f"{page.subtitle}. Played by computer on 2026-11-26. Begin with the boxes")
    assert all(text in top for text in said), top


def test_of_several_runs_a_sentence_begins_behind_their_number(page: Page) -> None:
    several = [dataclasses.replace(page, label=label, played="Played.") for label in "ab"]
    html = render_report(several, Section("beside", "Beside", "", ()))
    assert "2 runs side by side. Begin with the boxes: " in html
    assert f"{page.subtitle}. Begin with the boxes: " in render_page(page)


def test_page_without_findings_or_blocks() -> None:
    html = render_page(Page("Empty", "", (), (Section("s", "Nothing", "", ()),), ()))
    assert "Nothing stood out." in html


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"findings": (Finding("x", "seatz"),)}, "did you mean 'seats'"),
        ({"findings": (Finding("x", "seats", "bad"),)}, "good, warn or note"),
        ({"tiles": (Tile("Length", "Fixed", "good", "", "", "", None, "lenghts"),)}, "did you mean 'lengths'"),
        ({"sections": (Section("made", "x", "", ()),)}, "twice"),
        ({"sections": (Section("a b", "x", "", ()),), "findings": ()}, "letters, digits"),
    ],
)
def test_mistakes_of_the_maker_are_errors(page: Page, change: dict, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        render_page(dataclasses.replace(page, **change))


def test_index_links_reports_and_their_evidence() -> None:
    entry = IndexEntry("<b>Fairy", "1 game", "fairy.html", (Finding("Seat 1 wins & wins.", "seats", "warn"),))
    html = render_index([entry], "Made today.")
    assert '<a href="fairy.html">&lt;b&gt;Fairy</a>' in html
    assert 'href="fairy.html#seats"' in html
    assert "Seat 1 wins &amp; wins." in html
    Tags(html)
    assert "no reports yet" in render_index([], "")


def test_index_shows_the_scorecard_of_every_report() -> None:
    tile = Tile("Length", "Fixed", "good", "30 turns", "", "The rules <fix> it.", None, "length")
    chip = Chip("tie_rate", "Shared victories", "missed", "3 %", "at most 2 %")
    urgent = Urgent("Weaken first", "Elf & Ent", "it decides nearly every game", "power")
    trend = Trend("moved", "Win rate of greedy +2.1 points since the baseline.")
    entry = IndexEntry("Fairy", "1 game", "fairy.html", (), (tile,), (chip,), (urgent,), "2026-11-25", trend)
    html = render_index([entry, IndexEntry("Old", "1 game", "old.html")], "")
    assert 'href="fairy.html#length"' in html
    assert 'href="fairy.html#power"' in html
    for text in ("The rules &lt;fix&gt; it.", "Elf &amp; Ent", "missed:", "at most 2 %", "+2.1 points", "2026-11-25"):
        assert text in html
    assert html.count('class="scorecard"') == html.count('class="trend moved"') == 1
    Tags(html)


def test_a_tile_is_one_link_that_says_it_all(html: str) -> None:
    tile = re.search(r'<a class="tile warn" href="#seats">(.*?)</a>', html, re.DOTALL)
    assert tile is not None
    assert "<a " not in tile[1]
    assert 'role="img" aria-label="The first wins more' in tile[1]
    words = " ".join(re.sub(r"<[^>]*>", " ", tile[1]).split())
    assert words == "Who goes first? : Unfair +3.0 points +2.2 to +3.8 The first player, vs. an even share"


def test_what_is_folded_keeps_its_place_among_the_findings(html: str) -> None:
    """The third finding is folded: it stands behind the others, and its id is still that of the third."""
    ids = re.findall(r'<li class="finding \w+" id="([^"]*)"', html)
    assert ids == ["finding-1", "finding-2", "finding-4", "finding-3"]
    folded = html[html.index("1 more finding, in numbers") :]
    assert folded.index('id="finding-3"') < folded.index("One in a hundred: over 24") < folded.index("</details>")


@pytest.mark.parametrize("href", ["javascript:alert(1)", "https://example.org", "/etc"])
def test_index_links_to_neighbours_only(href: str) -> None:
    with pytest.raises(ValueError, match="path from the index"):
        render_index([IndexEntry("x", "", href)], "")


# ---- tables


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        ("int", 1234567, "1,234,567"),
        ("int", None, "–"),
        ("number", -2.345, "−2.35"),
        ("number", -0.001, "0.00"),
        ("number", math.nan, "–"),
        ("percent", 0.5213, "52.1 %"),
        ("points", 0.0213, "+2.1"),
        ("points", -0.0213, "−2.1"),
        ("points", 0.0001, "0.0"),
        ("lift", 1.04, "1.04"),
        ("text", None, "–"),
        ("text", True, "yes"),
    ],
)
def test_cells(form: str, value: object, text: str) -> None:
    frame = pl.DataFrame({"x": [value]}, strict=False)
    assert view_of(one_table(frame, columns("x", form=form))).rows[0][0].text == text


def test_intervals_stand_beside_their_number() -> None:
    frame = pl.DataFrame({"x": [0.521, 0.05, None], "low": [0.51, 0.04, None], "high": [0.532, 0.06, None]})
    cells = [row[0] for row in view_of(one_table(frame, [ColumnView("x", "X", "percent", "", "low", "high")])).rows]
    assert [(cell.text, cell.interval) for cell in cells] == [
        ("52.1 %", "(51.0 to 53.2)"),
        ("5.0 %", "(4.0 to 6.0)"),
        ("–", ""),
    ]
    assert len({cell.width for cell in cells}) == 1


def test_data_keeps_seven_digits_and_the_column_of_the_filter() -> None:
    frame = pl.DataFrame({"x": [1 / 3, math.inf], "kind": ["a", "b"], "other": [1, 2]})
    view = view_of(one_table(frame, columns("x", form="number"), filter_by="kind"))
    data = json.loads(view.data)
    assert data["rows"] == [[0.3333333, "a"], [None, "b"]]
    assert (data["names"], data["filters"]) == (["x", "kind"], [1])
    assert data["columns"] == [{"at": 0, "label": "x", "format": "number", "shown": True}]
    assert [(filter.label, filter.choices) for filter in view.filters] == [("kind", ["a", "b"])]


def test_rows_that_explain_the_same_share_the_explanation() -> None:
    frame = pl.DataFrame(
        {"x": ["Wins", "Turns", "Wins", "Wins"], "means": ["Of games.", "A game.", "Of games.", "All."]}
    )
    view = view_of(one_table(frame, [ColumnView("x", "X", help_from="means")]))
    leads = [row[0].help_id for row in view.rows]
    assert leads[0] == leads[2]
    assert len({*leads}) == 3
    assert [(cell.help_id, cell.text, cell.help) for cell in view.helps] == [
        (leads[0], "Wins", "Of games."), (leads[1], "Turns", "A game."), (leads[3], "Wins", "All."),
    ]  # fmt: skip


def test_hidden_columns_are_data_alone() -> None:
    frame = pl.DataFrame({"x": [1.0], "y": [2.0], "y_low": [1.0], "y_high": [3.0]})
    hidden = ColumnView("y", "Y", "number", "Why.", "y_low", "y_high", shown=False, drawn=True, group="More")
    view = view_of(one_table(frame, [*columns("x", form="number"), hidden]))
    assert [[cell.text for cell in row] for row in view.rows] == [["1.00"]]
    assert [(group, [place for place, _ in heads]) for group, heads in view.groups] == [("", [0]), ("More", [1])]
    data = json.loads(view.data)
    assert data["columns"][1] == {
        "at": 1, "label": "Y", "format": "number", "ends": [2, 3], "with": [2, 3], "scale": [0.0, 2.16], "shown": False,
    }  # fmt: skip


def test_the_day_of_a_run_is_written_where_dates_have_no_signs_of_their_own(monkeypatch) -> None:
    """Windows refuses the format "%-d"."""

    class Strict(date):
        def __format__(self, form: str) -> str:
            assert "%-" not in form
            return super().__format__(form)

    monkeypatch.setattr("balance.report.build.date", Strict)
    run = SimpleNamespace(manifest={"finished": "2026-11-07T19:32:32Z"})
    for copies, cards in ((), ""), (("1",), " with 1 card"), (("1", "0", "", "2"), " with 3 cards"):
        rows = [SimpleNamespace(copies=many) for many in copies]
        plan = SimpleNamespace(card_table=SimpleNamespace(rows=rows))
        assert _played(run, plan) == f"Played by computer on 7 November 2026{cards}."  # type: ignore[arg-type]


def test_a_dot_stands_where_its_number_is_on_the_scale_of_the_column() -> None:
    scale = scale_of([-1.0, None, 3.0])
    assert scale == pytest.approx((-1.32, 3.32))
    drawn = whisker(-9.0, 1.0, 2.0, scale)
    assert drawn is not None
    assert (drawn.low, drawn.value, drawn.high, drawn.zero) == pytest.approx((0, 50, 71.55, 28.45), abs=0.01)
    assert whisker(None, None, None, scale) is None
    assert scale_of([None, math.nan]) is None
    assert scale_of([2.0, 4.0]) == pytest.approx((0, 4.32))
    nothing = whisker(0.0, 0.0, 0.0, scale_of([0.0, 0.0]))
    assert nothing is not None
    assert (nothing.value, nothing.zero) == (0, None)


def test_json_cannot_leave_its_script_element() -> None:
    value = ["</script><!--<script>", "\u2028&"]
    text = for_script(value)
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == value


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (one_table(pl.DataFrame({"x": [1]}), columns("y")), "no column 'y'"),
        (one_table(pl.DataFrame({"x": [1]}), columns("x", form="euro")), "no format 'euro'"),
        (one_table(pl.DataFrame({"x": [1]}), columns("x"), filter_by="x"), "is not text"),
    ],
)
def test_wrong_tables_are_errors(table: DataTable, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        view_of(table)


def test_empty_table_says_so() -> None:
    table = one_table(pl.DataFrame({"x": []}, schema={"x": pl.String}), columns("x"), filter_by="x")
    html = render_page(Page("x", "", (), (Section("s", "S", "", (table,)),), ()))
    assert "No rows." in html


# ---- labels


def test_labels() -> None:
    assert number_text(1234.5, "", 1) == "1,234.5"
    assert short_number(1 / 3, "percent") == "33.3 %"
    assert short_number(0.5, "percent") == "50 %"
    assert (short_number(100), short_number(0.25)) == ("100", "0.25")
    assert short("a\n  b", 10) == "a b"
    assert short("x" * 200, 5) == "xxxx…"
    assert short(None, 10) == "(none)"


# ---- charts


def drawn(draw, title: str = "T", alt: str = "A", name: str = "f") -> str:
    """A chart's markup; both drawings must be well-formed."""
    markup = svg.svg_of(PageChart(name, title, draw, alt))
    ElementTree.fromstring(f"<x>{markup}</x>")
    return markup


def test_chart_takes_everything_from_the_page() -> None:
    frame = pl.DataFrame({"x": [1, 2, 3], "y": [0.1, 0.2, 0.3]})
    markup = drawn(lambda ax: charts.bars(ax, frame, "x", "y", by="x", unit="percent"), "A <title>", "Words & more")
    assert not re.search(r"#[0-9a-f]{6}", markup)
    assert "font-family" not in markup
    assert "<style" not in markup
    assert not re.search(r"<svg[^>]* (width|height)=", markup)
    assert markup.count('viewBox="0 0 ') == markup.count('role="img"') == 2
    assert markup.count("A &lt;title&gt;</title>") == markup.count("Words &amp; more</desc>") == 1
    assert markup.count('aria-labelledby="f-title" aria-describedby="f-alt"') == 2
    assert "<text" in markup


def test_charts_on_one_page_share_no_ids() -> None:
    frame = pl.DataFrame({"x": [1, 2], "y": [1, 2]})
    both = "".join(drawn(lambda ax: charts.lines(ax, frame, "x", "y"), name=name) for name in ("a", "b"))
    ids = re.findall(r' id="([^"]*)"', both)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:url\(|href=")#([^")]*)', both))
    assert used
    assert used <= set(ids)


NAMES = ["$\\frac{1}{0}$", "<b>&", "a$b", "\x00\x0bbad", "日本", "", None, "line\nbreak", "W" * 200]


@pytest.mark.slow
@pytest.mark.parametrize(
    "draw",
    [
        lambda ax, f: charts.bars(ax, f, "name", "y", "low", "high", unit="percent", reference=0.5),
        lambda ax, f: charts.bars(ax, f, "x", "y", by="name", x_label="$\\x$", y_label="$\\bad$ " * 20),
        lambda ax, f: charts.lines(ax, f, "x", "y", "name", "low", "high", "points"),
        lambda ax, f: charts.scatter(ax, f, "x", "y", "name", "low", "high", "percent"),
        lambda ax, f: charts.scatter(ax, f, "y", "signed", x_label="$\\x$", y_label="$\\bad$ " * 20),
        lambda ax, f: charts.histogram(ax, f, "x", "y", "name"),
        lambda ax, f: charts.histogram(ax, f, "x", "y"),
        lambda ax, f: charts.forest(ax, f, "name", "y", "low", "high", 0.5, "percent"),
        lambda ax, f: charts.grid(ax, f, "name", "x", "y", "percent", centre=0.5),
        lambda ax, f: charts.grid(ax, f, "x", "name", "y"),
        lambda ax, f: charts.stacked(ax, f, "x", "signed", "name", "points"),
        lambda ax, f: charts.stacked(ax, f, "name", "signed", "x", "points"),
    ],
)
@pytest.mark.parametrize("rows", by_day([0, 9], [1, 2]))
def test_charts_draw_any_names_and_any_number_of_rows(draw, rows: int) -> None:
    numbers = [0.1, 0.2, None, math.nan, 0.5, 0.5, 0.6, 0.7, 0.8][:rows]
    frame = pl.DataFrame(
        {"name": NAMES[:rows], "x": list(range(rows)), "y": numbers},
        schema={"name": pl.String, "x": pl.Int64, "y": pl.Float64},
    ).with_columns(low=pl.col("y") - 0.05, high=pl.col("y") + 0.05, signed=pl.col("y") - 0.4)
    markup = drawn(lambda ax: draw(ax, frame))
    assert ("No data" in markup) == (rows == 0)


@pytest.mark.parametrize("draw", ["forest", "grid"])
def test_long_names_of_rows_stand_in_two_lines_that_end_alike(draw: str) -> None:
    names = ["Odo", "Salamander of the treasure chest", "Salamander of the forest"]
    frame = pl.DataFrame({"name": names, "x": ["a"] * 3, "y": [0.1, 0.2, 0.3], "low": [0.0] * 3, "high": [0.4] * 3})
    columns = {"forest": ("name", "y", "low", "high"), "grid": ("x", "name", "y")}
    markup = drawn(lambda ax: getattr(charts, draw)(ax, frame, *columns[draw]))
    narrow = markup[markup.index('class="narrow"') :]
    for first, second in (("Salamander of the", "treasure chest"), ("Salamander of", "the forest")):
        together = rf'<text x="([0-9.]+)" y="[0-9.]+">{first}</text>.*?<text x="\1" y="[0-9.]+">{second}</text>'
        assert re.search(together, narrow, re.DOTALL), first


LONG = ["as it is", "Salamander of the treasure chest", "Wrong guesses cost as much as right ones pay in all suits"]


@pytest.mark.parametrize("draw", ["bars", "forest", "grid", "quadrants", "slopes"])
def test_names_of_several_words_are_never_cut(draw: str) -> None:
    """They stand in as many lines as they need, or, of points without room, not at all."""
    frame = pl.DataFrame({"name": LONG, "x": [1.0, -1.0, 2.0], "y": [1.0, 2.0, -1.0]})
    columns = {"forest": ("name", "y", "y", "y"), "grid": ("name", "name", "y"), "quadrants": ("x", "y", "name")}
    labels = {"x_label": "x", "y_label": "y"} if draw != "forest" else {}
    markup = drawn(lambda ax: getattr(charts, draw)(ax, frame, *columns.get(draw, ("name", "y")), **labels))
    for drawing in markup.split('class="narrow"'):
        said = " ".join(re.findall(r"<text[^>]*>([^<]*)", drawing))
        assert "…" not in said
        assert all(name in said for name in LONG), said


def test_a_point_between_others_goes_unnamed_rather_than_covered() -> None:
    places = [(x, y) for x in range(12) for y in range(12)]
    frame = pl.DataFrame(places, schema=["x", "y"], orient="row").with_columns(name=pl.lit(LONG[1]))
    markup = drawn(lambda ax: charts.quadrants(ax, frame, "x", "y", "name", x_label="x", y_label="y"))
    assert markup.count("treasure chest") < len(places)


def test_dollars_stay_dollars_outside_of_a_report_too() -> None:
    frame = pl.DataFrame({"name": ["$\\frac{1}{0}$", "a$b$c"], "y": [1.0, 2.0], "low": [0.5, 1.5], "high": [2.0, 3.0]})
    for draw in (
        lambda ax: charts.forest(ax, frame, "name", "y", "low", "high", x_label="$\\bad$"),
        lambda ax: charts.grid(ax, frame, "name", "name", "y"),
        lambda ax: charts.bars(ax, frame, "name", "y", by="name"),
    ):
        canvas = Canvas()
        draw(canvas.add_subplot())
        canvas.savefig("/dev/null", format="svg")


def test_a_scatter_has_one_point_per_row_and_a_shape_per_group() -> None:
    frame = pl.DataFrame({"round": [2.5, 4.0, 9.0], "paid": [0.9, 0.7, 0.3], "kind": ["Nisse", "Fairy", "Nisse"]})
    ax = Canvas().add_subplot()
    charts.scatter(ax, frame, "round", "paid", "kind")
    groups = {line.get_label(): (line.get_xydata().tolist(), line.get_marker()) for line in ax.lines}
    assert groups == {"Nisse": ([[2.5, 0.9], [9.0, 0.3]], "o"), "Fairy": ([[4.0, 0.7]], "s")}


def test_a_scatter_draws_the_interval_of_every_point_upright() -> None:
    frame = pl.DataFrame({"x": [1.5, 3.0], "y": [0.5, 0.6], "low": [0.4, 0.5], "high": [0.6, 0.8]})
    ax = Canvas().add_subplot()
    charts.scatter(ax, frame, "x", "y", low="low", high="high")
    spans = [line.tolist() for line in ax.collections[0].get_segments()]
    assert spans == [[[1.5, 0.4], [1.5, 0.6]], [[3.0, 0.5], [3.0, 0.8]]]


def test_negative_parts_lie_below_zero() -> None:
    frame = pl.DataFrame({"who": ["a", "a", "a"], "part": ["p", "q", "r"], "points": [4.0, -3.0, 2.0]})
    ax = Canvas().add_subplot()
    charts.stacked(ax, frame, "who", "points", "part")
    spans = sorted((patch.get_y(), patch.get_y() + patch.get_height()) for patch in ax.patches)
    assert spans == [(0.0, -3.0), (0.0, 4.0), (4.0, 6.0)]


def test_histogram_shows_values_that_never_came_up_as_zero() -> None:
    frame = pl.DataFrame({"turns": [9, 3, 4], "share": [0.2, 0.5, 0.3]})
    ax = Canvas().add_subplot()
    charts.histogram(ax, frame, "turns", "share")
    steps = ax.patches[-1].get_data()
    assert list(steps.values) == [0.5, 0.3, 0, 0, 0, 0, 0.2]
    assert list(steps.edges) == [2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]


def test_turns_that_never_came_up_leave_a_gap() -> None:
    """Whole numbers stand at their distance, in their order; names and what is too far apart stand side by side."""
    frame = pl.DataFrame({"turn": [8, 1, 6], "share": [0.2, 0.5, 0.3], "kind": ["a", "a", "b"]})
    for draw in (
        lambda ax: charts.bars(ax, frame, "turn", "share"),
        lambda ax: charts.grid(ax, frame, "turn", "kind", "share"),
    ):
        ax = Canvas().add_subplot()
        draw(ax)
        assert [round(patch.get_x() + patch.get_width() / 2, 6) for patch in ax.patches] == [7, 0, 5]
        assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    ax = Canvas().add_subplot()
    charts.stacked(ax, frame, "turn", "share", "kind")
    assert [round(patch.get_x() + patch.get_width() / 2) for patch in ax.patches if patch.get_height()] == [0, 7, 5]
    for xs, places in (([6, 2, 4], [2, 0, 1]), ([1000, 1, 300_000], [1, 0, 2])):
        ax = Canvas().add_subplot()
        charts.bars(ax, pl.DataFrame({"x": xs, "y": [1, 1, 1]}), "x", "y")
        assert [round(patch.get_x() + patch.get_width() / 2) for patch in ax.patches] == places


def test_a_line_keeps_the_distance_of_turns_that_never_came_up_and_breaks_where_nothing_is_known() -> None:
    frame = pl.DataFrame({"turn": [1, 2, 6, 7, 8], "y": [0.1, 0.2, 0.6, None, 0.8]})
    ax = Canvas().add_subplot()
    charts.lines(
        ax, frame.with_columns(low=pl.col("y") - 0.1, high=pl.col("y") + 0.1), "turn", "y", None, "low", "high"
    )
    (line,) = ax.lines
    assert list(line.get_xdata()) == [1, 2, 6, 7, 8]
    assert list(line.get_ydata()[[0, 1, 2, 4]]) == [0.1, 0.2, 0.6, 0.8]
    assert math.isnan(line.get_ydata()[3])


@pytest.mark.slow
def test_charts_drawn_at_the_same_time_are_the_same() -> None:
    frame = pl.DataFrame({"x": list(range(30)), "y": [n * 0.7 for n in range(30)]})
    figure = PageChart("f", "T", lambda ax: charts.lines(ax, frame, "x", "y"), "A")
    expected, svgs = svg.svg_of(figure), []
    threads = [threading.Thread(target=lambda: svgs.append(svg.svg_of(figure))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert svgs == [expected] * 6


# ---- size


@pytest.mark.nightly
def test_a_large_report_stays_small(page: Page) -> None:
    every = [block for section in page.sections for block in section.blocks]
    charts_there = [block for block in every if isinstance(block, PageChart)]
    more = [dataclasses.replace(chart, id=f"{chart.id}-{n}") for n in range(4) for chart in charts_there][:12]
    table = next(block for block in every if isinstance(block, DataTable))
    long = dataclasses.replace(table, id="long", frame=pl.concat([table.frame, table.frame.head(20)]))
    assert long.frame.height == 60
    html = render_page(dataclasses.replace(page, sections=(*page.sections, Section("more", "More", "", (*more, long)))))
    assert len(html.encode()) < 1_000_000
