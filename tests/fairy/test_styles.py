"""The play styles (section 4.5 of the rules page), and own ones."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from balance.cards.read import parse_cards
from balance.common.errors import InputError
from balance.engine.game.plan import Request, make_plan
from balance.games.fairy import GAME
from balance.games.fairy.state import TIEBREAK
from fairy.plans import MEMORIES
from fairy.sheet import edited
from fairy.table import Held, card_table, choices, fair, favourite, guesses, make, own_style, play

P = [0.7, 0.3, 0.3, 0.15]  # on a 7, of 20 cards: 14 higher, 6 lower, 6 of the suit, 3 fairies


COUNTING = {"ev": 1, "floor_save": 1}
STYLES = {  # memory, noise, weights
    "random": ("none", 0, {}),
    "greedy": ("full", 0, COUNTING),
    "novice": ("none", 0, {"ev": 1}),
    "forgetful": ("half", 0, {**COUNTING, "due": 1}),
    "cautious": ("half", 0.5, {"p": 2, "due": 1, "edge": 6}),
    "dreamer": ("fairies", 0.25, {**COUNTING, "is_catch": 1, "due": 1, "edge": 5}),
    "chaser": ("full", 0.7, {**COUNTING, "p": 0.5, "chase": 1, "edge": 20}),
    "watcher": ("full", 1, {**COUNTING, "p": 1, "edge": 30}),
    "daredevil": ("full", 1, {**COUNTING, "risk": 0.15, "edge": 30}),
    "always_higher": ("none", 0, {"is_higher": 1}),
    "always_lower": ("none", 0, {"is_lower": 1}),
    "always_same": ("none", 0, {"is_same": 1}),
    "always_catch": ("none", 0, {"is_catch": 1}),
}


def test_the_styles_are_those_of_the_rules_page():
    assert [style.name for style in GAME.styles] == list(STYLES)
    for style in GAME.styles:
        memory, noise, weights = STYLES[style.name]
        assert style.weights == weights
        assert (style.knobs["retention"], style.knobs["fairy_memory"]) == MEMORIES[memory]
        assert style.knobs["noise"] == noise
        assert style.knobs.get("watchful", 0.0) == (style.name in ("chaser", "watcher", "daredevil"))
        assert style.reference == (style.name in ("random", "greedy", "novice"))
        assert style.in_mixed == (style.name not in ("random", "novice"))
        assert style.script == style.name.startswith("always_")


def test_random_guesses_uniformly():
    for order in ([1], [11], [21]):
        assert fair(choices(Held(make(players=2, agents="random"), order)), "HLSC")


@pytest.mark.parametrize("number", range(1, 22))
def test_novice_guesses_higher_up_to_10_and_lower_from_12(number):
    counts = choices(Held(make(players=2, agents="novice"), [number]), 3000 if number == 11 else 20)
    if number == 11:
        assert fair(counts, "HLS")
    else:
        assert set(counts) == {"H" if number < 11 else "L"}


def test_novice_never_learns():
    game = Held(make(players=2, agents="novice"), [21, 20, 19, 18, 17, 16, 15, 14, 13, 10])
    for _ in range(9):
        game.turn("LL")
    assert set(choices(game, 20)) == {"H"}  # two cards are higher, nine are lower: it looks at the 10 only


@pytest.mark.slow
def test_greedy_takes_the_best_expected_points_with_all_unseen_cards_known():
    """Section 4.6: the largest of 3h, 3l, 5q, 8f, and of 2h, 2l, 4q, 7f at the floor."""
    dice = random.Random(1)
    plan = make(players=2, agents="greedy")
    taken = Counter()
    for score in (0, -3, -4) * 60:
        order = dice.sample(range(1, 22), 21)
        game = Held(plan, order)
        turns = dice.randrange(20)
        for _ in range(turns):
            game.turn("HH")
        game.state.score[0] = score
        pile, unseen = order[turns], order[turns + 1 :]
        suit = (pile - 1) // 7
        h = sum(number > pile for number in unseen)
        q = sum((number - 1) // 7 == suit for number in unseen)
        f = sum(number in (4, 11, 18) for number in unseen)
        weights = (2, 2, 4, 7) if score == -4 else (3, 3, 5, 8)
        counts = (h, len(unseen) - h, q, f)
        worth = {letter: weight * count for letter, weight, count in zip("HLSC", weights, counts, strict=True)}
        best = [letter for letter in "HLSC" if worth[letter] == max(worth.values())]
        guess = game.guess()
        assert guess in best
        taken[guess] += 1
    assert set(taken) == set("HLSC")


def test_cautious_wants_to_be_right_whatever_it_pays():
    for order, guess in (([1, 2, 3], "H"), ([20], "L"), ([4, 11, 18], "H")):
        assert Held(make(players=2, agents="cautious"), order).guess() == guess


def test_dreamer_loves_the_jackpot_while_fairies_are_left():
    game = Held(make(players=2, agents="dreamer"), [10, 4, 11, 18, 7])
    assert favourite(game) == "C"
    for _ in range(4):
        game.turn("LL")
    assert favourite(game) == "H"  # all three have been covered: 12 of the remaining 17 are higher, it believes


def test_chaser_takes_risks_when_behind():
    game = Held(make(players=2, agents="chaser"), [9, 1, 2, 3])
    game.state.score[0], game.state.score[1] = 15, 0
    assert favourite(game) == "H"
    game.state.score[0], game.state.score[1] = 0, 15
    assert favourite(game) == "C"


def test_a_leader_takes_sure_points_rather_than_a_chance_to_end_the_game():
    """On a 21 every other card is lower, and of the 14 that are left 3 are of its suit, which would make 24 points."""
    game = Held(make(players=2, agents="watcher"), [11, 1, 2, 3, 5, 6, 21])
    for _ in range(6):
        assert not game.turn("HH")
    game.state.score[0], game.state.score[1] = 20, 15
    assert favourite(game) == "L"


def ahead(points: float, drift: float, others: int = 1) -> float:
    """What a lead promises over so many others, all as far behind: twice the chance to win, less 1."""
    return 2 / (1 + others * math.exp(-points / drift)) - 1


def settled(points: float) -> float:
    """What it promises where the game is over, but for a tie."""
    return ahead(points, 1 / 8)


def edge_on_a_3(lead: Callable[[int], float]) -> list[float]:
    """The feature edge on a 3 as the first card, where all are level, by what a lead of so many points promises.

    Of 20 cards 18 are higher, so that the others guess Higher, 2 lower, 6 of its suit and 3 fairies.
    """
    higher = 20 * lead(0)
    lower = 2 * lead(3) + 18 * lead(-3)
    same = 2 * lead(5) + 4 * lead(2) + 14 * lead(-3)
    catch = 3 * lead(5) + 15 * lead(-3) + 2 * lead(0)  # on 1 and 2 all are wrong
    return [higher / 20, lower / 20, same / 20, catch / 20]


@pytest.mark.parametrize("others", [1, 3])
def test_edge_says_what_a_lead_promises_after_the_card(others):
    """Three fairies are to come, in 3 x 21 / 4 turns, and in every one after this two scores drift apart by 1.25."""
    game = Held(make(own=[own_style("own", {"edge": 1.0})], players=1 + others, agents="own"), [3])
    drift = 1.25 * math.sqrt(14.75)
    assert game.values() == pytest.approx(edge_on_a_3(lambda points: ahead(points, drift, others)))


def test_edge_knows_that_three_who_do_the_same_leave_more_to_a_fourth_who_does_not():
    """In a tie-break a guess that all make is worth a quarter of the victory, and half of it where two play."""
    two, four = (breaking_a_tie(PAYS_LESS, players=players, watchful=0).values() for players in (2, 4))
    assert two[0] == pytest.approx(0)
    assert four[0] == pytest.approx(-1 / 2)
    assert four[2] - four[0] > two[2] - two[0] > 0  # Same suit, less Higher
    assert four[1] > four[0]  # even Lower, of which there are fewer
    assert two[1] < two[0]


def test_edge_counts_each_of_the_others_by_its_own_score():
    """In a tie-break of three, who is 2 and 1 points behind is ahead by Lower on the five low cards. By Same suit it
    draws level with the first of the others on four cards, and is still behind on the rest."""
    game = breaking_a_tie(PAYS_LESS, players=3, watchful=0)
    game.state.score[0] -= 1
    game.state.score[1] += 1
    assert game.values() == pytest.approx([-1, (5 - 7) / 12, (0 - 8) / 12, -1], abs=1e-3)


def test_edge_tells_two_points_from_none_however_many_a_guess_pays():
    """On a 3 both guess Higher for 1000 points: 18 cards leave the seat two points ahead at the end, 2 cards with turns
    to come."""
    text = edited(("fairy,FYG1,Higher,guess,,1,1,next > pile,2,", "fairy,FYG1,Higher,guess,,1,1,next > pile,1000,"))
    game = Held(make(text, own=[own_style("own", {"edge": 1.0})], players=2, agents="own"), [3])
    game.state.score[0], game.state.score[1] = 10, 8
    to_come = ahead(2, 1.25 * math.sqrt(14.75))
    assert game.values()[0] == pytest.approx((18 * settled(2) + 2 * to_come) / 20)


@pytest.mark.parametrize("decided_by", ["24 points", "a broken tie"])
def test_edge_is_who_is_ahead_where_the_card_decides(decided_by):
    """From 22 points the first to be right ends the game (FY-19), in a tie-break the first to be ahead (FY-25)."""
    game = Held(make(own=[own_style("own", {"edge": 1.0})], players=2, agents="own"), [3])
    if decided_by == "24 points":
        game.state.score[0] = game.state.score[1] = 22
    else:
        game.state.phase = TIEBREAK
    assert game.values() == pytest.approx(edge_on_a_3(settled))


def test_edge_knows_that_the_last_fairy_ends_the_game():
    """On a 7 the 4 ends the game (FY-18), and after the others of 18 cards 19 / 2 - 1 turns are to come.

    The other seat guesses Higher, right on 12 cards; 6 are lower, all of the suit, and the 4 is one of them.
    """
    own = own_style("own", {"edge": 1.0}, retention=1.0)
    game = Held(make(own=[own], players=2, agents="own"), [11, 18, 7])
    for _ in range(2):
        assert not game.turn("CC")
    game.state.score[0] = game.state.score[1] = 10
    three, five = (ahead(points, 1.25 * math.sqrt(8.5)) for points in (3, 5))
    lower = settled(3) + 5 * three - 12 * three
    same = settled(5) + 5 * five - 12 * three
    catch = settled(5) - 12 * three  # on the other five both are wrong
    assert game.values() == pytest.approx([0, lower / 18, same / 18, catch / 18])


def test_edge_knows_that_the_last_card_ends_the_game():
    """In the variant nobody has 15 points, and on the 1 all know that the 4 comes, and nothing after it (FY-29).

    The other seat guesses Catch and has 7 points then, 5 and 2 are as many, and 5 and 4 are more.
    """
    own = own_style("own", {"edge": 1.0}, retention=1.0)
    order = [number for number in range(21, 0, -1) if number != 4]
    game = Held(make(own=[own], players=2, agents="own", variant="fifteen"), order)
    for _ in range(19):
        assert not game.turn("HH")
    game.state.score[0], game.state.score[1] = 5, 0
    assert game.values() == pytest.approx([0, settled(-5), settled(2), settled(5)])


def breaking_a_tie(unseen: Sequence[int], players: int = 2, watchful: float = 1.0) -> Held:
    """All are level on a 9, in a tie-break, with these cards to come; the first seat sees nothing but its edge."""
    own = own_style("own", {"edge": 1.0}, retention=1.0, watchful=watchful)
    game = Held(make(own=[own], players=players, agents=",".join(["own"] * players)), [])
    gone = [number for number in range(1, 22) if number != 9 and number not in unseen]
    game.place([*gone, 9])
    game.state.pile = game.state.order[0]
    game.state.phase = TIEBREAK
    for _ in gone:
        game.turn("H" * players)
    return game


PAYS_LESS = (10, 12, 13, 14, 15, 16, 17, 1, 2, 3, 5, 6)
"""Higher brings 1.5 / 12 points more than Same suit on these, but who expects Higher is ahead with four of them by
Same suit and behind with three."""

EXPECTS = {"H": [0, -2, 1, -7], "S": [-1, 1, 0, -4], "H or S": [3 / 3 - 4, -2, 4 / 3 - 3, -7]}
"""Twelve times what each guess promises on these cards against one who guesses Higher, Same suit, or either: level with
the one and ahead of the other is a third of the way from even to won."""


@pytest.mark.parametrize(
    ("seen", "watchful", "expected"),
    [
        ("", 1, "H or S"),
        ("H", 1, "H"),
        ("C", 1, "H or S"),
        ("S", 1, "S"),
        ("SH", 1, "H or S"),
        ("SSH", 1, "S"),
        ("SS", 0, "H"),
    ],
)
def test_who_is_watchful_expects_who_was_seen_to_look_at_others_to_do_so_again(seen, watchful, expected):
    game = breaking_a_tie(PAYS_LESS, watchful=watchful)
    for letter in seen:
        game.values()
        game.guessed(f"H{letter}")
    assert game.values() == pytest.approx([value / 12 for value in EXPECTS[expected]], abs=1e-3)


def test_who_is_watchful_learns_nothing_from_a_guess_that_costs_no_points():
    """Five of seven cards are higher, three of the suit: Same suit brings as much, and is what who looks guesses."""
    game = breaking_a_tie([10, 12, 13, 15, 16, 1, 2])
    game.values()
    game.guessed("HS")
    assert game.values() == pytest.approx([0, -3 / 7, 1 / 7, -5 / 7], abs=1e-3)


def test_who_is_watchful_watches_all_who_are_level_with_the_best_of_the_others():
    game = breaking_a_tie(PAYS_LESS, players=4)
    game.state.score[3] -= 1
    game.values()
    game.guessed("HHSS")
    assert [int(looked) for looked in game.state.seat[0].looked[:4]] == [0, -1, 1, 0]


def test_due_says_what_a_guess_is_worth_by_how_many_cards_and_fairies_are_left():
    """On a 20, an 18, which is a fairy, and a 21 are left. Who remembers only the fairies still believes in 18 cards.

    It knows that every second one is a fairy, and of the 17 others 1 is higher, 16 are lower and 5 of the suit.
    """
    own = own_style("own", {"due": 1.0}, fairy_memory=1.0)
    order = [10, 4, 11, 1, 2, 3, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 19, 20, 18, 21]
    game = Held(make(own=[own], players=2, agents="own"), order)
    assert game.values() == pytest.approx([0, 0, 0, 0], abs=1e-12)  # nothing has been forgotten yet
    for _ in range(18):
        assert not game.turn("CC")
    higher = 1 / 17 / 2 - 1 / 18
    lower = 1 / 2 + 16 / 17 / 2 - 17 / 18
    same = 1 / 2 + 5 / 17 / 2 - 6 / 18
    catch = 1 / 2 - 1 / 18
    assert game.values() == pytest.approx([3 * higher, 3 * lower, 5 * same, 8 * catch])


@pytest.mark.parametrize(("style", "letter"), [("higher", "H"), ("lower", "L"), ("same", "S"), ("catch", "C")])
def test_scripts_always_guess_the_same(style, letter):
    for number in (1, 11, 21):
        assert set(choices(Held(make(players=2, agents=f"always_{style}"), [number]), 50)) == {letter}


# ---------------------------------------------------------------- own styles


def own_file(tmp_path: Path, text: str) -> Request:
    file = tmp_path / "styles.toml"
    file.write_text(text)
    return Request(game="fairy", players=2, styles=file, agents="own")


@pytest.mark.parametrize("memory", MEMORIES)
def test_own_styles_name_a_memory(tmp_path, memory):
    text = f'[own]\nmemory = "{memory}"\nnoise = 0.25\nweights = {{ ev = 1, is_catch = 0.5 }}\n'
    plan = make_plan(own_file(tmp_path, text))
    own = plan.styles[-1]
    assert (own.knobs["retention"], own.knobs["fairy_memory"]) == MEMORIES[memory]
    assert own.knobs["noise"] == 0.25
    assert own.weights == {"ev": 1, "is_catch": 0.5}


def test_own_styles_give_numbers_instead(tmp_path):
    plan = make_plan(own_file(tmp_path, "[own]\nretention = 0.8\nfairy_memory = true\n"))
    assert (plan.styles[-1].knobs["retention"], plan.styles[-1].knobs["fairy_memory"]) == (0.8, 1)


def test_a_weight_for_an_unknown_feature_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"is_cath.*\n.*\n.*is_catch"):
        make_plan(own_file(tmp_path, "[own]\nweights = { is_cath = 1 }\n"))


def test_there_is_a_feature_for_every_guess_of_the_table():
    cards = make(card_table(guesses=[("a", "fairy", 1, 1), ("b", "same suit", 1, 1)])).cards
    names = {feature.name for feature in GAME.features(cards)}
    assert {"is_a", "is_b"} <= names
    assert "is_catch" not in names


def test_the_same_luck_gives_the_same_choices():
    game = Held(make(players=2, agents="random"), [7])
    first = list(guesses(game, 50))
    assert len(set(first)) == 4
    assert list(guesses(game, 50)) == first


@pytest.mark.parametrize("other", ["greedy", "novice", "always_same", "noisy"])
def test_how_another_seat_decides_shifts_no_luck(other):
    """A seat that only draws guesses the same in every turn, whoever sits beside it."""

    def drawn(agents: str) -> dict[tuple[int, int], str]:
        """What the first seat guesses, by game and turn."""
        own = [own_style("noisy", {"ev": 1.0}, noise=3.0)]
        log = play(make(own=own, players=2, agents=agents, fixed_seats=True), 0, 50)
        return {(row["game_no"], row["turn"]): row["guess"] for row in log.turns.to_dicts() if row["seat"] == 0}

    one, two = drawn("random,random"), drawn(f"random,{other}")
    common = one.keys() & two.keys()
    assert len(common) > 200
    assert {at: one[at] for at in common} == {at: two[at] for at in common}


def test_a_script_for_a_guess_that_is_not_in_play_is_refused():
    cards = parse_cards(edited(("Catch,guess,,1,", "Catch,guess,,0,")), "cards.csv", ["fairy"])
    with pytest.raises(InputError, match="always_catch"):
        make_plan(Request("fairy", agents="always_catch"), cards)
    make_plan(Request("fairy"), cards)
