"""The answers to the designer's questions, against slow and obvious recomputations."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import polars as pl
import pytest

from balance.analysis.results import Results
from balance.analysis.stats import Z
from balance.report import findings, scorecard
from balance.report.answers import questions
from balance.report.sections.length import length
from helpers.answered import answer, check_told
from helpers.asked import ask_of, said_of
from helpers.frozen import FrozenRuns

pytestmark = pytest.mark.slow

NAMES = {"higher": "Higher", "lower": "Lower", "same": "Same suit", "catch": "Catch"}
GAIN = {"higher": 2, "lower": 2, "same": 4, "catch": 7}
"""Points of a right guess of the frozen cards; a wrong one loses 1."""


@pytest.fixture
def results(frozen: FrozenRuns) -> Results:
    """The queries over the frozen run."""
    return frozen.results("fairy")


def wilson(games: list[tuple[int, int]]) -> tuple[float, float, float]:
    """A share and its interval from (decisions, hits) of each game: as sure as so many independent decisions."""
    n, hits = (sum(column) for column in zip(*games, strict=True))
    p = hits / n
    error = sum((k - p * m) ** 2 for m, k in games) / n**2
    many = min(n, p * (1 - p) / error)
    middle = (p + Z**2 / (2 * many)) / (1 + Z**2 / many)
    half = Z * (p * (1 - p) / many + Z**2 / (4 * many**2)) ** 0.5 / (1 + Z**2 / many)
    return p, middle - half, middle + half


def decisions(results: Results) -> list[dict[str, Any]]:
    """The turns of the main phase."""
    return results.database.frame("SELECT * FROM first_turns WHERE phase = 'main'").to_dicts()


def worth(turn: dict[str, Any], key: str) -> float:
    """Expected points of a guess for who knows all unseen cards."""
    right = turn[f"unseen_right_{key}"] / turn["deck_left"]
    return right * GAIN[key] - (1 - right)


@pytest.mark.parametrize("key", GAIN)
def test_how_often_a_guess_is_best_and_picked_with_intervals_by_game(results: Results, key: str):
    best: dict[int, list[bool]] = defaultdict(list)
    picked: dict[int, list[bool]] = defaultdict(list)
    for turn in decisions(results):
        most = max(worth(turn, other) for other in GAIN)
        best[turn["game_no"]].append(worth(turn, key) > most - 1e-9)
        picked[turn["game_no"]].append(turn["guess"] == key)
    rows = results.own("best_guess").to_dicts()
    (row,) = (row for row in rows if row["part"] == "guess" and row["name"] == NAMES[key])
    for what, by_game in (("best", best), ("picked", picked)):
        told = tuple(row[f"{what}{end}"] for end in ("", "_low", "_high"))
        assert told == pytest.approx(wilson([(len(game), sum(game)) for game in by_game.values()]), rel=1e-3), what


def test_a_guess_is_found_where_only_risky_ones_are_best_and_one_of_these_is_picked(results: Results):
    found: dict[str, list[bool]] = defaultdict(list)
    for turn in decisions(results):
        most = max(worth(turn, key) for key in GAIN)
        best = {key for key in GAIN if worth(turn, key) > most - 1e-9}
        if turn["game_no"] < 20_000 and best <= {"same", "catch"}:
            found[turn["agent"]].append(turn["guess"] in best)
    rows = {row["name"]: row["picked"] for row in results.own("best_guess").to_dicts() if row["part"] == "found"}
    assert rows == pytest.approx({agent: sum(some) / len(some) for agent, some in found.items()})


def test_the_answer_begins_with_the_guess_that_is_best_least_often(results: Results):
    answered = answer(results, 1)
    check_told(answered.full_text, never=r"\bFG-?\d")
    rows = [row for row in results.own("best_guess").to_dicts() if row["part"] == "guess"]
    least, most = (pick(rows, key=lambda row: row["best"]) for pick in (min, max))
    shown = [f"{100 * row[end]:.1f}" for row in (least, most) for end in ("best", "best_low", "best_high")]
    assert answered.answer.startswith(f"Every guess is worth picking at times: {least['name']} is best least often")
    assert re.findall(r"\d+\.\d", answered.answer) == shown[:3]
    assert answered.points[0].startswith(f"{most['name']} is best most often")
    assert re.findall(r"\d+\.\d", answered.points[0]) == shown[3:]


@pytest.mark.parametrize(
    ("shares", "points"),
    [
        ((0.02,), ()),
        ((0.02, 0.0), ("Other styles hardly ever need it.",)),
        ((0.02, 0.01), ("Next come forgetful, 1.0 % (0.5 to 1.5).",)),
        ((0.02, 0.01, 0.0), ("Next come forgetful, 1.0 % (0.5 to 1.5); other styles hardly ever need it.",)),
    ],
)
def test_other_styles_are_told_of_the_floor_only_where_there_are_some(shares: tuple[float, ...], points):
    names = ("novice", "forgetful", "greedy")
    rows = [
        {"part": "style", "name": name, "share": share, "low": share - 0.005, "high": share + 0.005}
        for name, share in zip(names, shares, strict=False)
    ]
    assert said_of("fairy", "floor", rows).points == points


@pytest.mark.parametrize(
    ("spread", "word"),
    [(3.5, "clearly more"), (5.01, "clearly less"), (3.9, "neither clearly more nor less")],
)
def test_whether_the_variant_is_more_consistent_or_less(spread: float, word: str):
    arms = [{"mean": 14.0, "sd": sd, "sd_low": sd - 0.05, "sd_high": sd + 0.05} for sd in (4, 4, 3.85, spread)]
    said = said_of("fairy", "variants", arms)
    assert said.verdict.startswith("The 15-point variant is neither clearly more nor less consistent: spread ")
    assert said.points[0].startswith(f"For random guessers it is {word} consistent: spread {spread:.2f} (")
    assert " main turns instead of " in said.verdict


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ((0.0, 0.0005), "Not every guess is worth picking: "),
        ((0.0, 0.06), "It is not known whether every guess is worth picking: "),
        ((0.01, 0.03), "Every guess is worth picking at times: "),
    ],
)
def test_a_guess_that_was_never_best_in_few_games_may_be_worth_picking(ends: tuple[float, float], words: str):
    row = {"part": "guess", "picked": 0.2, "picked_low": 0.1, "picked_high": 0.3, "points": 1.0}
    rows = [
        row | {"name": "Higher", "best": 0.5, "best_low": 0.4, "best_high": 0.6},
        row | {"name": "Catch", "best": sum(ends) / 2, "best_low": ends[0], "best_high": ends[1]},
    ]
    assert said_of("fairy", "best_guess", rows).verdict.startswith(words)


def test_the_lead_changes_hands_no_less_than_never():
    """Two games, with 0 and 4 changes."""
    played = {"game_no": [0, 1], "seat": [0, 0]}
    tables = {
        "games": pl.DataFrame({"game_no": [0, 1], "lead_changes": [0, 4], "turns_main": [12, 12]}),
        "turns": pl.DataFrame(played | {"turn": [3, 3], "phase": ["main", "main"], "score": [1, 2]}),
        "seats": pl.DataFrame(played | {"win_share": [1.0, 1.0]}),
    }
    rows = ask_of("fairy", "trailing", tables)
    assert [(row["changes"], row["changes_low"]) for row in rows if row["part"] == "run"] == [(2, 0)]


def test_the_two_lengths_of_a_game_are_told_apart_wherever_one_stands(results: Results):
    """Turns are those of the whole game, tie-breaks included; those of the main phase are called so."""
    whole = scorecard.length(results)
    assert re.fullmatch(r"\d+\.\d turns", whole.number)
    assert whole.range.endswith(", tie-breaks included")
    assert findings.length(results).text.endswith("turns on average, tie-breaks included.")
    drawn, _, ends = length(results).blocks[:3]
    assert drawn.note.endswith(" Tie-breaks included.")
    assert drawn.draw.keywords["x_label"] == "turns (tie-breaks included)"
    assert ends.columns[-1].help == "Mean length of these games, in turns (tie-breaks included)."
    said = [part for block in questions(results).blocks for part in (block.answer, *block.points, block.rest)]
    told = [line for line in said if re.search(r"[\d)]\s(main )?turns\b|\bspread\b", line)]
    assert len(told) > 5
    for line in told:
        assert re.search(r"\bmain (phase|turns)\b|\btie-break\b", line, re.IGNORECASE), line
    for question in results.plan.game.questions:
        assert getattr(question.chart, "unit", "") != "turns" or "main phase" in question.chart.title
        for _, head, _, help in (column for column in question.table if "turns" in column[3]):
            assert "main turns" in head.lower(), help


def remembering(greedy: float, novice: float) -> tuple[str, ...]:
    """What is said of these shares of games won at the table of four heads."""
    wins = {"greedy": greedy, "cautious": 0.28, "forgetful": 0.2, "novice": novice}
    rows = [
        {"subject": style, "win": win, "win_low": win - 0.012, "win_high": win + 0.012, "score": 8.0}
        for style, win in wins.items()
    ]
    said = said_of("fairy", "memory", rows)
    return said.verdict, *said.points


def test_remembering_pays_at_a_table_that_is_named():
    verdict, point, _ = remembering(0.41, 0.11)
    pays = "Remembering pays: beside novice, cautious and forgetful"
    assert verdict == f"{pays}, greedy wins 41 % (40 to 42), novice 11 % (10 to 12)."
    assert point.startswith("At this table of four, which is not that of the run, cautious wins 28 %")


def test_remembering_does_not_clearly_pay_where_the_intervals_overlap():
    assert remembering(0.26, 0.25)[0].endswith("greedy wins 26 % (25 to 27), novice 25.0 %.")
    assert remembering(0.26, 0.25)[0].startswith("Remembering does not clearly pay: ")
