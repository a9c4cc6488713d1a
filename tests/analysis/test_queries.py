"""The shared queries: each says what it answers, and answers it like a slow and obvious recomputation."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.analysis.cards.metrics import ALL, CHOSEN
from balance.analysis.database import Database
from balance.analysis.figures import SQL
from balance.analysis.results import Results
from balance.engine.game import find_game, game_ids
from balance.engine.game.headlines import CARD
from helpers.run_tools import played

pytestmark = pytest.mark.slow

SHARED = sorted(SQL.glob("*.sql"))
BESIDE = sorted(SQL.glob("chances/*.sql"))
OWN = [file for game in game_ids() for file in sorted((find_game(game).folder / "sql").glob("*.sql"))]


@pytest.fixture(scope="module")
def results(small_run):
    """The queries over the small run."""
    with Database(small_run) as database:
        yield Results(database)


@pytest.fixture(scope="module")
def rows(results) -> dict[str, list[dict]]:
    """All tables of the small run."""
    return {
        name: results.database.frame(f"SELECT * FROM {name}").to_dicts()
        for name in ("games", "seats", "turns", "cards")
    }


def table(frame: pl.DataFrame, *keys: str) -> dict:
    """The rows of a frame by these columns."""
    by_key = {tuple(row[key] for key in keys): row for row in frame.to_dicts()}
    assert len(by_key) == frame.height, "one row per key"
    return by_key


def gather(rows: Iterable[dict], *keys: str) -> dict[tuple, list[dict]]:
    """Rows by these columns."""
    gathered = defaultdict(list)
    for row in rows:
        gathered[tuple(row[key] for key in keys)].append(row)
    return gathered


def mean(values: Iterable[float]) -> float:
    """The mean."""
    values = list(values)
    return sum(values) / len(values)


def standard_error(values: Iterable[float]) -> float:
    """The standard error of a mean of independent values."""
    values = list(values)
    return float(np.std(values, ddof=1)) / math.sqrt(len(values))


def clustered(games: Iterable[list[float]]) -> tuple[float, float]:
    """Mean and standard error of values that belong to games: the games are independent, their values are not."""
    games = list(games)
    total = sum(len(values) for values in games)
    middle = sum(sum(values) for values in games) / total
    return middle, math.sqrt(sum((sum(values) - middle * len(values)) ** 2 for values in games)) / total


# ---------------------------------------------------------------- the files


def header_of(file: Path) -> list[str]:
    """The comment at the head of a query."""
    lines = takewhile(lambda line: line.startswith("--"), file.read_text().splitlines())
    return [line.removeprefix("--").strip() for line in lines]


def test_every_query_says_what_it_answers():
    for file in SHARED + BESIDE + OWN:
        header = header_of(file)
        assert re.fullmatch(r"[A-Z].*[?.]", header[0]), f"{file}: the first line is a question or a sentence"
        assert len(header) > 1, file


def test_every_query_says_what_a_row_is():
    for file in SHARED + BESIDE:
        assert any(line.startswith("One row per") for line in header_of(file)), file


def test_every_query_names_its_columns(results):
    for file in SHARED:
        words = set(re.findall(r"\w+", "\n".join(header_of(file))))
        for column in results[file.stem].columns:
            assert column in words, f"{column} is not explained in {file.name}"


def test_every_query_gives_rows_in_one_order(results, small_run):
    """The same order every time, however many threads DuckDB has."""
    with Database(small_run, threads=1) as database:
        alone = Results(database)
        for file in SHARED:
            frame = results[file.stem]
            keys = [name for name, dtype in frame.schema.items() if not dtype.is_float()]
            assert alone[file.stem].select(keys).rows() == frame.select(keys).rows(), file.stem


# ---------------------------------------------------------------- styles and seats


def test_styles(results, rows):
    queried = table(results["styles"], "agent")
    styles = gather(rows["seats"], "agent")
    assert queried.keys() == styles.keys()
    for key, mine in styles.items():
        row = queried[key]
        by_game = gather(mine, "game_no").values()
        share, share_se = clustered([[seat["win_share"] for seat in seats] for seats in by_game])
        score, score_se = clustered([[seat["score"] for seat in seats] for seats in by_game])
        assert row["seats"] == len(mine)
        assert (row["win_share"], row["win_share_se"]) == pytest.approx((share, share_se), rel=1e-6)
        assert (row["score"], row["score_se"]) == pytest.approx((score, score_se), rel=1e-9)
        assert row["score_sd"] == pytest.approx(np.std([seat["score"] for seat in mine], ddof=1))
    shares = results["styles"]["win_share"].to_list()
    assert shares == sorted(shares, reverse=True)


def test_the_standard_errors_of_styles_are_those_of_a_bootstrap_over_games(results, rows):
    """Draw whole games with replacement, again and again: how much do the shares vary?"""
    agents = sorted({seat["agent"] for seat in rows["seats"]})
    place = {agent: at for at, agent in enumerate(agents)}
    games = len(rows["games"])
    seats, wins = np.zeros((games, len(agents))), np.zeros((games, len(agents)))
    for seat in rows["seats"]:
        seats[seat["game_no"], place[seat["agent"]]] += 1
        wins[seat["game_no"], place[seat["agent"]]] += seat["win_share"]
    random = np.random.default_rng(3)
    shares = []
    for _ in range(1500):
        drawn = random.integers(0, games, games)
        shares.append(wins[drawn].sum(axis=0) / seats[drawn].sum(axis=0))
    spread = np.std(shares, axis=0)
    queried = table(results["styles"], "agent")
    for agent in agents:
        assert queried[agent,]["win_share_se"] == pytest.approx(spread[place[agent]], rel=0.1)


def test_the_standard_errors_of_a_long_run_are_carried_over_from_its_first_games(tmp_path, monkeypatch):
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 100)
    run = played(tmp_path / "run", games=1600, log="seats")
    with Database(run) as database:
        whole = table(Results(database)["styles"], "agent")
    monkeypatch.setattr("balance.analysis.database.FIRST_GAMES", 400)
    with Database(run) as database:
        carried = table(Results(database)["styles"], "agent")
    for key, row in carried.items():
        assert row["win_share"] == pytest.approx(whole[key]["win_share"])
        assert row["win_share_se"] == pytest.approx(whole[key]["win_share_se"], rel=0.15)


def test_styles_have_lift_and_intervals(results):
    for row in results.styles.to_dicts():
        assert row["lift"] == pytest.approx(4 * row["win_share"])
        assert row["lift_low"] < row["lift"] < row["lift_high"]
        assert row["score_low"] < row["score"] < row["score_high"]


def test_seats(results, rows):
    queried = table(results["seats"], "seat")
    for key, mine in gather(rows["seats"], "seat").items():
        row = queried[key]
        assert row["games"] == len(mine) == len(rows["games"])
        for name in ("win_share", "score"):
            values = [seat[name] for seat in mine]
            assert (row[name], row[f"{name}_se"]) == pytest.approx((mean(values), standard_error(values)), rel=1e-6)
    assert results["seats"]["seat"].to_list() == [0, 1, 2, 3]
    assert sum(results["seats"]["win_share"]) == pytest.approx(1)


# ---------------------------------------------------------------- rivals and comebacks


def test_head_to_head(results, rows):
    met = defaultdict(list)
    for table_of_one in gather(rows["seats"], "game_no").values():
        pairs = defaultdict(list)
        for a in table_of_one:
            for b in table_of_one:
                if a["agent"] != b["agent"]:
                    mine, theirs = (a["win_share"], -a["rank"]), (b["win_share"], -b["rank"])
                    pairs[a["agent"], b["agent"]].append(1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)
        for pair, ahead in pairs.items():
            met[pair].append(mean(ahead))
    queried = table(results["head_to_head"], "agent", "rival")
    assert queried.keys() == met.keys()
    for pair, ahead in met.items():
        row = queried[pair]
        assert row["games"] == len(ahead)
        assert (row["ahead"], row["ahead_se"]) == pytest.approx((mean(ahead), standard_error(ahead)))
        assert row["ahead"] + queried[pair[1], pair[0]]["ahead"] == pytest.approx(1)


def test_comeback(results, rows):
    share = {(seat["game_no"], seat["seat"]): seat["win_share"] for seat in rows["seats"]}
    standing = defaultdict(lambda: defaultdict(list))
    for (game_no, turn), seats in gather(rows["turns"], "game_no", "turn").items():
        best = max(seat["score"] for seat in seats)
        for seat in seats:
            standing[turn, best - seat["score"]][game_no].append(share[game_no, seat["seat"]])
    queried = table(results["comeback"], "turn", "deficit")
    assert queried.keys() == standing.keys()
    for key, games in standing.items():
        row = queried[key]
        assert (row["n"], row["games"]) == (sum(map(len, games.values())), len(games))
        assert (row["win_share"], row["win_share_se"]) == pytest.approx(clustered(games.values()), abs=1e-6)


# ---------------------------------------------------------------- cards


def test_cards(results, rows):
    queried = table(results["cards"], "card")
    met = gather(rows["cards"], "card")
    assert queried.keys() == met.keys()
    for key, mine in met.items():
        row = queried[key]
        assert row["met"] == pytest.approx(len(mine) / len(rows["seats"]))
        assert row["seen_seats"] == pytest.approx(sum(seat["seen"] > 0 for seat in mine) / len(rows["seats"]))
        for name in ("taken", "played", "used", "used_by_others"):
            assert row[name] == pytest.approx(mean(seat[name] for seat in mine))
        for column, name in (
            ("taken_seats", "taken"),
            ("played_seats", "played"),
            ("used_seats", "used"),
            ("others_seats", "used_by_others"),
            ("kept_seats", "kept"),
        ):
            assert row[column] == pytest.approx(mean(seat[name] > 0 for seat in mine)), column


def test_what_never_happens_to_a_card_is_zero_not_missing(results):
    """Charm cards are seen and never taken."""
    row = table(results["cards"], "card")["FY01",]
    assert row["seen_seats"] > 0
    assert (row["taken"], row["taken_seats"], row["played"], row["kept_seats"]) == (0, 0, 0, 0)


def test_cards_bear_their_names_and_every_metric(results):
    frame = results.cards
    assert table(frame, "id")["FY01",]["name"] == "Charm 1"
    for metric in ALL if results.card_summary.choices is not None else (m for m in ALL if m not in CHOSEN):
        assert metric.name in frame.columns
        assert not metric.interval or {f"{metric.name}_low", f"{metric.name}_high"} <= set(frame.columns)


# ---------------------------------------------------------------- counts


@pytest.mark.parametrize(
    ("name", "source", "keys", "count"),
    [
        ("length", "games", ("turns",), "games"),
        ("margins", "games", ("margin",), "games"),
        ("scores", "seats", ("agent", "score"), "seats"),
        ("ends", "games", ("end_reason", "winners"), "games"),
        ("leads", "games", ("lead_changes", "lead_turn"), "games"),
        ("tempo", "turns", ("turn", "agent", "score"), "n"),
    ],
)
def test_counts(results, rows, name, source, keys, count):
    queried = {key: row[count] for key, row in table(results[name], *keys).items()}
    assert queried == {key: len(mine) for key, mine in gather(rows[source], *keys).items()}


def test_means_beside_the_counts(results, rows):
    ends = table(results["ends"], "end_reason", "winners")
    for key, mine in gather(rows["games"], "end_reason", "winners").items():
        assert ends[key]["turns"] == pytest.approx(mean(row["turns"] for row in mine))
    leads = table(results["leads"], "lead_changes", "lead_turn")
    for key, mine in gather(rows["games"], "lead_changes", "lead_turn").items():
        assert leads[key]["lead_share"] == pytest.approx(sum(row["lead_turn"] / row["turns"] for row in mine))


def test_components(results, rows):
    queried = table(results["components"], "agent", "component")
    for (agent,), mine in gather(rows["seats"], "agent").items():
        total = 0.0
        for component in (name for name in mine[0] if name.startswith("pts_")):
            row = queried[agent, component]
            values = [seat[component] for seat in mine]
            assert row["seats"] == len(values)
            assert row["points"] == pytest.approx(mean(values), abs=1e-9)
            total += row["points"]
        assert total == pytest.approx(mean(seat["score"] for seat in mine))


# ---------------------------------------------------------------- headline figures


def test_figures(results, rows):
    games = rows["games"]
    figures = table(results.figures(), "figure", "subject")

    def check(figure: str, values: Iterable[float], subject: str = "") -> None:
        row = figures[figure, subject]
        values = list(values)
        assert row["n"] == len(values)
        assert row["value"] == pytest.approx(mean(values))
        assert row["se"] == pytest.approx(standard_error(values), rel=1e-3)
        assert row["low"] < row["value"] < row["high"]

    for name in ("turns", "margin", "lead_changes"):
        check(f"{name}_mean", (row[name] for row in games))
    check("shared_share", (row["winners"] > 1 for row in games))
    for reason in {row["end_reason"] for row in games}:
        check("end_share", (row["end_reason"] == reason for row in games), reason)
    best = [max(seat["score"] for seat in seats) for seats in gather(rows["seats"], "game_no").values()]
    check("best_score_mean", best)
    score = figures["score_mean", ""]
    assert score["value"] == pytest.approx(mean(seat["score"] for seat in rows["seats"]))
    assert figures["score_sd", ""]["value"] == pytest.approx(np.std([seat["score"] for seat in rows["seats"]], ddof=1))
    assert figures["unfinished_share", ""]["value"] == 0.0
    for seat in range(4):
        shares = [row["win_share"] for row in rows["seats"] if row["seat"] == seat]
        check("seat_win_share", shares, f"seat {seat + 1}")
    none = figures["no_winner_share", ""]
    assert (none["value"], none["se"], none["low"]) == (0.0, 0.0, 0.0)
    assert 0 < none["high"] < 0.01


def test_the_spread_of_the_length_has_a_standard_error(results, rows):
    """Against a bootstrap."""
    turns = np.array([row["turns"] for row in rows["games"]])
    figure = table(results.figures(), "figure", "subject")["turns_sd", ""]
    assert figure["value"] == pytest.approx(np.std(turns, ddof=1))
    random = np.random.default_rng(4)
    spreads = [np.std(random.choice(turns, turns.size), ddof=1) for _ in range(1500)]
    assert figure["se"] == pytest.approx(np.std(spreads), rel=0.1)


def test_the_players_of_a_game_are_one_case_of_the_spread_of_the_score(results, rows):
    """Against a bootstrap of whole games; of players taken one by one it would be another."""
    scores = np.array([[seat["score"] for seat in game] for game in gather(rows["seats"], "game_no").values()], float)
    random = np.random.default_rng(4)
    spreads = [np.std(random.choice(scores, len(scores)), ddof=1) for _ in range(1500)]
    alone = [np.std(random.choice(scores.ravel(), scores.size), ddof=1) for _ in range(1500)]
    figure = table(results.figures(), "figure", "subject")["score_sd", ""]
    assert figure["se"] == pytest.approx(np.std(spreads), rel=0.1)
    assert figure["se"] != pytest.approx(np.std(alone), rel=0.1)


def test_card_and_style_figures_are_those_of_their_queries(results):
    figures = table(results.figures(), "figure", "subject")
    for row in results["cards"].to_dicts():
        assert figures["card_met_share", row["card"]]["value"] == pytest.approx(row["met"])
        assert figures["card_used_share", row["card"]]["value"] == pytest.approx(row["used_seats"])
    for row in results["styles"].to_dicts():
        assert figures["style_win_share", row["agent"]]["value"] == pytest.approx(row["win_share"])


def test_every_figure_has_a_number_and_an_interval_around_it(results):
    known = results.plan.game.figures
    for row in results.figures().to_dicts():
        assert row["low"] <= row["value"] <= row["high"]
        assert row["se"] >= 0
        assert not known[row["figure"]].is_share or 0 <= row["low"] <= row["high"] <= 1


def test_a_run_without_turns_has_all_figures_but_those_of_cards(results, small_run, tmp_path):
    run = played(tmp_path / "run", games=1500, seed=7, log="seats")
    with Database(run) as database:
        figures = Results(database).figures()
    whole, known = table(results.figures(), "figure", "subject"), results.plan.game.figures
    assert {key for key in whole if known[key[0]].of != CARD} == set(table(figures, "figure", "subject"))
    for row in figures.to_dicts():
        assert row["value"] == pytest.approx(whole[row["figure"], row["subject"]]["value"])


def test_figures_of_a_long_run_are_added_up_part_by_part(tmp_path, monkeypatch):
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 100)
    run = played(tmp_path / "run", games=930, seed=3)
    with Database(run) as database:
        whole = Results(database).figures()
    monkeypatch.setattr("balance.analysis.database.FIRST_GAMES", 250)
    with Database(run) as database:
        assert [len(some.chunks) for some in database.in_parts()] == [2, 2, 2, 2, 2]
        assert_frame_equal(Results(database).figures(), whole, rel_tol=1e-9, abs_tol=1e-12)


def test_a_single_game_has_figures_too(tmp_path):
    with Database(played(tmp_path / "run", games=1)) as database:
        figures = Results(database).figures()
    assert figures["n"].min() == 1
    assert figures["se"].is_not_null().all()


def test_the_queries_lie_beside_the_code():
    assert {file.parent for file in SHARED} == {Path(SQL)}
    assert len(SHARED) >= 12


def test_what_had_nothing_to_count_is_no_figure(tmp_path):
    """Where every seat says Same, nobody guesses otherwise: how often that is right is not known, nor an error."""
    with Database(played(tmp_path / "run", games=40, agents="always_same")) as database:
        figures = Results(database).figures()
    assert figures.filter(figure="right_share")["subject"].to_list() == ["same"]
    assert not figures.null_count().sum_horizontal().item()
