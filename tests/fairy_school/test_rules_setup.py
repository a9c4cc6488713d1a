"""The rules FS-1 to FS-5 and FS-12 to FS-25: seats, zones, set-up. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from balance.common.errors import InputError
from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.games.fairy_school.cards.box import DECKS, DISCARD, PLACES
from balance.games.fairy_school.play.games import draft_projects, give_starting_cards
from balance.games.fairy_school.rules.forest import draw_hand
from balance.games.fairy_school.rules.setup import begin_turn, deal_initials
from fairy_school.games import dealt, evenly, log_of, plan_for, taken
from fairy_school.reference.box import box
from fairy_school.table import Sheet

GAMES = 300
SETUPS = [("initiation", 3), ("advanced", 5), ("expert", 6), ("advanced", 2), ("expert", 2)]
ids = [card.id for card in box().cards]


@cache
def starts(setup: str | None, players: int, games: int = GAMES) -> tuple[Plan, list[Any]]:
    """A plan, and the table as it is before the first turn's draft in many games."""
    plan = plan_for(players, setup=setup)
    return plan, [taken(s) for s in dealt(plan, games, give_starting_cards)]


def pile_of(me: Any) -> list[int]:
    return me.pile[: me.piled].tolist()


def discard_of(me: Any) -> list[int]:
    return me.discard[: me.discarded].tolist()


def forest_of(me: Any) -> dict[int, int]:
    return {slot: int(card) for slot, card in enumerate(me.forest) if card >= 0}


def own_cards(me: Any) -> list[int]:
    return sorted([*pile_of(me), *discard_of(me), *forest_of(me).values()])


def of_set(name: str) -> list[int]:
    return [i for i, card in enumerate(box().cards) if card.set == name]


# ---------------------------------------------------------------- seats, zones, information


@pytest.mark.parametrize("players", [1, 7])
def test_fs_1_two_to_six_play(players):
    with pytest.raises(InputError, match="2 to 6"):
        make_plan(Request("fairy_school", players=players))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_fs_1_every_number_of_players_from_two_to_six_can_play(players):
    log = log_of(players)
    assert {row["seat"] for row in log["seats"]} == set(range(players))


def test_fs_2_the_left_neighbour_is_the_next_seat_and_the_right_one_the_seat_before():
    game = Sheet(4, (1, 1, 1, 1, 1))
    game.share(1, "E")
    game.share(3, "W")
    for card in "EW":
        game.activate(0, card)
    assert (game.s.now[0].act_left, game.s.now[0].act_right) == (1, 1)
    assert game.s.now[1].kind_from.tolist()[0] == game.s.now[3].kind_from.tolist()[0] == 1
    game.activate(2, "E")
    assert (game.s.now[2].act_left, game.s.now[2].act_right) == (0, 1)


@pytest.mark.parametrize(("players", "owners"), [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 3]), (6, [0, 1, 5])])
def test_fs_3_shared_cards_are_in_reach_once_also_where_both_neighbours_are_one(players, owners):
    game = Sheet(players)
    for seat in range(players):
        game.share(seat, f"{seat + 1}E")
    assert game.reach(0) == [(f"{owner + 1}E", owner) for owner in owners]


def test_fs_4_what_a_seat_has_and_what_lies_in_common():
    for s in starts("advanced", 5)[1][:5]:
        for me in s.seat[:5]:
            assert (me.piled, me.discarded, len(forest_of(me)), me.projects) == (12, 2, 2, 0)
            assert (me.sharing, me.personals, me.steps, me.studied, me.kindness) == (0, 0, 0, 0, 0)
            assert me.final == -1
        assert s.common == 0


def test_fs_5_what_a_style_does_depends_on_nothing_hidden():
    """Other orders of the draw piles and of the decks: the same choices of columns by the same players."""
    game = Sheet(3, (2, 2, 2, 2, 1), agents=["greedy"])
    cards = ["E", "W>2F", "P", "2W", "F>trash+P", "P>draw3.1", "E>take1+W", "N"]
    for seat in range(3):
        game.plant(seat, dict(enumerate(cards[:5])))
        game.discard(seat, "3E", "3F")
    chosen = set()
    for hidden in permutations(["5F", "E", "A"]):
        game.keep()
        for seat in range(3):
            game.pile(seat, *hidden, *cards[3:])
        game.plan_and_play()
        chosen.add(str([(list(me.column), me.forest.tolist()) for me in game.s.seat[:3]]))
        game.back()
    assert len(chosen) == 1


# ---------------------------------------------------------------- decks, sets, elements


def test_fs_12_every_kind_of_card_is_shuffled_apart():
    last, finals = [Counter() for _ in range(3)], Counter()
    plan, states = starts("advanced", 5)
    decks = [of_set(name) for name in ("I", "II", "III")]
    for s in states:
        for trimester, deck in enumerate(decks):
            assert sorted(s.deck[trimester, : len(deck)].tolist()) == deck
            last[trimester][int(s.deck[trimester, len(deck) - 1])] += 1
        assert sorted(s.final_pile[:10].tolist()) == list(range(10))
        finals[int(s.final_pile[9])] += 1
    for trimester, deck in enumerate(decks):
        assert evenly(last[trimester], deck)
    assert evenly(finals, range(10))
    assert plan.table().final_cards == 10


@pytest.mark.parametrize(("length", "numbers"), [("long", range(10)), ("short", range(10, 16))])
def test_fs_12_long_and_short_final_projects_are_shuffled_apart(length, numbers):
    for s in dealt(plan_for(3, length=length), 5):
        assert sorted(s.final_pile[: len(numbers)].tolist()) == list(numbers)


def test_fs_13_every_seat_gets_the_twelve_cards_of_a_starting_set():
    for s in starts("expert", 6)[1][:10]:
        for me in s.seat[:6]:
            assert sorted(pile_of(me)) == of_set("all")


def test_fs_14_one_of_each_element_but_air_at_the_start():
    for s in starts("advanced", 5)[1][:3]:
        assert [me.stock.tolist() for me in s.seat[:5]] == [[1, 1, 1, 1, 0]] * 5


def test_fs_14_the_setting_start_elements():
    for s in dealt(plan_for(2, start_elements="5,0,3,2,1"), 1):
        assert s.seat[1].stock.tolist() == [5, 0, 3, 2, 1]


@pytest.mark.parametrize(("settings", "cubes"), [({}, 37), ({"length": "short"}, 32), ({"activation_cubes": 9}, 9)])
def test_fs_15_cubes(settings, cubes):
    for s in dealt(plan_for(4, **settings), 1):
        assert [me.cubes for me in s.seat[:4]] == [cubes] * 4


def test_fs_16_the_starting_cards_are_shuffled_and_are_the_draw_pile():
    tops = [Counter(), Counter()]
    for s in starts("advanced", 2)[1]:
        for seat in (0, 1):
            tops[seat][pile_of(s.seat[seat])[-1]] += 1
    for seat in (0, 1):
        assert evenly(tops[seat], of_set("all"))


@pytest.mark.parametrize("players", [4, 5, 6])
def test_fs_17_the_starting_sets_are_dealt_at_random_the_fifth_and_sixth_are_second_copies(players):
    seats, doubled = [Counter() for _ in range(players)], Counter()
    for s in dealt(plan_for(players, setup="expert"), GAMES):
        sets = [int(me.start_set) for me in s.seat[:players]]
        assert sorted(Counter(sets).values()) == [1] * (8 - players) + [2] * (players - 4)
        doubled[tuple(sorted(start_set for start_set, count in Counter(sets).items() if count == 2))] += 1
        for seat, own_set in enumerate(sets):
            seats[seat][own_set] += 1
    for count in seats:
        assert evenly(count, range(4))
    assert evenly(doubled, combinations(range(4), players - 4))


def test_fs_17_an_edited_set_goes_with_its_number():
    cards = list(box().cards)
    cards[0] = replace(cards[0], copies=3, set="1", id="only in 1")
    cards = [replace(cards[0], copies=1), *(replace(cards[0], copies=1, set=n, id=f"{n}") for n in "234"), *cards[1:]]
    for s in dealt(plan_for(3, replace(box(), cards=tuple(cards))), 20):
        for me in s.seat[:3]:
            assert [card for card in pile_of(me) if card < 4] == [me.start_set]


# ---------------------------------------------------------------- starting cards


@pytest.mark.parametrize("setup", ["initiation", "advanced"])
def test_fs_18_a_predefined_deck_for_every_seat(setup):
    plan, states = starts(setup, 5)
    letters = [Counter() for _ in range(5)]
    for s in states:
        assert len({int(me.letter) for me in s.seat[:5]}) == 5
        for seat, me in enumerate(s.seat[:5]):
            letters[seat][int(me.letter)] += 1
            deck = [plan.cards.cards[card] for card in of_set(f"S{DECKS[me.letter]}")]
            lying = {PLACES.index(card.place): card.id for card in deck if card.place != DISCARD}
            assert {slot: ids[card] for slot, card in forest_of(me).items()} == lying
            assert {ids[card] for card in discard_of(me)} == {card.id for card in deck if card.place == DISCARD}
    for count in letters:
        assert evenly(count, range(5))


@pytest.mark.parametrize("setup", ["initiation", "advanced"])
def test_fs_19_six_players_play_the_expert_setup_only(setup):
    with pytest.raises(InputError, match="expert"):
        plan_for(6, setup=setup).table()


def test_fs_19_the_expert_setup_is_the_usual_one_at_six_players_only():
    assert [plan_for(players).variant for players in (2, 5, 6)] == ["advanced", "advanced", "expert"]


def test_fs_20_initiation_begins_with_the_projects_of_the_deck():
    plan, states = starts("initiation", 5)
    for s in states[:20]:
        for me in s.seat[:5]:
            own = [i for i, card in enumerate(plan.cards.cards) if card.deck == DECKS[me.letter]]
            assert sorted(me.ongoing[: me.projects].tolist()) == own
            assert len(own) == 3


def test_fs_21_advanced_begins_without_projects_and_drafts_them():
    assert all(me.projects == 0 for s in starts("advanced", 5)[1][:20] for me in s.seat[:5])
    for s in dealt(plan_for(3, setup="advanced"), 3, give_starting_cards, draft_projects):
        assert [me.projects for me in s.seat[:3]] == [3, 3, 3]


@pytest.mark.parametrize("players", [3, 6])
def test_fs_22_all_starting_cards_s_are_drafted_four_by_four(players):
    first = Counter()
    initials = [i for i, card in enumerate(box().cards) if card.kind == "initial"]
    for s in dealt(plan_for(players, setup="expert"), GAMES, give_starting_cards):
        owned = [card for me in s.seat[:players] for card in me.initial[:4].tolist()]
        assert len(set(owned)) == 4 * players
        first[owned[0]] += 1
        for me in s.seat[:players]:
            assert (me.initials, len(forest_of(me)), me.discarded, me.letter) == (4, 2, 2, -1)
            assert max(forest_of(me)) < 5
            assert {*forest_of(me).values(), *discard_of(me)} == set(me.initial[:4].tolist())
    assert evenly(first, initials)


def test_fs_22_the_hands_go_to_the_left():
    plan = plan_for(4, setup="expert")
    hands = [s.draft[:4, :4].tolist() for s in dealt(plan, 5, deal_initials)]
    for hand, s in zip(hands, dealt(plan, 5, give_starting_cards), strict=True):
        for seat in range(4):
            for pick in range(4):
                assert s.aside[seat, pick] in hand[(seat - pick) % 4]


def test_fs_22_two_cards_go_to_the_top_row_in_any_two_columns():
    columns, pairs = Counter(), Counter()
    for s in dealt(plan_for(3, setup="expert"), GAMES, give_starting_cards):
        me = s.seat[1]
        lying = forest_of(me)
        columns[tuple(lying)] += 1
        pairs[tuple(sorted(s.aside[1, :4].tolist().index(card) for card in lying.values()))] += 1
    assert evenly(columns, combinations(range(5), 2))
    assert evenly(pairs, combinations(range(4), 2))


def test_fs_23_the_layout_is_chosen_before_projects_are_dealt():
    for s in dealt(plan_for(3, setup="expert"), 5, give_starting_cards):
        assert [len(forest_of(me)) for me in s.seat[:3]] == [2, 2, 2]
        assert s.dealt.tolist() == [0, 0, 0]
        assert [me.projects for me in s.seat[:3]] == [0, 0, 0]


def test_fs_24_at_two_players_a_plain_card_more_begins_in_the_discard_pile():
    fifth = Counter()
    for s in starts("advanced", 2)[1]:
        extra = [discard_of(me)[2] for me in s.seat[:2]]
        assert [me.discarded for me in s.seat[:2]] == [3, 3]
        assert extra[0] != extra[1]
        fifth.update(extra)
    assert evenly(fifth, of_set("S"))


def test_fs_24_at_two_players_the_experts_draft_five():
    for s in starts("expert", 2)[1][:20]:
        for me in s.seat[:2]:
            assert (me.initials, len(forest_of(me)), me.discarded) == (5, 2, 3)
            assert len(set(me.initial[:5].tolist())) == 5


def draw_hands(s: Any, t: Any) -> None:
    """What the first turn begins with; effects of cards may empty a pile later in it."""
    for seat in range(t.players):
        begin_turn(s, seat)
        draw_hand(s, seat)


@pytest.mark.parametrize(("setup", "players"), SETUPS)
def test_fs_25_everybody_owns_sixteen_cards_and_draws_eight_on_the_first_turn(setup, players):
    for s in starts(setup, players)[1][:5]:
        for me in s.seat[:players]:
            assert len(own_cards(me)) == (17 if players == 2 else 16)
    usual = plan_for(players).variant == setup
    log = log_of(players) if usual else log_of(players, setup=setup)
    assert [row["drawn"] for row in log["turns"] if row["turn"] == 1] == [8] * players
    for s in dealt(plan_for(players, setup=setup), 5, give_starting_cards, draw_hands):
        assert s.seat["held"][:players].tolist() == [8] * players
        assert s.now["reshuffles"][:players].tolist() == [0] * players


def test_fs_25_a_starting_card_is_in_the_forest_on_the_first_turn_two_times_in_three():
    drawn = Counter()
    for s in starts("advanced", 5)[1]:
        for me in s.seat[:5]:
            drawn.update(pile_of(me)[-8:])
    share = np.array([drawn[card] for card in of_set("all")]) / (5 * GAMES)
    assert np.abs(share - 2 / 3).max() < 0.05
