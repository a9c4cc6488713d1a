"""`balance history`: versions, figures, what is remembered, and the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import balance as bl
from balance.engine.game import find_game
from balance.judging.history import figures_of_card
from helpers.card_history import TOP, begin, commit, counted_plays, edit, git, renamed
from helpers.command_line import balance, refused
from helpers.marks import one_by_day

GAMES = ("--games", 400, "--workers", 1)


pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plays")]


def told(*words: object) -> dict:
    """The history of Fairy as JSON, without a page."""
    said = balance("history", "fairy", *GAMES, "--no-report", "--json", *words)
    assert said.code == 0, said.err
    (only,) = said.json
    return only


def subjects(*words: object) -> list[str | None]:
    return [version["subject"] for version in told(*words)["versions"]]


def test_versions_are_those_that_changed_this_game(plays):
    begin()
    commit("A hero", (",Tibb Matchstick,", ",Tib Matchstick,"))
    commit("Shorter", TOP)
    edit(renamed(1))
    history = told()
    assert [version["subject"] for version in history["versions"]] == ["Cards as they came", "Shorter", None]
    assert [version["edits"] for version in history["versions"]] == [
        [],
        ["FYT: effect floor -4; top 8; start 0 instead of floor -4; top 24; start 0"],
        ["FY01: name Charm no 1 instead of Charm 1"],
    ]
    first, second, third = history["versions"]
    assert first["moved"] == first["compared"] == []
    assert "turns_mean" in second["moved"]
    assert third["moved"] == []
    assert {figure["verdict"] for figure in third["compared"]} == {"same"}  # a name changes no game
    assert history["figures"][0] == "turns_mean"
    assert first["figures"][0]["value"] > second["figures"][0]["value"] == third["figures"][0]["value"]
    assert (plays(), history["played"], history["known"]) == (3, 3, 0)
    again = bl.history("fairy", games=400, workers=1, quiet=True)
    assert again.as_json() == [history | {"played": 0, "known": 3}]
    assert again.frame.height == sum(len(version["figures"]) for version in history["versions"])
    assert again.frame["commit"].to_list()[-1] is None


def test_what_was_played_is_remembered_and_a_table_that_came_back_is_played_once(plays):
    begin()
    commit("Shorter", TOP)
    commit("As before", TOP[::-1])
    first = told()
    assert plays() == 2
    assert [version["figures"][0]["value"] for version in first["versions"]][::2] == [
        first["versions"][0]["figures"][0]["value"]
    ] * 2
    again = told()
    assert plays() == 0
    assert (again["played"], again["known"]) == (0, 2)
    assert again["versions"] == first["versions"]
    told("--seed", 2)
    assert plays() == 2


@pytest.mark.parametrize("damage", one_by_day(["cut", "empty", "number", "list", "folder"], "cut"))
def test_a_damaged_memory_is_played_again_and_replaced(plays, tmp_path, damage):
    begin()
    first = told()
    (file,) = (tmp_path / "cache" / "figures").iterdir()
    text = file.read_text()
    value = str(first["versions"][0]["figures"][0]["value"])
    broken = {"cut": text[:99], "empty": "", "number": text.replace(value, "1.5"), "list": "[1]", "folder": None}[
        damage
    ]
    assert broken != text
    file.unlink()
    file.mkdir() if broken is None else file.write_text(broken)
    plays()
    assert told()["versions"] == first["versions"]
    assert plays() == 1
    if broken is not None:
        assert file.read_text() == text


@pytest.mark.usefixtures("blank_charts")
def test_a_version_that_cannot_be_read_is_told_in_one_line(plays):
    begin()
    commit("A slip", (",fairy,7,", ",fairy,many,"))
    commit("Mended", (",fairy,many,", ",fairy,8,"))
    edit((",fairy,8,", ",fairy,,"))
    said = balance("history", "fairy", *GAMES)
    assert said.code == 0
    lines = [line for line in said.lines if "cannot be read" in line]
    assert len(lines) == 2
    assert "cannot be read: cards.csv at " in lines[0]
    assert lines[0].endswith("this is not a whole number (found 'many')")
    assert lines[1].startswith("4 working copy cannot be read: cards.csv, line ")
    assert "FYG4: points 8 instead of 7" in said.out
    assert plays() == 2
    assert "(cannot be read)" in Path("reports/history-fairy.html").read_text(encoding="utf-8")


def test_since_and_last():
    begin()
    for number in (1, 2, 3, 5):
        commit(f"Rename {number}", renamed(number))
    assert subjects("--since", "HEAD~2", "--games", 20) == ["Rename 2", "Rename 3", "Rename 5"]
    assert subjects("--last", 2, "--games", 20) == ["Rename 3", "Rename 5"]
    first = told("--last", 2, "--games", 20)["versions"][0]
    assert first["edits"] == []
    assert refused("history", "fairy", "--since", "--all")[0].endswith("has no revision '--all'")


def test_an_unknown_figure_is_refused_before_anything_is_played(plays):
    begin()
    assert refused("history", "fairy", "--figure", "turn_mean")[-1] == "  did you mean 'turns_mean'?"
    assert plays() == 0


def test_figures_and_cards_are_chosen_and_slips_are_told():
    begin()
    history = told("--figure", "seat_win_share:seat 1", "--card", "FYG4", "--games", 50)
    assert history["figures"] == ["seat_win_share:seat 1", "card_met_share:FYG4", "card_used_share:FYG4"]
    words = ("history", "fairy", "--games", 50, "--quiet", "--no-report")
    assert refused(*words, "--figure", "turn_mean")[-1] == "  did you mean 'turns_mean'?"
    assert refused(*words, "--figure", "style_win_share:gredy")[-1] == "  did you mean 'greedy'?"
    assert refused(*words, "--figure", "style_win_share")[0].startswith("balance: style_win_share of what?")
    assert refused(*words, "--card", "FYG9")[0] == "balance: there is no card with figures, 'FYG9'"
    assert refused(*words, "--players", 99)[0] == "balance: Fairy cannot be played by 99"
    assert refused(*words, "--last", 0)[0] == "balance: --last cannot be 0"


def test_a_style_with_the_name_of_a_card_is_not_asked_for():
    known = {("card_met_share", "bold"), ("style_win_share", "bold"), ("turns_mean", "")}
    assert figures_of_card("bold", known, find_game("fairy").figures) == [("card_met_share", "bold")]


def test_ranges_are_worked_out_from_what_they_are_ranges_of():
    begin()
    history = told("--figure", "seat_range_share", *(f"--figure=seat_win_share:seat {seat}" for seat in range(1, 5)))
    whole, *seats = history["versions"][0]["figures"]
    values = [seat["value"] for seat in seats]
    assert whole["value"] == max(values) - min(values)
    assert max(seat["se"] for seat in seats) < whole["se"] <= 2 * max(seat["se"] for seat in seats)


@pytest.mark.nightly
@pytest.mark.usefixtures("blank_charts")
def test_nothing_depends_on_the_number_of_workers(monkeypatch, tmp_path):
    begin()
    commit("Shorter", TOP)
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 100)
    outputs = [balance("history", "fairy", "--games", 400, "-w", 1, "--json", "--out", "one").out]
    counted_plays(monkeypatch, tmp_path / "other")
    outputs.append(balance("history", "fairy", "--games", 400, "-w", 2, "--json", "--out", "two").out)
    assert outputs[0] == outputs[1]
    assert json.loads(outputs[0])[0]["played"] == 2
    assert Path("one/history-fairy.html").read_bytes() == Path("two/history-fairy.html").read_bytes()


def test_without_a_game_those_that_changed():
    begin()
    commit("Rename", renamed(1))
    said = balance("history", "--games", 20, "--no-report", "--json")
    assert [history["game"] for history in said.json] == ["fairy"]


@pytest.mark.usefixtures("blank_charts")
def test_quiet_and_no_report():
    begin()
    assert balance("history", "fairy", "--games", 20, "--quiet", "--no-report").out == ""
    assert not Path("reports").exists()
    assert balance("history", "fairy", "--games", 20, "--quiet").err == ""
    assert Path("reports/history-fairy.html").is_file()
    Path("file").touch()
    said = balance("history", "fairy", "--games", 20, "--quiet", "--out", "file/below")
    assert (said.code, "cannot be written" in said.err) == (2, True)


@pytest.mark.nightly
def test_hostile_subjects_are_text(tmp_path):
    begin()
    commit("<script>alert(1)</script> \x1b[31m & \u202e", TOP, (",Charm 19,", ',"<img src=x onerror=alert(2)>",'))
    said = balance("history", "fairy", *GAMES)
    assert said.code == 0
    assert "\x1b" not in said.out
    page = Path("reports/history-fairy.html").read_text(encoding="utf-8")
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<img" not in page
    assert "\x1b" not in page


def test_a_table_that_was_never_committed_and_no_repository():
    git("init", "--quiet")
    begin()
    Path("new.csv").write_text(Path("cards.csv").read_text())
    assert subjects("--cards", "new.csv", "--games", 20) == [None]
    said = balance("history", "fairy", "--cards", "new.csv", "--games", 20, "--no-report")
    assert "There is nothing to compare with" in said.out
    Path(".git").rename("nothing")
    assert refused("history", "fairy") == [
        "balance: cards.csv: is in no git repository that can be read, so its history cannot be read"
    ]
