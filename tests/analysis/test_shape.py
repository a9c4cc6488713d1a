"""The shape of a game, on five games so small that every number here was worked out by hand."""

from __future__ import annotations

import math
import re

import numpy as np
import polars as pl
import pytest

from balance.analysis import win_probability
from balance.analysis.database import Database
from balance.analysis.figures import SQL
from balance.analysis.results import ON_ARRAYS, Results
from balance.analysis.sheets import _Runaways
from balance.analysis.win_probability import WinModel
from balance.report import findings
from balance.report.findings import find
from balance.report.page import Paragraph
from balance.report.sections import SECTIONS
from balance.report.sections.chances import _skill_text, _styles_text
from balance.report.sections.lead import _changes, _decided, _since
from balance.report.sections.length import long_share
from helpers.run_tools import played
from helpers.spaces import plain
from helpers.tiny_database import Tiny

SCORES = (
    # leads from the first turn on
    ((1, 0, 0), (3, 0, 1), (5, 2, 1)),
    # seat 1 leads, falls behind, and wins on the last turn
    ((0, 2, 0), (0, 2, 3), (4, 2, 3), (4, 6, 3)),
    # seats 0 and 1 share the win
    ((1, 1, 0), (2, 1, 0), (2, 2, 0)),
    # seat 2 is out after turn 3
    ((5, 5, 5), (5, 4, 1), (5, 4, 0), (5, 3), (4, 3), (4, 0)),
    # nobody wins
    ((0, 0, 0), (-1, -2, -3)),
)
"""By game, turn and seat: the score after that turn."""
GAMES = {
    "turns": (3, 4, 3, 6, 2),
    "winners": (1, 1, 2, 1, 0),
    "margin": (3, 2, 0, 4, 1),
    "lead_changes": (0, 3, 0, 0, 0),
    "lead_turn": (1, 4, 3, 2, 0),
}
FINAL = ((5, 2, 1), (4, 6, 3), (2, 2, 0), (4, 0, 0), (-1, -2, -3))
RANKS = ((1, 2, 3), (2, 1, 3), (1, 1, 3), (1, 2, 3), (1, 2, 3))
WINS = ((1, 0, 0), (0, 1, 0), (0.5, 0.5, 0), (1, 0, 0), (0, 0, 0))
DOUBLING = WinModel(np.array([[0.0, 2 * math.log(2), math.log(2), 0.0]]), 1.0, np.zeros(1), 5)
"""Every point ahead doubles a strength, every point behind halves it."""


@pytest.fixture(scope="module")
def database() -> Tiny:
    seats = [
        {"game_no": g, "seat": s, "score": FINAL[g][s], "rank": RANKS[g][s], "win_share": float(WINS[g][s])}
        | {"agent": ("bold", "shy", "shy")[s]}
        for g in range(5)
        for s in range(3)
    ]
    turns = [
        {"game_no": g, "turn": t, "seat": s, "score": score}
        for g, game in enumerate(SCORES)
        for t, row in enumerate(game, 1)
        for s, score in enumerate(row)
    ]
    return Tiny(
        games=pl.DataFrame({"game_no": range(5), **GAMES}, schema_overrides={"turns": pl.Int16}),
        seats=pl.DataFrame(seats).with_columns(pts_won=pl.col("score") - 1, pts_given=pl.lit(1)),
        turns=pl.DataFrame(turns),
    )


@pytest.fixture(scope="module")
def results(database) -> Results:
    return Results(database)


@pytest.fixture
def standings(database) -> Tiny:
    """The database with the chances of DOUBLING; beside them, in odd games, a guess that knows nothing."""
    nothing = WinModel(np.zeros((1, 4)), 1.0, np.zeros(1), 5)
    win_probability._show_given(database, "given", chance=DOUBLING)
    win_probability._show_given(database, "tested", win_probability.ODD, chance=DOUBLING, guess=nothing)
    return database


def row_of(frame: pl.DataFrame, **keys) -> dict:
    """The one row with these values."""
    return frame.row(by_predicate=pl.all_horizontal(pl.col(name) == value for name, value in keys.items()), named=True)


def error(values: list[float]) -> float:
    """The standard error of the mean of independent values."""
    return float(np.std(values, ddof=1)) / math.sqrt(len(values))


# ---------------------------------------------------------------- the queries


def test_when_games_are_decided(results):
    """After 1/3 of games 0 and 3, in the last turn of games 1 and 2; nobody won game 4."""
    assert results["decided"].rows() == [(4, 2), (10, 2)]


def test_leaders_that_run_away(results):
    """After a third: turns 1, 2, 1, 2, 1; after a half: 2, 2, 2, 3, 1; after two thirds: 2, 3, 2, 4, 2."""
    for sixths, led, wins in ((2, 3, [1, 0, 1]), (3, 4, [1, 0, 0.5, 1]), (4, 5, [1, 0, 0.5, 1, 0])):
        row = row_of(results.runaway, sixths=sixths)
        assert (row["games"], row["led"]) == (5, pytest.approx(led / 5))
        assert (row["win_share"], row["win_share_se"]) == pytest.approx((np.mean(wins), error(wins)))
        assert row["win_share_low"] < row["win_share"] < row["win_share_high"]
        runaway = [1, 0, 0, 1, 0]  # games 0 and 3; in game 2 two seats won
        assert (row["runaway"], row["runaway_se"]) == pytest.approx((0.4, error(runaway)))


def test_games_of_which_none_runs_away_have_a_row_too():
    runaways = _Runaways()
    runaways.rows[2].append(np.array([[1, 1, 1], [0, 0, 0], [1, 1, 0], [1, 0, 0]]))  # two leaders, one of whom won
    (row,) = runaways.frame().iter_rows(named=True)
    assert (row["sixths"], row["games"], row["win_share"], row["runaway"]) == (2, 3, 0.5, 0)


def test_the_race_of_winner_second_and_last(results):
    """After turn 2: winners 3, 2, (2 + 1) / 2, 5; seconds 0, 0, 4; the last 1, 3, 0, 1. Nobody won game 4."""
    for place, scores in ((1, [3, 2, 1.5, 5]), (2, [0, 0, 4]), (3, [1, 3, 0, 1])):
        row = row_of(results.race, turn=2, place=place)
        assert row["games"] == len(scores)
        assert (row["score"], row["score_se"]) == pytest.approx((np.mean(scores), error(scores)))
    assert results.race.filter(pl.col("turn") == 4).select("place", "games").rows() == [(1, 2), (2, 2), (3, 1)]


def test_who_is_still_in_the_game(results):
    """Five games of 3 players; games 0 and 2 end with turn 3, game 4 with turn 2; in game 3 one is out after turn 3."""
    frame = results["survival"]
    assert frame["games"].to_list() == [5, 5, 4, 2, 1, 1]
    assert frame["going"].to_list() == pytest.approx([1, 1, 0.8, 0.4, 0.2, 0.2])
    assert frame["playing"].to_list() == pytest.approx([1, 1, 12 / 15, 5 / 15, 2 / 15, 2 / 15])


def test_rounds_begin_where_they_begin_in_every_game():
    rounds = {1: (1, 1, 2, 2, 3), 2: (1, 1, 2, 3, 3)}
    turns = [
        {"game_no": game, "turn": turn, "seat": 0, "score": 0, "round": number}
        for game, numbers in rounds.items()
        for turn, number in enumerate(numbers, 1)
    ]
    database = Tiny(turns=pl.DataFrame(turns))
    assert Results(database)["rounds"].rows() == [(1, 1, 2), (2, 3, 4)]  # round 3 begins on turn 5, or on turn 4


@pytest.mark.parametrize("name", ON_ARRAYS)
def test_what_is_added_up_on_arrays_is_what_the_query_says(results, database, name, monkeypatch):
    for cells in (1, 10**9):  # a game at a time, or all together
        monkeypatch.setattr("balance.analysis.sheets.CELLS", cells)
        added = Results(database)[name]
        expected = database.frame(results_query(name))
        assert added.columns == expected.columns
        for mine, theirs in zip(added.iter_rows(), expected.iter_rows(), strict=True):
            assert mine == pytest.approx(theirs, abs=1e-12)


def results_query(name: str) -> str:
    return (SQL / f"{name}.sql").read_text(encoding="utf-8")


def test_points_of_the_second_turn(results):
    """Gains by game: 2 0 1, 0 0 3, 1 0 0, 0 -1 -4, -1 -2 -3. Dead: one seat each of games 2 and 3."""
    row = row_of(results.gains, part="turn", number=2)
    assert (row["n"], row["games"]) == (15, 5)
    assert row["gain"] == pytest.approx(-4 / 15)
    assert row["gain_se"] == pytest.approx(math.sqrt(sum((s + 0.8) ** 2 for s in (3, 3, 1, -5, -6))) / 15)
    assert (row["unchanged"], row["dead"]) == pytest.approx((6 / 15, 2 / 15))
    assert row["dead_se"] == pytest.approx(math.sqrt(3 * 0.4**2 + 2 * 0.6**2) / 15)
    assert row["dead_low"] < row["dead"] < row["dead_high"]


def test_points_by_third_of_the_game(results):
    """Only game 3 has a second turn in its first third."""
    first = row_of(results.gains, part="third", number=1)
    assert (first["n"], first["games"], first["gain"]) == (3, 1, pytest.approx(-5 / 3))
    last = row_of(results.gains, part="third", number=3)
    assert (last["n"], last["games"], last["gain"]) == (19, 5, pytest.approx(3 / 19))


def test_points_of_the_whole_game(results):
    row = row_of(results.gains, part="game", number=0)
    # first to last score of a seat; seat 2 of game 3 leaves with 0
    gained = [5 - 1 + 2 + 1, 4 + 4 + 3, 1 + 1 + 0, -1 - 5 - 5, -1 - 2 - 3]
    changes = [6, 9, 6, 12, 3]
    assert (row["n"], row["games"]) == (36, 5)
    assert row["gain"] == pytest.approx(sum(gained) / 36)
    spread = sum((g - sum(gained) / 36 * m) ** 2 for g, m in zip(gained, changes, strict=True))
    assert row["gain_se"] == pytest.approx(math.sqrt(spread) / 36)
    assert results.gains.filter(pl.col("part") == "turn")["n"].sum() == 36


def test_where_winners_and_the_last_get_their_points(results):
    """Game 2 has two winners, which count as their mean; game 4 has none."""
    row = row_of(results.places, component="pts_won")
    assert (row["games"], row["winners"], row["last"], row["gap"]) == (4, 3.25, 0, 3.25)
    assert row["winners_se"] == pytest.approx(error([4, 5, 1, 3]))
    assert row["last_se"] == pytest.approx(error([0, 2, -1, -1]))
    assert row["gap_se"] == pytest.approx(error([4, 3, 2, 4]))
    assert row_of(results.places, component="pts_given")["gap"] == 0


def test_games_far_longer_than_most():
    assert long_share([2, 3, 4, 6], [1, 2, 1, 1]) == pytest.approx(1 / 5)
    assert long_share([2, 4, 6], [1, 8, 1]) == 0  # 6 is not more than 1.5 x 4


# ---------------------------------------------------------------- beside the model


def test_who_stood_how_far_ahead(standings):
    frame = standings.frame("SELECT game_no, turn, gap, won FROM standings ORDER BY game_no, turn, seat")
    gaps: dict = {}
    for game_no, turn, gap, won in frame.iter_rows():
        gaps.setdefault((game_no, turn), []).append(gap)
        assert won == (game_no != 4)
    assert gaps[0, 1] == [1, -1, -1]
    assert gaps[0, 2] == [2, -3, -2]
    assert gaps[3, 1] == [0, 0, 0]
    assert gaps[3, 3] == [1, -1]  # the third seat does not play on
    assert gaps[3, 4] == [2, -2]
    assert {(0, 3), (1, 4), (2, 3), (3, 6), (4, 2)}.isdisjoint(gaps)  # after the last turn nothing is open
    assert len(gaps) == 2 + 3 + 2 + 5 + 1


def test_chances_given_against_wins_seen(standings):
    """Games 1 and 3. Below 10 %: 1/18 twice, 1/21, 1/11 (it won) and .0244, .0588."""
    frame = win_probability._query(standings, "reliability")
    low = row_of(frame, tenth=0)
    given = [1 / 18, 1 / 18, 1 / 21, 1 / 11, 0.0625 / 2.5625, 0.25 / 4.25]
    assert (low["n"], low["games"]) == (6, 2)
    assert (low["predicted"], low["win_share"]) == pytest.approx((np.mean(given), 1 / 6))
    second = row_of(frame, tenth=1)  # 4/21 (it won) and 2/11; .5/2.5625
    assert (second["n"], second["win_share"]) == (3, pytest.approx(1 / 3))
    assert second["win_share_se"] == pytest.approx(math.sqrt(2 / 9) / 3)
    assert frame["n"].sum() == 9 + 3 + 3 + 2 + 2 + 2


def test_chances_given_within_each_style(standings):
    """Games 1 and 3, of 4 and 6 turns: the usual length is 5, so that turns 1, 2, 3 and 4 are in a quarter each."""
    frame = win_probability._query(standings, "by_style")
    last = row_of(frame, agent="bold", part=4)  # game 3 after turns 4 and 5: it is 2 and then 1 point ahead, and wins
    given = [4 / 4.25, 2 / 2.5]
    assert (last["n"], last["games"], last["win_share"]) == (2, 1, 1)
    assert (last["predicted"], last["off"]) == (pytest.approx(np.mean(given)), pytest.approx(np.mean(given) - 1))
    assert last["error"] == pytest.approx(1 - np.mean(given))
    assert last["off_se"] == pytest.approx(0)
    shy = row_of(frame, agent="shy", part=0)  # game 1: 6 chances, of which 3 came true; game 3: 7, of which none
    assert (shy["n"], shy["games"], shy["win_share"]) == (13, 2, pytest.approx(3 / 13))
    assert frame.filter(pl.col("part") > 0)["n"].sum() == frame.filter(pl.col("part") == 0)["n"].sum() == 21


def test_chances_against_a_guess(standings):
    """After turn 4 only game 3 goes on, with two players: a guess is wrong by 1/2, the chances by less."""
    last = row_of(win_probability._query(standings, "skill"), part=4)
    brier = np.mean([(0.25 / 4.25) ** 2] * 2 + [(0.5 / 2.5) ** 2] * 2)
    assert (last["n"], last["games"]) == (4, 1)
    assert (last["brier"], last["guess_brier"]) == pytest.approx((brier, 0.25))
    assert (last["skill"], last["skill_se"]) == (pytest.approx(1 - 4 * brier), pytest.approx(0))


def test_games_worth_reading(standings):
    """The winner of game 1 was 2 points behind with a chance of 1/11; game 0 is nearest to the medians."""
    frame = win_probability.games_worth_reading(standings, DOUBLING)
    by_word = {row["word"]: row for row in frame.to_dicts()}
    assert {word: row["game_no"] for word, row in by_word.items()} == {
        "comeback": 1,
        "closest": 1,
        "typical": 0,
        "lopsided": 3,
    }
    assert (by_word["comeback"]["chance"], by_word["comeback"]["chance_turn"]) == (pytest.approx(1 / 11), 3)
    assert (by_word["comeback"]["winner"], by_word["comeback"]["score"]) == (1, 6)
    assert (by_word["lopsided"]["chance"], by_word["lopsided"]["chance_turn"]) == (pytest.approx(1 / 3), 1)
    assert by_word["typical"]["chance"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("ahead", [(-2, -1, -1, 2, 2), (-3, -2, -2, -2, -2)], ids=["some", "most"])
def test_a_game_that_was_nearly_lost_is_not_typical(ahead):
    """Games of two turns; ``ahead``: the winner after the first. 1 point behind is 20 %, 2 points 6 %, 3 points 2 %.

    In margin and score game 0 is the middle of them all, but its winner was nearly lost: below 10 %, or, where most
    winners were that low, lower than these.
    """
    score, margin = (20, 21, 19, 18, 22), (5, 6, 4, 3, 7)
    database = Tiny(
        games=pl.DataFrame(
            {"game_no": range(5), "turns": 2, "winners": 1, "margin": margin, "lead_turn": 2}
        ).with_columns(lead_changes=pl.lit(1)),
        seats=pl.DataFrame(
            [
                {"game_no": g, "seat": s, "agent": "bold", "score": score[g] - s * margin[g], "win_share": 1.0 - s}
                for g in range(5)
                for s in range(2)
            ]
        ),
        turns=pl.DataFrame(
            [
                {"game_no": g, "turn": t, "seat": s, "score": (10 + (1 - s) * ahead[g]) if t == 1 else 20}
                for g in range(5)
                for t in (1, 2)
                for s in range(2)
            ]
        ),
    )
    frame = win_probability.games_worth_reading(database, DOUBLING)
    assert dict(frame.select("word", "game_no").iter_rows())["typical"] == 1


def test_how_low_the_winners_were(standings):
    assert win_probability.frames_of_games(standings, DOUBLING)["comebacks"].rows() == [(0, 1), (3, 1), (6, 1)]


def test_how_good_it_looked_for_the_winners(standings):
    """Turn by turn the middle and the ends of the chances of those who won alone, while their games went on."""
    winners = win_probability.frames_of_games(standings, DOUBLING)["winners"]
    given = standings.frame("SELECT turn, chance FROM given WHERE win_share = 1 AND turn = 2").sort("chance")
    row = row_of(winners, turn=2)
    assert row["games"] == given.height == 3
    assert row["p50"] == pytest.approx(given["chance"][1])
    assert row["p5"] == pytest.approx(0.9 * given["chance"][0] + 0.1 * given["chance"][1])
    assert row["p5"] <= row["p25"] <= row["p50"] <= row["p75"] <= row["p95"]


def test_chances_that_are_off_by_a_tenth():
    table = pl.DataFrame({"predicted": [0.1, 0.7], "win_share": [0.1, 0.5], "n": [100, 100]})
    assert win_probability.calibration_error(table) == pytest.approx(0.1)


@pytest.mark.parametrize("name", ["standings", "reliability", "by_style", "skill", "worth", "comebacks", "winners"])
def test_every_query_beside_the_model_names_its_columns(standings, name):
    file = win_probability.SQL / f"{name}.sql"
    header = "\n".join(line for line in file.read_text().splitlines() if line.startswith("--"))
    games = {"games": 5} if "$games" in file.read_text() else {}
    for column in win_probability._query(standings, name, **games).columns:
        assert column in set(re.findall(r"\w+", header)), f"{column} is not explained in {file.name}"


# ---------------------------------------------------------------- what a report says of it


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [
        (
            [0.01, 0.4],
            [0.03, 0.5],
            "tell more than the styles alone in every quarter of the game: the error of a chance",
        ),
        (
            [-0.01, 0.4],
            [0.03, 0.5],
            "In the 1st quarter the scores tell little or nothing more than the styles; the error",
        ),
        ([-0.3, 0.4], [-0.2, 0.5], "In the 1st quarter the chances are worse than the styles alone: do not believe"),
    ],
)
def test_the_verdict_on_the_chances_by_part_of_the_game(low, high, says):
    frame = pl.DataFrame({"part": [0, 1, 4], "skill": 0.45, "skill_low": [0.2, *low], "skill_high": [0.3, *high]})
    assert says in _skill_text(frame)


def test_a_style_that_chances_are_off_for_is_named_where_that_is_certain():
    off = {"off": [0.12, 0.02, -0.03], "off_low": [0.1, -0.02, -0.04], "off_high": [0.14, 0.06, -0.02]}
    frame = pl.DataFrame({"agent": ["bold", "calm", "shy"], "part": 0, **off})
    assert _styles_text(frame) == "Clearly off by more than a point: bold (+12.0) and shy (−3.0)."
    assert _styles_text(frame.filter(agent="calm")) == "No style's chances are clearly off by more than a point."


def of_games(**columns) -> Results:
    """Games that kept no turns."""
    database = Tiny(games=pl.DataFrame(columns))
    database.plan.logs_turns = False
    return Results(database)


def test_when_the_winner_goes_ahead_for_good_in_words():
    """On turn 1, 4, 3 and 2 of the games that somebody won; nobody leads level, but two who win together."""
    figure = _since(of_games(**GAMES))
    assert figure.title == "On which turn the winner goes ahead for good"
    assert figure.draw.keywords["frame"].select("lead_turn", "games").rows() == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert plain(figure.note) == (
        "In half of the games the winner is ahead for good by turn 2; in 25.0 % from the first turn on. "
        "Winners who share the win lead together."
    )
    late = of_games(turns=[5, 5], winners=[1, 1], lead_changes=[0, 0], lead_turn=[3, 5])
    soon = of_games(turns=[5] * 4, winners=[1] * 4, lead_changes=[0] * 4, lead_turn=[1, 1, 1, 2])
    assert "by turn 1; in 75.0 % from the first turn on. " in plain(_since(soon).note)
    assert _since(late).note.startswith("In half of the games the winner is ahead for good by turn 3. ")


def test_how_often_the_lead_changes_hands_in_words(results):
    """Three times in game 1, where seat 1 leads, 2 leads, 0 leads, 1 leads; in game 2 two are level: no change."""
    figure = _changes(results)
    assert figure.draw.keywords["frame"].select("lead_changes", "games").rows() == [(0, 3), (3, 1)]
    ends = "A change: the sole lead passes to another player; being level is no change."
    assert plain(figure.note) == f"In 75.0 % of games the lead never changes hands. {ends}"
    often = of_games(turns=[5] * 4, winners=[1] * 4, lead_changes=[0, 2, 2, 4], lead_turn=[5] * 4)
    said = plain(_changes(often).note)
    assert said == f"In the median game the lead changes hands twice; in 25.0 % of games it never does. {ends}"


def test_the_finding_says_after_how_much_of_a_game_the_winner_goes_ahead_for_good():
    """After 1/3, 4/4, 3/3 and 2/6 of it; of the game that nobody won it says nothing."""
    finding = findings.lead(of_games(**GAMES))
    assert plain(finding.text) == "On average the winner goes ahead for good after 67 % of the game."
    assert [plain(point) for point in finding.points] == [
        "The lead changes hands 0.75 times a game",
        "In 75.0 % of the games it never does",
    ]


def test_when_games_are_decided_in_words(results):
    assert plain(_decided(results).note).startswith(
        "0 % of the games are decided in the first three tenths, 50.0 % only in the last. "
        "Decided: from here to the end the winner alone is ahead."
    )


@pytest.mark.slow
@pytest.mark.parametrize("which", ["turns", "seats", "one game"])
def test_a_report_says_what_can_be_said(which, tmp_path):
    """Findings lead to something that is there, whatever a run has kept."""
    run = played(
        tmp_path / "run", games=1 if which == "one game" else 250, log="seats" if which == "seats" else "turns"
    )
    with Database(run) as database:
        results = Results(database)
        sections = [section for make in SECTIONS if (section := make(results)).blocks]
        texts = {finding.evidence: finding.text for finding in find(results)}
    ids = {section.id for section in sections} | {
        block.id for section in sections for block in section.blocks if not isinstance(block, Paragraph)
    }
    assert texts.keys() <= ids
    shape = {"runaway", "lowest-chance", "worth-reading", "gains", "places"}
    of_the_model = {"reliability", "reliability-table", "chances-skill", "chances-styles"}
    assert which != "turns" or shape <= ids
    assert of_the_model & ids == (of_the_model if which == "turns" else set())
    assert ("reliability" in texts) == (which == "turns")
    assert "lead-for-good" in ids
