"""A run as a notebook sees it: frames with the columns of the views, SQL, words, pages; nothing read unasked."""

from __future__ import annotations

import gc
import shlex
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import balance as bl
from balance.analysis.database import Database, QueryError
from balance.analysis.lazy import in_sql
from balance.analysis.verdicts import FAIR, UNDECIDED, CardPower, Power
from balance.api import runs as runs_module
from balance.api.shown import Text
from balance.engine.game.log import TABLES
from balance.engine.playing.runner import simulate
from balance.report.build import Written
from helpers.command_line import balance
from helpers.play import make


def frame(run: bl.Run, table: str) -> pl.LazyFrame:
    return getattr(run, table)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_every_column_of_the_view_and_every_row_in_order(table: str, run: bl.Run):
    assert_frame_equal(frame(run, table).collect(), run.sql(f"SELECT * FROM {table}"))
    keys = [name for name in ("game_no", "turn", "seat") if name in frame(run, table).collect_schema()]
    assert (
        frame(run, table).select(keys[:2]).collect().equals(frame(run, table).select(keys[:2]).sort(keys[:2]).collect())
    )


def test_questions_are_answered_as_in_sql(run: bl.Run):
    won = run.seats.group_by("agent").agg(pl.col("win_share").cast(pl.Float64).mean()).sort("agent").collect()
    assert_frame_equal(
        won, run.sql("SELECT agent, avg(win_share) AS win_share FROM seats GROUP BY agent ORDER BY agent")
    )
    behind = run.turns.join(run.seats, on=["game_no", "seat"]).filter(pl.col("win_share") == 1, pl.col("turn") == 8)
    counted = run.sql(
        "SELECT count(*) AS n FROM turns JOIN seats USING (game_no, seat) WHERE win_share = 1 AND turn = 8"
    )
    assert behind.select(pl.len()).collect().item() == counted.item() > 0


@pytest.mark.parametrize("streaming", [False, True])
def test_what_polars_pushes_down_changes_no_answer(streaming: bool, run: bl.Run):
    engine = "streaming" if streaming else "in-memory"
    turns, whole = run.turns, run.turns.collect()
    for ask in (
        lambda f: f.filter(pl.col("turn") == 3).head(5),
        lambda f: f.head(5).filter(pl.col("turn") == 1),
        lambda f: f.select("score").tail(3),
        lambda f: f.slice(7, 3).select("turn", "seat"),
        lambda f: f.select(pl.len()),
        lambda f: f.sort("score", "game_no", "seat", "turn").head(4),
        lambda f: f.filter(pl.col("turn") > 2, pl.col("score").is_not_null()).bottom_k(
            3, by=["score", "game_no", "seat", "turn"]
        ),
        lambda f: f.filter(pl.col("turn").is_between(2, 4) | (pl.col("seat") == 1), pl.col("score") > 20.5).select(
            "turn"
        ),
        lambda f: f.filter(pl.col("game_no").is_in([3, 7, 8]), pl.col("guess") != "catch").select("game_no", "score"),
        lambda f: f.filter(pl.col("game_no") % 100 == 7).select("game_no", "seat"),
        lambda f: f.filter(pl.col("score") < 0).select(pl.len(), pl.col("game_no").max()),
        lambda f: f.join(f.filter(pl.col("turn") == 1), on=["game_no", "seat"]).select(pl.col("score_right").sum()),
    ):
        assert_frame_equal(ask(turns).collect(engine=engine), ask(whole.lazy()).collect(), check_dtypes=True)


def test_duckdb_looks_for_whole_numbers_itself(run: bl.Run):
    schema = run.turns.collect_schema()
    few = in_sql((pl.col("game_no") == 7) & (pl.col("turn") > 2), schema)
    assert few is not None
    (rows,) = run._opened().batches("SELECT game_no, turn FROM turns", 10**6, few)
    assert set(rows["game_no"]) == {7}
    assert rows["turn"].min() == 3
    assert in_sql(pl.col("guess") == "catch", schema) is None


def test_frames_live_longer_than_the_run_they_are_of(small_run):
    seats = bl.open(small_run.path).seats
    gc.collect()
    assert seats.select(pl.len()).collect().item() == 1500 * 4


def test_a_closed_run_opens_again(run: bl.Run):
    games = run.games
    run.close()
    assert games.select(pl.len()).collect().item() == 1500
    run.close()
    assert run.sql("SELECT count(*) FROM games").item() == 1500


def test_nothing_is_read_before_it_is_asked_for(small_run, monkeypatch):
    monkeypatch.setattr(Database, "__init__", lambda *words: pytest.fail("it reads"))
    opened = bl.open(small_run.path)
    assert repr(opened) == f"<Run of fairy: 1,500 games, 4 players, mixed, seed 7: {small_run.path}>"
    assert opened._repr_html_().startswith("<table><tr><th>game</th><td>fairy</td>")


def test_a_run_without_turns_says_so(tmp_path: Path):
    run = bl.Run(simulate(make("fairy", games=5, log="seats"), tmp_path / "run"))
    assert run.seats.select(pl.len()).collect().item() == 20
    with pytest.raises(QueryError, match="no table turns: it was made with --log seats"):
        _ = run.turns


def test_only_one_select_is_run(run: bl.Run):
    with pytest.raises(bl.BalanceError, match="one SELECT"):
        run.sql("DROP VIEW games")
    with pytest.raises(bl.BalanceError, match="Permission Error"):
        run.sql("SELECT * FROM read_csv('/etc/passwd')")


@pytest.mark.parametrize("game", [3.7, True, None, -1])
def test_a_number_that_no_game_has_is_refused_and_not_rounded(game, run: bl.Run):
    with pytest.raises(bl.InputError):
        run.replay(game)


def test_the_power_of_cards_is_judged_by_the_margin_of_the_targets_here(run: bl.Run, tmp_path: Path, monkeypatch):
    """A report of the run judges by it, too: one question has one answer."""
    monkeypatch.chdir(tmp_path)
    known = CardPower("FYG1", "guess", UNDECIDED, "", 0.0, -0.05, 0.05, 0.0, -0.05, 0.05, 0.0, -0.05, 0.05)
    monkeypatch.setattr(runs_module, "finest_in_run", lambda *asked: Power(4, 0.025, 0.01, 100, (known,)))
    asked = "SELECT power_verdict FROM power"
    assert bl.open(run.path).sql(asked).item() == UNDECIDED
    Path("targets.toml").write_text(
        f'[[target]]\ngame = "fairy"\nplayers = {run.manifest["players"]}\ncard_power = {{margin = 0.3}}\n'
    )
    assert bl.open(run.path).sql(asked).item() == FAIR


@pytest.mark.nightly
def test_a_game_is_told_as_the_command_tells_it(run: bl.Run):
    told = run.replay(7)
    assert str(told) + "\n" == balance("replay", run.path, 7).out
    assert repr(told) == str(told)
    assert run.replay("closest").startswith("Fairy, game ")
    assert "took" in run.replay(7, why=True) or len(run.replay(7, why=True)) > 2 * len(told)
    with pytest.raises(bl.InputError) as raised:
        run.replay("clossest")
    assert f"balance: {raised.value}\n" == balance("replay", run.path, "clossest").err


def test_what_a_notebook_shows_is_escaped(tmp_path: Path):
    run = bl.Run(simulate(make("fairy", games=3), tmp_path / "<b>&run"))
    assert "<b>" not in run._repr_html_()
    assert "&lt;b&gt;&amp;run" in run._repr_html_()
    shown = Text("a <script>\x1b[31m\nb")
    assert shown._repr_html_() == "<pre>a &lt;script&gt;\N{REPLACEMENT CHARACTER}[31m\nb</pre>"
    assert repr(shown) == "a <script>\N{REPLACEMENT CHARACTER}[31m\nb"


def test_the_page_of_a_run_is_written_as_the_command_writes_it(small_run, tmp_path: Path, monkeypatch):
    def written(runs, out, on_stage, measure, cards_out, workers, in_full):
        wanted = measure.wanted
        asked.append((runs, out, wanted.power, wanted.margin, wanted.workers, cards_out, workers, in_full(runs)))
        return Written(out / "index.html", [out / "fairy.html"])

    asked: list[object] = []
    monkeypatch.setattr("balance.api.report.write_reports", written)
    run = bl.open(small_run.path)
    page = run.report(tmp_path / "pages", power="off", margin="3pp", workers=2, brief=True)
    assert page == tmp_path / "pages" / "fairy.html"
    how = ("--power", "off", "--margin", "3pp")
    words = ("report", small_run.path, "--out", tmp_path / "pages", *how, "--workers", 2, "--brief")
    monkeypatch.setattr(Written, "too_large", [])
    assert balance(*words).out == f"1 report: open {tmp_path / 'pages' / 'index.html'}\n"
    in_full = shlex.join(["balance", "report", str(small_run.path), *how])
    assert asked[0] == asked[1] == ([small_run], tmp_path / "pages", "off", 0.03, 2, None, 2, in_full)
    unfinished = bl.Run(type(small_run)(small_run.path, {**small_run.manifest, "complete": False}))
    with pytest.raises(bl.InputError, match="the run is unfinished"):
        unfinished.report(tmp_path)
