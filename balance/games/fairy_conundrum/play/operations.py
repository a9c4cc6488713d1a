"""What the operations of abilities do, one step at a time (5.2, 3.15)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    AVATAR_BIT,
    BY_ABANDONING,
    BY_BOUNCING,
    BY_DISSIPATING,
    BY_PRISON,
    BY_REAPING,
    BY_RETURNING,
    EVENT_JOUST,
    EVENT_SHARD,
    FOREVER,
    HAND,
    LIFE_GAINED,
    LOST_DAMAGE,
    LOST_DIRECT,
    MAX_MORPHEMES,
    MORPHEMES,
    NOBODY,
    OP_ABANDON,
    OP_ACTION,
    OP_ASTRALAE,
    OP_BEWITCH,
    OP_BOUNCE,
    OP_CANCEL,
    OP_CANVAS,
    OP_COPY,
    OP_DISCARD,
    OP_DISSIPATE,
    OP_DMG,
    OP_DRAW,
    OP_ENTRY,
    OP_EXIT,
    OP_FETCH,
    OP_FREE,
    OP_FUSE,
    OP_HUSH,
    OP_IMPRISON,
    OP_LIFE,
    OP_LINK,
    OP_LODGE,
    OP_MARRY,
    OP_MILL,
    OP_MORPH,
    OP_PURIFY,
    OP_RADIANCE,
    OP_REAP,
    OP_RESTORE,
    OP_SHELTER,
    OP_SIPHON,
    OP_SPARK,
    OP_STEALA,
    OP_STEALM,
    OP_STORE,
    OP_SUMMON,
    OP_TELEPORT,
    OP_TODECK,
    OP_TOKEN,
    OP_UNSTORE,
    OP_VOL,
    OP_WISH,
    PIECES_PER_SEAT,
    PRISON,
    READS_PLAYERS,
    SHELTER_BIT,
    STAY,
    STORED,
    TRAPS,
    TURN_END,
    VALLEY,
    CardEvent,
    Point,
    Said,
    Verb,
)
from balance.games.fairy_conundrum.play.arrivals import doom, keep_unique, move_in, move_out, step_out
from balance.games.fairy_conundrum.play.changes import (
    add_label,
    change_card_label,
    change_life,
    change_player_label,
    fell_avatar,
    lose_morpheme,
    take_volatility,
)
from balance.games.fairy_conundrum.play.choosing import choose_other, choose_piece
from balance.games.fairy_conundrum.play.costs import discard_from_hand
from balance.games.fairy_conundrum.play.departures import (
    count_reaped,
    depart,
    leave_hidden,
    let_follow,
    mark_leaving,
    note_leaving,
    remove,
    send,
)
from balance.games.fairy_conundrum.play.draws import draw_canvas, draw_card, draw_either, mill
from balance.games.fairy_conundrum.play.making import copy_fairy, fuse_targets, make_tokens, marry_targets, summon_card
from balance.games.fairy_conundrum.play.release import part_from_spouse, release
from balance.games.fairy_conundrum.play.targets import pick_targets, players_of
from balance.games.fairy_conundrum.rules.conditions import amount_of
from balance.games.fairy_conundrum.rules.events import note
from balance.games.fairy_conundrum.rules.options import offer_both, offer_piece
from balance.games.fairy_conundrum.rules.pieces import (
    abilities_of_stage,
    gain_ability,
    gain_morpheme,
    go_to_deck,
    go_to_hand,
    go_to_memory,
    go_to_rest,
    has_morpheme,
    lose_ability,
    lose_stage_ability,
    next_stamp,
    print_morphemes,
    renew,
    shuffle_deck,
    take_from_zone,
)
from balance.games.fairy_conundrum.rules.targets import has_followed, works_on_players
from balance.games.fairy_conundrum.rules.totals import defence_of, free_slots
from balance.games.fairy_conundrum.rules.values import refresh


@kernel
def perform(s, t, k, seat, source):
    """One step of an ability of the piece ``source``, used by ``seat``."""
    step = t.step[k]
    op = step.op
    s.step = k
    s.source = source
    refresh(s, t)
    if op == OP_CANCEL:
        cancel(s, t)
        return
    if op == OP_TOKEN:
        mask = players_of(s, t, k, seat)
        amount = amount_of(s, t, step, seat, source)
        for i in range(s.players):
            other = (seat + i) % s.players
            if (mask >> other) & 1:
                make_tokens(s, t, other, step.arg, amount)
        return
    if ends_at_once(s, t, step.until, op, source):
        return
    if works_on_players(t, k):
        perform_on_players(s, t, k, seat, source)
        return
    pick_targets(s, t, k, seat, source)
    amount = step.arg if op in (OP_RADIANCE, OP_ASTRALAE) else amount_of(s, t, step, seat, source)
    if op == OP_FUSE:
        fuse_targets(s, t, seat, source)
    elif op == OP_MARRY:
        marry_targets(s, t, source)
    elif is_removal(op):
        remove_targets(s, t, op, source, step.until)
    elif op == OP_STORE:
        store(s, t, k, seat, source, amount)
    else:
        for i in range(s.targets):
            if s.piece[s.target[i]].object == s.target_object[i]:  # what came before may have moved it
                perform_on_card(s, t, op, s.target[i], seat, source, amount, step.arg, step.until)


@kernel
def ends_at_once(s, t, until, op, source):
    """Whether what lasts while its source is in the valley would end at once, for the source is not there (FC-77)."""
    stays = until == STAY or ((op in (OP_IMPRISON, OP_BEWITCH)) and until == FOREVER)
    piece = s.piece[source]
    there = piece.zone == VALLEY or piece.zone == TRAPS or piece.kinds == AVATAR_BIT
    thief = op in (OP_STEALA, OP_STEALM, OP_LINK)
    return (stays or thief) and not there


# Players


@kernel
def perform_on_players(s, t, k, seat, source):
    """A step that works on players, in destiny order."""
    step = t.step[k]
    op = step.op
    mask = players_of(s, t, k, seat)
    amount = amount_of(s, t, step, seat, source)
    for i in range(s.players):
        other = (seat + i) % s.players
        if not (mask >> other) & 1:
            continue
        if op == OP_DRAW:
            for _ in range(amount):
                draw_card(s, t, other)
        elif op == OP_CANVAS:
            for _ in range(amount):
                draw_canvas(s, other)
        elif op == OP_WISH:
            for _ in range(amount):
                draw_either(s, t, other)
        elif op == OP_SPARK:
            change_purse(s, other, amount)
        elif op == OP_SIPHON:
            taken = min(amount, s.seat[other].sparkles)
            if taken > 0:
                change_purse(s, other, -taken)
                change_purse(s, seat, taken)
        elif op == OP_LIFE:
            change_life(s, t, other, amount, LIFE_GAINED if amount > 0 else LOST_DIRECT)
        elif op == OP_DISCARD:
            discard_from_hand(s, t, other, amount)
        elif op == OP_MILL:
            mill(s, t, other, amount)
        else:
            amount = 1 if op == OP_ENTRY else amount
            change_player_label(s, other, op, amount)
            if step.until != FOREVER:
                add_label(s, op, NOBODY, other, amount, step.until, source)


@kernel
def change_purse(s, seat, amount):
    """Sparkles won or lost by an effect; a purse never goes below 0."""
    me = s.seat[seat]
    amount = max(amount, -me.sparkles)
    me.sparkles += amount
    s.now[seat].effect_sparkles += amount
    happens(s, Said.SPARKLES, seat, amount, 0)
    s.dirty |= s.always & READS_PLAYERS


# Cards that leave


@kernel
def is_removal(op):
    """Whether an operation takes its targets out of the valley, all together (FC-164)."""
    return OP_REAP <= op <= OP_ABANDON or op in (OP_IMPRISON, OP_FETCH, OP_DISCARD)


@kernel
def way_of(op):
    """How the targets of an operation leave the valley."""
    if op == OP_REAP:
        return BY_REAPING
    if op == OP_DISSIPATE:
        return BY_DISSIPATING
    if op in (OP_BOUNCE, OP_FETCH):
        return BY_BOUNCING
    if op == OP_TODECK:
        return BY_RETURNING
    return BY_PRISON if op == OP_IMPRISON else BY_ABANDONING


@kernel
def remove_targets(s, t, op, source, until):
    """Reap, dissipate, bounce, return, abandon, fetch or imprison the targets."""
    how = way_of(op)
    s.leaving = 0
    decks = 0
    for i in range(s.targets):
        p = s.target[i]
        piece = s.piece[p]
        if piece.kinds == AVATAR_BIT:
            if how == BY_REAPING:
                count_reaped(s, piece.owner)
            fell_avatar(s, piece.owner)
            note(s, p, CardEvent.DISSIPATED if how == BY_DISSIPATING else CardEvent.REAPED)
        elif piece.zone == VALLEY:
            mark_leaving(s, p)
    if s.leaving > 0:
        remove(s, t, how, source, TURN_END if until == TURN_END else STAY)  # first, for who hears of it is found first
    for i in range(s.targets if how != BY_PRISON else 0):
        p = s.target[i]
        if s.piece[p].object == s.target_object[i] and s.piece[p].zone != VALLEY:
            decks |= move_elsewhere(s, t, p, how)
    for other in range(s.players):
        if (decks >> other) & 1:
            shuffle_deck(s, other)


@kernel
def move_elsewhere(s, t, p, how):
    """A card that is not in the valley changes its zone. Returns the deck to shuffle, as a bit."""
    piece = s.piece[p]
    if piece.zone == PRISON:
        return leave_prison(s, t, p, how)
    leave_hidden(s, p)
    from_hand = piece.zone == HAND
    renew(s, t, p)
    if how == BY_DISSIPATING or piece.token:
        go_to_memory(s, p)
        note(s, p, CardEvent.DISSIPATED)
    elif how == BY_BOUNCING:
        go_to_hand(s, p)
    elif how == BY_RETURNING:
        go_to_deck(s, t, p)
        return 1 << piece.owner if piece.kinds != SHELTER_BIT else 0
    else:
        go_to_rest(s, t, p)
        note(s, p, CardEvent.DISCARDED)
        if from_hand:
            s.now[piece.owner].discarded += 1
    return 0


@kernel
def leave_prison(s, t, p, how):
    """A prisoner goes elsewhere, with its parts and what is stored under it; links end as from the valley (FC-121)."""
    s.prisoners -= 1
    s.links -= np.int64(s.piece[p].link >= 0)
    depart(s, p, how)
    note_leaving(s, p, how)
    if how == BY_ABANDONING:
        note(s, p, CardEvent.DISCARDED)
    bearer = p
    decks = 0
    while p >= 0:
        following = s.piece[p].next
        renew(s, t, p)
        decks |= send(s, t, p, how)
        p = following
    if s.stored > 0:
        decks |= let_follow(s, t, bearer, how)
    return decks


@kernel
def cancel(s, t):
    """FC-163: the joust strikes with 0, the called card's CALL abilities do not happen, a shard is reaped too."""
    if s.event_now < 0:
        return
    event = s.event[s.event_now]
    event.cancelled = 1
    if event.kind == EVENT_JOUST:
        s.cancelled = 1
    if event.kind == EVENT_SHARD and s.piece[event.card].zone == VALLEY:
        doom(s, event.card)


# Cards that stay


@kernel
def perform_on_card(s, t, op, p, seat, source, amount, arg, until):
    """One operation on one card."""
    happens(s, Said.WORKS, source, p, op)
    piece = s.piece[p]
    if op == OP_DMG:
        damage(s, t, p, amount)
    elif op == OP_LIFE:
        change_life_of(s, t, p, amount)
    elif op == OP_PURIFY:
        purify(s, t, p)
    elif op == OP_FREE:
        if piece.zone == PRISON or (piece.zone == VALLEY and piece.jailer >= 0):
            release(s, t, p)
    elif op == OP_BEWITCH:
        bewitch(s, t, p, seat, source, until)
    elif op == OP_STEALA:
        steal_ability(s, t, p, seat, source)
    elif op == OP_STEALM:
        steal_morpheme(s, t, p, seat, source)
    elif op == OP_ACTION:
        piece.actioned = 1
        s.dirty = 1
    elif op == OP_RESTORE:
        piece.actioned = 0
        s.dirty = 1
    elif op in (OP_SHELTER, OP_LODGE):
        house(s, t, p, seat, op)
    elif op == OP_EXIT:
        if piece.zone == VALLEY and piece.host >= 0:
            move_out(s, t, p)
    elif op == OP_LINK:
        s.links += np.int64(s.piece[source].link < 0)
        s.piece[source].link = p
        s.dirty = 1
    elif op == OP_UNSTORE:
        unstore(s, t, p)
    elif op == OP_SUMMON:
        summon_card(s, t, p, seat)
    elif op == OP_COPY:
        copy_fairy(s, t, p, seat)
    elif op == OP_MORPH:
        change_morphemes(s, t, p, seat, source, amount, arg, until)
    else:
        change_value(s, t, op, p, source, amount, until)


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
    note(s, p, CardEvent.BEWITCHED)
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
    note(s, p, CardEvent.STOLEN_FROM)
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
    note(s, p, CardEvent.STOLEN_FROM)
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


# Storing


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
        note(s, p, CardEvent.STORED_AWAY)


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
