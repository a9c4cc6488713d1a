"""Which hero to pick (D1): what it is worth, what is passed on with it, and how the draft goes on."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.table import next_seat
from balance.games.heroes.rules.redeal import has_held
from balance.games.heroes.rules.setup import hand_of
from balance.games.heroes.state import HAND, LEFT, PAIR, PICKS, RIGHT
from balance.games.heroes.styles.recruiting import worth_at, worth_of


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
            passed = 0.0
            for j in range(size):
                if j != i:
                    passed = max(passed, s.wanted[j])
            worth -= deny * passed
        if style.returns != 0.0 and t.players == PAIR:
            worth += style.returns * goes_on(s, t, style, seat, i)
        s.decision.worth[i] = worth


@kernel
def goes_on(s, t, style, seat, place):
    """What the seat's later heroes of this round are worth, less those of its rival, if it picks the one at ``place``.

    Of the hands that it has seen: at its first pick one of the two. Both are thought to pick what is worth most in the
    eyes of ``style``.
    """
    rival = next_seat(seat, t.players)
    for i in range(PAIR):
        holder = rival if i else seat
        _note(s, t, holder, s.draft[i], has_held(t, seat, hand_of(s, t, holder), s.passes))
    worth = 0.0
    for pick in range(PICKS - (HAND - s.hand_size)):
        for i in range(PAIR):
            holder = rival if (pick + i) % PAIR else seat
            if s.draft[i].cards == 0:
                continue
            if pick == 0 and i == 0:
                _take(s, t, style, holder, s.draft[i], place)
                continue
            more = _take(s, t, style, holder, s.draft[i], _best(s, t, style, holder, s.draft[i]))
            worth += more if holder == seat else -more
    for i in range(PAIR):
        _restore(s, rival if i else seat, s.draft[i])
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
    """The place of the hero of the hand that is worth most to the seat."""
    best = 0
    most = worth_of(s, t, style, seat, draft.hand[0])
    for k in range(1, draft.cards):
        worth = worth_of(s, t, style, seat, draft.hand[k])
        if worth > most:
            best = k
            most = worth
    return best


@kernel
def _take(s, t, style, seat, draft, at):
    """Move a hero from the hand to the better end of the seat's line-up. Returns what it is worth there."""
    me = s.seat[seat]
    hero = draft.hand[at]
    draft.cards -= 1
    for k in range(at, draft.cards):
        draft.hand[k] = draft.hand[k + 1]
    left = worth_at(s, t, style, seat, hero, LEFT)
    right = worth_at(s, t, style, seat, hero, RIGHT)
    for k in range(me.heroes if left > right else 0, 0, -1):
        me.lineup[k] = me.lineup[k - 1]
    me.lineup[0 if left > right else me.heroes] = hero
    me.heroes += 1
    return max(left, right)
