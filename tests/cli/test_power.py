"""`balance power`: the interface, what is remembered, and plain words for mistakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from balance.analysis.verdicts import Power
from balance.engine.game import Plan
from balance.judging.power import power
from helpers.command_line import balance, refused

FEW = ("--until", "20pp", "--max-games", 400, "--workers", 1)
FIELDS = {
    *("card", "kind", "verdict", "users_power", "users_low", "users_high", "power", "low", "high"),
    *("two_way", "two_way_low", "two_way_high", "points", "reach", "games", "against"),
    *("by_style", "by_table", "against_it"),
}

pytestmark = pytest.mark.slow


def test_json_has_what_the_interface_promises_and_a_second_call_is_remembered(monkeypatch):
    said = balance("power", "heroes", "--card", "HFT1", "--card", "HFT5", *FEW, "--json", "--quiet")
    assert said.code == 0, said.err
    cards = said.json["cards"]
    assert [row["card"] for row in cards] == ["HFT1", "HFT5"]
    assert all(row.keys() >= FIELDS for row in cards)
    assert said.json["margin"] == pytest.approx(0.025)
    assert all(row["low"] < row["power"] < row["high"] for row in cards)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("played twice")

    monkeypatch.setattr("balance.judging.power_cache.power", never)
    again = balance("power", "heroes", "--card", "HFT1", "--card", "HFT5", *FEW, "--json", "--quiet")
    assert again.json == said.json


def test_a_designer_reads_what_to_change_and_what_the_numbers_mean():
    said = balance("power", "heroes", "--card", "HFT1", *FEW)
    assert said.code == 0, said.err
    text = "\n".join(said.lines)
    assert "(HFT1)" in text
    assert "points of win rate" in text
    assert "with the same luck" in text


def test_where_nothing_can_be_measured_no_card_is_said_to_be_fine():
    said = balance("power", "fairy", "--card", "FY01", "--card", "FY04", *FEW)
    assert said.code == 0, said.err
    assert said.lines[0] == "No card was measured. The reasons:"
    assert "needs a change" not in said.out
    assert any(line.startswith("2 of kind charm: ") for line in said.lines)


def test_several_numbers_of_players_stand_side_by_side_and_each_is_remembered_by_itself(monkeypatch):
    words = ("power", "heroes", "--card", "HFT1", "--until", "5pp", "--max-games", 600, "--workers", 1)
    alone = balance(*words, "--players", 3, "--json", "--quiet")
    monkeypatch.setattr("balance.judging.power_cache.power", only_with(2))
    said = balance(*words, "--players", "2,3", "--json", "--quiet")
    assert said.code == 0, said.err
    assert said.json.keys() == {"players", "by_players", "flips"}
    assert said.json["players"] == [2, 3]
    assert said.json["by_players"][1] == alone.json
    assert alone.json["agents"] == said.json["by_players"][0]["agents"]
    text = balance(*words, "--players", "2,3")
    assert text.code == 0, text.err
    assert any(line.split() == ["card", "2", "players", "3", "players"] for line in text.lines)
    assert "  by table: weak " in text.out
    assert "With 2 or 3 players, among players who draw from: " in text.out


def only_with(players: int) -> Callable:
    """Measures with so many players; all else must be remembered."""

    def measure(plan: Plan, *rest: Any) -> Power:
        assert plan.players == players
        return power(plan, *rest)

    return measure


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "x"),
        ("--players", "2,99"),
        ("--card", "HF999"),
        ("--until", "much"),
        ("--until", "90pp"),
        ("--max-games", "0"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(words):
    assert 1 <= len(refused("power", "heroes", *words)) <= 6
