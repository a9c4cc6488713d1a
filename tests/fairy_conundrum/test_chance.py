"""Whatever is left to chance in Fairy Conundrum: shuffles, decks, the die, picks at random, choices come out evenly.

Every test asks some questions of a chi-square test; the line for an answer is so low that all of them raise a false
alarm once in a thousand seeds.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from itertools import accumulate, combinations, combinations_with_replacement, product

import pytest
from scipy.stats import chi2_contingency

from balance.games.fairy_conundrum.codes import DESTINY, GATHERING
from fairy_conundrum.box import card_table, fairy
from fairy_conundrum.invariants.log import logged, make, reference_table
from fairy_conundrum.invariants.state import watched
from helpers.marks import games, one_by_day
from helpers.shares import LINE, assert_even, assert_shares, counted

pytestmark = pytest.mark.slow

GAMES = games(1000, 3000)
WATCHED_GAMES = games(200, 600)
KINDS = ("FA1", "FA2", "FA3", "FA4", "FA5", "FA6", "SH1", "SH2")  # five copies each in the default deck


def assert_alike(sample: Counter, other: Counter) -> None:
    """Two samples of the same things; rare ones are put together."""
    often = {thing for thing in {*sample, *other} if sample[thing] + other[thing] >= 20}
    rows = [[counts[thing] for thing in sorted(often)] for counts in (sample, other)]
    rest = [sum(times for thing, times in counts.items() if thing not in often) for counts in (sample, other)]
    if sum(rest) >= 20:
        rows = [[*row, left] for row, left in zip(rows, rest, strict=True)]
    assert len(rows[0]) > 1
    assert chi2_contingency(rows).pvalue > LINE, (sample, other)


# ---------------------------------------------------------------- haversacks


FIRST_HANDS = """SELECT seat, list(card ORDER BY card) AS hand FROM (
        SELECT game_no, seat, unnest(list_resize([card], opening_seen, card)) AS card FROM met) JOIN box USING (card)
    WHERE kind IN ('fairy', 'shard') GROUP BY game_no, seat"""


def test_fc_24_any_two_cards_are_the_first_hand():
    log = logged(make(card_table(), agents="passive", seed=1, settings={"start_hand": "2", "turn_cap": "40"}), 0, GAMES)
    shares = {(one, two): 10 if one == two else 25 for one, two in combinations_with_replacement(KINDS, 2)}
    assert_shares(counted(log, f"SELECT hand FROM ({FIRST_HANDS})"), shares)


def test_fc_24_every_haversack_is_shuffled_for_itself():
    log = logged(make(card_table(), agents="passive", seed=1, settings={"start_hand": "1", "turn_cap": "40"}), 0, GAMES)
    hand = "SELECT game_no, seat, card FROM met WHERE opening_seen = 1"
    both = f"SELECT a.card, b.card FROM ({hand}) a JOIN ({hand}) b USING (game_no) WHERE a.seat = 0 AND b.seat = 1"
    counts = counted(log, both)
    assert_even(counts, product(KINDS, repeat=2))


@pytest.mark.nightly
def test_fc_24_any_card_is_at_the_bottom_and_in_the_middle():
    """A deck of 40 cards, told apart by their places in the unshuffled deck."""
    plan = make(card_table(), agents="passive", seed=2)
    bottom, middle = Counter(), Counter()
    for game_no in range(WATCHED_GAMES):
        _, s, _ = next(watched(plan, game_no))
        for seat in (0, 1):
            first = int(s.seat[seat].avatar) + 1
            bottom[int(s.seat[seat].deck_card[0]) - first] += 1
            middle[int(s.seat[seat].deck_card[17]) - first] += 1
    assert_even(bottom, range(40))
    assert_even(middle, range(40))


# ---------------------------------------------------------------- decks


def test_fc_192_mixed_seats_draw_any_decks():
    log = logged(make(reference_table(), agents="passive", seed=3), 0, GAMES)
    names = log.cards.deck_names
    counts = counted(log, "SELECT list(deck ORDER BY seat) FROM seat GROUP BY game_no")
    assert_even(counts, product(names, repeat=2))


@pytest.fixture(scope="module")
def random_decks():
    """Made-up decks: avatar, canvas, and copies by card, once from games and once drawn slowly."""
    log = logged(make(reference_table(), agents="passive", seed=4, settings={"deck_mode": "random_legal"}), 0, GAMES)
    whole = log.connection.execute(
        """SELECT any_value(of) FILTER (kind = 'avatar'), any_value(of) FILTER (kind = 'shelter'),
               list(card) FILTER (kind IN ('fairy', 'shard')), list(taken) FILTER (kind IN ('fairy', 'shard'))
           FROM met JOIN box USING (card) WHERE taken > 0 GROUP BY game_no, seat"""
    ).fetchall()
    quick = [(avatar, canvas, dict(zip(ids, copies, strict=True))) for avatar, canvas, ids, copies in whole]
    luck = random.Random(4)
    return log.cards, quick, [drawn_slowly(log.cards, luck) for _ in range(2 * GAMES)]


def drawn_slowly(cards, luck):
    """FC-191 as it is written, but for cards of which none is left: they are drawn again, which is the same."""
    avatar = luck.choice(cards.avatars)
    canvas = luck.choice(cards.canvases)
    pool, heaps = pool_of(cards, cards.cards[avatar[0]].radiance)
    copies: Counter = Counter()
    finals = 0
    while copies.total() < 40:
        card = luck.choices(pool, cum_weights=heaps)[0]
        if copies[card.id] < card.limit and not (card.astralae == "F" and finals):
            copies[card.id] += 1
            finals += card.astralae == "F"
    return cards.cards[avatar[0]].set, cards.cards[canvas[0]].set, copies


@functools.cache
def pool_of(cards, own):
    """The cards that may be drawn, and their weights added up."""
    pool = [card for card in cards.cards if card.limit]
    weights = [4 if card.radiance == own else 2 if card.radiance == "N" else 1 for card in pool]
    return pool, list(accumulate(weights))


def test_fc_191_any_avatar_with_any_canvas(random_decks):
    cards, quick, _ = random_decks
    avatars = [cards.cards[stages[0]].set for stages in cards.avatars]
    canvases = [cards.cards[shelters[0]].set for shelters in cards.canvases]
    assert_even(Counter((avatar, canvas) for avatar, canvas, _ in quick), product(avatars, canvases))


@pytest.mark.parametrize("radiance", "LDN")
def test_fc_191_cards_are_rather_of_the_radiance_of_the_avatar(random_decks, radiance):
    cards, quick, slow = random_decks
    kinds = {card.id: card.radiance for card in cards.cards}
    avatars = {cards.cards[stages[0]].set: cards.cards[stages[0]].radiance for stages in cards.avatars}

    def split(decks):
        of_one = [copies for avatar, _, copies in decks if avatars[avatar] == radiance]
        counts = [
            Counter({r: sum(n for id, n in copies.items() if kinds[id] == r) for r in "LDN"}) for copies in of_one
        ]
        return [Counter(count[other] // 2 for count in counts) for other in "LDN"]

    for sample, other in zip(split(quick), split(slow), strict=True):
        assert_alike(sample, other)


@pytest.mark.parametrize("letter", "ABCDEFKLMN")
def test_fc_191_cards_of_a_letter_are_as_frequent_as_their_copies_allow(random_decks, letter):
    cards, quick, slow = random_decks
    letters = {card.id: card.astralae for card in cards.cards}

    def how_many(decks):
        return Counter(sum(n for id, n in copies.items() if letters[id] == letter) for _, _, copies in decks)

    assert_alike(how_many(quick), how_many(slow))


def test_fc_191_any_card_of_a_kind_is_in_a_deck(random_decks):
    """Decks of the first light avatar; how often each single copy of a light fairy with letter A is alone in a deck."""
    cards, quick, slow = random_decks
    ids = [card.id for card in cards.cards if card.radiance == "L" and card.astralae == "A"]

    def once(decks):
        return Counter(id for _, _, copies in decks for id in ids if copies.get(id, 0) == 1)

    assert_alike(once(quick), once(slow))


# ---------------------------------------------------------------- the die


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fc_31_any_of_those_who_are_tied_chooses(players):
    log = logged(make(card_table(), players=players, agents="passive", seed=5), 0, GAMES)
    choosers = "SELECT seat FROM turn WHERE turn = {} AND chose_first"
    assert_even(counted(log, choosers.format(1)), range(players))
    assert_even(counted(log, choosers.format(7)), range(players))


def test_fc_31_the_die_is_thrown_anew_every_turn():
    log = logged(make(card_table(), agents="passive", seed=6), 0, GAMES)
    counts = counted(log, """SELECT a.seat, b.seat FROM turn a JOIN turn b USING (game_no)
                            WHERE a.turn = 1 AND b.turn = 2 AND a.chose_first AND b.chose_first""")  # fmt: skip
    assert_even(counts, product(range(2), repeat=2))


# ---------------------------------------------------------------- picks at random


@functools.cache
def picked(picks: int) -> Counter:
    """Which cards of a hand of five an ability discards at random in the first Gathering, by their places."""
    ability = {"effect": f"AT gathering {{turn=1}}: discard own.card.hand#r{picks}"}
    plan = make(card_table({"AV1": ability}), agents="passive", seed=7)
    counts: Counter = Counter()
    for game_no in range(WATCHED_GAMES):
        hands = []
        for moment, s, _ in watched(plan, game_no):
            if moment == DESTINY:
                hands = [[int(p) for p in s.seat[seat].hand_card[: s.seat[seat].hand]] for seat in (0, 1)]
            if moment == GATHERING:
                for seat in (0, 1):
                    left = {int(p) for p in s.seat[seat].hand_card[: s.seat[seat].hand]}
                    counts[tuple(place for place, p in enumerate(hands[seat]) if p not in left)] += 1
                break
    return counts


@pytest.mark.parametrize("picks", one_by_day([1, 2, 4], 2))
def test_5_2_any_cards_are_picked_at_random(picks):
    assert_even(picked(picks), combinations(range(5), picks))


def test_5_2_a_random_pick_of_more_than_there_are_takes_all():
    assert picked(6) == Counter({(0, 1, 2, 3, 4): 2 * WATCHED_GAMES})


# ---------------------------------------------------------------- choices of `random`


@pytest.fixture(scope="module")
def choices():
    """What `random` does, four at a table; a dream point a turn."""
    plan = make(card_table(), players=4, agents="random", seed=8, settings={"dream_base": "1"})
    log = logged(plan, 0, GAMES)
    opening = """SELECT game_no, seat, sum(opening_discarded)::INT AS aside, sum(opening_seen)::INT - 5 AS bought
                 FROM met GROUP BY ALL"""
    questions = {
        "S1": f"SELECT aside FROM ({opening})",
        "S2": f"SELECT bought FROM ({opening}) WHERE aside = 0",
        "S3": f"""SELECT 5 + aside - bought - sparkles_start FROM ({opening}) JOIN start USING (game_no, seat)
                  WHERE 5 + aside > bought""",
        "FIRST": """SELECT c.seat, f.seat FROM start c JOIN start f USING (game_no)
                    WHERE c.chose_first AND f.destiny_pos = 0""",
        "FOE": "SELECT (joust_target - seat + 4) % 4 FROM start WHERE joust_target IS NOT NULL",
        "DREAM": "SELECT drawn_canvas FROM start WHERE drawn_canvas + drawn_haversack = 1 AND shelters_called = 0",
    }
    return {point: counted(log, sql) for point, sql in questions.items()}


def test_4_random_discards_any_number_of_cards(choices):
    """Of six options one is to stop, then of five ...: every number is equally likely."""
    assert_even(choices["S1"], range(6))


def test_4_random_buys_a_card_in_every_other_case(choices):
    assert_shares(choices["S2"], {0: 16, 1: 8, 2: 4, 3: 2, 4: 1, 5: 1})


def test_4_random_draws_a_shelter_in_every_other_case(choices):
    assert_even(choices["S3"], (0, 1))


def test_4_random_lets_anybody_play_first(choices):
    assert_even(choices["FIRST"], product(range(4), repeat=2))


def test_4_random_jousts_anybody_else(choices):
    assert_even(choices["FOE"], (1, 2, 3))


def test_4_random_draws_from_either_deck(choices):
    assert_even(choices["DREAM"], (0, 1))


def test_4_random_takes_any_option_of_narration():
    """Four fairies without cost, one sparkle, room for one action: to end, or to call one of the four."""
    free = {id: {"cost": 0} for id in KINDS[:6]}
    more = [fairy(id, cost=0, decks="dawn:5") for id in ("FB1", "FB2")]
    table = card_table(free, without=["SH1", "SH2"], more=more)
    settings = {"start_sparkles": "0", "start_hand": "4", "gather_base": "0", "narration_cap": "1"}
    log = logged(make(table, agents="random", seed=9, settings=settings), 0, GAMES)
    kept = "SELECT game_no, seat FROM met GROUP BY ALL HAVING sum(opening_discarded) = 0"
    counts = counted(log, f"SELECT fairies_called FROM start JOIN ({kept}) USING (game_no, seat)")
    assert counts.total() > GAMES / 3
    assert_shares(counts, {0: 1, 1: 4})
