"""The rules HF-1 to HF-17: set-up, rounds, recruitment. At least one test per rule, named by it."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from balance.common.errors import InputError
from balance.engine.game.plan import Request, make_plan
from balance.engine.kernels.decisions import begin_decisions
from balance.engine.kernels.kernel import new
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.rng import start_streams
from balance.games.heroes.cards.box import RANKS
from balance.games.heroes.play.choosing import choose_hero, choose_side
from balance.games.heroes.rules.lineup import place_hero
from balance.games.heroes.rules.setup import deal_hands, hand_of, pass_hands, set_up
from balance.games.heroes.state import LEFT, POINTS, RIGHT, STATE, STREAMS
from heroes.box import box, hero, mission, tile
from heroes.sheet import FIGHTER, Sheet, evenly, plan_for, play, style

PLAYERS = (2, 3, 4)
GAMES = 600


class SetUp:
    """The table as it is set up in many games."""

    def __init__(self, players: int = 4, games: int = GAMES):
        self.plan = plan_for(players, box())
        self.t = self.plan.table()
        self.games = games

    def __iter__(self):
        s = new(STATE)
        for game_no in range(self.games):
            start_streams(s, self.plan.seed, game_no, STREAMS)
            set_up(s, self.t)
            yield s


def hands(s, t) -> list[list[int]]:
    """The heroes every seat holds in its hand."""
    return [s.hand[hand_of(s, t, seat), : s.hand_size].tolist() for seat in range(t.players)]


def dealt(players: int) -> Sheet:
    """A game with every hero another, before the first round."""
    lineups = [[] for _ in range(players)]
    return Sheet(*lineups, more=box().heroes, agents=["greedy"])


# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize("players", PLAYERS)
def test_hf_1_the_rest_of_a_hand_goes_to_the_next_seat_and_from_the_last_to_seat_0(players):
    game = dealt(players)
    deal_hands(game.s, game.t)
    before = hands(game.s, game.t)
    for seat in range(players):
        game.s.seat[seat].choice = 0
    pass_hands(game.s, game.t)
    after = hands(game.s, game.t)
    for seat in range(players):
        assert after[(seat + 1) % players] == before[seat][1:]


@pytest.mark.parametrize("players", [0, 1, 5])
def test_hf_1_two_to_four_play(players):
    with pytest.raises(InputError, match="2 to 4"):
        make_plan(Request("heroes", players=players))


def test_hf_2_the_start_card_of_each_rank_lies_on_top_and_the_rest_is_shuffled():
    orders: list[Counter] = [Counter(), Counter(), Counter()]
    setup = SetUp(games=2400)
    starts = [i for i, card in enumerate(setup.plan.cards.missions) if card.start]
    for s in setup:
        for rank, count in enumerate((6, 5, 4)):
            pile = s.pile[rank, :count].tolist()
            assert pile[0] == starts[rank]
            assert {setup.plan.cards.missions[card].rank for card in pile} == {RANKS[rank]}
            assert len(set(pile)) == count
            orders[rank][tuple(pile[1:4])] += 1
    for rank, count in enumerate((6, 5, 4)):
        others = [i for i, card in enumerate(setup.plan.cards.missions) if card.rank == RANKS[rank] and not card.start]
        assert len(others) == count - 1
        assert evenly(orders[rank], itertools.permutations(others, 3))


def test_hf_2_only_the_top_card_of_a_pile_is_available():
    game = Sheet([hero("mission")], [], missions={"S": [mission("have 99"), mission("wounds 0")]}, agents=[FIGHTER])
    assert game.turn().mission == -1


def test_hf_3_all_tiles_are_in_the_supply_in_random_order():
    first = Counter()
    for s in SetUp(games=1800):
        assert s.in_supply == 18
        assert s.in_tile_discard == 0
        assert sorted(s.supply[:18].tolist()) == sorted([*range(9), *range(9)])
        first[int(s.supply[17])] += 1
    assert evenly(first, range(9))


def test_hf_4_three_adversaries_of_the_shuffled_stack_lie_in_the_row():
    seen = [Counter(), Counter(), Counter()]
    setup = SetUp(games=2100)
    for s in setup:
        assert s.in_row == s.revealed == 3
        assert s.row.tolist() == s.adversary_deck[:3].tolist()
        assert Counter(s.adversary_deck[: setup.t.adversary_cards].tolist()) == Counter(range(42))
        for place in range(3):
            seen[place][int(s.row[place])] += 1
    for place in range(3):
        assert evenly(seen[place], range(42))


@pytest.mark.parametrize("players", PLAYERS)
def test_hf_5_every_seat_starts_with_0_prestige_and_all_its_tokens(players):
    s = new(STATE)
    setup = SetUp(players)
    for seat in range(players):  # what an earlier game may have left behind
        me = s.seat[seat]
        me.track = me.held = me.reserved = me.heroes = me.strength = me.adversary_points = 3
        me.color[:] = me.points[:] = 1
    s.tokens[:] = s.covered[:] = s.counters = s.most_counters = 7
    start_streams(s, 1, 0, STREAMS)
    set_up(s, setup.t)
    for seat in range(players):
        me = s.seat[seat]
        assert me.track == me.held == me.reserved == me.heroes == me.strength == 0
        assert not me.color.any()
        assert not me.points.any()
        assert s.score[seat] == 0
    assert not s.tokens.any()
    assert not s.covered.any()
    assert s.counters == s.most_counters == 0


def test_hf_6_the_hero_deck_is_shuffled_copies_and_all():
    cards = [hero(id=f"h{n}", copies=copies) for n, copies in enumerate((1, 2, 3, 54))]
    setup = SetUp()
    setup.plan = plan_for(4, box(heroes=tuple(cards)))
    setup.t = setup.plan.table()
    places = Counter()
    for s in setup:
        deck = s.hero_deck[:60].tolist()
        assert [deck.count(n) for n in range(4)] == [1, 2, 3, 54]
        places[deck.index(0) // 10] += 1
    assert evenly(places, range(6))


@pytest.mark.parametrize("players", PLAYERS)
def test_hf_7_the_age_order_is_a_random_one_of_all(players):
    assert evenly(
        Counter(tuple(s.age[:players].tolist()) for s in SetUp(players)), itertools.permutations(range(players))
    )


def test_hf_7_the_age_order_stays_for_the_whole_game():
    same = tuple(hero("none", id=f"same {n}") for n in range(60))  # everybody is always tied in everything
    youngest = Counter()
    for log in play(plan_for(4, box(heroes=same)), 40):
        game = log["games"][0]
        assert game["start_1"] == game["start_2"] == game["start_3"] == game["youngest"]
        youngest[game["youngest"]] += 1
    assert set(youngest) == {0, 1, 2, 3}


# ---------------------------------------------------------------- rounds


@pytest.mark.parametrize("players", PLAYERS)
def test_hf_10_three_rounds_of_recruitment_adventure_and_return(players):
    phases = [
        (round, phase, step)
        for round, length in ((1, 4), (2, 5), (3, 6))
        for phase, steps in (("recruit", range(1, 5)), ("adventure", range(1, length + 1)), ("return", [0]))
        for step in steps
    ]
    for log in play(plan_for(players, box()), 3):
        for seat in range(players):
            rows = sorted((row for row in log["turns"] if row["seat"] == seat), key=lambda row: row["turn"])
            assert [(row["round"], row["phase"], row["step"]) for row in rows] == phases
        assert log["games"][0]["end_reason"] == "rounds"


@pytest.mark.parametrize("players", PLAYERS)
def test_hf_11_line_ups_have_4_5_and_6_heroes_and_between_the_rounds_1_and_2(players):
    game = dealt(players)
    for stage, (size, kept) in enumerate(((4, 1), (5, 2), (6, 3))):
        game.s.stage = stage
        game.recruit()
        assert [len(game.lineup(seat)) for seat in range(players)] == [size] * players
        game.adventure()
        game.come_home()
        assert [len(game.lineup(seat)) for seat in range(players)] == [kept] * players


# ---------------------------------------------------------------- recruitment


@pytest.mark.parametrize("players", PLAYERS)
def test_hf_12_each_seat_gets_five_heroes_of_the_deck_in_each_round(players):
    game = dealt(players)
    deck = game.s.hero_deck[: 15 * players].tolist()
    got = []
    for _ in range(3):
        deal_hands(game.s, game.t)
        assert [len(hand) for hand in hands(game.s, game.t)] == [5] * players
        got += [card for hand in hands(game.s, game.t) for card in hand]
    assert sorted(got) == sorted(deck)  # one deal after another, without looking back: with 4 players all 60


NEW = hero(id="new")


@pytest.mark.parametrize("left", [True, False])
def test_hf_13_a_hero_goes_to_an_end_beside_the_heroes_kept_and_nothing_else_moves(left):
    kept = [hero(id="kept 0", left="L--"), hero(id="kept 1", right="--F")]
    fits = hero(id="fits", right="L--") if left else hero(id="fits", left="--F")
    game = Sheet(kept, [], more=[fits, NEW], agents=[style("builder", icons=1.0)])
    game.s.hero_deck[:10] = game.heroes.index(NEW)
    game.s.hero_deck[0] = game.heroes.index(fits)
    game.recruit()
    ids = [card.id for card in game.lineup(0)]
    assert len(ids) == 6
    middle = ["fits", "kept 0", "kept 1"] if left else ["kept 0", "kept 1", "fits"]
    at = ids.index(middle[0])
    assert ids[at : at + 3] == middle


def test_hf_13_tiles_move_with_their_heroes():
    two, shine = [hero(id="one", strength=1), hero(id="two", strength=2)], tile("shine 3")
    game = Sheet(two, [], more=[NEW, shine])
    game.lay(0, 1, shine)
    game.s.seat[0].picked = game.heroes.index(NEW)
    place_hero(game.s, game.t, 0, LEFT)
    assert game.lineup() == [NEW, *two]
    assert game.tiles_on() == [None, None, shine]
    assert game.s.seat[0].placer[:3].tolist() == [-1, -1, 0]
    place_hero(game.s, game.t, 0, RIGHT)
    assert game.lineup() == [NEW, *two, NEW]
    assert game.tiles_on() == [None, None, shine, None]
    assert game.s.seat[0].strength == 1 + 2 + 2 * NEW.strength


def test_hf_13_only_the_first_pick_of_a_game_has_no_side():
    for log in play(plan_for(3, box()), 5):
        for row in log["turns"]:
            if row["phase"] == "recruit":
                assert (row["side"] == "only") == (row["round"] == row["step"] == 1)
                assert row["side"] is not None


def held(*heroes: int, players: int = 2, agents: Sequence[str] = ("random",)) -> Sheet:
    """A game before a pick, with line-ups of so many heroes."""
    kinds = [hero(id=f"lined up {n}", left="L--", right="-FI") for n in range(players)]
    lineups = [[kinds[seat]] * count for seat, count in enumerate(heroes)]
    game = Sheet(*lineups, more=box().heroes, agents=agents)
    game.s.hero_deck[:20] = range(players, players + 60, 3)
    deal_hands(game.s, game.t)
    game.keep()
    return game


def test_hf_13_a_random_seat_chooses_any_card_and_any_side():
    game = held(1, 1)
    cards, sides = Counter(), Counter()
    for _ in game.again(GAMES):
        cards[int(choose_hero(game.s, game.t, 0))] += 1
        sides[int(choose_side(game.s, game.t, 0))] += 1
    assert evenly(cards, range(5))
    assert evenly(sides, (LEFT, RIGHT))


def picks(game: Sheet, seats: Sequence[int]) -> dict[int, int]:
    """What these seats choose, asked in this order."""
    for seat in seats:
        game.s.seat[seat].choice = choose_hero(game.s, game.t, seat)
    return {seat: int(game.s.seat[seat].choice) for seat in seats}


@pytest.mark.parametrize("agent", ["random", "greedy", "rival"])
def test_hf_14_a_pick_depends_on_no_other_hand_and_no_other_choice(agent):
    game = held(1, 2, 1, players=3, agents=[agent])
    for game_no in game.again(20):
        upwards = picks(game, (0, 1, 2))
        game.back(game_no)
        assert picks(game, (2, 1, 0)) == upwards
        game.back(game_no)
        for other in (1, 2):
            game.s.hand[hand_of(game.s, game.t, other)] = 0
            game.s.seat[other].choice = game.s.seat[other].picked = 4
        assert picks(game, [0])[0] == upwards[0]


@pytest.mark.parametrize("agent", ["random", "greedy", "rival"])
def test_hf_14_a_side_depends_on_no_other_side_and_not_on_the_hand_just_received(agent):
    game = held(1, 1, agents=[agent])
    for game_no in game.again(20):
        picks(game, (0, 1))
        pass_hands(game.s, game.t)
        sides = [int(choose_side(game.s, game.t, seat)) for seat in (0, 1)]
        game.back(game_no)
        picks(game, (0, 1))
        pass_hands(game.s, game.t)
        game.s.hand[:] = 0
        game.s.seat[1].side = 1 - sides[1]
        assert int(choose_side(game.s, game.t, 0)) == sides[0]


def test_hf_14_all_choose_before_anybody_places():
    plan = plan_for(2, box(), ["rival"])  # which looks at the line-up of the left neighbour
    ids = [card.id for card in plan.cards.heroes]
    s, t = new(STATE), plan.table()
    for game_no, log in enumerate(play(plan, 10)):
        start_streams(s, plan.seed, game_no, STREAMS)
        begin_decisions(s.decision, plan.seed, game_no, 2, POINTS)
        deal_styles(s, t, 2)
        set_up(s, t)
        deal_hands(s, t)
        for row in log["turns"]:
            if row["turn"] == 1:
                hand = hands(s, t)[row["seat"]]
                assert row["hero"] == ids[hand[choose_hero(s, t, row["seat"])]]


@pytest.mark.parametrize("players", PLAYERS)
def test_hf_15_four_of_the_five_heroes_are_placed_and_the_fifth_is_out_of_the_game(players):
    for log in play(plan_for(players, box()), 3):
        for row in log["turns"]:
            if row["phase"] == "recruit":
                assert row["hand_size"] == 6 - row["step"]
                assert row["lineup_size"] == row["round"] - 1 + row["step"]
        cards = log["cards"]
        assert sum(row["picked"] for row in cards) == 12 * players
        assert sum(row["left_over"] for row in cards) == 3 * players
        picked = Counter(row["hero"] for row in log["turns"] if row["phase"] == "recruit")
        left_over = Counter(row["card"] for row in cards if row["left_over"])
        assert not picked & left_over
        assert max((picked + left_over).values()) == 1


@functools.cache
def first_hands(players: int) -> list[tuple[int, int, int]]:
    """(seat, pick, seat whose first hand the hero came from) of every pick of some games."""
    return list(_first_hands(players, 5))


def _first_hands(players: int, games: int) -> Iterator[tuple[int, int, int]]:
    plan = plan_for(players, box())
    t = plan.table()
    s = new(STATE)
    ids = [card.id for card in plan.cards.heroes]
    for game_no, log in enumerate(play(plan, games)):
        start_streams(s, plan.seed, game_no, STREAMS)
        begin_decisions(s.decision, plan.seed, game_no, 2, POINTS)
        set_up(s, t)
        place = {ids[card]: n for n, card in enumerate(s.hero_deck[:60])}
        for row in log["turns"]:
            if row["phase"] == "recruit":
                round, first = divmod(place[row["hero"]] // 5, players)
                assert round == row["round"] - 1
                yield row["seat"], row["step"], first


@pytest.mark.parametrize("players", PLAYERS)
def test_hf_16_hands_go_to_the_left_in_every_round(players):
    for seat, pick, first in first_hands(players):
        assert first == (seat - (pick - 1)) % players


@pytest.mark.parametrize(("players", "again"), [(2, {3}), (3, {4}), (4, set())])
def test_hf_17_when_the_first_hand_of_a_seat_comes_back(players, again):
    assert {pick for seat, pick, first in first_hands(players) if seat == first} == {1} | again


@pytest.mark.parametrize("pick", [3, 4])
def test_hf_17_two_seats_swap_their_hands(pick):
    for seat, at, first in first_hands(2):
        if at == pick:
            assert first == (seat + at - 1) % 2
