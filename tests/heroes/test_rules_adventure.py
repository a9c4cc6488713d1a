"""The rules HF-40 to HF-57: order of play, a hero's turn, fights. At least one test per rule, named by it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from balance.games.heroes.rules.lineup import find_start
from balance.games.heroes.state import FACES
from balance.games.heroes.styles.wounds import price_slots, weigh_roll
from heroes.box import STANDARD, adversary, box, hero, mission, tile
from heroes.sheet import COWARD, FIGHTER, Sheet, evenly, plan_for, play, style

FOES = [adversary(color, points=points, id=color) for color, points in (("brown", 2), ("green", 5), ("blue", 3))]
DECK = [adversary("red", points=points, id=f"next {points}") for points in (1, 4, 6, 2)]
DICE_SETS = {1: "green", 2: "yellow", 3: "green+yellow", 4: "red", 5: "green+red", 6: "yellow+red", 7: "all"}
PRESETS = ("mild", "standard", "harsh")


def fight(does: str = "fight 2", free: int = 9, **more) -> Sheet:
    """A hero about to fight the three FOES, by default with room for any damage."""
    more.setdefault("agents", [FIGHTER])
    game = Sheet([hero(does)], [hero()], row=FOES, deck=DECK, **more)
    game.set_free(0, free, free, free, free)
    return game


# ---------------------------------------------------------------- order of play


@pytest.mark.parametrize("strongest", [0, 1, 2])
def test_hf_40_the_seat_with_most_strength_of_its_whole_line_up_starts(strongest):
    lineups = [[hero(strength=4), hero(strength=1)] for _ in range(3)]
    lineups[strongest] = [hero(strength=0, id="weak"), hero(strength=6, id="strong")]
    game = Sheet(*lineups)
    game.s.stage = 1
    find_start(game.s, game.t)
    assert game.s.starts.tolist() == [0, strongest, 0]


def test_hf_41_ties_are_broken_from_the_left_and_then_by_youth():
    cards = [hero(strength=n, id=f"strength {n}") for n in range(3)]
    rng = random.Random(41)
    for _ in range(150):
        lineups = [[rng.choice(cards[:3]) for _ in range(4)] for _ in range(3)]
        lineups[1] = rng.choice(list(permutations(lineups[0])))
        game = Sheet(*lineups)
        age = rng.sample(range(3), 3)
        game.s.age[:3] = age
        find_start(game.s, game.t)
        strengths = [[card.strength for card in lineup] for lineup in lineups]
        best = max(range(3), key=lambda seat: (sum(strengths[seat]), strengths[seat], -age.index(seat)))
        assert game.s.starts[0] == best


@pytest.mark.parametrize("start", [0, 1, 2])
def test_hf_42_position_by_position_all_seats_act_from_the_starting_seat_clockwise(start):
    tiles = [tile("shine 1", id=f"number {n}") for n in range(12)]
    lineups = [[hero("tile", strength=int(seat == start))] * 4 for seat in range(3)]
    game = Sheet(*lineups, supply=tiles, agents=[style("keeper")])
    game.adventure()
    for seat in range(3):
        assert game.reserved(seat) == tiles[(seat - start) % 3 :: 3]


def test_hf_43_a_turn_places_tiles_first_and_then_performs_the_action_in_force():
    shine = tile("shine 3")
    game = Sheet(
        [hero("fight 1"), hero("shine 1", id="next")], [hero()], more=[shine], agents=[style("eager", shine=9)]
    )
    game.reserve(0, shine)
    now = game.turn()
    assert (now.tiles_placed, game.reserved(), game.tiles_on()) == (1, [], [shine, None])
    assert game.track() == 3
    assert game.turn(0, 1).tiles_placed == 0
    assert game.track() == 4  # the token went on, and this hero acts as printed


def test_hf_43_every_hero_acts_once_a_round_from_left_to_right():
    for log in play(plan_for(2, box()), 3):
        ids = {card.id: card.action.options for card in box().heroes}
        for row in log["turns"]:
            if row["phase"] == "adventure" and row["tile_in_force"] is None:
                assert row["action"] == ids[row["hero"]][row["option"]].text
    game = Sheet([hero("shine 1"), hero("shine 2"), hero("shine 3")], [hero()] * 3)
    game.adventure()
    assert game.track() == 6


def test_hf_44_exactly_one_option_is_performed():
    game = Sheet([hero("shine 1 / shine 2 / shine 4")], [hero()])
    seen = Counter()
    for _ in game.again(600):
        now = game.turn()
        assert game.track() == (1, 2, 4)[now.option]
        seen[int(now.option)] += 1
    assert evenly(seen, range(3))


def test_hf_44_options_are_chosen_before_any_die_is_rolled():
    chosen = {}
    for face in ("0", "2"):
        game = fight("fight 1 / shine 1", free=1, faces={"green": face}, agents=["random"])
        chosen[face] = [int(game.turn().option) for _ in game.again(30)]
    assert chosen["0"] == chosen["2"]
    assert set(chosen["0"]) == {0, 1}


@pytest.mark.parametrize("allowed", [True, False])
def test_hf_45_a_fight_may_be_declined_where_the_setting_allows_it(allowed):
    game = fight("fight 3", free=0, agents=[COWARD], allow_decline=allowed)
    game.set_free(0, 0, 0, 0, 2, values=(3,))
    assert game.turn().k == (0 if allowed else 1)
    game = fight("fight 3", agents=["random"], allow_decline=allowed)
    assert evenly(Counter(int(game.turn().k) for _ in game.again(800)), range(0 if allowed else 1, 4))


@pytest.mark.parametrize("allowed", [True, False])
def test_hf_45_a_mission_may_be_declined_where_the_setting_allows_it(allowed):
    missions = {"B": [mission("wounds 1", "3;1")], "A": [mission("have 1")], "S": [mission("roll red")]}
    game = Sheet([hero("mission")], [hero()], missions=missions, agents=[COWARD], allow_decline=allowed)
    game.set_free(0, 0, 0, 0, 2)
    now = game.turn()
    assert (now.declined, now.mission == -1) == (int(allowed), allowed)
    game = Sheet([hero("mission")], [hero()], missions=missions, allow_decline=allowed)
    game.set_free(0, 0, 0, 0, 2)
    seen = Counter()
    for _ in game.again(600):
        now = game.turn()
        seen[int(now.mission)] += 1
        assert now.declined == int(now.mission == -1)
    assert evenly(seen, [0, 2, -1] if allowed else [0, 2])


@pytest.mark.parametrize("does", ["shine 1", "heal 1", "tile", "tile + roll yellow", "shine 1 + gift 1"])
def test_hf_45_nothing_else_can_be_declined(does):
    card = tile("shine 2", id="drawn")
    game = Sheet([hero(does)], [hero()], supply=[card], faces={"yellow": "1"}, agents=[COWARD])
    game.set_free(0, 0, 0, 0, 3)
    if "heal" in does:
        game.damage(0, "1")
    game.turn()
    assert game.track() == ("shine" in does)
    assert len(game.reserved()) + sum(on is not None for on in game.tiles_on()) == ("tile" in does)
    assert game.free()[3] == 3 - ("roll" in does)
    assert game.track(1) == ("gift" in does)


def test_hf_45_an_option_that_can_do_nothing_may_be_chosen_and_does_nothing():
    game = Sheet([hero("fight 1 / mission / heal 2 / tile")], [hero()], allow_decline=False)
    for _ in game.again(40):
        now = game.turn()
        assert (now.k_offered, now.k) == ((0, 0) if now.option == 0 else (-1, -1))
        assert now.mission == now.declined == now.tile_drawn == now.placed == -1
        assert game.scores() == [0, 0]


def test_hf_46_steps_are_performed_in_written_order_each_on_what_the_last_one_left():
    for does, free in (("roll red + heal 1", 2), ("heal 1 + roll red", 1)):
        game = Sheet([hero(does)], [hero()], faces={"red": "1"})
        game.set_free(0, 0, 0, 0, 3)
        game.damage(0, "1")
        if does.startswith("heal"):
            game.damage(0, "1")
        game.turn()
        assert game.free() == (0, 0, 0, free)
    missions = {"S": [mission("wounds L", "8;6")]}
    for does, points in (("heal 1 + mission", 8), ("mission + heal 1", 0)):
        game = Sheet([hero(does)], [hero()], missions=missions, agents=[FIGHTER])
        game.set_free(0, 1, 0, 0, 0)
        game.cover_all(0)
        game.turn()
        assert game.track() == points


# ---------------------------------------------------------------- fights


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("in_row", [0, 1, 2, 3])
def test_hf_50_up_to_n_adversaries_and_no_more_than_lie_in_the_row(n, in_row):
    game = Sheet([hero(f"fight {n}")], [hero()], row=FOES[:in_row])
    game.set_free(0, 9, 9, 9, 9)
    seen = Counter()
    for _ in game.again(150):
        now = game.turn()
        assert now.k_offered == min(n, in_row)
        seen[int(now.k)] += 1
        rolled = int(now.dice) + 1
        assert rolled.bit_count() == now.k  # a die of its own for each
        assert now.won == (1 if now.k else -1)
    assert set(seen) == set(range(min(n, in_row) + 1))


def test_with_nobody_to_fight_no_die_is_rolled_an_added_one_neither():
    game = Sheet([hero("fight 2 with red")], [hero()], more=FOES)
    now = game.turn()
    assert (now.k_offered, now.dice, now.won) == (0, -1, -1)


def test_hf_50_any_set_of_different_dice_may_be_rolled():
    game = fight("fight 3", agents=["random"], allow_decline=False)
    seen = Counter()
    for _ in game.again(1200):
        now = game.turn()
        seen[int(now.k), DICE_SETS[int(now.dice) + 1]] += 1
    for k, sets in ((1, ["green", "yellow", "red"]), (2, ["green+yellow", "green+red", "yellow+red"]), (3, ["all"])):
        assert evenly(Counter({dice: n for (at, dice), n in seen.items() if at == k}), sets)


FACES_OF = {  # the multiplicities of HF-51
    "mild": ("0 0 0 1 1 2", "1 1 1 2 L I", "1 1 2 L LF FF"),
    "standard": ("0 0 1 1 1 2", "1 1 2 2 L I", "1 2 2 L LF FF"),
    "harsh": ("0 1 1 1 2 2", "1 2 2 2 L I", "1 2 L LF FF FF"),
}
TOTALS = {  # the exact distributions of total points, from 0
    ("mild", 1): "1/2 1/3 1/6",
    ("mild", 3): "0 5/12 13/36 7/36 1/36",
    ("mild", 7): "0 0 5/24 7/18 5/18 1/9 1/72",
    ("standard", 1): "1/3 1/2 1/6",
    ("standard", 3): "0 2/9 4/9 5/18 1/18",
    ("standard", 7): "0 0 2/27 8/27 7/18 11/54 1/27",
    ("harsh", 1): "1/6 1/2 1/3",
    ("harsh", 3): "0 1/12 1/3 5/12 1/6",
    ("harsh", 7): "0 0 1/36 1/6 13/36 1/3 1/9",
}


def face_text(face) -> str:
    letters = "".join(letter * int(n) for letter, n in zip("LFI", face, strict=False))
    return f"{int(face[3]) or ''}{letters}" or "0"


@pytest.mark.parametrize("preset", [*PRESETS, "cards"])
def test_hf_51_the_faces_of_the_dice_are_those_of_the_setting(preset):
    faces = {"green": "1", "yellow": "LI", "red": "2F"}
    game = fight(faces=faces, dice=preset)
    shown = tuple(" ".join(face_text(game.t.face[die, i]) for i in range(FACES)) for die in range(3))
    assert shown == (
        ("1 1 1 1 1 1", " ".join(["LI"] * 6), " ".join(["2F"] * 6)) if preset == "cards" else FACES_OF[preset]
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_hf_51_the_exact_chances_of_all_results_of_dice_rolled_together(preset):
    rolls = fight(dice=preset).t.rolls
    for dice in range(1, 8):
        chances: Counter = Counter()
        for i in range(rolls[dice].outcomes):
            outcome = rolls[dice].outcome[i]
            chances[int(outcome.hit.sum())] += Fraction(float(outcome.p)).limit_denominator(216)
        assert sum(chances.values()) == 1
        if (preset, dice) in TOTALS:
            assert [chances[n] for n in range(7)][: len(TOTALS[preset, dice].split())] == [
                Fraction(text) for text in TOTALS[preset, dice].split()
            ]
    if preset == "standard":
        assert [rolls[dice].outcomes for dice in (1, 2, 4, 3, 7)] == [3, 4, 5, 10, 39]


@pytest.mark.slow
def test_hf_51_every_face_comes_up_as_often_as_it_is_on_the_die():
    for color in ("green", "yellow", "red"):
        game = Sheet([hero(f"roll {color}")], [hero()])
        game.set_free(0, 9, 9, 9, 9)
        seen = Counter()
        for _ in game.again(900):
            seen[face_text(game.turn().dmg)] += 1
        expected = Counter(STANDARD[color].split())
        assert set(seen) == set(expected)
        for face, n in expected.items():
            assert seen[face] == pytest.approx(150 * n, abs=70)


@pytest.mark.parametrize("color", ["green", "yellow", "red"])
def test_hf_51_only_the_green_die_can_miss(color):
    for preset, at in product(PRESETS, [("green", "yellow", "red").index(color)]):
        assert ("0" in FACES_OF[preset][at].split()) == (color == "green")
        rolls = fight(dice=preset).t.rolls[1 << at]
        totals = {int(rolls.outcome[i].hit.sum()) for i in range(rolls.outcomes)}
        assert (0 in totals) == (color == "green")


@pytest.mark.parametrize(("free", "won"), [(5, 1), (4, 0), (0, 0)])
def test_hf_52_a_fight_is_won_when_the_damage_of_all_dice_is_placed_and_a_lost_one_leaves_its_counters(free, won):
    game = fight("fight 3", free=0, faces={"green": "2", "yellow": "1", "red": "2"}, allow_decline=False)
    game.t.style[game.s.style[0]].slip = 1.0
    game.set_free(0, 0, 0, 0, free)
    for _ in game.again(40):
        game.set_free(0, 0, 0, 0, free)
        now = game.turn()
        if now.k == 3:
            assert now.dmg.tolist() == [0, 0, 0, 5]
            assert (now.won, now.placed) == (won, min(5, free))
            assert game.free() == (0, 0, 0, free - min(5, free))
            assert len(game.holds()) == 3 * won


def test_hf_53_the_winner_takes_any_k_cards_of_the_row_as_it_stood():
    game = fight("fight 2", agents=["random"])
    pairs = Counter()
    for _ in game.again(900):
        now = game.turn()
        taken = [card.id for card in game.holds()]
        assert len(taken) == now.k
        assert set(taken) <= {card.id for card in FOES}
        assert [game.adversaries[card].id for card in now.adv if card >= 0] == sorted(
            taken, key=[card.id for card in FOES].index
        )
        if now.k == 2:
            pairs[frozenset(taken)] += 1
    assert evenly(pairs, map(frozenset, combinations([card.id for card in FOES], 2)))


def test_hf_53_a_competent_seat_takes_what_is_worth_most_to_it():
    game = fight("fight 2", faces={"green": "0", "yellow": "1"})
    game.turn()
    assert {card.points for card in game.holds()} == {5, 3}


def test_hf_54_the_row_is_filled_again_after_the_fight_and_stays_short_when_the_deck_is_empty():
    game = Sheet([hero("fight 3")], [hero()], row=FOES, deck=DECK, agents=[FIGHTER], faces=dict.fromkeys(STANDARD, "1"))
    game.set_free(0, 0, 0, 0, 30)
    rows = [(int(game.turn().k), [card.id for card in game.row()]) for _ in range(4)]
    assert rows == [
        (3, ["next 1", "next 4", "next 6"]),
        (3, ["next 2"]),
        (1, []),
        (0, []),  # no fight without adversaries
    ]
    assert len(set(game.holds())) == 7


def test_hf_54_cards_that_were_not_taken_stay():
    game = fight("fight 1", faces={"green": "0"})
    game.turn()
    assert [card.id for card in game.row()] == ["brown", "blue", "next 1"]


def test_hf_54_a_lost_fight_leaves_the_row_as_it_is():
    game = fight("fight 3", free=0, faces=dict.fromkeys(STANDARD, "1"), allow_decline=False)
    assert game.turn().won == 0
    assert game.row() == FOES
    assert game.holds() == []


@pytest.mark.parametrize("face", ["0", "1", "L"])
def test_hf_55_without_free_slots_a_fight_is_won_when_every_die_misses(face):
    game = fight("fight 1", free=0, faces=dict.fromkeys(STANDARD, face), allow_decline=False)
    now = game.turn()
    assert now.k == 1
    assert now.won == (face == "0")
    assert now.placed == 0


@pytest.mark.slow
def test_hf_56_fight_2_with_red_rolls_red_as_well_and_takes_k_cards():
    game = fight("fight 2 with red", agents=["random"], faces={"green": "1", "yellow": "2", "red": "LF"})
    seen = Counter()
    for _ in game.again(900):
        now = game.turn()
        assert now.k_offered == 2
        dice = DICE_SETS.get(int(now.dice) + 1, "none")
        seen[int(now.k), dice] += 1
        untyped = {"none": 0, "green+red": 1, "yellow+red": 2, "all": 3}[dice]
        assert now.dmg.tolist() == ([1, 1, 0, untyped] if now.k else [-1] * 4)
        assert len(game.holds()) == now.k
    assert set(seen) == {(0, "none"), (1, "green+red"), (1, "yellow+red"), (2, "all")}
    assert evenly(Counter(dice for k, dice in seen.elements() if k == 1), ["green+red", "yellow+red"])


def chance(game: Sheet, dice: int) -> float:
    """The chance that all damage of a set of dice finds a slot of seat 0."""
    slots = game.s.seat[0].slots
    price_slots(game.s, slots)
    nothing = game.t.rolls[0].outcome[0].hit
    return float(weigh_roll(game.s, game.t, slots, game.t.rolls[dice], nothing, 0.0, 0.0)[1])


def test_hf_57_red_can_be_safer_than_yellow():
    game = fight("fight 2")
    game.set_free(0, 1, 2, 0, 0)
    assert chance(game, 2) == pytest.approx(5 / 6)
    assert chance(game, 4) == pytest.approx(1)
    rolled = {int(game.turn().dice) + 1 for _ in game.again(1)}
    best = max((3, 5, 6), key=lambda dice: chance_at(game, dice))
    assert rolled in ({1}, {best})


def chance_at(game: Sheet, dice: int) -> float:
    """The same, before the fight."""
    game.back()
    return chance(game, dice)


@pytest.mark.parametrize("preset", PRESETS)
def test_hf_57_one_adversary_is_never_met_better_than_with_green(preset):
    game = fight("fight 1", dice=preset)
    for free in product(range(3), repeat=4):
        game.set_free(0, *free)
        assert chance(game, 1) >= max(chance(game, 2), chance(game, 4)) - 1e-12


def test_hf_57_a_competent_seat_compares_all_sets_of_dice():
    rng = random.Random(57)
    seen = set()
    for k, _ in itertools.product((1, 2), range(60)):
        free = [rng.randrange(3) for _ in range(4)]
        game = fight(f"fight {k}", agents=[style("sure", adv=1000.0)])
        game.set_free(0, *free)
        sets = [dice for dice in range(1, 8) if dice.bit_count() == k]
        chances = {dice: chance(game, dice) for dice in sets}
        now = game.turn()
        if now.k == k:
            assert chances[int(now.dice) + 1] == pytest.approx(max(chances.values()))
            seen.add(DICE_SETS[int(now.dice) + 1])
    assert {"green", "green+yellow", "green+red"} <= seen
