"""The joust (FC-78 to FC-83)."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    CONTINUOUS,
    EVENT_HIT,
    EVENT_JOUST,
    JOUST,
    LOST_JOUST,
    NOBODY,
    SPLIT,
    Point,
    Said,
    Verb,
)
from balance.games.fairy_conundrum.play.abilities import begin_action, begin_part, resolve, take_part
from balance.games.fairy_conundrum.play.choosing import choose_piece
from balance.games.fairy_conundrum.play.damage import damage, meet
from balance.games.fairy_conundrum.play.maturation import mature_all
from balance.games.fairy_conundrum.play.settling import settle
from balance.games.fairy_conundrum.rules.events import raise_event
from balance.games.fairy_conundrum.rules.options import offer_both, offer_number, offer_pass
from balance.games.fairy_conundrum.rules.pieces import is_fairy
from balance.games.fairy_conundrum.rules.totals import defence_of
from balance.games.fairy_conundrum.rules.values import refresh


@kernel
def declare(s, t, seat):
    """FC-78, FC-79: choose whom to joust (decision FOE); mesangettes and WHEN answer. Returns the target, -1: none."""
    begin_offers(s.decision)
    for i in range(1, s.players):
        other = (seat + i) % s.players
        if s.seat[other].alive:
            offer_number(s, other)
    if s.decision.options == 0:
        return NOBODY
    target = choose_piece(s, t, seat, Point.FOE)
    s.now[seat].joust_target = target
    s.now[seat].joust_cancelled = 0
    raise_event(s, t, EVENT_JOUST, seat, target, s.seat[seat].avatar, 0)
    resolve(s, t)
    if not s.seat[seat].alive or not s.seat[target].alive:
        return NOBODY
    return target


@kernel
def attack_of(s, t, seat):
    """FC-78: the ray of the seat's fairies in exploration; 0 when the joust was cancelled (FC-163)."""
    if s.now[seat].joust_cancelled:
        return 0
    refresh(s, t)
    log_rays(s, t, seat)
    s.now[seat].joust_attack = s.seat[seat].ray
    return s.seat[seat].ray


@kernel
def log_rays(s, t, seat):
    """What every fairy contributed, for the log."""
    if s.logs_turns:
        for i in range(s.laid):
            piece = s.piece[s.lay[i]]
            if piece.narr == seat and piece.host < 0 and is_fairy(piece):
                piece.joust_ray += piece.ray


@kernel
def strike(s, t, seat, target, attack, defence):
    """FC-81: the attack, or what a split left of it, meets the target's defence. Returns the life lost."""
    now = s.now[seat]
    now.joust_defence = defence
    lost = meet(s, t, target, attack, defence, LOST_JOUST)
    now.joust_life_taken = lost
    s.now[target].joust_life_lost += lost
    happens(s, Said.JOUST, seat, target, lost)
    return lost


@kernel
def after_hit(s, t, seat, target, lost):
    """FC-79: the event ``hit`` if life was lost."""
    if lost > 0:
        raise_event(s, t, EVENT_HIT, seat, target, s.seat[seat].avatar, 0)
    settle(s, t)
    resolve(s, t)


@kernel
def split_attack(s, t, seat, target, attack):
    """FC-83: parts of the attack go to fairies of the target (decision SPLIT). Returns what is left for the avatar."""
    while attack > 0:
        begin_offers(s.decision)
        offer_pass(s)
        for i in range(s.laid):
            piece = s.piece[s.lay[i]]
            if piece.narr == target and piece.host < 0 and is_fairy(piece):
                offer_both(s, Verb.TAKE, s.lay[i], attack)
        p = choose_piece(s, t, seat, Point.SPLIT)
        if p < 0:
            break
        damage(s, t, p, 1)
        attack -= 1
    return attack


@kernel
def joust(s, t, seat):
    """One avatar's joust, alone (FC-78)."""
    begin_action(s)
    target = declare(s, t, seat)
    if target < 0:
        return
    attack = attack_of(s, t, seat)
    if t.joust_assign == SPLIT:
        attack = split_attack(s, t, seat, target, attack)
        s.doer = seat
        settle(s, t)
        s.doer = NOBODY
    if s.seat[target].alive:
        after_hit(s, t, seat, target, strike(s, t, seat, target, attack, defence_of(s, t, target)))


@kernel
def joust_together(s, t):
    """``joust_mode`` simultaneous: all attacks and defences are read first, losses applied together (FC-78)."""
    done = 0
    seat = next_in_order(s, done)
    while seat >= 0 and s.living > 1:
        done |= 1 << seat
        take_part(s, seat)
        begin_part(s, t, seat, JOUST)
        if s.seat[seat].alive:
            declare(s, t, seat)
        if t.maturation_timing == CONTINUOUS:
            mature_all(s, t)
        seat = next_in_order(s, done)
    if s.living <= 1:
        return
    for n in range(s.living):
        seat = s.order[n]
        if meets_target(s, seat):
            s.now[seat].joust_rest = attack_of(s, t, seat)
    if t.joust_assign == SPLIT:
        split_together(s, t)
    strike_together(s, t)
    if t.maturation_timing == CONTINUOUS:
        mature_all(s, t)


@kernel
def meets_target(s, seat):
    """Whether the seat has declared a joust against an avatar that still stands."""
    target = s.now[seat].joust_target
    return target >= 0 and s.seat[target].alive == 1


@kernel
def split_together(s, t):
    """FC-83: everybody assigns damage before any of it is looked at."""
    for n in range(s.living):
        seat = s.order[n]
        if meets_target(s, seat):
            s.now[seat].joust_rest = split_attack(s, t, seat, s.now[seat].joust_target, s.now[seat].joust_rest)
    settle(s, t)


@kernel
def strike_together(s, t):
    """Losses of all jousts at once, each against the defence that was read."""
    for n in range(s.living):
        if meets_target(s, s.order[n]):
            s.now[s.order[n]].joust_defence = defence_of(s, t, s.now[s.order[n]].joust_target)
    for n in range(s.living):
        seat = s.order[n]
        now = s.now[seat]
        if meets_target(s, seat):
            strike(s, t, seat, now.joust_target, now.joust_rest, now.joust_defence)
    done = 0
    seat = next_in_order(s, done)
    while seat >= 0:
        done |= 1 << seat
        if s.now[seat].joust_life_taken > 0:
            target = s.now[seat].joust_target
            raise_event(s, t, EVENT_HIT, seat, target, s.seat[seat].avatar, 0)
        seat = next_in_order(s, done)
    resolve(s, t)


@kernel
def next_in_order(s, done):
    """The first seat in destiny order that is not in the mask ``done``, -1: none."""
    for n in range(s.living):
        if not (done >> s.order[n]) & 1:
            return s.order[n]
    return NOBODY
