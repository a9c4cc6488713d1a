"""Whom a step works on: legal cards of an operation, and the picks among them (5.2, FC-160)."""

from __future__ import annotations

from balance.engine.kernels.choices import NOTHING
from balance.engine.kernels.decisions import begin_offers, offer
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.rng import below
from balance.games.fairy_conundrum.codes import (
    ALL,
    AT_RANDOM,
    BY_FOE,
    CARDS,
    EVERY,
    FOE,
    FOES,
    ME,
    NOBODY,
    OP_MARRY,
    OP_SIPHON,
    PICK_STREAM,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.choosing import choose, choose_piece
from balance.games.fairy_conundrum.rules.options import offer_number
from balance.games.fairy_conundrum.rules.targets import can_marry, find_legal, keep_couples, keep_mates
from balance.games.fairy_conundrum.styles.knowledge import knows

# Players


@kernel
def choose_foe(s, t, seat):
    """FC-170: the one opponent an ability is about, chosen once; -1: there is none, or it has fallen since."""
    if s.foe < 0:
        begin_offers(s.decision)
        for i in range(1, s.players):
            other = (seat + i) % s.players
            if s.seat[other].alive:
                offer_number(s, other)
        if s.decision.options > 0:
            s.foe = choose_piece(s, t, seat, Point.FOE)
    return s.foe if s.foe >= 0 and s.seat[s.foe].alive else NOBODY


@kernel
def players_of(s, t, k, seat):
    """The players a step works on, as a mask of seats; siphon without a word takes from the foe."""
    row = t.step[k].selector
    special = t.selector[row].special if row >= 0 else ME
    if row < 0 and t.step[k].op == OP_SIPHON:
        special = FOE
    if special == FOE:
        other = choose_foe(s, t, seat)
        return 1 << other if other >= 0 else 0
    mask = 0
    for other in range(s.players):
        mine = other == seat
        if s.seat[other].alive and (special == ALL or (special == ME and mine) or (special == FOES and not mine)):
            mask |= 1 << other
    return mask


# Cards


@kernel
def pick_targets(s, t, k, seat, source):
    """Fill ``s.targets`` with the cards a step works on: all legal ones, or those picked (decision TARGET)."""
    find_legal(s, t, k, seat, source)
    row = t.step[k].selector
    chosen = row >= 0 and t.selector[row].special == CARDS
    pick = t.selector[row].pick if chosen else EVERY
    if t.step[k].op == OP_MARRY:
        if can_marry(s, t, source):
            keep_mates(s, source)
        elif chosen:
            keep_couples(s)
    s.targets = 0
    if pick == EVERY:
        for i in range(s.legal):
            s.target[i] = s.legals[i]
        s.targets = s.legal
    else:
        chooser = choose_foe(s, t, seat) if pick == BY_FOE else seat
        for _ in range(t.selector[row].n):
            if s.legal == 0 or chooser < 0:
                break
            at = pick_one(s, t, pick, chooser)
            s.target[s.targets] = s.legals[at]
            s.targets += 1
            for i in range(at, s.legal - 1):
                s.legals[i] = s.legals[i + 1]
            s.legal -= 1
            if t.step[k].op == OP_MARRY and s.targets == 1 and not can_marry(s, t, source):
                keep_mates(s, s.target[0])
    for i in range(s.targets):
        s.target_object[i] = s.piece[s.target[i]].object
    if chosen and not s.fixed_it:
        for i in range(s.targets):
            s.it[i] = s.target[i]
        s.seen = s.targets


@kernel
def pick_one(s, t, pick, chooser):
    """One of the legal cards, as its place among them."""
    if pick == AT_RANDOM:
        return below(s, PICK_STREAM, s.legal) if s.legal > 1 else 0
    begin_offers(s.decision)
    for i in range(s.legal):
        p = s.legals[i]
        offer(s.decision, Verb.TAKE, s.piece[p].card if knows(s, chooser, p) else NOTHING, p)
    return choose(s, t, chooser, Point.TARGET)
