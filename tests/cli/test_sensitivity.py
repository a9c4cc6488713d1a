"""`balance sensitivity`: the interface, what is remembered, the page, and plain words for mistakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from balance.analysis.trial_edits import Tried
from balance.report.sensitivities import edit_text
from helpers.command_line import balance, refused

FEW = ("--until", "20pp", "--max-games", 400, "--workers", 1)
FIELDS = {"card", "column", "from", "to", "win_share", "low", "high", "length", "pick_rate", "points", "seat_gap"}

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Pages are written to an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_json_has_what_the_interface_promises_and_a_second_call_is_remembered(monkeypatch):
    words = ("sensitivity", "heroes", "--card", "HF24", *FEW, "--no-report", "--json", "--quiet")
    said = balance(*words)
    assert said.code == 0, said.err
    edits = said.json["edits"]
    assert {(edit["card"], edit["column"]) for edit in edits} == {("HF24", "effect"), ("HF24", "traits")}
    assert all(edit.keys() >= FIELDS for edit in edits)
    assert all(edit["low"] <= edit["win_share"] <= edit["high"] for edit in edits)
    assert {edit["to"] for edit in edits if edit["column"] == "effect"} >= {"fight 2 / heal 2", "fight 1 / heal 3"}
    assert not Path("reports").exists()

    def never(*_: object, **__: object) -> None:
        raise AssertionError("played twice")

    monkeypatch.setattr("balance.judging.power_cache.sensitivity", never)
    assert balance(*words).json == said.json


def test_a_designer_reads_what_moves_most_and_finds_a_page():
    said = balance("sensitivity", "heroes", "--card", "HF24", "--agents", "greedy", *FEW)
    assert said.code == 0, said.err
    assert said.lines[1] == "Clearest changes, of 5 edits tried:"
    assert "its users win" in said.out
    assert said.lines[-1] == "Report: reports/sensitivity-heroes.html"
    page = Path("reports/sensitivity-heroes.html").read_text(encoding="utf-8")
    assert "strength 5 instead of 4" in page
    assert "The numbers that move most" in page


def test_a_number_below_0_has_a_true_minus_sign_and_a_notation_stays():
    edit = Tried("A", "points", 0, "0", "-1", False, None, None, None, None, None, 0)
    assert edit_text(edit) == "points −1 instead of 0"
    assert edit_text(replace(edit, before="track -4", after="track -5")) == "points track -5 instead of track -4"


def test_of_a_card_that_nobody_gains_the_game_is_told():
    said = balance(
        "sensitivity", "fairy", "--card", "FYG4", "--agents", "greedy", *FEW, "--no-report", "--json", "--quiet"
    )
    assert said.code == 0, said.err
    pays_more = next(edit for edit in said.json["edits"] if (edit["column"], edit["to"]) == ("points", "8"))
    assert pays_more["length"] < 0


@pytest.mark.parametrize("words", [("--card", "HF999"), ("--until", "much"), ("--step", "0"), ("--max-games", "0")])
def test_what_cannot_be_is_said_in_a_line(words):
    assert 1 <= len(refused("sensitivity", "heroes", *words)) <= 6
