"""The rules HF-90 to HF-107: the return, the end of the game. At least one test per rule, named by it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from balance.games.heroes.cards.box import COLORS, Adversary
from balance.games.heroes.rules.scoring import count_adversaries
from heroes.box import adversary, box, hero, mission, tile
from heroes.sheet import FIGHTER, Sheet, evenly, plan_for, play, style

PARTS = ("base", "collection", "majority", "strength", "number", "color", "constellation")


def parts(game: Sheet, seat: int = 0) -> dict[str, int]:
    """What the adversaries of a seat pay, without what pays nothing."""
    total = count_adversaries(game.s, game.t, seat)
    paid = {name: int(points) for name, points in zip(PARTS, game.s.part, strict=True) if points}
    assert sum(paid.values()) == total
    return paid


def holding(*seats: list[Adversary], **settings) -> Sheet:
    """Seats with these adversaries at the end."""
    return Sheet(*[[hero()] for _ in seats], held=dict(enumerate(seats)), **settings)


def plain(color: str, count: int = 1) -> list[Adversary]:
    """Adversaries without points and condition."""
    return [adversary(color, points=0)] * count


def paying(color: str, condition: str, points: int = 0) -> Adversary:
    return adversary(color, condition, points)


# ---------------------------------------------------------------- return


def test_hf_90_every_seat_gains_the_values_of_its_uncovered_prestige_slots():
    heroes = [hero(slots=(2, 0, 3)), hero(id="b", slots=(1,))]
    game = Sheet([*heroes, *[hero()] * 2], [heroes[0], *[hero()] * 3], agents=["greedy"])
    game.damage(0, "2")  # the plain slot and the cheapest prestige slot
    game.come_home()
    assert (game.track(0), game.track(1)) == (5, 5)
    assert [int(game.s.now[seat].prestige_slots) for seat in (0, 1)] == [5, 5]
    assert game.s.seat[0].points[4] == 5


def test_hf_91_all_counters_of_all_seats_are_removed():
    game = Sheet([hero(slots=(0, 0, 3))] * 4, [hero(slots=(0, 2))] * 4)
    for seat, text in ((0, "9"), (1, "3")):
        game.damage(seat, text)
    game.come_home()
    assert game.s.counters == 0
    assert [int(game.s.now[seat].counters_removed) for seat in (0, 1)] == [9, 3]
    assert game.free(0)[3] == 12  # those of the whole line-up: nothing is covered any more


SIX = [hero(id=f"position {n}", strength=n) for n in range(6)]


@pytest.mark.parametrize("size", [4, 5, 6])
def test_hf_92_any_three_heroes_are_discarded_and_the_others_keep_their_order(size):
    game = Sheet(SIX[:size], SIX[:size])
    kept = Counter()
    for _ in game.again(800):
        game.come_home()
        kept[tuple(card.strength for card in game.lineup())] += 1
        assert game.s.seat[0].strength == sum(card.strength for card in game.lineup())
    assert evenly(kept, combinations(range(size), size - 3))


def test_hf_92_new_neighbours_may_complete_icons():
    outer = [hero(id="left", right="L--"), hero(id="right", left="L--")]
    game = Sheet([outer[0], *[hero()] * 3, outer[1]], [hero()] * 5, agents=[style("builder", icons=1.0)])
    assert game.free() == (0, 0, 0, 0)
    game.come_home()
    assert game.lineup() == outer
    game.adventure()
    assert game.free() == (1, 0, 0, 0)


def test_hf_92_the_choice_does_not_depend_on_that_of_others():
    game = Sheet(SIX, SIX)
    for game_no in game.again(10):
        game.come_home()
        mine = game.lineup()
        game.back(game_no)
        game.line_up(1, *reversed(SIX))
        game.t.style[game.s.style[1]].slip = 1.0
        game.come_home()
        assert game.lineup() == mine


@pytest.mark.parametrize(("last", "kept"), [(True, 3), (False, 6)])
def test_hf_93_after_the_last_round_three_heroes_are_discarded_where_the_setting_says_so(last, kept):
    game = Sheet(SIX, SIX, more=[tile("shine 3")], discard_after_last_round=last)
    for position in range(6):
        game.lay(0, position, tile("shine 3"))
    game.s.stage = 2
    game.come_home()
    assert len(game.lineup()) == kept
    assert game.s.seat[0].strength == sum(card.strength for card in game.lineup())
    assert sum(on is not None for on in game.tiles_on()) == kept
    game = Sheet(SIX[:5], SIX[:5], discard_after_last_round=last)
    game.s.stage = 1
    game.come_home()
    assert len(game.lineup()) == 2  # in the other rounds, always


@pytest.mark.parametrize("last", [True, False])
def test_hf_93_the_end_sees_the_heroes_that_are_left(last):
    strength = {card.id: card.strength for card in box().heroes}
    for log in play(plan_for(3, box(), ["greedy"], discard_after_last_round=last), 3):
        for seat, row in enumerate(log["seats"]):
            end = [turn for turn in log["turns"] if turn["seat"] == seat and turn["phase"] == "return"][-1]
            assert (end["discard_1"] is not None) == last
            own = sum(strength[turn["hero"]] for turn in log["turns"] if turn["seat"] == seat and turn["side"])
            gone = [turn[f"discard_{n}"] for turn in log["turns"] if turn["seat"] == seat for n in (1, 2, 3)]
            assert row["final_strength"] == own - sum(strength[id] for id in gone if id)


def test_hf_94_missions_tokens_row_tiles_reserves_and_adversaries_stay_between_the_rounds():
    foes = [adversary(color, points=2) for color in COLORS]
    tiles = [tile("shine 1", id=f"tile {n}") for n in range(4)]
    missions = {"S": [mission("wounds 0", "8;6;4", id="available"), mission("have 9", id="next")]}
    game = Sheet(
        *[[hero("mission")] * 4] * 2,
        row=foes[:3],
        deck=foes[3:],
        held={1: foes[:1]},
        missions=missions,
        supply=tiles[:2],
        more=tiles,
        agents=[FIGHTER],
    )
    game.turn(0)
    game.reserve(1, tiles[2])
    game.s.tile_discard[0] = 3
    game.s.in_tile_discard = 1
    game.come_home()
    assert (game.available("S").id, game.tokens("S"), game.s.covered[2]) == ("available", [0], 1)
    assert (game.row(), game.s.revealed) == (foes[:3], 3)
    assert (game.s.in_supply, game.discarded(), game.reserved(1)) == (2, [tiles[3]], [tiles[2]])
    assert (game.holds(1), game.track(0)) == (foes[:1], 8)
    game.s.stage = 1
    game.recruit()
    assert (game.available("S").id, game.tokens("S"), game.row()) == ("available", [0], foes[:3])
    assert game.reserved(1) == [tiles[2]]


# ---------------------------------------------------------------- what adversaries pay


def test_hf_100_every_adversary_pays_its_points_and_its_bonus_if_its_condition_holds():
    game = holding([adversary("red", points=4), paying("blue", "count 2 = 5", 3)], [paying("blue", "count 2 = 5", 1)])
    assert parts(game, 0) == {"base": 7, "number": 5}
    assert parts(game, 1) == {"base": 1}
    game.s.seat[0].track = 20
    assert game.scores() == [32, 1]


def most(color: str) -> Adversary:
    return paying(color, f"most {color} = 4")


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize(
    ("mine", "others", "paid"), [(2, (1, 0), 4), (2, (2, 0), 0), (2, (0, 2), 0), (1, (0, 0), 4), (1, (2, 0), 0)]
)
def test_hf_101_a_majority_needs_more_of_the_colour_than_every_other_seat(color, mine, others, paid):
    game = holding([most(color), *plain(color, mine - 1)], *[plain(color, count) for count in others])
    assert parts(game) == ({"majority": paid} if paid else {})


def test_hf_101_a_majority_of_a_colour_one_does_not_hold_pays_nothing():
    game = holding([paying("red", "most blue = 4")], plain("green"))
    assert parts(game) == {}


@pytest.mark.parametrize(
    ("strengths", "paid"), [((3, 2, 1), 4), ((3, 3, 0), 0), ((3, 0, 3), 0), ((3, 4, 0), 0), ((0, 0, 0), 0)]
)
def test_hf_102_the_strongest_has_more_strength_than_every_other_seat(strengths, paid):
    lineups = [[hero(strength=strength)] for strength in strengths]
    game = Sheet(*lineups, held={0: [paying("red", "strongest = 4")]})
    assert parts(game) == ({"strength": paid} if paid else {})


@pytest.mark.parametrize(("others", "paid"), [(3, 0), (4, 2), (5, 2)])
def test_hf_103_a_number_of_adversaries_counts_the_card_itself(others, paid):
    game = holding([paying("red", "count 5 = 2"), *plain("green", others)], [])
    assert parts(game) == ({"number": paid} if paid else {})


@pytest.mark.parametrize(("own", "paid"), [("green", 6), ("red", 4)])
def test_hf_104_a_colour_pays_for_each_adversary_of_it_and_for_the_card_itself_if_it_has_it(own, paid):
    game = holding([paying(own, "each green = 2"), *plain("green", 2), *plain("blue", 3)], plain("green", 5))
    assert parts(game) == {"color": paid}


def test_hf_105_tiles_count_on_own_heroes_whoever_put_them_there_and_in_the_own_reserve():
    three = [tile("shine 1", id=f"tile {n}") for n in range(4)]
    card = paying("red", "each tile = 2")
    game = Sheet([hero()] * 3, [hero()] * 3, held={0: [card], 1: [card]}, more=three)
    game.lay(0, 0, three[0])
    game.lay(0, 2, three[1], placer=1)
    game.lay(1, 1, three[2], placer=0)
    game.reserve(0, three[3])
    assert parts(game, 0) == {"constellation": 6}
    assert parts(game, 1) == {"constellation": 2}


def best_exclusive(cards: list[Adversary]) -> int:
    """Every subset of the collection cards, tried out."""
    have = Counter(card.color for card in cards)
    sets = [card.condition for card in cards if card.condition]
    best = 0
    for n in range(len(sets) + 1):
        for chosen in combinations(sets, n):
            need = Counter(color for condition in chosen for color in condition.colors)
            if all(need[color] <= have[color] for color in need):
                best = max(best, sum(condition.bonus for condition in chosen))
    return best


def best_shared(cards: list[Adversary]) -> int:
    """Every number of sets of every picture, tried out."""
    have = Counter(card.color for card in cards)
    pictures = sorted({card.condition.colors for card in cards if card.condition})
    best = 0
    for counts in product(range(max(have.values(), default=0) + 1), repeat=len(pictures)):
        need = Counter(color for n, picture in zip(counts, pictures, strict=True) for color in picture * n)
        if any(need[color] > have[color] for color in need):
            continue
        points = 0
        for n, picture in zip(counts, pictures, strict=True):
            for color in COLORS:
                bonuses = [
                    c.condition.bonus
                    for c in cards
                    if c.condition and c.color == color and c.condition.colors == picture
                ]
                points += sum(sorted(bonuses, reverse=True)[: n * picture.count(color)])
        best = max(best, points)
    return best


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "best"), [("exclusive", best_exclusive), ("shared", best_shared)])
def test_hf_106_collections_pay_the_most_that_disjoint_sets_allow(mode, best):
    rng = random.Random(106)
    pictures = ["brown+green+blue", "green+blue+red", "brown+blue+red", "brown+green+red", "red+red+blue"]
    seen = Counter()
    for _ in range(150):
        cards = [card for color in COLORS for card in plain(color, rng.randrange(3))]
        for _ in range(rng.randrange(1, 6)):
            picture = rng.choice(pictures)
            cards.append(paying(rng.choice(picture.split("+")), f"set {picture} = {rng.randrange(1, 6)}"))
        rng.shuffle(cards)
        bonus = parts(holding(cards, [], collection_mode=mode)).get("collection", 0)
        assert bonus == best(cards)
        seen[bonus] += 1
    assert len(seen) > 8


def test_hf_106_the_default_is_a_set_of_its_own_for_every_card():
    pair = [paying("red", "set green+blue+red = 4"), paying("green", "set green+blue+red = 3"), *plain("blue")]
    assert parts(holding(pair, [])) == {"collection": 4}
    assert parts(holding(pair, [], collection_mode="exclusive")) == {"collection": 4}
    assert parts(holding(pair, [], collection_mode="shared")) == {"collection": 7}


def test_hf_106_only_own_adversaries_make_a_set():
    game = holding([paying("red", "set green+blue+red = 4"), *plain("green")], plain("blue", 3))
    assert parts(game) == {}


def test_hf_106_sixteen_collection_cards_are_counted():
    cards = [paying(color, "set green+blue+red = 1") for color in ("green", "blue", "red") for _ in range(5)]
    cards = [*cards, paying("red", "set green+blue+red = 2")]
    assert parts(holding(cards, [])) == {"collection": 6}
    assert parts(holding(cards, [], collection_mode="shared")) == {"collection": 16}


# ---------------------------------------------------------------- the winner


@pytest.mark.parametrize(
    ("tracks", "held", "won"),
    [
        ((9, 10), (5, 0), [0, 1]),
        ((10, 10), (2, 3), [0, 1]),
        ((10, 10), (3, 3), [1, 1]),
        ((10, 10, 9), (0, 0, 9), [1, 1, 0]),
        ((7, 8, 8, 8), (9, 4, 5, 5), [0, 0, 1, 1]),
        ((0, 0, 0), (0, 0, 0), [1, 1, 1]),
    ],
)
def test_hf_107_the_highest_total_wins_then_most_adversaries_then_the_win_is_shared(tracks, held, won):
    game = holding(*[plain("red", count) for count in held])
    for seat, track in enumerate(tracks):
        game.s.seat[seat].track = track
    assert game.won() == won
    assert game.s.winners == sum(won)


def test_hf_107_the_total_is_the_track_with_the_adversaries():
    game = holding([adversary("red", points=3)] * 2, plain("red"))
    game.s.seat[0].track, game.s.seat[1].track = 5, 10
    assert game.won() == [1, 0]
    assert game.scores() == [11, 10]


def test_hf_107_winners_share_one_win():
    for log in play(plan_for(3, box(), ["random", "greedy"]), 10):
        best = max((row["score"], row["adv_held"]) for row in log["seats"])
        for row in log["seats"]:
            winner = (row["score"], row["adv_held"]) == best
            assert row["win_share"] == pytest.approx(winner / log["games"][0]["winners"])
            assert row["rank"] == 1 + sum(
                (other["score"], other["adv_held"]) > (row["score"], row["adv_held"]) for other in log["seats"]
            )
