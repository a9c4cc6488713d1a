"""Whatever is left to chance, in whole games of the style `random`: deals, decks, orders and choices come out evenly.

Every test asks some questions of a chi-square test; the line for an answer is so low that all of them raise a false
alarm once in a thousand seeds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement, permutations, product
from math import comb, sqrt
from typing import Any

import pytest
from scipy.stats import chi2_contingency, norm

from alfheim.box import FOOTPRINTS, ICONS
from alfheim.cards import card_table
from alfheim.invariants.log import logged, make
from alfheim.modes import ANY_TWO
from balance.games.alfheim.cards.box import TYPES
from helpers.shares import LINE, assert_even, assert_shares, counted

LETTERS = "abcde"
OPEN = [type for type in TYPES if type not in ("king", "tomte")]
BLACK = ICONS * 3


@pytest.fixture(scope="module")
def usual():
    """What is asked of games of four, each once."""
    log = logged(make(card_table(), agents="random", seed=3), 0, 3000)
    questions = {
        "lead": "SELECT lead FROM game",
        "lead and first served": "SELECT lead, seat FROM game JOIN turn USING (game_no) WHERE turn = 1 AND queue = 0",
        "removed": "SELECT removed FROM game",
        "stack": "SELECT draw_order || removed FROM game",
        "centre": "SELECT centre_start FROM game",
        "order": "SELECT list(seat ORDER BY queue) FROM turn WHERE turn IN (1, 7) GROUP BY game_no, turn",
        "first served in two rounds": """SELECT a.seat, b.seat FROM turn a JOIN turn b USING (game_no)
            WHERE a.turn = 1 AND b.turn = 2 AND a.queue = 0 AND b.queue = 0""",
        "footprints": """SELECT list(fp_icons ORDER BY seat)[:2] FROM turn WHERE turn = 7 GROUP BY game_no""",
        "costs": """SELECT type, a.card, b.card FROM reveal a JOIN tile USING (card)
            LEFT JOIN (FROM reveal r JOIN tile USING (card) WHERE turn = 7) b USING (game_no, type)
            WHERE a.turn = 1 OR type = 'king'""",
        "first costs": "SELECT reveal_start FROM game",
        "swaps": "SELECT turn, swapped FROM turn WHERE turn IN (1, 11)",
        "first clues": "SELECT x, y FROM turn WHERE turn = 1",
        "first fairies": """SELECT fairy.x, fairy.y FROM turn LEFT JOIN fairy USING (game_no, turn, seat)
            WHERE turn.turn = 1 AND turn.x = 2 AND turn.y = 0 AND n_payable = 1 AND coalesce(nth, 1) = 1""",
        "neighbours": """
            WITH clue AS (SELECT game_no, seat, x, y FROM turn WHERE x IS NOT NULL
                          UNION ALL SELECT game_no, seat, unnest([0, 1]), 0 FROM seat),
            footprint AS (SELECT game_no, seat, fp_x, fp_y FROM turn WHERE fp_x IS NOT NULL),
            near AS (SELECT game_no, seat, count(*) AS near FROM clue JOIN footprint USING (game_no, seat)
                     WHERE abs(x - fp_x) + abs(y - fp_y) = 1 GROUP BY ALL)
            SELECT sum(near)::INT, sum(pts_footprint)::INT FROM near JOIN seat USING (game_no, seat)
            GROUP BY game_no""",
    }
    return {name: counted(log, sql) for name, sql in questions.items()}


# ---------------------------------------------------------------- setup


@pytest.mark.slow
def test_fa_2_any_seat_leads(usual):
    assert_even(usual["lead"], range(4))


def at(words: Counter, *places: int) -> Counter:
    """The letters at some places of words."""
    letters: Counter = Counter()
    for word, times in words.items():
        letters[tuple(word[place] for place in places)] += times
    return letters


def pairs_of(copies: int) -> dict[tuple[str, str], int]:
    """Two tiles drawn one after another, and in how many ways."""
    return {(one, two): copies * (copies - (one == two)) for one, two in product(ICONS, repeat=2)}


def test_fa_12_any_icon_is_removed(usual):
    assert_even(usual["removed"], ICONS)


def test_fa_12_the_lead_draws_in_any_order(usual):
    assert_shares(at(usual["stack"], 0, 1), pairs_of(2))
    assert_shares(at(usual["stack"], 5, 6), pairs_of(2))
    assert_shares(at(usual["stack"], 10, 11), pairs_of(2))


def test_fa_9_any_icon_is_on_top_of_the_centre_stack_and_at_its_bottom(usual):
    assert_even(at(usual["centre"], 0), product(ICONS))
    assert_even(at(usual["centre"], 9), product(ICONS))


def test_fa_10_any_footprint_is_dealt(usual):
    assert_even(usual["footprints"], permutations(["".join(sorted(pair)) for pair in FOOTPRINTS], 2))


@pytest.mark.parametrize("type", OPEN)
def test_fa_4_any_two_costs_are_revealed_one_after_another(usual, type):
    pairs = {costs[1:]: times for costs, times in usual["costs"].items() if costs[0] == type}
    both = Counter({pair: times for pair, times in pairs.items() if pair[1]})  # none is left where four took one
    assert both.total() >= 2900
    assert_even(both, permutations([f"{type}_{letter}" for letter in LETTERS], 2))


def test_fa_4_any_king_is_revealed(usual):
    kings = Counter({costs[2]: times for costs, times in usual["costs"].items() if costs[0] == "king"})
    assert_even(kings, [f"king_{letter}" for letter in LETTERS])


def test_fa_4_every_deck_is_shuffled_for_itself(usual):
    costs = at(Counter({tuple(ids.split(";")): times for ids, times in usual["first costs"].items()}), 1, 2)
    assert_even(
        costs, product([f"nisse_1_{letter}" for letter in LETTERS], [f"nisse_2_{letter}" for letter in LETTERS])
    )


# ---------------------------------------------------------------- start pairs


def test_fa_7_pairs_of_two_seats_are_any_that_differ():
    """Both return theirs if they are equal: so all deals in which they differ are equally likely."""
    log = logged(make(card_table(), players=2, agents="random", seed=4), 0, 6500)
    dealt = counted(
        log, "SELECT a.pair, b.pair FROM start a JOIN start b USING (game_no) WHERE a.seat = 0 AND b.seat = 1"
    )
    kinds = ["".join(pair) for pair in combinations_with_replacement(ICONS, 2)]
    shares = Counter({(one, two): ways(one) * ways(two, one) for one, two in permutations(kinds, 2)})
    assert {*dealt} <= {pair for pair, share in shares.items() if share}
    for seen_in in (lambda one, two: one, lambda one, two: two, likeness):
        assert_shares(grouped(dealt, seen_in), grouped(shares, seen_in))
    assert_even(counted(log, "SELECT icons = pair FROM start WHERE seat = 0 AND pair[1] <> pair[2]"), [True, False])


def grouped(counts: Counter, kind: Callable[[str, str], Any]) -> Counter:
    """Pairs of two seats, by what is seen in them."""
    groups: Counter = Counter()
    for pair, times in counts.items():
        groups[kind(*pair)] += times
    return groups


def likeness(one: str, two: str) -> tuple[bool, bool, int]:
    """Which of two pairs are of one icon, and how many icons they share."""
    return one[0] == one[1], two[0] == two[1], len({*one} & {*two})


def ways(pair: str, taken: str = "") -> int:
    """In how many ways a pair can be drawn, when some black tiles are taken."""
    left = Counter(BLACK) - Counter(taken)
    if pair[0] == pair[1]:
        return comb(left[pair[0]], 2)
    return left[pair[0]] * left[pair[1]]


def dealt_slowly(luck: random.Random, players: int) -> list[str]:
    """FA-7 as it is written: all who have what another has return it, then shuffle, then they draw again."""
    stack = [*BLACK]
    luck.shuffle(stack)
    pairs = [sorted((stack.pop(), stack.pop())) for _ in range(players)]
    while equal := [seat for seat in range(players) if pairs.count(pairs[seat]) > 1]:
        for seat in equal:
            stack += pairs[seat]
        luck.shuffle(stack)
        for seat in equal:
            pairs[seat] = sorted((stack.pop(), stack.pop()))
    return ["".join(pair) for pair in pairs]


@pytest.mark.slow
def test_fa_7_pairs_of_five_seats_come_up_as_at_the_table():
    log = logged(make(card_table(), players=5, agents="random", seed=5), 0, 2600)
    luck = random.Random(5)
    slow = [dealt_slowly(luck, 5) for _ in range(26_000)]
    quick = log.connection.execute("SELECT list(pair ORDER BY seat) FROM start GROUP BY game_no").fetchall()
    for seat in (0, 4):
        assert_alike(Counter(pairs[seat] for (pairs,) in quick), Counter(pairs[seat] for pairs in slow))
    assert_alike(Counter(doubles(pairs) for (pairs,) in quick), Counter(doubles(pairs) for pairs in slow))


def doubles(pairs: Iterable[str]) -> int:
    """How many of the pairs are of one icon; three and more are rare."""
    return min(2, sum(one == two for one, two in pairs))


def assert_alike(sample: Counter, other: Counter) -> None:
    things = sorted({*sample, *other})
    assert min(sample[thing] for thing in things) >= 5
    assert chi2_contingency([[counts[thing] for thing in things] for counts in (sample, other)]).pvalue > LINE, sample


# ---------------------------------------------------------------- rounds


def test_fa_20_seats_are_served_in_any_order(usual):
    assert_even(usual["order"], permutations(range(4)))


def test_fa_20_the_order_is_a_new_one_every_round_and_has_nothing_to_do_with_the_lead(usual):
    assert_even(usual["first served in two rounds"], product(range(4), repeat=2))
    assert_even(usual["lead and first served"], product(range(4), repeat=2))


def test_fa_32_any_secret_tile_is_taken_first_and_second():
    """Any two tiles pay for any fairy, so that most seats receive one."""
    log = logged(make(card_table(ANY_TWO), agents="random", seed=6), 0, 1500)
    taken = "SELECT list(tomte_drawn ORDER BY turn, queue) AS ids FROM turn WHERE tomte_drawn <> '' GROUP BY game_no"
    pairs = counted(log, f"SELECT ids[1], ids[2] FROM ({taken}) WHERE len(ids) > 1")
    assert pairs.total() > 1000
    assert_even(pairs, permutations([f"tomte_{letter}" for letter in LETTERS], 2))


# ---------------------------------------------------------------- choices of `random`


def test_fa_42_every_other_tile_is_swapped(usual):
    assert_even(usual["swaps"], product((1, 11), (0, 1)))


def test_fa_42_the_first_clue_goes_to_any_of_six_cells(usual):
    assert_even(usual["first clues"], [(-1, 0), (2, 0), *product((0, 1), (-1, 1))])


def test_fa_42_the_first_fairy_goes_to_any_cell_beside_its_line_or_nowhere(usual):
    assert_even(usual["first fairies"], [(None, None), *product((0, 1, 2), (-1, 1))])


def test_12_a_footprint_brings_a_third_of_the_clues_beside_it(usual):
    """Each icon is on two of the six footprints, and `random` does not look at them. Game by game, for they differ."""
    surplus = [brought - near / 3 for (near, brought), times in usual["neighbours"].items() for _ in range(times)]
    mean = sum(surplus) / len(surplus)
    deviation = sqrt(sum((excess - mean) ** 2 for excess in surplus) / len(surplus))
    assert len(surplus) > 2900
    assert 2 * norm.sf(abs(mean) / deviation * sqrt(len(surplus))) > LINE
