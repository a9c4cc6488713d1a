"""Morphemes, volatility, labels and life change (FC-9, FC-33, FC-82, FC-151 to FC-153)."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    AVATAR_BIT,
    BY_BOUNCING,
    END_EFFECT,
    END_LIFE,
    EVENT_ENDVOL,
    EVENT_LIFE,
    LOST_JOUST,
    MAX_LABELS,
    NOBODY,
    OP_ASTRALAE,
    OP_CONTRIB,
    OP_COST,
    OP_DREAM,
    OP_ENTRY,
    OP_GATHER,
    OP_HANDMAX,
    OP_HUSH,
    OP_MAT,
    OP_MATURE,
    OP_MORPH,
    OP_RADIANCE,
    OP_RAY,
    OP_SLOTS,
    OP_STAB,
    OP_TELEPORT,
    OP_VISION,
    OP_VOL,
    READS_PLAYERS,
    READS_STATES,
    SHELTER_BIT,
    STAY,
    VALLEY,
    Point,
    Said,
    Verb,
)
from balance.games.fairy_conundrum.play.arrivals import doom
from balance.games.fairy_conundrum.play.choosing import choose_other
from balance.games.fairy_conundrum.play.departures import mark_leaving, remove
from balance.games.fairy_conundrum.rules.events import queue_unheard, raise_event
from balance.games.fairy_conundrum.rules.options import offer_both
from balance.games.fairy_conundrum.rules.pieces import drop_morpheme, gain_morpheme, has_morpheme

WORD_OPERATIONS = (OP_RADIANCE, OP_ASTRALAE, OP_TELEPORT, OP_HUSH)
"""Operations whose labels are words: of several on a card only the latest is read."""


@kernel
def lose_morpheme(s, t, p, code):
    """FC-151, FC-153: the card loses a morpheme; without any it is bounced, unless it is an avatar or came bare."""
    piece = s.piece[p]
    if drop_morpheme(piece, code) and piece.morphs > 1:
        begin_offers(s.decision)
        for i in range(piece.morphs):
            offer_both(s, Verb.TAKE, p, piece.morph[i])
        first = choose_other(s, t, piece.narr, Point.PRINCIPAL)
        at = 0
        while piece.morph[at] != first:
            at += 1
        while at > 0:
            piece.morph[at] = piece.morph[at - 1]
            at -= 1
        piece.morph[0] = first
    s.dirty = 1
    bare = piece.morphs == 0 and not piece.arrived_bare
    if bare and piece.kinds != AVATAR_BIT and piece.zone == VALLEY:
        s.leaving = 0
        mark_leaving(s, p)
        remove(s, t, BY_BOUNCING, NOBODY, 0)


@kernel
def take_volatility(s, t, p, count):
    """FC-33: take labels off; with the last one ENDVOL, then it is reaped unless it has labels again (``resolve``)."""
    piece = s.piece[p]
    before = piece.vol
    piece.vol = max(0, piece.vol - count)
    s.dirty |= s.always & READS_STATES
    if before > 0 and piece.vol == 0:
        if raise_event(s, t, EVENT_ENDVOL, piece.narr, NOBODY, p, 0) < 0 and not queue_unheard(s, EVENT_ENDVOL, p):
            doom(s, p)


@kernel
def add_label(s, op, card, seat, amount, until, source):
    """Remember a change that ends by itself, or is a word rather than a number."""
    same = label_like(s, op, card, seat, until, source)
    if same >= 0:
        if op not in WORD_OPERATIONS:
            s.label[same].amount += amount
            return
        for i in range(same, s.labels - 1):  # it says nothing any more, for the latest wins (FC-6)
            copy_label(s.label[i], s.label[i + 1])
        s.labels -= 1
    if s.labels == MAX_LABELS:
        s.now[seat].cut = 1
        return
    label = s.label[s.labels]
    label.op = op
    label.card = card
    label.seat = seat
    label.amount = amount
    label.until = until
    label.source = source
    label.object = s.piece[card].object if card >= 0 else 0
    s.labels += 1


@kernel
def label_like(s, op, card, seat, until, source):
    """The label on the same card or player that does the same and ends with this one, -1: there is none."""
    if op in (OP_MORPH, OP_VOL):
        return NOBODY  # these are taken back one by one
    for i in range(s.labels):
        label = s.label[i]
        if label.op == op and label.card == card and label.seat == seat and label.until == until:
            if (until != STAY or label.source == source) and (card < 0 or label.object == s.piece[card].object):
                return i
    return NOBODY


@kernel
def end_labels(s, t, until, source):
    """Take back the changes that last ``until`` then; STAY: those of this source."""
    kept = 0
    for i in range(s.labels):
        label = s.label[i]
        gone = label.until == until and (until != STAY or label.source == source)
        if gone:
            take_back(s, t, label)
        elif label.card < 0 or s.piece[label.card].object == label.object:
            if kept < i:
                copy_label(s.label[kept], label)
            kept += 1
    if kept < s.labels:
        s.dirty = 1
    s.labels = kept


@kernel
def copy_label(there, here):
    """Copy a label, field by field."""
    there.op = here.op
    there.card = here.card
    there.seat = here.seat
    there.amount = here.amount
    there.until = here.until
    there.source = here.source
    there.object = here.object


@kernel
def take_back(s, t, label):
    """Undo one change."""
    if label.card < 0:
        change_player_label(s, label.seat, label.op, -label.amount)
    elif s.piece[label.card].object == label.object:
        if label.op == OP_MORPH:
            piece = s.piece[label.card]
            if label.amount > 0:
                if has_morpheme(piece, label.amount - 1):
                    lose_morpheme(s, t, label.card, label.amount - 1)
            else:
                gain_morpheme(piece, -label.amount - 1)
        else:
            take_back_number(s, t, label.card, label.op, -label.amount)


@kernel
def take_back_number(s, t, p, op, amount):
    """Undo a change of a number; volatility labels taken off are gone like any (FC-33)."""
    if op != OP_VOL:
        change_card_label(s, t, p, op, amount)
    elif amount < 0:
        take_volatility(s, t, p, -amount)
    else:
        s.piece[p].vol += amount


@kernel
def change_player_label(s, seat, op, amount):
    """Add to the labels on a player."""
    me = s.seat[seat]
    s.dirty = 1
    if op == OP_GATHER:
        me.gather1 += amount
    elif op == OP_VISION:
        me.vision1 += amount
    elif op == OP_DREAM:
        me.dream1 += amount
    elif op == OP_HANDMAX:
        me.handmax1 += amount
    elif op == OP_CONTRIB:
        me.contrib1 += amount
    elif op == OP_MATURE:
        me.mature1 += amount
    elif op == OP_ENTRY:
        me.entry1 += amount


@kernel
def change_card_label(s, t, p, op, amount):
    """Add to the numeric labels on a card."""
    piece = s.piece[p]
    s.dirty = 1
    if op == OP_COST:
        piece.cost1 += amount
    elif op == OP_RAY:
        piece.ray1 += amount
    elif op in (OP_MAT, OP_STAB):
        if (op == OP_STAB) == (piece.kinds == SHELTER_BIT):
            piece.mat1 += amount
            s.hurt = 1
    elif op == OP_SLOTS:
        piece.slots1 += amount
    elif op == OP_MATURE:
        piece.mature1 += amount


@kernel
def change_life(s, t, seat, amount, part):
    """FC-82, FC-100: the avatar's life changes by ``amount``; below 0 it is reaped as soon as things settle.

    ``part``: which part of the score it is, LIFE_GAINED .. PAID_COST.
    """
    me = s.seat[seat]
    if amount == 0 or not me.alive:
        return
    me.life += amount
    me.parts[part] += amount
    if part != LOST_JOUST:
        happens(s, Said.LIFE, seat, amount, 0)
    s.dirty |= s.always & READS_PLAYERS
    if amount < 0:
        raise_event(s, t, EVENT_LIFE, seat, NOBODY, me.avatar, 0)
    if me.life < 0:
        s.fallen |= 1 << seat
        s.last_end = END_LIFE


@kernel
def fell_avatar(s, seat):
    """FC-100: the avatar is reaped or dissipated by an effect."""
    if s.seat[seat].alive:
        s.fallen |= 1 << seat
        s.last_end = END_EFFECT
