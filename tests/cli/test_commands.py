"""Every command: its help, its exit codes, and one to three plain lines about what cannot be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from balance import __version__
from balance.cli import commands, console, start
from balance.common.errors import BalanceError
from balance.engine.game import game_ids
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused

COMMANDS = {
    "games": (),
    "agents": ("fairy",),
    "cards list": (),
    "cards check": (),
    "cards export": (),
    "simulate": ("fairy",),
    "runs": (),
    "report": (),
    "scenario": ("example.json",),
    "replay": ("run", "0"),
    "query": ("run", "SELECT 1"),
    "baseline": ("fairy",),
    "compare": ("fairy",),
    "history": ("fairy",),
    "bisect": ("fairy", "turns_mean"),
    "check": ("fairy",),
    "power": ("fairy",),
    "sensitivity": ("fairy",),
    "strength": ("fairy",),
    "tune": ("fairy",),
    "play": ("fairy",),
    "doctor": ("fairy",),
    "new": ("Mill",),
    "demo": (),
}
"""The commands there are, with words that they need."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder."""
    monkeypatch.chdir(tmp_path)


def files() -> list[str]:
    """Everything in the present folder."""
    return sorted(str(path) for path in Path().rglob("*"))


def every_command(group: Any, before: str = "") -> Iterator[str]:
    """The commands of the program, as they are typed."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every_command(command, f"{before}{name} ")
        else:
            yield before + name


def test_every_command_is_tested_here():
    there = sorted(every_command(start.program()))
    assert there == sorted(COMMANDS)
    assert sorted({"cards" if word.startswith("cards ") else word for word in there}) == commands.__all__


# ---------------------------------------------------------------- help


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help(command, option):
    said = balance(*command.split(), option)
    assert (said.code, said.err) == (0, "")
    assert said.lines[0].startswith(f"Usage: balance {command}")
    assert option in said.out
    assert files() == []


def test_help_names_an_argument_without_its_type():
    assert "  RUN  " in balance("query", "--help").out
    assert "  FILE  " in balance("cards", "check", "--help").out


def test_help_lists_every_command_with_a_whole_sentence():
    said = balance("--help")
    assert said.code == 0
    for command in COMMANDS:
        assert any(line.startswith(f"  {command.split()[0]} ") for line in said.lines), command
    assert not [line for line in said.lines[1:] if line.endswith("...")]
    assert not [line for line in balance("cards", "--help").lines[1:] if line.endswith("...")]


def test_every_option_is_explained():
    for command in COMMANDS:
        listed = balance(*command.split(), "--help").out.partition("Options:")[2].splitlines()
        for line in filter(str.strip, listed):
            name, _, words = line.strip().partition("  ")
            assert words.strip() or not name.startswith("-"), (command, line)


def test_the_version():
    said = balance("--version")
    assert (said.code, said.out, said.err) == (0, f"balance {__version__}\n", "")


@pytest.mark.parametrize("group", [(), ("cards",)])
def test_without_a_command_the_help_is_shown(group):
    said, asked = balance(*group), balance(*group, "--help")
    assert (said.code, said.err, said.out) == (0, "", asked.out)


# ---------------------------------------------------------------- words that cannot be


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_refused(command):
    lines = refused(*command.split(), *COMMANDS[command], "--nonsense")
    assert lines[0].startswith("balance: No such option: --nonsense")
    assert lines[1] == f"`balance {command} --help` lists the options."


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("simulat",), "balance: No such command 'simulat'. Did you mean 'simulate'?"),
        (("card", "list"), "balance: No such command 'card'. Did you mean 'cards'?"),
        (("cards", "chek"), "balance: No such command 'chek'. Did you mean 'check'?"),
        (("simulate", "--game", "3"), "balance: No such option: --game (Possible options: --games)"),
        (("simulate", "--games"), "balance: Option '--games' requires an argument."),
        (("simulate", "--games", "many"), "balance: Invalid value for '--games' / '-n': 'many' is not a whole number"),
        (("simulate", "--seed", "1.5"), "balance: Invalid value for '--seed' / '-s': '1.5' is not a whole number"),
        (("simulate", "--players", ""), "balance: Invalid value for '--players' / '-p': '' is not a whole number"),
        (("simulate", "--workers", "x"), "balance: Invalid value for '--workers' / '-w': 'x' is not a whole number"),
        (("baseline", "--games", "x"), "balance: Invalid value for '--games' / '-n': 'x' is not a whole number"),
        (("replay", "run"), "balance: Missing argument 'GAME_NO'."),
        (("query", "run"), "balance: Missing argument 'SQL'."),
        (("query",), "balance: Missing argument 'RUN'."),
        (("agents", "fairy", "fairy"), "balance: Got unexpected extra argument(s) (fairy)"),
        (("runs", "fairy"), "balance: Got unexpected extra argument(s) (fairy)"),
        (("demo", "fairy"), "balance: Got unexpected extra argument(s) (fairy)"),
        (("demo", "--workers", "x"), "balance: Invalid value for '--workers': 'x' is not a whole number"),
        (("doctor",), "balance: Missing argument 'GAME|FILE'."),
        (("doctor", "fairy", "--games", "x"), "balance: Invalid value for '--games' / '-n': 'x' is not a whole number"),
        (("doctor", "fairy", "--max-time", "0"), "balance: Invalid value for '--max-time': '0' is not above 0"),
        (("new",), "balance: Missing argument 'NAME'."),
        (("new", "Night", "Market"), "balance: Got unexpected extra argument(s) (Market)"),
        (("play",), "balance: Missing argument 'GAME'."),
        (("play", "fairy", "--seat", "x"), "balance: Invalid value for '--seat': 'x' is not a whole number"),
        (("power",), "balance: Missing argument 'GAME'."),
        (
            ("power", "fairy", "--until", "soon"),
            "balance: Invalid value for '--until': allowed: points of win rate from 0.1pp to 50pp, as 1pp",
        ),
        (("sensitivity",), "balance: Missing argument 'GAME'."),
        (("sensitivity", "fairy", "--step", "x"), "balance: Invalid value for '--step': 'x' is not a whole number"),
        (("strength",), "balance: Missing argument 'GAME'."),
        (("tune",), "balance: Missing argument 'GAME'."),
    ],
)
def test_a_slip_is_told_in_two_lines(words, says):
    lines = refused(*words)
    assert lines[0] == says
    assert len(lines) == 2
    assert lines[1].endswith(" --help` lists the options.")


NUMBERS = re.compile(r"^  (?:-\w, )?(--[\w-]+) +(?:N|S|K|W|P|SECONDS|DECISION)\b", re.MULTILINE)
"""The options in a help that take a number."""


def test_what_is_no_number_is_told_in_our_words():
    """Typer would say: Input should be a valid integer, unable to parse string as an integer."""
    options = [(each, option) for each in COMMANDS for option in NUMBERS.findall(balance(*each.split(), "--help").out)]
    assert len(options) > 50
    for command, option in options:
        first, *_ = refused(*command.split(), *COMMANDS[command], option, "x")
        assert "Input" not in first, (command, option)


@pytest.mark.parametrize(
    ("words", "says", "allowed"),
    [
        ("demo --workers 0", "--workers cannot be 0", "a whole number from 1 to 1024"),
        ("doctor fairy --games 1", "--games cannot be 1", "a whole number from 2 to 100000"),
        ("replay run 0 --what-if -1", "--what-if cannot be -1", "a whole number from 0 to 1000000000"),
        ("replay run 0 --futures 9", "--futures cannot be 9", "a whole number from 10 to 100000"),
        ("play fairy --seat 0", "--seat 0", "1 to 4"),
        ("play fairy --seat -1", "--seat -1", "1 to 4"),
        ("play fairy --players 11", "Fairy cannot be played by 11", "2 to 10 players"),
        ("power fairy --max-games 0", "--max-games cannot be 0", "a whole number from 1 to 1000000000"),
        ("sensitivity fairy --step 0", "--step cannot be 0", "a whole number from 1 to 1000"),
        ("sensitivity fairy --workers 0", "--workers cannot be 0", "a whole number from 1 to 1024"),
        ("strength fairy --workers 0", "--workers cannot be 0", "a whole number from 1 to 1024"),
        ("tune fairy --seed -1", "--seed cannot be -1", "a whole number from 0 to 9223372036854775807"),
    ],
)
def test_a_number_that_cannot_be_is_refused_with_what_is_allowed(words, says, allowed):
    assert refused(*words.split()) == [f"balance: {says}", f"  allowed: {allowed}"]
    assert files() == []


@pytest.mark.parametrize("command", ["play none.json", "play none.json --review"])
def test_a_saved_game_that_is_not_there_is_refused(command):
    assert refused(*command.split())[0] == "balance: none.json: cannot be read: No such file or directory"


@pytest.mark.parametrize(
    "words", ["--variant x", "--set x=1", "--against x", "--adviser x", "--seed -1", "--players 11"]
)
def test_of_a_game_to_be_played_no_file_is_named_that_is_not_there(words):
    assert not refused("play", "fairy", *words.split())[0].startswith("balance: play-fairy")
    assert files() == []


def test_a_folder_for_the_demo_that_cannot_be_is_refused_before_anything_is_played(tmp_path):
    (tmp_path / "file").touch()
    assert refused("demo", "--out", tmp_path / "file") == [f"balance: {tmp_path}/file: cannot be written: File exists"]
    assert refused("demo", "--out", tmp_path / "file" / "in")[0].endswith("cannot be written: Not a directory")


@pytest.mark.parametrize("command", ["new", "new --into none"])
def test_a_name_that_is_no_game_s_is_refused(command):
    refused(*command.split(), "fairy")
    refused(*command.split(), "")
    refused(*command.split(), "...")
    assert files() == []


TAKE_A_GAME = (
    *("games", "agents", "simulate", "cards list", "cards export", "baseline", "check", "history"),
    *("power", "sensitivity", "strength", "tune", "play", "doctor"),
)


@pytest.mark.parametrize("command", TAKE_A_GAME)
def test_an_unknown_game_is_refused_with_the_nearest_known_one(command):
    assert refused(*command.split(), "fary") == [
        "balance: there is no game 'fary'",
        f"  allowed: {', '.join(game_ids())}",
        "  did you mean 'fairy'?",
    ]


@pytest.mark.parametrize("command", ["replay", "query", "report"])
@pytest.mark.parametrize("kind", ["missing", "empty", "file", "damaged"])
def test_a_run_that_is_none_is_refused(command, kind, tmp_path):
    path = tmp_path / "run"
    if kind == "file":
        path.touch()
    elif kind != "missing":
        path.mkdir()
    if kind == "damaged":
        (path / "manifest.json").write_text('{"layout": 1, "gam')
    rest = {"replay": ("0",), "query": ("SELECT 1",), "report": ()}[command]
    lines = refused(command, path, *rest)
    says = "manifest.json is damaged: " if kind == "damaged" else "no run here (there is no manifest.json)."
    assert lines[0].startswith(f"balance: {path}: {says}")


TAKE_CARDS = (
    *("agents fairy", "cards list", "simulate fairy", "check fairy", "baseline fairy", "play fairy"),
    *("power fairy", "sensitivity fairy", "strength fairy", "tune fairy"),
)


@pytest.mark.parametrize("command", TAKE_CARDS)
@pytest.mark.parametrize(
    ("name", "says"), [("none.csv", "there is no such file"), (".", "this is a folder, not a file")]
)
def test_a_card_file_that_cannot_be_read_is_refused(command, name, says, tmp_path):
    if command == "check fairy":
        (tmp_path / "fairy.json").write_text('{"format": 1, "games": 5, "seed": 1, "card_rows": {}, "figures": []}')
        command += f" --folder {tmp_path}"
    lines = refused(*command.split(), "--cards", name)
    assert lines[0] == f"balance: {name}: {says}"


TAKE_STYLES = ("agents", "simulate", "power", "sensitivity", "strength", "tune")


@pytest.mark.parametrize("command", [f"{command} fairy" for command in TAKE_STYLES])
@pytest.mark.parametrize(("name", "says"), [("none.toml", "No such file or directory"), (".", "Is a directory")])
def test_a_styles_file_that_cannot_be_read_is_refused(command, name, says):
    assert refused(*command.split(), "--styles", name) == [f"balance: {name}: cannot be read: {says}"]


def test_escape_characters_in_words_never_reach_the_terminal():
    for words in (
        ("\x1b[31m",),
        ("simulate", "\x1b[31m"),
        ("simulate", "--\x1b[31m"),
        ("simulate", "fairy", "--set", "\x1b[31m=1"),
        ("query", "\x1b[31m", "SELECT 1"),
        ("replay", "run", "\x1b[31m"),
        ("simulate", "fairy", "--cards", "\x1b[31m"),
        ("simulate", "fairy", "--styles", "\x1b[31m"),
        ("check", "fairy", "--format", "\x1b[31m"),
    ):
        refused(*words)  # asserts that every line is printable


NO_TEXT = os.fsdecode(b"caf\xe9")
"""A name of a file that is not UTF-8."""
any_name = pytest.mark.skipif(sys.platform != "linux", reason="names of files are text there")


@any_name
@pytest.mark.parametrize(
    "words",
    [
        *("simulate fairy --cards", "cards check", "cards list --cards", "power fairy --cards", "play fairy --cards"),
        *("check fairy --targets", "simulate fairy --styles", "agents", "play", "scenario"),
        *("query", "report", "replay", "simulate fairy --games 1 --out"),
    ],
)
def test_a_name_that_is_no_text_is_refused_in_words(words):
    rest = {"query": ["SELECT 1"], "replay": ["0"]}.get(words, [])
    assert "caf\N{REPLACEMENT CHARACTER}" in refused(*words.split(), NO_TEXT, *rest)[0]
    assert files() == []


@any_name
def test_a_folder_for_reports_whose_name_is_no_text_is_named(small_run, monkeypatch):
    Path("file").touch()
    (line,) = refused("report", small_run.path, "--out", Path("file") / NO_TEXT, "--power", "off", "-q")
    assert line == "balance: file/caf\N{REPLACEMENT CHARACTER}: cannot be written: Not a directory"


@any_name
def test_a_temporary_folder_whose_name_is_no_text_is_refused_in_words(small_run, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / NO_TEXT))
    (line,) = refused("query", small_run.path, "SELECT 1")
    assert line.endswith(": the name of the temporary folder is not UTF-8 text: set TMPDIR to another one.")


@any_name
def test_json_names_a_file_whose_name_is_no_text_such_that_it_can_be_found():
    Path(NO_TEXT).write_text(frozen_cards().read_text())
    said = balance("cards", "check", NO_TEXT, "--json")
    assert (said.code, said.json["file"]) == (0, NO_TEXT)
    assert said.out.encode()


# ---------------------------------------------------------------- what may go wrong elsewhere


@pytest.fixture
def failing(monkeypatch):
    """Make `balance games` fail with this error."""

    def fail_with(error: BaseException) -> None:
        def broken() -> None:
            raise error

        for place in ("balance.engine.game", "balance.engine.game.installed"):
            monkeypatch.setattr(f"{place}.game_ids", broken)
        monkeypatch.delenv(start.DEBUG_VARIABLE, raising=False)

    return fail_with


def test_an_error_of_the_system_is_told_in_a_line(failing):
    failing(OSError(28, "No space left on device", "/tmp/x"))
    assert refused("games") == ["balance: /tmp/x: No space left on device"]


def test_a_panic_within_polars_is_a_mistake_and_no_finding(failing):
    """It is no Exception; exit code 1 would say that a check found something."""
    failing(pl.exceptions.PanicException("index out of bounds"))
    said = balance("games")
    assert said.code == 2
    assert "Internal error in balance" in said.err
    assert "Traceback" not in said.err


def test_a_mistake_of_ours_is_told_as_ours_and_the_variable_shows_where(failing, monkeypatch):
    failing(KeyError("x"))
    said = balance("games")
    assert said.code == 2
    first, second = said.err.splitlines()
    assert re.fullmatch(r"balance: Internal error in balance \(\S+\.py:\d+\), not in your input: KeyError: 'x'", first)
    assert second == "BALANCE_DEBUG=1 shows the traceback."
    monkeypatch.setenv(start.DEBUG_VARIABLE, "1")
    with pytest.raises(KeyError):
        balance("games")


def test_ctrl_c_ends_with_130(failing):
    failing(KeyboardInterrupt())
    said = balance("games")
    assert (said.code, said.out, said.err) == (130, "", "balance: stopped.\n")


@pytest.mark.parametrize("error", [MemoryError(), duckdb.OutOfMemoryException("Failed to allocate block")])
def test_a_lack_of_memory_is_told_as_such(failing, error):
    failing(error)
    assert refused("games") == f"balance: {start.OUT_OF_MEMORY}".splitlines()


def test_an_error_says_its_own_exit_code(failing):
    class OddError(BalanceError):
        exit_code = 7

    failing(OddError("two\nlines"))
    said = balance("games")
    assert (said.code, said.err) == (7, "balance: two\nlines\n")


# ---------------------------------------------------------------- as a process


def process(*words: str, **environment: str) -> subprocess.CompletedProcess:
    """`python -m balance` with these words."""
    command = [sys.executable, "-m", "balance", *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, env=os.environ | environment, stdin=subprocess.DEVNULL
    )


@pytest.mark.slow
def test_help_needs_none_of_the_heavy_packages():
    heavy = ("numba", "numpy", "polars", "duckdb", "matplotlib", "scipy", "pyarrow", "jinja2", "rich", "llvmlite")
    script = f"""
import sys
sys.argv = ["balance", sys.argv[1], "--help"]
from balance.cli import main
try:
    main()
except SystemExit as end:
    assert end.code == 0
print([name for name in {heavy} if name in sys.modules], file=sys.stderr)
"""
    for command in ("simulate", "report"):
        done = subprocess.run([sys.executable, "-c", script, command], capture_output=True, text=True, timeout=60)
        assert done.stderr.strip() == "[]"
        assert done.stdout.startswith(f"Usage: balance {command}")


@pytest.mark.slow
def test_a_reader_that_leaves_early_ends_the_command_quietly(small_run):
    """As in `balance query ... | head -1`, with more rows than a pipe holds."""
    command = f"{sys.executable} -m balance query {small_run.path} 'SELECT * FROM turns' --format csv"
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1; echo ${{PIPESTATUS[0]}}"], capture_output=True, text=True, timeout=60
    )
    header, code = done.stdout.splitlines()
    assert header.startswith("game_no,turn,")
    assert (code, done.stderr) == ("0", "")


def completed(words: str, count: int) -> list[str]:
    """What bash offers after these words, of which the last one is not finished."""
    return process(
        _BALANCE_COMPLETE="complete_bash", COMP_WORDS=f"balance {words}", COMP_CWORD=str(count)
    ).stdout.split()


@pytest.mark.nightly
def test_the_shell_completes_commands_games_and_runs():
    folder = Path("runs/fairy/20300101T000000Z")
    folder.mkdir(parents=True)
    (folder / "manifest.json").touch()
    assert completed("sim", 1) == ["simulate"]
    assert completed("simulate fa", 2) == [game for game in game_ids() if game.startswith("fa")]
    assert completed("replay ru", 2) == [str(folder)]
    assert completed("replay la", 2) == ["latest"]
    assert console.complete_games("x") == []
    assert console.complete_runs("runs/heroes") == []


def test_the_completion_script_of_the_shell_in_use_is_shown():
    """Typer looks which shell has called it."""
    command = f"{sys.executable} -m balance --show-completion bash; true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "complete -o default -F _balance_completion balance"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_made(shell):
    done = process(_BALANCE_COMPLETE=f"source_{shell}")
    assert done.returncode == 0
    assert "_BALANCE_COMPLETE" in done.stdout
