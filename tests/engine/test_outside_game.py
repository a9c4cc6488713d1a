"""A game from another package, and every mistake that its author can make: a few lines that say where, and no more."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.command_line import balance
from helpers.outside_game import balance_there, install, line_of, plugged_in, start

GAMES = 50_000
PATIENCE = 60
"""Seconds that anything here may take on a busy machine, compiling apart."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in a folder of its own. There is no cards.csv."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    """A run of the game."""
    folder = tmp_path_factory.mktemp("outside")
    install(folder)
    with plugged_in(folder):
        said = balance("simulate", "tiny", "--games", 5000, "--out", folder / "run")
    assert (said.code, said.err.count("\n")) == (0, 1), said.err
    assert said.out.startswith("Tiny: 5,000 games in ")
    return folder / "run"


def test_a_game_without_cards_is_played_and_read(run, tmp_path, blank_charts):
    install(tmp_path)
    with plugged_in(tmp_path):
        report = balance("report", run)
        query = balance("query", run, "SELECT count(*) AS n FROM cards", "--format", "csv")
    assert (report.code, report.out) == (0, "1 report: open reports/index.html\n")
    assert re.search(r"^ \d:\d\d  drawing the charts$", report.err, re.MULTILINE)
    assert "points ahead." in Path("reports/tiny.html").read_text()
    assert (query.code, query.out.split()) == (0, ["n", "0"])


# ---------------------------------------------------------------- mistakes in kernels

MISTAKES = {
    "a name nobody knows": ("play.py", "eyes == 1 and", "eys == 1 and", "name 'eys' is not defined"),
    "a field nobody knows": ("play.py", "s.winners = 0", "s.winers = 0", "there is no field 'winers'"),
    "an argument too few": (
        *("play.py", "    eyes = roll(s, DIE_STREAM + seat, 6)\n    if", "    eyes = roll(s, 6)\n    if"),
        "missing a required argument: 'sides'",
    ),
    "a word for a number": ("play.py", "s.turn = 0", "s.turn = 'none'", "Cannot cast Literal[str](none) to int64"),
    "an index out of bounds": (
        "play.py",
        "s.score[seat] += eyes",
        "s.score[seat + 4] += eyes",
        "index is out of bounds",
    ),
}
"""What is wrong -> the file, the text before and after, and what is said."""


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_kernel_is_told_with_its_file_and_line(tmp_path, name):
    file, old, new, says = MISTAKES[name]
    package = install(tmp_path, (file, old, new))
    shown = new.splitlines()[0].strip()
    line = line_of(package / file, shown)
    with plugged_in(tmp_path):
        said = balance("simulate", "tiny", "--games", GAMES, "--out", "run")
    compiling, first, second, third = said.err.splitlines()
    assert (said.code, said.out, compiling) == (2, "", "Compiling the rules of Tiny (first time only)")
    assert first.startswith(f"balance: Internal error in game 'tiny' (tiny_game/{file}:{line}): {says}")
    assert second == f"  {shown}" or name == "a name nobody knows"
    assert "BALANCE_DEBUG" in third or "rows_per_game" in third


@pytest.mark.slow
def test_more_rows_than_the_game_booked_are_told_with_the_game_and_the_table(tmp_path):
    package = install(tmp_path, ("log.py", "10 * plan.players", "10 * plan.players - 1"))
    code, _, err = balance_there(tmp_path, "simulate", "tiny", "--games", GAMES, "--out", "run")
    where = f"rows_per_game (tiny_game/log.py:{line_of(package / 'log.py', 'def rows_per_game')})"
    assert code == 2
    assert f"balance: Tiny, game 0: writes 20 rows of turns, more than the 19 that {where} says at most.\n" in err


@pytest.mark.nightly
def test_a_game_that_writes_too_much_once_is_found_among_thousands(tmp_path):
    """Far beyond the end of its buffer: only code that checks its indices survives that."""
    install(tmp_path, ("play.py", "while s.turn < 10:", "while s.turn < (10 if s.game_no != 30000 else 1000000):"))
    code, _, err = balance_there(tmp_path, "simulate", "tiny", "--games", GAMES, "--out", "run")
    assert code == 2
    assert "balance: Internal error in game 'tiny' (tiny_game/play.py:" in err
    assert "If a row is written there, the game does not end, or its rows_per_game is too small." in err


# ---------------------------------------------------------------- Ctrl-C

ENDLESS = (
    ("play.py", "while s.turn < 10:", "while s.turn < 10 or s.game_no == {game}:"),
    ("play.py", "s.turn += 1", "s.turn = min(10, s.turn + 1)"),
    ("play.py", "            if logs_turns:", "            if logs_turns and s.turn < 10:"),
)
"""A game that does not end, and writes nothing more."""


def endless(folder: Path, game: int) -> subprocess.Popen:
    """A run in which this game does not end."""
    install(folder, *((file, old, new.format(game=game)) for file, old, new in ENDLESS))
    return start(folder, "simulate", "tiny", "--games", 150_000, "--out", "run", "--workers", 2)


def stopped(process: subprocess.Popen, ready: Callable[[], object]) -> str:
    """What is said after Ctrl-C, which comes when the endless game has begun. The process must end soon."""
    begun = time.monotonic()
    while not ready() and time.monotonic() - begun < 5 * PATIENCE:
        time.sleep(0.2)
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130
    return err


@pytest.mark.slow
def test_a_first_game_without_an_end_is_left_at_ctrl_c(tmp_path):
    err = stopped(endless(tmp_path, 0), lambda: list((tmp_path / "cache").rglob("play.play_games*.nbc")))
    assert "balance: Stopped. 0 of 150,000 games are safe in run." in err
    assert "Traceback" not in err


@pytest.mark.nightly
def test_a_later_game_without_an_end_is_left_at_ctrl_c(tmp_path):
    second = tmp_path / "run" / "games" / "part-00000001.parquet"
    err = stopped(endless(tmp_path, 149_000), second.exists)
    assert "of 150,000 games are safe in run." in err
    assert re.search(r"^Nobody waited for games [\d,]+ to 149,999 of Tiny: does each end\?$", err, re.MULTILINE), err


# ---------------------------------------------------------------- the log and the report


def test_a_report_goes_on_without_what_needs_a_missing_column(run, tmp_path, blank_charts):
    """One that the shared queries read, and one that the game's own question reads."""
    edit = ("log.py", 'Derived("pts_dice", "points from dice", "score")', 'Derived("dice", "points", "score")')
    install(tmp_path, edit, ("sql/close.sql", "avg(margin)", "avg(margn)"))
    with plugged_in(tmp_path):
        said = balance("report", run)
    assert (said.code, said.out) == (0, "1 report: open reports/index.html\n")
    for tables, chapters in (("seats", "scores, findings"), ("games or seats", "comparison of runs")):
        lacks = f"table {tables} has no column pts_.... Left out of the report: {chapters}."
        assert f"balance: Tiny (game 'tiny'): {lacks}\n" in said.err
    page = Path("reports/tiny.html").read_text()
    assert "table seats has no column pts_..." in page
    assert "table games has no column margn." in page
    assert 'id="length"' in page


def test_a_column_without_a_field_is_named(tmp_path):
    install(tmp_path, ("log.py", 'Column("turns", "throws")', 'Column("turns", "throws", field="throws")'))
    with plugged_in(tmp_path):
        said = balance("simulate", "tiny", "--games", 10, "--out", "run")
    says = "column turns of table games is stored, and its block has no field throws."
    assert (said.code, said.err) == (2, f"balance: Internal error in game 'tiny': {says}\n")


# ---------------------------------------------------------------- plug-ins that cannot be loaded

BROKEN = {
    "a mistake": (
        ("play.py", "MAX_SEATS = 4", "MAX_SEATS = four"),
        "(tiny_game/play.py:13): name 'four' is not defined",
    ),
    "no Python": (("play.py", "MAX_SEATS = 4", "MAX_SEATS = = 4"), "(tiny_game/play.py:13): invalid syntax"),
    "something missing": (
        ("log.py", "import numpy as np", "import nonpy as np"),
        "(tiny_game/log.py:5): No module named 'nonpy'",
    ),
    "another id": (("__init__.py", 'id="tiny"', 'id="small"'), ": tiny_game:GAME has the id 'small'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plug_in_is_named_and_left_out(tmp_path, name):
    edit, says = BROKEN[name]
    install(tmp_path, edit)
    with plugged_in(tmp_path):
        listed = balance("games")
        named = balance("agents", "tiny")
    (line,) = listed.err.splitlines()
    assert line.startswith(f"balance: Internal error in game 'tiny'{' ' * says.startswith('(')}{says}")
    assert line.endswith(". This game is left out.")
    assert listed.code == 0
    assert "Fairy (fairy)" in listed.out
    assert "(tiny)" not in listed.out
    assert (named.code, named.out) == (2, "")
    assert says in named.err
    assert len(named.err.splitlines()) <= 3


# ---------------------------------------------------------------- compiled code


@pytest.mark.nightly
def test_processes_that_meet_damaged_code_compile_it_once_more_and_go_on(tmp_path):
    install(tmp_path)
    assert balance_there(tmp_path, "simulate", "tiny", "--games", 100, "--out", "run")[0] == 0
    (file,) = (tmp_path / "cache").rglob("play.play_games*.nbc")
    file.write_bytes(b"")
    both = [start(tmp_path, "simulate", "tiny", "--games", 100, "--out", f"again{number}") for number in range(2)]
    for process in both:
        _, err = process.communicate(timeout=5 * PATIENCE)
        assert process.returncode == 0, err
        assert "mistake" not in err
        assert "Internal error" not in err
    code, _, err = balance_there(tmp_path, "simulate", "tiny", "--games", 100, "--out", "again2")
    assert (code, err) == (0, "")
    assert file.stat().st_size > 1000
