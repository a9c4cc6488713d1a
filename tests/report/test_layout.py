"""Several runs on one page, and the sentences at its top."""

from __future__ import annotations

import dataclasses
import re
from itertools import pairwise

import polars as pl
import pytest
from markupsafe import Markup

from balance.report.build import DEFINITIONS, leading
from balance.report.layout import MADE, ids_of, view_runs
from balance.report.page import (
    FAVOURED,
    HOW_LONG,
    WHICH_CARDS,
    Answered,
    CardBook,
    ColumnView,
    DataTable,
    Definition,
    Finding,
    Page,
    Section,
)
from balance.report.render import render_page
from balance.report.terms import Terms, with_terms
from balance.report.topics import quick_links
from helpers.links import dead_links

pytestmark = pytest.mark.slow

# ---- answers


def test_every_question_has_its_sentence_and_its_links_at_the_top(html: str, page: Page) -> None:
    top = html[html.index('id="answers"') : html.index('id="contents"')]
    assert top.count('class="brief"') == 2
    assert "Does greed pay?" in top
    assert re.findall(r'class="ask"><a href="#([^"]*)"', top) == ["q1", "q2"]


def test_only_the_verdict_stands_at_the_top_and_the_rest_is_folded() -> None:
    block = Answered(
        "q1", 1, "How?", "By 4 to 1.", points=("In winter, too.", "Not alone."), rest="And by <much> more."
    )
    html = render_page(Page("T", "", (), (Section("s", "S", "", (block,)),), ()))
    top, below = html[: html.index('id="contents"')], html[html.index('id="contents"') :]
    assert "By 4 to 1." in top
    assert "winter" not in top
    assert '<a href="#q1">How?</a>' in top
    assert below.count("<li>In winter, too.</li>") == 1
    folded = below[below.index("More about this") :]
    assert folded.index("And by &lt;much&gt; more.") < folded.index("</details>")
    assert block.full_text == "By 4 to 1. In winter, too. Not alone. And by <much> more."


def test_what_speaks_of_cards_leads_to_them_and_what_has_no_evidence_to_how_the_page_was_made() -> None:
    """The book of cards has names besides its own, and is found by them, too."""
    table = DataTable("numbers", "All", pl.DataFrame({"id": ["A"]}), (ColumnView("id", "Id"),))
    book = CardBook("book", "All", (), table, also=("power-verdicts",))
    there = {*ids_of([Section("cards", "Cards", "", [book])])}
    assert there == {"cards", "book", "numbers", "power-verdicts"}
    said = [Finding("2 cards to weaken.", "power-verdicts"), Finding("Games are short.", "length")]
    assert [finding.evidence for finding in leading(said, there)] == ["power-verdicts", MADE]


# ---- what most readers ask first


def quick(findings: list[Finding], *topics: str) -> dict[str, str]:
    """``topics``: those of the page's chapters."""
    page = Page("T", "", findings, [Section(f"about-{topic}", topic, "", (), topic) for topic in topics], ())
    return dict(quick_links(page, [f"finding-{n}" for n in range(1, len(findings) + 1)]))


def test_quick_links_lead_to_the_sentence_that_answers() -> None:
    findings = [
        Finding("30 % of the games end in a shared victory.", "length", "warn"),
        Finding("A game lasts 9 turns.", "length", topic=HOW_LONG),
        Finding("Catch is used more often.", "cards", topic=WHICH_CARDS),
        Finding("Catch is used less often.", "cards", topic=WHICH_CARDS),
    ]
    assert quick(findings, FAVOURED, HOW_LONG) == {
        FAVOURED: f"about-{FAVOURED}",
        WHICH_CARDS: "finding-3",
        HOW_LONG: "finding-2",
    }


def test_what_asks_for_a_look_answers_before_what_is_fine() -> None:
    fine = Finding("No seat is favoured.", "seats", "good", topic=FAVOURED)
    assert quick([fine, Finding("rival wins more.", "styles", "warn", topic=FAVOURED)]) == {FAVOURED: "finding-2"}


# ---- words that explain themselves


def test_terms_are_explained_once_and_everything_else_is_escaped() -> None:
    words = [Definition("lift", "x"), Definition("interval", "y", r"\(\d+ to \d+\)")]
    markup = with_terms("Lift <b> and lift (1 to 2), (3 to 4)", words)
    assert isinstance(markup, Markup)
    assert markup == (
        '<button type="button" class="term" popovertarget="word-lift-tip">Lift</button> &lt;b&gt; and lift '
        '<span class="whole"><button type="button" class="term" popovertarget="word-interval-tip">(1 to 2)'
        "</button>,</span> (3 to 4)"
    )
    assert with_terms("uplifting & lifts", words) == "uplifting &amp; lifts"


def test_what_a_reader_types_is_code_and_explains_no_word() -> None:
    markup = with_terms(
        "Not measured (`--power off`): `balance <run>` tells the power: 5 %", [Definition("power", "x")]
    )
    assert markup.startswith("Not measured (<code>--power off</code>): <code>balance &lt;run&gt;</code> tells the ")
    assert markup.endswith("5\N{NO-BREAK SPACE}%")


def test_a_word_is_explained_once_in_a_chapter() -> None:
    terms = Terms([Definition("lift", "x"), Definition("power", "y")])
    assert [terms(text).count("<button") for text in ("A lift.", "lift and power", "lift, power")] == [1, 1, 0]
    assert terms.new_chapter() == ""
    assert terms("lift, power").count("<button") == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Seat 1 wins 52.1 % (51.0 to 53.2 %), 1.04 times its share.", ["Seat 1", "wins", "(51.0 to 53.2 %)"]),
        ("It won 10.8 points more (+6.5 to −15.0).", ["won", "(+6.5 to −15.0)"]),
        ("Too strong: Elf (+3.1 points)", ["Too strong"]),
        ("1,234 games (1,200 to 1,300)", ["(1,200 to 1,300)"]),
        ("the winner (two of three)", []),
        ("win share and interval", ["win share", "interval"]),
    ],
)
def test_the_words_of_findings_are_found(text: str, words: list[str]) -> None:
    markup = with_terms(text.replace(" %", "\N{NO-BREAK SPACE}%"), DEFINITIONS)
    terms = re.findall(r"<button[^>]*>([^<]*)</button>", markup)
    assert [word.replace("\N{NO-BREAK SPACE}", " ") for word in terms] == words


# ---- several runs


def test_ids_of_several_runs_are_unique_and_links_lead_somewhere(several: str) -> None:
    ids = re.findall(r'\sid="([^"]*)"', several)
    assert len(ids) == len(set(ids))
    assert {"seats", "run2-seats", "run3-seats", "findings", "run3-findings", "run2-q1-sql"} <= set(ids)
    assert dead_links(several) == set()


def test_first_run_then_the_comparison_then_every_run(several: str) -> None:
    marks = [
        "data-switch",
        'id="scorecard"',
        'id="findings"',
        'id="side-by-side"',
        'id="contents"',
        'id="shape"',
        'id="run2-findings"',
    ]
    marks += ['id="run2-shape"', 'id="run3-findings"', 'id="definitions"', 'id="biases"', 'id="made"']
    places = [several.index(mark) for mark in marks]
    assert places == sorted(places)
    assert several.count('type="radio"') == 3
    assert "4 &lt;players&gt;" in several
    assert "4 <players>" not in re.sub(r"<script.*?</script>", "", several, flags=re.DOTALL)


def test_the_findings_of_each_run_lead_to_its_own_evidence(several: str) -> None:
    second = several[several.index('id="run2-findings"') : several.index('id="run2-contents"')]
    assert set(re.findall(r'class="why" href="#(\w+)-', second)) == {"run2"}


def test_one_run_has_no_switch(html: str) -> None:
    assert "data-switch>" not in html
    assert "side-by-side" not in html
    assert 'type="radio"' not in html


def test_headings_and_landmarks_of_several_runs(several: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", several)]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    names = re.findall(r'<nav class="contents" aria-labelledby="([^"]*)"', several)
    assert len(names) == len(set(names)) == 3


def test_questions_of_later_runs_lead_to_the_first() -> None:
    asked = Answered("question-1", 1, "How?", "Beside the first run only.", see="question-1")
    first = Page("T", "", (), (Section("questions", "Q", "", (dataclasses.replace(asked, see=""),)),), (), label="a")
    second = dataclasses.replace(first, label="b", sections=(Section("questions", "Q", "", (asked,)),))
    views = view_runs([first, second])
    (brief,) = views[1].briefs
    assert (brief.block.id, brief.links) == ("run2-question-1", [("the first run's answer", "question-1")])
