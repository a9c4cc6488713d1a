"""What a fairy has and says is changed: it is purified or bewitched, abilities and morphemes come and go."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    AVATAR_BIT,
    FOREVER,
    MAX_MORPHEMES,
    MORPHEMES,
    NOBODY,
    OP_MORPH,
    STAY,
    TURN_END,
    VALLEY,
    CardEvent,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.arrivals import keep_unique, step_out
from balance.games.fairy_conundrum.play.changes import (
    add_label,
    lose_morpheme,
)
from balance.games.fairy_conundrum.play.choosing import choose_other
from balance.games.fairy_conundrum.play.release import part_from_spouse, release
from balance.games.fairy_conundrum.rules.events import log_event
from balance.games.fairy_conundrum.rules.options import offer_both
from balance.games.fairy_conundrum.rules.pieces import (
    abilities_of_stage,
    gain_ability,
    gain_morpheme,
    has_morpheme,
    lose_ability,
    lose_stage_ability,
    print_morphemes,
)


@kernel
def purify(s, t, p):
    """FC-115: as printed, in place: no damage, labels, gained or lost morphemes; a marriage ends without widowhood."""
    piece = s.piece[p]
    if piece.zone != VALLEY:
        return
    piece.damage = piece.cost1 = piece.ray1 = piece.mat1 = piece.slots1 = piece.mature1 = 0
    for i in range(s.labels):
        if s.label[i].card == p:
            s.label[i].object = NOBODY  # it finds its card no more
    if piece.spouse >= 0:
        s.piece[piece.spouse].spouse = NOBODY
        piece.spouse = NOBODY
    print_morphemes(t, piece)
    q = piece.next
    while q >= 0:
        part = t.card[s.piece[q].card]
        for i in range(part.morphs):
            gain_morpheme(piece, part.morph[i])
        q = s.piece[q].next
    s.dirty = 1


@kernel
def bewitch(s, t, p, seat, source, until):
    """FC-118: the seat narrates the card as its own; out of a shelter that is an exit (FC-64)."""
    piece = s.piece[p]
    if piece.zone != VALLEY or piece.narr == seat or not s.seat[seat].alive:
        return
    part_from_spouse(s, p)
    home = piece.host
    if home >= 0:
        step_out(s, t, p)
    if piece.owner == seat:
        release(s, t, p)
        return
    if piece.jailer < 0:
        s.bewitched += 1
        piece.home = home
    piece.narr = seat
    piece.jailer = source
    piece.hold = TURN_END if until == TURN_END else STAY
    piece.witch = source
    piece.witch_object = s.piece[source].object
    s.now[seat].bewitched += 1
    log_event(s, p, CardEvent.BEWITCHED)
    s.dirty = 1
    keep_unique(s, t, p)


@kernel
def steal_ability(s, t, p, seat, source):
    """FC-119: one ability, of the thief's choice, moves to the responsible card (decision ABILITY)."""
    piece = s.piece[p]
    if piece.held == 0:
        return
    begin_offers(s.decision)
    for i in range(piece.held):
        offer_both(s, Verb.TAKE, p, i)
    place = choose_other(s, t, seat, Point.ABILITY)
    ability = piece.ability[place]
    me = s.seat[piece.owner]
    if piece.kinds == AVATAR_BIT and place < abilities_of_stage(t, me):
        lose_stage_ability(me, place)
    lose_ability(t, piece, place)
    gain_ability(t, s.piece[source], ability)
    s.hearing |= s.piece[source].hears
    log_event(s, p, CardEvent.STOLEN_FROM)
    s.dirty = 1


@kernel
def steal_morpheme(s, t, p, seat, source):
    """FC-119: one morpheme moves to the responsible card (decision MORPH)."""
    begin_offers(s.decision)
    for code in range(MORPHEMES):
        if has_morpheme(s.piece[p], code) and not has_morpheme(s.piece[source], code):
            offer_both(s, Verb.TAKE, p, code)
    if s.decision.options == 0 or s.piece[source].morphs == MAX_MORPHEMES:
        return
    code = choose_other(s, t, seat, Point.MORPH)
    gain_morpheme(s.piece[source], code)
    log_event(s, p, CardEvent.STOLEN_FROM)
    lose_morpheme(s, t, p, code)


@kernel
def change_morphemes(s, t, p, seat, source, amount, arg, until):
    """FC-150 to FC-153: a named morpheme, or so many of the narrator's choice, come or go."""
    piece = s.piece[p]
    count = abs(amount) if arg == 0 else 1
    gains = amount > 0 if arg == 0 else arg > 0
    for _ in range(count):
        code = abs(arg) - 1
        if arg == 0:
            begin_offers(s.decision)
            for colour in range(MORPHEMES):
                if has_morpheme(piece, colour) != gains:
                    offer_both(s, Verb.TAKE, p, colour)
            if s.decision.options == 0 or (gains and piece.morphs == MAX_MORPHEMES):
                return
            code = choose_other(s, t, seat, Point.MORPH)
        if has_morpheme(piece, code) == gains or (gains and piece.morphs == MAX_MORPHEMES):
            continue
        if until != FOREVER:
            add_label(s, OP_MORPH, p, NOBODY, code + 1 if gains else -code - 1, until, source)
        if gains:
            gain_morpheme(piece, code)
            s.dirty = 1
        else:
            lose_morpheme(s, t, p, code)
