"""A run on disk: the same rows however it was played, in order, typed, and resumable."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest
from polars.testing import assert_frame_equal

from balance.analysis.database import Database
from balance.engine.game.plan import plan_from_manifest
from balance.engine.kernels.kernel import PLAIN, signatures
from balance.engine.playing.runner import Interrupted, Watcher, default_out, play_in_memory, simulate, simulated
from balance.engine.runs.run import Run, RunError, create_run, locked, open_run, write_manifest
from balance.judging.compare import compare_runs
from helpers.command_line import balance as command
from helpers.run_tools import (
    assert_same_rows,
    balance,
    balance_until,
    finished,
    limit_parts,
    played,
    sealed_parts,
    simulate_words,
    small_plan,
    tables,
)


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> Run:
    """300 games in one part, by one thread."""
    return played(tmp_path_factory.mktemp("base") / "run")


# ---------------------------------------------------------------- the same rows


@pytest.mark.parametrize(("workers", "part"), [(2, 250_000), (1, 100), (2, 64), (3, 7)])
def test_rows_depend_neither_on_threads_nor_on_parts(base, tmp_path, monkeypatch, workers, part):
    limit_parts(monkeypatch, part)
    run = played(tmp_path / "run", workers)
    assert len(run.done_chunks()) == max(1, -(-300 // part))
    assert_same_rows(run, base)


MATCHES = {"game": "fairy_conundrum", "games": 30, "settings": {"match_games": "3"}}


def test_a_part_holds_whole_matches(tmp_path, monkeypatch):
    """Or what is counted part by part would take a match on the border for two."""
    whole = played(tmp_path / "whole", **MATCHES)
    limit_parts(monkeypatch, 10)
    run = played(tmp_path / "run", **MATCHES)
    assert run.games_per_part == 9
    assert_same_rows(run, whole)
    limit_parts(monkeypatch, 2)
    assert create_run(tmp_path / "small", small_plan(**MATCHES)).games_per_part == 3


def test_a_run_whose_parts_share_matches_is_resumed(tmp_path, monkeypatch):
    limit_parts(monkeypatch, 10)
    run, plan = create_run(tmp_path / "run", small_plan(**MATCHES)), small_plan(**MATCHES)
    write_manifest(Run(run.path, {**run.manifest, "games_per_part": 10}))
    resumed = simulate(plan, run.path)
    assert (resumed.games_per_part, len(resumed.chunks())) == (10, 3)
    assert_same_rows(finished(run.path), played(tmp_path / "again", **MATCHES))


def test_a_game_does_not_depend_on_how_many_are_played(base, tmp_path):
    shorter = tables(played(tmp_path / "run", games=120))
    for name, frame in tables(base).items():
        assert_frame_equal(shorter[name], frame.filter(pl.col("game_no") < 120))


def test_a_game_does_not_depend_on_those_before_it(base):
    alone = play_in_memory(small_plan(), first=250, count=3)
    for name, frame in tables(base).items():
        some = frame.filter(pl.col("game_no").is_between(250, 252))
        assert_frame_equal(alone[name], some.drop(base.written_too(name)))


def test_logging_only_seats_gives_the_same_games_and_seats(base, tmp_path):
    run = played(tmp_path / "run", log="seats")
    assert sorted(path.name for path in run.path.iterdir() if path.is_dir()) == ["checksums", "games", "seats"]
    for name, frame in tables(run).items():
        assert_frame_equal(frame, tables(base)[name])


def test_another_seed_gives_other_games(base, tmp_path):
    other = tables(played(tmp_path / "run", seed=6))
    assert not other["seats"].equals(tables(base)["seats"])


def test_the_rules_are_compiled_once_for_all_kinds_of_runs(base):
    assert signatures(small_plan().game.play_games) == (0 if PLAIN else 1)


@pytest.mark.slow
def test_threads_play_the_same_games_in_plain_python(base, tmp_path):
    """And warn of nothing: the streams of chance overflow by design."""
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    done = balance(*simulate_words(tmp_path / "run", 20, "--workers", "2"), parts=10, env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    for name, frame in tables(finished(tmp_path / "run")).items():
        assert_frame_equal(frame, tables(base)[name].filter(pl.col("game_no") < 20))


# ---------------------------------------------------------------- order and types


def test_rows_are_ordered_by_game_turn_and_seat(tmp_path, monkeypatch):
    limit_parts(monkeypatch, 50)
    run = played(tmp_path / "run", workers=2)
    order = {"games": ["game_no"], "seats": ["game_no", "seat"], "turns": ["game_no", "turn", "seat"]}
    for name, frame in tables(run).items():
        keys = frame.select(order.get(name, ["game_no", "seat"]))
        assert_frame_equal(keys, keys.sort(keys.columns))
    assert tables(run)["games"]["game_no"].to_list() == list(range(300))


COMMON = {
    "games": {
        "game_no": "BIGINT",
        "players": "TINYINT",
        "turns": "SMALLINT",
        "winners": "TINYINT",
        "end_reason": "VARCHAR",
        "margin": "INTEGER",
        "lead_changes": "SMALLINT",
    },
    "seats": {
        "game_no": "BIGINT",
        "seat": "TINYINT",
        "agent": "VARCHAR",
        "score": "INTEGER",
        "rank": "TINYINT",
        "win_share": "FLOAT",
    },
    "turns": {"game_no": "BIGINT", "turn": "SMALLINT", "seat": "TINYINT", "score": "INTEGER"},
    "cards": {
        "game_no": "BIGINT",
        "seat": "TINYINT",
        "card": "VARCHAR",
        **dict.fromkeys(("seen", "taken", "played", "used", "used_by_others", "first_turn", "kept"), "SMALLINT"),
    },
}
"""The common columns of the public tables and their types, as DuckDB calls int8, int16, int32, int64 and float32."""

STORED = {"BIGINT": "int64", "INTEGER": "int32", "SMALLINT": "int16", "TINYINT": "int8", "FLOAT": "float"}


@pytest.mark.parametrize("log", ["turns", "seats"])
@pytest.mark.parametrize("rule", ["compare", "clamp"])
def test_the_tables_have_the_common_columns_with_their_types(tmp_path, log, rule):
    run = played(tmp_path / "run", games=20, log=log, settings={"top_rule": rule})
    with Database(run) as database:
        for name in run.tables():
            shown = dict(database.connection.sql(f"SELECT column_name, column_type FROM (DESCRIBE {name})").fetchall())
            assert {column: shown.get(column) for column in COMMON[name]} == COMMON[name]
            points = {column: kind for column, kind in shown.items() if column.startswith("pts_")}
            assert set(points.values()) == ({"INTEGER"} if name == "seats" else set())


def test_card_events_are_counted_in_16_bits(small_run):
    with Database(small_run) as database:
        shown = dict(database.connection.sql("SELECT column_name, column_type FROM (DESCRIBE cards)").fetchall())
    choices = {shown.pop(column) for column in ("options_in", "chosen_in")}
    assert choices == {"BIGINT"}, "a bit for every choice"
    assert {kind for column, kind in shown.items() if column not in ("game_no", "seat", "card")} == {"SMALLINT"}


def test_the_parts_store_the_same_types(small_run):
    for name, columns in COMMON.items():
        schema = pq.read_schema(small_run.parts(name)[0])
        for column, kind in columns.items():
            if column in schema.names and kind in STORED:
                assert str(schema.field(column).type) == STORED[kind], column


def test_words_are_stored_as_dictionaries(small_run):
    words = 0
    for name in small_run.tables():
        for part in small_run.parts(name):
            stored = pq.ParquetFile(part).metadata.row_group(0)
            for at in range(stored.num_columns):
                column = stored.column(at)
                if column.physical_type == "BYTE_ARRAY":
                    assert "RLE_DICTIONARY" in column.encodings, column.path_in_schema
                    words += 1
    assert words


def test_the_parts_are_plain_parquet_for_other_programs(small_run):
    """Both Polars and DuckDB read them without balance, and see words as words."""
    part = str(small_run.parts("seats")[0])
    frame = pl.read_parquet(part).select("game_no", "seat", pl.col("agent").cast(pl.String), "score")
    with duckdb.connect() as connection:
        rows = connection.sql(f"SELECT game_no, seat, agent, score FROM read_parquet('{part}')").fetchall()
    assert rows == frame.rows()


# ---------------------------------------------------------------- the manifest


def test_the_manifest_says_what_was_played(base):
    manifest = json.loads((base.path / "manifest.json").read_text())
    plan = small_plan()
    assert manifest["game"] == "fairy"
    assert (manifest["games"], manifest["games_done"], manifest["complete"]) == (300, 300, True)
    assert manifest["cards"] == {"sha256": plan.card_table.sha256, "text": plan.card_table.text}
    assert {"python", "numba", "numpy", "scipy", "cma", "polars"} <= manifest["versions"].keys()
    assert manifest["created"] <= manifest["finished"]


def test_the_manifest_is_enough_to_play_the_run_again(base):
    plan = plan_from_manifest(base.manifest)
    assert plan.identity() == small_plan().identity()
    again = play_in_memory(plan, 17, 2)
    assert_frame_equal(again["turns"], tables(base)["turns"].filter(pl.col("game_no").is_between(17, 18)))


# ---------------------------------------------------------------- stopped and gone on


class StopAt(Watcher):
    """Sends a signal to this process when the first batch was played, and waits until it has arrived."""

    def __init__(self, number: signal.Signals):
        self.number = number
        self.told: list[str] = []

    def played(self, games: int) -> None:
        if not self.told:
            self.told.append("played")
            os.kill(os.getpid(), self.number)
            time.sleep(0.5)

    def stopping(self) -> None:
        self.told.append("stopping")

    def finished(self) -> None:
        self.told.append("finished")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_keeps_its_parts_and_is_finished_by_the_same_call(base, tmp_path, monkeypatch, number):
    limit_parts(monkeypatch, 20)
    out = tmp_path / "run"
    watcher = StopAt(number)
    before = signal.getsignal(number)
    with pytest.raises(Interrupted) as stopped:
        simulate(small_plan(), out, 1, watcher)
    assert signal.getsignal(number) is before
    assert watcher.told == ["played", "stopping", "finished"]
    assert stopped.value.exit_code == 130
    assert str(stopped.value).splitlines() == [
        f"Stopped. 20 of 300 games are safe in {out}.",
        f"The same command with --out {out} plays the rest.",
    ]
    manifest = open_run(out).manifest
    assert (manifest["complete"], manifest["finished"], manifest["games_done"]) == (False, None, 20)
    simulate(small_plan(), out, 2)
    assert_same_rows(finished(out), base)


def test_who_stops_in_the_last_part_hears_that_nothing_is_left(base, tmp_path):
    out = tmp_path / "run"
    with pytest.raises(Interrupted) as stopped:
        simulate(small_plan(), out, 1, StopAt(signal.SIGINT))
    assert str(stopped.value) == f"Stopped. 300 of 300 games are safe in {out}: nothing is left to play."
    assert_same_rows(finished(out), base)


def test_after_a_resume_the_games_of_this_call_are_counted(tmp_path, monkeypatch):
    limit_parts(monkeypatch, 100)
    words = simulate_words(tmp_path / "run", 300, "--workers", "1")
    run = played(tmp_path / "run")
    (run.path / "games/part-00000001.parquet").unlink()
    (run.path / "manifest.json").write_text(json.dumps({**run.manifest, "complete": False, "finished": None}))
    said = command(*words)
    assert "Resuming: 200 of 300 games are done" in said.err
    assert said.out.startswith("Fairy: 100 more games in ")


@pytest.mark.slow
def test_a_run_begun_without_columns_for_other_tools_is_finished_as_it_began_and_read(base, tmp_path, monkeypatch):
    class Impatient(Watcher):
        def played(self, games: int) -> None:
            raise KeyboardInterrupt

    limit_parts(monkeypatch, 100)
    with monkeypatch.context() as before:
        before.setattr("balance.engine.runs.run.WRITTEN_TOO", {})
        with pytest.raises(Interrupted):
            simulate(small_plan(), tmp_path / "run", 1, Impatient())
    manifest = {name: value for name, value in open_run(tmp_path / "run").manifest.items() if name != "written_too"}
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(manifest))
    run = simulate(small_plan(), tmp_path / "run")
    assert len(run.done_chunks()) == 3
    assert all("win_share" not in pl.read_parquet_schema(part) for part in run.parts("seats"))
    query = "SELECT * FROM seats"
    with Database(run) as old, Database(base) as new:
        assert_frame_equal(old.frame(query), new.frame(query))
    assert compare_runs(run, base).alike == 300


def test_a_second_ctrl_c_does_not_wait_for_the_parts_in_flight(tmp_path):
    class Impatient(StopAt):
        def stopping(self) -> None:
            super().stopping()
            os.kill(os.getpid(), self.number)

    with pytest.raises(Interrupted, match=r"^Stopped\. 0 of 300 games are safe"):
        simulate(small_plan(), tmp_path / "run", 1, Impatient(signal.SIGINT))
    assert not open_run(tmp_path / "run").complete


def test_ctrl_c_while_the_rules_are_compiled_says_how_to_go_on(tmp_path, monkeypatch):
    def interrupted(plan, watcher):
        raise KeyboardInterrupt

    monkeypatch.setattr("balance.engine.playing.runner.compile_rules", interrupted)
    with pytest.raises(Interrupted, match=rf"^Stopped\. 0 of 300 games .*\n.* --out {tmp_path / 'run'} plays the rest"):
        simulate(small_plan(), tmp_path / "run")


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_command_ends_with_130_and_says_how_to_go_on(tmp_path, monkeypatch, number):
    out = tmp_path / "run"
    words = simulate_words(out, 12_000, "--workers", "1")
    done = balance_until(lambda: sealed_parts(out) > 0, number, *words, parts=1000)
    assert done.returncode == 130
    assert done.stdout == ""
    lines = done.stderr.splitlines()[-3:]
    assert lines[0].startswith("Stopping")
    assert lines[1].startswith("balance: Stopped. ")
    assert lines[1].endswith(f" of 12,000 games are safe in {out}.")
    assert lines[2] == f"The same command with --out {out} plays the rest."
    parts = sealed_parts(out)
    assert 0 < parts < 12
    limit_parts(monkeypatch, 1000)
    again = command(*words)
    assert again.code == 0
    foreseen, going_on = again.err.splitlines()
    assert foreseen.startswith(f"Fairy: {12 - parts},000 games more, about ")
    assert going_on == f"Resuming: {parts},000 of 12,000 games are done"
    finished(out)


def test_a_finished_run_is_not_played_again(base):
    before = {path: path.stat().st_mtime_ns for path in base.path.rglob("*")}
    assert simulate(small_plan(), base.path).complete
    assert {path: path.stat().st_mtime_ns for path in base.path.rglob("*")} == before


def test_a_run_that_other_code_began_is_not_finished(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan, out = small_plan(), Path("runs/fairy/1")
    edited = replace(plan, game=replace(plan.game, code="of today"))
    create_run(out, plan)
    with pytest.raises(RunError) as refused:
        simulate(edited, out)
    assert str(refused.value).splitlines() == [
        f"{out}: cannot be finished: its games were played by other code of Fairy or of balance.",
        "Go back to that code, choose another --out, or remove that folder.",
    ]
    assert open_run(out).games_done() == 0
    assert default_out(edited) != out
    assert default_out(plan) == out


@pytest.mark.parametrize("code", ["of yesterday", None])
def test_a_complete_run_of_other_code_is_still_read(base, tmp_path, code):
    shutil.copytree(base.path, tmp_path / "run")
    manifest = {name: value for name, value in base.manifest.items() if name != "code"}
    manifest |= {} if code is None else {"code": code}
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(manifest))
    run = simulate(small_plan(), tmp_path / "run")
    with Database(run) as old, Database(base) as new:
        assert_frame_equal(old.frame("SELECT * FROM seats"), new.frame("SELECT * FROM seats"))


def test_without_out_an_unfinished_run_of_the_same_request_is_resumed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mine, other = small_plan(), small_plan(seed=6)
    create_run(Path("runs/fairy/1"), mine)
    create_run(Path("runs/fairy/2"), other)
    assert default_out(mine) == Path("runs/fairy/1")
    assert default_out(other) == Path("runs/fairy/2")
    simulate(mine, Path("runs/fairy/1"))
    assert default_out(mine) not in (Path("runs/fairy/1"), Path("runs/fairy/2"))


def test_a_run_that_is_being_played_is_not_resumed_by_somebody_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = create_run(Path("runs/fairy/1"), small_plan())
    with locked(run.path):
        assert default_out(small_plan()) != run.path


def test_runs_begun_in_the_same_second_get_folders_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr("balance.engine.playing.runner.time.strftime", lambda *_: "20300101T000000Z")
    """Also those of which none has written anything yet."""
    folders = [default_out(small_plan(), tmp_path) for _ in range(3)]
    assert [path.name for path in folders] == ["20300101T000000Z", "20300101T000000Z-2", "20300101T000000Z-3"]


# ---------------------------------------------------------------- played for a look


def test_a_run_for_a_look_is_gone_afterwards(base):
    with simulated(small_plan(), 2) as run:
        assert_same_rows(run, base)
    assert not run.path.parent.exists()


def test_a_run_for_a_look_promises_nothing_when_it_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with (
        pytest.raises(Interrupted, match=r"^Stopped\. Nothing was kept\.$"),
        simulated(small_plan(), watcher=StopAt(signal.SIGINT)),
    ):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_run_for_a_look_whose_folder_is_cleared_away_does_not_ask_for_room(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def clear(*_):
        for folder in tmp_path.iterdir():
            shutil.rmtree(folder)
        (tmp_path / "gone/file").touch()

    monkeypatch.setattr("balance.engine.playing.runner.write_part", clear)
    with pytest.raises(RunError) as told, simulated(small_plan()):
        pass
    assert str(told.value).splitlines() == [
        "Writing failed: the run's folder, or one in it, is gone. The games are played in a temporary folder.",
        f"Something clears {tmp_path} while it is in use: name another folder in TMPDIR.",
    ]


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("playing.runner.write_part", "Writing failed: No space left on device."),
        ("runs.run.write_manifest", "/run: the run cannot be written here: No space left on device."),
    ],
)
def test_a_run_for_a_look_on_a_full_disk_says_where_to_make_room(tmp_path, monkeypatch, broken, says):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(f"balance.engine.{broken}", full)
    with pytest.raises(RunError) as told, simulated(small_plan()):
        pass
    first, second = str(told.value).splitlines()
    assert first.endswith(f"{says} The games are played in a temporary folder.")
    assert second == f"Make room in {tmp_path}, or name a larger folder in TMPDIR."
    assert list(tmp_path.iterdir()) == []
