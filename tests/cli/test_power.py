"""`balance power`: the interface, what is remembered, and plain words for mistakes."""

from __future__ import annotations

import pytest

from helpers.command_line import balance, refused

FEW = ("--until", "20pp", "--max-games", 400, "--workers", 1)
FIELDS = {
    *("card", "kind", "verdict", "users_power", "users_low", "users_high", "power", "low", "high"),
    *("two_way", "two_way_low", "two_way_high", "points", "reach", "games", "against"),
}

pytestmark = pytest.mark.slow


def test_json_has_what_the_interface_promises_and_a_second_call_is_remembered(monkeypatch):
    said = balance("power", "heroes", "--card", "HFT1", "--card", "HFT5", *FEW, "--json", "--quiet")
    assert said.code == 0, said.err
    cards = said.json["cards"]
    assert [one["card"] for one in cards] == ["HFT1", "HFT5"]
    assert all(one.keys() >= FIELDS for one in cards)
    assert said.json["margin"] == pytest.approx(0.025)
    assert all(one["low"] < one["power"] < one["high"] for one in cards)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("played twice")

    monkeypatch.setattr("balance.judging.remembered.power", never)
    again = balance("power", "heroes", "--card", "HFT1", "--card", "HFT5", *FEW, "--json", "--quiet")
    assert again.json == said.json


def test_a_designer_reads_what_to_change_and_what_the_numbers_mean():
    said = balance("power", "heroes", "--card", "HFT1", *FEW)
    assert said.code == 0, said.err
    text = "\n".join(said.lines)
    assert "(HFT1)" in text
    assert "points of win rate" in text
    assert "on the same luck" in text


def test_where_nothing_can_be_measured_no_card_is_said_to_be_fine():
    said = balance("power", "fairy", "--card", "FY01", "--card", "FY04", *FEW)
    assert said.code == 0, said.err
    assert said.lines[0] == "No card was measured, and why:"
    assert "needs a change" not in said.out
    assert any(line.startswith("2 of kind charm: ") for line in said.lines)


@pytest.mark.parametrize("words", [("--card", "HF999"), ("--until", "much"), ("--until", "90pp"), ("--max-games", "0")])
def test_what_cannot_be_is_said_in_a_line(words):
    assert 1 <= len(refused("power", "heroes", *words)) <= 6
