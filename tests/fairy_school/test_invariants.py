"""The invariants of section 7.3 of the rules page, asked of the log of games of all kinds."""

from __future__ import annotations

import pytest
from hypothesis import given
from polars.testing import assert_frame_equal

from balance.engine.playing.runner import GameBatch
from fairy_school.any_table import plans
from fairy_school.invariants.log import logged, make
from fairy_school.invariants.whole import INVARIANTS, check_all
from fairy_school.sheet import reference_table
from helpers.logged_sql import unnoticed
from helpers.marks import by_day, games
from helpers.own_plans import first_games, many
from helpers.play import stored

pytestmark = pytest.mark.slow

KINDS_OF_GAMES = {  # what differs from four mixed styles in the long advanced game
    "4 mixed": {},
    "2 initiation": {"players": 2, "variant": "initiation", "settings": {"must_play_two": "on"}},
    "5 insensitive": {"players": 5, "settings": {"sharing": "insensitive"}},
    "6 short": {
        "players": 6,
        "agents": "greedy,random",
        "settings": {"length": "short", "sharing": "insensitive", "insensitive_alternation": "per_turn"},
    },
    "3 random, no elements, few cubes": {
        "players": 3,
        "variant": "expert",
        "agents": "random",
        "settings": {"start_elements": "0,0,0,0,0", "activation_cubes": "6", "final_turn_cap": "1"},
    },
    "2 random, long trimesters": {
        "players": 2,
        "agents": "random,builder",
        "settings": {"turns_per_trimester": "10", "leader_bonus_at_zero": "off"},
    },
}
BY_DAY = ["2 initiation", "5 insensitive", "6 short", "3 random, no elements, few cubes"]
"""Every variant, every way to share, and styles and chance."""


@pytest.mark.parametrize("kind", by_day(BY_DAY, [kind for kind in KINDS_OF_GAMES if kind not in BY_DAY]))
def test_1_to_14_with_the_frozen_cards(kind):
    check_all(logged(make(reference_table(), seed=len(kind), **KINDS_OF_GAMES[kind]), 0, games(10, 60)))


@given(plans(), first_games)
@many(2, at_night=20)
def test_1_to_14_with_any_card_table(drawn, first):
    check_all(logged(drawn.plan, first, 10))


# ---------------------------------------------------------------- the same games, the same rows


@given(plans(), first_games)
@many(2)
def test_fs_79_the_order_in_which_seats_are_gone_through_changes_nothing(drawn, first):
    usual = stored(drawn.plan, first, 3)
    player = GameBatch(drawn.plan)
    player.table.order[: drawn.plan.players] = range(drawn.plan.players)[::-1]
    player.play(first, 3)
    for name, frame in usual.items():
        assert_frame_equal(player.frame(name), frame)


# ---------------------------------------------------------------- the invariants themselves

CHANGES = {  # a change of one row of a table, and the invariant that must notice
    "turn: cubes_supply = cubes_supply + 1": "cubes_are_somewhere",
    "turn: kind_from_1 = kind_from_1 + 1": "kindness_is_what_was_received",
    "turn: kind_total = kind_total + 1": "kindness_is_what_was_received",
    "turn: act_left = act_left + 1": "cubes_given_are_activations",
    "turn: act_own = act_own + 40": "activations_are_possible",
    "turn: react = react + 1": "deeds_are_the_counts",
    "turn: taken = taken + 1": "deeds_are_the_counts",
    "turn: tops = []": "cubes_lie_on_cards_in_reach",
    "deed: did = did + 2 WHERE did < 2": "cards_are_activated_again_as_they_may",
    "line: shows = true WHERE card = 'FS001'": "activations_do_something",
    "turn: F_end = F_end + 1 WHERE NOT is_last": "stocks_go_on",
    "turn: E_start = E_start + 1, E_end = E_end + 1 WHERE turn = 1": "stocks_go_on",
    "turn: conv3 = conv3 + 1": "exchanges_lose_elements",
    "turn: jokers = jokers + 1": "exchanges_lose_elements",
    "turn: W_spend = W_spend + 1": "spending_has_reasons",
    "turn: col_a = 0 WHERE col_a = 2 AND act_own + act_left + act_right < 5": "spending_has_reasons",
    "turn: A_gain = A_gain + 100": "gains_have_reasons",
    "turn: leader_bonus = NULL WHERE leader_bonus IS NOT NULL": "leaders_gain_an_element",
    "turn: drawn = drawn + 1": "forests_are_filled",
    "turn: corner_discards = corner_discards + 1": "card_events_are_the_turns",
    "turn: reshuffles = reshuffles + 1 WHERE turn = 2": "piles_are_shuffled_when_empty",
    "turn: col_b = col_a": "columns_are_legal",
    "turn: bottom_card_a = NULL, top_card_a = NULL": "columns_are_legal",
    "met: kept = kept + 1 WHERE kept > 0": "decks_hold_what_came",
    "met: owned = owned - 1 WHERE owned > 0": "starting_cards_are_dealt",
    "seat: start_set = 5": "starting_cards_are_dealt",
    "met: played_shared = played_shared + 1 WHERE played_shared > 0": "card_events_are_the_turns",
    "met: reactivated = reactivated + 1 WHERE reactivated > 0": "card_events_are_the_turns",
    "turn: studied_corner = NULL WHERE studied_corner IS NOT NULL": "creatures_are_studied_once",
    "turn: bonuses = ['earth', 'earth', 'earth']": "creatures_are_studied_once",
    "turn: had = going WHERE len(done) > 0": "ongoing_projects_go_on",
    "turn: going_before = [] WHERE turn_in_trimester = 2 AND NOT is_final": "idle_seats_pick",
    "met: dropped = dropped + 1 WHERE dropped > 0": "drafts_add_up",
    "met: picked = picked - 1 WHERE picked > 0": "drafts_add_up",
    "met: options_in = 0, chosen_in = 0 WHERE chosen_in > 0": "choices_among_cards",
    "met: chosen_in = 1 WHERE options_in & 1 = 0": "choices_among_cards",
    "met: seen = 0 WHERE chosen_in > 0": "choices_among_cards",
    "met: realized_turn = realized_turn + 1 WHERE realized > 0": "projects_are_realized_once",
    "seat: removed_projects = removed_projects + 1": "projects_are_realized_once",
    "met: placed_top = 0, placed_bottom = 0 WHERE realized_turn BETWEEN 1 AND 5": "realized_projects_are_drawn_next",
    "turn: trimester = trimester + 1": "rows_are_turns",
    "seat: finished = NOT finished": "games_end_in_time",
    "turn: steps_total = 5 WHERE is_final AND NOT is_last": "games_end_in_time",
    "turn: steps_now = steps_now + 1": "steps_add_up",
    "met: offered = offered + 1 WHERE chosen = 1": "finals_are_chosen_in_order",
    "turn: leader_bonus = 'fire' WHERE is_last": "leaders_gain_an_element",
    "turn: W_end = 50 WHERE is_last AND steps_total < 5": "last_spending_leaves_nothing",
    "seat: pts_steps = pts_steps + 1": "scores_add_up",
    "turn: score = score + 1 WHERE NOT is_last": "scores_are_told_as_they_stand",
    "seat: rank = rank + 1": "wins_are_shared",
}


@pytest.mark.nightly
def test_every_invariant_notices_one_wrong_row():
    log = logged(make(reference_table(), seed=4), 0, 20)
    check_all(log)
    assert unnoticed(log, INVARIANTS, CHANGES) == []
    assert set(CHANGES.values()) == {invariant.__name__ for invariant in INVARIANTS}
