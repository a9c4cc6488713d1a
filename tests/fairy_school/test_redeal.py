"""What is dealt anew in a what-if is all that the seat cannot know (FS-5, FS-80), fairly, and nothing that it knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import numpy as np
import polars as pl
import pytest

from balance.engine.game.log import kept_tables
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_redealt, play_scripted
from balance.games.fairy_school.rules.forest import draw_hand, place_hand
from balance.games.fairy_school.rules.projects import book_project, offer_finals
from balance.games.fairy_school.rules.redeal import redeal
from balance.games.fairy_school.rules.setup import deal_initials, deal_projects, pass_hands, put_aside
from balance.games.fairy_school.state import Point
from fairy_school.invariants.log import Logged
from fairy_school.invariants.whole import INVARIANTS
from fairy_school.table import Sheet
from helpers.marks import by_day, games
from helpers.play import compile_once, happened_in, make
from helpers.shares import assert_even, assert_shares

pytestmark = pytest.mark.slow

FUTURES = games(200, 400)
CARDS = 30
"""In every deck of a ``Sheet``."""


def redealt(game: Sheet, point: Point, seat: int = 0, futures: int = FUTURES) -> Iterator[int]:
    """The same game with what the seat cannot know at this point dealt anew, time and again."""
    game.keep()
    for future in range(1, futures + 1):
        decision = game.s.decision
        decision.point, decision.branch_seat, decision.game = point, seat, 0
        decision.future[0] = future
        redeal(game.s, game.t, seat)
        yield future
        game.back()


def numbered(game: Sheet) -> None:
    """Every card of every deck is another one: trimester I has 0 to 29, II 100 to 129, and so on."""
    for trimester in range(3):
        game.s.deck[trimester, :CARDS] = 100 * trimester + np.arange(CARDS)


# ---------------------------------------------------------------- drafts

Take = tuple[int, int]
"""Seat and pick."""


class Draft:
    """A draft of projects or starting cards, up to this pick of seat 0, who has not made it; and who held what."""

    def __init__(self, players: int, picks: int, step: int, initials: bool = False):
        self.game = game = Sheet(players, draft_direction="LLL" if step == 1 else "RRR")
        self.players, self.step = players, step
        numbered(game)
        if initials:
            deal_initials(game.s, game.t)
            left = game.t.initials - players * game.s.drafting
            game.s.shuffled[:left] = np.arange(left)
            game.s.draft[:players, : game.s.drafting] = 1000 + np.arange(players * game.s.drafting).reshape(players, -1)
        else:
            deal_projects(game.s, game.t)
        rng = random.Random(picks)
        for _ in range(picks):
            for seat in range(players):
                put_aside(game.s, seat, rng.randrange(game.s.drafting))
            pass_hands(game.s, game.t, step)

    def aside(self, seat: int) -> list[int]:
        return self.game.s.aside[seat, : self.game.s.picks].tolist()

    def hand(self, seat: int) -> list[int]:
        return self.game.s.draft[seat, : self.game.s.drafting].tolist()

    def seen(self) -> dict[int, set[int]]:
        """By the pick at which seat 0 held a hand: the cards that it passed on, as they are spread now."""
        return {pick: self.passed_on(pick) for pick in range(self.game.s.picks)}

    def passed_on(self, pick: int) -> set[int]:
        """Who took a card of a hand that seat 0 passed on, and who has the rest; it may come round again."""
        cards: set[int] = set()
        seat = 0
        for later in range(pick + 1, self.game.s.picks + 1):
            seat = (seat + self.step) % self.players
            cards |= {*self.hand(seat)} if later == self.game.s.picks else {self.aside(seat)[later]}
        return cards

    def unseen(self) -> list[int]:
        """Cards that seat 0 has never held, the rest of the deck among them."""
        everything = [card for seat in range(self.players) for card in (*self.aside(seat), *self.hand(seat))]
        known = {*self.aside(0), *self.hand(0)}.union(*self.seen().values())
        return [card for card in everything if card not in known]


DRAFTS = [(players, picks) for players in (2, 3, 4, 6) for picks in range(5)]


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize(("players", "picks"), DRAFTS)
def test_fs_80_in_a_draft_own_cards_and_the_hands_passed_on_stay_as_sets(players, picks, step):
    draft = Draft(players, picks, step)
    s = draft.game.s
    left = CARDS - 4 * players
    own, seen = (draft.aside(0), draft.hand(0)), draft.seen()
    unseen = sorted([*draft.unseen(), *s.deck[0, :left].tolist()])
    for _ in redealt(draft.game, Point.KEPT if picks == 4 else Point.PROJECT, futures=games(10, 30)):
        assert (draft.aside(0), draft.hand(0)) == own
        assert draft.seen() == seen
        assert sorted([*draft.unseen(), *s.deck[0, :left].tolist()]) == unseen


def spread(draft: Draft, point: Point, places: Callable[[], list[int]]) -> list[Counter[int]]:
    """How often which card comes to each of these places."""
    spreads: list[Counter[int]] = [Counter() for _ in places()]
    for _ in redealt(draft.game, point):
        for counts, card in zip(spreads, places(), strict=True):
            counts[card] += 1
    return spreads


def test_fs_80_what_the_next_seat_took_of_the_hand_passed_on_is_any_card_of_it():
    draft = Draft(4, 1, 1)
    passed = draft.seen()[0]
    assert len(passed) == 3
    draft = Draft(4, 2, 1)
    passed = draft.seen()[0]  # the left neighbour has taken one, the one after it holds the rest
    for counts in spread(draft, Point.PROJECT, lambda: [draft.aside(1)[1], *draft.hand(2)]):
        assert_even(counts, passed)


def test_fs_80_cards_of_hands_never_held_may_be_any_others_of_the_deck():
    draft = Draft(4, 1, -1)
    unseen = [*draft.unseen(), *draft.game.s.deck[0, : CARDS - 16].tolist()]
    assert len(unseen) == CARDS - 4 - 3
    for counts in spread(draft, Point.PROJECT, lambda: [draft.aside(1)[0], draft.aside(3)[0], draft.hand(1)[2]]):
        assert_even(counts, unseen)


def test_fs_80_of_two_players_each_knows_what_the_other_took_of_a_hand_that_comes_back():
    draft = Draft(2, 2, 1)
    taken = draft.aside(1)
    for _ in redealt(draft.game, Point.PROJECT, futures=50):
        assert draft.aside(1)[1] == taken[1]


def test_fs_80_of_three_players_nobody_knows_which_of_the_others_took_what_of_a_hand_that_comes_back():
    draft = Draft(3, 3, 1)
    taken = (draft.aside(1)[1], draft.aside(2)[2])
    counts: Counter[tuple[int, int]] = Counter()
    for _ in redealt(draft.game, Point.PROJECT):
        counts[draft.aside(1)[1], draft.aside(2)[2]] += 1
    assert_even(counts, [taken, taken[::-1]])


def test_fs_80_when_three_are_kept_the_last_card_of_a_hand_passed_on_is_known():
    draft = Draft(4, 4, 1)
    s = draft.game.s
    last = draft.aside(1)[3]  # of a hand of two seat 0 took one
    others: Counter[int] = Counter()
    passed = draft.seen()[0]
    for _ in redealt(draft.game, Point.KEPT):
        assert draft.aside(1)[3] == last
        others[draft.aside(3)[3]] += 1
    assert s.drafting == 0
    assert_even(others, passed)


@pytest.mark.parametrize(("players", "picks"), by_day([(2, 3), (5, 4)], [(2, 0), (2, 5), (4, 2)]))
def test_fs_80_starting_cards_are_drafted_and_laid_out_in_the_same_way(players, picks):
    draft = Draft(players, picks, 1, initials=True)
    s = draft.game.s
    left = int(draft.game.t.initials) - players * (s.drafting + picks)
    own, seen = (draft.aside(0), draft.hand(0)), draft.seen()
    unseen = sorted([*draft.unseen(), *s.shuffled[:left].tolist()])
    decks = [Counter[int]() for _ in range(3)]
    for _ in redealt(draft.game, Point.INITIAL if s.drafting else Point.LAYOUT):
        assert (draft.aside(0), draft.hand(0), draft.seen()) == (*own, seen)
        assert sorted([*draft.unseen(), *s.shuffled[:left].tolist()]) == unseen
        for trimester in range(3):
            decks[trimester][int(s.deck[trimester, CARDS - 1])] += 1
    for trimester, counts in enumerate(decks):
        assert_even(counts, range(100 * trimester, 100 * trimester + CARDS))


# ---------------------------------------------------------------- decks


def test_fs_5_decks_of_trimesters_to_come_and_final_projects_are_not_known():
    game = Sheet(3)
    numbered(game)
    game.s.dealt[0] = 12
    before = game.s.deck[0].tolist()
    firsts, finals = Counter[int](), Counter[int]()
    revealed = sorted(game.s.final_pile[: game.t.final_cards].tolist())
    for _ in redealt(game, Point.REALIZATION):
        assert game.s.deck[0].tolist() == before
        firsts[int(game.s.deck[1, CARDS - 1])] += 1
        finals[int(game.s.final_pile[0])] += 1
    assert_even(firsts, range(100, 100 + CARDS))
    assert_even(finals, revealed)


def test_fs_64_final_projects_on_offer_are_known():
    game = Sheet(3)
    game.s.dealt[:] = 12
    game.s.stage = game.t.trimesters
    offer_finals(game.s, game.t)
    before = game.s.offer[:4].tolist()
    for _ in redealt(game, Point.FINAL, futures=20):
        assert game.s.offer[:4].tolist() == before


# ---------------------------------------------------------------- piles


def filled() -> Sheet:
    """Two seats with piles of six, one of them with a project on top that was realized before all eyes."""
    game = Sheet(2, (9, 9, 9, 9, 0))
    for seat in range(2):
        me = game.s.seat[seat]
        me.pile[:5] = 10 * seat + np.arange(5)
        me.piled = 5
        me.discard[:3] = 50 + np.arange(3)
        me.discarded = 3
        me.ongoing[0], me.projects = 0, 1
    book_project(game.s, game.t, 1, 0)
    return game


def piles(game: Sheet, seat: int) -> list[int]:
    me = game.s.seat[seat]
    return me.pile[: me.piled].tolist()


@pytest.mark.parametrize("seat", [0, 1])
def test_fs_5_the_cards_of_piles_are_known_and_not_their_order_but_for_those_put_on_top(seat):
    game = filled()
    before = [piles(game, 0), piles(game, 1)]
    tops = [Counter[int](), Counter[int]()]
    for _ in redealt(game, Point.ACTIVATION, seat):
        now = [piles(game, 0), piles(game, 1)]
        assert now[1][-1] == before[1][-1]
        assert [sorted(pile) for pile in now] == [sorted(pile) for pile in before]
        assert [game.s.seat[i].discard[:3].tolist() for i in range(2)] == [[50, 51, 52]] * 2
        tops[0][now[0][4]] += 1
        tops[1][now[1][4]] += 1
    assert_even(tops[0], range(5))
    assert_even(tops[1], range(10, 15))


def test_fs_49_a_card_on_top_is_known_until_it_is_drawn():
    game = filled()
    game.s.seat[1].forest[:8] = 0
    assert game.s.seat[1].known == 1
    draw_hand(game.s, 1)
    me = game.s.seat[1]
    assert (me.held, me.named, me.known, me.hand[0]) == (2, 1, 0, 0)


def drawn(empty: int) -> Sheet:
    """Both seats have drawn for so many empty slots."""
    game = filled()
    for seat in range(2):
        game.s.seat[seat].forest[: 10 - empty] = 0
        draw_hand(game.s, seat)
    return game


def hand(game: Sheet, seat: int) -> list[int]:
    me = game.s.seat[seat]
    return me.hand[: me.held].tolist()


def test_fs_80_cards_that_others_have_drawn_may_be_any_of_their_piles_but_for_those_all_can_name():
    game = drawn(3)
    own = hand(game, 0)
    second: Counter[int] = Counter()
    for _ in redealt(game, Point.SLOTS):
        assert hand(game, 0) == own
        assert hand(game, 1)[0] == 0  # the project
        assert sorted([*hand(game, 1), *piles(game, 1)]) == [0, *range(10, 15)]
        second[hand(game, 1)[1]] += 1
    assert_even(second, range(10, 15))


def test_fs_80_a_pile_that_was_used_up_is_in_the_hand_and_of_the_discards_any_may_be():
    game = drawn(7)
    last: Counter[int] = Counter()
    for _ in redealt(game, Point.SLOTS):
        assert sorted(hand(game, 1)[:6]) == [0, *range(10, 15)]
        assert sorted([*hand(game, 1)[6:], *piles(game, 1)]) == [50, 51, 52]
        last[hand(game, 1)[6]] += 1
    assert_even(last, (50, 51, 52))


def test_fs_80_placed_cards_are_known_and_so_are_areas_and_projects():
    game = drawn(3)
    for seat in range(2):
        me = game.s.seat[seat]
        me.slot[:3] = (7, 8, 9)
        place_hand(game.s, seat)
        me.ongoing[0], me.projects = 5, 1
        me.shared[0], me.sharing = 6, 1
    fields = ("forest", "shared", "ongoing", "discard", "stock", "hand")
    before = [{name: me[name].tolist() for name in fields} for me in game.s.seat[:2]]
    for _ in redealt(game, Point.COLUMNS, futures=20):
        assert [{name: me[name].tolist() for name in fields} for me in game.s.seat[:2]] == before


def test_fs_30_the_order_of_an_own_pile_is_any():
    game = Sheet(2)
    game.s.seat[0].pile[:3] = (1, 2, 3)
    game.s.seat[0].piled = 3
    orders: Counter[tuple[int, ...]] = Counter(tuple(piles(game, 0)) for _ in redealt(game, Point.SPARES))
    assert_shares(orders, dict.fromkeys(permutations((1, 2, 3)), 1))


# ---------------------------------------------------------------- whole games

TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "four": {"players": 4},
    "five, laid before neighbours": {"players": 5, "settings": {"sharing": "insensitive"}},
    "expert": {"players": 3, "variant": "expert"},
}


DRAFTING = {Point.INITIAL, Point.LAYOUT, Point.PROJECT, Point.KEPT}

HIDDEN_BEFORE = ("drafts_add_up",)
"""Invariants about what was hidden before it was dealt anew: the log tells who saw and picked the cards of before."""


@pytest.mark.nightly
@pytest.mark.parametrize(("drafting", "untold"), [(False, ()), (True, HIDDEN_BEFORE)])
@pytest.mark.parametrize("table", TABLES)
def test_games_dealt_anew_break_no_rule(table, drafting, untold):
    """What lies open in games that were left at some decision, each at another, is as in any game.

    ``drafting``: left in a draft, or anywhere else.
    """
    compile_once("fairy_school")
    batch = GameBatch(make("fairy_school", seed=6, log="turns", **TABLES[table]))
    said = []
    for game_no in range(games(6, 40)):
        before = batch.used.copy()
        made = play_scripted(batch, game_no)
        batch.used[:] = before  # forget it, keep the others
        there = [decision for decision in made if (decision.point in DRAFTING) == drafting]
        here = there[7919 * game_no % len(there)]
        batch.state.decision.telling = 1
        again = play_redealt(batch, game_no, made[: here.number + 1], future=game_no + 1)
        batch.state.decision.telling = 0
        said.append(happened_in(batch, game_no))
        assert [choice.chosen[:3] for choice in again[: here.group]] == [
            choice.chosen[:3] for choice in made[: here.group]
        ]
        own = [choice.chosen[:3] for choice in made[here.group : here.number] if choice.seat == here.seat]
        assert [choice.chosen[:3] for choice in again[here.group : here.group + len(own)]] == own, "before the others"
    log = Logged(batch.plan, {name: batch.frame(name) for name in kept_tables("turns")}, pl.concat(said))
    for invariant in INVARIANTS:
        if invariant.__name__ not in untold:
            invariant(log)
