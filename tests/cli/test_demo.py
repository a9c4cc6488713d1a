"""What `balance demo` says on the way: which stage, how long still, and what went wrong with one of the games."""

from __future__ import annotations

import queue
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from balance.cli import demo
from balance.cli.demo import COMPILING, FAILED, PLAYING, READY, STAGES, Job, SideBySide, once_each
from balance.engine.game import find_game
from balance.report.page import IndexEntry


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self, patch: pytest.MonkeyPatch):
        self.now = 1000.0
        patch.setattr(demo, "time", SimpleNamespace(monotonic=lambda: self.now))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def side(*games: str, cores: int = 1) -> SideBySide:
    """Games on their way, none of which has a process."""
    found = SideBySide([Job(find_game(game)) for game in games], Path("reports"), (cores, cores), cores, quiet=False)
    found.news = queue.Queue()
    for job in found.jobs:
        job.expected = [10.0] * len(STAGES)
        job.process = SimpleNamespace(is_alive=lambda: True, join=lambda: None)
    return found


def seconds_left(line: str) -> int:
    """What a line says of the time that is left."""
    minutes, seconds = re.search(r"\(about (\d+):(\d\d) left\)", line).groups()  # type: ignore[union-attr]
    return 60 * int(minutes) + int(seconds)


def news(found: SideBySide, *told: tuple[str, str, Any]) -> None:
    """Let a game's process tell these things."""
    for one in told:
        found.news.put(one)
        for job, what, value in found.heard():
            found.take(job, what, value)


def test_the_time_left_is_learned_from_what_this_machine_took(clock: Clock, capsys):
    one = side("fairy")
    news(one, ("fairy", COMPILING, ""))
    clock.now += 10
    news(one, ("fairy", PLAYING, "playing 2,000 games"))
    clock.now += 10
    news(one, ("fairy", STAGES[2], ""))
    said = capsys.readouterr().out.splitlines()
    assert said[1].endswith("Fairy: playing 2,000 games (about 1:00 left)")
    assert seconds_left(said[2]) == 50
    clock.now += 40  # a stage of ten seconds
    one.line("still")
    assert seconds_left(capsys.readouterr().out) == pytest.approx(40 * 60 / 30, abs=1)


def test_a_page_is_told_and_a_game_that_fails_is_named_while_the_others_go_on(clock: Clock, capsys):
    two = side("fairy", "heroes")
    entry = IndexEntry("fairy", "Fairy", "fairy.html", [])
    news(two, ("fairy", COMPILING, ""), ("heroes", COMPILING, ""), ("heroes", FAILED, "heroes: no room"))
    assert [job.game.id for job in two.at_work()] == ["fairy"]
    news(two, ("fairy", READY, entry))
    said = capsys.readouterr().out.splitlines()
    assert said[2].endswith("Heroes of Fairy Tail: failed (about 1:10 left)")
    assert said[3].endswith("Fairy: its page is reports/fairy.html")
    assert [job.entry for job in two.jobs] == [entry, None]


def test_a_process_that_died_is_told(clock: Clock, monkeypatch: pytest.MonkeyPatch):
    one = side("fairy")
    monkeypatch.setattr(one.news, "get", lambda timeout: (_ for _ in ()).throw(queue.Empty))
    assert list(one.heard()) == []
    one.jobs[0].process.is_alive = lambda: False
    ((_, what, says),) = one.heard()
    assert (what, says) == (FAILED, "Fairy: its process died; `balance simulate fairy` says more")


def test_every_stage_of_a_report_is_told_once():
    told: list[str] = []
    listen = once_each(told.append)
    for text in ("reading the run", "reading the run: part 2", "unknown", "drawing", "answering", "drawing"):
        listen(text)
    assert told == ["reading the run", "drawing", "answering"]
