"""What is dealt anew in a what-if is all that the seat cannot know (FA-14), fairly, and nothing that it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from alfheim.cards import card_table
from alfheim.invariants.log import Logged, own_style
from alfheim.invariants.whole import INVARIANTS
from alfheim.modes import ANY_TWO
from alfheim.table import Sheet
from balance.engine.game.log import kept_tables
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_redealt, play_scripted
from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.rules.redeal import redeal
from balance.games.alfheim.state import OF_A_TYPE, PREPARATION
from balance.games.alfheim.styles.weights import FEATURES
from helpers.marks import games
from helpers.play import compile_once, make
from helpers.shares import assert_even, assert_shares

pytestmark = pytest.mark.slow

FUTURES = 400
NEVER = own_style("never", {feature.name: 1.0 for feature in FEATURES} | {"eager": -1000.0, "noise": 0.0})
"""Places no fairy, so that more can be placed every round."""

TOMTES = [f"tomte_{letter}" for letter in "abcde"]


def at(turn: int, point: str, players: int = 4, game_no: int = 0) -> Sheet:
    """A game before this point of a round."""
    game = Sheet(players, agents=("greedy",), game_no=game_no)
    next(None for now in game.go() if now == (turn, point))
    return game


def redealt(game: Sheet, seat: int = 0, served: bool = True, futures: int = FUTURES) -> Iterator[int]:
    """The same game with what the seat cannot know dealt anew, time and again."""
    game.s.decision.branch_seat = seat
    game.s.decision.game = 0
    game.keep()
    for future in range(1, futures + 1):
        game.s.decision.future[0] = future
        redeal(game.s, game.t, seat, served)
        yield future
        game.back()


def tile_ids(game: Sheet, kind: str) -> list[str | None]:
    """The cost tiles of a type: those at the end were turned up or taken first."""
    return [game.id(number) for number in game.s.deck[TYPES.index(kind)]]


@pytest.mark.parametrize("turn", [1, 6, 9])
def test_fa_14_the_next_tile_of_the_lead_is_any_that_is_not_drawn(turn):
    game = at(turn, "swap")
    before = game.s.stack.tolist()
    left = len(before) - turn
    following: Counter[int] = Counter()
    for _ in redealt(game):
        stack = game.s.stack.tolist()
        assert stack[left:] == before[left:]
        assert sorted(stack) == sorted(before)
        following[stack[left - 1]] += 1
    assert_shares(following, Counter(before[:left]))


def test_fa_15_in_the_preparation_the_tile_of_the_round_is_not_drawn_yet():
    game = at(PREPARATION, "footprint")
    seventh = {int(game.s.stack[len(game.s.stack) - PREPARATION]) for _ in redealt(game, served=False)}
    assert seventh == {icon for icon, left in enumerate(game.s.left) if left}


def test_fa_14_of_the_centre_stack_the_tiles_are_known_and_not_their_order():
    game = at(5, "swap")
    before = sorted(game.stack())
    tops = set()
    for _ in redealt(game):
        assert sorted(game.stack()) == before
        tops.add(game.stack()[0])
    assert tops == set(before)


def test_fa_16_costs_that_are_revealed_stay_and_any_other_may_come_second():
    game = at(3, "clue")
    first = tile_ids(game, "queen")[-1]
    second: Counter[str | None] = Counter()
    for _ in redealt(game):
        assert tile_ids(game, "queen")[-1] == first
        second[tile_ids(game, "queen")[-2]] += 1
    assert_even(second, {f"queen_{letter}" for letter in "abcde"} - {first})


def test_fa_16_after_the_preparation_both_costs_stay():
    game = at(8, "clue")
    before = {kind: tile_ids(game, kind) for kind in TYPES}
    for _ in redealt(game, futures=50):
        for kind in ("king", "queen"):
            known = 1 if kind == "king" else 2
            assert tile_ids(game, kind)[-known:] == before[kind][-known:]
            assert set(tile_ids(game, kind)) == set(before[kind])


def with_tomtes() -> Sheet:
    """Three of four seats have taken their secret tiles, the third has placed it."""
    game = at(9, "fairies")
    deck = game.s.deck[TYPES.index("tomte")]
    deck[:] = [game.number(id) for id in TOMTES]
    for seat, id in enumerate(("tomte_e", "tomte_d", "tomte_c")):
        game.secret(id, seat)
    game.s.seat[3].secret = -1
    for seat in range(4):
        game.has(*(["tomte"] if seat == 2 else []), seat=seat)
    game.s.secrets = 3
    return game


def test_fa_33_the_own_tomte_and_one_that_is_placed_are_known_and_others_are_any_of_the_rest():
    game = with_tomtes()
    theirs: Counter[str | None] = Counter()
    top: Counter[str | None] = Counter()
    for _ in redealt(game, seat=0):
        assert [game.id(game.s.seat[seat].secret) for seat in (0, 2, 3)] == ["tomte_e", "tomte_c", None]
        theirs[game.id(game.s.seat[1].secret)] += 1
        top[tile_ids(game, "tomte")[OF_A_TYPE - 1 - 3]] += 1
        hidden = [*tile_ids(game, "tomte")[:2], game.id(game.s.seat[1].secret)]
        assert sorted(hidden, key=str) == ["tomte_a", "tomte_b", "tomte_d"]
    assert_even(theirs, ("tomte_a", "tomte_b", "tomte_d"))
    assert_even(top, ("tomte_a", "tomte_b", "tomte_d"))


def test_fa_10_nobody_knows_a_footprint_before_the_preparation():
    game = at(6, "fairies")
    own: Counter[int] = Counter()
    for _ in redealt(game):
        dealt = [int(seat.footprint) for seat in game.s.seat[:4]]
        assert len({*dealt, *game.s.footprint_pile[:2].tolist()}) == 6
        own[dealt[0]] += 1
    assert_even(own, range(6))


def test_fa_17_while_footprints_are_laid_each_seat_knows_its_own():
    game = at(PREPARATION, "footprint")
    own = int(game.s.seat[0].footprint)
    others: Counter[int] = Counter()
    for _ in redealt(game, served=False):
        assert game.s.seat[0].footprint == own
        others[int(game.s.seat[3].footprint)] += 1
    assert_even(others, {*range(6)} - {own})


def test_fa_17_then_everybody_knows_all():
    game = at(PREPARATION, "swap")
    before = game.s.seat["footprint"].tolist()
    for _ in redealt(game, served=False, futures=50):
        assert game.s.seat["footprint"].tolist() == before


def test_fa_20_who_will_be_served_first_is_not_known_and_who_was_is():
    game = at(4, "swap", players=3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in redealt(game, served=False):
        order = game.s.queue[:3].tolist()
        assert [int(game.s.now[seat].queue) for seat in order] == [0, 1, 2]
        orders[tuple(order)] += 1
    assert_even(orders, permutations(range(3)))
    before = game.s.queue[:3].tolist()
    for _ in redealt(game, futures=20):
        assert game.s.queue[:3].tolist() == before


HIDDEN_BEFORE = ("centre_stack_is_gone_through", "card_events_are_the_turns")
"""Invariants about what was hidden before it was dealt anew: the log tells of that, as with the first centre stack."""

TOMTES_BEFORE = (
    "secret_tiles_come_once",
    "costs_are_in_force",
    "fairies_are_paid",
    "payable_types_are_counted",
    "fairies_are_chosen_by_their_costs",
)
"""The same, about the secret tiles that others had."""


@pytest.mark.nightly
@pytest.mark.parametrize(("latest", "untold"), [(0.25, HIDDEN_BEFORE), (1.0, HIDDEN_BEFORE + TOMTES_BEFORE)])
@pytest.mark.parametrize("players", [2, 4, 5])
def test_games_dealt_anew_break_no_rule(players, latest, untold):
    """What lies open in games that were left at some decision, each at another, is as in any game.

    ``latest``: in this part of their decisions. In the first quarter nobody has a secret tile.
    """
    compile_once("alfheim")
    batch = GameBatch(make("alfheim", players=players, seed=6, log="turns"))
    for game_no in range(games(8, 40)):
        before = batch.used.copy()
        made = play_scripted(batch, game_no)
        batch.used[:] = before  # forget it, keep the others
        at_number = (7 * game_no) % int(latest * len(made))
        play_redealt(batch, game_no, made[: at_number + 1], future=game_no + 1)
    log = Logged(batch.plan, {name: batch.frame(name) for name in kept_tables("turns")})
    for invariant in INVARIANTS:
        if invariant.__name__ not in untold:
            invariant(log)


def test_there_is_room_for_all_options_where_any_two_tiles_pay_for_any_fairy():
    plan = make("alfheim", card_table(ANY_TWO), [NEVER], players=5, agents="never", log="seats", seed=1)
    batch = GameBatch(plan)
    for game_no in range(20):
        made = play_scripted(batch, game_no)
        batch.clear()
    assert max(len(decision.options) for decision in made) > 100
