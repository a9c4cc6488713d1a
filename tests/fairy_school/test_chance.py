"""Whatever is left to chance, in whole games of the style `random`: decks, deals, ties and choices come out evenly.

What single decisions of that style look like is tested with the rules they belong to. Every test asks some questions
of a chi-square test; the line for an answer is so low that all of them raise a false alarm once in a thousand seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations

import pytest
from scipy.stats import binom, chisquare

from balance.games.fairy_school.play.games import give_starting_cards
from balance.games.fairy_school.rules.forest import draw_hand
from fairy_school.games import dealt
from fairy_school.invariants.log import Logged, logged, make
from fairy_school.sheet import reference_table

LINE = 1e-3 / 100
ELEMENTS = ("earth", "plants", "fire", "water")
FAST = {"length": "short", "turns_per_trimester": "1", "final_turn_cap": "2"}


def random_games(games: int, **request: object) -> Logged:
    """Games of random seats with the packaged cards."""
    return logged(make(reference_table(), agents="random", seed=3, **request), 0, games)


def counted(log: Logged, sql: str) -> Counter:
    """What the last column counts, by the other ones."""
    rows = log.connection.execute(sql).fetchall()
    return Counter({row[0] if len(row) == 2 else row[:-1]: row[-1] for row in rows})


def assert_even(counts: Counter, things: Iterable, of: int = 400) -> None:
    """Exactly these things came up, all equally often; ``of``: so many cases at least."""
    assert set(counts) == set(things)
    assert counts.total() >= of
    assert chisquare(list(counts.values())).pvalue > LINE, counts


@pytest.fixture(scope="module")
def usual():
    """What is asked of long games of four, each once."""
    log = random_games(500)
    firsts = "FROM turn WHERE turn = 1"
    return {
        "sets": counted(log, "SELECT seat, start_set, count(*) FROM seat GROUP BY ALL"),
        "decks": counted(log, "SELECT seat, s_deck::VARCHAR, count(*) FROM seat GROUP BY ALL"),
        "bottoms": counted(log, f"SELECT card, count(*) FROM (SELECT unnest(bottoms) AS card {firsts}) GROUP BY ALL"),
        "columns": counted(log, f"SELECT col_a, col_b, count(*) {firsts} GROUP BY ALL"),
        "corners": counted(
            log, f"SELECT studied_corner IS NULL, count(*) {firsts} AND corner_discards = 1 GROUP BY ALL"
        ),
        "leaders": counted(log, "SELECT leader_bonus, count(*) FROM turn WHERE leader_bonus <> '' GROUP BY ALL"),
        "projects": counted(
            log,
            "SELECT trimester, card, sum(picked) FROM met JOIN box USING (card) WHERE kind = 'project' GROUP BY ALL",
        ),
        "pile": counted(log, "SELECT card, count(DISTINCT game_no) FROM met WHERE offered = 1 GROUP BY ALL"),
        "first choice": counted(
            log,
            """SELECT final_id, count(*) FROM seat
               JOIN (SELECT game_no, seat, sum(offered) AS offers FROM met GROUP BY ALL) USING (game_no, seat)
               WHERE offers = 5 GROUP BY ALL""",
        ),
    }  # fmt: skip


@pytest.fixture(scope="module")
def cards():
    return make(reference_table()).cards


def of(cards, *sets: str) -> list[str]:
    """The ids of these sets."""
    return [card.id for card in cards.cards if card.set in sets]


# ---------------------------------------------------------------- setup


@pytest.mark.nightly
def test_fs_17_every_starting_set_in_every_seat(usual):
    assert_even(usual["sets"], [(seat, number) for seat in range(4) for number in (1, 2, 3, 4)])


@pytest.mark.slow
def test_fs_18_every_predefined_deck_in_every_seat(usual):
    assert_even(usual["decks"], [(seat, letter) for seat in range(4) for letter in "ABCDE"])


@pytest.mark.slow
def test_fs_16_every_starting_card_among_those_drawn_first(usual, cards):
    assert_even(usual["bottoms"], of(cards, "all"))


@pytest.mark.nightly
def test_15_a_starting_card_is_drawn_on_turn_1_in_two_games_of_three():
    games = 400
    drawn: Counter = Counter()

    def draw(s, t):
        for seat in range(t.players):
            draw_hand(s, seat)

    plan = make(reference_table(), agents="random", seed=5)
    for s in dealt(plan, games, give_starting_cards, draw):
        for seat in range(4):
            hand = [int(card) for card in s.seat[seat].hand[: s.seat[seat].held]]
            assert len(hand) == 8
            drawn.update((seat, card) for card in hand)
    assert len(drawn) == 4 * 12
    for times in drawn.values():
        assert LINE < binom.cdf(times, games, 2 / 3) < 1 - LINE


def test_fs_27_every_project_of_a_trimester(usual, cards):
    for trimester, name in enumerate(("I", "II", "III"), start=1):
        counts = Counter({key[1]: n for key, n in usual["projects"].items() if key[0] == trimester})
        assert_even(counts, of(cards, name))


@pytest.mark.slow
def test_fs_22_every_s_card_in_a_draft_and_every_column_for_those_laid_out(cards):
    log = random_games(300, variant="expert", settings=FAST)
    owned = counted(log, "SELECT card, sum(owned) FROM met JOIN box USING (card) WHERE kind = 'initial' GROUP BY ALL")
    assert_even(owned, of(cards, "S", *(f"S{letter}" for letter in "ABCDE")))
    columns = counted(
        log,
        """SELECT col, count(*) FROM (
               SELECT col_a AS col, top_card_a AS card FROM turn WHERE turn = 1
               UNION ALL SELECT col_b, top_card_b FROM turn WHERE turn = 1) JOIN box USING (card)
           WHERE kind = 'initial' GROUP BY ALL""",
    )
    assert_even(columns, range(5))


@pytest.mark.slow
def test_fs_24_any_plain_s_card_is_the_fifth_of_two_players(cards):
    log = random_games(400, players=2, settings=FAST)
    fifth = "SELECT card, sum(owned) FROM met JOIN box USING (card) WHERE suit = 'S' GROUP BY ALL"
    assert_even(counted(log, fifth), of(cards, "S"))


# ---------------------------------------------------------------- turns


def test_4_4_any_set_of_columns_in_either_order(usual):
    counts = usual["columns"]
    assert counts.total() == 2000
    alone = [(column, -1) for column in range(5)]
    pairs = list(permutations(range(5), 2))
    assert set(counts) == {*alone, *pairs}
    shares = [1 / 15] * 5 + [1 / 30] * 20
    times = [counts[columns] for columns in (*alone, *pairs)]
    assert chisquare(times, [2000 * share for share in shares]).pvalue > LINE
    sets = Counter({both: counts[both] + counts[both[::-1]] for both in combinations(range(5), 2)})
    assert_even(sets, combinations(range(5), 2))


def test_4_4_the_creature_at_the_corner_or_none(usual):
    assert_even(usual["corners"], [True, False])


def test_4_4_any_element_for_the_leaders(usual):
    assert_even(usual["leaders"], ELEMENTS)


# ---------------------------------------------------------------- final projects


def test_fs_64_any_final_project_is_on_offer_and_any_of_them_is_chosen(usual, cards):
    ids = [final.id for final in cards.finals if final.length == "long"]
    assert_even(usual["pile"], ids)
    assert_even(usual["first choice"], ids)


@pytest.mark.slow
def test_fs_32_of_two_equal_seats_either_chooses_first():
    log = random_games(500, players=5, settings=FAST | {"activation_cubes": "1"})
    elements = " + ".join(f"{x}_end" for x in "EPFWA")
    chosen = f"""SELECT game_no, seat, offers, kind_total, {elements} AS elements
        FROM (SELECT game_no, seat, sum(offered) AS offers FROM met GROUP BY ALL)
        JOIN turn USING (game_no, seat) WHERE turn = 2"""
    orders = counted(
        log,
        f"""SELECT a.offers > b.offers, count(*)
            FROM ({chosen}) a JOIN ({chosen}) b USING (game_no, kind_total, elements)
            WHERE a.seat < b.seat GROUP BY ALL""",
    )
    assert_even(orders, [True, False])
