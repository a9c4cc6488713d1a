"""Redealing what a seat cannot know (FS-5, FS-80): a world that agrees with everything it has seen.

Hidden from a seat are the decks of trimesters to come and the final projects until they are revealed, in a draft the
hands of others and what they put aside, the cards that others draw in phase 1 until they lie in the forest, the order
of all draw piles, and all chance to come. What others choose at the same time has not been chosen yet: the seat is
asked first. Known are the cards of every pile, and those on top that were put there before all eyes.

Hands of a draft that the seat has held are known but for what was taken since. Of such a hand the cards it passed on
are redealt among those who have taken one since then and who holds the rest; cards that it has never seen are redealt
together with the rest of the deck.
"""

from __future__ import annotations

from balance.engine.kernels.decisions import change_luck
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.piles import shuffle_unseen
from balance.games.fairy_school.state import (
    FINAL_STREAM,
    INITIAL_STREAM,
    PILE_STREAM,
    STREAMS,
    TRIMESTER_STREAM,
    Point,
)

NEVER = -1
LEFT = 1


@kernel
def redeal(s, t, seat):
    """Redeal what the seat cannot know at its decision under way, by the future of this game of a batch."""
    change_luck(s, t.players, STREAMS)
    point = s.decision.point
    if point in (Point.INITIAL, Point.LAYOUT):
        size = s.drafting + s.picks
        redeal_draft(s, t, seat, LEFT, INITIAL_STREAM, s.shuffled, t.initials - size * t.players)
    elif point in (Point.PROJECT, Point.KEPT):
        left = t.deck_cards[s.stage] - s.dealt[s.stage]
        redeal_draft(s, t, seat, t.passing[s.stage], TRIMESTER_STREAM + s.stage, s.deck[s.stage], left)
    for trimester in range(t.trimesters):
        if s.dealt[trimester] == 0:
            shuffle_unseen(s, TRIMESTER_STREAM + trimester, s.deck[trimester], t.deck_cards[trimester])
    if s.stage < t.trimesters:
        shuffle_unseen(s, FINAL_STREAM, s.final_pile, t.final_cards)
    for other in range(t.players):
        them = s.seat[other]
        if other != seat and point == Point.SLOTS:
            redeal_drawn(s, other)
        else:
            shuffle_unseen(s, PILE_STREAM + other, them.pile, them.piled - them.known)


@kernel
def redeal_drawn(s, seat):
    """FS-80: what another seat has drawn to be placed may be any cards of its pile, but for those that all can name."""
    me = s.seat[seat]
    hidden = me.piled - me.known
    count = 0
    for i in range(hidden):
        s.heap[count] = me.pile[i]
        count += 1
    for i in range(me.named, me.held):
        s.heap[count] = me.hand[i]
        count += 1
    shuffle_unseen(s, PILE_STREAM + seat, s.heap, count)
    for i in range(hidden):
        me.pile[i] = s.heap[i]
    for i in range(me.named, me.held):
        me.hand[i] = s.heap[hidden + i - me.named]


# Drafts


@kernel
def redeal_draft(s, t, seat, step, stream, deck, left):
    """FS-27: hands and cards put aside by the others; ``left`` cards of the deck are not dealt."""
    for i in range(left):
        s.heap[i] = deck[i]
    count = move_seen(s, t, seat, step, NEVER, left, True)
    shuffle_unseen(s, stream, s.heap, count)
    for i in range(left):
        deck[i] = s.heap[i]
    move_seen(s, t, seat, step, NEVER, left, False)
    for pick in range(s.picks):
        shuffle_unseen(s, stream, s.heap, move_seen(s, t, seat, step, pick, 0, True))
        move_seen(s, t, seat, step, pick, 0, False)


@kernel
def move_seen(s, t, seat, step, pick, count, out):
    """Cards that the others have of hands that the seat last saw at this pick, or NEVER, to the heap, or back again.

    ``count``: cards on the heap before. Returns how many there are then.
    """
    for other in range(t.players):
        if other == seat:
            continue
        passes = ((other - seat) * step) % t.players  # that a hand takes from the seat to this one
        for k in range(s.picks + 1):
            if max(NEVER, k - passes) != pick:
                continue
            if k < s.picks:
                count = move_card(s, s.aside[other], k, count, out)
            else:
                for i in range(s.drafting):
                    count = move_card(s, s.draft[other], i, count, out)
    return count


@kernel
def move_card(s, cards, place, count, out):
    """One card to the heap, or back again."""
    if out:
        s.heap[count] = cards[place]
    else:
        cards[place] = s.heap[count]
    return count + 1
