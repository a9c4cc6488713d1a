"""Which hero to pick (D1) and where to place it (D2): what it is worth, what is passed on, how the draft goes on."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.table import next_seat
from balance.games.heroes.rules.redeal import has_held
from balance.games.heroes.rules.setup import hand_of
from balance.games.heroes.state import HAND, LEFT, PAIR, PICKS, RIGHT
from balance.games.heroes.styles.recruiting import worth_at, worth_of

PASSED = 0.45
"""What the best hero that it passes on counts for who is thought to pick, where two play."""


@kernel
def weigh_hand(s, t, seat):
    """D1: every hero of the hand, less what the best hero passed on is worth to the left neighbour.

    Where two play, with what the draft then brings.
    """
    size = s.hand_size
    style = t.style[s.style[seat]]
    hand = s.hand[hand_of(s, t, seat)]
    left = next_seat(seat, t.players)
    deny = style.deny if size > HAND - PICKS + 1 else 0.0  # the last card passed on leaves the game (HF-15)
    for i in range(size if deny != 0.0 else 0):
        s.wanted[i] = worth_of(s, t, style, left, hand[i])
    for i in range(size):
        worth = worth_of(s, t, style, seat, hand[i])
        if deny != 0.0:
            worth -= deny * best_of_others(s.wanted, size, i)
        if style.returns != 0.0 and t.players == PAIR:
            worth += style.returns * goes_on(s, t, style, seat, i)
        s.decision.worth[i] = worth


@kernel
def weigh_sides(s, t, seat):
    """D2: both ends of the line-up, for the hero it picked. Where two play, with what the draft then brings."""
    style = t.style[s.style[seat]]
    hero = s.seat[seat].picked
    for side in (LEFT, RIGHT):
        worth = worth_at(s, t, style, seat, hero, side)
        if style.returns != 0.0 and t.players == PAIR:
            worth += style.returns * goes_on_beside(s, t, style, seat, side)
        s.decision.worth[side] = worth


@kernel
def goes_on(s, t, style, seat, place):
    """What the seat's later heroes of this round are worth, less those of its rival, if it picks the one at ``place``.

    Of the hands that it has seen: at its first pick one of the two. Both are thought to pick what is worth most in the
    eyes of ``style``, less a part of what they pass on.
    """
    _begin(s, t, seat, s.passes)
    _take(s, t, style, seat, s.draft[0], place)
    worth = _play_out(s, t, style, seat, True)
    _end(s, t, seat)
    return worth


@kernel
def goes_on_beside(s, t, style, seat, side):
    """The same once all have picked and passed on, if the seat's hero comes to this end. The hand that it has just got
    it has not seen (HF-13)."""
    rival = next_seat(seat, t.players)
    _begin(s, t, seat, s.passes - 1)
    _place(s, seat, s.seat[seat].picked, side)
    theirs = s.seat[rival].picked
    left = worth_at(s, t, style, rival, theirs, LEFT)
    _place(s, rival, theirs, LEFT if left > worth_at(s, t, style, rival, theirs, RIGHT) else RIGHT)
    worth = _play_out(s, t, style, seat, False)
    _end(s, t, seat)
    return worth


@kernel
def _begin(s, t, seat, passes):
    """Copy both line-ups, and the hands that the seat has held after so many passes."""
    for i in range(PAIR):
        holder = next_seat(seat, t.players) if i else seat
        _note(s, t, holder, s.draft[i], has_held(t, seat, hand_of(s, t, holder), passes))


@kernel
def _end(s, t, seat):
    """Put both line-ups back."""
    for i in range(PAIR):
        _restore(s, next_seat(seat, t.players) if i else seat, s.draft[i])


@kernel
def _play_out(s, t, style, seat, has_taken):
    """Let both pick until the round's draft is over. Returns what the heroes are worth to the seat, less the rival's.

    ``has_taken``: the seat has taken its hero of the first of these picks.
    """
    rival = next_seat(seat, t.players)
    worth = 0.0
    for pick in range(PICKS - (HAND - s.hand_size)):
        for i in range(PAIR):
            if s.draft[i].cards == 0 or (has_taken and pick == 0 and i == 0):
                continue
            holder = rival if (pick + i) % PAIR else seat
            more = _take(s, t, style, holder, s.draft[i], _best(s, t, style, holder, s.draft[i]))
            worth += more if holder == seat else -more
    return worth


@kernel
def _note(s, t, seat, draft, seen):
    """Copy the seat's line-up, and the hand it holds, if it has been ``seen`` by who thinks."""
    me = s.seat[seat]
    draft.heroes = me.heroes
    for k in range(me.heroes):
        draft.lineup[k] = me.lineup[k]
    draft.cards = s.hand_size if seen else 0
    for k in range(draft.cards):
        draft.hand[k] = s.hand[hand_of(s, t, seat), k]


@kernel
def _restore(s, seat, draft):
    """Put the line-up back."""
    me = s.seat[seat]
    me.heroes = draft.heroes
    for k in range(draft.heroes):
        me.lineup[k] = draft.lineup[k]


@kernel
def _best(s, t, style, seat, draft):
    """The place of the hero of the hand that is worth most to the seat, less a part of what the best hero passed on is
    worth to its rival."""
    rival = next_seat(seat, t.players)
    for k in range(draft.cards):
        draft.wanted[k] = worth_of(s, t, style, rival, draft.hand[k])
    best = 0
    most = -np.inf
    for k in range(draft.cards):
        worth = worth_of(s, t, style, seat, draft.hand[k]) - PASSED * best_of_others(draft.wanted, draft.cards, k)
        if worth > most:
            best = k
            most = worth
    return best


@kernel
def best_of_others(worths, count, place):
    """The largest of the first ``count`` worths but that at ``place``; 0 if none is larger."""
    best = 0.0
    for k in range(count):
        if k != place:
            best = max(best, worths[k])
    return best


@kernel
def _take(s, t, style, seat, draft, at):
    """Move a hero from the hand to the better end of the seat's line-up. Returns what it is worth there."""
    hero = draft.hand[at]
    draft.cards -= 1
    for k in range(at, draft.cards):
        draft.hand[k] = draft.hand[k + 1]
    left = worth_at(s, t, style, seat, hero, LEFT)
    right = worth_at(s, t, style, seat, hero, RIGHT)
    _place(s, seat, hero, LEFT if left > right else RIGHT)
    return max(left, right)


@kernel
def _place(s, seat, hero, side):
    """Put the hero to this end of the line-up."""
    me = s.seat[seat]
    for k in range(me.heroes if side == LEFT else 0, 0, -1):
        me.lineup[k] = me.lineup[k - 1]
    me.lineup[0 if side == LEFT else me.heroes] = hero
    me.heroes += 1
