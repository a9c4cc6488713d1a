"""What the adversaries of a seat promise to a style (section 4.1), where it can be worked out by hand."""

from __future__ import annotations

import pytest

from balance.games.heroes.cards.box import Adversary
from balance.games.heroes.state import ENDS, ROUNDS, TURNS
from balance.games.heroes.styles.adversaries import odds_to_stay_ahead, promise
from heroes.box import adversary, hero
from heroes.sheet import Sheet

SET = "set brown+green+blue = 4"


def promised(*seats: list[Adversary], odds: float, turn: int = TURNS, strengths: tuple[int, ...] = (0, 0)) -> float:
    """What the first seat's adversaries promise, with foresight 0.5."""
    lineups = [[hero(strength=strength)] * 6 for strength in strengths]
    game = Sheet(*lineups, held=dict(enumerate(seats)))
    game.s.turn, game.s.stage = turn, 0 if turn <= ENDS[0] else ROUNDS - 1
    style = game.t.style[game.s.style[0]]
    style.odds, style.foresight = odds, 0.5
    return float(promise(game.s, game.t, 0))


def plain(*colors: str) -> list[Adversary]:
    return [adversary(color, points=0) for color in colors]


@pytest.mark.parametrize(
    ("more", "odds", "worth"),
    [
        ([], 0, 4 + 0.5 * 4),  # both cards show three of three colours
        ([], 1, 4 + 0.5 * 4 / 9),  # but the set is used up, and one brown card is left for another
        (["green"], 1, 4 + 0.5 * 4 * 4 / 9),
        (["green", "blue"], 1, 8),
        (["green", "blue"], 0, 8),
    ],
)
def test_a_set_is_used_up_once(more, odds, worth):
    held = [adversary("brown", SET, 0), adversary("brown", SET, 0), *plain("green", "blue", *more)]
    assert promised(held, [], odds=odds) == pytest.approx(worth)


def test_the_odds_of_a_majority_grow_with_the_lead_and_with_the_time_it_has_held():
    def share(mine: int, theirs: int, turn: int) -> float:
        held = [adversary("red", "most red = 1", 0), *plain(*["red"] * (mine - 1))]
        return promised(held, plain(*["red"] * theirs), odds=1, turn=turn)

    early, late = TURNS - 20, TURNS - 1
    assert 0.5 < share(2, 1, early) < share(3, 1, early) < share(5, 1, early) < 1
    assert share(2, 1, early) < share(2, 1, late)
    assert share(1, 2, late) < share(1, 2, early) < 0.5
    assert share(2, 1, TURNS) > 0.9
    assert share(1, 1, TURNS) < 0.1  # a tie pays nothing (HF-101)


@pytest.mark.parametrize(("mine", "theirs", "earned"), [(3, 2, True), (2, 3, False), (2, 2, False)])
def test_the_odds_of_strength_are_of_the_heroes_that_stay(mine, theirs, earned):
    """After the last round three of six stay: a lead of one each is a lead of three."""
    share = promised([adversary("red", "strongest = 1", 0)], [], odds=1, strengths=(mine, theirs))
    assert (share > 0.9) == earned
    assert (share < 0.4) != earned
    early = promised([adversary("red", "strongest = 1", 0)], [], odds=1, turn=1, strengths=(mine, theirs))
    assert abs(early - 0.5) < abs(share - 0.5)  # line-ups will change


def test_the_odds_of_a_number_of_adversaries_grow_with_those_held_and_with_the_rows_to_come():
    def share(held: int, rows: int, odds: float = 1) -> float:
        return promised(
            [adversary("red", "count 7 = 1", 0), *plain(*["blue"] * (held - 1))], [], odds=odds, turn=TURNS - rows
        )

    assert share(1, 25) > 0.9  # nearly everybody ends with seven
    assert share(2, 3) < share(2, 12) < share(3, 12) < share(6, 12) < 1
    assert 0.3 < share(5, 3) < 0.6
    assert share(6, 0) < 0.1
    assert [share(7, rows) for rows in (25, 3, 0)] == [1, 1, 1]
    assert share(2, 25, odds=0) == share(2, 3, odds=0) == 0.5 * 2 / 7  # by the share of the way


def test_odds_are_even_half_a_step_ahead():
    assert odds_to_stay_ahead(0.5, 3.0) == 0.5
    assert odds_to_stay_ahead(1.0, 1.0) + odds_to_stay_ahead(0.0, 1.0) == pytest.approx(1)
