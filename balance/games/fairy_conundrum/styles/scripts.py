"""The script agents ``passive`` and ``curve``: exact, so that results can be worked out by hand (section 4)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import AVATAR, FAIRY, HAND, NOBODY, SHARD, SHELTER, SHELTER_BIT, Point, Verb
from balance.games.fairy_conundrum.rules.filters import cost_of
from balance.games.fairy_conundrum.rules.options import other_of, piece_of
from balance.games.fairy_conundrum.rules.pieces import is_fairy
from balance.games.fairy_conundrum.rules.totals import free_slots


@kernel
def nth_piece(s, i):
    """The piece that an option is about, or its seat or number."""
    return piece_of(s.decision.option[i])


@kernel
def want_passive(s, t, seat, point):
    """The option that ``passive`` wants: at points not named here the first, which is stop, no or the oldest."""
    if point == Point.FIRST:
        for i in range(s.decision.count):
            if nth_piece(s, i) == seat:
                return i
    if point == Point.FOE:
        best = 0
        for i in range(1, s.decision.count):
            if s.seat[nth_piece(s, i)].life < s.seat[nth_piece(s, best)].life:
                best = i
        return best
    if point == Point.DISCARD:
        return find_dearest(s, t)
    if point == Point.DECKOUT:
        return find_least(s, t)
    if point == Point.RADIANCE:
        for i in range(s.decision.count):
            if other_of(s.decision.option[i]) == s.piece[nth_piece(s, i)].radiance:
                return i
    return 0


@kernel
def find_dearest(s, t):
    """DISCARD: the highest current cost, ties lowest id, then oldest."""
    best = 0
    for i in range(1, s.decision.count):
        p, q = nth_piece(s, i), nth_piece(s, best)
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
    for i in range(1, s.decision.count):
        p, q = nth_piece(s, i), nth_piece(s, best)
        gap = deckout_group(s, t, q) - deckout_group(s, t, p)
        if gap == 0:
            gap = cost_of(s, t, q) - cost_of(s, t, p)
        if gap == 0:
            gap = t.card[s.piece[q].card].order - t.card[s.piece[p].card].order
        if gap > 0:
            best = i
    return best


@kernel
def want_curve(s, t, seat, point):
    """What ``curve`` wants where it is not ``passive``."""
    if point == Point.S3:
        return s.decision.count - 1
    if point == Point.DREAM:
        me = s.seat[seat]
        wanted = 1 if me.dream_point == 0 and not has_shelter(s, t, seat) else 0
        for i in range(s.decision.count):
            if nth_piece(s, i) == wanted:
                return i
        return 0
    if point == Point.NAR:
        return want_curve_action(s, t, seat)
    return want_passive(s, t, seat, point)


@kernel
def has_shelter(s, t, seat):
    """Whether a shelter is in the seat's hand."""
    me = s.seat[seat]
    for i in range(me.hand):
        if s.piece[me.hand_card[i]].kinds == SHELTER_BIT:
            return True
    return False


@kernel
def want_curve_action(s, t, seat):
    """NAR: the lowest shelter, else the dearest fairy of the hand, else a fairy into an empty shelter, else the end."""
    best = NOBODY
    for i in range(s.decision.count):
        option = s.decision.option[i]
        if option.verb == Verb.PLACE:
            rank = t.card[s.piece[nth_piece(s, i)].card].rank
            if best < 0 or rank < t.card[s.piece[nth_piece(s, best)].card].rank:
                best = i
    if best >= 0:
        return best
    for i in range(s.decision.count):
        option = s.decision.option[i]
        if option.verb != Verb.CALL or s.piece[nth_piece(s, i)].zone != HAND:
            continue
        if t.card[s.piece[nth_piece(s, i)].card].kind == FAIRY and (best < 0 or is_dearer(s, t, i, best)):
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
    p, q = nth_piece(s, i), nth_piece(s, best)
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
    for i in range(s.decision.count):
        option = s.decision.option[i]
        if option.verb == Verb.SHELTER and other_of(option) == shelter and (best == 0 or is_lower(s, t, i, best)):
            best = i
    return best


@kernel
def is_lower(s, t, i, best):
    """Whether the option's fairy is lower by (ray, mat, id, arrival)."""
    piece, other = s.piece[nth_piece(s, i)], s.piece[nth_piece(s, best)]
    if piece.ray != other.ray:
        return piece.ray < other.ray
    if piece.mat != other.mat:
        return piece.mat < other.mat
    return t.card[piece.card].order < t.card[other.card].order
