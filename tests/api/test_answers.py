"""What judges a game says the same to programs as the command line prints, and has it as frames."""

from __future__ import annotations

from pathlib import Path

import pytest

import balance as bl
from helpers.cards import frozen_cards
from helpers.command_line import balance

QUICK = {"until": "20pp", "max_games": 400, "workers": 2, "quiet": True}
QUICK_WORDS = ("--until", "20pp", "--max-games", "400", "--workers", "2")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory):
    """A folder with a card table and one edited card."""
    folder = tmp_path_factory.mktemp("home")
    text = frozen_cards().read_text(encoding="utf-8")
    (folder / "cards.csv").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as monkey:
        monkey.chdir(folder)
        yield folder


def test_power(home: Path):
    powers = bl.power("heroes", card=["HFM01", "HFM02"], **QUICK)
    again = balance("power", "heroes", "--card", "HFM01", "--card", "HFM02", *QUICK_WORDS, "--json")
    assert powers.as_json() == again.json
    assert powers.frame.columns[:4] == ["players", "card", "kind", "power_verdict"]
    assert powers.frame["card"].to_list() == ["HFM01", "HFM02"]
    assert str(powers) in balance("power", "heroes", "--card", "HFM01", "--card", "HFM02", *QUICK_WORDS).out
    assert repr(powers) == str(powers)
    assert powers._repr_html_().startswith("<pre>")


@pytest.mark.nightly
def test_power_with_several_numbers_of_players(home: Path):
    heard: list[str] = []
    powers = bl.power("heroes", card="HFM01", players=[2, 3], announce=heard.append, **QUICK)
    again = balance("power", "heroes", "--card", "HFM01", "--players", "2,3", *QUICK_WORDS, "--json")
    assert powers.as_json() == again.json
    assert powers.frame["players"].to_list() == [2, 3]
    assert len(heard) == 2


def test_sensitivity(home: Path):
    edits = bl.sensitivity("heroes", card="HF24", **QUICK)
    words = ("sensitivity", "heroes", "--card", "HF24", *QUICK_WORDS)
    assert edits.as_json() == balance(*words, "--no-report", "--json").json
    assert f"{edits}\n" in balance(*words, "--no-report").out
    assert edits.frame.height == 5
    assert {"card", "column", "from", "to", "win_share", "low", "high"} <= set(edits.frame.columns)
    page = edits.report(home / "pages")
    assert page == home / "pages" / "sensitivity-heroes.html"


@pytest.mark.usefixtures("blank_charts")
@pytest.mark.slow
def test_compare(home: Path):
    options = {"set_b": {"end_fairies": 2}, "max_games": 1000, "seed": 0, "workers": 2, "quiet": True}
    comparison = bl.compare("fairy", **options)
    words = ("compare", "fairy", "--set-b", "end_fairies=2", "--max-games", "1000", "--seed", "0", "--workers", "2")
    assert comparison.as_json() == balance(*words, "--no-report", "--json").json
    assert comparison.differs
    moved = comparison.figures.filter(verdict="moved")["figure"].to_list()
    assert "turns_mean" in moved
    assert str(comparison) + "\n" == balance(*words, "--no-report").out
    assert comparison.command == "balance compare fairy --set-b end_fairies=2 --seed 0 --max-games 1000"
    page = comparison.report(home / "pages")
    assert page
    assert comparison.command in page.read_text(encoding="utf-8")
    assert "In brief" not in page.read_text(encoding="utf-8")
    assert balance(*words, "--quiet", "--brief", "--out", home / "brief").code == 0
    short = home / "brief" / page.name
    assert f"which <code>{comparison.command}</code> shows." in short.read_text(encoding="utf-8")
    assert short.read_bytes() == (comparison.report(home / "again", brief=True) or page).read_bytes()


def test_compare_runs_that_are_open(home: Path, run: bl.Run):
    comparison = bl.compare(run, run, quiet=True)
    assert not comparison.differs
    assert comparison.figures.height > 5
    assert comparison.command == f"balance compare {run.path} {run.path}"
    with pytest.raises(bl.InputError, match="name the run to compare it with"):
        bl.compare(run)


def test_no_game_is_played_where_none_can_differ(home: Path):
    comparison = bl.compare("fairy", cards_b=home / "cards.csv", quiet=True)
    assert (comparison.figures.height, comparison.report(home)) == (0, None)


def test_strength(home: Path):
    heard: list[str] = []
    small = {"games": 50, "ahead": 0, "regret": 0, "agents": "mixed(greedy,random)", "workers": 2, "quiet": True}
    ladders = bl.strength("fairy", announce=heard.append, measured=lambda ladder: heard.append(str(ladder)), **small)
    words = ("strength", "fairy", "--games", 50, "--ahead", 0, "--regret", 0, "--agents", small["agents"], "-w", 2)
    said = balance(*words)
    assert ladders.as_json() == balance(*words, "--json").json
    assert ([*ladders], len(ladders), ladders[-1]) == ([*ladders.each], 2, ladders.each[1])
    assert "\n".join(heard) == f"Fairy, 4 players ...\n{ladders.each[0]}\nFairy, 2 players ...\n{ladders.each[1]}"
    assert [said.out.index(line) for line in heard] == sorted(said.out.index(line) for line in heard)
    assert ladders.frame.select("players", "style").rows()[::2] == [(4, "greedy"), (2, "greedy")]
    assert bl.strength("fairy", players=2, **small).as_json() == ladders.each[1].as_json()


@pytest.mark.slow
def test_baseline_and_check(home: Path):
    folder = home / "reference"
    stored = bl.baseline("fairy", games=1000, folder=folder, power="off", workers=2, quiet=True)
    assert (stored.frame.height, stored.each[0].stored) == (len(stored.each[0].content["figures"]), True)
    again = bl.baseline("fairy", folder=folder, power="off", dry_run=True, workers=2, quiet=True)
    words = ("baseline", "fairy", "--folder", folder, "--power", "off", "--dry-run", "--workers", 2)
    assert str(again) + "\n" == balance(*words).out
    assert again.frame.equals(stored.frame)
    (home / "short.toml").write_text('[[target]]\ngame = "fairy"\ngames = 1000\nlength = { at_most = 2 }\n')
    checks = bl.check("fairy", folder=folder, targets="short.toml", power="off", workers=2, quiet=True)
    words = ("check", "fairy", "--folder", folder, "--targets", "short.toml", "--power", "off", "--workers", 2)
    assert (checks.passed, checks.exit_code) == (False, balance(*words).code)
    assert str(checks) + "\n" == balance(*words).out
    assert checks.as_json() == balance(*words, "--json").json
    assert checks.figures["verdict"].unique().to_list() == ["same"]
    assert checks.targets.select("game", "name", "verdict").rows() == [("fairy", "length", "fail")]
    alone = bl.check("fairy", folder=folder, no_targets=True, power="off", workers=2, quiet=True)
    assert (alone.passed, alone.targets.height) == (True, 0)
    missing = bl.check("heroes", folder=folder, no_targets=True, power="off", quiet=True)
    assert (missing.passed, missing.exit_code, missing.figures.height) == (False, 2, 0)
