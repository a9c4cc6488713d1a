"""Calls that together with this turn's joust fell an opponent: of a style that ``finish``es they come first."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    AVATAR_BIT,
    CARDS,
    EVENT_SHARD,
    FAIRY,
    FOE,
    FOE_SIDE,
    FOES,
    ON_CALL,
    OP_DMG,
    OP_LIFE,
    OWN,
    WHEN,
    Verb,
)
from balance.games.fairy_conundrum.rules.filters import cost_of
from balance.games.fairy_conundrum.rules.options import piece_of
from balance.games.fairy_conundrum.rules.pieces import is_fairy
from balance.games.fairy_conundrum.styles.knowledge import suppose_amount
from balance.games.fairy_conundrum.styles.prospects import life_lost

FINISH = 100.0  # what a call that helps to fell somebody is worth more than others
CALLS = 60  # options looked at: they are bits of a mask
FREE = 0.3  # sparkles that a free card is thought to cost, to compare it with others


@kernel
def finish_first(s, t, seat):
    """Raise the calls that together fell an opponent who would outlive the joust, so that they come first."""
    me = s.seat[seat]
    for other in range(s.players):
        foe = s.seat[other]
        if other == seat or not foe.alive:
            continue
        if life_lost(me.ray, foe.mat, foe.absorbed) > foe.life:
            return  # somebody falls anyway
        calls = calls_that_fell(s, t, seat, other)
        if calls:
            for i in range(min(CALLS, s.decision.count)):
                s.decision.worth[i] += FINISH * ((calls >> i) & 1)
            return


@kernel
def calls_that_fell(s, t, seat, other):
    """The options, a mask, that fell this opponent with the joust; 0 if the seat cannot pay for enough.

    Those come first that do most for a sparkle.
    """
    me = s.seat[seat]
    foe = s.seat[other]
    sparkles = me.sparkles
    ray = me.ray
    lost = 0
    fairies = 0
    calls = 0
    while life_lost(ray, foe.mat, foe.absorbed) + lost <= foe.life:
        best = -1
        most = 0.0
        for i in range(min(CALLS, s.decision.count)):
            option = s.decision.option[i]
            if option.verb != Verb.CALL or (calls >> i) & 1:
                continue
            p = piece_of(option)
            price = price_of_call(s, t, seat, p, fairies)
            does = struck_by_call(s, t, seat, p) + lost_by_call(s, t, seat, p)
            if price <= sparkles and does > most * (price + FREE):
                best = i
                most = does / (price + FREE)
        if best < 0:
            return 0
        p = piece_of(s.decision.option[best])
        sparkles -= price_of_call(s, t, seat, p, fairies)
        ray += struck_by_call(s, t, seat, p)
        lost += lost_by_call(s, t, seat, p)
        fairies += 1 if is_fairy(s.piece[p]) else 0
        calls |= 1 << best
    return calls


@kernel
def price_of_call(s, t, seat, p, fairies):
    """Sparkles for calling the card after so many more fairies, the contribution with it (FC-42)."""
    price = cost_of(s, t, p)
    if is_fairy(s.piece[p]):
        me = s.seat[seat]
        price += max(0, me.called + fairies + 1 - max(0, me.homes - me.contrib))
    return price


@kernel
def struck_by_call(s, t, seat, p):
    """What calling the card adds to the attack on an avatar: its ray, and damage to opponents' avatars."""
    piece = s.piece[p]
    ray = max(0, piece.ray0 + piece.ray1) if is_fairy(piece) else 0
    return ray + done_by_call(s, t, seat, p, False)


@kernel
def lost_by_call(s, t, seat, p):
    """Life that an opponent loses directly by calling the card."""
    return done_by_call(s, t, seat, p, True)


@kernel
def done_by_call(s, t, seat, p, direct):
    """Life taken directly, or damage to an avatar, by the abilities of a card that is called; of a shard by those of
    the avatar, too, that answer it."""
    piece = s.piece[p]
    total = 0
    for i in range(piece.held):
        if t.ability[piece.ability[i]].trigger == ON_CALL:
            total += done_by(s, t, seat, p, t.ability[piece.ability[i]], direct)
    if t.card[piece.card].kind != FAIRY:
        avatar = s.seat[seat].avatar
        for i in range(s.piece[avatar].held):
            ability = t.ability[s.piece[avatar].ability[i]]
            if ability.trigger == WHEN and ability.event == EVENT_SHARD and ability.side == OWN:
                total += done_by(s, t, seat, avatar, ability, direct)
    return total


@kernel
def done_by(s, t, seat, source, ability, direct):
    """Life taken directly from an opponent, or damage to its avatar, by the steps of an ability."""
    total = 0
    for k in range(ability.first, ability.first + ability.steps):
        step = t.step[k]
        if step.selector < 0:
            continue
        selector = t.selector[step.selector]
        if direct:
            if step.op == OP_LIFE and selector.special in (FOE, FOES):
                total += max(0, -suppose_amount(s, t, step, seat, source))
        elif step.op == OP_DMG and selector.kinds == AVATAR_BIT:
            if selector.special == CARDS and selector.side == FOE_SIDE:
                total += max(0, suppose_amount(s, t, step, seat, source))
    return total
