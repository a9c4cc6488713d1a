"""Narration and Conspiracy: what a player may do, and doing it (FC-37 to FC-76)."""

from __future__ import annotations

from balance.engine.kernels.choices import log_choice
from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    ACT,
    CONTINUOUS,
    EVENT_SET,
    FAIRY,
    HAND,
    IT,
    NOBODY,
    ON_CALL,
    OP_LINK,
    READS_PLAYERS,
    SHARD,
    SHARD_BIT,
    SHELTER_BIT,
    TRAPS,
    CardEvent,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.abilities import (
    act,
    begin_action,
    begin_part,
    can_begin,
    is_spent,
    resolve,
    take_part,
)
from balance.games.fairy_conundrum.play.arrivals import is_first_of_unit, may_pass_entry, move_in
from balance.games.fairy_conundrum.play.choosing import choose
from balance.games.fairy_conundrum.play.joust import next_in_order
from balance.games.fairy_conundrum.play.making import enter_valley
from balance.games.fairy_conundrum.play.maturation import mature_all
from balance.games.fairy_conundrum.rules.events import log_event, raise_event
from balance.games.fairy_conundrum.rules.filters import cost_of
from balance.games.fairy_conundrum.rules.options import offer_both, offer_pass, offer_piece, other_of, piece_of
from balance.games.fairy_conundrum.rules.pieces import next_stamp, renew, take_from_zone
from balance.games.fairy_conundrum.rules.targets import has_target
from balance.games.fairy_conundrum.rules.totals import is_barred, toll_of
from balance.games.fairy_conundrum.rules.values import refresh

# What may be done


@kernel
def can_call(s, t, seat, p):
    """Whether the seat may call a card of its hand or a mesangette now: payable, not barred (FC-40 to FC-53)."""
    piece = s.piece[p]
    card = t.card[piece.card]
    price = cost_of(s, t, p)
    if card.kind == FAIRY:
        price += toll_of(s, t, seat)
    if s.seat[seat].sparkles < price or is_barred(s, t, p):
        return False
    return card.kind != SHARD or has_link_target(s, t, seat, p)


@kernel
def has_link_target(s, t, seat, p):
    """FC-53: a shard that links needs a card to link to."""
    piece = s.piece[p]
    for place in range(piece.held):
        ability = t.ability[piece.ability[place]]
        if ability.trigger != ON_CALL:
            continue
        for k in range(ability.first, ability.first + ability.steps):
            row = t.step[k].selector
            picked_before = row >= 0 and t.selector[row].special == IT
            if t.step[k].op == OP_LINK and not picked_before and not has_target(s, t, k, seat, p):
                return False
    return True


@kernel
def can_place(s, t, seat, p):
    """FC-45: one shelter a turn."""
    return not s.seat[seat].placed and s.seat[seat].sparkles >= cost_of(s, t, p)


@kernel
def can_set(s, t, seat, p):
    """FC-75: a card with a mesangette cost may be set face down."""
    return t.card[s.piece[p].card].mes > 0 and s.seat[seat].sparkles >= t.mes_set_cost


@kernel
def is_restored(s, p):
    """Whether neither the card nor its spouse is actioned."""
    piece = s.piece[p]
    return not piece.actioned and (piece.spouse < 0 or not s.piece[piece.spouse].actioned)


@kernel
def can_act(s, t, seat, p, place):
    """FC-160, FC-161: whether the seat may begin this ACT ability."""
    piece = s.piece[p]
    ability = t.ability[piece.ability[place]]
    if ability.trigger != ACT or piece.hushed or is_spent(s, t, p, seat, place):
        return False
    return can_begin(s, t, ability, seat, p, place)


# Options


@kernel
def list_narration(s, t, seat):
    """Every option of NAR: end, calls and shelters of the hand, mesangettes, sets, moves, abilities."""
    refresh(s, t)
    begin_offers(s.decision)
    offer_pass(s)
    me = s.seat[seat]
    for i in range(me.hand):
        p = me.hand_card[i]
        if s.piece[p].kinds == SHELTER_BIT:
            if can_place(s, t, seat, p):
                offer_piece(s, Verb.PLACE, p)
        elif can_call(s, t, seat, p):
            offer_piece(s, Verb.CALL, p)
    for i in range(s.downs):
        if s.piece[s.down[i]].owner == seat and can_call(s, t, seat, s.down[i]):
            offer_piece(s, Verb.CALL, s.down[i])
    list_sets(s, t, seat)
    list_moves(s, t, seat)
    list_acts(s, t, seat)


@kernel
def list_conspiracy(s, t, seat):
    """Every option of CON: pass, a shard, a mesangette, an ability (FC-38)."""
    refresh(s, t)
    begin_offers(s.decision)
    offer_pass(s)
    me = s.seat[seat]
    for i in range(me.hand):
        p = me.hand_card[i]
        if s.piece[p].kinds == SHARD_BIT and can_call(s, t, seat, p):
            offer_piece(s, Verb.CALL, p)
    for i in range(s.downs):
        p = s.down[i]
        if s.piece[p].owner == seat and s.piece[p].kinds == SHARD_BIT and can_call(s, t, seat, p):
            offer_piece(s, Verb.CALL, p)
    list_sets(s, t, seat)
    list_acts(s, t, seat)


@kernel
def list_sets(s, t, seat):
    """Cards of the hand that may be set face down."""
    me = s.seat[seat]
    if me.sparkles < t.mes_set_cost:
        return
    for i in range(me.hand):
        if can_set(s, t, seat, me.hand_card[i]):
            offer_piece(s, Verb.SET, me.hand_card[i])


@kernel
def list_moves(s, t, seat):
    """Units into shelters (FC-60), then guests from one shelter to another by a passage (FC-68)."""
    if s.seat[seat].homes == 0:
        return
    open_shelters = 0
    for i in range(s.shelters):
        piece = s.piece[s.shelter[i]]
        if piece.narr == seat and piece.slots > piece.filled:
            s.legals[open_shelters] = s.shelter[i]
            open_shelters += 1
    if open_shelters == 0:
        return
    guests = 0
    for i in range(s.fairies):
        p = s.fairy[i]
        if s.piece[p].narr == seat and is_restored(s, p) and is_first_of_unit(s, p):
            if s.piece[p].host >= 0:
                s.guest[guests] = p
                guests += 1
            elif may_pass_entry(s, t, seat, p):
                offer_shelters(s, Verb.SHELTER, p, open_shelters)
    if s.seat[seat].passage:
        for i in range(guests):
            offer_shelters(s, Verb.PASSAGE, s.guest[i], open_shelters)


@kernel
def offer_shelters(s, verb, p, open_shelters):
    """Offer the first ``open_shelters`` of ``s.legals`` to a fairy, but for the one it is in."""
    host = s.piece[p].host
    for k in range(open_shelters):
        if s.legals[k] != host:
            offer_both(s, verb, p, s.legals[k])


@kernel
def list_acts(s, t, seat):
    """ACT abilities: the avatar's, then by arrival; a shelter's also for those who have guests in it (FC-69)."""
    list_acts_of(s, t, seat, s.seat[seat].avatar)
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.acts > 0 and (piece.narr == seat or (piece.visitors >> seat) & 1):
            list_acts_of(s, t, seat, s.lay[i])


@kernel
def list_acts_of(s, t, seat, p):
    """The ACT abilities of one card that may be begun."""
    for place in range(s.piece[p].held):
        if t.ability[s.piece[p].ability[place]].trigger == ACT and can_act(s, t, seat, p, place):
            offer_both(s, Verb.ACT, p, place)


# Doing it


@kernel
def do(s, t, seat, verb, p, target):
    """Do what an option says, and all that follows from it."""
    begin_action(s)
    s.seat[seat].done += 1
    if verb == Verb.CALL:
        call(s, t, seat, p)
    elif verb == Verb.PLACE:
        place_shelter(s, t, seat, p)
    elif verb == Verb.SET:
        set_down(s, t, seat, p)
    elif verb in (Verb.SHELTER, Verb.PASSAGE):
        move_in(s, t, p, target)
        resolve(s, t)
    elif verb == Verb.ACT:
        act(s, t, seat, p, target)


@kernel
def call(s, t, seat, p):
    """FC-40 to FC-44, FC-50 to FC-54: pay cost and toll, arrive, label or sharing, and what the call sets off."""
    piece = s.piece[p]
    me = s.seat[seat]
    now = s.now[seat]
    cost = cost_of(s, t, p)
    toll = 0
    if t.card[piece.card].kind == FAIRY:
        toll = toll_of(s, t, seat)
        me.called += 1
        now.fairies_called += 1
    else:
        now.shards_called += 1
    me.sparkles -= cost + toll
    s.dirty |= s.always & READS_PLAYERS
    now.spent_calls += cost
    now.spent_toll += toll
    take_from_zone(s, p)
    piece.live = 0
    log_event(s, p, CardEvent.CALLED)
    enter_valley(s, t, p, seat, cost, cost)
    resolve(s, t)


@kernel
def place_shelter(s, t, seat, p):
    """FC-45."""
    cost = cost_of(s, t, p)
    s.seat[seat].sparkles -= cost
    s.dirty |= s.always & READS_PLAYERS
    s.now[seat].spent_calls += cost
    s.now[seat].shelters_called += 1
    s.seat[seat].placed = 1
    take_from_zone(s, p)
    log_event(s, p, CardEvent.PLACED)
    enter_valley(s, t, p, seat, cost, cost)
    resolve(s, t)


@kernel
def set_down(s, t, seat, p):
    """FC-75: face down, for 2 sparkles; that is no call."""
    s.seat[seat].sparkles -= t.mes_set_cost
    s.dirty |= s.always & READS_PLAYERS
    s.now[seat].spent_mes += t.mes_set_cost
    s.now[seat].traps_set += 1
    take_from_zone(s, p)
    renew(s, t, p)
    lay_down(s, p)
    log_event(s, p, CardEvent.SET_DOWN)
    raise_event(s, t, EVENT_SET, seat, NOBODY, p, 0)
    resolve(s, t)


@kernel
def lay_down(s, p):
    """The piece, in no list, is an active mesangette now."""
    piece = s.piece[p]
    piece.zone = TRAPS
    piece.live = 1
    piece.once = 0
    piece.arrival = next_stamp(s)
    s.down[s.downs] = p
    s.downs += 1
    s.hearing |= piece.traps


@kernel
def log_call(s, seat, p):
    """A card of the hand is chosen for its call, among all of the hand that could be called now (section 6)."""
    count = 0
    for i in range(s.decision.options):
        option = s.decision.option[i]
        if option.verb in (Verb.CALL, Verb.PLACE) and s.piece[piece_of(option)].zone == HAND:
            s.choices.option[count] = option.card
            count += 1
    log_choice(s.choices, seat, count, s.piece[p].card)


@kernel
def decide_action(s, t, seat, point):
    """List what the seat may do, ask, and do it. Returns whether it did something."""
    if point == Point.NAR:
        list_narration(s, t, seat)
    else:
        list_conspiracy(s, t, seat)
    option = s.decision.option[choose(s, t, seat, point)]
    verb, p, target = option.verb, piece_of(option), other_of(option)
    if verb == Verb.PASS:
        return False
    if s.logs_turns and point == Point.NAR and verb in (Verb.CALL, Verb.PLACE) and s.piece[p].zone == HAND:
        log_call(s, seat, p)
    do(s, t, seat, verb, p, target)
    if t.maturation_timing == CONTINUOUS:
        mature_all(s, t)
    return True


@kernel
def narrate(s, t, seat):
    """FC-37: the seat's whole Narration, to its end or the cap."""
    while s.living > 1 and s.seat[seat].alive:
        if s.seat[seat].done >= t.narration_cap:
            s.now[seat].cut = 1
            return
        if not decide_action(s, t, seat, Point.NAR):
            return


@kernel
def take_turns(s, t, point, moment):
    """FC-30 ``alternate``, FC-38: one action each in rotation in destiny order, until all pass in succession."""
    passed = 0
    asked = 0  # seats that have had their turn in this round
    begun = 0
    while s.living > 1 and passed < s.living:
        seat = next_in_order(s, asked)
        if seat < 0:
            asked = 0
            continue
        asked |= 1 << seat
        take_part(s, seat)
        if not (begun >> seat) & 1:
            begun |= 1 << seat
            begin_part(s, t, seat, moment)
            if not s.seat[seat].alive or s.living <= 1:
                continue
        if s.seat[seat].done >= t.narration_cap:
            s.now[seat].cut = 1
            passed += 1
        elif decide_action(s, t, seat, point):
            passed = 0
        else:
            passed += 1
