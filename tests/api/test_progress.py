"""Progress in a notebook: one line that is written over and goes, never a widget, never after the end."""

from __future__ import annotations

import sys
from threading import Timer
from threading import enumerate as enumerate_threads
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from balance.api.progress import NotebookLine, ProgressWatcher, Stages, counting


@pytest.fixture
def cell(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """What a notebook was given to show, as it changed."""
    shown: list[dict[str, str]] = []

    def display(data: dict[str, str], raw: bool, display_id: bool) -> Any:
        assert raw
        assert display_id
        shown.append(data)
        return SimpleNamespace(update=lambda data, raw: shown.append(data))

    jupyter, inner = ModuleType("IPython"), ModuleType("IPython.display")
    jupyter.get_ipython = lambda: SimpleNamespace(kernel=object())  # type: ignore[attr-defined]
    inner.display = display  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", jupyter)
    monkeypatch.setitem(sys.modules, "IPython.display", inner)
    monkeypatch.setattr(NotebookLine, "STEP", 0)
    return shown


def test_no_thread_is_left_that_wondered_whether_a_game_ends():
    """One that ends with Python could free a database then, which aborts the process."""
    with ProgressWatcher(quiet=True).wondering("?"):
        assert any(isinstance(thread, Timer) for thread in enumerate_threads())
    assert not any(isinstance(thread, Timer) for thread in enumerate_threads())


def test_games_are_counted_in_one_line_that_goes(cell):
    watcher = ProgressWatcher(quiet=False)
    watcher.started(100, 2000)
    watcher.played(900)
    watcher.aim(1500, "Length of a game")
    watcher.finished()
    assert cell[0]["text/plain"].startswith("playing: 1,000 of 2,000 (50 %) ")
    assert cell[0]["text/plain"].endswith(" games/s")
    assert cell[1]["text/plain"].startswith("playing to decide: Length of a game: 1,000 of 1,500 (67 %)")
    assert cell[-1] == {"text/plain": "", "text/html": ""}


def test_quiet_is_quiet(cell):
    watcher = ProgressWatcher(quiet=True)
    watcher.started(0, 10)
    watcher.played(10)
    watcher.finished()
    with Stages(quiet=True) as stages:
        stages.begin("reading")
    assert cell == []


def test_stages_and_futures_are_told_in_a_line_too_and_escaped(cell):
    with Stages(quiet=False) as stages:
        stages.begin("reading the run <b>")
    assert cell[0] == {"text/plain": "reading the run <b>", "text/html": "<small>reading the run &lt;b&gt;</small>"}
    with counting("playing futures") as progress:
        progress(3, 12)
    assert cell[2]["text/plain"] == "playing futures: 3 of 12 (25 %)"
    assert cell[1] == cell[3] == {"text/plain": "", "text/html": ""}
