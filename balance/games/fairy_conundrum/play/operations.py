"""What the operations of abilities do, one step at a time (5.2, 3.15)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    AVATAR_BIT,
    EVENT_JOUST,
    EVENT_SHARD,
    FOREVER,
    LIFE_GAINED,
    LOST_DIRECT,
    NOBODY,
    OP_ACTION,
    OP_ASTRALAE,
    OP_BEWITCH,
    OP_CANCEL,
    OP_CANVAS,
    OP_COPY,
    OP_DISCARD,
    OP_DMG,
    OP_DRAW,
    OP_ENTRY,
    OP_EXIT,
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
    OP_RESTORE,
    OP_SHELTER,
    OP_SIPHON,
    OP_SPARK,
    OP_STEALA,
    OP_STEALM,
    OP_STORE,
    OP_SUMMON,
    OP_TELEPORT,
    OP_TOKEN,
    OP_UNSTORE,
    OP_VOL,
    OP_WISH,
    PRISON,
    READS_PLAYERS,
    STAY,
    TRAPS,
    VALLEY,
    Said,
)
from balance.games.fairy_conundrum.play.alterations import (
    bewitch,
    change_morphemes,
    purify,
    steal_ability,
    steal_morpheme,
)
from balance.games.fairy_conundrum.play.arrivals import doom, move_out
from balance.games.fairy_conundrum.play.changes import (
    add_label,
    change_card_label,
    change_life,
    change_player_label,
    take_volatility,
)
from balance.games.fairy_conundrum.play.costs import discard_from_hand
from balance.games.fairy_conundrum.play.damage import change_life_of, damage
from balance.games.fairy_conundrum.play.draws import draw_canvas, draw_card, draw_either, mill
from balance.games.fairy_conundrum.play.housing import house, store, unstore
from balance.games.fairy_conundrum.play.making import copy_fairy, fuse_targets, make_tokens, marry_targets, summon_card
from balance.games.fairy_conundrum.play.release import release
from balance.games.fairy_conundrum.play.removals import is_removal, remove_targets
from balance.games.fairy_conundrum.play.targets import pick_targets, players_of
from balance.games.fairy_conundrum.rules.conditions import amount_of
from balance.games.fairy_conundrum.rules.targets import works_on_players
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


@kernel
def cancel(s, t):
    """FC-163: the joust strikes with 0, the called card's CALL abilities do not happen, a shard is reaped too."""
    if s.event_now < 0:
        return
    event = s.event[s.event_now]
    event.cancelled = 1
    if event.kind == EVENT_JOUST and not s.now[event.seat].joust_cancelled:
        s.now[event.seat].joust_cancelled = 1
        happens(s, Said.CANCELLED, s.source, s.piece[s.source].card, event.seat)
    if event.kind == EVENT_SHARD and s.piece[event.card].zone == VALLEY:
        doom(s, event.card)


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
