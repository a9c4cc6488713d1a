"""Wherever all games are looked at: one from outside that is broken is named and left out, and the others go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from balance.cards.check import COLUMNS
from balance.common.errors import aside
from helpers.card_history import commit, edit, git
from helpers.command_line import Said, balance
from helpers.outside_game import install, line_of, plugged_in

MISTAKES = {
    "absent": ("log.py", "import numpy as np", "import nonpy as np"),
    "clumsy": ("__init__.py", "t.luck[code] =", "t.luk[code] ="),
    "muddled": ("log.py", "*seat_columns(plan)", "*seat_columns(plan.plan)"),
}
"""By game: what is wrong with it. The first cannot be loaded, the second not played, the third not even read."""
TARGETS = "".join(
    f'[[target]]\ngame = "{game}"\ngames = 1000\ntie_rate = {{ at_most = 1 }}\n' for game in ("clumsy", "tiny")
)


def table(*games: str) -> str:
    """A card table with a card of each of these games."""
    return "\n".join([",".join(COLUMNS), *(f"{game},T1,None,none,base,1,,,,,assumed" for game in games), ""])


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Iterator[Path]:
    """A folder in which the broken games are installed beside Tiny, and there is a run of each."""
    folder = tmp_path_factory.mktemp("broken")
    install(folder)
    for game, mistake in MISTAKES.items():
        install(folder, mistake, game=game)
    (folder / "cards.csv").write_text(table(*MISTAKES))
    with plugged_in(folder, "tiny", *MISTAKES), pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert balance("simulate", "tiny", "--games", 100, "--out", "runs/tiny/1", "-q").code == 0
        for game in MISTAKES:
            shutil.copytree("runs/tiny/1", f"runs/{game}/1")
            manifest = json.loads(Path("runs/tiny/1/manifest.json").read_text())
            Path(f"runs/{game}/1/manifest.json").write_text(json.dumps(manifest | {"game": game}))
        yield folder


@pytest.fixture(autouse=True)
def elsewhere(home, tmp_path, monkeypatch):
    """Every test begins there with nothing said, and writes elsewhere."""
    monkeypatch.chdir(tmp_path)
    for name in ("runs", "cards.csv"):
        Path(name).symlink_to(home / name)
    aside.cache_clear()


def place(home: Path, game: str) -> str:
    """Where the mistake of a game is."""
    file, _, line = MISTAKES[game]
    return (
        f"Internal error in game '{game}' ({home}/{game}_game/{file}:{line_of(home / f'{game}_game' / file, line)}): "
    )


def lines_about(home: Path, text: str, game: str) -> list[str]:
    """The lines that name the mistake of a game."""
    return [line for line in text.splitlines() if place(home, game) in line]


def test_agents_lists_the_others(home):
    said = balance("agents")
    assert said.code == 0
    assert [line.split()[0] for line in said.lines[2:-1]] == ["clumsy", "muddled", "tiny"]
    (line,) = said.err.splitlines()
    assert line.startswith(f"balance: {place(home, 'absent')}")
    assert line.endswith("No module named 'nonpy'. This game is left out.")


@pytest.mark.parametrize("command", ["simulate --games 100", "baseline --games 1000 --folder . --power off"])
def test_the_others_are_played(home, command):
    said = balance(*command.split())
    assert said.code == 2
    assert said.out.startswith("Tiny: ")
    for game in MISTAKES:
        assert len(lines_about(home, said.err, game)) == 1, said.err
    assert sum(line.startswith("balance: ") for line in said.err.splitlines()) == len(MISTAKES)


def verdicts(said: Said) -> dict[str, str]:
    """The line of every game that was checked."""
    games = ("tiny", *MISTAKES)
    return {line.partition(":")[0]: line for line in said.lines if line.partition(":")[0] in games}


def test_check_refuses_a_broken_game_and_checks_the_others(home):
    assert balance("baseline", "tiny", "--games", 1000, "--folder", ".", "-q").code == 0
    stored = json.loads(Path("tiny.json").read_text())
    Path("muddled.json").write_text(json.dumps(stored | {"game": "muddled"}))
    Path("targets.toml").write_text(TARGETS)
    said = balance("check", "--folder", ".", "--power", "off")
    assert (said.code, said.err) == (1, "")
    assert list(verdicts(said)) == ["absent", "clumsy", "muddled", "tiny"]
    for game in ("absent", "clumsy"):
        assert verdicts(said)[game].startswith(f"{game}: FAIL, {place(home, game)}")
    assert verdicts(said)["muddled"].startswith("muddled: FAIL, ")
    assert verdicts(said)["tiny"].startswith("tiny: PASS, ")
    alone = balance("check", "tiny", "--folder", ".", "--power", "off")  # whatever stands in the targets of another
    assert alone.code == 0, alone


def test_a_mistake_that_is_met_while_a_check_plays_is_told_with_its_place(home):
    Path("targets.toml").write_text(TARGETS.partition("\n[[")[0].replace("clumsy", "muddled"))
    said = balance("check", "muddled", "--folder", ".", "--power", "off")
    assert place(home, "muddled") in said.out


def test_a_quiet_check_says_of_each_game_on_a_line_why_it_is_refused(home):
    said = balance("check", "absent", "clumsy", "tiny", "--folder", ".", "--power", "off", "-q")
    absent, others = said.err.splitlines()
    assert (said.code, said.out) == (1, "")
    assert absent == f"balance: {place(home, 'absent')}No module named 'nonpy'"
    assert others.startswith("balance: there are no reference figures of clumsy, tiny: ")


@pytest.mark.parametrize(
    "command", ["simulate --games 100 --out runs2", "baseline --games 1000 --folder . --power off", "check --power off"]
)
def test_a_file_with_a_mistake_lets_the_others_have_their_turn(command):
    Path("pig.py").write_text("def broken(:\n")
    Path("targets.toml").write_text(TARGETS.replace("clumsy", "pig"))
    name, *options = command.split()
    said = balance(name, "pig.py", "tiny", *options)
    mistake, *others = (said.out if name == "check" else said.err + said.out).splitlines()
    assert said.code == (1 if name == "check" else 2)
    assert mistake == f"{'pig.py: FAIL,' if name == 'check' else 'balance:'} pig.py:1: invalid syntax"
    assert any(line.lower().startswith("tiny: ") for line in others), said


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_games_that_are_named_are_listed_without_the_broken_ones(home, options):
    Path("pig.py").write_text("def broken(:\n")
    said = balance("games", "pig.py", "absent", "tiny", *options)
    assert said.code == 2
    assert said.err.startswith("balance: pig.py:1: invalid syntax")
    assert len(lines_about(home, said.err, "absent")) == 1
    assert [game["id"] for game in said.json] == ["tiny"] if options else said.lines[0] == "Tiny (tiny)"


def test_report_writes_the_pages_of_the_others_and_the_index(home, blank_charts):
    said = balance("report", "absent", "muddled", "tiny", "--power", "off")
    assert (said.code, said.out) == (2, "1 report: open reports/index.html\n")
    assert sorted(path.name for path in Path("reports").iterdir()) == ["index.html", "tiny.html"]
    assert "tiny.html" in Path("reports/index.html").read_text()
    for game in ("absent", "muddled"):
        (line,) = lines_about(home, said.err, game)
        assert line.endswith(". This game has no page.")


def test_a_game_that_is_not_there_any_more_keeps_no_other_from_its_page(home, blank_charts):
    shutil.copytree("runs/tiny/1", "gone")
    manifest = json.loads(Path("gone/manifest.json").read_text())
    Path("gone/manifest.json").write_text(json.dumps(manifest | {"game": "gone"}))
    said = balance("report", "gone", "tiny", "--power", "off")
    assert (said.code, said.out) == (2, "1 report: open reports/index.html\n")
    assert said.err.splitlines()[-1] == "balance: gone: there is no game 'gone'. This game has no page."
    assert sorted(path.name for path in Path("reports").iterdir()) == ["index.html", "tiny.html"]
    alone = balance("report", "gone", "-q")
    assert (alone.code, alone.err.splitlines()[0]) == (2, "balance: there is no game 'gone'")


def test_a_report_of_broken_games_alone_is_refused_with_the_mistakes(home):
    said = balance("report", "absent", "muddled", "-q")
    assert (said.code, said.out) == (2, "")
    for game in ("absent", "muddled"):
        assert len(lines_about(home, said.err, game)) == 1


def edited(*games: str) -> None:
    """A repository with two versions of the cards of these games."""
    Path("cards.csv").unlink()
    Path("cards.csv").write_text(table(*games))
    git("init", "--quiet", "--initial-branch", "main")
    commit("First")
    edit(*((f"{game},T1,None", f"{game},T1,One") for game in games))


@pytest.mark.parametrize("named", [(), (*MISTAKES, "tiny")])
def test_history_shows_the_others(home, named):
    edited("tiny", *MISTAKES)
    said = balance("history", *named, "--games", 100, "--no-report")
    assert said.code == 2, said
    assert "Tiny" in said.out
    for game in MISTAKES:
        assert len(lines_about(home, said.err, game)) == 1, said.err


@pytest.mark.parametrize("named", [(), ("absent",)])
def test_a_history_of_a_broken_game_alone_is_refused_with_the_mistake(home, named):
    edited("absent")
    said = balance("history", *named, "--figure", "nonsense", "--no-report")
    assert (said.code, said.out) == (2, "")
    assert len(lines_about(home, said.err, "absent")) == 1, said.err


def test_the_cards_of_the_others_are_checked(home):
    said = balance("cards", "check")
    assert said.code == 0, said
    assert len(lines_about(home, said.err, "absent")) == 1


def test_a_game_that_ends_the_program_is_a_mistake_too(tmp_path):
    package = install(tmp_path, ("log.py", "import numpy as np", "import numpy as np; raise SystemExit"), game="gone")
    with plugged_in(tmp_path, "gone"):
        said = balance("games")
    line = line_of(package / "log.py", "SystemExit")
    assert (said.code, said.out) == (0, "")
    says = f"Internal error in game 'gone' (gone_game/log.py:{line}): this ends the whole program"
    assert said.err.startswith(f"balance: {says}")


@pytest.mark.parametrize("entry", ["", "gone-game:GAME", "nowhere:GAME", "gone_game:NOTHING", "gone_game"])
def test_an_entry_point_that_leads_nowhere_is_a_mistake_too(tmp_path, entry):
    install(tmp_path, game="gone")
    (tmp_path / "gone_game-1.0.dist-info" / "entry_points.txt").write_text(f"[balance.games]\ngone = {entry}\n")
    with plugged_in(tmp_path, "gone"):
        said = balance("games")
    assert (said.code, said.out) == (0, "")
    assert said.err.startswith("balance: Internal error in game 'gone'")
    assert said.err.endswith(". This game is left out.\n")
    assert said.err.count("\n") == 1
