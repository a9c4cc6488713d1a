"""Games of a match are one case: tables, targets and card numbers say the same error as the headline figures."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.analysis.cards.facts import card_facts
from balance.analysis.database import Database
from balance.analysis.figures import SQL
from balance.analysis.results import ON_ARRAYS, Results
from balance.analysis.sheets import CELLS, by_turn
from balance.analysis.side_by_side import points_by_source
from balance.analysis.stats import Z
from balance.analysis.targets.measures import MEASURES, Goal
from helpers.run_tools import played


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Results]:
    """100 matches of three games, of which some need two."""
    match = {"game": "fairy_conundrum", "games": 300, "settings": {"match_games": "3"}}
    with Database(played(tmp_path_factory.mktemp("match") / "run", **match)) as database:
        yield Results(database)


def figure(results: Results, name: str) -> dict[str, tuple[float, float]]:
    """A headline figure by what it is of: value and error."""
    rows = results.shared_figures.filter(figure=name).select("subject", "value", "se").rows()
    return {subject: pytest.approx((value, se), rel=1e-6) for subject, *(value, se) in rows}


def by_match(frame: pl.DataFrame, value: str) -> float:
    """The error of the mean of a column, worked out from its sums by match."""
    mean = frame[value].mean()
    off = frame.group_by(pl.col("game_no") // 3).agg((pl.col(value) - mean).sum())[value]
    return math.sqrt(float((off**2).sum())) / frame.height


def test_targets_have_the_errors_of_the_headline_figures(results):
    for target, name in (("length", "turns_mean"), ("tie_rate", "shared_share"), ("unfinished", "unfinished_share")):
        (estimate,) = MEASURES[target].estimates(results, Goal(MEASURES[target], "", None, 1.0, 0.0), ())
        assert (estimate.value, estimate.se) == figure(results, name)[""], target
    games = results.database.frame("SELECT game_no, turns FROM games")
    low = int(games["turns"].median())  # type: ignore[arg-type]
    band = Goal(MEASURES["length_band"], "", None, 1.0, 0.0, {"from": low})
    (estimate,) = band.measure.estimates(results, band, ())
    inside = games.with_columns(inside=(pl.col("turns") >= low).cast(pl.Float64))
    assert (estimate.value, estimate.se) == pytest.approx((inside["inside"].mean(), by_match(inside, "inside")))


def test_tables_have_the_errors_of_the_headline_figures(results):
    seats = {
        f"seat {seat + 1}": (value, se)
        for seat, value, se in results["seats"].select("seat", "win_share", "win_share_se").rows()
    }
    assert seats == figure(results, "seat_win_share")
    for value, name in (("win_share", "style_win_share"), ("score", "style_score_mean")):
        styles = {agent: tuple(rest) for agent, *rest in results["styles"].select("agent", value, f"{value}_se").rows()}
        assert styles == figure(results, name)


@pytest.mark.parametrize(("name", "table", "column"), [("turns_sd", "games", "turns"), ("score_sd", "seats", "score")])
def test_spreads_have_the_error_of_matches_left_out_one_by_one(results, name, table, column):
    """The jackknife."""
    frame = results.database.frame(f"SELECT game_no // 3 AS match, {column}::DOUBLE AS x FROM {table}")
    matches = [rows["x"].to_numpy() for rows in frame.partition_by("match")]
    without = [np.concatenate(matches[:k] + matches[k + 1 :]).std(ddof=1) for k in range(len(matches))]
    se = np.std(without) * math.sqrt(len(matches) - 1)
    (row,) = results.shared_figures.filter(figure=name).select("value", "se").rows()
    assert row == pytest.approx((frame["x"].std(), se), rel=0.03)


def test_what_going_first_is_worth_has_the_error_of_seats(results):
    seats = [se for (_, se) in results["seats"].sort("seat").select("seat", "win_share_se").rows()]
    assert results["first"].sort("place")["gain_se"].to_list() == pytest.approx(seats)


@pytest.mark.parametrize("name", ON_ARRAYS)
def test_turns_are_counted_by_match_in_the_query_and_on_arrays(results, monkeypatch, name):
    """However many games are read at once: those of a match together."""
    frame = results.database.frame((SQL / f"{name}.sql").read_text(encoding="utf-8"))
    for cells in (CELLS, 1, 5000):
        monkeypatch.setattr("balance.analysis.sheets.CELLS", cells)
        assert_frame_equal(by_turn(results.database)[name], frame, rel_tol=1e-9, abs_tol=1e-12, check_dtypes=False)


def test_leaders_are_counted_by_match(results):
    games = results.database.frame("SELECT game_no, seat, turn, score FROM turns")
    half = results.database.frame("SELECT game_no, (turns * 3 + 5) // 6 AS turn FROM games")
    level = games.join(half, on=["game_no", "turn"])
    level = level.filter(pl.col("score") == pl.col("score").max().over("game_no"))
    alone = level.filter(pl.len().over("game_no") == 1)
    won = results.database.frame("SELECT game_no, seat, win_share::DOUBLE AS win_share FROM seats")
    row = results["runaway"].row(by_predicate=pl.col("sixths") == 3, named=True)
    assert row["win_share_se"] == pytest.approx(by_match(alone.join(won, on=["game_no", "seat"]), "win_share"))


def test_who_is_behind_is_counted_by_match(results):
    turns = results.database.frame("SELECT game_no, seat, turn, score FROM turns WHERE turn = 4")
    won = results.database.frame("SELECT game_no, seat, win_share::DOUBLE AS win_share FROM seats")
    behind = (pl.col("score").max().over("game_no") - pl.col("score")).alias("deficit")
    level = turns.with_columns(behind).filter(deficit=0).join(won, on=["game_no", "seat"])
    row = results["comeback"].row(by_predicate=(pl.col("turn") == 4) & (pl.col("deficit") == 0), named=True)
    assert (row["n"], row["games"]) == (level.height, level["game_no"].n_unique())
    assert (row["win_share"], row["win_share_se"]) == pytest.approx(
        (level["win_share"].mean(), by_match(level, "win_share"))
    )


def test_points_of_a_turn_are_counted_by_match(results):
    turns = results.database.frame("SELECT game_no, seat, turn, score FROM turns ORDER BY game_no, seat, turn")
    gain = turns.with_columns(gain=pl.col("score").diff().over("game_no", "seat")).drop_nulls("gain")
    gain = gain.with_columns(unchanged=(pl.col("gain") == 0).cast(pl.Int64))
    row = results["gains"].row(by_predicate=pl.col("part") == "game", named=True)
    assert (row["n"], row["games"]) == (gain.height, gain["game_no"].n_unique())
    for name in ("gain", "unchanged"):
        assert (row[name], row[f"{name}_se"]) == pytest.approx((gain[name].mean(), by_match(gain, name)))


def test_the_race_is_counted_by_match(results):
    turns = results.database.frame("SELECT game_no, seat, score FROM turns WHERE turn = 3")
    won = results.database.frame("SELECT game_no, seat FROM seats WHERE win_share > 0")
    mean = turns.join(won, on=["game_no", "seat"]).group_by("game_no").agg(pl.col("score").mean())
    row = results["race"].row(by_predicate=(pl.col("turn") == 3) & (pl.col("place") == 1), named=True)
    assert (row["games"], row["score"], row["score_se"]) == pytest.approx(
        (mean.height, mean["score"].mean(), by_match(mean, "score"))
    )


def test_points_by_source_have_the_errors_of_the_headline_figures(results):
    sources = points_by_source(results, lambda component: component)
    errors = {row["subject"]: (row["value"], (row["high"] - row["low"]) / (2 * Z)) for row in sources.to_dicts()}
    assert errors == figure(results, "component_mean")
    means = dict(results.components.select("component", "points").iter_rows())
    assert {name: value for name, (value, _) in errors.items()} == pytest.approx(means)


def test_chances_are_held_against_what_happened_by_match(results):
    by_tenth = {row["tenth"]: row for row in results.reliability.to_dicts()}
    by_style = results.chances_by_style.row(0, named=True)
    skill = results.chances_skill.filter(part=0).row(0, named=True)
    given = results.database.frame("SELECT game_no, agent::VARCHAR AS agent, chance, guess, win_share FROM tested")
    tenth = given.filter((pl.col("chance") * 10).floor().clip(0, 9) == 4)
    assert (by_tenth[4]["n"], by_tenth[4]["games"]) == (tenth.height, tenth["game_no"].n_unique())
    assert by_tenth[4]["win_share_se"] == pytest.approx(by_match(tenth, "win_share"))
    assert by_style["part"] == 0
    style = given.filter(agent=by_style["agent"]).with_columns(off=pl.col("chance") - pl.col("win_share"))
    assert by_style["games"] == style["game_no"].n_unique()
    assert by_style["off_se"] == pytest.approx(math.sqrt(2) * by_match(style, "off"))
    squares = given.with_columns(b=(pl.col("chance") - pl.col("win_share")) ** 2)
    squares = squares.with_columns(g=(pl.col("guess") - pl.col("win_share")) ** 2)
    cases = squares.group_by(pl.col("game_no") // 3).agg(pl.col("b").sum(), pl.col("g").sum())
    left = cases["b"] - cases["b"].sum() / cases["g"].sum() * cases["g"]
    assert (skill["games"], skill["skill_se"]) == pytest.approx(
        (given["game_no"].n_unique(), math.sqrt((left**2).sum()) / cases["g"].sum())
    )


def test_how_long_games_of_conundrum_are_is_known_by_match(results):
    row = results.own("ending").row(0, named=True)
    ((mean, se),) = results.shared_figures.filter(figure="turns_mean").select("value", "se").rows()
    assert (row["mean"], row["mean_high"] - row["mean"]) == pytest.approx((mean, Z * se))


def test_who_was_ahead_is_counted_by_match_and_so_are_points(results):
    seats = results.database.frame("SELECT game_no, agent::VARCHAR AS agent, win_share::DOUBLE AS win, rank FROM seats")
    row = results["head_to_head"].row(0, named=True)
    mine, theirs = (seats.filter(agent=row[who]) for who in ("agent", "rival"))
    ahead = pl.col("win") + (1 - pl.col("rank") / 100)
    met = mine.with_columns(at=ahead).join(theirs.with_columns(at=ahead), on="game_no")
    met = met.with_columns(ahead=((pl.col("at") - pl.col("at_right")).round(6).sign() + 1) / 2)
    met = met.group_by("game_no").agg(pl.col("ahead").mean())
    assert (row["games"], row["ahead"], row["ahead_se"]) == pytest.approx(
        (met.height, met["ahead"].mean(), by_match(met, "ahead"))
    )
    games = results.database.frame("SELECT count(*) FROM games").item()
    assert set(results["point_shares"]["games"]) == {games}


def test_a_block_of_choices_holds_whole_matches(results):
    facts = card_facts(results.database)
    cases = facts.cases
    logged = results.database.frame("SELECT DISTINCT game_no // 3 AS game_no, game_no AS game, seat FROM cards")
    logged = logged.filter(pl.col("game") < facts.cases_games)
    assert set(cases["game_no"]) == set(logged["game_no"])
    assert cases.select("game_no", "seat").n_unique() == logged.height
    assert cases.select("card", "game_no", "seat").is_unique().all()
    assert np.isin(cases["seat"], range(3 * results.plan.players)).all()
