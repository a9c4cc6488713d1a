"""Redealing what a seat cannot know: a world that agrees with everything it has seen.

Hidden from a seat are the hands it has not held yet and the rest of the hero deck, the adversaries and missions that
were never shown, the tiles of the supply and of the others' reserves (HF-77), and all chance to come. A hand that it
has held it knows: what the others took of it has been shown since (HF-13). Missions that went to the bottom of their
pile lie there in the order in which everybody saw them go (HF-65).
"""

from __future__ import annotations

from balance.engine.kernels.decisions import change_luck
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.piles import shuffle_unseen
from balance.games.heroes.state import (
    ADVERSARY_STREAM,
    HERO_STREAM,
    IMMEDIATE,
    MISSION_STREAM,
    RANKS,
    STREAMS,
    TILE_STREAM,
)


@kernel
def redeal(s, t, seat, passes):
    """Redeal what the seat cannot know, by the future of this game of a batch.

    ``passes``: it has looked into the hands that it held after so many passes, and after fewer.
    """
    change_luck(s, t.players, STREAMS)
    redeal_heroes(s, t, seat, passes)
    for i in range(s.revealed, t.adversary_cards):
        s.pool[i - s.revealed] = s.adversary_deck[i]
    shuffle_unseen(s, ADVERSARY_STREAM, s.pool, t.adversary_cards - s.revealed)
    for i in range(s.revealed, t.adversary_cards):
        s.adversary_deck[i] = s.pool[i - s.revealed]
    for rank in range(RANKS):
        shuffle_unseen(s, MISSION_STREAM + rank, s.pile[rank, 1:], t.pile_cards[rank] - 1 - s.known_below[rank])
    redeal_tiles(s, t, seat)


@kernel
def has_held(t, seat, hand, passes):
    """Whether the seat has held this hand (named by the seat that got it first) after so many passes, or fewer."""
    return (seat - hand) % t.players <= passes


@kernel
def redeal_heroes(s, t, seat, passes):
    """The hands it has not held and the rest of the deck are one heap, shuffled.

    With the last pick everybody has held every hand (HF-17), and what is left of it is out of the game.
    """
    count = 0
    for hand in range(t.players if s.hand_size > 1 else 0):
        if not has_held(t, seat, hand, passes):
            for i in range(s.hand_size):
                s.pool[count] = s.hand[hand, i]
                count += 1
    for i in range(s.dealt, t.hero_cards):
        s.pool[count] = s.hero_deck[i]
        count += 1
    shuffle_unseen(s, HERO_STREAM, s.pool, count)
    for i in range(t.hero_cards - 1, s.dealt - 1, -1):
        count -= 1
        s.hero_deck[i] = s.pool[count]
    for hand in range(t.players if s.hand_size > 1 else 0):
        if not has_held(t, seat, hand, passes):
            for i in range(s.hand_size):
                count -= 1
                s.hand[hand, i] = s.pool[count]


@kernel
def redeal_tiles(s, t, seat):
    """The supply and the others' reserves are one heap, shuffled. In a reserve there is no immediate tile (HF-71)."""
    count = 0
    for i in range(s.in_supply):
        s.pool[count] = s.supply[i]
        count += 1
    for other in range(t.players):
        them = s.seat[other]
        for i in range(them.reserved if other != seat else 0):
            s.pool[count] = them.reserve[i]
            count += 1
    shuffle_unseen(s, TILE_STREAM, s.pool, count)
    for other in range(t.players):
        them = s.seat[other]
        for i in range(them.reserved if other != seat else 0):
            them.reserve[i] = take_from_pool(s, t, count)
            count -= 1
    for i in range(count):
        s.supply[i] = s.pool[i]


@kernel
def take_from_pool(s, t, count):
    """The last of the first ``count`` tiles of the pool that is no immediate one leaves it; the others close up."""
    at = count - 1
    while at > 0 and t.tile[s.pool[at]].kind == IMMEDIATE:
        at -= 1
    tile = s.pool[at]
    for i in range(at, count - 1):
        s.pool[i] = s.pool[i + 1]
    return tile
