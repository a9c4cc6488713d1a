"""Maturation and the stages of an avatar (FC-84 to FC-88)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import EVENT_STAGE, MAX_HELD, MAX_SEATS, NOBODY, STAGES, Said
from balance.games.fairy_conundrum.play.abilities import resolve
from balance.games.fairy_conundrum.rules.events import raise_event
from balance.games.fairy_conundrum.rules.pieces import abilities_of_stage, learn
from balance.games.fairy_conundrum.rules.totals import count_maturation


@kernel
def mature_all(s, t):
    """``maturation_timing`` continuous: maturation is what it would be now (FC-84)."""
    for seat in range(s.players):
        if s.seat[seat].alive and s.living > 1:
            mature(s, t, seat)
    resolve(s, t)


@kernel
def mature(s, t, seat):
    """FC-84 to FC-88: compute the maturation and change the stage, a step at a time, until it stays."""
    me = s.seat[seat]
    before = me.stage
    find_stage(s, t, seat)
    if me.stage != before:
        happens(s, Said.STAGE, seat, before, 0)
        raise_event(s, t, EVENT_STAGE, seat, NOBODY, me.avatar, 0)


@kernel
def find_stage(s, t, seat):
    """FC-86, FC-87: one step at a time, the maturation computed again at each, for abilities change."""
    me = s.seat[seat]
    visited = 0
    path = 0  # stages since, two bits each, the newest lowest
    steps = 0
    while True:
        me.maturation = count_maturation(s, t, seat)
        stage = me.stage
        if (visited >> stage) & 1:
            end_swing(s, t, seat, path, steps)
            return
        visited |= 1 << stage
        path = (path << 2) | stage
        steps += 1
        card = t.card[me.stages[stage]]
        if me.maturation > card.high and stage < STAGES - 1:
            enter_stage(s, t, seat, stage + 1)
        elif me.maturation < card.low and stage > 0:
            enter_stage(s, t, seat, stage - 1)
        else:
            return


@kernel
def end_swing(s, t, seat, path, steps):
    """FC-87: the avatar would swing for ever: it keeps the lowest stage since the first visit of the repeated one."""
    me = s.seat[seat]
    lowest = me.stage
    for i in range(steps):
        stage = (path >> (2 * i)) & 3
        lowest = min(lowest, stage)
        if stage == me.stage:
            break
    if lowest != me.stage:
        enter_stage(s, t, seat, lowest)
    me.maturation = count_maturation(s, t, seat)


@kernel
def enter_stage(s, t, seat, stage):
    """FC-11, FC-86, FC-88: the avatar is another card now; what it gained stays with it.

    What its abilities have done this turn is kept for the stages it may come back to, and goes with those it gained.
    """
    me = s.seat[seat]
    piece = s.piece[me.avatar]
    own = abilities_of_stage(t, me)
    me.once[me.stage] = piece.once & ((1 << own) - 1)
    me.used[me.stage] = piece.used & ((1 << MAX_SEATS * own) - 1)
    gained = piece.held - own
    once = piece.once >> own
    used = piece.used >> MAX_SEATS * own
    for i in range(gained):
        piece.ability[i] = piece.ability[own + i]
    me.stage = stage
    piece.card = me.stages[stage]
    card = t.card[piece.card]
    own = abilities_of_stage(t, me)
    piece.held = min(own + gained, MAX_HELD)
    for i in range(piece.held - 1, own - 1, -1):
        piece.ability[i] = piece.ability[i - own]
    place = 0
    for i in range(card.abilities):
        if not (me.stolen[stage] >> i) & 1:
            piece.ability[place] = card.first + i
            place += 1
    piece.once = me.once[stage] | once << own
    piece.used = me.used[stage] | used << MAX_SEATS * own
    learn(t, piece)
    s.hearing |= piece.hears
    s.dirty = 1
