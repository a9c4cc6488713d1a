"""Whom an operation can work on: its legal cards, before any pick (5.2, FC-160)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    ALL,
    AVATAR,
    AVATAR_BIT,
    CARDS,
    FOE,
    FOES,
    GUESTS,
    HAND,
    HOST,
    IN_SHELTER,
    IN_X,
    IT,
    LINKED,
    MAX_MORPHEMES,
    ME,
    MEMORY,
    NOBODY,
    NOT_WIDOWED,
    NOWHERE,
    OP_ABANDON,
    OP_ACTION,
    OP_BEWITCH,
    OP_BOUNCE,
    OP_CANCEL,
    OP_COPY,
    OP_DISCARD,
    OP_DISSIPATE,
    OP_DMG,
    OP_ENTRY,
    OP_EXIT,
    OP_FETCH,
    OP_FREE,
    OP_FUSE,
    OP_GATHER,
    OP_IMPRISON,
    OP_LIFE,
    OP_LINK,
    OP_LODGE,
    OP_MARRY,
    OP_MATURE,
    OP_MILL,
    OP_MORPH,
    OP_PURIFY,
    OP_REAP,
    OP_RESTORE,
    OP_SHELTER,
    OP_STEALA,
    OP_STEALM,
    OP_STORE,
    OP_SUMMON,
    OP_TODECK,
    OP_TOKEN,
    OP_UNSTORE,
    OP_VOL,
    PIECES_PER_SEAT,
    PRISON,
    SELF,
    SHARD_BIT,
    SHELTER_BIT,
    SPOUSE,
    STORED,
    TOKEN_PLACE,
    TRAP_KIND,
    VALLEY,
)
from balance.games.fairy_conundrum.rules.conditions import linked_of, place_of_guests
from balance.games.fairy_conundrum.rules.filters import accepts, find_cards
from balance.games.fairy_conundrum.rules.pieces import has_morpheme, is_fairy
from balance.games.fairy_conundrum.rules.stand_ins import are_copies
from balance.games.fairy_conundrum.rules.totals import free_slots, is_barred
from balance.games.fairy_conundrum.rules.values import refresh


@kernel
def works_on_players(t, k):
    """Whether a step works on players rather than on cards."""
    op = t.step[k].op
    row = t.step[k].selector
    if row >= 0:
        special = t.selector[row].special
        return special in (ME, FOE, FOES, ALL)
    if op in (OP_MATURE, OP_ENTRY):
        return True
    return op <= OP_DISCARD or op == OP_MILL or OP_GATHER <= op <= OP_ENTRY


@kernel
def can_work(s, t, op, p, seat, source):
    """Whether a card is a legal target of an operation (FC-160): the operation would do something to it."""
    piece = s.piece[p]
    kind = piece.kinds
    here = piece.zone == VALLEY and kind != AVATAR_BIT
    fairy = is_fairy(piece)
    if op in (OP_DMG, OP_LIFE):
        return kind == AVATAR_BIT or (here and kind != SHARD_BIT)
    if op in (OP_REAP, OP_BOUNCE, OP_TODECK, OP_PURIFY):
        return here or (op == OP_REAP and kind == AVATAR_BIT)
    if op == OP_DISSIPATE:
        return kind == AVATAR_BIT or piece.zone != MEMORY
    if op in (OP_ABANDON, OP_DISCARD):
        return kind != AVATAR_BIT and piece.zone != MEMORY
    if op == OP_FETCH:
        return kind != AVATAR_BIT and piece.zone != HAND and not (piece.token and piece.zone == MEMORY)
    if op == OP_SUMMON:
        return (
            kind != AVATAR_BIT
            and piece.zone != VALLEY
            and not piece.token
            and piece.parts == 0
            and not is_barred(s, t, p)
        )
    if op == OP_IMPRISON:
        return here and p != source
    if op == OP_FREE:
        return piece.zone == PRISON or (here and piece.jailer >= 0)
    if op == OP_BEWITCH:
        again = piece.witch == source and piece.witch_object == s.piece[source].object
        return here and piece.narr != seat and not again
    if op == OP_STEALA:
        return piece.zone == VALLEY and p != source and piece.held > 0
    if op == OP_STEALM:
        return piece.zone == VALLEY and p != source and can_steal_morpheme(s, p, source)
    if op == OP_ACTION:
        return here and fairy and not piece.actioned and piece.host < 0
    if op == OP_RESTORE:
        return here and fairy and piece.actioned == 1
    if op in (OP_SHELTER, OP_LODGE):
        return here and fairy and piece.host < 0 and can_be_housed(s, t, p, op)
    if op == OP_EXIT:
        return here and piece.host >= 0
    if op == OP_LINK:
        return piece.zone == VALLEY and p != source
    if op == OP_COPY:
        return here and fairy
    if op == OP_FUSE:
        return here and fairy and piece.narr == seat and p != source
    if op == OP_MARRY:
        return (
            here and p != source and can_marry(s, t, p) and (can_marry(s, t, source) or not is_fairy(s.piece[source]))
        )
    if op == OP_UNSTORE:
        return has_stored(s, p)
    if op in (OP_STORE, OP_MORPH):
        return piece.zone == VALLEY
    if op == OP_VOL:
        return here
    return True


@kernel
def can_steal_morpheme(s, p, source):
    """FC-119: the victim has a morpheme that the thief lacks, and the thief has room for it."""
    thief = s.piece[source]
    if thief.morphs == MAX_MORPHEMES:
        return False
    for i in range(s.piece[p].morphs):
        if not has_morpheme(thief, s.piece[p].morph[i]):
            return True
    return False


@kernel
def can_be_housed(s, t, p, op):
    """Whether the fairy's unit is restored and a shelter has room for it (FC-60)."""
    piece = s.piece[p]
    if piece.actioned or (piece.spouse >= 0 and s.piece[piece.spouse].actioned):
        return False
    for i in range(s.laid):
        shelter = s.piece[s.lay[i]]
        if shelter.kinds == SHELTER_BIT and (op == OP_LODGE or shelter.narr == piece.narr):
            if free_slots(s, t, s.lay[i]) > 0:
                return True
    return False


@kernel
def find_legal(s, t, k, seat, source):
    """List in ``s.legals`` the cards a step may work on, before any pick."""
    op = t.step[k].op
    row = t.step[k].selector
    special = t.selector[row].special if row >= 0 else SELF
    s.legal = 0
    refresh(s, t)
    if special == CARDS:
        find_cards(s, t, t.selector[row], seat, source, 0)
    elif special == IT:
        for i in range(s.seen):
            s.legals[i] = s.it[i]
        s.legal = s.seen
    elif special == GUESTS:
        shelter = place_of_guests(s, source)
        for i in range(s.laid):
            piece = s.piece[s.lay[i]]
            if piece.host == shelter and piece.narr == seat:
                s.legals[s.legal] = s.lay[i]
                s.legal += 1
    else:
        p = source
        if special == HOST:
            p = s.piece[source].host
        elif special == LINKED:
            p = linked_of(s, source)
        elif special == SPOUSE:
            p = s.piece[source].spouse
        if p >= 0:
            s.legals[0] = p
            s.legal = 1
    kept = 0
    for i in range(s.legal):
        p = s.legals[i]
        if can_work(s, t, op, p, seat, source):
            s.legals[kept] = p
            kept += 1
    s.legal = kept


@kernel
def keep_mates(s, mate):
    """Of the legal cards only those in the same place as ``mate`` may marry it (FC-125)."""
    kept = 0
    for i in range(s.legal):
        p = s.legals[i]
        if p != mate and s.piece[p].host == s.piece[mate].host and s.piece[p].narr == s.piece[mate].narr:
            s.legals[kept] = p
            kept += 1
    s.legal = kept


@kernel
def keep_couples(s):
    """Of the legal cards only those that may marry another of them (FC-125)."""
    kept = 0
    for i in range(s.legal):
        for k in range(s.legal):
            # Those passed over before have no mate, so that what has taken their places tells nothing new.
            piece, other = s.piece[s.legals[i]], s.piece[s.legals[k]]
            if s.legals[k] != s.legals[i] and piece.host == other.host and piece.narr == other.narr:
                s.legals[kept] = s.legals[i]
                kept += 1
                break
    s.legal = kept


@kernel
def can_marry(s, t, source):
    """Whether a card can be one of a pair (FC-125)."""
    piece = s.piece[source]
    single = piece.spouse < 0 and piece.widow == NOT_WIDOWED
    return piece.zone == VALLEY and is_fairy(piece) and single


@kernel
def can_fuse(s, t, source):
    """Whether the acting card itself can take part in a fusion."""
    return s.piece[source].zone == VALLEY and is_fairy(s.piece[source])


@kernel
def has_target(s, t, k, seat, source):
    """FC-160: whether a step has something to work on, or needs nothing."""
    op = t.step[k].op
    if works_on_players(t, k) or op in (OP_CANCEL, OP_TOKEN):
        return True
    if op == OP_STORE:
        if s.seat[seat].hand == 0 or t.step[k].selector < 0:
            return s.seat[seat].hand > 0
        find_legal(s, t, k, seat, source)
        return s.legal > 0
    if op == OP_MARRY:
        find_legal(s, t, k, seat, source)
        if can_marry(s, t, source):
            keep_mates(s, source)
            return s.legal > 0
        return has_couple(s)
    if op == OP_FUSE:
        find_legal(s, t, k, seat, source)
        return s.legal > np.int64(not can_fuse(s, t, source))
    row = t.step[k].selector
    if row >= 0 and is_of_valley(t.selector[row]):
        return is_one_legal(s, t, k, seat, source)
    find_legal(s, t, k, seat, source)
    return s.legal > 0


@kernel
def is_of_valley(selector):
    """Whether a selector names cards of the valley and no others: no mesangettes, no avatars."""
    apart = selector.kinds & (1 << TRAP_KIND | 1 << AVATAR)
    return selector.special == CARDS and not apart and selector.zones in (IN_X, IN_SHELTER, IN_X | IN_SHELTER)


@kernel
def is_one_legal(s, t, k, seat, source):
    """Whether a step that works on cards of the valley may work on any of them: ``find_legal`` without the list."""
    refresh(s, t)
    step = t.step[k]
    selector = t.selector[step.selector]
    for i in range(s.laid):
        p = s.lay[i]
        if accepts(s, t, selector, p, seat, source, 0) and can_work(s, t, step.op, p, seat, source):
            return True
    return False


@kernel
def has_couple(s):
    """Whether two of the legal cards are in the same place."""
    for i in range(s.legal):
        piece = s.piece[s.legals[i]]
        for j in range(i):
            other = s.piece[s.legals[j]]
            if piece.host == other.host and piece.narr == other.narr:
                return True
    return False


@kernel
def has_stored(s, source):
    """Whether cards are stored under the piece, or have just followed it out of the valley (FC-120)."""
    if s.stored == 0 and not s.followed:
        return False
    for p in range(s.players * PIECES_PER_SEAT):
        piece = s.piece[p]
        if piece.zone == STORED and piece.host == source:
            return True
        if has_followed(s, p, source):
            return True
    return False


@kernel
def has_followed(s, p, source):
    """Whether a card was stored under ``source`` and has just followed it out of the valley."""
    piece = s.piece[p]
    if piece.lost != source or piece.zone == VALLEY or piece.zone == HAND:
        return False
    return piece.lost_card == s.piece[source].object - 1


@kernel
def free_token(s, t, seat, card):
    """A place for one more token of this card, -1: there are as many as can be (5.4).

    A token that is gone makes room, best for one of the same card; else one of whose card the seat has others, for
    what happened to it must not be lost to the log.
    """
    me = s.seat[seat]
    first = seat * PIECES_PER_SEAT + TOKEN_PLACE
    end = (seat + 1) * PIECES_PER_SEAT
    if first + me.tokens < end:
        return first + me.tokens
    other = NOBODY
    for p in range(first, end):
        if s.piece[p].zone == MEMORY:
            if are_copies(t, s.piece[p].card, card):
                return p
            if other < 0 or one_like_it(s, t, p) >= 0:
                other = p
    return other


@kernel
def one_like_it(s, t, p):
    """Another piece of the same owner and card, -1: there is none."""
    first = p - p % PIECES_PER_SEAT
    for q in range(first, first + PIECES_PER_SEAT):
        if q != p and are_copies(t, s.piece[q].card, s.piece[p].card) and s.piece[q].zone != NOWHERE:
            return q
    return NOBODY
