"""Folders for a while: gone whatever ends the work in them, and swept where nothing could remove them."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from balance.engine.runs.scratch import LOCK, PREFIX, make_folder, remove_folder, scratch_folder, sweep


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch) -> Path:
    """The temporary folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_folders_of_processes_that_were_killed_are_swept_and_no_others(temporary):
    mine = make_folder()
    for name, lock in ((f"{PREFIX}left", LOCK), (f"{PREFIX}other", "file"), ("else", LOCK)):
        (temporary / name).mkdir()
        (temporary / name / lock).touch()
    (temporary / f"{PREFIX}link").symlink_to("else")
    sweep()
    assert sorted(os.listdir(temporary)) == sorted([mine.name, f"{PREFIX}other", f"{PREFIX}link", "else"])
    remove_folder(mine)
    assert not mine.exists()


def test_a_second_ctrl_c_leaves_nothing_either(temporary, monkeypatch):
    """It comes while the folder is removed, and is heard when that is done."""
    remove = shutil.rmtree

    def disturbed(*words, **more) -> None:
        signal.raise_signal(signal.SIGINT)
        remove(*words, **more)

    def work() -> None:
        with scratch_folder() as folder:
            (folder / "file").touch()
            raise KeyboardInterrupt

    monkeypatch.setattr(shutil, "rmtree", disturbed)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert os.listdir(temporary) == []


def test_a_thread_that_still_writes_does_not_keep_a_folder(temporary):
    over = threading.Event()

    def write(folder: Path) -> None:
        with suppress(FileNotFoundError):  # it goes between two files
            for number in range(100_000):
                if over.is_set():
                    return
                (folder / f"{number}").touch()

    with scratch_folder() as folder:
        writer = threading.Thread(target=write, args=(folder,))
        writer.start()
    over.set()
    writer.join()
    assert os.listdir(temporary) == []
