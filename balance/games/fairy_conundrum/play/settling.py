"""What must follow from what happened, until nothing more does (FC-66, FC-80, FC-126)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import NOT_WIDOWED, SHELTER_BIT, WIDOWED_FOR_NOW, Point, Verb
from balance.games.fairy_conundrum.play.arrivals import (
    doom,
    is_first_of_unit,
    marry,
    may_pass_entry,
    move_in,
    move_out,
)
from balance.games.fairy_conundrum.play.choosing import choose_piece
from balance.games.fairy_conundrum.play.departures import reap_doomed
from balance.games.fairy_conundrum.play.elimination import bury
from balance.games.fairy_conundrum.play.release import untie
from balance.games.fairy_conundrum.rules.options import offer_piece
from balance.games.fairy_conundrum.rules.stand_ins import are_copies
from balance.games.fairy_conundrum.rules.totals import free_slots
from balance.games.fairy_conundrum.rules.values import refresh


@kernel
def settle(s, t):
    """After every step: what must follow from what happened, until nothing more does."""
    busy = True
    while busy:
        busy = False
        if s.fallen:
            bury(s, t)
            busy = True
        elif s.untied < s.departed:
            s.untied += 1
            untie(s, t, s.depart[s.untied - 1], s.depart_how[s.untied - 1])
            busy = True
        elif s.living <= 1:
            busy = False  # the game is over: who was held is free, and nobody else is reaped
        elif s.doomed > 0:
            reap_doomed(s, t)
            busy = True
        else:
            if s.hurt:
                find_dead(s, t)
            refresh(s, t)
            if s.doomed == 0 and s.overfull:
                make_room(s, t)
                busy = True
            if s.widows > 0:
                remarry(s, t)
            busy = busy or s.doomed > 0 or s.untied < s.departed
    s.departed = 0
    s.untied = 0
    s.doomed = 0


@kernel
def find_dead(s, t):
    """FC-80: fairies and shelters with more damage than they stand; spouses stand and fall together (FC-125)."""
    refresh(s, t)
    s.hurt = 0
    for i in range(s.laid):
        p = s.lay[i]
        piece = s.piece[p]
        damage = piece.damage
        defence = piece.mat
        q = piece.spouse
        if q >= 0:
            damage += s.piece[q].damage
            defence += s.piece[q].mat
        s.hurt |= np.int64(damage > 0)
        if damage > 0 and damage > max(0, defence):
            doom(s, p)


@kernel
def make_room(s, t):
    """FC-66: guests beyond the slots of their shelter leave it if they can, otherwise they are reaped."""
    for i in range(s.laid):
        shelter = s.lay[i]
        if s.piece[shelter].kinds != SHELTER_BIT or free_slots(s, t, shelter) >= 0:
            continue
        begin_offers(s.decision)
        for k in range(s.laid):
            piece = s.piece[s.lay[k]]
            if piece.host == shelter and is_first_of_unit(s, s.lay[k]):
                offer_piece(s, Verb.TAKE, s.lay[k])
        p = choose_piece(s, t, s.piece[shelter].narr, Point.SURPLUS)
        narr = s.piece[p].narr
        if may_pass_entry(s, t, narr, p):
            move_out(s, t, p)
            return
        if s.seat[narr].passage and offer_rooms(s, t, p):
            move_in(s, t, p, choose_piece(s, t, narr, Point.HOST))
            return
        doom(s, p)
        if s.piece[p].spouse >= 0:
            doom(s, s.piece[p].spouse)
        return


@kernel
def offer_rooms(s, t, p):
    """FC-66, FC-68: offer the other shelters of its narrator with a free slot. Returns whether there is one."""
    begin_offers(s.decision)
    for i in range(s.laid):
        shelter = s.piece[s.lay[i]]
        if shelter.kinds == SHELTER_BIT and shelter.narr == s.piece[p].narr and s.lay[i] != s.piece[p].host:
            if shelter.slots > shelter.filled:
                offer_piece(s, Verb.TAKE, s.lay[i])
    return s.decision.options > 0


@kernel
def remarry(s, t):
    """FC-126: who waits for a spouse is married again as soon as it, or a copy, is on the same side and place."""
    for i in range(s.laid):
        p = s.lay[i]
        piece = s.piece[p]
        if piece.widow != WIDOWED_FOR_NOW:
            continue
        for k in range(s.laid):
            q = s.lay[k]
            other = s.piece[q]
            waits = other.widow == WIDOWED_FOR_NOW and other.lost == p
            if q == p or other.spouse >= 0 or (other.widow != NOT_WIDOWED and not waits):
                continue
            is_lost = q == piece.lost or are_copies(t, other.card, piece.lost_card)
            if is_lost and other.narr == piece.narr and other.host == piece.host:
                marry(s, p, q)
                break
