"""`balance compare`: what it says, its exit codes, and plain words about what cannot be."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from balance.judging.compare import compare_plans
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("blank_charts")]

CATCH = ("fairy,FYG4,Catch,guess,,1,1,fairy,7,", "fairy,FYG4,Catch,guess,,1,1,fairy,9,")
EDIT = "  Catch (FYG4): points 9 instead of 7"
FEW = ("--max-games", 2000, "--workers", 1, "--no-report")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder, with a card table and an edited one."""
    monkeypatch.chdir(tmp_path)
    table = frozen_cards().read_text(encoding="utf-8")
    assert CATCH[0] in table
    Path("cards.csv").write_text(table, encoding="utf-8")
    Path("edited.csv").write_text(table.replace(*CATCH), encoding="utf-8")


def git(*words: str) -> None:
    """git in the present folder, without the settings of whoever runs the tests."""
    who = {f"GIT_{role}_{what}": "nobody" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    nothing = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *words], check=True, capture_output=True, env=os.environ | who | nothing)


@pytest.fixture
def repository():
    """The present folder as a repository with the card table committed."""
    git("init", "--quiet")
    git("add", "cards.csv")
    git("commit", "--quiet", "--message", "cards")


# ---------------------------------------------------------------- what it says


def test_an_edit_is_told_in_sentences():
    said = balance("compare", "fairy", "--cards-b", "edited.csv", *FEW)
    assert said.code == 0
    assert said.lines[0] == "Fairy: 2,000 games of each, the same games with the same luck."
    assert said.lines[1].startswith(EDIT + ". Still fair: worth +")
    opening = said.lines.index(next(line for line in said.lines if line.startswith("cards: ")))
    assert opening <= 8
    assert "stay within their margins; " in said.out
    assert " are not decided (about " in said.out
    assert all(line.isprintable() for line in said.lines)
    said = balance("compare", "fairy", "--cards-b", "edited.csv", *FEW, "--all")
    assert any(
        line.startswith("Catch (FYG4) is used by ") and "of players who encounter it" in line for line in said.lines
    )
    assert "games are alike, cell by cell." in said.out


def test_of_an_edited_card_it_says_first_whether_the_edit_worked():
    words = ("compare", "fairy", "--cards-b", "edited.csv", "--max-games", 500, "--workers", 1)
    said = balance(*words)
    assert said.code == 0, said.err
    assert said.lines[1].startswith(f"{EDIT}. ")
    assert " compared with doing without it; the same players win " in said.lines[1]
    assert "worth +" in Path("reports/compare-fairy.html").read_text(encoding="utf-8")
    edited = balance(*words, "--no-report", "--json").json["cards_edited"]
    assert [row["card"] for row in edited] == ["FYG4"]
    assert edited[0]["same_players"]["change"] > 0
    assert balance(*words, "--no-report", "--power", "off", "--json").json["cards_edited"] == []


def test_json_is_all_there_is_on_standard_output():
    said = balance("compare", "fairy", "--cards-b", "edited.csv", *FEW, "--json")
    comparison = said.json
    assert (comparison["game"], comparison["games"], comparison["paired"]) == ("fairy", [2000, 2000], True)
    assert comparison["changes"] == ["FYG4: points 9 instead of 7"]
    assert [table["file"] for table in comparison["cards"]] == ["cards.csv", "edited.csv"]
    assert len({table["sha256"] for table in comparison["cards"]}) == 2
    used = next(
        figure
        for figure in comparison["figures"]
        if (figure["figure"], figure["subject"]) == ("card_used_share", "FYG4")
    )
    assert used["verdict"] == "moved"
    assert used["low"] < used["difference"] < used["high"]
    assert said.out == balance("compare", "fairy", "--cards-b", "edited.csv", *FEW, "--json", "--quiet").out
    two = balance("compare", "fairy", "--cards-b", "edited.csv", *FEW, "--workers", 2, "--json")
    assert two.out == said.out


@pytest.mark.nightly
def test_without_a_number_of_games_it_answers_and_says_what_decides_the_rest(monkeypatch):
    asked = []

    def few(before, *more):
        asked.append((before.games, more[-1]))
        return compare_plans(replace(before, games=1000), *more)

    monkeypatch.setattr("balance.api.compare.compare_plans", few)
    words = ("compare", "fairy", "--cards-b", "edited.csv", "--workers", 1, "--power", "off", "--no-report")
    assert re.search(r"games would: --max-games \d+; slowest: ", balance(*words).out)
    balance(*words, "--max-games", 5000)
    balance(*words, "--max-time", 9)
    balance(*words, "--fail-on-difference")
    assert asked == [(60_000, True), (5000, False), (60_000, False), (200_000, False)]


def test_the_exit_code_says_whether_something_differs():
    words = ("compare", "fairy", *FEW, "--fail-on-difference", "--quiet")
    said = balance(*words, "--cards-b", "edited.csv")
    assert (said.code, said.out, said.err) == (1, "", "")
    assert balance(*words, "--cards-b", "cards.csv").code == 0
    assert balance("compare", "fairy", *FEW, "--quiet", "--cards-b", "edited.csv").code == 0


def test_the_same_table_is_proved_to_be_the_same():
    said = balance("compare", "fairy", "--cards-b", "cards.csv")
    assert said.code == 0
    assert said.lines[-3].startswith("Provably the same")
    assert said.lines[-1] == "No report: no game was played."
    assert not Path("reports").exists()


@pytest.mark.parametrize(
    ("words", "change"),
    [
        (("--set-b", "end_fairies=2"), "end_fairies = 2 instead of all"),
        (("--variant-b", "fifteen"), "variant fifteen instead of base"),
        (("--agents-b", "greedy", "--agents", "novice"), "styles greedy instead of novice"),
        (("--set", "end_fairies=1", "--set-b", "end_fairies=2"), "end_fairies = 2 instead of 1"),
    ],
)
def test_rules_and_styles_are_compared_like_cards(words, change):
    said = balance("compare", "fairy", *words, "--max-games", 1000, "--no-report")
    assert said.code == 0, said
    assert said.lines[1].startswith(f"  {change}")
    assert said.lines[2].startswith("Players: ")


def test_it_says_who_plays_where_a_list_of_styles_is_named():
    words = ("--agents", "greedy,novice", "--set-b", "end_fairies=2", "--max-games", 1000, "--no-report")
    assert balance("compare", "fairy", *words).lines[-1] == "played among players of whom 2 play greedy; 2 play novice"


def test_two_runs():
    for name, seed, more in (("a", 1, ()), ("b", 1, ("--cards", "edited.csv")), ("c", 2, ())):
        assert balance("simulate", "fairy", "-n", 2000, "-s", seed, "--out", name, "-q", *more).code == 0
    said = balance("compare", "a", "b")
    assert said.code == 0
    assert said.lines[-1] == "Report: reports/compare-fairy.html"
    assert "balance compare a b</dd>" in Path("reports/compare-fairy.html").read_text(encoding="utf-8")
    assert said.lines[0] == "Fairy: 2,000 games of each, the same games with the same luck."
    assert said.lines[1].startswith(EDIT)
    said = balance("compare", "a", "c", "--no-report")
    assert said.lines[0] == "Fairy: 2,000 games against 2,000 with other luck (other seeds)."
    assert balance("compare", "a", "c", "--all", "--no-report").lines[-2] == (
        "Runs with one seed are compared game by game, which is sharper."
    )
    assert balance("compare", "a", "b", "--fail-on-difference", "-q", "--no-report").code == 1
    assert balance("compare", "a", "c", "--fail-on-difference", "-q", "--no-report").code == 0


def test_runs_of_other_rules_get_no_power_and_that_is_said():
    for name, more in (("a", ()), ("b", ("--cards", "edited.csv"))):
        assert balance("simulate", "fairy", "-n", 500, "--out", name, "-q", *more).code == 0
        manifest = Path(name, "manifest.json")
        data = json.loads(manifest.read_text())
        manifest.write_text(json.dumps(data | {"rules_version": data["rules_version"] + 1}))
    said = balance("compare", "a", "b", "--no-report")
    assert said.code == 0
    assert said.lines[1] == EDIT
    assert said.err.startswith("balance: The runs are of other rules than version ")


# ---------------------------------------------------------------- the page


def test_a_page_is_written_beside_the_text():
    words = ("compare", "fairy", "--cards-b", "edited.csv", "--max-games", 1000)
    said = balance(*words, "--seed", 3, "--out", "my pages", "--max-time", 600, "--workers", 2)
    assert (said.code, said.err) == (0, "")
    assert said.lines[-1] == "Report: my pages/compare-fairy.html"
    first = Path("my pages/compare-fairy.html").read_bytes()
    # Nothing of this machine. With a limit of time no power is measured beside the games.
    command = "balance compare fairy --cards-b edited.csv --power off --seed 3 --max-games 1000"
    assert f"<dd>{command}</dd>".encode() in first
    assert balance(*command.split()[1:], "--json", "--workers", 1).json["games"] == [1000, 1000]
    assert Path("reports/compare-fairy.html").read_bytes() == first


def test_no_page_on_request():
    assert balance("compare", "fairy", "--cards-b", "edited.csv", "--max-games", 1000, "--no-report").code == 0
    assert not Path("reports").exists()


def test_a_page_that_cannot_be_written_is_told_plainly():
    Path("reports").write_text("a file")
    said = balance("compare", "fairy", "--cards-b", "edited.csv", "--max-games", 1000, "--quiet")
    assert (said.code, said.out) == (2, "")
    assert said.err == "balance: reports: cannot be written: File exists\n"


# ---------------------------------------------------------------- against a committed table


def test_against_a_revision(repository):
    Path("cards.csv").write_text(Path("edited.csv").read_text())
    said = balance("compare", "fairy", "--against", "HEAD", *FEW)
    assert said.code == 0
    assert said.lines[1].startswith(EDIT)  # what was committed comes first


def test_against_a_revision_from_below_and_by_name(repository):
    Path("cards.csv").write_text(Path("edited.csv").read_text())
    Path("below").mkdir()
    os.chdir("below")
    said = balance("compare", "fairy", "--cards", "../cards.csv", "--against", "HEAD", *FEW)
    assert said.lines[1].startswith(EDIT)


def test_a_revision_that_is_not_there(repository):
    assert refused("compare", "fairy", "--against", "HEAD~7") == [
        "balance: cards.csv: its repository has no revision 'HEAD~7'",
        "  allowed: a commit, branch or tag, as HEAD~1",
    ]
    assert refused("compare", "fairy", "--against=--help")[0].endswith("has no revision '--help'")
    assert refused("compare", "fairy", "--cards", "edited.csv", "--against", "HEAD") == [
        "balance: edited.csv: revision 'HEAD' has no such file"
    ]


def test_a_committed_table_with_a_mistake(repository):
    table = Path("cards.csv").read_text()
    Path("cards.csv").write_text(table.replace(CATCH[0], CATCH[0].replace(",7,", ",many,")))
    git("commit", "--quiet", "--all", "--message", "worse")
    Path("cards.csv").write_text(table)
    (first, *_) = refused("compare", "fairy", "--against", "HEAD")
    assert first.startswith("balance: cards.csv at HEAD, line ")
    assert first.endswith("(found 'many')")


def test_without_a_repository_or_git(monkeypatch, tmp_path):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (only,) = refused("compare", "fairy", "--against", "HEAD")
    assert only == "balance: cards.csv: is in no git repository that can be read, so there is no 'HEAD'"
    monkeypatch.setenv("PATH", "")
    assert refused("compare", "fairy", "--against", "HEAD")[0].startswith("balance: git is not installed")


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fairy",), "balance: nothing to compare fairy with"),
        (("fary", "--cards-b", "edited.csv"), "balance: there is no game 'fary'"),
        (("nowhere", "else"), "balance: nowhere: no run here (there is no manifest.json)."),
        (
            ("fairy", "runs/x"),
            "balance: there is no finished run of fairy under runs/: play one with `balance simulate fairy`",
        ),
        (("a", "b", "c"), "balance: cannot compare 3 things"),
        (("a", "b", "--set-b", "x=1"), "balance: --set-b: two runs are compared as they were played"),
        (("a", "b", "--max-games", "9"), "balance: --max-games: two runs are compared as they were played"),
        (("a", "b", "--seed", "2"), "balance: --seed: two runs are compared as they were played"),
        (("fairy", "--cards-b", "none.csv"), "balance: none.csv: "),
        (("fairy", "--cards-b", "edited.csv", "--against", "HEAD"), "balance: --cards-b and --against both name "),
        (("fairy", "--set-b", "speed=1"), "balance: there is no setting "),
        (("fairy", "--variant-b", "other"), "balance: there is no variant of Fairy 'other'"),
        (("fairy", "--agents-b", "nobody"), "balance: there is no play style 'nobody'"),
        (("fairy", "--set-b", "end_fairies=1", "--max-games", "0"), "balance: --max-games cannot be 0"),
        (("fairy", "--set-b", "end_fairies=1", "--max-time", "0"), "balance: Invalid value for '--max-time': '0' is "),
    ],
)
def test_what_cannot_be_is_told_plainly(words, says):
    assert refused("compare", *words)[0].startswith(says)


def test_one_run_wants_another():
    assert balance("simulate", "fairy", "-n", 20, "--out", "a", "-q").code == 0
    assert refused("compare", "a") == ["balance: a is a run: name the run to compare it with, too"]
