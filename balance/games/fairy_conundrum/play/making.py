"""Cards that come by effects: tokens, copies, summoned cards, fusions, marriages (FC-122 to FC-127)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    BY_SHARD_COST,
    EVENT_CALL,
    EVENT_PLACE,
    EVENT_SHARD,
    NOBODY,
    NOT_WIDOWED,
    PIECES_PER_SEAT,
    READS_PLAYERS,
    SHARD,
    SHELTER,
    SHELTER_BIT,
    STORED,
    TOKEN_PLACE,
    UNDER,
    VALLEY,
    WIDOWED_FOR_NOW,
    CardEvent,
    E,
    Point,
    Said,
    Verb,
)
from balance.games.fairy_conundrum.play.arrivals import arrive, marry
from balance.games.fairy_conundrum.play.choosing import choose_other
from balance.games.fairy_conundrum.play.departures import leave_hidden, reap_doomed
from balance.games.fairy_conundrum.rules.events import hand_on_log, log_event, raise_event
from balance.games.fairy_conundrum.rules.filters import cost_of
from balance.games.fairy_conundrum.rules.options import offer_both
from balance.games.fairy_conundrum.rules.pieces import (
    gain_ability,
    gain_morpheme,
    has_alike,
    renew,
    renew_for_call,
    take_out,
)
from balance.games.fairy_conundrum.rules.stand_ins import are_copies
from balance.games.fairy_conundrum.rules.targets import can_fuse, can_marry, free_token, one_like_it
from balance.games.fairy_conundrum.rules.totals import copies_in_valley, is_barred, opposite_of
from balance.games.fairy_conundrum.rules.values import refresh

AGE = (2, 4, 6, 7, 8, 9, 1, 3, 5, 5)
"""FC-14: how old a letter is, A .. F, K .. N: K < A < L < B < M = N < C < D < E < F."""


@kernel
def enter_valley(s, t, p, seat, cost, spent):
    """A card is called, wherever it comes from (FC-54): it arrives with its volatility, and the event is raised.

    ``cost``: its cost, ``spent``: what was paid of it; both matter for shards (FC-50, FC-51).
    """
    piece = s.piece[p]
    piece.used = 0
    piece.once = 0
    piece.vol = t.card[piece.card].vol
    arrive(s, t, p, seat, NOBODY)
    if s.doomed > 0:
        reap_doomed(s, t)  # FC-54: copies are reaped as it arrives
    kind = t.card[piece.card].kind
    if kind == SHARD:
        apply_shard(s, t, seat, p, cost, spent)
        raise_event(s, t, EVENT_SHARD, seat, NOBODY, p, 0)
    elif kind == SHELTER:
        raise_event(s, t, EVENT_PLACE, seat, NOBODY, p, 0)
    else:
        raise_event(s, t, EVENT_CALL, seat, NOBODY, p, 0)


@kernel
def apply_shard(s, t, seat, p, cost, spent):
    """FC-50, FC-51: a maturation label for a shard of the avatar's radiance, sharing for one of the opposite."""
    refresh(s, t)
    radiance = s.piece[p].radiance
    avatar = s.piece[s.seat[seat].avatar]
    if radiance == avatar.radiance and t.shard_maturation != BY_SHARD_COST:
        avatar.mature1 += cost
        s.dirty = 1
    if radiance == opposite_of(avatar.radiance) and spent > 0:
        s.now[seat].spent_opposite += spent
        share = spent // (s.living - 1)
        s.dirty |= s.always & READS_PLAYERS
        for other in range(s.players):
            if other != seat and s.seat[other].alive:
                s.seat[other].sparkles += share
                s.now[other].shared_received += share
                happens(s, Said.SHARED, other, share, seat)


@kernel
def summon_card(s, t, p, seat):
    """``summon``: call a card without cost or toll; nothing happens while another copy of an E is there (FC-21)."""
    piece = s.piece[p]
    if piece.zone == VALLEY or is_barred(s, t, p) or not s.seat[seat].alive:
        return
    cost = cost_of(s, t, p)
    leave_hidden(s, p)
    renew_for_call(s, t, p)
    enter_valley(s, t, p, seat, cost, 0)
    log_event(s, p, CardEvent.PLACED if piece.kinds == SHELTER_BIT else CardEvent.CALLED)


@kernel
def make_tokens(s, t, seat, card, count):
    """FC-122: so many tokens of a card, for the seat; one that finds no place is not made."""
    for _ in range(count):
        make_token(s, t, seat, card)


@kernel
def make_token(s, t, seat, card):
    """One token; creating it counts as calling it."""
    if not s.seat[seat].alive:
        return
    if t.card[card].letter == E and copies_in_valley(s, t, card, NOBODY) > 0:
        return
    p = free_token(s, t, seat, card)
    if p < 0:
        s.now[seat].cut = 1
        return
    first = seat * PIECES_PER_SEAT + TOKEN_PLACE
    piece = s.piece[p]
    if p - first == s.seat[seat].tokens:
        s.seat[seat].tokens += 1
    elif not are_copies(t, piece.card, card):
        hand_on_log(s, p, one_like_it(s, t, p))
    piece.card = card
    piece.token = 1
    piece.owner = seat
    renew(s, t, p)
    log_event(s, p, CardEvent.TOKEN_MADE)
    enter_valley(s, t, p, seat, 0, 0)


@kernel
def copy_fairy(s, t, p, seat):
    """FC-123: a token with what is printed on the chosen fairy."""
    make_token(s, t, seat, s.piece[p].card)


@kernel
def marry_targets(s, t, source):
    """FC-125: the acting card and the picked one, or the two picked ones."""
    if can_marry(s, t, source) and s.targets > 0:
        wed(s, source, s.target[0])
    elif s.targets > 1:
        wed(s, s.target[0], s.target[1])


@kernel
def wed(s, p, q):
    """Marry two fairies that may, in the same place."""
    piece, other = s.piece[p], s.piece[q]
    if p == q or piece.spouse >= 0 or other.spouse >= 0 or piece.widow != NOT_WIDOWED or other.widow != NOT_WIDOWED:
        return
    if piece.host == other.host and piece.narr == other.narr:
        marry(s, p, q)
        log_event(s, p, CardEvent.MARRIED)
        log_event(s, q, CardEvent.MARRIED)


# Fusion


@kernel
def fuse_targets(s, t, seat, source):
    """FC-124: the picks become one fairy with the acting card, or with the first of them."""
    count = s.targets
    if count == 0:
        return
    base = source if can_fuse(s, t, source) else NOBODY
    refresh(s, t)
    present = 0  # radiances of all that take part
    for i in range(count):
        s.legals[i] = s.target[i]
        present |= radiances_of(s, s.target[i])
    if base >= 0:
        present |= radiances_of(s, base)
    first = base if base >= 0 else s.legals[0]
    parts = s.piece[first].parts
    for i in range(count):
        if base < 0:
            base = s.legals[0]
        elif s.legals[i] != base:
            absorb(s, t, base, s.legals[i])
    if base >= 0 and s.piece[base].parts > parts:
        log_event(s, base, CardEvent.FUSED)
        choose_radiance(s, t, base, present)


@kernel
def absorb(s, t, base, p):
    """One fairy, and its spouse, become parts of ``base``; a spouse of ``base`` too (FC-127)."""
    if s.piece[p].zone != VALLEY or s.piece[base].zone != VALLEY:
        return
    first, last = s.piece[base].spouse, s.piece[p].spouse
    s.piece[base].spouse = NOBODY
    if first >= 0 and first != p:
        stack(s, t, base, first)
    stack(s, t, base, p)
    if last >= 0 and last != base:
        stack(s, t, base, last)


@kernel
def add_values(t, fused, piece):
    """What a fused card has of a part: its numbers, labels, morphemes and abilities."""
    fused.cost0 += piece.cost0
    fused.ray0 += piece.ray0
    fused.mat0 += piece.mat0
    fused.cost1 += piece.cost1
    fused.ray1 += piece.ray1
    fused.mat1 += piece.mat1
    fused.mature1 += piece.mature1
    fused.damage += piece.damage
    fused.vol += piece.vol
    fused.teleport0 |= piece.teleport0
    fused.actioned |= piece.actioned
    if AGE[piece.letter0] > AGE[fused.letter0]:
        fused.letter0 = piece.letter0
    for i in range(piece.morphs):
        gain_morpheme(fused, piece.morph[i])
    for i in range(piece.held):
        if not has_alike(t, fused, piece.ability[i]):
            fused.once |= ((piece.once >> i) & 1) << fused.held
            gain_ability(t, fused, piece.ability[i])


@kernel
def hang_under(s, base, p):
    """Put a piece, with its parts, last under ``base``."""
    last = base
    while s.piece[last].next >= 0:
        last = s.piece[last].next
    s.piece[last].next = p
    s.piece[base].parts += 1 + s.piece[p].parts
    q = p
    while q >= 0:
        part = s.piece[q]
        part.zone = UNDER
        part.host = base
        part.jailer = NOBODY
        part.spouse = NOBODY
        part.widow = NOT_WIDOWED
        part.link = NOBODY
        part.narr = part.owner
        q = part.next


@kernel
def stack(s, t, base, p):
    """Put a fairy, with its parts, under ``base``: values, damage, labels add; abilities and morphemes unite."""
    fused = s.piece[base]
    piece = s.piece[p]
    s.laid = take_out(s.lay, s.laid, p)
    s.bewitched -= np.int64(piece.jailer >= 0)
    s.links -= np.int64(piece.link >= 0 and fused.link >= 0)
    if piece.link >= 0 and fused.link < 0:
        fused.link = piece.link
    if fused.widow == NOT_WIDOWED:
        fused.widow = piece.widow
        fused.lost = piece.lost
        fused.lost_card = piece.lost_card
    else:
        s.widows -= np.int64(piece.widow == WIDOWED_FOR_NOW)
    add_values(t, fused, piece)
    relabel(s, p, base)
    hang_under(s, base, p)
    log_event(s, p, CardEvent.FUSED)
    s.hearing |= fused.hears
    s.hurt = 1
    s.dirty = 1


@kernel
def relabel(s, p, base):
    """What was on a part, linked to it, held by it or stored under it, is the whole's now."""
    for i in range(s.labels):
        if s.label[i].source == p:
            s.label[i].source = base
        if s.label[i].card == p and s.label[i].object == s.piece[p].object:
            s.label[i].card = base
            s.label[i].object = s.piece[base].object
    for i in range(s.laid):
        if s.piece[s.lay[i]].link == p:
            s.piece[s.lay[i]].link = base
    for q in range(s.players * PIECES_PER_SEAT):
        piece = s.piece[q]
        if piece.jailer == p:
            piece.jailer = base
        if piece.lost == p and piece.widow == WIDOWED_FOR_NOW:
            piece.lost = base
        if piece.zone == STORED and piece.host == p:
            piece.host = base


@kernel
def radiances_of(s, p):
    """The radiance of a fairy, and of its spouse, as bits."""
    spouse = s.piece[p].spouse
    return 1 << s.piece[p].radiance | (1 << s.piece[spouse].radiance if spouse >= 0 else 0)


@kernel
def choose_radiance(s, t, base, present):
    """FC-124: the narrator chooses the radiance among those of the parts (decision RADIANCE)."""
    begin_offers(s.decision)
    for radiance in range(3):
        if (present >> radiance) & 1:
            offer_both(s, Verb.TAKE, base, radiance)
    s.piece[base].radiance0 = choose_other(s, t, s.piece[base].narr, Point.RADIANCE)
    s.dirty = 1
