"""The invariants of section 7.2 of the rules page, asked of the log of games of all kinds."""

from __future__ import annotations

import pytest
from hypothesis import given

from alfheim.any_table import plans
from alfheim.cards import card_table
from alfheim.invariants.log import logged, make, own_style, reference_table
from alfheim.invariants.whole import INVARIANTS, check_all
from alfheim.modes import ANY_TWO
from balance.engine.game.styles import LARGEST_WEIGHT
from balance.games.alfheim import GAME
from helpers.logged_sql import unnoticed
from helpers.marks import few_by_day, games
from helpers.own_plans import first_games, many

pytestmark = pytest.mark.slow

KINDS_OF_GAMES = {  # what differs from four mixed styles
    "4 mixed": {},
    "4 random": {"agents": "random"},
    "1 alone": {"players": 1},
    "2 contains": {"players": 2, "settings": {"line_match": "contains"}},
    "3 without swaps": {"players": 3, "settings": {"swap": "off", "second_reveal": "off", "footprint_cap": "0"}},
    "5 lead first": {
        "players": 5,
        "agents": "greedy,random",
        "settings": {"process_order": "lead_first", "footprint_point": "9", "footprint_cap": "36"},
    },
}


@pytest.mark.parametrize("kind", few_by_day(list(KINDS_OF_GAMES), 2))
def test_1_to_10_with_the_frozen_cards(kind):
    check_all(logged(make(reference_table(), seed=len(kind), **KINDS_OF_GAMES[kind]), 0, games(15, 40)))


@pytest.mark.parametrize("line_match", ["segment", "contains"])
def test_1_to_10_in_closed_areas(line_match):
    request = {"players": 5, "agents": "random", "settings": {"line_match": line_match}}
    log = logged(make(card_table(ANY_TWO), seed=1, **request), 0, 80)
    assert log.value("SELECT count(*) FROM turn WHERE turn = 7 AND fp_x IS NULL") > 0
    check_all(log)


@given(plans(), first_games)
@many(4, at_night=40)
def test_1_to_10_with_any_card_table(drawn, first):
    check_all(logged(drawn.plan, first, 10))


@pytest.mark.nightly
@pytest.mark.parametrize("close_q", [-LARGEST_WEIGHT, -200.0, LARGEST_WEIGHT])
def test_1_to_10_whatever_a_style_weighs(close_q):
    greedy = next(style for style in GAME.styles if style.name == "greedy")
    steep = own_style("steep", {**greedy.weights, "close_q": close_q})
    huge = own_style("huge", dict.fromkeys(greedy.weights, LARGEST_WEIGHT) | {"close_q": close_q})
    settings = {"line_match": "contains"}
    plan = make(reference_table(), [steep, huge], players=3, agents="steep,huge,steep", settings=settings)
    check_all(logged(plan, 0, 60))


# ---------------------------------------------------------------- the invariants themselves

CHANGES = {  # a change of one row of a table, and the invariant that must notice
    "turn: turn = 12 WHERE turn = 11": "rows_are_rounds",
    "turn: start_icons = 'ZZ'": "rows_are_rounds",
    "turn: agent = 'nobody'": "rows_are_rounds",
    "game: end_reason = 'capped'": "rows_are_rounds",
    "turn: drawn = 'Z'": "all_draw_the_same",
    "game: removed = substr(draw_order, 1, 1) WHERE removed <> substr(draw_order, 1, 1)": "stacks_are_colour_sets",
    "game: lead = 4": "stacks_are_colour_sets",
    "turn: start_icons = (SELECT reverse(icons) FROM start s WHERE s.game_no = turn.game_no AND s.seat = 0) "
    "WHERE turn = 1 AND seat = 1": "start_pairs_differ",
    "turn: start_icons = 'BB' WHERE turn = 1 AND start_icons <> 'BB'": "black_tiles_are_dealt",
    "game: centre_start = reverse(centre_start) || 'B'": "black_tiles_are_dealt",
    "turn: queue = (queue + 1) % 4": "queues_are_orders",
    "turn: swapped = 0 WHERE swapped = 1 AND kept <> drawn": "tiles_are_swapped_as_allowed",
    "turn: swapped = 1 WHERE swapped = 0": "tiles_are_swapped_as_allowed",
    "seat: n_swaps = n_swaps + 1": "tiles_are_swapped_as_allowed",
    "turn: kept = 'Z' WHERE swapped = 1": "centre_stack_is_gone_through",
    "turn: kept = 'Z'": "tiles_are_somewhere",
    "game: centre_start = 'Z' || substr(centre_start, 2)": "tiles_are_somewhere",
    "turn: x = 1, y = 0": "cells_hold_one_tile",
    "turn: fp_x = x, fp_y = y WHERE turn = 7": "cells_hold_one_tile",
    "turn: x = 9": "clues_join_the_area",
    "turn: n_cells = n_cells + 1": "clues_join_the_area",
    "turn: x = NULL, y = NULL": "clues_join_the_area",
    "turn: fp_y = 9 WHERE turn = 7": "footprints_join_the_area",
    "turn: fp_x = NULL, fp_y = NULL WHERE turn = 7": "footprints_join_the_area",
    "turn: fp_icons = 'BC' WHERE turn = 6": "footprints_join_the_area",
    "turn: fp_icons = 'ZZ' WHERE turn = 7": "footprints_join_the_area",
    "turn: x = 9, y = 9 WHERE turn < 11": "areas_grow",
    "turn: n_cells = 0": "areas_grow",
    "turn: placements = placements || ';' || placements WHERE placements <> ''": "fairies_are_placed_once",
    "turn: placements = 'king@5,5:king_a' WHERE turn = 6": "fairies_are_placed_once",
    "turn: placements = '' WHERE placements <> ''": "fairies_are_placed_once",
    "turn: tomte_drawn = NULL WHERE tomte_drawn IS NOT NULL": "secret_tiles_come_once",
    "turn: tomte_drawn = 'tomte_a' WHERE tomte_drawn IS NULL": "secret_tiles_come_once",
    "turn: tomte_drawn = 'queen_a' WHERE tomte_drawn IS NOT NULL": "secret_tiles_come_once",
    "seat: tomte_left = 1 - tomte_left": "secret_tiles_come_once",
    "turn: placements = replace(placements, ':queen_', ':king_') WHERE placements LIKE '%queen%'": "costs_are_in_force",
    "turn: tomte_drawn = NULL WHERE tomte_drawn IS NOT NULL AND placements LIKE '%tomte%'": "costs_are_in_force",
    "game: reveal_start = ''": "costs_are_in_force",
    "turn: placements = replace(placements, '@', '@2') WHERE placements NOT LIKE '%@-%'": "fairies_are_paid",
    "turn: kept = 'Z' WHERE placements <> ''": "fairies_are_paid",
    "turn: n_payable = n_payable + 1": "payable_types_are_counted",
    "turn: n_declined = n_declined + 1": "payable_types_are_counted",
    "game: reveal_start = replace(reveal_start, 'queen', 'king')": "costs_are_revealed",
    "game: reveal_prep = replace(reveal_prep, ';queen', ';tomte')": "costs_are_revealed",
    "game: reveal_prep = ''": "costs_are_revealed",
    "turn: experts = '' WHERE experts <> ''": "experts_are_claimed",
    "turn: experts = experts || '*' WHERE experts <> '' AND experts NOT LIKE '%*'": "experts_are_claimed",
    "turn: experts = replace(experts, '=5', '=4') WHERE experts LIKE '%=5%'": "experts_are_claimed",
    "turn: experts = 'fairy=1' WHERE turn = 1": "experts_are_claimed",
    "seat: pts_nisse = pts_nisse + 1": "scores_add_up",
    "seat: pts_expert_tomte = pts_expert_tomte + 1": "scores_add_up",
    "seat: fairy_points = fairy_points + 1": "scores_add_up",
    "seat: score = score + 1": "scores_add_up",
    "seat: pts_footprint = pts_footprint + 1": "footprints_bring_their_neighbours",
    "seat: score = 52": "scores_stay_in_bounds",
    "turn: score = score + 1 WHERE turn < 11": "scores_are_told_as_they_stand",
    "turn: score = score + 1 WHERE turn = 11": "scores_are_told_as_they_stand",
    "seat: rank = rank + 1": "wins_are_shared",
    "seat: win_share = 0.5 WHERE win_share = 1": "wins_are_shared",
    "game: margin = margin + 1": "wins_are_shared",
    "game: winners = winners + 1": "wins_are_shared",
    "game: lead_changes = lead_changes + 1": "leads_are_told",
    "game: lead_turn = lead_turn + 1": "leads_are_told",
    "met: options_in = options_in | 1::BIGINT << 40": "fairies_are_chosen_by_their_costs",
    "met: chosen_in = 1 WHERE options_in & 1 = 0": "fairies_are_chosen_by_their_costs",
    "met: paid = 0 WHERE chosen_in > 0": "fairies_are_chosen_by_their_costs",
    "met: first_turn = first_turn + 1": "card_events_are_the_turns",
    "met: seen = seen + 1": "card_events_are_the_turns",
} | {
    f"met: {event} = {event} + 1 WHERE {event} > 0": "card_events_are_the_turns"
    for event in ("revealed", "paid", "held", "claimed", "drawn", "swapped_out", "swapped_in", "placed",
                  "used_by_others", "kept")
}  # fmt: skip


@pytest.mark.nightly
def test_every_invariant_notices_one_wrong_row():
    players = "mixed(greedy,courtier,farmhand,gardener,sprinter,purist,tracker)"  # who swaps, and who never does
    log = logged(make(reference_table(), agents=players, seed=7), 0, 10)
    check_all(log)
    assert unnoticed(log, INVARIANTS, CHANGES) == []
    assert set(CHANGES.values()) == {invariant.__name__ for invariant in INVARIANTS}
