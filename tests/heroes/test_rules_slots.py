"""The rules HF-20 to HF-34: edges, energies, slots, damage. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from balance.games.heroes.rules.damage import fits, uncovered_points
from balance.games.heroes.rules.lineup import icons_between
from heroes.box import box, hero, mission, tile
from heroes.sheet import FIGHTER, Sheet, Slots, most_placed, plan_for, play
from heroes.table import card_table, reading

SMALL = range(3)
DAMAGE = list(product(SMALL, repeat=4))  # L, F, I, untyped
FREE = list(product(SMALL, repeat=4))


def slots_of(*lineup) -> Slots:
    """The slots of a line-up, all free."""
    return Sheet(lineup, []).free()


def icons(right: str, left: str) -> int:
    """Complete icons between two edges."""
    return sum(slots_of(hero(id="a", right=right), hero(id="b", left=left))[:3])


# ---------------------------------------------------------------- energies and slots


def test_hf_20_half_icons_match_at_their_own_position_only():
    assert icons("L--", "L--") == icons("-L-", "-L-") == icons("--L", "--L") == 1
    assert icons("L--", "-L-") == icons("L--", "--L") == icons("-L-", "L--") == 0
    assert icons("LL-", "-LL") == 1
    assert icons("LLL", "LLL") == 3


def test_hf_20_all_edges_have_the_same_number_of_positions():
    _, problems = reading(card_table({"H1": {"traits": "strength=2; left=LF; right=--I; slots=0"}}))
    assert [problem.column for problem in problems.errors] == ["traits"]


def test_hf_20_edges_may_have_any_number_of_positions():
    assert icons("L", "L") == 1
    assert icons("LFIL-", "LFLLI") == 3


@pytest.mark.parametrize("right", "LFI-")
@pytest.mark.parametrize("left", "LFI-")
def test_hf_21_two_half_icons_of_one_type_make_an_energy_of_this_type(right, left):
    complete = right == left != "-"
    pair = [hero(id="a", right=right), hero(id="b", left=left)]
    assert slots_of(*pair) == tuple(int(complete and right == letter) for letter in ("L", "F", "I", ""))
    game = Sheet(pair, [])
    assert icons_between(game.t, 0, 1) == complete


def test_hf_21_the_outer_edges_of_a_line_up_give_nothing():
    both = hero(left="LFI", right="LFI")
    assert slots_of(both) == (0, 0, 0, 0)
    assert slots_of(both, both) == (1, 1, 1, 0)
    assert slots_of(both, both, both) == (2, 2, 2, 0)


def test_hf_21_the_pick_that_completes_icons_is_logged_with_their_number():
    ids = {card.id: card for card in box().heroes}
    for log in play(plan_for(2, box()), 5):
        for seat in (0, 1):
            lineup: list[str] = []
            for row in (row for row in log["turns"] if row["seat"] == seat):
                if row["phase"] == "recruit":
                    lineup = [row["hero"], *lineup] if row["side"] == "left" else [*lineup, row["hero"]]
                    at = 0 if row["side"] == "left" else len(lineup) - 2
                    pair = [ids[id] for id in lineup[at : at + 2]] if len(lineup) > 1 else []
                    same = zip(pair[0].right, pair[1].left, strict=True) if pair else ()
                    assert row["icons_gained"] == sum(a == b != "-" for a, b in same)
                elif row["phase"] == "return":
                    for i in (1, 2, 3):
                        lineup.remove(row[f"discard_{i}"])


def test_hf_22_energies_plain_slots_and_prestige_slots_of_all_heroes():
    game = Sheet(
        [
            hero(id="a", right="LF-", slots=(0, 2)),
            hero(id="b", left="LFI", right="I-I", slots=()),
            hero(id="c", left="I-I", right="F--", slots=(3, 0, 0, 1)),
        ],
        [],
    )
    assert game.free() == (1, 1, 2, 6)
    slots = game.s.seat[0].slots
    assert slots.plain == slots.free_plain == 3
    assert game.values_free() == [1, 2, 3]
    assert uncovered_points(slots) == 6


def test_hf_23_untyped_damage_goes_on_any_slot_and_typed_on_its_energy_only():
    for place in range(4):
        free = tuple(int(place == i) for i in range(4))
        for kind, text in enumerate(("L", "F", "I", "1")):
            game = Sheet([], [])
            game.set_free(0, *free)
            assert game.damage(0, text) == int(kind in (place, 3))
    game = Sheet([], [])
    game.set_free(0, 0, 0, 0, 0, values=(1, 2))
    assert game.damage(0, "LFI") == 0
    assert game.damage(0, "2") == 2


def test_hf_24_slots_are_those_of_the_line_up_for_the_whole_round():
    first = [hero("fight 3", id="a", right="L--", slots=(0,)), hero("fight 3", id="b", left="L--", slots=(1,))]
    game = Sheet(first, first, agents=[FIGHTER])
    game.adventure()
    for seat in (0, 1):
        slots = game.s.seat[seat].slots
        assert (slots.energy.tolist(), slots.plain, slots.prestige) == ([1, 0, 0], 1, 1)
    game.line_up(0, *first[:1])
    game.line_up(1, *first[:1])
    game.adventure()  # another line-up: counted anew
    assert game.free(0) == game.free(1) == (0, 0, 0, 1)


def test_hf_24_the_capacity_of_a_seat_is_constant_inside_a_round():
    for log in play(plan_for(2, box(), ["greedy"]), 3):
        for row in log["turns"]:
            if row["free_l"] is not None and row["victim"] is None and row["tile_drawn"] is None:
                before = sum(row[f"free_{kind}"] for kind in ("l", "f", "i"))
                after = sum(row[f"{kind}_after"] for kind in ("l", "f", "i"))
                assert after <= before
                assert row["l_after"] == row["free_l"] or row["dmg_l"] or row["dmg_any"]


def test_hf_25_where_a_slot_lies_never_matters():
    together = [hero(id="full", slots=(0, 2, 3)), hero(id="empty"), hero("heal 2", id="healer")]
    spread = [hero(id="one", slots=(0,)), hero("heal 2", id="two", slots=(3,)), hero(id="three", slots=(2,))]
    for lineup, healer in ((together, 2), (spread, 1)):
        game = Sheet(lineup, [], agents=["greedy"])
        assert game.free() == (0, 0, 0, 3)
        assert game.damage(0, "3") == 3
        game.turn(0, healer)  # heals counters on any hero
        assert game.values_free() == [2, 3]


# ---------------------------------------------------------------- placing damage


def test_hf_30_all_damage_fits_if_and_only_if_every_point_finds_a_slot():
    game = Sheet([], [])
    for free in FREE:
        game.set_free(0, *free)
        for hit in DAMAGE:
            game.s.hit[:] = hit
            assert bool(fits(game.s.seat[0].slots, game.s.hit)) == (most_placed(hit, free) == sum(hit))


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_hf_31_as_many_points_as_possible_are_placed_the_typed_ones_first(agent):
    game = Sheet([], [], agents=[agent])
    for free, hit in product(FREE[::2], DAMAGE[::3]):
        game.set_free(0, *free[:3], free[3] // 2, values=(1,) * (free[3] - free[3] // 2))
        text = f"{hit[3]}{'L' * hit[0]}{'F' * hit[1]}{'I' * hit[2]}"
        assert game.damage(0, text) == most_placed(hit, free)
        after = game.free()
        for kind in range(3):
            assert after[kind] <= free[kind] - min(hit[kind], free[kind])
        assert sum(after) == sum(free) - most_placed(hit, free)


@pytest.mark.parametrize(("attacker", "victim"), [("random", "greedy"), ("greedy", "random")])
def test_hf_32_the_owner_chooses_the_slot_also_when_an_opponent_caused_the_damage(attacker, victim):
    strike = tile("hit 1", "immediate")
    game = Sheet([hero("tile")], [hero()], supply=[strike], agents=[attacker, victim])
    game.set_free(1, 1, 1, 1, 1, values=(2,))
    left = Counter()
    for _ in game.again(60):
        assert game.turn().hit_placed == 1
        left[game.free(1), tuple(game.values_free(1))] += 1
    plain_first = {((1, 1, 1, 1), (2,))}
    anywhere = {((0, 1, 1, 2), (2,)), ((1, 0, 1, 2), (2,)), ((1, 1, 0, 2), (2,)), ((1, 1, 1, 1), ())}
    assert set(left) == (plain_first if victim == "greedy" else plain_first | anywhere)


def test_hf_32_a_random_seat_chooses_among_the_single_slots():
    game = Sheet([], [])
    game.set_free(0, 3, 0, 1, 2, values=(1, 3))
    covered = Counter()
    for _ in game.again(1600):
        game.damage(0, "1")
        covered[game.free(), tuple(game.values_free())] += 1
    expected = {
        ((2, 0, 1, 4), (1, 3)): 3,
        ((3, 0, 0, 4), (1, 3)): 1,
        ((3, 0, 1, 3), (1, 3)): 2,
        ((3, 0, 1, 3), (3,)): 1,
        ((3, 0, 1, 3), (1,)): 1,
    }
    assert set(covered) == set(expected)
    for place, slots in expected.items():
        assert covered[place] == pytest.approx(200 * slots, abs=80)


def test_hf_32_a_competent_seat_spares_prestige_slots_and_the_dear_ones_longest():
    game = Sheet([], [], agents=["greedy"])
    game.set_free(0, 1, 1, 1, 2, values=(3, 1))
    left = []
    for _ in range(7):
        game.damage(0, "1")
        left.append((game.free(), game.values_free()))
    assert [generic for (*_, generic), _ in left] == [3, 2, 2, 2, 2, 1, 0]
    assert left[5][1] == [3]


def test_hf_33_damage_that_cannot_be_placed_is_lost_without_further_penalty():
    game = Sheet([hero()], [hero()])
    game.set_free(0, 0, 1, 0, 1)
    assert game.damage(0, "9LLI") == 2
    assert game.free() == (0, 0, 0, 0)
    assert game.s.counters == 2
    assert game.track() == 0
    assert game.free(1) == (0, 0, 0, 0)


def test_hf_34_counters_never_run_out_and_the_most_on_the_table_is_counted():
    game = Sheet([hero()] * 4, [hero()] * 4)
    for seat in (0, 1):
        game.set_free(seat, 0, 0, 0, 20)
        for _ in range(3):
            game.damage(seat, "6")
    assert game.s.counters == game.s.most_counters == 36
    game.come_home()
    assert game.s.counters == 0
    assert game.s.most_counters == 36


def test_hf_34_the_log_tells_the_most_counters_of_a_game():
    heroes = tuple(hero("mission", id=f"h{n}", slots=(0,) * 5) for n in range(60))
    missions = tuple(mission("wounds 2", rank=rank, start=True, id=rank) for rank in "BAS")
    (log,) = play(plan_for(4, box(heroes=heroes, missions=missions), [FIGHTER]))
    assert log["games"][0]["max_counters"] == max(row["counters"] for row in log["turns"]) == 4 * 6 * 2


def test_hf_34_a_mission_with_fixed_wounds_counts_them_too():
    game = Sheet([hero("mission")], [], missions={"S": [mission("wounds 2L")]}, agents=[FIGHTER])
    game.set_free(0, 1, 0, 0, 2)
    game.turn()
    assert game.s.counters == 3
