"""The folder of a run: guarded against strangers, cleared of leftovers, and told in words when it cannot be used."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import tempfile
import threading
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from balance.analysis.database import Database, QueryError
from balance.common.errors import InputError
from balance.common.files import atomic_file, write_text
from balance.common.system import look
from balance.engine.game.plan import has_columns, plan_from_manifest
from balance.engine.playing.game_batch import PlayError
from balance.engine.playing.runner import play_in_memory, simulate
from balance.engine.runs import run as runs
from balance.engine.runs.run import Run, RunError, all_runs, create_run, is_locked, locked, open_run, write_part
from helpers.run_tools import (
    assert_same_rows,
    finished,
    limit_parts,
    played,
    small_plan,
)


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> Run:
    """300 games in one part, by one thread."""
    return played(tmp_path_factory.mktemp("base") / "run")


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


def test_who_only_looks_keeps_no_writer_out(tmp_path):
    """To look takes the lock for an instant, as `balance runs` does."""
    run = create_run(tmp_path / "run", small_plan())
    with open(run.path / ".lock") as file:
        look(file)
        leaving = threading.Timer(0.03, file.close)
        leaving.start()
        with locked(run.path):
            assert file.closed
        leaving.join()


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


def test_a_run_written_by_another_version_of_the_log_is_refused(base, tmp_path):
    manifest = {**base.manifest, "columns": {"games": ["game_no"]}, "complete": False}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunError, match="holds another run"):
        simulate(small_plan(), tmp_path)
    with pytest.raises(QueryError, match="the run was written by another version of Fairy"):
        Database(open_run(tmp_path))


def test_a_run_with_more_columns_than_are_read_is_read(base):
    columns = {table: ["once", *names] for table, names in base.manifest["columns"].items()}
    plan = small_plan()
    assert has_columns({"columns": columns}, plan)
    columns["turns"].remove("score")
    assert not has_columns({"columns": columns}, plan)


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


def test_a_manifest_must_have_whole_styles_and_the_text_of_the_cards(base, tmp_path):
    for changes in ({"styles": [{"name": "greedy"}]}, {"styles": ["greedy"]}, {"cards": {"sha256": ""}}):
        (tmp_path / "manifest.json").write_text(json.dumps({**base.manifest, **changes}))
        with pytest.raises(RunError, match=r"manifest\.json is damaged: (a style|the card table) is not whole\."):
            open_run(tmp_path)


def test_a_manifest_must_name_its_styles_in_words(base, tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({**base.manifest, "agents": [1, 2, 3, 4]}))
    with pytest.raises(RunError, match=r"manifest\.json is damaged: agents are \[1, 2, 3, 4\]\."):
        open_run(tmp_path)


def test_a_run_of_a_version_with_other_settings_is_told(base):
    settings = {"initial_fairy_counts": True}
    with pytest.raises(InputError, match="the run was made by another version of Fairy, with other settings"):
        plan_from_manifest({**base.manifest, "settings": settings})


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
        "\nPut that right or choose another --out, then repeat the command."
    )
    assert "deeper: the run cannot be written here: Permission denied." in str(elsewhere.value)
    simulate(plan, run.path)
    assert_same_rows(finished(run.path), base)


def test_a_folder_whose_name_is_no_text_is_refused_before_anything_is_played(tmp_path, monkeypatch):
    """No reader of Parquet could open it again."""
    (tmp_path / "run").mkdir()
    odd = tmp_path / "odd-\udcff"
    for out, here in ((odd / "run", tmp_path), (Path("run"), odd)):
        here.mkdir(exist_ok=True)
        monkeypatch.chdir(here)
        with pytest.raises(RunError, match=r"a name in the path of this run is not UTF-8 text\.\nRename that folder"):
            simulate(small_plan(games=10), out)
    assert os.listdir(odd) == []


@pytest.mark.parametrize("gone", ["", "turns"])
def test_a_folder_that_is_removed_while_it_is_written_is_told_so(base, tmp_path, monkeypatch, gone):
    """To make room would not help."""
    limit_parts(monkeypatch, 100)
    out = tmp_path / "run"

    def remove(frame, store, name):
        if name.endswith("part-00000001.parquet"):
            shutil.rmtree(out / gone)
        return write_part(frame, store, name)

    with monkeypatch.context() as patch:
        patch.setattr("balance.engine.playing.runner.write_part", remove)
        with pytest.raises(RunError) as refused:
            simulate(small_plan(), out)
    safe = 100 if gone else 0
    assert str(refused.value).splitlines() == [
        f"Writing failed: the run's folder, or one in it, is gone. {safe} of 300 games are safe in {out}.",
        f"The same command with --out {out} plays what is missing.",
    ]
    simulate(small_plan(), out)
    assert_same_rows(finished(out), base)


def test_a_name_is_on_disk_as_well_as_what_it_names(tmp_path, monkeypatch):
    """After a power cut the file is there under its name: its folder is written, too, when it was renamed."""
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def synced(number: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
        sync(number)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", lambda *names: (done.append("renamed"), replace(*names)))
    write_text(tmp_path / "x.txt", "x")
    assert done == ["file", "renamed", "folder"]
    done.clear()
    with atomic_file(tmp_path / "y.txt", lasting=False) as file:  # what can be made again is not waited for
        file.write(b"y")
    assert done == ["renamed"]
    assert (tmp_path / "y.txt").read_bytes() == b"y"


def test_a_part_that_cannot_be_written_is_told_in_words(base, tmp_path, monkeypatch):
    limit_parts(monkeypatch, 100)

    def full(frame, store, name):
        if name.endswith("part-00000001.parquet"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_part(frame, store, name)

    with monkeypatch.context() as patch:
        patch.setattr("balance.engine.playing.runner.write_part", full)
        with pytest.raises(RunError) as refused:
            simulate(small_plan(), tmp_path / "run")
    assert str(refused.value).splitlines() == [
        f"Writing failed: No space left on device. 100 of 300 games are safe in {tmp_path / 'run'}.",
        f"Make room, then repeat the command with --out {tmp_path / 'run'}.",
    ]
    assert open_run(tmp_path / "run").manifest["games_done"] == 100
    simulate(small_plan(), tmp_path / "run")
    assert_same_rows(finished(tmp_path / "run"), base)


def test_trouble_in_the_rules_is_told_in_words():
    """A kernel cannot raise: it leaves a code in its state."""
    plan = small_plan()

    def stuck(s, t, first, count, *_):
        s.game_no, s.trouble = first, 77

    stuck_game = replace(plan.game, play_games=stuck, troubles={77: "the deck is endless"})
    for game, words in ((stuck_game, "the deck is endless"), (replace(stuck_game, troubles={}), "trouble 77")):
        with pytest.raises(PlayError) as told:
            play_in_memory(replace(plan, game=game), 12, 1)
        assert str(told.value) == f"Fairy, game 12: {words}. This is a mistake in the rules' code, not yours."


def test_no_more_games_are_played_in_memory_than_fit_there():
    with pytest.raises(ValueError, match=r"do not fit the buffers: play at most \d+ at once"):
        play_in_memory(small_plan(games=10**7))


def test_a_mistake_in_a_thread_is_not_taken_for_a_full_disk(tmp_path, monkeypatch):
    def broken(frame, store, name):
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr("balance.engine.playing.runner.write_part", broken)
    with pytest.raises(ZeroDivisionError, match="a mistake"):
        simulate(small_plan(), tmp_path / "run", 2)
    assert not open_run(tmp_path / "run").complete
