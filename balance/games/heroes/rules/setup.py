"""Setting up, and dealing and passing hands of heroes (3.1 to 3.3)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.piles import shuffle
from balance.engine.kernels.table import clear_lead
from balance.games.heroes.state import (
    ADVERSARY_STREAM,
    AGE_STREAM,
    COLORS,
    HAND,
    HERO_STREAM,
    MISSION_STREAM,
    RANKS,
    ROW,
    TILE_STREAM,
    TRACK_PARTS,
)


@kernel
def set_up(s, t):
    """HF-2 to HF-7: piles, row and seats as they are before the first round."""
    s.turn = 0
    set_up_piles(s, t)
    s.revealed = 0
    s.in_row = 0
    refill_row(s, t)
    for mission in range(t.missions):
        s.shown[mission] = 0
    for rank in range(RANKS):
        show_mission(s, rank)
    s.cycled = 0
    s.renewed = 0
    s.counters = 0
    s.most_counters = 0
    clear_lead(s)
    s.recount = 1
    for seat in range(t.players):
        me = s.seat[seat]
        me.heroes = me.strength = me.reserved = me.held = me.track = me.adversary_points = 0
        for color in range(COLORS):
            me.color[color] = 0
        for part in range(TRACK_PARTS):
            me.points[part] = 0
        for i in range(ROW):
            me.fights[i] = 0
            me.losses[i] = 0
        me.achieved = 0
        me.failed = 0
        me.drawn = 0
        s.score[seat] = 0


@kernel
def set_up_piles(s, t):
    """HF-2, HF-3, HF-4, HF-6, HF-7: everything that is shuffled. The start card of a rank lies on top (first)."""
    for rank in range(RANKS):
        count = t.pile_cards[rank]
        for i in range(count):
            s.pile[rank, i] = t.pile[rank, i]
        shuffle(s, MISSION_STREAM + rank, s.pile[rank, 1:], count - 1)
        s.tokens[rank] = 0
        s.known_below[rank] = 0
        s.covered[rank] = 0
    for i in range(t.tile_cards):
        s.supply[i] = t.tile_deck[i]
    shuffle(s, TILE_STREAM, s.supply, t.tile_cards)
    s.in_supply = t.tile_cards
    s.in_tile_discard = 0
    for i in range(t.adversary_cards):
        s.adversary_deck[i] = t.adversary_deck[i]
    shuffle(s, ADVERSARY_STREAM, s.adversary_deck, t.adversary_cards)
    for i in range(t.hero_cards):
        s.hero_deck[i] = t.hero_deck[i]
    shuffle(s, HERO_STREAM, s.hero_deck, t.hero_cards)
    s.dealt = 0
    for seat in range(t.players):
        s.age[seat] = seat
    shuffle(s, AGE_STREAM, s.age, t.players)


@kernel
def refill_row(s, t):
    """HF-54: reveal adversaries until there are three; when the deck is empty the row stays short."""
    while s.in_row < ROW and s.revealed < t.adversary_cards:
        s.row[s.in_row] = s.adversary_deck[s.revealed]
        s.reveal_turn[s.revealed] = s.turn
        s.in_row += 1
        s.revealed += 1


@kernel
def show_mission(s, rank):
    """HF-2, HF-65: the top card of a pile is available now."""
    mission = s.pile[rank, 0]
    if s.shown[mission] == 0:
        s.shown_turn[mission] = s.turn
    s.shown[mission] += 1


@kernel
def deal_hands(s, t):
    """HF-12: five heroes from the deck to each seat."""
    for seat in range(t.players):
        for i in range(HAND):
            s.hand[seat, i] = s.hero_deck[s.dealt]
            s.dealt += 1
    s.hand_size = HAND
    s.passes = 0


@kernel
def hand_of(s, t, seat):
    """Whose first hand the seat holds now: hands have gone to the left so many times (HF-1, HF-13, HF-16)."""
    return (seat - s.passes) % t.players


@kernel
def pass_hands(s, t):
    """HF-13 (a), (b): every seat takes its choice out of its hand, the rest goes to the left neighbour."""
    last = s.hand_size - 1
    for seat in range(t.players):
        me = s.seat[seat]
        hand = s.hand[hand_of(s, t, seat)]
        me.picked = hand[me.choice]
        for i in range(me.choice, last):
            hand[i] = hand[i + 1]
    s.hand_size = last
    s.passes += 1
