"""Every command: its help, its exit codes, and one to three plain lines about what cannot be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import balance, refused

from balance import __version__
from balance.cards.read import packaged_cards
from balance.cli import app as balance_app
from balance.cli import console
from balance.engine.errors import BalanceError

COMMANDS = {
    "games": (),
    "agents": ("fairy",),
    "cards list": (),
    "cards check": (),
    "simulate": ("fairy",),
    "runs": (),
    "report": (),
    "replay": ("run", "0"),
    "query": ("run", "SELECT 1"),
    "baseline": ("fairy",),
    "check": ("fairy",),
}
"""The commands there are, with words that they need."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder."""
    monkeypatch.chdir(tmp_path)


def files() -> list[str]:
    """Everything in the present folder."""
    return sorted(str(path) for path in Path().rglob("*"))


# ---------------------------------------------------------------- help


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help(command, option):
    said = balance(*command.split(), option)
    assert (said.code, said.err) == (0, "")
    assert said.lines[0].startswith(f"Usage: balance {command}")
    assert option in said.out
    assert files() == []


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
def test_without_a_command_the_commands_are_shown(group):
    said = balance(*group)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("balance: what shall be done?\n\nUsage: balance")


# ---------------------------------------------------------------- words that cannot be


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_refused(command):
    lines = refused(*command.split(), *COMMANDS[command], "--nonsense")
    assert lines[0].startswith("balance: No such option: --nonsense")
    assert lines[1] == f"`balance {command} --help` says what there is."


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
        (("replay", "run", "first"), "balance: Invalid value for 'GAME_NO': 'first' is not a whole number"),
        (("replay", "run"), "balance: Missing argument 'GAME_NO'."),
        (("query", "run"), "balance: Missing argument 'SQL'."),
        (("query",), "balance: Missing argument 'RUN'."),
        (("agents",), "balance: Missing argument 'GAME'."),
        (("agents", "fairy", "fairy"), "balance: Got unexpected extra argument(s) (fairy)"),
        (("games", "fairy"), "balance: Got unexpected extra argument(s) (fairy)"),
    ],
)
def test_a_slip_is_told_in_two_lines(words, says):
    lines = refused(*words)
    assert lines[0] == says
    assert len(lines) == 2
    assert lines[1].endswith(" --help` says what there is.")


@pytest.mark.parametrize("command", ["agents", "simulate", "cards list", "baseline", "check"])
def test_an_unknown_game_is_refused_with_the_nearest_known_one(command):
    assert refused(*command.split(), "fary") == [
        "balance: there is no game 'fary'",
        "  allowed: fairy",
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


@pytest.mark.parametrize("command", ["agents fairy", "cards list", "simulate fairy", "check fairy", "baseline fairy"])
@pytest.mark.parametrize(
    ("name", "says"), [("none.csv", "there is no such file"), (".", "this is a folder, not a file")]
)
def test_a_card_file_that_cannot_be_read_is_refused(command, name, says, tmp_path):
    if command == "check fairy":
        (tmp_path / "fairy.json").write_text('{"format": 1, "games": 5, "seed": 1, "card_rows": {}, "figures": []}')
        command += f" --folder {tmp_path}"
    lines = refused(*command.split(), "--cards", name)
    assert lines[0] == f"balance: {name}: {says}"


@pytest.mark.parametrize("command", ["agents fairy", "simulate fairy"])
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


# ---------------------------------------------------------------- what may go wrong elsewhere


@pytest.fixture
def failing(monkeypatch):
    """Make `balance games` fail with this error."""

    def fail_with(error: BaseException) -> None:
        def broken() -> None:
            raise error

        monkeypatch.setattr("balance.engine.game.game_ids", broken)
        monkeypatch.delenv(balance_app.DEBUG_VARIABLE, raising=False)

    return fail_with


def test_an_error_of_the_system_is_told_in_a_line(failing):
    failing(OSError(28, "No space left on device", "/tmp/x"))
    assert refused("games") == ["balance: /tmp/x: No space left on device"]


def test_a_mistake_of_ours_is_told_as_ours_and_the_variable_shows_where(failing, monkeypatch):
    failing(KeyError("x"))
    said = balance("games")
    assert said.code == 2
    assert said.err == (
        "balance: a mistake in balance itself, not in your input: KeyError: 'x'\nBALANCE_DEBUG=1 shows where.\n"
    )
    monkeypatch.setenv(balance_app.DEBUG_VARIABLE, "1")
    with pytest.raises(KeyError):
        balance("games")


def test_ctrl_c_ends_with_130(failing):
    failing(KeyboardInterrupt())
    said = balance("games")
    assert (said.code, said.out) == (130, "")
    assert "Traceback" not in said.err


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


def test_the_shell_completes_commands_games_and_runs():
    folder = Path("runs/fairy/20300101T000000Z")
    folder.mkdir(parents=True)
    (folder / "manifest.json").touch()
    assert completed("sim", 1) == ["simulate"]
    assert completed("simulate fa", 2) == ["fairy"]
    assert completed("replay ru", 2) == [str(folder)]
    assert console.complete_games("x") == []
    assert console.complete_runs("runs/heroes") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_made(shell):
    done = process(_BALANCE_COMPLETE=f"source_{shell}")
    assert done.returncode == 0
    assert "_BALANCE_COMPLETE" in done.stdout


# ---------------------------------------------------------------- games and agents


def test_games_tells_what_can_be_played():
    said = balance("games")
    assert (said.code, said.err) == (0, "")
    for word in ("Fairy (fairy)", "players: 2 to 10, usually 4", "fifteen", "end_fairies", "FY-22", "always_catch"):
        assert word in said.out
    assert not any(line != line.rstrip() for line in said.lines)


def test_games_as_json_says_the_same():
    said = balance("games", "--json")
    (fairy,) = [game for game in said.json if game["id"] == "fairy"]
    assert said.err == ""
    assert fairy["players"] == {"min": 2, "max": 10, "usual": 4}
    assert [variant["name"] for variant in fairy["variants"]] == ["base", "fifteen"]
    assert {setting["name"] for setting in fairy["settings"]} >= {"end_fairies", "top_rule"}
    assert "greedy" in fairy["styles"]


def test_agents_tells_styles_and_what_they_weigh(tmp_path):
    (tmp_path / "own.toml").write_text('[mine]\nabout = "my own"\nweights = { is_catch = 2 }\n')
    said = balance("agents", "fairy", "--styles", "own.toml")
    assert (said.code, said.err) == (0, "")
    for word in ("greedy", "floor_save", "is_catch 2", "my own", "none, fairies, half, full"):
        assert word in said.out


def test_agents_as_json_says_the_same():
    told = balance("agents", "fairy", "--json").json
    assert told["game"] == "fairy"
    greedy = next(style for style in told["styles"] if style["name"] == "greedy")
    assert greedy["weights"] == {"ev": 1.0, "floor_save": 1.0}
    assert {"name", "unit", "help"} == told["features"][0].keys()


# ---------------------------------------------------------------- cards


HEADER = packaged_cards().read_text().splitlines()[0]


def cards_file(text: str) -> Path:
    """A card file with this text."""
    path = Path("my cards.csv")
    path.write_text(text, encoding="utf-8")
    return path


def edited(**changes: str) -> Path:
    """The packaged cards, with texts replaced."""
    text = packaged_cards().read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return cards_file(text)


def test_cards_list_shows_the_table_as_read():
    said = balance("cards", "list", "fairy")
    assert (said.code, said.err) == (0, "")
    assert said.lines[0] == f"fairy: 26 rows of {packaged_cards()}"
    assert said.lines[1].split() == HEADER.split(",")[1:]
    assert len(said.lines) == 2 + 26
    assert said.out == balance("cards", "list").out


def test_cards_list_as_json():
    told = balance("cards", "list", "--json").json
    assert len(told) == 26
    assert list(told[0]) == HEADER.split(",")


def test_the_card_table_in_this_folder_is_the_one_that_counts():
    Path("cards.csv").write_text(packaged_cards().read_text().replace("Charm 1,", "Charm One,"))
    assert "Charm One" in balance("cards", "list").out
    assert balance("cards", "check").lines[-1] == "cards.csv: 0 errors, 0 notes"


def test_cards_check_passes_the_packaged_table():
    said = balance("cards", "check")
    assert (said.code, said.err) == (0, "")
    assert said.lines[-1].endswith(": 0 errors, 0 notes")
    assert balance("cards", "check", "--json").json == {"file": str(packaged_cards()), "errors": [], "notices": []}


def test_cards_check_tells_every_problem_and_ends_with_1():
    path = edited(**{"number=3": "number=three", "fairy,7,key=catch": "fairy,seven,key=catch"})
    said = balance("cards", "check", "--cards", path)
    assert (said.code, said.err) == (1, "")
    told = [line for line in said.lines if line.startswith("error: ")]
    assert len(told) == 2
    assert all(str(path) in line and "line " in line and "column " in line for line in told)
    assert said.lines[-1] == f"{path}: 2 errors, 0 notes"
    as_json = balance("cards", "check", "--cards", path, "--json")
    assert as_json.code == 1
    assert [(problem["line"], problem["column"]) for problem in as_json.json["errors"]] == [
        (4, "traits"),
        (26, "points"),
    ]


@pytest.mark.parametrize("text", ["", "no,header\n", HEADER + "\nfairy,FY01\n", HEADER + '\n"never closed'])
def test_cards_check_tells_what_is_wrong_with_a_file_that_is_no_table(text):
    said = balance("cards", "check", "--cards", cards_file(text))
    assert (said.code, said.err) == (1, "")
    assert any(line.startswith("error: my cards.csv") for line in said.lines)


def test_cards_check_of_no_file_is_bad_usage():
    assert refused("cards", "check", "--cards", "none.csv")[0] == "balance: none.csv: there is no such file"
    assert refused("cards", "check", "--cards", ".")[0] == "balance: .: this is a folder, not a file"


def test_a_broken_card_table_stops_everything_that_needs_it():
    path = edited(**{"number=3": "number=three"})
    for words in (("agents", "fairy"), ("simulate", "fairy"), ("baseline", "fairy")):
        assert refused(*words, "--cards", path)[0].startswith(f"balance: {path}, line 4, column traits: ")
    assert files() == [str(path)]


@pytest.mark.parametrize("screen", [False, True])
def test_escape_characters_in_a_card_table_never_reach_the_terminal(screen):
    path = edited(**{"Charm 2": "\x1b[31mred\x9b1m\u202e[/bold]"})
    for words in (("cards", "list"), ("cards", "check")):
        said = balance(*words, "--cards", path, screen=screen)
        assert not any(c in said.out + said.err for c in "\x9b\u202e")
        assert "\x1b[31mred" not in said.out + said.err


def test_markup_in_a_card_table_is_just_text(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    path = edited(**{"Charm 2": "[/bold] [red]x", "Charm 3": "[blink]"})
    for screen in (False, True):
        said = balance("cards", "list", "--cards", path, screen=screen)
        assert said.code == 0
        assert "[/bold] [red]x" in said.out


# ---------------------------------------------------------------- simulate and runs


def test_simulate_plays_and_says_where():
    said = balance("simulate", "fairy", "--games", "20")
    assert said.code == 0
    (folder,) = Path("runs/fairy").iterdir()
    assert said.lines[0].startswith("Fairy: 20 games in ")
    assert said.lines[0].endswith(f" games/s): {folder}")
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["seed"], manifest["games"], manifest["complete"]) == (1, 20, True)


def test_simulate_without_a_game_plays_all_of_them():
    assert balance("simulate", "--games", "5", "--out", "all").code == 0
    assert Path("all/manifest.json").exists() or Path("all/fairy/manifest.json").exists()


def test_simulate_takes_every_wish():
    words = "--games 30 --players 3 --variant fifteen --set fifteen_target=12 --set initial_fairy_counts=off"
    words += " --agents greedy,novice --fixed-seats --seed 9 --workers 2 --log seats --out here"
    assert balance("simulate", "fairy", *words.split()).code == 0
    manifest = json.loads(Path("here/manifest.json").read_text())
    wanted = {
        "games": 30,
        "players": 3,
        "variant": "fifteen",
        "agents": ["greedy", "novice", "greedy"],
        "fixed_seats": True,
        "seed": 9,
        "log": "seats",
    }
    assert {name: manifest[name] for name in wanted} == wanted
    assert manifest["settings"]["fifteen_target"] == 12
    assert manifest["settings"]["initial_fairy_counts"] is False


def test_simulate_plays_own_styles_and_own_cards():
    Path("mine.toml").write_text("[mine]\nweights = { is_catch = 1 }\n")
    path = edited(**{"fairy,7,key=catch": "fairy,9,key=catch"})
    assert balance("simulate", "fairy", "-n", "9", "--styles", "mine.toml", "--agents", "mine", "--cards", path,
                   "--out", "here").code == 0  # fmt: skip
    manifest = json.loads(Path("here/manifest.json").read_text())
    assert manifest["agents"] == ["mine"] * 4
    assert "fairy,9,key=catch" in manifest["cards"]["text"]


def test_quiet_is_silent():
    said = balance("simulate", "fairy", "--games", "20", "--quiet")
    assert (said.code, said.out, said.err) == (0, "", "")


def test_a_finished_run_is_not_played_again():
    balance("simulate", "fairy", "--games", "20", "--out", "here")
    said = balance("simulate", "fairy", "--games", "20", "--out", "here")
    assert (said.code, said.out) == (0, "Fairy: this run is already complete: here\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--games 0", "--games cannot be 0"),
        ("--workers 0", "--workers cannot be 0"),
        ("--workers 5000", "--workers cannot be 5000"),
        ("--seed -1", "--seed cannot be -1"),
        ("--seed 99999999999999999999", "--seed cannot be 99999999999999999999"),
        ("--players 1", "Fairy cannot be played by 1"),
        ("--variant fiften", "there is no variant of Fairy 'fiften'"),
        ("--set top_rule", "--set top_rule"),
        ("--set top_rule=x", "setting top_rule cannot be 'x'"),
        ("--set top_rule=share --set top_rule=clamp", "--set top_rule=clamp"),
        ("--set toprule=share", "there is no setting 'toprule'"),
        ("--agents greedi", "there is no play style 'greedi'"),
        ("--agents greedy,mixed", "`mixed` stands alone: it cannot be part of a list of styles"),
        ("--log all", "there is no log level 'all'"),
    ],
)
def test_wishes_that_cannot_be_are_refused_before_anything_is_written(words, says):
    lines = refused("simulate", "fairy", *words.split())
    assert lines[0] == f"balance: {says}"
    assert files() == []


def test_a_foreign_folder_is_refused():
    Path("here").mkdir()
    Path("here/thesis.txt").write_text("precious")
    assert refused("simulate", "fairy", "--out", "here") == [
        "balance: here: is not empty and holds no run. Choose another --out."
    ]


def test_runs_lists_what_was_played():
    assert balance("runs").out == "No runs under runs/ yet. `balance simulate` plays one.\n"
    assert balance("runs", "--json").json == []
    balance("simulate", "fairy", "--games", "2000", "--out", "runs/fairy/one")
    balance("simulate", "fairy", "--games", "20", "--agents", "greedy,novice", "--out", "runs/fairy/two")
    manifest = json.loads(Path("runs/fairy/two/manifest.json").read_text())
    Path("runs/fairy/two/manifest.json").write_text(json.dumps({**manifest, "complete": False}))
    Path("runs/fairy/broken").mkdir()
    Path("runs/fairy/broken/manifest.json").write_text("{")
    before = files()
    said = balance("runs")
    assert [line.split()[:4] for line in said.lines[2:]] == [
        ["runs/fairy/one", "2,000", "complete", "4"],
        ["runs/fairy/two", "20", "of", "20"],
    ]
    assert "greedy,novice,greedy,novice" in said.lines[3]
    told = balance("runs", "--json").json
    assert [(run["run"], run["games_done"], run["state"], run["complete"]) for run in told] == [
        ("runs/fairy/one", 2000, "complete", True),
        ("runs/fairy/two", 20, "unfinished", False),
    ]
    assert files() == before  # only looked at


# ---------------------------------------------------------------- replay and report


def test_replay_tells_a_game(small_run):
    said = balance("replay", small_run.path, 7)
    assert (said.code, said.err) == (0, "")
    assert said.lines[0].startswith("Fairy, game 7, base rules: Seat 1 (")


@pytest.mark.parametrize("number", [1500, 10**30])
def test_replay_of_a_game_that_was_not_played_is_refused(small_run, number):
    assert refused("replay", small_run.path, number) == [
        f"balance: there is no game {number}",
        "  allowed: 0 to 1499",
    ]


def test_replay_of_a_game_not_on_disk_yet_is_refused(small_run, tmp_path):
    manifest = {**small_run.manifest, "complete": False}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert refused("replay", tmp_path, 7) == ["balance: game 7 is not on disk yet: the run is unfinished"]


def test_report_needs_a_finished_run(small_run, tmp_path):
    says = "there is no finished run under runs/: play one with `balance simulate`"
    assert refused("report") == [f"balance: {says}"]
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps({**small_run.manifest, "complete": False}))
    says = "the run is unfinished: repeat its `balance simulate` command first"
    assert refused("report", folder) == [f"balance: {folder}: {says}"]
    assert refused("report", folder, small_run.path) == [f"balance: {folder}: {says}"]


def test_report_takes_the_newest_finished_run_of_every_game(small_run):
    from balance.cli.report import newest
    from balance.engine.run import Run

    def run(game: str, complete: bool, created: str) -> Run:
        return Run(Path(created), {"game": game, "complete": complete, "created": created})

    runs = [run("a", True, "1"), run("b", True, "2"), run("a", True, "3"), run("a", False, "4")]
    assert [str(one.path) for one in newest(runs)] == ["3", "2"]
