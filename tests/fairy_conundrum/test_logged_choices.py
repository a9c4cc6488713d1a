"""The columns options_in and chosen_in: cards of the hand that could be called, and the one that was."""

from __future__ import annotations

import polars as pl
import pytest

from balance.games.fairy_conundrum.codes import NARRATION
from balance.games.fairy_conundrum.play.turns import play_moment
from fairy_conundrum.table import plan_for, play, position
from helpers.logged_choices import check_choices


@pytest.mark.parametrize(
    ("player", "masks"),
    [  # the script `curve` places a shelter, then calls the dearest fairies it can pay, toll included
        (
            {"hand": ["light-3", "one", "mat-1"], "valley": ["nook"]},
            {"light-3": (0b01, 0b01), "mat-1": (0b11, 0b10), "one": (0b11, 0)},
        ),
        (
            {"hand": ["one", "light-5", "light-3"], "sparkles": 4, "valley": ["nook"]},
            {"light-3": (1, 1), "one": (1, 0)},  # light-5 is too dear
        ),
        ({"hand": ["one", "one", "nook"], "sparkles": 3}, {"nook": (1, 1), "one": (1, 0)}),  # then equal copies
        ({"hand": ["one"], "traps": ["sleeper"], "valley": ["nook"]}, {}),  # a mesangette is not in the hand
        ({"hand": ["gift", "parry"], "valley": ["worker", "fount"]}, {}),  # no shard is called: nothing is chosen
    ],
)
def test_a_card_is_called_among_those_of_the_hand_that_could_be(tmp_path, player, masks):
    game = position(tmp_path, player, {}, agents=("curve", "passive"))
    game.s.logs_turns = 1
    play_moment(game.s, game.t, NARRATION)
    choices = game.s.choices
    logged = {id: (int(choices.options_in[0, c]), int(choices.chosen_in[0, c])) for c, id in enumerate(game.cards.ids)}
    assert {id: mask for id, mask in logged.items() if mask != (0, 0)} == masks


def test_no_more_is_chosen_than_is_called():
    log = play(plan_for(2, agents=("greedy", "random"), cards_of_the_game=True), 10)
    rows = pl.DataFrame(log["cards"])
    choices = check_choices(rows, declinable=False)
    assert choices.height > 100
    chosen = pl.col("chosen_in").bitwise_count_ones()
    assert rows.filter(chosen > pl.col("called") + pl.col("placed")).is_empty()
    calls = sum(row["fairies_called"] + row["shards_called"] + row["shelters_called"] for row in log["turns"])
    assert choices.height < calls
