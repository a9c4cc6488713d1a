"""A fairy goes into a shelter or out of it, and what changes by that alone (FC-6, FC-60, FC-70).

Most of what players do is to lead fairies about. Working out every value again each time is the dearest thing in the
game, so where no value but those of the fairy, its shelters and its narrator can change, only these are worked out.
"""

from __future__ import annotations

from balance.engine.kernel import kernel
from balance.games.fairy_conundrum.rules.values import apply_group, apply_label, reset_card
from balance.games.fairy_conundrum.state import (
    CHANGES_KIND,
    CHANGES_NUMBERS,
    CHANGES_VOICE,
    READS_PLACES,
    VISIT_BITS,
)


@kernel
def change_place(s, t, p, shelter):
    """Put a fairy of the valley into a shelter, or into the exploration (-1)."""
    piece = s.piece[p]
    if is_far_reaching(s, p, shelter):
        piece.host = shelter
        s.dirty = 1
        return
    count_fairy(s, p, -1)
    count_guest(s, p, -1)
    piece.host = shelter
    reset_card(piece)
    for i in range(s.labels):
        if s.label[i].card == p and s.label[i].object == piece.object:
            apply_label(piece, s.label[i])
    for group in (CHANGES_VOICE, CHANGES_KIND, CHANGES_NUMBERS):
        if s.always & group:
            apply_group(s, t, group, p)
    piece.cost = max(0, piece.cost)
    count_guest(s, p, 1)
    count_fairy(s, p, 1)


@kernel
def is_far_reaching(s, p, shelter):
    """Whether the move of a fairy may change values of other cards, or values are not up to date anyway."""
    piece = s.piece[p]
    if s.dirty or s.overfull or s.always & READS_PLACES or piece.always or piece.spouse >= 0:
        return True
    if piece.host >= 0 and s.piece[piece.host].always:
        return True
    return shelter >= 0 and s.piece[shelter].always != 0


@kernel
def count_fairy(s, p, sign):
    """Add a fairy to what its narrator has in the exploration or in shelters, or take it off."""
    piece = s.piece[p]
    me = s.seat[piece.narr]
    if piece.host >= 0:
        me.guests += sign
    else:
        me.ray += sign * piece.ray
        me.mat += sign * (piece.mat - piece.damage)
        me.explorers += sign


@kernel
def count_guest(s, p, sign):
    """Add a fairy to the guests of the shelter it is in, or take it off; a player with guests there gathers more."""
    piece = s.piece[p]
    if piece.host < 0:
        return
    shelter = s.piece[piece.host]
    before = shelter.visitors
    shelter.visits += sign << (VISIT_BITS * piece.narr)
    shelter.filled += sign
    if (shelter.visits >> (VISIT_BITS * piece.narr)) & ((1 << VISIT_BITS) - 1):
        shelter.visitors |= 1 << piece.narr
    else:
        shelter.visitors &= ~(1 << piece.narr)
    if shelter.visitors != before:
        s.seat[piece.narr].gather += sign
    if shelter.filled > shelter.slots:
        s.overfull = 1
