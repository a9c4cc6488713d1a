"""Operations on cards that stay: damage, values, bewitching, theft, morphemes, shelters and what is stored (5.2)."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.play.arrivals import doom, keep_unique, move_in, step_out
from balance.games.fairy_conundrum.play.changes import (
    add_label,
    change_card_label,
    change_life,
    lose_morpheme,
    take_volatility,
)
from balance.games.fairy_conundrum.play.choosing import choose_other, choose_piece
from balance.games.fairy_conundrum.play.departures import (
    leave_hidden,
)
from balance.games.fairy_conundrum.play.release import part_from_spouse, release
from balance.games.fairy_conundrum.rules.events import note
from balance.games.fairy_conundrum.rules.options import offer_both, offer_piece
from balance.games.fairy_conundrum.rules.pieces import (
    abilities_of_stage,
    gain_ability,
    gain_morpheme,
    go_to_hand,
    has_morpheme,
    lose_ability,
    lose_stage_ability,
    next_stamp,
    print_morphemes,
    renew,
    take_from_zone,
)
from balance.games.fairy_conundrum.rules.targets import has_followed
from balance.games.fairy_conundrum.rules.totals import defence_of, free_slots
from balance.games.fairy_conundrum.state import (
    AVATAR_BIT,
    BEWITCHED,
    FOREVER,
    LIFE_GAINED,
    LOST_DAMAGE,
    LOST_DIRECT,
    MAX_MORPHEMES,
    MORPHEMES,
    NOBODY,
    OP_ASTRALAE,
    OP_ENTRY,
    OP_HUSH,
    OP_LODGE,
    OP_MORPH,
    OP_RADIANCE,
    OP_TELEPORT,
    OP_VOL,
    PIECES_PER_SEAT,
    SHELTER_BIT,
    STAY,
    STOLEN_FROM,
    STORED,
    STORED_AWAY,
    TURN_END,
    VALLEY,
    Point,
    Verb,
)


@kernel
def change_value(s, t, op, p, source, amount, until):
    """A card value goes up or down, or becomes another word."""
    s.dirty = 1
    if op == OP_VOL:
        if amount < 0:
            take_volatility(s, t, p, -amount)
        else:
            s.piece[p].vol += amount
        if until != FOREVER and amount != 0:
            add_label(s, op, p, NOBODY, amount, until, source)
    elif op in (OP_RADIANCE, OP_ASTRALAE, OP_TELEPORT, OP_HUSH, OP_ENTRY):
        add_label(s, op, p, NOBODY, amount, until, source)
    else:
        change_card_label(s, t, p, op, amount)
        if until != FOREVER:
            add_label(s, op, p, NOBODY, amount, until, source)


@kernel
def damage(s, t, p, amount):
    """FC-80, FC-81: damage to a fairy, a shelter or an avatar."""
    if amount <= 0:
        return
    piece = s.piece[p]
    if piece.kinds == AVATAR_BIT:
        hit_avatar(s, t, piece.owner, amount, LOST_DAMAGE)
    elif piece.zone == VALLEY:
        piece.damage += amount
        s.hurt = 1
        s.dirty = 1


@kernel
def hit_avatar(s, t, seat, amount, part):
    """FC-81: damage meets the fairies' defence, what is over costs life. Returns the life lost."""
    if amount <= 0 or not s.seat[seat].alive:
        return 0
    return meet(s, t, seat, amount, defence_of(s, t, seat), part)


@kernel
def meet(s, t, seat, amount, defence, part):
    """FC-81: damage against a defence, which absorbs what it can. Returns the life lost."""
    if amount <= 0 or not s.seat[seat].alive:
        return 0
    lost = max(0, amount - defence)
    if defence > 0:
        s.seat[seat].absorbed += min(amount, defence)
    if lost > 0:
        change_life(s, t, seat, -lost, part)
    return lost


@kernel
def change_life_of(s, t, p, amount):
    """FC-82: an avatar gains or loses life; a fairy or shelter that loses its one life is reaped."""
    piece = s.piece[p]
    if piece.kinds == AVATAR_BIT:
        change_life(s, t, piece.owner, amount, LIFE_GAINED if amount > 0 else LOST_DIRECT)
    elif amount < 0 and piece.zone == VALLEY:
        doom(s, p)


@kernel
def purify(s, t, p):
    """FC-115: as printed, in place: no damage, labels, gained or lost morphemes; a marriage ends without widowhood."""
    piece = s.piece[p]
    if piece.zone != VALLEY:
        return
    piece.damage = 0
    piece.cost1 = 0
    piece.ray1 = 0
    piece.mat1 = 0
    piece.slots1 = 0
    piece.mature1 = 0
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
    note(s, p, BEWITCHED)
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
    note(s, p, STOLEN_FROM)
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
    note(s, p, STOLEN_FROM)
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


@kernel
def house(s, t, p, seat, op):
    """``shelter`` and ``lodge``: the fairy's unit goes into a shelter, without any entry (decision HOST)."""
    piece = s.piece[p]
    if piece.zone != VALLEY or piece.host >= 0 or piece.actioned:
        return
    begin_offers(s.decision)
    for i in range(s.laid):
        shelter = s.piece[s.lay[i]]
        if shelter.kinds == SHELTER_BIT and (op == OP_LODGE or shelter.narr == piece.narr):
            if free_slots(s, t, s.lay[i]) > 0:
                offer_piece(s, Verb.TAKE, s.lay[i])
    if s.decision.options > 0:
        move_in(s, t, p, choose_piece(s, t, seat, Point.HOST))


@kernel
def store(s, t, k, seat, source, amount):
    """FC-120: cards of the hand go face down under each card, of the narrator's choice."""
    if t.step[k].selector < 0:
        store_under(s, t, seat, source, amount)
        return
    for i in range(s.targets):
        store_under(s, t, seat, s.target[i], amount)


@kernel
def store_under(s, t, seat, bearer, amount):
    """So many cards of the hand go under one card of the valley."""
    if s.piece[bearer].zone != VALLEY:
        return
    me = s.seat[seat]
    for _ in range(min(amount, me.hand)):
        begin_offers(s.decision)
        for i in range(me.hand):
            offer_piece(s, Verb.TAKE, me.hand_card[i])
        p = choose_piece(s, t, seat, Point.TARGET)
        take_from_zone(s, p)
        renew(s, t, p)
        piece = s.piece[p]
        piece.zone = STORED
        piece.host = bearer
        piece.arrival = next_stamp(s)
        s.stored += 1
        note(s, p, STORED_AWAY)


@kernel
def unstore(s, t, bearer):
    """FC-120: what is stored under the card, or has just followed it out of the valley, goes to its owners' hands."""
    while True:
        best = NOBODY
        for p in range(s.players * PIECES_PER_SEAT):
            under = s.piece[p].zone == STORED and s.piece[p].host == bearer
            if under or has_followed(s, p, bearer):
                if best < 0 or s.piece[p].arrival < s.piece[best].arrival:
                    best = p
        if best < 0:
            return
        leave_hidden(s, best)
        renew(s, t, best)
        go_to_hand(s, best)
