"""The slow implementation of Heroes against the worked examples and the invariants of sections 7.1 and 7.2."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from balance.games.heroes.cards.box import Damage
from heroes.box import adversary, box, damage, edited_box, hero, mission, tile
from heroes.reference import (
    AT_THE_END,
    ON_THE_TRACK,
    PRESETS,
    Game,
    HeroCard,
    MissionCard,
    Settings,
    Slot,
    can_place,
    collection_bonus,
    copies,
    end_scores,
    icons,
    most_placed,
    parse_damage,
    points_of,
    roll_table,
    starting_seat,
)

BOX, EDITED = box(), edited_box()
NOTHING_WORTH = dict.fromkeys(AT_THE_END, 0)


# ---------------------------------------------------------------- laying out a table


class Scripted:
    """Answers as told, point by point; where nothing is told it takes the last choice."""

    name = "scripted"

    def __init__(self, **answers: Any):
        self.answers = {point: list(told) for point, told in answers.items()}
        self.asked: list[tuple[str, int, list[Any]]] = []

    def choose(self, point, seat, options, game):
        self.asked.append((point, seat, options))
        told = self.answers.get(point)
        if not told:
            return options[-1]
        answer = told.pop(0)
        return answer(options) if callable(answer) else answer

    def offered(self, point: str) -> list[Any]:
        """The choices at the last such point."""
        return [options for asked, _, options in self.asked if asked == point][-1]


def lay_out(*lineups, agent=None, settings=None, cards=BOX) -> Game:
    """A table in the middle of a round, with these line-ups; seat 0 starts."""
    game = Game(cards, len(lineups), [agent or Scripted()] * len(lineups), settings, random.Random(1))
    for seat, lineup in zip(game.seats, lineups, strict=True):
        seat.lineup = [HeroCard(card) for card in lineup]
        seat.make_slots()
    game.round, game.starts = 1, [0]
    return game


def give_slots(game: Game, seat: int, *free: int) -> None:
    """Free slots L, F, I, generic, whatever the line-up says."""
    game.seats[seat].slots = [Slot(kind) for kind, n in zip("LFIg", free, strict=True) for _ in range(n)]


def rig(game: Game, *falls: str) -> list[tuple[str, ...]]:
    """Make the dice fall so, roll by roll; what was rolled is in the list returned."""
    to_come, rolled = list(falls), []

    def roll(dice):
        rolled.append(tuple(dice))
        return damage(to_come.pop(0)) if dice else damage("0")

    game.roll = roll
    return rolled


def last_row(game: Game, seat: int = 0) -> dict:
    return game.seats[seat].rows[-1]


def fight_once(fall: str, *free: int) -> dict:
    """A fight against one adversary with these free slots (L, F, I, generic): its row."""
    game = lay_out([hero("fight 1")], [hero()], agent=Scripted(D5=[1], D6=[("green",)]))
    give_slots(game, 0, *free)
    rig(game, fall)
    game.take_turn(game.seats[0], 1)
    return last_row(game)


def hold(game: Game, seat: int, *held) -> None:
    game.seats[seat].adversaries = list(held)


def option(text: str):
    return lambda options: next(pair for pair in options if pair[1].text == text)


# ---------------------------------------------------------------- worked examples


def test_x1_a_mission_cycles_when_its_last_space_is_covered():
    minerva, following = MissionCard(mission("wounds 1", "8;6", id="minerva")), MissionCard(mission("wounds 1", "9;5"))
    agent = Scripted(D9=[minerva, minerva, following])
    game = lay_out([hero("mission", slots=(0,) * 4)] * 2, [hero("mission", slots=(0,) * 4)] * 2, agent=agent)
    game.piles["S"] = [minerva, following]
    game.take_turn(game.seats[0], 1)
    assert (game.seats[0].track(), minerva.tokens, last_row(game)["space"]) == (8, [0], 1)
    game.take_turn(game.seats[1], 1)
    assert (game.seats[1].track(), minerva.tokens, last_row(game, 1)["cycled"]) == (6, [], 1)
    assert game.piles["S"] == [following, minerva]
    game.take_turn(game.seats[0], 2)
    assert game.seats[0].track() == 8 + 9
    assert game.missions_cycled == 1


@pytest.mark.parametrize(
    ("example", "fall", "free", "placed", "won"),
    [
        ("X2", "1", (0, 0, 0, 1), 1, 1),
        ("X2", "2", (0, 0, 0, 1), 1, 0),
        ("X2", "0", (0, 0, 0, 1), 0, 1),
        ("X2", "0", (0, 0, 0, 0), 0, 1),
        ("X3", "L", (0, 1, 1, 2), 0, 0),
        ("X3", "L", (1, 0, 0, 0), 1, 1),
        ("X3", "I", (1, 1, 0, 2), 0, 0),
        ("X3", "I", (0, 0, 1, 0), 1, 1),
        ("X4", "LF", (1, 0, 0, 3), 1, 0),
        ("X4", "FF", (0, 1, 0, 5), 1, 0),
        ("X4", "FF", (0, 2, 0, 0), 2, 1),
        ("X5", "2LI", (1, 1, 1, 1), 4, 1),
        ("X5", "1FF", (0, 2, 0, 0), 2, 0),
        ("X5", "1FF", (0, 2, 1, 0), 3, 1),
    ],
)
def test_x2_to_x5_what_can_be_placed_wins_a_fight(example, fall, free, placed, won):
    row = fight_once(fall, *free)
    assert (row["placed"], row["won"]) == (placed, won)
    assert (row["free_l"], row["free_f"], row["free_i"], row["free_generic"]) == free
    assert row["adv_held"] == won
    assert (row["adv_1"] is not None) == won


def test_hf23_an_untyped_point_may_go_anywhere_and_a_typed_one_only_on_its_energy():
    agent = Scripted(D5=[1])
    lineup = [hero("fight 1", right="LF-", slots=(0, 2)), hero(left="LF-")]
    game = lay_out(lineup, [hero()], agent=agent)
    rig(game, "1L")
    game.take_turn(game.seats[0], 1)
    assert [(slot.kind, slot.value) for slot in agent.offered("D7")] == [("F", 0), ("g", 0), ("g", 2)]
    assert [(slot.kind, slot.value) for slot in game.seats[0].covered_slots()] == [("L", 0), ("g", 2)]
    assert last_row(game)["pslot_after"] == 0


def test_x6_a_fight_offers_up_to_its_number_and_every_die_once():
    agent = Scripted(D5=[2])
    game = lay_out([hero("fight 3")], [hero()], agent=agent)
    game.take_turn(game.seats[0], 1)
    assert agent.offered("D5") == [0, 1, 2, 3]
    assert agent.offered("D6") == [("green", "yellow"), ("green", "red"), ("yellow", "red")]


def test_x6_a_fight_cannot_be_declined_where_the_setting_says_so():
    agent = Scripted()
    game = lay_out([hero("fight 2")], [hero()], agent=agent, settings=Settings(allow_decline=False))
    game.take_turn(game.seats[0], 1)
    assert agent.offered("D5") == [1, 2]
    game.row, game.adversary_deck = [], []
    game.take_turn(game.seats[0], 1)
    assert (last_row(game)["k_offered"], last_row(game)["k"]) == (0, 0)


@pytest.mark.parametrize("won", [True, False])
def test_x7_a_won_fight_takes_cards_and_the_row_is_filled_again(won):
    agent = Scripted(D5=[2], D8=[lambda options: options[1]])
    game = lay_out([hero("fight 3", slots=(0, 0, 0))], [hero()], agent=agent)
    row, deck = list(game.row), list(game.adversary_deck)
    rig(game, "3" if won else "4")
    game.take_turn(game.seats[0], 1)
    if won:
        assert len(agent.offered("D8")) == 3
        assert game.seats[0].adversaries == [row[0], row[2]]
        assert game.row == [row[1], deck[-1], deck[-2]]
    else:
        assert (game.row, game.seats[0].adversaries) == (row, [])
        assert game.counters() == 3


def test_x8_equal_halves_at_the_same_height_make_an_icon():
    assert icons(hero(right="LFI"), hero(left="LIF")) == ["L"]
    assert icons(hero(right="F--"), hero(left="F--")) == ["F"]
    game = lay_out([hero(left="LLL", right="F-I"), hero(left="F-I", right="III")], [hero()])
    assert game.seats[0].free() == (0, 1, 1, 0)


def test_x9_the_strongest_starts_and_ties_go_from_the_left():
    lineups = [[hero(strength=s) for s in row] for row in ((2, 3, 1, 4), (3, 1, 2, 4), (3, 1, 4, 2))]
    assert starting_seat(lineups, [0, 1, 2]) == 2
    game = lay_out(*lineups)
    game.starts, order = [], []
    game.take_turn = lambda seat, position: order.append((position, seat.number))
    game.adventure()
    assert game.starts == [2]
    assert order == [(position, seat) for position in (1, 2, 3, 4) for seat in (2, 0, 1)]


@pytest.mark.parametrize("age", [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
def test_x9_the_youngest_of_the_tied_starts_if_all_heroes_are_equal(age):
    lineups = [[hero(strength=s) for s in row] for row in ((2, 1), (1, 1), (2, 1))]
    assert starting_seat(lineups, age) == next(seat for seat in age if seat != 1)


def test_x10_healing_instead_of_a_mission():
    game = lay_out([hero("mission / heal 2", slots=(0, 3, 1))], [hero()], agent=Scripted(D4=[option("heal 2")]))
    seat = game.seats[0]
    for slot in seat.slots:
        slot.covered = True
    game.take_turn(seat, 1)
    assert len(seat.covered_slots()) == 1
    assert (last_row(game)["action"], last_row(game)["option"]) == ("heal 2", 1)
    assert not any(card.tokens for card in game.available())


@pytest.mark.parametrize("with_tile", [True, False])
def test_x11_a_tile_gives_a_hero_without_action_one(with_tile):
    game = lay_out([hero()], [hero()])
    if with_tile:
        game.seats[0].lineup[0].tile = tile("shine 3", id="T6")
    game.take_turn(game.seats[0], 1)
    assert game.seats[0].points == dict.fromkeys(ON_THE_TRACK, 0) | {"tile_points": 3 * with_tile}
    assert last_row(game)["tile_in_force"] == ("T6" if with_tile else None)


def test_x12_a_tile_stays_while_its_hero_stays():
    game = lay_out([hero(id=name) for name in "ABCD"], [hero()] * 4, agent=Scripted(D5=[3, 3]))
    kept, left = game.seats[0].lineup[0], game.seats[0].lineup[1]
    kept.tile, left.tile = tile("fight 3", id="T5"), tile("heal all", id="T3")
    game.take_turn(game.seats[0], 1)
    assert last_row(game)["k_offered"] == 3
    game.return_home()  # the last choice: the first hero stays
    assert game.seats[0].lineup == [kept]
    assert game.tile_discard == [tile("heal all", id="T3")]
    assert last_row(game)["tiles_lost"] == 1
    game.take_turn(game.seats[0], 1)
    assert (last_row(game)["tile_in_force"], last_row(game)["k_offered"]) == ("T5", 3)


def test_x13_interaction_tiles_ask_for_their_icon_and_an_empty_action_slot():
    t7 = tile("tile + roll yellow", "interaction", "tile")
    t8 = tile("shine 1 + gift 1", "interaction", "shine")
    victims = [hero("tile / shine 1"), hero("shine 2"), hero("fight 1")]
    game = lay_out([hero("tile / shine 1")], victims)
    both, shine, _ = game.seats[1].lineup
    assert game.legal_places(game.seats[0], t7) == [(1, both)]
    assert game.legal_places(game.seats[0], t8) == [(1, both), (1, shine)]
    both.tile = tile("heal all")
    assert game.legal_places(game.seats[0], t7) == []
    assert game.legal_places(game.seats[0], t8) == [(1, shine)]


@pytest.mark.parametrize(("fall", "free", "taken"), [("2FF", (0, 2, 0, 2), 1), ("2FF", (0, 2, 0, 1), 0)])
def test_x14_an_added_die_wins_no_card(fall, free, taken):
    agent = Scripted(D5=[1], D6=[("yellow",)])
    game = lay_out([hero("fight 3")], [hero()], agent=agent)
    game.seats[0].lineup[0].tile = tile("fight 2 with red", "interaction", "fight")
    give_slots(game, 0, *free)
    rolled = rig(game, fall)
    game.take_turn(game.seats[0], 1)
    assert agent.offered("D5") == [0, 1, 2]
    assert agent.offered("D6") == [("green",), ("yellow",)]
    assert rolled == [("yellow", "red")]
    assert last_row(game)["dice"] == "yellow+red"
    assert len(game.seats[0].adversaries) == taken


def test_x14_nobody_to_fight_no_die_to_roll():
    game = lay_out([hero("fight 2 with red")], [hero()], agent=Scripted(D5=[0]))
    rolled = rig(game)
    game.take_turn(game.seats[0], 1)
    assert rolled == []
    assert (last_row(game)["dice"], last_row(game)["won"], last_row(game)["placed"]) == (None, None, None)


def test_x15_free_prestige_slots_score_and_the_team_closes_up():
    names = {"A": {"right": "L-F", "slots": (0, 2)}, "D": {"left": "L-F", "slots": (3,)}}
    lineup = [hero(id=name, **names.get(name, {})) for name in "ABCDE"]
    discard = lambda options: next(some for some in options if [card.card.id for card in some] == list("BCE"))  # noqa: E731
    game = lay_out(lineup, [hero()] * 5, agent=Scripted(D13=[discard]))
    game.round = 2
    seat = game.seats[0]
    next(slot for slot in seat.slots if slot.value == 2).covered = True
    game.return_home()
    assert last_row(game)["prestige_slots"] == seat.track() == 3
    assert last_row(game)["counters_removed"] == 1
    assert game.counters() == 0
    assert [card.card.id for card in seat.lineup] == ["A", "D"]
    assert seat.free() == (1, 1, 0, 3)


def test_x16_ties_pay_no_majority_but_a_card_counts_itself():
    red = adversary("red")
    game = lay_out([hero()], [hero()])
    hold(game, 0, adversary("red", "most red = 4"), red, red)
    hold(game, 1, red, red, red)
    assert end_scores(game)[0]["adv_majority"] == 0
    hold(game, 1, red, red)
    assert end_scores(game)[0]["adv_majority"] == 4
    hold(game, 0, adversary("blue", "count 5 = 2"), red, red, red, red)
    assert end_scores(game)[0]["adv_number"] == 2
    hold(game, 0, adversary("blue", "count 5 = 2"), red, red, red)
    assert end_scores(game)[0]["adv_number"] == 0
    hold(game, 0, adversary("red", "each red = 1"), red, red)
    assert end_scores(game)[0] == dict.fromkeys(ON_THE_TRACK, 0) | NOTHING_WORTH | {"adv_base": 3, "adv_color": 3}


def test_x16_strength_and_tiles_at_the_end():
    game = lay_out([hero(strength=2), hero(strength=1)], [hero(strength=3), hero(strength=0)])
    hold(game, 0, adversary("red", "strongest = 4"), adversary("red", "each tile = 1"))
    game.seats[0].lineup[1].tile = game.seats[1].lineup[0].tile = tile("heal all")
    game.seats[0].reserve = [tile("shine 3"), tile("fight 3")]
    assert (end_scores(game)[0]["adv_strength"], end_scores(game)[0]["adv_constellation"]) == (0, 3)
    game.seats[1].lineup.pop(0)
    assert end_scores(game)[0]["adv_strength"] == 4


def test_x17_a_set_pays_one_card_or_all_that_show_it():
    scoring = [adversary(color, "set red+green+blue = 4") for color in ("red", "green")]
    red, green, blue = adversary("red"), adversary("green"), adversary("blue")
    for held, exclusive in (
        ([*scoring, blue], 4),
        ([*scoring, blue, blue], 4),
        ([*scoring, red, green, blue, blue], 8),
    ):
        assert collection_bonus(held, "exclusive") == exclusive
        assert collection_bonus(held, "shared") == 8


def test_x18_the_most_valuable_set_first_is_a_trap():
    held = [
        adversary("red", "set red+green+blue = 5"),
        adversary("green", "set green+red+brown = 4"),
        adversary("blue", "set blue+brown+red = 4"),
        *(adversary("brown"), adversary("brown"), adversary("red")),
    ]
    assert collection_bonus(held, "exclusive") == 8


def test_x19_a_seat_with_tokens_on_all_missions_is_blocked():
    agent = Scripted()
    game = lay_out([hero("mission")] * 2, [hero("mission")], agent=agent)
    for card in game.available():
        card.tokens = [0]
    give_slots(game, 0, 9, 9, 9, 9)
    game.take_turn(game.seats[0], 1)
    assert agent.asked == []
    assert (last_row(game)["mission"], last_row(game)["declined"]) == (None, None)
    new = game.piles["B"][1] = MissionCard(mission("wounds 1", rank="B"))
    agent.answers["D9"] = [game.piles["B"][0], new]
    give_slots(game, 1, 9, 9, 9, 9)
    game.take_turn(game.seats[1], 1)
    game.take_turn(game.seats[0], 2)
    assert new.tokens == [0]


@pytest.mark.parametrize(("more", "credits", "ranks"), [(8, [1, 0], [1, 2]), (7, [0.5, 0.5], [1, 1])])
def test_x20_the_most_adversaries_win_a_tie(more, credits, ranks):
    game = lay_out([hero()], [hero()])
    for seat, held in ((0, more), (1, 7)):
        hold(game, seat, *[adversary("red", points=0)] * held)
        game.seats[seat].points["shine"] = 52
    assert [row["score"] for row in game.seat_rows()] == [52, 52]
    assert [row["win_credit"] for row in game.seat_rows()] == credits
    assert [row["rank"] for row in game.seat_rows()] == ranks


# ---------------------------------------------------------------- set-up, draft and return


def test_set_up_mixes_everything_but_the_starting_missions():
    games = [Game(BOX, 4, rng=random.Random(seed)) for seed in range(300)]
    assert len({tuple(game.age) for game in games}) == 24
    for game in games:
        assert [card.card.start for pile in game.piles.values() for card in pile[:1]] == [True] * 3
        assert [len(pile) for pile in game.piles.values()] == [6, 5, 4]
        assert (len(game.row), len(game.adversary_deck), len(game.supply), len(game.deck)) == (3, 39, 18, 60)
    assert len({game.piles["S"][1].card.id for game in games}) == 3
    assert len({game.deck[-1].card.id for game in games}) > 30
    assert len({game.row[0].id for game in games}) > 20
    assert len({game.supply[-1].id for game in games}) == 9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hf13_and_hf16_the_rest_of_a_hand_goes_to_the_left_neighbour(players):
    agent = Scripted()
    game = Game(BOX, players, [agent] * players, rng=random.Random(3))
    game.recruit()
    hands = [(seat, options) for point, seat, options in agent.asked if point == "D1"]
    for (seat, before), (other, after) in zip(hands, hands[players:], strict=False):
        assert other == seat
        giver = (seat - 1) % players
        pick = hands.index((seat, before)) // players
        assert after == hands[pick * players + giver][1][:-1]  # the last card is always picked
    assert [len(options) for _, options in hands] == [n for n in (5, 4, 3, 2) for _ in range(players)]
    sides = [row["side"] for row in game.seats[0].rows]
    assert sides == ["only", "right", "right", "right"]


def test_hf13_a_hero_may_go_to_either_end():
    agent = Scripted(D2=["left", "right", "left"])
    game = Game(BOX, 1, [agent], rng=random.Random(3))
    game.recruit()
    one, two, three, four = (row["hero"] for row in game.turn_rows())
    assert [card.card.id for card in game.seats[0].lineup] == [four, two, one, three]
    free = game.seats[0].free()
    assert sum(row["icons_gained"] for row in game.turn_rows()) == sum(free[:3])


@pytest.mark.parametrize(("size", "choices"), [(4, 4), (5, 10), (6, 20)])
def test_hf92_any_three_heroes_may_go(size, choices):
    def discard(options):
        assert game.counters() == 0  # they are cleared before anybody chooses (HF-91)
        return options[0]

    agent = Scripted(D13=[discard, discard])
    game = lay_out([hero(slots=(0,))] * size, [hero()] * size, agent=agent)
    game.seats[0].slots[0].covered = True
    game.return_home()
    assert len(agent.offered("D13")) == choices


# ---------------------------------------------------------------- tiles, missions and gifts


def draw(first, *then, settings=None, agent=None, lineups=None):
    """Seat 0 takes a turn on a hero `tile`; these tiles come."""
    game = lay_out(*(lineups or ([hero("tile"), hero()], [hero("fight 2", slots=(0,) * 4)])), agent=agent)
    game.settings = settings or Settings()
    game.supply, game.tile_discard = [*reversed((first, *then))], []
    game.take_turn(game.seats[0], 1)
    return game


def test_an_immediate_tile_hits_an_opponent_and_is_discarded():
    game = draw(tile("hit 3", "immediate", id="T1"))
    row = last_row(game)
    assert (row["tile_drawn"], row["tile_fate"], row["victim"], row["hit_placed"]) == ("T1", "used", 1, 3)
    assert len(game.seats[1].covered_slots()) == 3
    assert [card.id for card in game.tile_discard] == ["T1"]


def test_immediate_tiles_nest_and_are_discarded_after_their_effect():
    inner = tile("shine 2", "immediate", id="inner")
    game = draw(tile("tile + shine 1 + tile", "immediate", id="outer"), inner)
    # The second draw renews the supply with the inner tile alone: the outer one is still taking effect.
    assert game.seats[0].points["tile_points"] == 5
    assert game.supply_emptied == 1
    assert [card.id for card in game.tile_discard] == ["inner", "outer"]


def test_a_kept_tile_is_offered_at_the_next_own_turn():
    t6 = tile("shine 3", id="T6")
    game = draw(t6, agent=Scripted(D10=[None]))
    assert (game.seats[0].reserve, last_row(game)["tile_fate"]) == ([t6], "kept")
    game.take_turn(game.seats[0], 2)  # the last place: the hero whose turn it is
    assert (game.seats[0].points["tile_points"], last_row(game)["tiles_placed"]) == (3, 1)
    assert game.seats[0].reserve == []


def test_on_draw_a_tile_must_be_placed_if_it_can():
    agent = Scripted(D10=[lambda options: options[0]])
    game = draw(tile("shine 3"), agent=agent, settings=Settings(tile_timing="on_draw"))
    assert None not in agent.offered("D10")
    assert (last_row(game)["tile_fate"], last_row(game)["tile_seat"], last_row(game)["tile_position"]) == ("own", 0, 1)
    game = draw(tile("shine 1 + gift 1", "interaction", "shine"), settings=Settings(tile_timing="on_draw"))
    assert (last_row(game)["tile_fate"], len(game.seats[0].reserve)) == ("kept", 1)
    game.seats[1].lineup = [HeroCard(hero("shine 1"))]
    game.take_turn(game.seats[0], 2)
    assert len(game.seats[0].reserve) == 1


def test_a_gift_is_the_receivers_component():
    game = lay_out([hero("shine 1")], [hero()])
    game.seats[0].lineup[0].tile = tile("shine 1 + gift 1", "interaction", "shine")
    game.take_turn(game.seats[0], 1)
    assert (game.seats[0].points["tile_points"], game.seats[1].points["gift"]) == (1, 1)
    assert (last_row(game)["gained"], last_row(game)["given"], last_row(game)["gift_seat"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("requirement", "may"),
    [("wounds 1L", True), ("wounds LL", False), ("wounds LL + roll red", True), ("have 2", True), ("have 3", False)],
)
def test_what_makes_a_mission_attemptable(requirement, may):
    game = lay_out([hero("mission")], [hero()])
    give_slots(game, 0, 1, 0, 0, 1)
    hold(game, 0, adversary("red"), adversary("red"))
    assert game.attemptable(game.seats[0], MissionCard(mission(requirement))) == may


def test_a_failed_mission_leaves_its_counters():
    card = MissionCard(mission("wounds L + roll green"))
    game = lay_out([hero("mission")], [hero()], agent=Scripted(D9=[card]))
    game.piles["S"] = [card]
    give_slots(game, 0, 1, 0, 0, 1)
    rig(game, "2")
    game.take_turn(game.seats[0], 1)
    assert (last_row(game)["failed"], last_row(game)["placed"], game.counters(), card.tokens) == (1, 2, 2, [])


# ---------------------------------------------------------------- the proofs of the rules page


def test_hf30_and_hf31_the_formula_agrees_with_trying():
    for u, dl, df, di, fl, ff, fi, g in product(range(3), repeat=8):
        points, free = damage(f"{u}{'L' * dl}{'F' * df}{'I' * di}"), (fl, ff, fi, g)
        typed = min(dl, fl) + min(df, ff) + min(di, fi)
        assert most_placed(points, free) == typed + min(u, sum(free) - typed)
        fits = dl <= fl and df <= ff and di <= fi and u + dl + df + di <= sum(free)
        assert can_place(points, free) == fits


def by_need(held) -> int:
    """HF-106, exclusive: the collection cards that score may not picture more of a color than is held."""
    colors, best = Counter(card.color for card in held), 0
    collecting = [card for card in held if card.condition]
    for chosen in product((False, True), repeat=len(collecting)):
        scoring = [card for card, yes in zip(collecting, chosen, strict=True) if yes]
        if sum((Counter(card.condition.colors) for card in scoring), Counter()) <= colors:
            best = max(best, sum(card.condition.bonus for card in scoring))
    return best


def by_pictures(held) -> int:
    """HF-106, shared: so many sets of every picture; in them the most valuable cards with this picture score."""
    colors, best = Counter(card.color for card in held), 0
    collecting = [card for card in held if card.condition]
    pictures = sorted({tuple(sorted(card.condition.colors)) for card in collecting})
    for numbers in product(range(len(held) // 3 + 1), repeat=len(pictures)):
        sets = Counter()
        for picture, number in zip(pictures, numbers, strict=True):
            sets.update({color: n * number for color, n in Counter(picture).items()})
        if not sets <= colors:
            continue
        value = 0
        for picture, number in zip(pictures, numbers, strict=True):
            for color, n in Counter(picture).items():
                cards = [c for c in collecting if c.color == color and tuple(sorted(c.condition.colors)) == picture]
                value += sum(sorted((card.condition.bonus for card in cards), reverse=True)[: n * number])
        best = max(best, value)
    return best


def some_held(rng: random.Random):
    """Any adversaries, some of them with a set."""
    colors = ("brown", "green", "blue", "red")
    held = [adversary(rng.choice(colors)) for _ in range(rng.randrange(7))]
    for _ in range(rng.randrange(1, 6)):
        own = rng.choice(colors)
        others = rng.sample([color for color in colors if color != own], 2)
        if rng.random() < 0.2:
            others = [rng.choice(others), own]
        held.append(adversary(own, f"set {'+'.join(rng.sample([own, *others], 3))} = {rng.randrange(1, 7)}"))
    return held


def test_hf106_the_formulas_agree_with_trying_all_sets():
    for seed in range(150):
        held = some_held(random.Random(seed))
        assert collection_bonus(held, "exclusive") == by_need(held), seed
        assert collection_bonus(held, "shared") == by_pictures(held), seed


TOTALS = {  # HF-51: how often G, G+Y, G+Y+R come to 0, 1, 2 ... points
    "mild": ("1/2 1/3 1/6", "0 5/12 13/36 7/36 1/36", "0 0 5/24 7/18 5/18 1/9 1/72"),
    "standard": ("1/3 1/2 1/6", "0 2/9 4/9 5/18 1/18", "0 0 2/27 8/27 7/18 11/54 1/27"),
    "harsh": ("1/6 1/2 1/3", "0 1/12 1/3 5/12 1/6", "0 0 1/36 1/6 13/36 1/3 1/9"),
}


def faces(preset: str) -> dict[str, list]:
    return {color: [parse_damage(face) for face in text.split()] for color, text in PRESETS[preset].items()}


@pytest.mark.parametrize("preset", PRESETS)
def test_hf51_the_dice_fall_as_the_tables_say(preset):
    dice = faces(preset)
    for count, totals in enumerate(TOTALS[preset], start=1):
        found: Counter[int] = Counter()
        for points, chance in roll_table([dice[color] for color in ("green", "yellow", "red")[:count]]).items():
            found[points_of(points)] += chance
        assert found == Counter({total: Fraction(p) for total, p in enumerate(totals.split()) if p != "0"})


def test_hf51_the_number_of_different_falls():
    dice = faces("standard")
    sizes = [len(roll_table([dice[color] for color in colors])) for colors in (("green",), ("yellow",), ("red",))]
    assert sizes == [3, 4, 5]
    assert len(roll_table([dice["green"], dice["yellow"]])) == 10
    assert len(roll_table(list(dice.values()))) == 39


@pytest.mark.parametrize("preset", PRESETS)
def test_hf57_green_is_never_worse_against_one(preset):
    tables = {color: roll_table([sides]) for color, sides in faces(preset).items()}
    for free in product(range(4), repeat=4):
        chance = {color: sum(p for d, p in table.items() if can_place(d, free)) for color, table in tables.items()}
        assert chance["green"] == max(chance.values())


# ---------------------------------------------------------------- invariants


class Watched(Game):
    """A game that is looked at after every row."""

    def end_line(self, seat, line):
        super().end_line(seat, line)
        cards = self.cards
        on_heroes = [hero.tile for seat in self.seats for hero in seat.lineup if hero.tile]
        reserves = [tile for seat in self.seats for tile in seat.reserve]
        tiles = [*self.supply, *self.tile_discard, *reserves, *on_heroes]
        assert Counter(tiles) == Counter(copies(cards.tiles))  # 7
        taken = [card for seat in self.seats for card in seat.adversaries]
        assert Counter([*taken, *self.row, *self.adversary_deck]) == Counter(copies(cards.adversaries))  # 5
        assert len(self.row) == 3 or not self.adversary_deck
        tokens = Counter(token for pile in self.piles.values() for card in pile for token in card.tokens)
        assert all(n <= 3 for n in tokens.values())  # 6
        for pile in self.piles.values():
            assert all(not card.tokens for card in pile[1:])
            assert len(set(pile[0].tokens)) == len(pile[0].tokens) < len(pile[0].card.spaces)
        if line["phase"] == "return":
            assert self.counters() == 0  # 8
        players = [*self.deck, *self.hero_discard, *(h for s in self.seats for h in (*s.hand, *s.lineup))]
        assert len(players) == len(set(players)) == len(copies(cards.heroes))  # 3


def check_frame(game):
    """1, 2"""
    n = len(game.seats)
    sizes = Counter((row["round"], row["phase"]) for row in game.turn_rows())
    assert sizes == {
        (r, phase): n * k for r in (1, 2, 3) for phase, k in (("recruit", 4), ("adventure", 3 + r), ("return", 1))
    }
    for seat in game.seats:
        rows = seat.rows
        assert [row["turn"] for row in rows] == list(range(1, 31))
        assert [row["step"] for row in rows if row["phase"] == "adventure"] == [
            *range(1, 5),
            *range(1, 6),
            *range(1, 7),
        ]
        assert [row["hand_size"] for row in rows if row["phase"] == "recruit"] == [5, 4, 3, 2] * 3
        starts = [row["start_seat"] for row in rows if row["phase"] == "adventure"]
        assert starts == [game.starts[0]] * 4 + [game.starts[1]] * 5 + [game.starts[2]] * 6


def check_heroes(game, discarded_last):
    """3"""
    n = len(game.seats)
    assert len(game.deck) == 60 - 15 * n
    assert len(game.hero_discard) == n * (3 + 9 if discarded_last else 3 + 6)
    assert {len(seat.lineup) for seat in game.seats} == {3 if discarded_last else 6}


def check_damage(game):
    """4, 5, 8: only where an action holds at most one fight or mission."""
    for seat in game.seats:
        held = 0
        for row in seat.rows:
            if row["placed"] is not None:
                rolled = row["dmg_any"] + row["dmg_l"] + row["dmg_f"] + row["dmg_i"]
                free = row["free_l"] + row["free_f"] + row["free_i"] + row["free_generic"]
                assert row["placed"] <= min(rolled, free)
                assert row["placed"] == most_placed(
                    Damage(row["dmg_any"], (row["dmg_l"], row["dmg_f"], row["dmg_i"])),
                    (row["free_l"], row["free_f"], row["free_i"], row["free_generic"]),
                )
                if row["k"]:
                    assert row["won"] == (row["placed"] == rolled)
            taken = sum(row[f"adv_{n}"] is not None for n in (1, 2, 3))
            assert taken == (row["k"] if row["won"] else 0)
            held += taken
            assert row["adv_held"] == held
            assert row["mission"] is None or row["failed"] or row["mission_points"] <= row["gained"]


def check_returns(game):
    """8"""
    latest: dict[int, int] = {}
    n = len(game.seats)
    for r, start in enumerate(game.starts, start=1):
        rows = [row for row in game.turn_rows() if row["round"] == r and row["phase"] == "adventure"]
        for row in sorted(rows, key=lambda row: (row["step"], (row["seat"] - start) % n)):
            latest[row["seat"]] = row["pslot_after"]
            if row["victim"] is not None:
                latest[row["victim"]] = row["victim_pslot"]
        for seat in game.seats:
            (back,) = (row for row in seat.rows if row["round"] == r and row["phase"] == "return")
            assert back["prestige_slots"] == latest[seat.number]


def check_scores(game):
    """9, 10"""
    for seat, result in zip(game.seats, game.seat_rows(), strict=True):
        tracks = [row["track"] for row in seat.rows]
        assert tracks == sorted(tracks)
        assert result["score"] == sum(result[f"pts_{part}"] for part in (*ON_THE_TRACK, *AT_THE_END))
        assert result["score"] == tracks[-1] + sum(result[f"pts_{part}"] for part in AT_THE_END)
        assert result["score"] == seat.rows[-1]["score"]
        assert tracks[-1] == sum(row["gained"] for row in seat.rows) + result["pts_gift"]
    assert sum(row["pts_gift"] for row in game.seat_rows()) == sum(row["given"] for row in game.turn_rows())
    assert sum(row["win_credit"] for row in game.seat_rows()) == pytest.approx(1)


SETTINGS = (
    Settings(),
    Settings(dice="mild", allow_decline=False),
    Settings(tile_timing="on_draw", collection_mode="shared"),
    Settings(dice="harsh", discard_after_last_round=False),
    Settings("standard", False, "on_draw", False, "shared"),
)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", [BOX, EDITED], ids=["reference", "edited"])
@pytest.mark.parametrize("settings", SETTINGS)
def test_invariants_of_random_games(players, cards, settings):
    """Ten games of each kind: 300 in all."""
    for seed in range(10):
        game = Watched(cards, players, settings=settings, rng=random.Random(seed)).play()
        check_frame(game)
        check_heroes(game, settings.discard_after_last_round)
        check_scores(game)
        if cards is BOX:
            check_damage(game)
            check_returns(game)


def test_the_same_luck_gives_the_same_game():
    one, two = (Game(BOX, 3, rng=random.Random(8)).play() for _ in range(2))
    assert one.turn_rows() == two.turn_rows()
    assert one.seat_rows() == two.seat_rows()


def test_equal_agents_win_equally_often_on_every_seat():
    games = 400
    won = [0.0] * 4
    for seed in range(games):
        for row in Game(BOX, 4, rng=random.Random(seed)).play().seat_rows():
            won[row["seat"]] += row["win_credit"] / games
    assert won == pytest.approx([0.25] * 4, abs=4 * (0.25 * 0.75 / games) ** 0.5)
