"""What current values come to: a player's totals, free slots, copies in the valley."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import BY_LABEL, DARK, LIGHT, NEUTRAL, NOBODY, SHARD_BIT, E
from balance.games.fairy_conundrum.rules.stand_ins import are_copies
from balance.games.fairy_conundrum.rules.values import refresh


@kernel
def gathering_of(s, t, seat):
    """FC-36: what the seat gathers, at least 1."""
    refresh(s, t)
    return max(1, s.seat[seat].gather)


@kernel
def toll_of(s, t, seat):
    """FC-42: the contribution for the next fairy called."""
    refresh(s, t)
    me = s.seat[seat]
    return max(0, me.called + 1 - max(0, me.homes - me.contrib))


@kernel
def count_maturation(s, t, seat):
    """FC-84, FC-85: the seat's maturation as it would be computed now."""
    refresh(s, t)
    me = s.seat[seat]
    avatar = t.card[me.stages[me.stage]]
    own = s.piece[me.avatar].radiance
    sum_of_costs = me.mature
    for i in range(s.laid):
        p = s.lay[i]
        piece = s.piece[p]
        if piece.narr != seat:
            continue
        if piece.kinds == SHARD_BIT and t.shard_maturation == BY_LABEL:
            continue
        coefficient = avatar.coefficient[piece.radiance]
        if not t.opposite_regresses and own != NEUTRAL and piece.radiance == opposite_of(own):
            coefficient = 0
        sum_of_costs += coefficient * piece.cost
    return sum_of_costs


@kernel
def opposite_of(radiance):
    """FC-12: light and dark are opposites; neutral has none (-1)."""
    if radiance == LIGHT:
        return DARK
    return LIGHT if radiance == DARK else NOBODY


@kernel
def initiative_of(s, t, seat):
    """FC-31: life minus vision."""
    refresh(s, t)
    return s.seat[seat].life - s.seat[seat].vision


@kernel
def defence_of(s, t, seat):
    """FC-81: what damage to the seat's avatar meets now."""
    refresh(s, t)
    me = s.seat[seat]
    return max(0, me.mat - me.absorbed) if me.mat >= 0 else me.mat


@kernel
def free_slots(s, t, shelter):
    """FC-60: units that still fit into a shelter."""
    refresh(s, t)
    return s.piece[shelter].slots - s.piece[shelter].filled


@kernel
def copies_in_valley(s, t, card, seat):
    """Pieces of this card on the seat's side of the valley (-1: all sides); parts of fusions count (FC-20)."""
    count = 0
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if seat < 0 or piece.narr == seat:
            q = s.lay[i]
            while q >= 0:
                count += np.int64(are_copies(t, s.piece[q].card, card))
                q = s.piece[q].next
    return count


@kernel
def is_barred(s, t, p):
    """FC-21: another copy of this E (or of a part of it) lies in the valley."""
    while p >= 0:
        piece = s.piece[p]
        if t.card[piece.card].letter == E and copies_in_valley(s, t, piece.card, NOBODY) > 0:
            return True
        p = piece.next
    return False
