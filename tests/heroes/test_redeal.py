"""What is dealt anew in a what-if is all that the seat cannot know, fairly, and nothing that it knows."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.engine.game.decisions import Decision
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_redealt, play_scripted
from balance.games.heroes.rules.redeal import redeal
from balance.games.heroes.state import IMMEDIATE, TURNS, Point
from helpers.marks import games
from helpers.play import Log, shown
from helpers.shares import assert_even
from heroes.box import hero, mission, tile
from heroes.invariants import INVARIANTS
from heroes.play import compile_once, make
from heroes.played import Played
from heroes.sheet import Sheet

pytestmark = pytest.mark.slow

FUTURES = games(500, 1000)


def batch_of(players: int = 4, log: str = "seats") -> GameBatch:
    compile_once()
    return GameBatch(make(players=players, seed=6, log=log))


def first_pick(made: tuple[Decision, ...], pick: int, seat: int) -> Decision:
    """The seat's choice of a hero at a pick (from 1) of the first round."""
    return [decision for decision in made if decision.point == Point.HERO and decision.seat == seat][pick - 1]


def hand(decision: Decision) -> tuple[int, ...]:
    return tuple(option.card for option in decision.options)


def futures_of(batch: GameBatch, made: tuple[Decision, ...], at: Decision, count: int = FUTURES):
    """Games left at this decision, one for every future; the state of the last is there to look at."""
    for future in range(1, count + 1):
        yield play_redealt(batch, 0, made[: at.number + 1], future)
        batch.clear()


@pytest.mark.nightly
def test_hf_14_before_the_first_pick_every_other_hand_is_any_hand():
    batch = batch_of()
    made = play_scripted(batch, 0)
    batch.clear()
    own = hand(first_pick(made, 1, 0))
    dealt: Counter[int] = Counter()
    for redealt in futures_of(batch, made, first_pick(made, 1, 0)):
        assert hand(first_pick(redealt, 1, 0)) == own
        dealt[first_pick(redealt, 1, 2).options[3].card] += 1
    deck = batch.table.hero_deck[: batch.table.hero_cards].tolist()
    for card in own:
        deck.remove(card)
    copies = Counter(deck)
    for card in dealt:  # every copy that the seat does not hold is equally likely
        dealt[card] /= copies[card]
    assert set(dealt) == set(copies)
    expected = FUTURES / len(deck)
    assert sum((dealt[card] - expected) ** 2 * copies[card] / expected for card in copies) < 2 * len(copies)


def test_hf_13_a_hand_that_was_passed_on_is_known_and_one_not_yet_held_is_not():
    batch = batch_of()
    made = play_scripted(batch, 0)
    batch.clear()
    second = first_pick(made, 2, 0)
    passed_on, far = set(), set()
    for redealt in futures_of(batch, made, second, 50):
        assert hand(first_pick(redealt, 2, 0)) == hand(second)
        passed_on.add(hand(first_pick(redealt, 2, 1)))  # the first hand of seat 0, less its own pick
        far.add(hand(first_pick(redealt, 2, 2)))
    assert passed_on == {hand(first_pick(made, 2, 1))}
    assert len(far) == 50


def test_hf_17_from_the_last_pick_on_all_hands_are_known():
    batch = batch_of()
    made = play_scripted(batch, 0)
    batch.clear()
    fourth = first_pick(made, 4, 0)
    hands = {tuple(hand(first_pick(redealt, 4, seat)) for seat in range(4))
             for redealt in futures_of(batch, made, fourth, 20)}  # fmt: skip
    assert len(hands) == 1


def test_hf_4_the_next_adversary_is_any_that_was_not_revealed():
    batch = batch_of()
    made = play_scripted(batch, 0)
    batch.clear()
    true = batch.state.adversary_deck[: batch.table.adversary_cards].tolist()
    following: Counter[int] = Counter()
    for _ in futures_of(batch, made, made[0]):
        deck = batch.state.adversary_deck[: batch.table.adversary_cards].tolist()
        assert deck[:3] == true[:3]  # they lie in the row
        assert sorted(deck) == sorted(true)
        following[deck[3]] += 1
    assert Counter(true) == Counter(set(true)), "every adversary is there once"
    assert_even(following, true[3:])


def test_hf_77_others_reserves_are_hidden_and_hold_no_immediate_tile():
    immediate, kept, own = tile("shine 1", "immediate"), tile("shine 2", id="kept"), tile("shine 3", id="own")
    game = Sheet([hero()], [hero(id="other")], supply=[immediate, kept, immediate, kept, kept, own])
    game.reserve(0, own)
    game.reserve(1, kept)
    game.s.in_supply -= 1  # the own tile
    game.keep()
    seen = Counter()
    for game_no in game.again(200):
        game.s.decision.future[0], game.s.decision.game = game_no, 0
        redeal(game.s, game.t, 0, 0)
        assert [own_tile.id for own_tile in game.reserved(0)] == ["own"]
        (theirs,) = game.s.seat[1].reserve[: game.s.seat[1].reserved].tolist()
        assert game.t.tile[theirs].kind != IMMEDIATE
        seen[theirs] += 1
    assert sum(seen.values()) == 200


def test_hf_65_missions_below_their_pile_stay_where_everybody_saw_them_go():
    shown_first = [mission("have 99", "1", id=str(n)) for n in range(6)]
    game = Sheet([hero()], [hero(id="other")], missions={"B": shown_first})
    game.s.known_below[0] = 2
    orders = set()
    for game_no in game.again(100):
        game.s.decision.future[0], game.s.decision.game = game_no, 0
        before = game.s.pile[0, :6].tolist()
        redeal(game.s, game.t, 0, 0)
        pile = game.s.pile[0, :6].tolist()
        assert (pile[0], pile[4:]) == (before[0], before[4:])
        orders.add(tuple(pile[1:4]))
    assert len(orders) == 6


HIDDEN_BEFORE = ("picks_and_hands", "tiles_are_somewhere", "tiles_and_card_events", "card_rows")
"""Invariants about what became of a hidden card: of one that is dealt anew the log tells what befell the one before."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_dealt_anew_break_no_rule(players):
    """What lies open in games that were left at some decision, each at another, is as in any game."""
    batch = batch_of(players, log="turns")
    for game_no in range(60):
        made = play_scripted(batch, game_no)
        batch.used[:3] -= [1, players, TURNS * players]  # forget it, keep the others
        batch.used[3] = cards_before(batch, game_no)
        play_redealt(batch, game_no, made[: (7 * game_no) % len(made) + 1], future=game_no + 1)
    log = Log(**shown(batch))
    played = Played(log, batch.plan)
    for invariant in INVARIANTS:
        if invariant.__name__ not in HIDDEN_BEFORE:
            invariant(played)
    copies = {card.id: card.copies for card in batch.plan.cards.heroes}
    picked = log.turns.filter(phase="recruit").group_by("game_no", "hero").len()
    assert all(count <= copies[hero] for _, hero, count in picked.iter_rows())


def cards_before(batch: GameBatch, game_no: int) -> int:
    """Rows of cards of the games before this one."""
    numbers = batch.blocks["cards"].game_no[: batch.used[3]]
    return int((numbers < game_no).sum())
