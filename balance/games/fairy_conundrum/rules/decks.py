"""The random legal haversack, card by card (FC-16, FC-17, FC-191)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.rng import below
from balance.games.fairy_conundrum.codes import FAIRY, NEUTRAL, SHARD, F


@kernel
def weight_of(t, row, own):
    """FC-191: 4 for a card of the avatar's radiance, 2 neutral, 1 opposite; a neutral avatar: 4 neutral, 1 others."""
    radiance = t.card[row].radiance
    if radiance == own:
        return 4
    return 2 if radiance == NEUTRAL else 1


@kernel
def open_box(s, t):
    """All copies of all cards that a haversack may have are left."""
    for row in range(t.cards):
        card = t.card[row]
        s.left[row] = card.most if card.kind == FAIRY or card.kind == SHARD else 0


@kernel
def weigh_box(s, t, own):
    """The weights of the cards of which copies are left, added up."""
    total = 0
    for row in range(t.cards):
        total += weight_of(t, row, own) * (s.left[row] > 0)
    return total


@kernel
def find_in_box(s, t, stream, total, own):
    """FC-191: one of the cards of which copies are left, by its weight; ``total``: of all of them."""
    at = below(s, stream, total)
    row = 0
    while True:
        if s.left[row] > 0:
            at -= weight_of(t, row, own)
            if at < 0:
                return row
        row += 1


@kernel
def take_from_box(s, t, row, total, own):
    """A copy less of a card is left; one F is all (FC-17). Returns what ``weigh_box`` would now."""
    s.left[row] -= 1
    if s.left[row] == 0:
        total -= weight_of(t, row, own)
    if t.card[row].letter == F:
        for other in range(t.cards):
            if t.card[other].letter == F and s.left[other] > 0:
                s.left[other] = 0
                total -= weight_of(t, other, own)
    return total
