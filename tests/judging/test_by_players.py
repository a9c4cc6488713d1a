"""Power with several numbers of players, side by side, from numbers made up for it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from balance.analysis.verdicts import UNDECIDED, CardPower, Power, as_json, from_json, judged
from balance.judging.by_players import Powers, numbers_of_players, several_as_json
from balance.report.powers_by_players import columns, rows, sentences, unmeasured_lines
from helpers.play import make

MARGINS = {2: 0.05, 4: 0.025}


def card(id: str, worth: float, half: float = 0.005) -> CardPower:
    ends, side = (worth - half, worth + half), (0.02 if worth > 0 else -0.02)
    return CardPower(id, "hero", UNDECIDED, "", worth, *ends, worth, *ends, side, side - 0.005, side + 0.005)


def power(players: int, **worth: float) -> Power:
    cards = judged([card(id, value) for id, value in worth.items()], MARGINS[players])
    return Power(players, MARGINS[players], 0.01, 4000, cards, ("mixed(greedy,rival)",))


FOUND = Powers((power(2, A=0.08, B=0.06, C=-0.01), power(4, A=-0.01, B=0.05, C=0.01, D=-0.06)))
PLAN = SimpleNamespace(card_table=SimpleNamespace(rows=[SimpleNamespace(id="A", name="Odo")]))


def test_a_verdict_flips_where_another_number_of_players_clearly_says_the_opposite():
    assert FOUND.flipping == ["A"]  # C is on both sides, too, and no verdict at either


def test_cards_stand_side_by_side_and_what_turns_round_is_named():
    assert columns(FOUND) == ("card", "2 players", "4 players")
    told = {row[0]: row[1:] for row in rows(FOUND, PLAN)}  # type: ignore[arg-type]
    assert told["Odo (A)"] == ("+8.0 ±0.5 too strong", "−1.0 ±0.5 fair")
    assert told["D"] == ("not in play", "−6.0 ±0.5 too weak")
    said = sentences(FOUND, PLAN)  # type: ignore[arg-type]
    assert said[0] == "2 players: weaken first Odo (A) +8.0, B +6.0."
    assert said[1] == "4 players: weaken first B +5.0; strengthen first D −6.0."
    assert said[-1] == "  Odo (A): +8.0 with 2 (too strong), −1.0 with 4 (fair)"
    assert unmeasured_lines(FOUND, PLAN) == ["With 2 or 4 players, among players who draw from: greedy, rival."]  # type: ignore[arg-type]


def test_that_none_needs_a_change_is_said_only_where_most_is_decided():
    powers = Powers((power(2, A=0.01), power(4, A=0.024)))
    assert sentences(powers, PLAN)[:2] == [  # type: ignore[arg-type]
        "2 players: no card needs a change.",
        "4 players: no card is known to need a change.",
    ]


def test_json_holds_what_one_number_of_players_gives_once_for_each():
    told = several_as_json(FOUND)
    assert (told["players"], told["flips"]) == ([2, 4], ["A"])
    assert told["by_players"] == [as_json(power) for power in FOUND.powers]
    assert tuple(map(from_json, told["by_players"])) == FOUND.powers


def test_alone_nobody_has_power():
    assert numbers_of_players(make("alfheim").game) == (2, 3, 4, 5)
    assert numbers_of_players(make("heroes").game) == (2, 3, 4)


@pytest.mark.parametrize("older", ["agents", "by_table"])
def test_an_answer_of_an_older_version_is_none(older):
    data = as_json(FOUND.powers[0])
    for place in (data, *data["cards"]):
        place.pop(older, None)
    with pytest.raises(KeyError):
        from_json(data)
