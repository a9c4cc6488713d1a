"""The page of a comparison: it says what the text says, every number adds up, and the game told is the right one."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import polars as pl
import pytest

from balance.analysis.paired import TOO_RARE
from balance.analysis.tally import DISTRIBUTIONS
from balance.engine.game import Plan
from balance.engine.game.headlines import CARD
from balance.engine.playing.runner import play_in_memory, simulate
from balance.judging.compare import Outcome, compare_plans, compare_runs
from balance.judging.divergence import first_divergence
from balance.report.comparison.distributions import MEASURES, distributions_section, mean, quantile
from balance.report.comparison.divergence import before_divergence
from balance.report.comparison.figures import frame_of, interesting
from balance.report.comparison.page import OPEN, comparison_page, write_comparison
from balance.report.differences import sentences
from balance.report.layout import blocks_of
from balance.report.page import DataTable, Page, PageChart, Stories
from balance.report.render import render_page
from helpers.edited_plans import edited
from helpers.run_tools import small_plan
from helpers.told import tell_game

pytestmark = pytest.mark.slow

CATCH = ("FYG4", "points", "9")
TRACK = ("FYT", "effect", "floor -4; top 40; start 0")
COMMAND = "balance compare fairy --cards-b edited.csv"


@pytest.fixture(scope="module")
def plans() -> tuple[Plan, Plan]:
    plan = small_plan(games=2000)
    return plan, edited(plan, CATCH)


@pytest.fixture(scope="module")
def outcome(plans) -> Outcome:
    return compare_plans(*plans)


@pytest.fixture(scope="module")
def page(outcome) -> Page:
    return comparison_page(outcome, COMMAND)


def table_of(page: Page, ident: str) -> pl.DataFrame:
    return next(block.frame for block in blocks_of(page.sections) if isinstance(block, DataTable) and block.id == ident)


def made(page: Page) -> dict[str, str]:
    return dict(page.made)


# ---------------------------------------------------------------- words and figures


def test_the_page_says_what_was_changed_what_moved_and_what_did_not(outcome, page):
    said = [finding.text for finding in page.findings]
    assert said[0] == "B differs from A: Catch (FYG4): points 9 instead of 7."
    told = sentences(outcome)
    of_game = [line for line in told if " of players" not in line]
    assert [line for line in said if line in of_game] == of_game[: len([line for line in said if line in of_game])]
    assert any(line.startswith("Catch (FYG4) is used by") for line in said)
    assert any("stay within their margins" in line for line in said)
    assert any(line.startswith(f"{outcome.alike:,} of 2,000 games are alike") for line in said)
    assert any(line.startswith("The same luck in both made 2,000 games of each as precise as ") for line in said)
    few = [finding for finding in page.findings if not finding.folded and finding.weight != "warn"]
    assert len(few) <= 3 + OPEN, "what changed, whether it worked, what did not, and the largest changes"


def test_of_many_sentences_the_page_names_how_many_it_leaves_to_the_tables(outcome, monkeypatch):
    monkeypatch.setattr("balance.report.comparison.page.MOST_MOVED", 2)
    monkeypatch.setattr("balance.report.comparison.page.MOST_CARDS", 1)
    said = [finding.text for finding in comparison_page(outcome, COMMAND).findings]
    told = [line for line in said if line in sentences(outcome)]
    left = [int(line.split()[0]) for line in said if " more figures of " in line]
    assert len(told) == 3
    assert len(told) + sum(left) == len(sentences(outcome))
    assert told[2].startswith("Catch (FYG4)")  # the edited card before all others


def test_tables_hold_every_figure_once(outcome, page):
    cards = table_of(page, "cards")
    assert cards.height + table_of(page, "figures").height == len(outcome.differences)
    assert cards["subject"][0] == "Catch (FYG4)"
    assert cards["edited"].to_list().count("edited") == cards.filter(pl.col("subject") == "Catch (FYG4)").height
    sizes = cards.filter(pl.col("edited") == "")["in_margins"].abs().drop_nulls().to_list()
    assert sizes == sorted(sizes, reverse=True)
    kinds = {"Win rate of a seat", "Win rate of a style", "Score of a style"}
    assert set(table_of(page, "seats")["figure"]) == kinds


def test_a_difference_is_told_in_its_own_unit_and_in_margins(outcome):
    frame = frame_of(outcome.differences, outcome)
    used = frame.filter(pl.col("name") == "Used: Catch").row(0, named=True)
    assert used["difference"] == pytest.approx(used["after"] - used["before"])
    assert used["in_margins"] == pytest.approx(100 * used["difference"])
    assert used["text"] == f"+{100 * used['difference']:.1f} points"
    assert (used["verdict"], used["margin"]) == ("moved", "1 point")
    assert (used["form"], used["change_form"]) == ("percent", "points")
    shown = interesting(outcome)
    assert {figure.verdict for figure in shown} <= {"moved", "undecided"}
    assert all(figure.settled for figure in shown)


def test_how_it_was_made_is_enough_to_make_it_again(page):
    facts = made(page)
    assert facts["command"] == COMMAND
    assert facts["games"] == "2,000 in A, 2,000 in B; 2,000 of them pairs"
    assert facts["seed"] == "5"
    assert facts["card table in A"] != facts["card table in B"]
    assert "duckdb" in facts["versions"]


def test_every_column_and_chart_says_what_it_means(page):
    for block in blocks_of(page.sections):
        if isinstance(block, DataTable):
            assert all(view.help for view in block.columns), block.id
        if isinstance(block, PageChart):
            assert block.note, block.id
            assert block.alt, block.id


def test_names_from_a_card_table_never_become_markup(plans):
    hostile = "<script>alert(1)</script>"
    before, after = (edited(plan, ("FYG4", "name", hostile), ("FY01", "name", "<img src=x>")) for plan in plans)
    html = render_page(comparison_page(compare_plans(replace(before, games=1000), after), f"balance compare {hostile}"))
    assert "<script>alert" not in html
    assert "<img" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


# ---------------------------------------------------------------- lengths and scores


def test_what_was_counted_adds_up_to_the_games(outcome, plans):
    for arm, plan in zip("AB", plans, strict=True):
        spread = outcome.distributions.filter(pl.col("arm") == arm)
        sums = dict(spread.group_by("measure").agg(pl.col("times").sum()).iter_rows())
        assert sums == {"turns": 2000, "margin": 2000, "best_score": 2000, "score": 2000 * plan.players}
        seats = pl.concat([play_in_memory(plan, first, 500)["seats"] for first in range(0, 2000, 500)])
        mine = dict(spread.filter(pl.col("measure") == "score").select("value", "times").iter_rows())
        assert mine == dict(seats["score"].cast(pl.Int64).value_counts().iter_rows())


@pytest.mark.parametrize("measure", ["turns", "margin", "best_score"])
def test_distributions_have_the_means_of_the_figures(outcome, measure):
    wanted = next(figure for figure in outcome.differences if figure.figure == f"{measure}_mean")
    for arm, value in (("A", wanted.before), ("B", wanted.after)):
        rows = outcome.distributions.filter((pl.col("arm") == arm) & (pl.col("measure") == measure))
        assert mean(rows) == pytest.approx(value)


def test_quantiles():
    rows = pl.DataFrame({"value": [3, 5, 9], "times": [1, 8, 1]})
    assert [quantile(rows, part) for part in (0.0005, 0.1, 0.11, 0.5, 0.9, 0.91, 0.9995)] == [3, 3, 5, 5, 5, 9, 9]


def test_charts_count_every_value_and_a_constant_has_none():
    rows = [(arm, "score", value, 3) for arm in "AB" for value in range(-100, 301)]
    rows += [(arm, "turns", 30, 7) for arm in "AB"]
    spread = pl.DataFrame(rows, DISTRIBUTIONS, orient="row")
    blocks = [block for block in distributions_section(spread, ("A: x", "B: y")).blocks if isinstance(block, PageChart)]
    assert [block.id for block in blocks] == [MEASURES["score"][0]]
    drawn = blocks[0].draw.keywords["frame"]
    assert drawn.filter(pl.col("arm") == "A: x")["share"].sum() == pytest.approx(1.0)
    assert "Every step counts 7 neighbouring values together" in blocks[0].note


# ---------------------------------------------------------------- the first game in which they part


def slow_first_divergence(before: Plan, after: Plan) -> int | None:
    """The first game with an unlike cell, looked at game by game."""
    for game_no in range(before.games):
        mine, others = (play_in_memory(plan, game_no, 1) for plan in (before, after))
        if any(not mine[name].equals(others[name]) for name in mine):
            return game_no
    return None


@pytest.mark.parametrize("cell", [CATCH, ("FYG4", "cost", "2"), ("FY01", "copies", "0"), TRACK], ids=str)
def test_the_first_divergence_is_what_a_slow_look_finds(cell):
    plan = small_plan(games=60, seed=8)
    other = edited(plan, cell)
    assert compare_plans(plan, other).first_different == slow_first_divergence(plan, other)


def test_the_first_divergence_of_two_runs_lies_in_a_later_part(tmp_path, monkeypatch):
    """The two have the same games but one, in the middle of the third part."""
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 400)
    plan = small_plan(games=1200)
    runs = simulate(plan, tmp_path / "a"), simulate(plan, tmp_path / "b")
    part = runs[1].path / "turns" / "part-00000002.parquet"
    rows = pl.read_parquet(part)
    changed = pl.when(pl.col("game_no").is_in([1111, 1150])).then(99).otherwise("score").cast(rows.schema["score"])
    rows.with_columns(changed.alias("score")).write_parquet(part)
    sums = runs[1].path / "checksums" / "part-00000002.sha256"
    before = hashlib.sha256((runs[0].path / "turns" / part.name).read_bytes()).hexdigest()
    sums.write_text(sums.read_text().replace(before, hashlib.sha256(part.read_bytes()).hexdigest()))
    compared = compare_runs(*runs)
    assert (compared.alike, compared.first_different) == (1198, 1111)
    divergence = first_divergence(compared)
    assert divergence.game_no == 1111
    assert divergence.arms[0].lines != divergence.arms[1].lines


def test_both_are_told_alike_up_to_the_divergence_and_then_not(outcome, plans, tmp_path):
    divergence = first_divergence(outcome)
    runs = [simulate(replace(plan, games=500), tmp_path / str(place)) for place, plan in enumerate(plans)]
    stories = [tell_game(run, divergence.game_no) for run in runs]
    for opening, arm, story in zip(divergence.opening, divergence.arms, stories, strict=True):
        body = [*opening, *divergence.shared, *arm.lines]
        assert story[: len(body)] == body
        assert [line for line in story[len(body) :] if line] == arm.ending
    first, second = (arm.lines[0] for arm in divergence.arms)
    assert first != second


@pytest.mark.usefixtures("blank_charts")
def test_the_page_tells_it_side_by_side(outcome, page):
    told = next(block for block in blocks_of(page.sections) if isinstance(block, Stories))
    assert [story.label for story in told.stories] == ["A: first card table", "B: Catch edited"]
    assert f"Game {outcome.first_different}, as both played it" == told.title
    html = render_page(page)
    assert html.count('class="side g') == 2
    scores = table_of(page, "divergence-scores")
    assert scores.height == 4
    assert any(mark in ("wins", "shares the win") for mark in scores["A won"])


def test_the_lines_before_the_divergence_keep_the_heading_of_their_turn():
    assert before_divergence([]) == before_divergence([""]) == []
    assert before_divergence(["Turn 1.", "  a", ""]) == ["Turn 1.", "  a"]
    long = ["Turn 1.", "  a", "", "Turn 2.", "  b", "  c", "  d", "  e"]
    assert before_divergence(long) == ["Turn 2.", "  …", "  c", "  d", "  e"]


# ---------------------------------------------------------------- other cases


@pytest.mark.usefixtures("blank_charts")
def test_all_games_alike():
    plan = small_plan(games=1000)
    outcome = compare_plans(plan, small_plan(games=1000, settings={"fifteen_target": "14"}))
    if outcome.proved:
        outcome = replace(outcome, proved=False, games=(1000, 1000), pairs=1000, alike=1000)
    page = comparison_page(outcome, COMMAND)
    assert first_divergence(outcome) is None
    html = re.sub("<[^>]+>", "", render_page(page))
    assert "There is none: all 1,000 games are alike, cell by cell." in html
    assert "No figure moved, and none is close to it." in html


@pytest.mark.usefixtures("blank_charts")
def test_unpaired_runs(tmp_path):
    plan = small_plan(games=1500)
    runs = simulate(plan, tmp_path / "a"), simulate(replace(plan, seed=9, games=1100), tmp_path / "b")
    outcome = compare_runs(*runs)
    assert outcome.first_different is None
    sums = outcome.distributions.filter(pl.col("measure") == "turns").group_by("arm").agg(pl.col("times").sum())
    assert dict(sums.iter_rows()) == {"A": 1500, "B": 1100}
    page = comparison_page(outcome, "balance compare a b")
    assert "There is no such game: A and B were played with other luck" in re.sub("<[^>]+>", "", render_page(page))
    assert made(page)["run A"].startswith(str(tmp_path / "a"))


@pytest.mark.usefixtures("blank_charts")
def test_runs_without_cards(tmp_path):
    plan = small_plan(games=1000, log="seats")
    runs = simulate(plan, tmp_path / "a"), simulate(replace(edited(plan, CATCH), log="seats"), tmp_path / "b")
    outcome = compare_runs(*runs)
    html = render_page(comparison_page(outcome, "balance compare a b"))
    assert "Cards were not compared" in html
    assert "as both played it" in html  # played again: the runs kept no turns


@pytest.mark.usefixtures("blank_charts")
def test_what_is_too_rare_leads_to_a_table_that_is_there(outcome):
    """To that of the cards where a card is among it, and to that of all figures where no card was compared."""
    for of, evidence in (("card_used_share", "cards"), ("end_share", "figures")):
        figures = [figure for figure in outcome.differences if evidence == "cards" or figure.headline.of != CARD]
        rare = next(place for place, figure in enumerate(figures) if figure.figure == of)
        figures[rare] = replace(figures[rare], verdict=TOO_RARE)
        page = comparison_page(replace(outcome, differences=figures), COMMAND)
        assert [finding.evidence for finding in page.findings if finding.text.startswith("Met too rarely")] == [
            evidence
        ]
        render_page(page)


def test_matches_are_told_game_by_game():
    plan = small_plan(game="fairy_conundrum", games=6, settings={"match_games": "3"})
    outcome = compare_plans(plan, replace(plan, settings=dict(plan.settings) | {"start_sparkles": 3}))
    divergence = first_divergence(outcome)
    assert divergence.game_no == 0
    assert divergence.arms[0] != divergence.arms[1]


@pytest.mark.nightly
def test_two_workers_write_the_same_bytes_as_one(plans, outcome, tmp_path):
    pages = [
        write_comparison(compared, tmp_path / str(workers), COMMAND).read_bytes()
        for workers, compared in ((1, outcome), (2, compare_plans(*plans, workers=2)))
    ]
    assert pages[0] == pages[1]
    assert b"compare-" not in pages[0]
    assert (tmp_path / "1" / "compare-fairy.html").exists()
