"""All cards of a run: one page each, one table, and every name leads to its card."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import SimpleNamespace

import polars as pl
import pytest
from markupsafe import escape

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.analysis.verdicts import NONE, NOTHING, Among, CardPower, Power
from balance.engine.game.faces import Face
from balance.report.cards.book import card_book, explain_verdict
from balance.report.cards.links import CardLinks, anchor
from balance.report.page import BookCard, CardBook, ColumnView, DataTable, Page, Section
from balance.report.render import render_page, render_report
from balance.report.sections.cards import _first_turns
from balance.report.svg import with_links
from balance.report.terms import with_terms
from helpers.links import dead_links


@pytest.fixture(scope="module")
def results(small_run):
    """The small run of Fairy, with power made up for two of its guesses."""
    with Database(small_run) as database:
        made_up = Results(database)
        ids = [row.id for row in made_up.plan.card_table.rows]
        style = (Among("greedy", 0.05, 0.01, 0.09, 0.03, -0.01, 0.07),)
        weak = CardPower(
            "FYG4", "guess", "too weak", "", -0.04, -0.05, -0.03, -0.06, -0.07, -0.05, gain_share=0.5, by_style=style
        )
        fair = CardPower("FYG1", "guess", "fair", "", 0.02, 0.01, 0.03, 0.01, 0.0, 0.02, gain_share=0.9)
        others = [CardPower(id, "charm", NONE, "Nobody gains it.") for id in ids if id not in ("FYG4", "FYG1")]
        made_up.power = Power(4, 0.025, 0.01, 1000, (weak, fair, *others), ("greedy",))
        yield made_up


@pytest.fixture(scope="module")
def book(results) -> CardBook:
    return card_book(results, "balance replay runs/fairy/x")


@pytest.mark.slow
def test_every_card_in_play_has_a_page_and_those_that_ask_for_a_change_come_first(book, results):
    assert sorted(card.id for card in book.cards) == sorted(row.id for row in results.plan.card_table.rows)
    assert [card.id for card in book.cards][:2] == ["FYG4", "FYG1"]
    assert book.table.frame["id"].to_list() == [card.id for card in book.cards]
    assert book.table.frame["verdict"].to_list()[:3] == ["Too weak", "Fair", "Not measured"]
    html = render_page(replace(EMPTY, sections=(Section("s", "S", "", (book,)),)))
    assert all(f'id="{anchor(card.id)}"' in html for card in book.cards)


def test_what_a_page_says_is_there(book):
    catch = book.cards[0]
    assert catch.face.effect == ("Right when the next card shows a fairy.",)
    worth = "Gaining it is worth 6.0 points of win rate less than the average card of its kind"
    assert catch.explanation.startswith(worth)
    assert "(−7.0 to −5.0). 50.0\N{NO-BREAK SPACE}% of the players gain it" in catch.explanation
    assert catch.more["strip"] == [["Style: greedy", 0.03, -0.01, 0.07]]
    assert ["effect", "fairy"] in catch.more["cells"]
    charm = next(card for card in book.cards if card.id == "FY07")
    assert charm.explanation == "Nobody gains it."


@pytest.mark.parametrize(
    ("verdict", "gain_share", "said"), [("too weak", 0.02, 1), ("too weak", 0.2, 0), ("fair", 0.02, 0)]
)
def test_a_weak_card_that_hardly_anybody_gains_is_said_to_be_judged_in_few_hands(verdict, gain_share, said):
    card = CardPower("A", "project", verdict, "", power=-0.04, low=-0.05, high=-0.03, gain_share=gain_share)
    assert explain_verdict(card, 4).count("in the hands of these few") == said


def test_what_a_card_is_worth_against_the_weakest_of_its_kind_is_said_where_it_is_known():
    card = CardPower(
        "A", "hero", "fair", "", power=0.01, low=0.0, high=0.02, bench=0.034, bench_low=-0.01, bench_high=0.08
    )
    said = "Against one of the weakest fifth of its kind it brings its users +3.4 points (−1.0 to +8.0)."
    assert explain_verdict(card, 4).endswith(said)
    assert "weakest fifth" not in explain_verdict(replace(card, bench=None), 4)


def test_the_book_says_among_whom_its_verdicts_hold(book):
    assert book.who == "With 4 players, among players who all play greedy."


def test_games_to_watch_were_won_by_one_who_had_the_card(book, results):
    catch = next(card for card in book.cards if card.id == "FYG4")
    assert 0 < len(catch.more["watch"]) <= 3
    margins = [margin for _, _, margin in catch.more["watch"]]
    assert margins == sorted(margins)
    for game, player, _ in catch.more["watch"]:
        row = results.database.frame(
            f"SELECT win_share, used + taken + played + kept AS had FROM cards JOIN seats USING (game_no, seat) "
            f"WHERE game_no = {game} AND seat = {player - 1} AND card = 'FYG4'"
        ).row(0)
        assert row[0] == 1
        assert row[1] > 0


def test_a_few_columns_are_shown_and_the_others_wait(book):
    shown = [view.name for view in book.table.columns if view.shown]
    assert shown[:4] == ["name", "kind", "verdict", "power"]
    assert len(shown) <= 8
    assert {"power_users", "met", "win_used"} <= {view.name for view in book.table.columns} - set(shown)


@pytest.mark.slow
def test_without_power_there_are_no_verdicts(small_run):
    with Database(small_run) as database:
        plain_book = card_book(Results(database))
    assert "verdict" not in [view.name for view in plain_book.table.columns]
    assert {card.verdict for card in plain_book.cards} == {""}
    assert plain_book.table.filter_by == ("kind",)


def test_what_stands_against_nothing_is_told_so():
    card = CardPower("A", "guess", "fair", "", power=0.1, low=0.05, high=0.15, gain_share=0.0, against=NOTHING)
    explanation = "Gaining it is worth 10.0 points of win rate more than doing without it (+5.0 to +15.0)."
    assert explain_verdict(card, 4) == explanation


# ---- names that lead to cards

NAMES = {"A": "Elf", "B": "Elf <b> King", "map": "Old (x) Moth"}
NAMED = [BookCard(id, name, "", "", Face()) for id, name in NAMES.items()]
LINKS = CardLinks.of(NAMED)
EMPTY = Page("x", "", (), (), ())


def test_the_longest_name_counts_and_each_card_once():
    said = with_terms("Elf <b> King (B) beats Elf, not Elfin; Elf again. Old (x) Moth!", (), LINKS)
    assert re.findall(r'href="#([^"]*)">([^<]*)<', said) == [
        ("card-B", str(escape("Elf <b> King (B)"))),
        ("card-A", "Elf"),
        ("card-map-", "Old (x) Moth"),
    ]
    assert "<b>" not in said


def test_a_name_of_two_cards_leads_to_the_one_whose_id_is_said():
    twins = CardLinks.of([BookCard(id, "Fox", "", "", Face()) for id in ("C1", "C2")])
    said = with_terms("Weakest: Fox (C2), strongest: Fox (C1); Fox and Fox (C9).", (), twins)
    assert re.findall(r'href="#([^"]*)">([^<]*)<', said) == [("card-C2", "Fox (C2)"), ("card-C1", "Fox (C1)")]
    assert (twins.labelled("Fox"), twins.labelled("Fox (C2)"), twins.labelled("Fo…")) == ("", "C2", "")


def test_labels_of_charts_may_be_cut_short():
    assert LINKS.labelled("Old (x) M…") == "map"
    assert LINKS.labelled("Elf <b> …") == "B"
    assert LINKS.labelled("Elf…") == "", "two cards begin so"
    assert LINKS.labelled("Turn") == ""


def test_labels_of_two_lines_lead_to_their_card_from_both():
    drawn = "<text>Turn</text><g/><text>Old (x)</text><text>Moth</text><text>Elf</text><text>Moth</text>"
    links = re.findall(r'<text(?: data-card="([^"]*)")?>', with_links(drawn, LINKS))
    assert links == ["", "card-map-", "card-map-", "card-A", ""]


def test_labels_of_three_lines_lead_to_their_card_from_all():
    drawn = "<text>Elf</text><text>Old</text><text>(x)</text><text>Moth</text>"
    assert re.findall(r'data-card="([^"]*)"', with_links(drawn, LINKS)) == ["card-A", *["card-map-"] * 3]


def test_a_card_that_only_one_run_kept_is_linked_there_and_one_that_none_kept_nowhere():
    def shelf(prefix: str, *ids: str) -> CardBook:
        cards = [BookCard(id, f"Fox {id}", "", "", Face()) for id in ids]
        return CardBook("cards", "Cards", cards, DataTable("card-table", "", pl.DataFrame(), ()), prefix=prefix)

    links = CardLinks.of_books([shelf("", "A", "B"), shelf("run2-", "B", "C")])
    assert [links.place(card) for card in "ABCD"] == ["card-A", "card-B", "run2-card-C", ""]
    told = with_terms("Fox A, Fox B, Fox C and Fox D", (), links)
    assert re.findall(r'href="#([^"]*)"', told) == ["card-A", "card-B", "run2-card-C"]
    drawn = with_links("<text>Fox B</text><text>Fox C</text>", links)
    assert re.findall(r'data-card="([^"]*)"', drawn) == ["card-B", "run2-card-C"]


def test_a_table_names_a_card_that_is_not_on_the_page_without_a_link():
    rows = pl.DataFrame({"name": ["Elf"], "id": ["A"]})
    table = DataTable("edits", "Edits", rows, [ColumnView("name", "Card", "text", "", link="id")])
    html = render_report([Page("T", "", (), (Section("s", "S", "", (table,)),), ())])
    assert dead_links(html) == set()
    assert ">Elf<" in html


@pytest.mark.slow
def test_links_to_cards_lead_somewhere_and_names_are_escaped(page, html):
    ids = set(re.findall(r' id="([^"]*)"', html))
    to_cards = re.findall(r'href="#(card-[^"]*)"', html)
    assert len(to_cards) > 20
    assert set(to_cards) <= ids
    assert "<coins>" not in html
    assert "<i>greedy" not in html
    labels = re.findall(r'<text[^>]* data-card="([^"]*)"', html)
    assert "card-W01" in labels, "a label of a chart"
    assert '<a class="to-card" href="#card-W03">' in html.partition('id="contents"')[0], "a name in a finding"


@pytest.mark.slow
def test_every_run_of_a_page_has_its_own_cards(runs):
    html = render_report(runs[:2], Section("beside", "Beside", "", ()))
    ids = re.findall(r' id="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    assert {"card-W01", "run2-card-W01", "run2-power-verdicts"} <= set(ids)
    data = [json.loads(text) for text in re.findall(r'<script type="application/json">(.*?)</script>', html)]
    assert [table["more"]["prefix"] for table in data if "more" in table] == ["", "run2-"]


def test_cards_that_all_play_at_once_are_no_rows_of_the_chart_of_first_turns() -> None:
    judged = pl.DataFrame({"id": ["A", "B"], "name": ["Elf", "Charm"]})
    turns = pl.DataFrame({"card": ["A", "B"], "first_turn": [1, 1], "n": [400, 400], "w": [140.0, 100.0]})
    summary = SimpleNamespace(first_turns=turns)
    (chart,) = _first_turns(summary, judged, 0.25)  # type: ignore[arg-type, misc]
    assert chart.draw.keywords["frame"]["name"].to_list() == ["Elf"]  # type: ignore[union-attr]
    assert _first_turns(summary, judged.tail(1), 0.25) == []  # type: ignore[arg-type]
