"""The invariants of section 7.2 of the rules page, asked of the log of thousands of games of all kinds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from helpers.marks import few_by_day, games
from helpers.own_plans import first_games, many
from helpers.play import play
from heroes.any_table import plans
from heroes.invariants import INVARIANTS, check_all
from heroes.play import make
from heroes.played import Played
from heroes.table import card_table

pytestmark = pytest.mark.slow

STRICT = {"allow_decline": "off", "tile_timing": "on_draw", "discard_after_last_round": "off"}
ALL_STYLES = "random,greedy,brawler,quester,star,astrologer,rival"
SIGMAS = 4.5

KINDS_OF_GAMES = {  # players, line-up, settings
    "4 mixed": (4, None, {}),
    "3 mixed": (3, None, {"dice": "standard"}),
    "2 mixed": (2, None, {"dice": "harsh"}),
    "4 random": (4, "random", {"dice": "mild"}),
    "3 random": (3, "random", {"allow_decline": "off"}),
    "2 random": (2, "random", {"tile_timing": "on_draw"}),
    "4 greedy": (4, "greedy", {"collection_mode": "shared"}),
    "3 greedy": (3, "greedy", {"discard_after_last_round": "off"}),
    "2 greedy": (2, "greedy", {"allow_decline": "off", "collection_mode": "shared"}),
    "4 one random": (4, "random,brawler,rival,astrologer", STRICT | {"dice": "harsh"}),
    "3 strict": (3, None, STRICT | {"collection_mode": "shared"}),
    "2 strict": (2, "random,star", STRICT | {"dice": "mild"}),
}


@pytest.mark.parametrize("kind", few_by_day(list(KINDS_OF_GAMES), 2))
def test_1_to_10_with_the_frozen_cards(kind):
    players, agents, settings = KINDS_OF_GAMES[kind]
    plan = make(players=players, agents=agents, settings=settings, seed=len(kind))
    check_all(play(plan, 0, games(30, 200)), plan)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_to_10_with_copies_of_cards(players):
    plan = make(card_table(), players=players, agents=",".join(["random", "greedy", "quester", "rival"][:players]))
    check_all(play(plan, 10**12, 200), plan)


@given(plans(), first_games)
@many(8, at_night=125)
def test_1_to_10_with_any_card_table(drawn, first):
    check_all(play(drawn.plan, first, 20), drawn.plan)


@given(plans(odd=False), first_games)
@many(4, at_night=50)
def test_1_to_10_with_any_settings(drawn, first):
    check_all(play(drawn.plan, first, 50), drawn.plan)


# ---------------------------------------------------------------- the invariants themselves

CHANGES = {  # table, column, and one of the invariants that must notice
    ("turns", "score"): "components_add_up",
    ("turns", "start_seat"): "who_starts",
    ("turns", "icons_gained"): "lineups",
    ("turns", "placed"): "damage_is_placed",
    ("turns", "counters"): "counters_and_slots",
    ("turns", "pslot_after"): "counters_and_slots",
    ("turns", "adv_held"): "fights",
    ("turns", "track"): "points_on_the_track",
    ("turns", "reserve"): "tiles_are_somewhere",
    ("turns", "mission_points"): "missions",
    ("turns", "prestige_slots"): "counters_and_slots",
    ("seats", "rank"): "ranks_and_win_shares",
    ("seats", "pts_adv_majority"): "components_add_up",
    ("games", "missions_cycled"): "missions",
    ("games", "row_left"): "fights",
    ("games", "supply_emptied"): "tiles_are_somewhere",
    ("cards", "picked"): "picks_and_hands",
    ("cards", "held_over"): "discards_and_card_events",
    ("cards", "scored_bonus"): "adversaries_and_card_events",
}


@pytest.mark.nightly
@pytest.mark.parametrize(("table", "column"), CHANGES)
def test_one_number_that_is_one_too_high_is_noticed(table, column):
    """In the last row in which the column means something."""
    plan = make(players=2)
    log = play(plan, 0, 5)
    frame = getattr(log, table).with_row_index("row")
    means_something = frame[column] > 0 if table in ("cards", "turns") else frame[column] >= 0
    row = frame.filter(means_something)["row"][-1]
    changed = frame[column].to_list()
    changed[row] += 1
    frame = frame.with_columns(frame[column].clone().scatter(row, changed[row])).drop("row")
    named = {invariant.__name__: invariant for invariant in INVARIANTS}
    named[CHANGES[table, column]](Played(log, plan))
    with pytest.raises(AssertionError):
        named[CHANGES[table, column]](Played(replace(log, **{table: frame}), plan))
