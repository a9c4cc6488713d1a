"""Current values (FC-6): printed value, labels and ALWAYS abilities, worked out again whenever something changed."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    ALL,
    AVATAR,
    CARDS,
    CHANGES_KIND,
    CHANGES_NUMBERS,
    CHANGES_VOICE,
    FAIRY_BITS,
    FOE,
    FOES,
    GUESTS,
    HOST,
    IN_SHELTER,
    IN_X,
    LINKED,
    MAX_MODIFIERS,
    ME,
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
    OP_RADIANCE,
    OP_RAY,
    OP_SLOTS,
    OP_STAB,
    OP_TELEPORT,
    OP_VISION,
    SELF,
    SHARD_BIT,
    SHELTER_BIT,
    SPOUSE,
    TRAP_KIND,
    VALLEY,
    VISIT_BITS,
    WHOLE_GAME,
)
from balance.games.fairy_conundrum.rules.conditions import amount_of, conditions_hold, linked_of, place_of_guests
from balance.games.fairy_conundrum.rules.filters import is_kind, is_on, passes_before, passes_labelled


@kernel
def changes_kind(op):
    """Which of the three groups of FC-6 an operation of an ALWAYS ability belongs to."""
    if op == OP_HUSH:
        return CHANGES_VOICE
    return CHANGES_KIND if op in (OP_RADIANCE, OP_ASTRALAE) else CHANGES_NUMBERS


@kernel
def refresh(s, t):
    """Work out every current value, if anything changed since the last time."""
    if s.dirty == 0:
        return
    s.dirty = 0
    seen = s.seen
    s.seen = 0  # `it` means nothing to what is always so
    s.modifiers = 0
    s.changers = 0
    groups = reset_players(s)
    groups |= reset_cards(s, t)
    if s.labels > 0:
        apply_labels(s)
    s.always = groups
    for group in (CHANGES_VOICE, CHANGES_KIND, CHANGES_NUMBERS):
        if groups & group:
            apply_group(s, t, group, NOBODY)
    add_up(s, t)
    s.seen = seen


@kernel
def reset_players(s):
    """Every player's values without ALWAYS abilities. Returns what ALWAYS abilities of avatars change."""
    groups = 0
    for seat in range(s.players):
        me = s.seat[seat]
        me.gather = me.gather1
        me.vision = me.vision1
        me.dream = me.dream1
        me.handmax = me.handmax1
        me.contrib = me.contrib1
        me.mature = me.mature1
        me.entry = me.entry1
        me.ray = me.mat = me.explorers = me.guests = me.homes = me.passage = 0
        if me.alive:
            piece = s.piece[me.avatar]
            piece.hushed = 0
            piece.radiance = piece.radiance0
            if piece.always:
                groups |= piece.always
                s.changer[s.changers] = me.avatar
                s.changers += 1
    return groups


@kernel
def reset_cards(s, t):
    """Every card of the valley without ALWAYS abilities, and who is where. Returns what ALWAYS abilities change."""
    groups = 0
    fairies, shelters, changers, hearers = 0, 0, s.changers, 0
    for i in range(s.laid):
        p = s.lay[i]
        piece = s.piece[p]
        reset_card(piece)
        if piece.kinds & FAIRY_BITS:
            s.fairy[fairies] = p
            fairies += 1
        elif piece.kinds == SHELTER_BIT:
            piece.visitors = 0
            piece.visits = 0
            piece.filled = 0
            s.shelter[shelters] = p
            shelters += 1
        if piece.always:
            groups |= piece.always
            s.changer[changers] = p
            changers += 1
        if piece.hears:
            s.hearer[hearers] = p
            hearers += 1
    s.fairies = fairies
    s.shelters = shelters
    s.changers = changers
    s.hearers = hearers
    for i in range(fairies):
        p = s.fairy[i]
        piece = s.piece[p]
        if piece.host >= 0:
            shelter = s.piece[piece.host]
            shelter.visitors |= 1 << piece.narr
            shelter.visits += 1 << (VISIT_BITS * piece.narr)
            # FC-138: a married pair takes one slot
            shelter.filled += np.int64(piece.spouse < p or s.piece[piece.spouse].host != piece.host)
    return groups


@kernel
def reset_card(piece):
    """Printed values and labels that add up."""
    piece.cost = piece.cost0 + piece.cost1
    piece.ray = piece.ray0 + piece.ray1
    piece.mat = piece.mat0 + piece.mat1
    piece.slots = piece.slots0 + piece.slots1
    piece.letter = piece.letter0
    piece.radiance = piece.radiance0
    piece.teleport = piece.teleport0
    piece.hushed = 0


@kernel
def teleports(s, t, p):
    """FC-137: whether a prisoner could free itself: printed on it, or by a label."""
    for i in range(s.labels):
        label = s.label[i]
        if label.op == OP_TELEPORT and label.card == p and label.object == s.piece[p].object:
            return True
    return s.piece[p].teleport0 == 1


@kernel
def apply_labels(s):
    """Labels that are not added up: words rather than numbers."""
    for i in range(s.labels):
        label = s.label[i]
        if label.card < 0:
            continue
        piece = s.piece[label.card]
        if piece.object != label.object:
            continue
        if label.op == OP_ENTRY and piece.zone == VALLEY:
            s.seat[piece.narr].entry += 1
        else:
            apply_label(piece, label)


@kernel
def apply_label(piece, label):
    """One label of a card that is not added up."""
    if label.op == OP_RADIANCE:
        piece.radiance = label.amount
    elif label.op == OP_ASTRALAE:
        piece.letter = label.amount
    elif label.op == OP_TELEPORT:
        piece.teleport = 1
    elif label.op == OP_HUSH:
        piece.hushed = 1


@kernel
def apply_group(s, t, group, only):
    """One of the three groups of FC-6: avatars first, then by arrival; ``only``: what they do to this card, -1: all."""
    for i in range(s.changers):
        if s.piece[s.changer[i]].always & group:
            apply_source(s, t, s.changer[i], group, only)


@kernel
def apply_source(s, t, p, group, only):
    """The ALWAYS abilities of one card that belong to the group; a shelter's work for all who have guests (FC-69)."""
    piece = s.piece[p]
    if piece.hushed:
        return
    for seat in range(s.players):
        if seat != piece.narr and not (piece.visitors >> seat) & 1:
            continue
        for place in range(piece.held):
            ability = t.ability[piece.ability[place]]
            if not ability.always & group or not conditions_hold(s, t, ability, seat, p, place):
                continue
            for k in range(ability.first, ability.first + ability.steps):
                if changes_kind(t.step[k].op) != group:
                    continue
                if only < 0:
                    apply_step(s, t, k, seat, p)
                elif reaches(s, t, k, seat, p, only):
                    change_card(s, t, only, t.step[k].op, amount_of_step(s, t, k, seat, p))


@kernel
def apply_step(s, t, k, seat, source):
    """One ALWAYS step: on players, on special cards, or on all cards of a selector."""
    step = t.step[k]
    amount = amount_of_step(s, t, k, seat, source)
    row = step.selector
    special = t.selector[row].special if row >= 0 else -1
    if row < 0:
        if is_player_value(step.op):
            change_player(s, seat, step.op, amount)
        else:
            change_card(s, t, source, step.op, amount)
    elif special == CARDS:
        apply_to_cards(s, t, k, seat, source, amount)
    elif special == ME:
        change_player(s, seat, step.op, amount)
    elif special in (FOE, FOES):
        for other in range(s.players):
            if other != seat and s.seat[other].alive:
                change_player(s, other, step.op, amount)
    elif special == ALL:
        for other in range(s.players):
            if s.seat[other].alive:
                change_player(s, other, step.op, amount)
    elif special == GUESTS:
        shelter = place_of_guests(s, source)
        for i in range(s.laid):
            piece = s.piece[s.lay[i]]
            if piece.host == shelter and piece.narr == seat:
                change_card(s, t, s.lay[i], step.op, amount)
    else:
        p = NOBODY
        if special == SELF:
            p = source
        elif special == HOST:
            p = s.piece[source].host
        elif special == LINKED:
            p = linked_of(s, source)
        elif special == SPOUSE:
            p = s.piece[source].spouse
        if p >= 0:
            change_card(s, t, p, step.op, amount)


@kernel
def amount_of_step(s, t, k, seat, source):
    """How much an ALWAYS step changes, or the word that it puts there."""
    step = t.step[k]
    if step.op == OP_RADIANCE or step.op == OP_ASTRALAE:
        return step.arg
    return 1 if step.op == OP_ENTRY else amount_of(s, t, step, seat, source)


@kernel
def reaches(s, t, k, seat, source, p):
    """Whether an ALWAYS step changes the card ``p`` of the valley, a fairy without a spouse."""
    step = t.step[k]
    if step.selector < 0:
        return source == p and not is_player_value(step.op)
    selector = t.selector[step.selector]
    if selector.special == SELF:
        return source == p
    if selector.special == LINKED:
        return linked_of(s, source) == p
    return selector.special == CARDS and is_reached(s, t, selector, step.op, p, seat, source)


@kernel
def is_reached(s, t, selector, op, p, seat, source):
    """Whether a card of the valley is one of those of an ALWAYS step."""
    piece = s.piece[p]
    zones = selector.zones if selector.zones else WHOLE_GAME
    if not zones & (IN_X if piece.host < 0 else IN_SHELTER):
        return False
    if not is_on(selector.side, seat, piece.narr) or not is_kind(piece, selector.kinds):
        return False
    return passes_always(s, t, selector, op, p, source)


@kernel
def passes_always(s, t, selector, op, p, source):
    """Whether a card passes the filter of an ALWAYS step, which sees the earlier groups of FC-6."""
    if changes_kind(op) != CHANGES_NUMBERS:
        return passes_labelled(s, t, selector, p, source)
    return passes_before(s, t, selector, p, source)


@kernel
def apply_to_cards(s, t, k, seat, source, amount):
    """An ALWAYS step on all cards of a selector; those outside the valley are asked when they matter."""
    step = t.step[k]
    selector = t.selector[step.selector]
    if (selector.kinds >> AVATAR) & 1:
        for other in range(s.players):
            p = s.seat[other].avatar
            if s.seat[other].alive and step.op == OP_MATURE and is_fitting(s, t, selector, p, seat, source, other):
                s.seat[other].mature += amount
            elif s.seat[other].alive and is_fitting(s, t, selector, p, seat, source, other):
                change_card(s, t, p, step.op, amount)
        return
    of_traps = (selector.kinds >> TRAP_KIND) & 1
    if of_traps or not selector.zones or selector.zones & ~(IN_X | IN_SHELTER):
        if s.modifiers == MAX_MODIFIERS:
            s.now[seat].cut = 1
        else:
            modifier = s.modifier[s.modifiers]
            modifier.op = step.op
            modifier.amount = amount
            modifier.step = k
            modifier.source = source
            modifier.seat = seat
            s.modifiers += 1
    zones = selector.zones if selector.zones else WHOLE_GAME
    fairies = not selector.kinds & ~FAIRY_BITS
    for i in range(s.fairies if fairies else s.laid):
        p = s.fairy[i] if fairies else s.lay[i]
        piece = s.piece[p]
        here = zones & IN_X if piece.host < 0 else zones & IN_SHELTER
        if here and is_kind(piece, selector.kinds) and is_on(selector.side, seat, piece.narr):
            if selector.plain or passes_always(s, t, selector, step.op, p, source):
                change_card(s, t, p, step.op, amount)


@kernel
def is_fitting(s, t, selector, p, seat, source, other):
    """Whether an avatar is of the selector's side and passes its filter."""
    near = selector.side == 2 or (other == seat) == (selector.side == 0)
    return near and passes_before(s, t, selector, p, source)


@kernel
def is_player_value(op):
    """Whether an operation without a selector works on the player."""
    return OP_GATHER <= op <= OP_ENTRY


@kernel
def change_player(s, seat, op, amount):
    """Add to a player's current value."""
    me = s.seat[seat]
    if op == OP_GATHER:
        me.gather += amount
    elif op == OP_VISION:
        me.vision += amount
    elif op == OP_DREAM:
        me.dream += amount
    elif op == OP_HANDMAX:
        me.handmax += amount
    elif op == OP_CONTRIB:
        me.contrib += amount
    elif op == OP_MATURE:
        me.mature += amount
    elif op == OP_ENTRY:
        me.entry += 1


@kernel
def change_card(s, t, p, op, amount):
    """Change a card's current value. ``mature`` counts for its narrator (FC-85), an ``entry`` opens the way (FC-61)."""
    piece = s.piece[p]
    shelter = piece.kinds == SHELTER_BIT
    if op == OP_COST:
        piece.cost += amount
    elif op == OP_RAY:
        piece.ray += amount
    elif op == OP_MAT:
        piece.mat += 0 if shelter else amount
    elif op == OP_STAB:
        piece.mat += amount if shelter else 0
    elif op == OP_SLOTS:
        piece.slots += amount
    elif op == OP_RADIANCE:
        piece.radiance = amount
    elif op == OP_ASTRALAE:
        piece.letter = amount
    elif op == OP_TELEPORT:
        piece.teleport = 1
    elif op == OP_HUSH:
        piece.hushed = 1
    elif op == OP_MATURE:
        s.seat[piece.narr].mature += amount
    elif op == OP_ENTRY:
        s.seat[piece.narr].entry += 1


@kernel
def add_up(s, t):
    """Floors (FC-6), and what adds up over the cards of a player."""
    s.overfull = 0
    for i in range(s.laid):
        p = s.lay[i]
        piece = s.piece[p]
        me = s.seat[piece.narr]
        piece.cost = max(0, piece.cost)
        me.mature += piece.mature1
        if piece.kinds == SHELTER_BIT:
            card = t.card[piece.card]
            piece.mat = max(0, piece.mat)
            piece.slots = max(0, piece.slots) if card.slots > 0 else 0  # FC-62
            me.homes += 1
            me.entry += card.entry
            me.passage |= card.passage  # FC-68
            if piece.filled > piece.slots:
                s.overfull = 1
            for seat in range(s.players):
                s.seat[seat].gather += (piece.visitors >> seat) & 1  # FC-70
        elif piece.host >= 0:
            me.guests += 1
        elif piece.kinds != SHARD_BIT:
            me.ray += piece.ray
            me.mat += piece.mat - piece.damage
            me.explorers += 1
    for seat in range(s.players):
        me = s.seat[seat]
        if me.alive:
            me.mature += s.piece[me.avatar].mature1
            me.handmax = max(0, me.handmax + t.card[me.stages[me.stage]].handmax)
            me.gather += t.gather_base
            me.dream = max(0, me.dream + t.dream_base)
