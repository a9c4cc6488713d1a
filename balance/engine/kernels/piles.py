"""Piles of cards: shuffling a deck, and drawing with the discards shuffled back in.

A pile is an int64 array of card numbers and a count; its top is the last card in use.
"""

from __future__ import annotations

from balance.engine.kernels.by_hand import arranged_by_hand
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.rng import below


@arranged_by_hand
@kernel
def shuffle(s, stream, pile, count):
    """Put the first ``count`` cards of ``pile`` in a random order, every order equally likely.

    Card i is swapped with a random card at or before it, from the first to the last: a card added
    at the end of the table therefore displaces one other card and leaves the rest where they were,
    which keeps "the same game with one card more" as close to the original as can be.
    """
    for i in range(1, count):
        j = below(s, stream, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


@kernel
def shuffle_unseen(s, stream, pile, count):
    """Shuffle what somebody cannot see, for a what-if: how the cards lay before leaves no trace.

    So the same future is the same world, whatever is hidden.
    """
    for i in range(1, count):
        card, j = pile[i], i
        while j > 0 and pile[j - 1] > card:
            pile[j] = pile[j - 1]
            j -= 1
        pile[j] = card
    shuffle(s, stream, pile, count)


@kernel
def draw(s, stream, deck, deck_count, discard, discard_count):
    """Take the top card; an empty deck is first refilled from the shuffled discards.

    Returns (card, cards left in the deck, cards left in the discards); the card is -1 when both
    piles are empty. The arrays are changed, the counts are the caller's to store.
    """
    if deck_count == 0:
        for i in range(discard_count):
            deck[i] = discard[i]
        deck_count, discard_count = discard_count, 0
        shuffle(s, stream, deck, deck_count)
    if deck_count == 0:
        return -1, 0, discard_count
    return deck[deck_count - 1], deck_count - 1, discard_count
