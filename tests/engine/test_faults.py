"""Killed at any moment, or out of room: nothing is corrupt, and the same command plays the rest."""

from __future__ import annotations

import random
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from balance.common.errors import BalanceError
from balance.engine.runs.run import open_run
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
    tables,
)

pytestmark = pytest.mark.slow

GAMES, PART = 6000, 400


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The run as it should be."""
    return played(tmp_path_factory.mktemp("undisturbed") / "run", workers=2, games=GAMES)


# ---------------------------------------------------------------- kill -9


@pytest.mark.nightly
def test_a_run_that_is_killed_again_and_again_ends_like_an_undisturbed_one(undisturbed, tmp_path):
    out = tmp_path / "run"
    words = simulate_words(out, GAMES, "--workers", "2")
    for _ in range(3):
        known, later = sealed_parts(out), random.uniform(0.0, 0.06)

        def moment(known: int = known, later: float = later) -> bool:
            """A moment after one more part was stored: in the middle of the next ones."""
            if sealed_parts(out) > known:
                time.sleep(later)
                return True
            return False

        killed = balance_until(moment, signal.SIGKILL, *words, parts=PART)
        assert killed.returncode in (-signal.SIGKILL, 0)
        run = open_run(out)
        assert [len(frame) > 0 for frame in tables(run).values()] == [True] * 4  # what is sealed can be read
    again = balance(*words, parts=PART)
    assert (again.returncode, len(again.stderr.splitlines())) in ((0, 0), (0, 1)), again.stderr
    assert_same_rows(finished(out), undisturbed)


@pytest.mark.nightly
def test_a_run_that_is_killed_as_it_begins_ends_like_an_undisturbed_one(undisturbed, tmp_path):
    out = tmp_path / "run"
    words = simulate_words(out, GAMES)
    for _ in range(2):
        later = random.uniform(0.0, 0.05)

        def moment(later: float = later) -> bool:
            """About when the folder and its manifest are made."""
            if out.exists():
                time.sleep(later)
            return out.exists()

        balance_until(moment, signal.SIGKILL, *words, parts=PART)
    again = balance(*words, parts=PART)
    assert again.returncode == 0, again.stderr
    assert_same_rows(finished(out), undisturbed)


# ---------------------------------------------------------------- no room


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file grows beyond so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_that_cannot_grow_ends_the_run_in_good_order(undisturbed, tmp_path, monkeypatch):
    """Here the turns: the cards of the first parts are on disk already."""
    out = tmp_path / "run"
    words = simulate_words(out, GAMES, "--workers", "2")
    limit_parts(monkeypatch, 2000)
    with largest_file(400_000):
        full = command(*words)
    assert (full.code, full.out) == (2, "")
    assert full.err.splitlines() == [
        f"balance: Writing failed: File too large. 0 of 6,000 games are safe in {out}.",
        f"Make room, then repeat the command with --out {out}.",
    ]
    assert not open_run(out).complete
    assert not list(out.rglob("*.tmp"))
    assert list(out.glob("cards/*.parquet"))
    again = command(*words)
    assert (again.code, again.err) == (0, "")
    assert_same_rows(finished(out), undisturbed)


def test_without_room_for_the_manifest_nothing_is_left_in_the_way(undisturbed, tmp_path):
    out = tmp_path / "run"
    words = simulate_words(out, GAMES)
    with largest_file(1000):
        full = command(*words)
    assert full.code == 2
    assert full.err.splitlines() == [
        f"balance: {out}: the run cannot be written here: File too large.",
        "Make room or choose another --out, then repeat the command.",
    ]
    assert [file.name for file in out.iterdir()] == [".lock"]  # which means nothing when nobody holds it
    assert command(*words).code == 0
    assert_same_rows(finished(out), undisturbed)


def test_without_room_for_the_manifest_no_folder_is_left_that_nobody_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = simulate_words(Path("x"), 10)
    del words[words.index("--out") : words.index("--out") + 2]
    with largest_file(1000):
        assert "the run cannot be written here" in command(*words).err
    assert list(Path("runs/fairy").iterdir()) == []
    assert command(*words).code == 0
    assert len(list(Path("runs/fairy").iterdir())) == 1


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[bool]:
    """A disk of ``size`` bytes at ``folder``; False, and an ordinary folder, where we may not mount one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


def make_room(folder: Path) -> None:
    """Enlarge the small disk."""
    subprocess.run(["mount", "-o", "remount,size=64m", str(folder)], check=True)


def test_a_run_on_a_full_disk_keeps_what_it_has_and_goes_on_when_there_is_room(undisturbed, tmp_path, monkeypatch):
    """On a disk of its own where that is possible, else with files that cannot grow."""
    with small_disk(tmp_path / "disk", 900_000) as mounted:
        out = tmp_path / "disk" / "run"
        words = simulate_words(out, GAMES, "--workers", "1")
        limit_parts(monkeypatch, 1000)
        for attempt in range(2):  # the second one finds the disk as full as the first one left it
            with nullcontext() if mounted else largest_file(20_000):
                full = command(*words)
            assert full.code == 2
            said = full.err.splitlines()[-2:]
            assert said[0].startswith("balance: Writing failed: ")
            assert said[0].endswith(f" of 6,000 games are safe in {out}.")
            assert said[1] == f"Make room, then repeat the command with --out {out}."
            assert ("No space left on device" in said[0]) == mounted
            assert (sealed_parts(out) > 0) == mounted, attempt
        if mounted:
            make_room(tmp_path / "disk")
        again = command(*words)
        assert again.code == 0, again.err
        assert_same_rows(finished(out), undisturbed)


def test_a_full_disk_is_told_in_words_wherever_the_run_is_written(tmp_path, monkeypatch):
    """Also when the last thing, the manifest that says `complete`, finds no room."""
    from balance.engine.runs import run as runs

    write = runs.write_manifest

    def full(run) -> None:
        if run.manifest["complete"]:
            raise OSError(28, "No space left on device")
        write(run)

    with monkeypatch.context() as patch:
        patch.setattr(runs, "write_manifest", full)
        with pytest.raises(BalanceError) as told:
            played(tmp_path / "run")
    assert str(told.value) == (
        f"{tmp_path / 'run'}: the run cannot be written here: No space left on device."
        "\nMake room or choose another --out, then repeat the command."
    )
    assert finished(played(tmp_path / "run").path).games_done() == 300
