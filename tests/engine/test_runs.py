"""A run on disk: the same rows however it was played, in order, typed, resumable, and guarded."""

from __future__ import annotations

import errno
import json
import os
import signal
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest
from polars.testing import assert_frame_equal
from run_tools import (
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

from balance.analysis.database import Database
from balance.engine import run as runs
from balance.engine.kernel import PLAIN, signatures
from balance.engine.log import write_part
from balance.engine.plan import plan_from_manifest
from balance.engine.run import Run, RunError, all_runs, create_run, is_locked, locked, open_run
from balance.engine.runner import Interrupted, Watcher, default_out, play_in_memory, simulate


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


def test_a_game_does_not_depend_on_how_many_are_played(base, tmp_path):
    shorter = tables(played(tmp_path / "run", games=120))
    for name, frame in tables(base).items():
        assert_frame_equal(shorter[name], frame.filter(pl.col("game_no") < 120))


def test_a_game_does_not_depend_on_those_before_it(base):
    alone = play_in_memory(small_plan(), first=250, count=3)
    for name, frame in tables(base).items():
        assert_frame_equal(alone[name], frame.filter(pl.col("game_no").is_between(250, 252)))


def test_logging_only_seats_gives_the_same_games_and_seats(base, tmp_path):
    run = played(tmp_path / "run", log="seats")
    assert sorted(path.name for path in run.path.iterdir() if path.is_dir()) == ["games", "seats"]
    for name, frame in tables(run).items():
        assert_frame_equal(frame, tables(base)[name])


def test_another_seed_gives_other_games(base, tmp_path):
    other = tables(played(tmp_path / "run", seed=6))
    assert not other["seats"].equals(tables(base)["seats"])


def test_the_rules_are_compiled_once_for_all_kinds_of_runs(base):
    assert signatures(small_plan().game.play_games) == (0 if PLAIN else 1)


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
    assert {"python", "numba", "numpy", "polars"} <= manifest["versions"].keys()
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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_command_ends_with_130_and_says_how_to_go_on(tmp_path, number):
    out = tmp_path / "run"
    words = simulate_words(out, 12_000, "--workers", "1")
    done = balance_until(lambda: sealed_parts(out) > 0, number, *words, parts=1000)
    assert done.returncode == 130
    assert done.stdout == ""
    lines = done.stderr.splitlines()[-3:]
    assert lines[0].startswith("stopping")
    assert lines[1].startswith("balance: Stopped. ")
    assert lines[1].endswith(f" of 12,000 games are safe in {out}.")
    assert lines[2] == f"The same command with --out {out} plays the rest."
    parts = sealed_parts(out)
    assert 0 < parts < 12
    again = balance(*words, parts=1000)
    assert again.returncode == 0
    assert again.stderr == f"going on: {parts},000 of 12,000 games are already there\n"
    finished(out)


def test_a_finished_run_is_not_played_again(base):
    before = {path: path.stat().st_mtime_ns for path in base.path.rglob("*")}
    assert simulate(small_plan(), base.path).complete
    assert {path: path.stat().st_mtime_ns for path in base.path.rglob("*")} == before


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
    monkeypatch.setattr("balance.engine.runner.time.strftime", lambda *_: "20300101T000000Z")
    found = []
    for _ in range(3):
        found.append(default_out(small_plan(), tmp_path))
        found[-1].mkdir(parents=True)
    assert [path.name for path in found] == ["20300101T000000Z", "20300101T000000Z-2", "20300101T000000Z-3"]


# ---------------------------------------------------------------- guarded


def test_a_second_writer_is_refused(tmp_path):
    run = create_run(tmp_path / "run", small_plan())
    assert not is_locked(run.path)
    with locked(run.path):
        assert is_locked(run.path)
        with pytest.raises(RunError) as refused:
            simulate(small_plan(), run.path)
    assert str(refused.value) == (
        f"{run.path}: another process is writing this run.\nWait for it, or choose another --out."
    )
    assert not is_locked(run.path)


@pytest.mark.parametrize(
    "changes",
    [
        {"games": 301},
        {"seed": 6},
        {"players": 3},
        {"variant": "fifteen"},
        {"settings": {"top_rule": "share"}},
        {"agents": "greedy,novice"},
        {"agents": "greedy", "fixed_seats": True},
        {"log": "seats"},
    ],
)
def test_a_folder_with_a_run_of_another_request_is_refused(base, changes):
    with pytest.raises(RunError, match=r"holds another run .*\n.*another --out") as refused:
        simulate(small_plan(**changes), base.path)
    assert len(str(refused.value).splitlines()) == 2


def test_a_run_with_edited_cards_is_another_run(base, tmp_path):
    cards = tmp_path / "cards.csv"
    cards.write_text(base.manifest["cards"]["text"].replace("fairy,7,key=catch", "fairy,9,key=catch"))
    with pytest.raises(RunError, match="holds another run"):
        simulate(small_plan(cards=cards), base.path)


def test_a_run_whose_parts_would_not_fit_the_buffers_is_refused(tmp_path, monkeypatch):
    run = create_run(tmp_path / "run", small_plan())
    manifest = dict(run.manifest, games_per_part=10**9)
    (run.path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunError, match="holds another run"):
        simulate(small_plan(), run.path)


def test_a_foreign_folder_is_not_touched(tmp_path):
    (tmp_path / "thesis.txt").write_text("precious")
    with pytest.raises(RunError, match=r"is not empty and holds no run\. Choose another --out\.$"):
        simulate(small_plan(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_in_the_place_of_the_folder_is_not_touched(tmp_path):
    file = tmp_path / "run"
    file.write_text("precious")
    with pytest.raises(RunError, match="holds no run"):
        simulate(small_plan(), file)
    assert file.read_text() == "precious"


def test_an_empty_folder_will_do(tmp_path):
    assert simulate(small_plan(games=10), tmp_path).complete


def test_what_a_killed_process_left_is_cleared(base, tmp_path):
    run = create_run(tmp_path / "run", small_plan())
    for name in ("turns/.part-00000000.parquet.99.tmp", "turns/part-00000000.parquet", ".manifest.json.99.tmp"):
        (run.path / name).parent.mkdir(exist_ok=True)
        (run.path / name).write_bytes(b"half a part")
    assert run.done_chunks() == []
    simulate(small_plan(), run.path)
    assert_same_rows(finished(run.path), base)


def test_a_run_killed_before_it_had_a_manifest_begins_anew(tmp_path):
    (tmp_path / ".manifest.json.99.tmp").write_text('{"layout": 1, "game"')
    simulate(small_plan(games=10), tmp_path)
    finished(tmp_path)


def test_files_of_others_in_the_run_are_left_alone(tmp_path):
    run = create_run(tmp_path / "run", small_plan(games=10))
    (run.path / "notes.txt").write_text("seen on Monday")
    (run.path / "turns").mkdir()
    (run.path / "turns/notes.txt").write_text("long")
    simulate(small_plan(games=10), run.path)
    assert (run.path / "notes.txt").exists()
    assert (run.path / "turns/notes.txt").exists()


# ---------------------------------------------------------------- damaged manifests


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "no run here (there is no manifest.json).\n`balance runs` lists the runs."),
        ("", "manifest.json is damaged: Expecting value"),
        ('{"layout": 1, "game": "fai', "manifest.json is damaged: Unterminated string"),
        (b"\xff\xfe{}", "manifest.json is damaged: 'utf-8' codec can't decode"),
        ("[1, 2]", "the run was made by another version of balance (or not by balance at all)."),
        ('{"layout": 99}', "the run was made by another version of balance"),
        ('{"layout": 1}', "manifest.json is damaged: game is missing or of the wrong kind."),
    ],
)
def test_a_manifest_that_cannot_be_used_is_told_in_words(tmp_path, content, says):
    if content is not None:
        (tmp_path / "manifest.json").write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(RunError) as refused:
        open_run(tmp_path)
    assert str(refused.value).startswith(f"{tmp_path}: {says}")
    assert len(str(refused.value).splitlines()) <= 2


@pytest.mark.parametrize("name", sorted(runs.MANIFEST_KINDS))
def test_a_manifest_must_say_everything(base, tmp_path, name):
    for manifest in ({**base.manifest, name: None}, {key: base.manifest[key] for key in base.manifest if key != name}):
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
        with pytest.raises(RunError, match=f"damaged: {name} is missing or of the wrong kind"):
            open_run(tmp_path)


def test_a_manifest_with_parts_of_no_games_is_damaged(base, tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({**base.manifest, "games_per_part": 0}))
    with pytest.raises(RunError, match="games_per_part is 0"):
        open_run(tmp_path)


def test_a_folder_that_is_none_and_a_manifest_that_is_a_folder(tmp_path):
    with pytest.raises(RunError, match="no run here"):
        open_run(tmp_path / "nowhere")
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(RunError, match=r"manifest\.json cannot be read: Is a directory"):
        open_run(tmp_path)


def test_the_list_of_runs_passes_over_what_is_none(base, tmp_path):
    for name, content in {"a": "{", "b": '{"layout": 9}', "c": json.dumps(base.manifest)}.items():
        folder = tmp_path / "fairy" / name
        folder.mkdir(parents=True)
        (folder / "manifest.json").write_text(content)
    assert [run.path.name for run in all_runs(tmp_path)] == ["c"]


# ---------------------------------------------------------------- a folder that cannot be written


@contextmanager
def as_ordinary_user():
    """As somebody who may write only what is theirs: root may write everything."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder():
    """A folder that every user may enter."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


def test_a_run_that_may_not_be_written_is_told_in_words_and_read_all_the_same(base, open_folder, monkeypatch):
    limit_parts(monkeypatch, 100)
    plan = small_plan()
    run = create_run(open_folder / "run", plan)
    run.path.chmod(0o555)
    with as_ordinary_user():
        with pytest.raises(RunError) as refused:
            simulate(plan, run.path)
        assert not is_locked(run.path)
        assert not open_run(run.path).complete
        with pytest.raises(RunError) as elsewhere:
            simulate(plan, open_folder / "run" / "deeper")
    run.path.chmod(0o755)
    assert str(refused.value) == (
        f"{run.path}: the run cannot be written here: Permission denied."
        "\nMake room or choose another --out, then repeat the command."
    )
    assert "deeper: the run cannot be written here: Permission denied." in str(elsewhere.value)
    simulate(plan, run.path)
    assert_same_rows(finished(run.path), base)


def test_a_part_that_cannot_be_written_is_told_in_words(base, tmp_path, monkeypatch):
    limit_parts(monkeypatch, 100)

    def full(frame, path):
        if path.name == "part-00000001.parquet":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_part(frame, path)

    with monkeypatch.context() as patch:
        patch.setattr("balance.engine.runner.write_part", full)
        with pytest.raises(RunError) as refused:
            simulate(small_plan(), tmp_path / "run")
    assert str(refused.value).splitlines() == [
        f"Writing failed: No space left on device. 100 of 300 games are safe in {tmp_path / 'run'}.",
        f"Make room, then repeat the command with --out {tmp_path / 'run'}.",
    ]
    assert open_run(tmp_path / "run").manifest["games_done"] == 100
    simulate(small_plan(), tmp_path / "run")
    assert_same_rows(finished(tmp_path / "run"), base)


def test_a_mistake_in_a_thread_is_not_taken_for_a_full_disk(tmp_path, monkeypatch):
    def broken(frame, path):
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr("balance.engine.runner.write_part", broken)
    with pytest.raises(ZeroDivisionError, match="a mistake"):
        simulate(small_plan(), tmp_path / "run", 2)
    assert not open_run(tmp_path / "run").complete
