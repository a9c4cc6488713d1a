"""`balance demo`: a process per game, and what is said: which stage, how long still, what went wrong, what next."""

from __future__ import annotations

import os
import queue
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from balance.cards import read
from balance.cli import demo
from balance.cli.demo import COMPILING, FAILED, PLAYING, READY, STAGES, Job, SideBySide, next_step, once_each
from balance.engine import game as games
from balance.engine.game import find_game
from balance.report.page import IndexEntry
from helpers.card_history import begin, edit
from helpers.cards import frozen_cards
from helpers.command_line import Said, balance
from helpers.pages import ROOT, parsed
from helpers.small_demo import FEW, death_of_fairy, few_games, no_games


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
    side_by_side = SideBySide(
        [Job(find_game(game)) for game in games], Path("reports"), (cores, cores), cores, quiet=False
    )
    side_by_side.news = queue.Queue()
    for job in side_by_side.jobs:
        job.expected = [10.0] * len(STAGES)
        job.process = SimpleNamespace(is_alive=lambda: True, join=lambda: None)
    return side_by_side


def seconds_left(line: str) -> int:
    """What a line says of the time that is left."""
    minutes, seconds = re.search(r"\(about (\d+):(\d\d) left\)", line).groups()  # type: ignore[union-attr]
    return 60 * int(minutes) + int(seconds)


def news(side_by_side: SideBySide, *told: tuple[str, str, Any]) -> None:
    """Let a game's process tell these things."""
    for message in told:
        side_by_side.news.put(message)
        for job, what, value in side_by_side.heard():
            side_by_side.take(job, what, value)


def test_the_time_left_is_learned_from_what_this_machine_took(clock: Clock, capsys):
    side_by_side = side("fairy")
    news(side_by_side, ("fairy", COMPILING, ""))
    clock.now += 10
    news(side_by_side, ("fairy", PLAYING, "playing 2,000 games"))
    clock.now += 10
    news(side_by_side, ("fairy", STAGES[2], ""))
    said = capsys.readouterr().out.splitlines()
    assert said[1].endswith("Fairy: playing 2,000 games (about 1:00 left)")
    assert seconds_left(said[2]) == 50
    clock.now += 40  # a stage of ten seconds
    side_by_side.line("still")
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
    side_by_side = side("fairy")
    monkeypatch.setattr(side_by_side.news, "get", lambda timeout: (_ for _ in ()).throw(queue.Empty))
    assert list(side_by_side.heard()) == []
    side_by_side.jobs[0].process.is_alive = lambda: False
    ((_, what, says),) = side_by_side.heard()
    assert (what, says) == (FAILED, "Fairy: its process died; `balance simulate fairy` says more")


def test_every_stage_of_a_report_is_told_once():
    told: list[str] = []
    listen = once_each(told.append)
    for text in ("reading the run", "reading the run: part 2", "unknown", "drawing", "answering", "drawing"):
        listen(text)
    assert told == ["reading the run", "drawing", "answering"]


# ---------------------------------------------------------------- processes side by side

LINE = re.compile(r"^ ?\d+:\d\d  ([^:]+): (.+?)(?: \(about \d+:\d\d left\))?$")


class FakeProcess:
    """A process that does nothing, and knows whether it was begun and ended."""

    def __init__(self, target: Callable[..., None], args: tuple[Any, ...], daemon: bool):
        self.game, self.begun, self.ended = args[0], False, False

    def start(self) -> None:
        self.begun = True

    def terminate(self) -> None:
        self.ended = True

    def is_alive(self) -> bool:
        return True

    def join(self) -> None:
        pass


def waiting(*at_once: int) -> SideBySide:
    """All games, none of which has begun; so many at a time before there is a page, and then."""
    side_by_side = side("fairy", "fairy_school", "heroes", "alfheim")
    side_by_side.at_once, side_by_side.spawning = (at_once[0], at_once[-1]), SimpleNamespace(Process=FakeProcess)  # type: ignore[assignment]
    for job in side_by_side.jobs:
        job.process = None
    return side_by_side


def begun(side_by_side: SideBySide) -> list[str]:
    """The games that are at work."""
    return [job.game.id for job in side_by_side.at_work() if job.process.begun]


def test_as_many_games_are_begun_as_there_is_room_for_in_their_order(clock: Clock, capsys):
    side_by_side = waiting(1, 2)
    side_by_side.start()
    assert begun(side_by_side) == ["fairy"]
    side_by_side.start()
    assert begun(side_by_side) == ["fairy"]
    news(side_by_side, ("fairy", READY, IndexEntry("fairy", "Fairy", "fairy.html", [])))
    side_by_side.start()
    assert begun(side_by_side) == ["fairy_school", "heroes"]  # one more after the first page
    news(side_by_side, ("heroes", FAILED, "heroes: no room"))
    side_by_side.start()
    assert begun(side_by_side) == ["fairy_school", "alfheim"]


def test_games_at_work_end_with_the_command(clock: Clock, monkeypatch: pytest.MonkeyPatch):
    side_by_side = waiting(2)
    monkeypatch.setattr(side_by_side, "heard", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        side_by_side.run()
    assert [job.process and job.process.ended for job in side_by_side.jobs] == [True, True, None, None]


def demonstrated(patch: pytest.MonkeyPatch, what: Callable[..., None], *names: str) -> Said:
    """`balance demo` of these games, two at a time, in each of whose processes this is done."""
    some = games.working_games(names)
    patch.setattr(games, "working_games", lambda: some)
    patch.setattr(demo, "bring_to_page", what)
    return balance("demo", "--workers", 2)


def test_a_process_that_ends_without_a_word_fails_the_demo_and_no_other_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = demonstrated(monkeypatch, death_of_fairy, "fairy", "heroes")
    assert said.code == 2
    assert said.err == "balance: Fairy: its process died; `balance simulate fairy` says more\n"
    assert said.lines[-1] == f"1 of 2 pages are written. Open {tmp_path / 'reports' / 'index.html'} in a browser."


@pytest.mark.slow
def test_games_are_brought_to_their_pages_side_by_side_though_one_fails(tmp_path, monkeypatch):
    """The real thing, small: two games that can be played, and one whose cards cannot be read."""
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text(frozen_cards().read_text(encoding="utf-8"), encoding="utf-8")
    edit(("strength=4; left=FI-; right=-LF", "strength=many; left=FI-; right=-LF"))
    said = demonstrated(monkeypatch, few_games, "fairy", "fairy_conundrum", "heroes")
    assert said.code == 2
    assert said.err.startswith("balance: heroes: cards.csv, line 28, column traits: strength= cannot be read")
    assert {path.name for path in Path("reports").iterdir()} == {"fairy.html", "fairy_conundrum.html", "index.html"}
    index = Path("reports/index.html").read_text(encoding="utf-8")
    assert [name for name in ("fairy", "fairy_conundrum", "heroes") if f"{name}.html" in index] == [
        "fairy",
        "fairy_conundrum",
    ]
    first, *lines, last = said.lines
    assert re.fullmatch(r" 0:00  every game is compiled, played and reported \(about \d+:\d\d left\)", first)
    assert last == f"2 of 3 pages are written. Open {tmp_path / 'reports' / 'index.html'} in a browser."
    assert "\x1b" not in said.out
    assert [line for line in lines if not LINE.match(line)] == []
    assert [line for line in lines[:-1] if not line.endswith(" left)")] == []  # after the last stage none is left
    told = [match.groups() for line in lines if (match := LINE.match(line)) and "still" not in line]
    for game in ("fairy", "fairy_conundrum"):
        stages = [what for name, what in told if name == find_game(game).name]
        usual = [*STAGES, f"its page is reports/{game}.html"]
        usual[1] = f"playing {FEW} games"
        if STAGES[4] not in stages:
            usual.remove(STAGES[4])  # all experiments were played before
        assert stages == usual
    assert [what for name, what in told if name == find_game("heroes").name] == [COMPILING, "failed"]


def test_what_no_game_can_read_is_said_once_and_before_anything_begins(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text("no table", encoding="utf-8")
    monkeypatch.setattr(SideBySide, "run", None)
    said = balance("demo")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("balance: cards.csv, line 1: ")


def test_make_demo_is_balance_demo():
    words = ["make", "--no-print-directory", "--dry-run", "demo"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # tests may run in make
    made = subprocess.run(words, cwd=ROOT, env=alone, capture_output=True, text=True, check=True).stdout
    assert made.splitlines()[-1] == ".venv/bin/balance demo"
    assert parsed(["demo"])[0] == "demo"


# ---------------------------------------------------------------- what next


def folder_of_a_checkout(folder: Path, patch: pytest.MonkeyPatch) -> str:
    begin()
    return "change a number of a hero in cards.csv"


def folder_with_a_table(folder: Path, patch: pytest.MonkeyPatch) -> str:
    shutil.copy(frozen_cards(), "cards.csv")
    return "copy cards.csv to edited.csv, change a number of a hero there"


def empty_folder(folder: Path, patch: pytest.MonkeyPatch) -> str:
    installed = folder.parent / "installed.csv"
    shutil.copy(frozen_cards(), installed)
    patch.setattr(read, "packaged_cards", lambda: installed)
    return f"copy {installed} to edited.csv, change a number of a hero there"


@pytest.mark.parametrize("place", [folder_of_a_checkout, folder_with_a_table, empty_folder])
def test_what_to_do_next_can_be_done_where_the_person_stands(place, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda word: f"/usr/bin/{word}")
    to_do = place(tmp_path / "here", monkeypatch)
    said = demonstrated(monkeypatch, no_games, "heroes")
    assert (said.code, said.err) == (0, "")
    index = tmp_path / "here" / "reports" / "index.html"
    assert said.lines[-2] == f"All pages are written. Open {index} in a browser."
    assert index.is_file()
    next_line = re.fullmatch(r"Next: (.+), and let `balance (.+)` judge your edit\.", said.lines[-1])
    assert next_line, said.lines[-1]
    assert next_line[1] == to_do
    if copied := re.match(r"copy (.+) to (edited\.csv),", to_do):
        shutil.copy(copied[1], copied[2])
    words = shlex.split(next_line[2])
    assert parsed(words)[0] == "compare"
    done = balance(*words)
    assert (done.code, done.err) == (0, ""), done  # nothing edited as yet, and so nothing played
    assert "Provably the same" in done.out


@pytest.mark.parametrize(
    ("found", "activate", "begins"),
    [
        (True, True, "change a number of a hero in cards.csv, and let `balance compare "),
        (False, True, "type `. {folder}/activate`, change a number of a hero in cards.csv, and let `balance compare "),
        (False, False, "change a number of a hero in cards.csv, and let `python3 -m balance compare "),
    ],
)
def test_what_to_type_is_found(found, activate, begins, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    begin()
    monkeypatch.setattr(shutil, "which", lambda word: f"/usr/bin/{word}" if found else None)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python3"))
    if activate:
        (tmp_path / "activate").touch()
    assert next_step().startswith(begins.format(folder=tmp_path))


def test_a_mistake_that_nobody_foresaw_fails_a_game_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path):
    def broken(request: Any) -> None:
        raise KeyError("x")

    monkeypatch.setattr("balance.engine.game.plan.make_plan", broken)
    heard: queue.Queue[Any] = queue.Queue()
    demo.bring_to_page("fairy", tmp_path, 1, heard)
    *_, (game, what, value) = heard.queue
    assert (game, what) == ("fairy", FAILED)
    assert re.match(r"fairy: Internal error in balance \(\S+demo\.py:\d+\), not in your input: KeyError: 'x'\n", value)
