"""The script agents ``passive`` and ``curve``: exact, so that results can be worked out by hand (section 4)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.rules.filters import cost_of
from balance.games.fairy_conundrum.rules.pieces import is_fairy
from balance.games.fairy_conundrum.rules.values import free_slots
from balance.games.fairy_conundrum.state import (
    AVATAR,
    DO_CALL,
    DO_PLACE,
    DO_SHELTER,
    FAIRY,
    HAND,
    NOBODY,
    P_DECKOUT,
    P_DISCARD,
    P_DREAM,
    P_FIRST,
    P_FOE,
    P_NAR,
    P_RADIANCE,
    P_S3,
    SHARD,
    SHELTER,
    SHELTER_BIT,
)


@kernel
def choose_passive(s, t, seat, point):
    """What ``passive`` chooses: at points not named here the first option, which is stop, no, decline or the oldest."""
    if point == P_FIRST:
        for i in range(s.options):
            if s.option[i].card == seat:
                return i
    if point == P_FOE:
        best = 0
        for i in range(1, s.options):
            if s.seat[s.option[i].card].life < s.seat[s.option[best].card].life:
                best = i
        return best
    if point == P_DISCARD:
        return find_dearest(s, t)
    if point == P_DECKOUT:
        return find_least(s, t)
    if point == P_RADIANCE:
        for i in range(s.options):
            if s.option[i].card == s.piece[s.option[i].target].radiance:
                return i
    return 0


@kernel
def find_dearest(s, t):
    """DISCARD: the highest current cost, ties lowest id, then oldest."""
    best = 0
    for i in range(1, s.options):
        p, q = s.option[i].card, s.option[best].card
        gap = cost_of(s, t, p) - cost_of(s, t, q)
        if gap > 0 or (gap == 0 and t.card[s.piece[p].card].order < t.card[s.piece[q].card].order):
            best = i
    return best


@kernel
def deckout_group(s, t, p):
    """DECKOUT: hand cards first, then fairies, shards, shelters, the avatar last."""
    piece = s.piece[p]
    kind = t.card[piece.card].kind
    if kind == AVATAR:
        return 4
    if piece.zone == HAND:
        return 0
    if kind == SHARD:
        return 2
    return 3 if kind == SHELTER else 1


@kernel
def find_least(s, t):
    """DECKOUT: the first group, in it the lowest cost, the lowest id, then arrival."""
    best = 0
    for i in range(1, s.options):
        p, q = s.option[i].card, s.option[best].card
        gap = deckout_group(s, t, q) - deckout_group(s, t, p)
        if gap == 0:
            gap = cost_of(s, t, q) - cost_of(s, t, p)
        if gap == 0:
            gap = t.card[s.piece[q].card].order - t.card[s.piece[p].card].order
        if gap > 0:
            best = i
    return best


@kernel
def choose_curve(s, t, seat, point):
    """What ``curve`` chooses where it is not ``passive``."""
    if point == P_S3:
        return s.options - 1
    if point == P_DREAM:
        me = s.seat[seat]
        wanted = 1 if me.dream_point == 0 and not has_shelter(s, t, seat) else 0
        for i in range(s.options):
            if s.option[i].card == wanted:
                return i
        return 0
    if point == P_NAR:
        return choose_curve_action(s, t, seat)
    return choose_passive(s, t, seat, point)


@kernel
def has_shelter(s, t, seat):
    """Whether a shelter is in the seat's hand."""
    me = s.seat[seat]
    for i in range(me.hand):
        if s.piece[me.hand_card[i]].kinds == SHELTER_BIT:
            return True
    return False


@kernel
def choose_curve_action(s, t, seat):
    """NAR: the lowest shelter, else the dearest fairy of the hand, else a fairy into an empty shelter, else the end."""
    best = NOBODY
    for i in range(s.options):
        option = s.option[i]
        if option.verb == DO_PLACE:
            rank = t.card[s.piece[option.card].card].rank
            if best < 0 or rank < t.card[s.piece[s.option[best].card].card].rank:
                best = i
    if best >= 0:
        return best
    for i in range(s.options):
        option = s.option[i]
        if option.verb != DO_CALL or s.piece[option.card].zone != HAND:
            continue
        if t.card[s.piece[option.card].card].kind == FAIRY and (best < 0 or is_dearer(s, t, i, best)):
            best = i
    if best >= 0:
        return best
    restored = 0
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        restored += piece.narr == seat and piece.host < 0 and is_fairy(piece) and not piece.actioned
    return find_guest(s, t, seat) if restored >= 2 else 0


@kernel
def is_dearer(s, t, i, best):
    """Whether the option calls a dearer fairy than ``best``; ties lowest id, then oldest."""
    p, q = s.option[i].card, s.option[best].card
    gap = cost_of(s, t, p) - cost_of(s, t, q)
    return gap > 0 or (gap == 0 and t.card[s.piece[p].card].order < t.card[s.piece[q].card].order)


@kernel
def find_guest(s, t, seat):
    """The lowest fairy into the first shelter by arrival that has none of the seat's cards; 0, the end, if none can."""
    shelter = NOBODY
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.kinds == SHELTER_BIT and piece.narr == seat and not (piece.visitors >> seat) & 1:
            if free_slots(s, t, s.lay[i]) > 0:
                shelter = s.lay[i]
                break
    best = 0
    for i in range(s.options):
        option = s.option[i]
        if option.verb == DO_SHELTER and option.target == shelter and (best == 0 or is_lower(s, t, i, best)):
            best = i
    return best


@kernel
def is_lower(s, t, i, best):
    """Whether the option's fairy is lower by (ray, mat, id, arrival)."""
    one, other = s.piece[s.option[i].card], s.piece[s.option[best].card]
    if one.ray != other.ray:
        return one.ray < other.ray
    if one.mat != other.mat:
        return one.mat < other.mat
    return t.card[one.card].order < t.card[other.card].order
