"""How a seat decides (sections 4.2 to 4.4 of the rules page): features by hand, choice and ties, memory."""

from __future__ import annotations

import functools
from collections import Counter
from math import sqrt

import pytest
from scipy.stats import binomtest, chisquare

from balance.engine.game import Plan
from fairy.plans import MEMORIES
from fairy.table import Held, card_table, choices, fair, make, own_style

UNLIKELY = 1e-4


def held(weights: dict[str, float], order, scores=(0, 0), text: str | None = None, **request) -> Held:
    """A game in which every seat weighs guesses like this, with given cards and scores."""
    knobs = request.pop("knobs", {})
    plan = make(text, [own_style("own", weights, **knobs)], players=len(scores), agents="own", **request)
    game = Held(plan, order)
    for seat, score in enumerate(scores):
        game.state.score[seat] = score
    return game


def features(name: str, order=(7,), scores=(0, 0), **request) -> list[float]:
    """One feature of the guesses H, L, S, C, for the first seat."""
    return held({name: 1.0}, order, scores, **request).values()


# On a 7 the pool of one without memory has 20 cards: 14 higher, 6 lower, 6 of the suit, 3 fairies.
P = [0.7, 0.3, 0.3, 0.15]
RISK = [3 * sqrt(0.21), 3 * sqrt(0.21), 5 * sqrt(0.21), 8 * sqrt(0.1275)]

# ---------------------------------------------------------------- features (4.3)


def test_p_is_the_share_of_the_pool_that_is_right():
    assert features("p") == pytest.approx(P)
    assert features("p", order=[4]) == pytest.approx([17 / 20, 3 / 20, 6 / 20, 2 / 20])


def test_ev_is_expected_points():
    assert features("ev") == pytest.approx([1.1, -0.1, 0.5, 0.2])


def test_ev_takes_gain_and_loss_from_the_card_table():
    guesses = [("higher", "next > pile", 5, 2), ("same", "same suit", 0, 0)]
    assert features("ev", text=card_table(guesses=guesses)) == pytest.approx([0.7 * 5 - 0.3 * 2, 0])


@pytest.mark.parametrize(("score", "saved"), [(-4, 1), (-3, 0), (0, 0), (20, 0)])
def test_floor_save_is_the_expected_loss_the_floor_saves(score, saved):
    expected = [(1 - p) * saved for p in P]
    assert features("floor_save", scores=(score, 0)) == pytest.approx(expected)


def test_floor_save_of_a_large_loss_is_the_part_below_the_floor():
    guesses = [("higher", "next > pile", 2, 3), ("lower", "next < pile", 2, 1)]
    values = features("floor_save", scores=(-3, 0), text=card_table(guesses=guesses))
    assert values == pytest.approx([0.3 * 2, 0])  # from -3, a loss of 3 costs 1 and a loss of 1 costs 1


def test_risk_is_the_standard_deviation_of_the_points():
    assert features("risk") == pytest.approx(RISK)


@pytest.mark.parametrize(("score", "reaching"), [(16, "---"), (17, "--C"), (20, "-SC"), (22, "HSC"), (24, "HSC")])
def test_reach_is_p_where_being_right_reaches_the_target(score, reaching):
    higher, lower, same, catch = features("reach", scores=(score, 0))
    assert higher == pytest.approx(0.7 if "H" in reaching else 0)
    assert lower == pytest.approx(0.3 if "H" in reaching else 0)
    assert same == pytest.approx(0.3 if "S" in reaching else 0)
    assert catch == pytest.approx(0.15 if "C" in reaching else 0)


def test_reach_looks_at_the_target_of_the_variant():
    assert features("reach", scores=(8, 0), variant="fifteen") == pytest.approx([0, 0, 0, 0.15])
    values = features("reach", scores=(8, 0), variant="fifteen", settings={"fifteen_target": 12})
    assert values == pytest.approx([0, 0, 0.3, 0.15])


@pytest.mark.parametrize("place", range(4))
def test_is_guess_is_1_for_that_guess(place):
    name = ("is_higher", "is_lower", "is_same", "is_catch")[place]
    assert features(name) == [float(g == place) for g in range(4)]


BASE_TURNS = 3 * 21 / 4  # R with 3 fairies among 20 cards


def test_chase_is_risk_for_who_is_behind():
    assert features("chase", scores=(0, 6)) == pytest.approx([6 / BASE_TURNS * risk for risk in RISK])
    assert features("chase", scores=(6, 6)) == [0, 0, 0, 0]
    assert features("chase", scores=(8, 6)) == [0, 0, 0, 0]


def test_chase_looks_at_the_best_other_seat():
    assert features("chase", scores=(3, -2, 9, 1)) == pytest.approx([6 / BASE_TURNS * risk for risk in RISK])


def test_protect_is_for_the_obvious_guesses_of_who_leads():
    assert features("protect", scores=(6, 0)) == pytest.approx([6 / BASE_TURNS, 0, 0, 0])
    assert features("protect", scores=(6, -4, 5)) == pytest.approx([1 / BASE_TURNS, 0, 0, 0])
    assert features("protect", scores=(0, 6)) == [0, 0, 0, 0]


def test_on_the_11_three_guesses_are_obvious():
    turns_left = 2 * 21 / 3  # 11 is a fairy, so two are left among 20 cards
    assert features("protect", order=[11], scores=(2, 0)) == pytest.approx([2 / turns_left * f for f in (1, 1, 1, 0)])


def turns_left(order, turns: int = 0, **request) -> float:
    """R, from the feature protect of a seat that is one point ahead."""
    game = held({"protect": 1.0}, order, **request)
    for _ in range(turns):
        game.turn("LL")
    game.state.score[0], game.state.score[1] = 5, 4
    return 1 / max(game.values())


def test_turns_left_are_those_until_the_last_fairy():
    assert turns_left([7]) == pytest.approx(3 * 21 / 4)
    assert turns_left([4]) == pytest.approx(2 * 21 / 3)
    assert turns_left([7, 4, 11], turns=2) == pytest.approx(1 * 19 / 2)


def test_turns_left_are_the_cards_in_the_variant_or_without_fairies():
    assert turns_left([7], variant="fifteen") == pytest.approx(20)
    assert turns_left([7, 4], turns=1, variant="fifteen") == pytest.approx(19)
    assert turns_left([4, 11, 18], turns=2) == pytest.approx(18)


def test_turns_left_follow_the_settings_of_the_end():
    assert turns_left([7], settings={"end_fairies": "1"}) == pytest.approx(21 / 4)
    assert turns_left([4], settings={"initial_fairy_counts": "off"}) == pytest.approx(20)  # only the deck ends it


def test_seats_that_have_stopped_are_nobody_to_chase():
    game = held({"chase": 1.0}, [4, 11, 18, 20], (4, 4, 9))
    game.state.seat[2].playing = 0
    assert game.values() == [0, 0, 0, 0]


def test_values_are_weighted_sums():
    game = held({"ev": 2.0, "p": -1.0, "risk": 0.5, "is_catch": 3.0}, [7])
    ev = [1.1, -0.1, 0.5, 0.2]
    expected = [2 * ev[g] - P[g] + 0.5 * RISK[g] + 3 * (g == 3) for g in range(4)]
    assert game.values() == pytest.approx(expected)


# ---------------------------------------------------------------- choice (4.4)


def test_a_style_without_weights_is_random():
    assert fair(choices(held({}, [7])), "HLSC")


def test_the_largest_value_is_chosen():
    assert set(choices(held({"p": 1.0}, [7]), 100)) == {"H"}
    assert set(choices(held({"p": -1.0}, [7]), 100)) == {"C"}


@pytest.mark.parametrize("tied", ["HL", "HC", "LS", "SC", "HLC", "LSC"])
def test_ties_are_drawn_uniformly(tied):
    keys = {"H": "is_higher", "L": "is_lower", "S": "is_same", "C": "is_catch"}
    assert fair(choices(held({keys[letter]: 1.0 for letter in tied}, [7])), tied)


def test_values_within_a_billionth_are_tied():
    assert fair(choices(held({"is_higher": 1.0, "is_lower": 1.0 + 0.9e-9}, [7])), "HL")
    assert set(choices(held({"is_higher": 1.0, "is_lower": 1.0 + 1.1e-9}, [7]))) == {"L"}


def tied_deck(others: int) -> str:
    """On the 6, 5 cards are higher and 3 of the suit: 3 x 5 = 5 x 3, whatever the size of the pool."""
    charms = [(number, "A", False, 1) for number in (6, 7, 8, 9)] + [(10, "B", True, 1), (11, "B", False, 1)]
    return card_table(charms + [(6, "C", False, 1)] * others)


@pytest.mark.parametrize("others", range(0, 50, 7))
def test_exact_ties_are_not_decided_by_rounding(others):
    assert fair(choices(held({"ev": 1.0}, [6], text=tied_deck(others)), 500), "HS")


@pytest.mark.slow
def test_nor_is_which_guess_is_obvious():
    for others in range(50):
        higher, lower, same, catch = features("protect", order=[6], scores=(5, 0), text=tied_deck(others))
        assert higher == same > 0 == lower == catch, others


def test_noise_adds_a_normal_number_to_every_value():
    text = card_table(guesses=[("one", "fairy", 0, 0), ("two", "fairy", 0, 0)])
    for sd in (0.5, 1.0):
        game = held({"is_one": 1.0}, [7], text=text, knobs={"noise": sd})
        chosen = choices(game, 4000)["one"]
        expected = {0.5: 0.92135, 1.0: 0.76025}[sd]  # the normal distribution at 1 / (sd sqrt 2)
        assert binomtest(chosen, 4000, expected).pvalue > UNLIKELY


def test_noise_leaves_the_memory_alone():
    """Noise and ties have luck of their own, memory has a stream: the same cards are remembered."""
    order = list(range(1, 20))
    memories = []
    for noise in (0.0, 1.0):
        game = held({"ev": 1.0}, order, knobs={"noise": noise, "retention": 0.5})
        for _ in range(15):
            game.guess()
            game.turn("HH")
        memories.append(game.known())
    assert memories[0] == memories[1]


# ---------------------------------------------------------------- memory (4.2)


@functools.cache
def rememberers(memory: str) -> Plan:
    """A plan for two seats with this memory."""
    retention, fairy_memory = MEMORIES[memory]
    style = own_style("own", {"ev": 1.0}, retention=retention, fairy_memory=fairy_memory)
    return make(own=[style], players=2, agents="own")


def remembered(memory: str, order, turns: int, game_no: int = 0) -> list[set[int]]:
    """What both seats remember after some turns."""
    game = Held(rememberers(memory), order, game_no)
    for _ in range(turns):
        game.turn("HH")
    return [game.known(0), game.known(1)]


ORDER = [4, 20, 11, 1, 5, 21, 2, 9]


def test_memory_none_keeps_nothing():
    assert remembered("none", ORDER, 6) == [set(), set()]


def test_memory_fairies_keeps_covered_fairies():
    assert remembered("fairies", ORDER, 1)[0] == {4}
    assert remembered("fairies", ORDER, 2)[0] == {4}  # the 11 is the pile card now
    assert remembered("fairies", ORDER, 3)[0] == {4, 11}


def test_memory_full_keeps_every_covered_card_the_first_included():
    for turns in range(1, 7):
        assert remembered("full", ORDER, turns)[0] == set(ORDER[:turns])


@pytest.mark.slow
def test_memory_half_keeps_fairies_for_certain_and_half_of_the_rest():
    counts = Counter()
    for game_no in range(300):
        one, two = remembered("half", ORDER, 7, game_no)
        assert {4, 11} <= one & two
        counts.update(one - {4, 11})
        counts.update(two - {4, 11})
    assert set(counts) == {20, 1, 5, 21, 2}
    for kept in counts.values():
        assert binomtest(kept, 600, 0.5).pvalue > UNLIKELY


@pytest.mark.slow
def test_seats_remember_independently():
    both = Counter()
    for game_no in range(300):
        one, two = remembered("half", ORDER, 7, game_no)
        for card in (20, 1, 5, 21, 2):
            both[card in one, card in two] += 1
    assert chisquare(list(both.values())).pvalue > UNLIKELY
    assert len(both) == 4


def test_what_is_remembered_stays_and_what_is_not_never_comes_back():
    style = own_style("own", {}, retention=0.5)
    for game_no in range(30):
        game = Held(make(own=[style], players=2, agents="own"), [*range(1, 19)], game_no)
        for turn in range(1, 15):
            before = game.known()
            game.turn("HH")
            assert game.known() - before <= {turn}  # the card that was covered now
            assert before <= game.known()


def test_the_pool_is_everything_that_may_come():
    game = held({"p": 1.0}, [10, 1, 2, 3, 11], knobs={"retention": 1.0})
    for _ in range(4):
        game.turn("HH")
    assert game.values() == pytest.approx([10 / 16, 6 / 16, 5 / 16, 2 / 16])
