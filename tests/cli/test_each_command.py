"""What each command does: games, agents, cards, simulate, runs, replay, report."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from balance.api.find_run import find_run
from balance.cards.check import COLUMNS
from balance.cli import console
from balance.cli.replay import every_turn_is_there
from balance.common import units
from balance.engine.game import find_game, game_ids
from balance.engine.game.plan import cards_for
from balance.engine.runs.run import RunError
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused
from helpers.plain_games import forgotten

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder."""
    monkeypatch.chdir(tmp_path)


def files() -> list[str]:
    """Everything in the present folder."""
    return sorted(str(path) for path in Path().rglob("*"))


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


def test_games_tells_of_the_games_that_are_named():
    said = balance("games", "fairy")
    assert "Fairy (fairy)" in said.out
    assert "Heroes" not in said.out
    assert [game["id"] for game in balance("games", "heroes", "fairy", "--json").json] == ["heroes", "fairy"]


def test_agents_without_a_game_lists_the_games():
    said = balance("agents")
    assert (said.code, said.err) == (0, "")
    for game in game_ids():
        assert any(line.startswith(game) and " greedy," in line for line in said.lines), game
    assert [game["game"] for game in balance("agents", "--json").json] == game_ids()
    assert refused("agents", "--styles", "s.toml", "--cards", "c.csv", "--json") == [
        "balance: --cards and --styles cannot be given without a game",
        "  allowed: balance agents GAME",
    ]


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


HEADER = frozen_cards().read_text().splitlines()[0]


def cards_file(text: str) -> Path:
    """A card file with this text."""
    path = Path("my cards.csv")
    path.write_text(text, encoding="utf-8")
    return path


def edited(**changes: str) -> Path:
    """The frozen cards, with texts replaced."""
    text = frozen_cards().read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return cards_file(text)


def test_cards_list_shows_the_table_as_read():
    said = balance("cards", "list", "fairy")
    assert (said.code, said.err) == (0, "")
    assert said.lines[0] == f"fairy: 26 rows of {frozen_cards()}"
    assert said.lines[1].split() == [*COLUMNS[1:]]
    assert len(said.lines) == 2 + 26
    assert balance("cards", "list").out == "".join(balance("cards", "list", game).out for game in game_ids())


def test_cards_list_as_json():
    told = balance("cards", "list", "fairy", "--json").json
    assert len(told) == 26
    assert list(told[0]) == [*COLUMNS]
    every = [row for game in game_ids() for row in balance("cards", "list", game, "--json").json]
    assert balance("cards", "list", "--json").json == every


def test_the_card_table_in_this_folder_is_the_one_that_counts():
    Path("cards.csv").write_text(frozen_cards().read_text().replace("Charm 1,", "Charm One,"))
    assert "Charm One" in balance("cards", "list").out
    assert balance("cards", "check").lines[-1] == "cards.csv: 0 errors, 0 notes"


def test_cards_check_passes_the_packaged_table():
    said = balance("cards", "check")
    assert (said.code, said.err) == (0, "")
    assert said.lines[-1].endswith(": 0 errors, 0 notes")
    assert balance("cards", "check", "--json").json == {"file": str(frozen_cards()), "errors": [], "notices": []}


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


def test_cards_check_tells_what_a_game_finds_beside_what_anybody_finds():
    """A source that there is not hides neither the slip in its own row nor that in another."""
    path = edited(**{"number=3,assumed": "number=three,nowhere", "fairy,7,key=catch": "fairy,seven,key=catch"})
    said = balance("cards", "check", "--cards", path, "--json")
    places = {(problem["line"], problem["column"]) for problem in said.json["errors"]}
    assert places == {(4, "source"), (4, "traits"), (26, "points")}


def test_cards_check_takes_several_tables():
    good, bad = Path("good.csv"), Path("bad.csv")
    text = frozen_cards().read_text()
    good.write_text(text)
    bad.write_text(text.replace("number=3", "number=three", 1))
    said = balance("cards", "check", good, bad)
    assert said.code == 1
    assert "good.csv: 0 errors, 0 notes" in said.lines
    assert said.lines[-1].startswith("bad.csv: ")
    assert not said.lines[-1].startswith("bad.csv: 0")
    assert [table["file"] for table in balance("cards", "check", good, "--cards", bad, "--json").json] == [
        str(good),
        str(bad),
    ]
    assert refused("cards", "check", good, "none.csv")[0] == "balance: none.csv: there is no such file"


def test_cards_check_tells_the_first_problems_of_many():
    rows = [f"fairy,X{number},,charm,,1,,,,,nowhere" for number in range(80)]
    path = cards_file("\n".join([frozen_cards().read_text().rstrip("\n"), *rows, ""]))
    told, every = balance("cards", "check", path), balance("cards", "check", path, "--all")
    count = len(balance("cards", "check", path, "--json").json["errors"])
    assert count >= 80
    assert sum(line.startswith(("error: ", "note: ")) for line in told.lines) == 50
    assert any(line.startswith("... and ") and line.endswith(" more; --all lists them") for line in told.lines)
    assert sum(line.startswith("error: ") for line in every.lines) == count
    assert told.lines[-1] == every.lines[-1]
    assert told.lines[-1].startswith(f"my cards.csv: {count} errors, ")


# What the system says of a process that ended counts the memory of that which began it.
MEASURED = """
import atexit, pathlib
peak = lambda: next(line for line in pathlib.Path("/proc/self/status").open() if line.startswith("VmHWM"))
atexit.register(lambda: pathlib.Path("peak").write_text(peak()))
from balance.cli import main
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="nobody says there in kilobytes how much memory a process took")
def test_cards_check_of_a_table_of_mistakes_alone_takes_seconds_and_little_memory():
    header = frozen_cards().read_text().partition("\n")[0]
    path = cards_file("\n".join([header, *(f"fary,X{number},,charm,,1,,,,,assumed" for number in range(150_000)), ""]))
    words = [sys.executable, "-c", MEASURED, "cards", "check", path]
    with Path("said").open("w") as said:
        process = subprocess.Popen(words, stdout=said, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    lines = Path("said").read_text().splitlines()
    assert process.returncode == 1
    assert sum(line.startswith("error: ") for line in lines) == 50
    assert lines[-2:] == ["... and 149,950 more; --all lists them", "my cards.csv: 150,000 errors, 0 notes"]
    assert used.ru_utime < 30, "ten times what it takes"
    assert int(Path("peak").read_text().split()[1]) < 1_000_000, "kilobytes; twice what it takes"


def test_a_card_table_may_lack_a_game(monkeypatch):
    games = {"fairy": find_game("fairy"), "other": replace(find_game("fairy"), id="other", name="Other")}
    for place in ("balance.engine.game", "balance.engine.game.installed"):
        monkeypatch.setattr(f"{place}.game_ids", lambda: list(games))
        monkeypatch.setattr(f"{place}.find_game", games.get)
    rows = [line for line in frozen_cards().read_text().splitlines() if line.startswith("fairy,")]
    path = cards_file("\n".join([HEADER, *rows]))
    said = balance("cards", "check", "--cards", path)
    assert (said.code, said.err) == (0, "")
    unread, missing, last = said.lines
    assert "columns that no game reads are left alone: 'radiance'" in unread, "those of a game that is not there"
    assert (missing, last) == (f"note: {path}: there are no cards of Other", f"{path}: 0 errors, 2 notes")
    said = balance("cards", "check", "--cards", cards_file(HEADER))
    assert (said.code, said.lines[-1]) == (1, f"{path}: 2 errors, 1 note")


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


def test_cards_export_writes_the_cards_that_came_along_and_they_play_as_before():
    assert (
        balance("cards", "export", "fairy", "--out", "new/mine.csv").lines[0].startswith("new/mine.csv: the cards of ")
    )
    game = find_game("fairy")
    shipped, written = (cards_for(game, path).tables["fairy"] for path in (frozen_cards(), Path("new/mine.csv")))
    assert (written.sha256, written.columns) == (shipped.sha256, COLUMNS)
    assert balance("cards", "export", "-q").out == ""
    assert Path("cards.csv").read_bytes() == frozen_cards().read_bytes()


def test_cards_export_replaces_no_file():
    Path("cards.csv").write_text("mine")
    assert refused("cards", "export") == [
        "balance: cards.csv: is there already, and is not replaced",
        "  allowed: --out NEWFILE",
    ]
    assert Path("cards.csv").read_text() == "mine"


def test_cards_export_of_a_game_of_ones_own_says_where_its_cards_are():
    shutil.copytree(Path(__file__).parents[2] / "examples" / "pig", "pig")
    with forgotten():
        first, second = refused("cards", "export", "pig/pig.py")
    assert first.endswith("pig.py: Pig does not come with balance")
    assert second == "  allowed: edit pig/cards.csv"


# ---------------------------------------------------------------- simulate and runs


def test_simulate_plays_and_says_where():
    said = balance("simulate", "fairy", "--games", "20")
    assert said.code == 0
    (folder,) = Path("runs/fairy").iterdir()
    assert said.lines[0].startswith("Fairy: 20 games in ")
    assert said.lines[0].endswith(f" games/s): {folder}")
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["seed"], manifest["games"], manifest["complete"]) == (1, 20, True)
    assert said.lines[1:] == [f"  cards: {frozen_cards()} (sha256 {manifest['cards']['sha256'][:12]})"]


def test_simulate_without_a_game_plays_all_of_them():
    assert balance("simulate", "--games", "5", "--out", "all").code == 0
    folders = [Path("all") / game for game in game_ids()] if len(game_ids()) > 1 else [Path("all")]
    assert [json.loads((folder / "manifest.json").read_text())["game"] for folder in folders] == game_ids()


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


def test_simulate_says_who_plays_where_a_short_list_is_repeated():
    said = balance("simulate", "fairy", "-n", "9", "--agents", "greedy,novice", "--players", "3", "--out", "here")
    assert said.lines[1] == "  among players of whom 2 play greedy; 1 plays novice"


def test_simulate_plays_own_styles_and_own_cards():
    Path("mine.toml").write_text("[mine]\nweights = { is_catch = 1 }\n")
    path = edited(**{"fairy,7,key=catch": "fairy,9,key=catch"})
    assert balance("simulate", "fairy", "-n", "9", "--styles", "mine.toml", "--agents", "mine", "--cards", path,
                   "--out", "here").code == 0  # fmt: skip
    manifest = json.loads(Path("here/manifest.json").read_text())
    assert manifest["agents"] == ["mine"] * 4
    assert "fairy,9,key=catch" in manifest["cards"]["text"]


def test_on_a_terminal_there_is_a_bar_that_goes_away():
    said = balance("simulate", "fairy", "--games", "20", "--out", "here", screen=True)
    assert said.code == 0
    assert said.out.startswith("Fairy: 20 games in ")
    assert "20/20" in said.err
    assert said.err.endswith("\x1b[2K")  # the line is cleared


def test_several_games_get_folders_of_their_own_and_wishes_need_one_game():
    assert balance("simulate", "fairy", "fairy", "--games", "5", "--out", "all").code == 0
    assert Path("all/fairy/manifest.json").exists()
    for wish in ("--players 3", "--variant base", "--set top_rule=share", "--agents greedy"):
        assert refused("simulate", "fairy", "fairy", *wish.split()) == [
            "balance: --players, --variant, --set, --agents and --decks are for one game: name it",
            f"  allowed: {', '.join(game_ids())}",
        ]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.04, "0.0 s"), (9.94, "9.9 s"), (60, "60 s"), (600, "10 min"), (9000, "2.5 h")]
)
def test_times_are_told_as_people_tell_them(seconds, words):
    assert units.duration(seconds) == words


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
        ("--agents mixed(greedy,novise)", "there is no play style 'novise'"),
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
    assert [line.split()[:4] for line in said.lines[2:4]] == [
        ["runs/fairy/one", "2,000", "complete", "4"],
        ["runs/fairy/two", "20", "of", "20"],
    ]
    assert said.lines[4].startswith("runs/fairy/broken: manifest.json is damaged: ")
    assert "greedy,novice,greedy,novice" in said.lines[3]
    assert said.lines[2].endswith("4 players, base, mixed, seed 1")
    *told, broken = balance("runs", "--json").json
    assert [(run["run"], run["games_done"], run["state"], run["complete"]) for run in told] == [
        ("runs/fairy/one", 2000, "complete", True),
        ("runs/fairy/two", 20, "unfinished", False),
    ]
    assert (broken["run"], broken["state"]) == ("runs/fairy/broken", "damaged")
    verified = balance("runs", "--verify")
    assert (verified.code, verified.lines[-1]) == (1, "All other files are intact.")
    assert files() == before  # only looked at


# ---------------------------------------------------------------- replay and report


def test_replay_tells_a_game(small_run):
    said = balance("replay", small_run.path, 7)
    assert (said.code, said.err) == (0, "")
    assert said.lines[0].startswith("Fairy, game 7, base rules: Player 1 (")


@pytest.mark.parametrize("word", ["comeback", "closest", "typical", "lopsided"])
def test_replay_finds_a_game_worth_reading(small_run, word):
    said = balance("replay", small_run.path, word)
    assert (said.code, said.err) == (0, "")
    number = int(re.match(r"Fairy, game (\d+), ", said.lines[0])[1])
    assert balance("replay", small_run.path, number).lines == said.lines
    assert any(line.startswith("  Chances: player 1 ") for line in said.lines)


def test_replay_of_a_word_nobody_knows_is_refused_with_the_nearest():
    assert refused("replay", "run", "comebak") == [
        "balance: there is no game 'comebak'",
        "  allowed: a whole number from 0, comeback, closest, typical, lopsided",
        "  did you mean 'comeback'?",
    ]


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


def test_report_says_where_it_is_or_why_not(small_run, monkeypatch, tmp_path):
    from balance.report.build import Written

    written = []

    def write(runs, out, on_stage, measure, cards_out, workers, in_full):
        on_stage("reading the run")
        assert in_full is None
        assert callable(measure)
        assert cards_out is None
        written.append([run.path for run in runs])
        if out == Path("full"):
            raise OSError(28, "No space left on device")
        return Written(out / "index.html", [large] * (out == Path("heavy")) or [tmp_path])

    large = tmp_path / "fairy.html"
    large.write_bytes(bytes(6_200_000))
    monkeypatch.setattr("balance.api.report.write_reports", write)
    said = balance("report", small_run.path, "--out", "pages")
    assert (said.code, said.out, said.err) == (0, "1 report: open pages/index.html\n", " 0:00  reading the run\n")
    assert balance("report", small_run.path, "--out", "heavy").out.splitlines()[1] == (
        f"{large} is 6.2 MB and opens slowly: name fewer runs, use another --out for some, or --brief"
    )
    assert balance("report", small_run.path, "--quiet").out == ""
    assert refused("report", small_run.path, "--out", "full", "--quiet") == [
        "balance: full: cannot be written: No space left on device"
    ]
    assert written[0] == [small_run.path]


def test_report_takes_the_newest_finished_run_of_every_game(small_run):
    from balance.api.find_run import newest
    from balance.engine.runs.run import Run

    def run(game: str, complete: bool, created: str) -> Run:
        return Run(Path(created), {"game": game, "complete": complete, "created": created})

    runs = [run("a", True, "1"), run("b", True, "2"), run("a", True, "3"), run("a", False, "4")]
    assert [str(newest_run.path) for newest_run in newest(runs).values()] == ["3", "2"]


@pytest.fixture
def played_runs(small_run):
    """runs/ with an old and a new run of Fairy, a newer one that is unfinished, and the newest one of Heroes."""
    for folder, created, changes in [
        ("fairy/new", "2030-01-02", {}),
        ("fairy/old", "2030-01-01", {}),
        ("fairy/unfinished", "2030-01-03", {"complete": False}),
        ("heroes/one", "2030-01-04", {"game": "heroes"}),
    ]:
        path = Path("runs", folder)
        shutil.copytree(small_run.path, path)
        (path / "manifest.json").write_text(json.dumps({**small_run.manifest, "created": created, **changes}))


@pytest.mark.parametrize(
    ("word", "folder"),
    [("fairy", "fairy/new"), ("heroes", "heroes/one"), ("latest", "heroes/one"), ("runs/fairy/old", "fairy/old")],
)
def test_a_run_is_named_by_its_folder_its_game_or_as_the_latest(word, folder, played_runs):
    assert find_run(Path(word)).path == Path("runs", folder)


@pytest.mark.parametrize(("word", "meant"), [("heros", "heroes"), ("latst", "latest"), ("elsewhere", "")])
def test_a_mistyped_game_in_place_of_a_run_is_told_what_was_meant(word, meant):
    with pytest.raises(RunError, match="no run here") as refused:
        find_run(Path(word))
    assert str(refused.value).endswith(f"did you mean '{meant}'?" if meant else "lists the runs.")


@pytest.mark.parametrize("word", ["fairy", "latest", "heroes", "mill"])
def test_a_run_directly_in_runs_is_found_by_the_game_in_its_manifest(word, small_run):
    game = "fairy" if word == "latest" else word
    shutil.copytree(small_run.path, "runs/after")
    Path("runs/after/manifest.json").write_text(json.dumps({**small_run.manifest, "game": game}))
    assert find_run(Path(word)).path == Path("runs/after")
    assert every_turn_is_there(word)
    assert [row["run"] for row in json.loads(balance("runs", "--json").out)] == ["runs/after"]
    assert console.complete_runs("") == ["runs/after", "latest"]


def test_a_folder_counts_more_than_a_game_of_its_name(small_run):
    Path("fairy").symlink_to(small_run.path)
    assert find_run(Path("fairy")).path == Path("fairy")


@pytest.mark.parametrize("command", ["replay fairy 7", "query fairy SELECT_1", "compare fairy runs/fairy/old"])
def test_every_command_that_takes_a_run_takes_a_game(command, played_runs):
    words = [word.replace("_", " ") for word in command.split()]
    said = balance(*words, *(["--no-report"] if words[0] == "compare" else []))
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize("word", ["latest", "fairy"])
@pytest.mark.parametrize("command", ["replay {} 0", "query {} 1", "report {}", "compare {} {}"])
def test_a_run_that_was_never_played_is_refused(command, word):
    of, game = ("", "") if word == "latest" else (" of fairy", " fairy")
    assert refused(*command.format(word, word).split()) == [
        f"balance: there is no finished run{of} under runs/: play one with `balance simulate{game}`"
    ]


# ---------------------------------------------------------------- narrow terminals


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("command", ["games", "agents", "agents heroes", "cards list", "runs", "query fairy SQL"])
def test_nothing_is_wider_than_a_terminal_of_80_columns(command, narrow, played_runs):
    words = [{"SQL": "SELECT * FROM cards LIMIT 3"}.get(word, word) for word in command.split()]
    said = balance(*words, screen=True)
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in said.lines]
    assert said.code == 0
    assert max(len(line.rstrip()) for line in lines) <= 80


def test_runs_stay_a_table_there(narrow, played_runs):
    lines = balance("runs", screen=True).lines
    assert ["run", "games", "state", "how"] in [re.sub(r"\x1b\[[0-9;]*m", "", line).split() for line in lines]


def test_names_numbers_and_headings_are_never_broken(narrow, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    name = "runs/fairy/20300101T000000Z"
    console.show_table("t", ("run", "games", "what_it_is"), [(name, "1,000,000", "word " * 30)], right=("games",))
    lines = capsys.readouterr().out.splitlines()
    assert any(name in line and "1,000,000" in line for line in lines)
    console.show_table("t", ("run", *(f"heading_{number}" for number in range(9))), [(name, *"123456789")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["t", "row 1", f"  run        {name}"]
    assert lines[-1] == "  heading_8  9"


def test_an_interval_stands_below_its_number_where_there_is_no_room_beside_it(narrow, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    numbers = ("win rate", "points", "gained")
    row = ("A card of thirty letters (HF08)", "−4.4 (−5.8 to −3.0)", "+1.1 (+0.9 to +1.3)", "0.0")
    console.show_table("t", ("card", *numbers), [row], right=numbers)
    first, second = (line.split() for line in capsys.readouterr().out.splitlines()[-2:])
    assert first[-3:] == ["−4.4", "+1.1", "0.0"]
    assert " ".join(second) == "(−5.8 to −3.0) (+0.9 to +1.3)"


def test_a_long_sentence_is_broken_between_words(narrow, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    lines = console.fitted("  " + "word " * 20).split("\n")
    assert [len(line) <= 80 for line in lines] == [True, True]
    assert lines[1].startswith("    word")
