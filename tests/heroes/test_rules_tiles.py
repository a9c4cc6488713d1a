"""The rules HF-70 to HF-82: tiles, healing, Shine, nothing. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter

import pytest

from heroes.box import adversary, box, eighteen_tiles, hero, mission, tile
from heroes.sheet import FIGHTER, Sheet, evenly, plan_for, play, style

T1, T2, T3, T4, T5, T6, T7, T8, T9 = eighteen_tiles()
FOES = [adversary(color, points=3) for color in ("red", "blue", "green")]
EAGER = style("eager", dice_1=2.0, dice_2=3.0, dice_3=9.0, heal=2.0, shine=3.0, mission=2.0, hurt=1.0, adv=1.0, mis=1.0)
"""Places tiles where they change most, to its own good or to the harm of others."""

KEEPER = style("keeper")
"""Places no tile that it may keep."""


def draw(card, *lineup, **more) -> Sheet:
    """A first hero about to draw this tile."""
    return Sheet([hero("tile"), *lineup], [hero()], supply=[card], **more)


# ---------------------------------------------------------------- drawing


def test_hf_70_a_random_tile_of_the_supply_is_drawn():
    first = Counter()
    for log in play(plan_for(4, box(heroes=tuple(hero("tile", id=f"h{n}") for n in range(60)))), 30):
        drawn = [row["tile_drawn"] for row in log["turns"] if row["turn"] == 5]
        assert None not in drawn
        first.update(drawn)
    assert set(first) == {f"T{n}" for n in range(1, 10)}


def test_hf_70_an_empty_supply_is_made_of_the_discards_and_without_both_nothing_happens():
    game = Sheet([hero("tile")], [hero()], more=[T1, T2, T6], agents=[KEEPER])
    assert game.turn().tile_drawn == -1
    assert game.s.renewed == 0
    for n, card in enumerate((T1, T2, T6)):
        game.s.tile_discard[n] = game.tiles.index(card)
    game.s.in_tile_discard = 3
    drawn = Counter()
    for _ in game.again(600):
        drawn[game.tiles[game.turn().tile_drawn]] += 1
        assert game.s.renewed == 1
        assert game.s.in_supply == 2
    assert evenly(drawn, [T1, T2, T6])


@pytest.mark.parametrize("free", [0, 2, 3, 5])
def test_hf_71_t1_hits_an_opponent_with_3_untyped_damage_as_far_as_there_is_room(free):
    game = draw(T1)
    game.set_free(1, 0, 0, 0, free)
    now = game.turn()
    assert (now.victim, now.hit_placed) == (1, min(3, free))
    assert now.hit.tolist() == [0, 0, 0, 3]
    assert game.free(1) == (0, 0, 0, free - min(3, free))
    assert game.discarded() == [T1]
    assert game.reserved() == []


def test_hf_71_t2_hits_an_opponent_with_the_green_and_yellow_dice():
    game = draw(T2, faces={"green": "2", "yellow": "I", "red": "FF"})
    game.set_free(1, 1, 1, 1, 0)
    now = game.turn()
    assert now.hit.tolist() == [0, 0, 1, 2]
    assert now.hit_placed == 3
    assert game.discarded() == [T2]


def test_hf_71_any_opponent_may_be_chosen_even_one_without_slots():
    game = Sheet([hero()], [hero("tile")], [hero()], [hero()], supply=[T1])
    seen = Counter(int(game.turn(1).victim) for _ in game.again(600))
    assert evenly(seen, [0, 2, 3])


def test_hf_71_an_immediate_tile_is_discarded_after_it_has_taken_effect():
    again = tile("tile + shine 1", "immediate")
    game = Sheet([hero("tile")], [hero()], supply=[again])
    game.turn()  # it draws while it lies on the table, so not itself
    assert game.track() == 1
    assert game.discarded() == [again]
    assert game.s.in_supply == 0


# ---------------------------------------------------------------- activation and interaction tiles


@pytest.mark.parametrize("card", [T3, T4, T5, T6])
def test_hf_72_an_activation_tile_goes_on_any_own_hero(card):
    lineup = [hero("fight 2 / heal 1", id="past"), hero("tile", id="acting"), hero("none", id="to come")]
    game = Sheet(lineup, [hero("tile")], supply=[card], tile_timing="on_draw")
    seen = Counter()
    for _ in game.again(400):
        assert game.turn(0, 1).tile_seat == 0
        seen[game.tiles_on().index(card)] += 1
    assert evenly(seen, range(3))


def test_hf_72_a_tile_on_a_hero_that_acts_or_has_acted_gives_no_extra_action():
    for position in (0, 1):
        game = Sheet([hero("tile")] * 2, [hero()], supply=[T6, T6], tile_timing="on_draw")
        for _ in game.again(10):
            game.turn(0, position)
            assert game.track() == 0


def test_hf_72_what_the_activation_tiles_do():
    missions = {"S": [mission("wounds 2", "8;6")]}
    game = Sheet([hero()], [hero()], row=FOES, missions=missions, more=[T3, T4, T5, T6], agents=[FIGHTER])
    game.set_free(0, 0, 0, 0, 2)
    game.cover_all(0)
    game.lay(0, 0, T3)
    game.turn()
    assert game.free() == (0, 0, 0, 2)
    game.cover_all(0)
    game.lay(0, 0, T4)
    game.turn()
    assert (game.free(), game.track()) == ((0, 0, 0, 1), 0)  # one healed, which is no room for the mission
    game.turn()
    assert (game.free(), game.track()) == ((0, 0, 0, 0), 8)
    game.lay(0, 0, T5)
    assert game.turn().k_offered == 3
    game.lay(0, 0, T6)
    game.turn()
    assert game.track() == 8 + 3


ICONS = (("fight 1", T9), ("mission / fight 3", T9), ("shine 2", T8), ("heal 1 / shine 1", T8), ("tile", T7))


@pytest.mark.parametrize("card", [T7, T8, T9])
def test_hf_73_an_interaction_tile_goes_on_an_opponents_hero_with_its_icon_only(card):
    others = [hero(does, id=does) for does, _ in ICONS] + [hero("tile / shine 1", id="both")]
    game = Sheet([hero("tile / fight 1 / shine 1")], others, [hero("mission"), hero("none")], supply=[card])
    legal = {(1, at) for at, (_, fits) in enumerate(ICONS) if fits == card}
    legal |= {(1, 5)} if card in (T7, T8) else set()
    seen = set()
    for _ in game.again(200):
        if game.turn().option == 0:
            seen |= {(seat, at) for seat in range(3) for at, on in enumerate(game.tiles_on(seat)) if on}
    assert seen == legal


def test_hf_73_t7_takes_a_tile_and_then_the_damage_of_the_yellow_die():
    game = Sheet([hero("tile / shine 3")], [hero()], supply=[T6], more=[T7], faces={"yellow": "2"}, agents=[KEEPER])
    game.set_free(0, 0, 0, 0, 1)
    game.lay(0, 0, T7, placer=1)
    now = game.turn()
    assert (game.reserved(), now.placed, game.free()) == ([T6], 1, (0, 0, 0, 0))
    assert game.track() == 0  # the whole action is replaced


def test_hf_73_t8_gains_1_and_an_opponent_of_choice_gains_1():
    game = Sheet([hero("shine 3")], [hero()], [hero()], more=[T8])
    game.lay(0, 0, T8, placer=1)
    seen = Counter()
    for _ in game.again(200):
        now = game.turn()
        assert game.track() == now.given == 1
        assert game.track(int(now.gift_seat)) == 1
        assert sum(map(game.track, range(3))) == 2
        seen[int(now.gift_seat)] += 1
    assert evenly(seen, [1, 2])


def test_hf_73_t9_fights_with_red():
    game = Sheet([hero("fight 3")], [hero()], row=FOES, more=[T9], faces={"green": "0", "red": "F"}, agents=[FIGHTER])
    game.set_free(0, 0, 1, 0, 0)
    game.lay(0, 0, T9, placer=1)
    now = game.turn()
    assert (now.k_offered, now.k, now.dmg.tolist()) == (2, 1, [0, 1, 0, 0])


def test_hf_74_flexible_a_tile_may_be_placed_at_once_or_kept():
    game = draw(T6, hero("shine 1"))
    seen = Counter()
    for _ in game.again(600):
        now = game.turn()
        seen[game.tiles_on().index(T6) if T6 in game.tiles_on() else "kept"] += 1
        assert (game.reserved() == [T6]) == (now.tile_fate == 3)
    assert evenly(seen, [0, 1, "kept"])


@pytest.mark.slow
def test_hf_74_flexible_at_the_start_of_a_turn_each_tile_of_the_reserve_may_be_placed_in_order_of_drawing():
    game = Sheet([hero(), hero(id="other")], [hero()], more=[T5, T6], agents=["random"])
    game.reserve(0, T6, T5)
    seen = Counter()
    for _ in game.again(1800):
        game.turn(0, 1)
        on = game.tiles_on()
        seen[on.index(T6) if T6 in on else -1, on.index(T5) if T5 in on else -1] += 1
        assert game.reserved() == [card for card in (T6, T5) if card not in on]
    first = Counter({place: sum(n for (at, _), n in seen.items() if at == place) for place in (-1, 0, 1)})
    assert evenly(first, [-1, 0, 1])
    assert evenly(Counter({at: n for (kept, at), n in seen.items() if kept == -1}), [-1, 0, 1])
    assert evenly(Counter({at: n for (taken, at), n in seen.items() if taken == 0}), [-1, 1])


def test_hf_74_on_draw_a_tile_must_be_placed_at_once_or_never():
    for agent in ("random", KEEPER, "greedy"):
        game = draw(T6, hero("shine 3"), tile_timing="on_draw", agents=[agent])
        for _ in game.again(30):
            game.turn()
            assert T6 in game.tiles_on()
        fighter = hero("fight 3")
        game = draw(T9, hero("none"), tile_timing="on_draw", agents=[agent], more=[fighter])
        game.turn()  # nowhere to place it
        assert game.reserved() == [T9]
        game.line_up(1, fighter)
        for _ in game.again(10):
            assert game.turn(0, 1).tiles_placed == 0
            assert game.reserved() == [T9]


def test_hf_75_a_hero_holds_one_tile_at_most():
    game = Sheet([hero("tile")] * 2, [hero("shine 1")] * 2, supply=[T6], more=[T8], tile_timing="on_draw")
    game.lay(0, 0, T8, placer=1)
    for _ in game.again(30):
        game.turn(0, 1)  # draws T8 or performs it
        assert game.tiles_on()[0] == T8
        assert game.tiles_on()[1] in (T6, None)
    game = Sheet([hero("tile")], [hero("shine 1")], supply=[T8], more=[T6], tile_timing="on_draw")
    game.lay(1, 0, T6)
    game.turn()
    assert game.reserved() == [T8]
    assert game.tiles_on(1) == [T6]


def test_hf_75_icons_are_read_from_the_printed_action():
    game = Sheet([hero("tile")], [hero("none"), hero("shine 1", id="b")], supply=[T9, T8], more=[T5])
    game.lay(1, 0, T5)
    game.turn()
    assert game.reserved() == [T9]


def test_hf_76_a_tile_stays_with_its_hero_and_is_used_every_round():
    game = Sheet([hero("none", id="kept"), *[hero("none")] * 3], [hero()] * 4, more=[T6], agents=["greedy"])
    game.lay(0, 0, T6)
    for stage in range(2):
        game.s.stage = stage
        game.turn()
        assert game.track() == 3 * (stage + 1)
        game.come_home()
        assert game.lineup()[0].id == "kept"
        assert game.tiles_on() == [T6]
        game.line_up(1, *[hero()] * 4)
        for position in range(1, 4):
            game.s.seat[0].lineup[position] = game.heroes.index(hero("none"))
            game.s.seat[0].tile[position] = -1
        game.s.seat[0].heroes = 4


def test_hf_76_the_tile_of_a_discarded_hero_is_discarded_and_the_others_stay_on_theirs():
    lineup = [hero(id=f"hero {n}") for n in range(4)]
    game = Sheet(lineup, [hero()] * 4, more=[T3, T4, T5, T6])
    for position, card in enumerate((T3, T4, T5, T6)):
        game.lay(0, position, card, placer=position % 2)
    left = set()
    for _ in game.again(40):
        game.come_home()
        at = lineup.index(game.lineup()[0])
        assert game.tiles_on() == [(T3, T4, T5, T6)[at]]
        assert game.s.seat[0].placer[0] == at % 2
        assert game.discarded() == [card for card in (T3, T4, T5, T6) if card not in game.tiles_on()]
        assert game.s.now[0].tiles_lost == 3
        left.add(at)
    assert left == {0, 1, 2, 3}


@pytest.mark.parametrize("agent", ["greedy", "rival", "astrologer"])
def test_hf_77_decisions_do_not_depend_on_the_tiles_in_other_reserves(agent):
    results = []
    for secret in (T3, T9):
        lineups = [[hero("tile / fight 1 / shine 1"), hero("shine 1")] for _ in range(3)]
        game = Sheet(*lineups, row=FOES, supply=[T1, T8], more=[T3, T9], agents=[agent])
        for seat in (1, 2):
            game.reserve(seat, secret)
        for seat in range(3):
            game.set_free(seat, 1, 1, 1, 2, values=(2,))
        told = []
        for _ in game.again(10):
            now = game.turn()
            told.append(
                (now.option, now.k, now.victim, now.tile_seat, tuple(now.adv), game.tiles_on(1) == [None, None])
            )
        results.append(told)
    assert results[0] == results[1]


# ---------------------------------------------------------------- healing, Shine, nothing


@pytest.mark.parametrize(("does", "healed"), [("heal 1", 1), ("heal 3", 3), ("heal 9", 4), ("heal all", 4)])
def test_hf_80_healing_removes_that_many_counters_or_all(does, healed):
    game = Sheet([hero(does)], [hero()])
    game.set_free(0, 1, 0, 1, 1, values=(2,))
    game.cover_all(0)
    for _ in game.again(20):
        game.cover_all(0)
        game.s.counters = 10
        game.turn()
        assert sum(game.free()) == healed
        assert game.s.counters == 10 - healed
        assert all(free <= most for free, most in zip(game.free(), (1, 0, 1, 2), strict=True))


@pytest.mark.slow
def test_hf_80_the_owner_chooses_the_counters():
    game = Sheet([hero("heal 1")], [hero()])
    game.set_free(0, 2, 0, 1, 1, values=(1, 3))
    game.cover_all(0)
    healed = Counter()
    for _ in game.again(1200):
        game.turn()
        healed[game.free(), tuple(game.values_free())] += 1
    lightning, ice, plain = ((1, 0, 0, 0), ()), ((0, 0, 1, 0), ()), ((0, 0, 0, 1), ())
    assert evenly(healed - Counter({lightning: healed[lightning] // 2}), {lightning, ice, plain, *DEAR})
    game = Sheet([hero("heal 1")], [hero()], agents=["greedy"])
    game.set_free(0, 2, 0, 1, 1, values=(1, 3))
    game.cover_all(0)
    game.turn()
    assert game.values_free() == [3]


DEAR = {((0, 0, 0, 1), (1,)), ((0, 0, 0, 1), (3,))}


@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_hf_81_shine_gains_its_points_at_once(n):
    game = Sheet([hero(f"shine {n}")], [hero()])
    game.turn()
    assert game.track() == game.s.seat[0].points[0] == n
    assert game.track(1) == 0


def test_hf_82_a_hero_without_action_does_nothing_unless_a_tile_lies_on_it():
    game = Sheet([hero("none")], [hero("none")], row=FOES, supply=[T1, T5], missions={"B": [mission("wounds 0")]})
    before = game.s.stream[:].copy()
    now = game.turn()
    assert now.k == now.mission == now.tile_drawn == now.placed == now.victim == -1
    assert game.scores() == [0, 0]
    assert (game.s.stream == before).all()
    game.lay(0, 0, T5)
    assert game.turn().k_offered == 3


def test_hf_74_a_style_keeps_a_tile_whose_best_place_brings_nothing():
    """The only hero it may lie on has acted already: worth as much as keeping it, and then the tile is kept."""
    shines = tile("shine 1", "interaction", "fight")
    game = Sheet([hero("tile")], [hero("fight 1", id="foe")], supply=[shines] * 2, agents=["greedy"])
    game.s.starts[0] = 1
    for _ in game.again(40):
        game.turn(0)
        assert game.reserved(0) == [shines]
