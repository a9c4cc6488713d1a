"""What is dealt anew in a what-if: the order of the deck, and nothing that was flipped."""

from __future__ import annotations

from collections import Counter

from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_redealt, play_scripted
from helpers.play import compile_once, make
from helpers.shares import assert_even

FUTURES = 400
TURN = 3


def test_fy_33_the_next_card_is_any_that_is_not_flipped():
    compile_once("fairy")
    batch = GameBatch(make("fairy", agents="greedy", players=2, seed=3, log="seats"))
    made = play_scripted(batch, 0)
    batch.clear()
    cards = int(batch.table.cards)
    true = batch.state.order[:cards].tolist()
    second_seat = made[2 * TURN - 1]  # of this turn: both guess before the flip, so the game is left before the first
    following: Counter[int] = Counter()
    for future in range(1, FUTURES + 1):
        play_redealt(batch, 0, made[: second_seat.number + 1], future)
        batch.clear()
        order = batch.state.order[:cards].tolist()
        assert order[:TURN] == true[:TURN]
        assert sorted(order) == sorted(true)
        following[order[TURN]] += 1
    assert_even(following, true[TURN:])
