"""Chance of plain games is that of compiled ones, number for number."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.kernels.kernel import new, record
from balance.engine.kernels.lineup import LINEUP, deal_styles
from balance.engine.kernels.rng import below, start_streams, uniform
from balance.engine.plain.chance import SEATS, Chance
from helpers.plain_chance import Decisions

STATE = record(stream=(np.uint64, 3), style=(np.int64, 16))
TABLE = record(lineup=LINEUP)


@pytest.mark.parametrize("game_no", [0, 1, 2**40])
def test_streams_give_what_those_of_kernels_give(game_no):
    s, chance = new(STATE), Chance(7, game_no)
    start_streams(s, 7, game_no, 3)
    for purpose in range(3):
        stream = chance.stream(purpose)
        for n in (1, 2, 6, 52, 2**32 - 1):
            assert stream.below(n) == below(s, purpose, n)
        assert stream.uniform() == uniform(s, purpose)


def test_the_seats_are_dealt_as_kernels_deal_them():
    s, t = new(STATE), new(TABLE)
    t.lineup.dealt = 1
    t.lineup.choices[:4] = 3, 1, 2, 1
    t.lineup.style[:4, :3] = [[0, 1, 2], [3, 0, 0], [4, 5, 0], [6, 0, 0]]
    for game_no in range(40):
        start_streams(s, 1, game_no, 1)
        deal_styles(s, t, 4)
        luck = Chance(1, game_no).stream(SEATS)
        styles = [each[luck.below(len(each))] if len(each) > 1 else each[0] for each in ([0, 1, 2], [3], [4, 5], [6])]
        luck.shuffle(styles)
        assert styles == s.style[:4].tolist()


def test_the_luck_of_a_choice_is_its_own():
    reference, chance = Decisions(5, 9), Chance(5, 9)
    for seat in (0, 2, 0):
        assert chance.of_choice(seat, "").below(1000) == reference.ask(seat, 0).below(1000)
    other = Chance(5, 9)
    other.named("dice").below(6)
    other.of_choice(1, "hold").below(2)
    assert other.of_choice(0, "").below(1000) == Decisions(5, 9).ask(0, 0).below(1000)


def test_every_name_has_a_stream_of_its_own():
    dice = [Chance(1, game_no).named("dice").below(6) for game_no in range(600)]
    cards = [Chance(1, game_no).named("deck").below(6) for game_no in range(600)]
    assert 60 < sum(die == other for die, other in zip(dice, cards, strict=True)) < 140
    assert all(70 < dice.count(side) < 130 for side in range(6))
