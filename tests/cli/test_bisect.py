"""`balance bisect`: the edit that moved a figure, and plain words where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

import balance as bl
from helpers.card_history import TOP, begin, commit, edit, git, renamed
from helpers.command_line import balance, refused

GAMES = ("--games", 400, "--workers", 1)


pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plays")]


def nine_versions() -> None:
    """Nine versions of Fairy's cards; the fifth shortens the game, the others only rename cards."""
    begin()
    for number in (1, 2, 3, 5, 6, 7, 8, 9):
        if number == 5:
            commit("Shorter", TOP)
        else:
            commit(f"Rename {number}", renamed(number))


def test_the_planted_edit_is_found_with_five_plays(plays):
    nine_versions()
    said = balance("bisect", "fairy", "turns_mean", *GAMES)
    assert said.code == 0, said.err
    assert plays() == 5  # both ends, then versions 5, 3 and 4
    head = git("rev-parse", "HEAD~4").strip()
    assert "turns_mean: 9 versions" in said.lines[0]
    assert any(line.startswith(f"  {head[:8]}, ") and line.endswith(", nobody: Shorter") for line in said.lines)
    assert "  FYT: effect floor -4; top 8; start 0 instead of floor -4; top 24; start 0" in said.lines
    again = balance("bisect", "fairy", "turns_mean", *GAMES, "--json")
    assert plays() == 0
    assert (again.code, again.json["known"]) == (0, 5)
    assert again.json["version"]["commit"] == head
    values = {name: row["value"] for name, row in again.json["values"].items()}
    assert values["good"] == values["before"] > values["after"] == values["bad"]
    assert again.json["alone"] == []
    culprit = bl.bisect("fairy", "turns_mean", games=400, workers=1, quiet=True)
    assert (culprit.is_clear, culprit.as_json()) == (True, again.json)
    assert said.out.startswith(f"{culprit}\n")


def test_what_the_other_versions_did_is_told():
    begin()
    commit("A little shorter", ("top 24;", "top 20;"))
    commit("Much shorter", ("top 20;", "top 8;"))
    said = balance("bisect", "fairy", "turns_mean", *GAMES)
    assert said.code == 0, said.err
    assert any(line.endswith(": Much shorter") for line in said.lines)
    (others,) = (line for line in said.lines if "The other versions" in line)
    assert others.startswith("  The other versions moved it, too, by −")
    assert others.endswith(" together: balance history fairy --figure turns_mean")
    head = git("rev-parse", "HEAD~1").strip()
    alone = balance("bisect", "fairy", "turns_mean", *GAMES, "--good", head)
    assert "The other versions" not in alone.out


@pytest.mark.nightly
def test_between_two_revisions(plays):
    nine_versions()
    said = balance("bisect", "fairy", "turns_mean", *GAMES, "--good", "HEAD~5", "--bad", "HEAD~4", "--json")
    assert (said.code, plays(), said.json["versions"]) == (0, 2, 2)
    assert said.json["version"]["subject"] == "Shorter"
    for good, bad in (("HEAD~8", "HEAD~5"), ("HEAD~4", "HEAD")):
        said = balance("bisect", "fairy", "turns_mean", *GAMES, "--good", good, "--bad", bad)
        assert said.code == 1
        assert "do not clearly differ: the figure stays within its margin." in said.out
    assert refused("bisect", "fairy", "turns_mean", "--good", "HEAD", "--bad", "HEAD~3")[0] == (
        "balance: --good HEAD is newer than --bad HEAD~3"
    )
    assert refused("bisect", "fairy", "turns_mean", "--good", "nowhere")[0].endswith("has no revision 'nowhere'")


def test_two_edits_of_one_commit_are_separated(plays):
    begin()
    commit("Two at once", TOP, renamed(1))
    said = balance("bisect", "fairy", "turns_mean", *GAMES, "--json")
    assert said.code == 0
    assert [(trial["card"], trial["moves"]) for trial in said.json["alone"]] == [("FY01", False), ("FYT", True)]
    assert plays() == 4
    assert "Alone, FYT moves it:" in balance("bisect", "fairy", "turns_mean", *GAMES).out


def test_a_new_card_is_tried_alone_and_one_that_cannot_be_is_told():
    begin()
    row = "fairy,FY22,Charm 22,charm,A,1,,,,number=22,assumed"
    after = "fairy,FY21,Charm 21,charm,C,1,,,,number=21,assumed"
    commit("A card", TOP, (after, f"{after},,,,,,,,,,,,,\n{row}"))
    said = balance("bisect", "fairy", "turns_mean", *GAMES, "--json")
    assert {trial["card"]: trial["edits"] for trial in said.json["alone"]}["FY22"] == ["FY22 is new"]
    assert said.json["alone"][-1]["moves"]


def test_versions_that_cannot_be_read_are_passed_over(plays):
    begin()
    commit("A slip", (",fairy,7,", ",fairy,many,"))
    commit("Mended and shorter", (",fairy,many,", ",fairy,7,"), TOP)
    edit((",fairy,7,", ",fairy,,"))  # the working copy cannot be read either
    said = balance("bisect", "fairy", "turns_mean", *GAMES, "--json")
    assert (said.code, plays(), said.json["version"]["subject"]) == (0, 2, "Mended and shorter")
    assert said.json["bad"]["subject"] == "Mended and shorter"
    assert "this is not a whole number" in refused("bisect", "fairy", "turns_mean", "--good", "HEAD~1")[0]


def test_a_figure_of_a_card_begins_with_the_card(plays):
    begin()
    (line,) = (row for row in Path("cards.csv").read_text().splitlines(keepends=True) if row.startswith("fairy,FY05,"))
    commit("Without", (line, ""))
    commit("Rename", renamed(1))
    commit("With", ("fairy,FY06,", f"{line}fairy,FY06,"))
    commit("Shorter", TOP)
    said = balance("bisect", "fairy", "card_met_share:FY05", *GAMES, "--good", "HEAD~2", "--json")
    assert said.code == 0, said.err
    assert (said.json["version"]["subject"], said.json["good"]["subject"]) == ("Shorter", "With")
    assert plays() == 2


def test_a_figure_that_creeps_is_not_found():
    begin()
    for top in (23, 22, 21, 20):
        commit(f"To {top}", (f"top {top + 1};", f"top {top};"))
    said = balance("bisect", "fairy", "best_score_mean", "--games", 300, "--workers", 1)
    assert said.code == 1
    assert "No single version clearly changed it: it crept." in said.out


def test_ends_that_do_not_differ_or_are_not_known_well_enough():
    begin()
    said = balance("bisect", "fairy", "turns_mean", *GAMES)
    assert (said.code, "known in one version only" in said.out) == (1, True)
    commit("Catch", (",fairy,7,", ",fairy,8,"))
    said = balance("bisect", "fairy", "shared_share", "--games", 50)
    assert said.code == 1
    assert "games of each would tell (--games)." in said.out
    assert balance("bisect", "fairy", "shared_share", "--games", 50, "--quiet").out == ""


def test_unknown_names_are_told_with_the_nearest():
    begin()
    assert refused("bisect", "fary", "turns_mean")[-1] == "  did you mean 'fairy'?"
    few = ("--games", 20, "--quiet")
    assert refused("bisect", "fairy", "turn_mean", *few)[-1] == "  did you mean 'turns_mean'?"
    assert refused("bisect", "fairy", "seat_win_share:seat 9", *few)[0] == (
        "balance: there is no seat_win_share of 'seat 9'"
    )
