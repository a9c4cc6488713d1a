"""One turn: ten moments, in each the players one after another (FC-29, FC-30)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    ALTERNATE,
    AWAKENING,
    CONSPIRACY,
    CONTINUOUS,
    DESTINY,
    DREAM,
    GATHERING,
    JOUST,
    MATURATION,
    NARRATION,
    RENEWAL,
    SIMULTANEOUS,
    VOLATILITY,
    Point,
    Said,
)
from balance.games.fairy_conundrum.play.abilities import begin_action, begin_part, resolve, take_part
from balance.games.fairy_conundrum.play.joust import joust, joust_together, next_in_order
from balance.games.fairy_conundrum.play.maturation import mature, mature_all
from balance.games.fairy_conundrum.play.moments import (
    awake,
    dream,
    end_turn,
    find_order,
    gather,
    renew_fairies,
    tick,
)
from balance.games.fairy_conundrum.play.narration import narrate, take_turns
from balance.games.fairy_conundrum.rules.totals import initiative_of


@kernel
def play_moment(s, t, moment):
    """One moment, for every living player (FC-29)."""
    s.moment = moment
    happens(s, Said.MOMENT, moment, 0, 0)
    if moment == DESTINY:
        begin_action(s)
        find_order(s, t)
        log_order(s, t)
    elif moment == CONSPIRACY and not t.conspiracy:
        return
    elif moment == JOUST and t.joust_mode == SIMULTANEOUS:
        joust_together(s, t)
        return
    done = 0
    seat = next_in_order(s, done)
    while seat >= 0 and s.living > 1:
        done |= 1 << seat
        take_part(s, seat)
        if not takes_turns(t, moment):
            begin_part(s, t, seat, moment)
        if s.seat[seat].alive and s.living > 1:
            play_part(s, t, moment, seat)
        if t.maturation_timing == CONTINUOUS:
            mature_all(s, t)
        seat = next_in_order(s, done)
    if s.living > 1:
        if moment == NARRATION and t.narration_mode == ALTERNATE:
            take_turns(s, t, Point.NAR, moment)
        elif moment == CONSPIRACY:
            for seat in range(s.players):
                s.seat[seat].done = 0
            take_turns(s, t, Point.CON, moment)
        elif moment == AWAKENING:
            end_turn(s, t)


@kernel
def takes_turns(t, moment):
    """Whether players act in rotation in this moment (FC-30, FC-38): their parts begin with their first turn."""
    return moment == CONSPIRACY or (moment == NARRATION and t.narration_mode == ALTERNATE)


@kernel
def log_order(s, t):
    """What the log says of Destiny."""
    if s.turn == 1:
        s.first_player = s.order[0]
    for i in range(s.living):
        seat = s.order[i]
        s.now[seat].destiny_pos = i
        s.now[seat].chose_first = np.int64(seat == s.chooser)
        s.now[seat].initiative = initiative_of(s, t, seat)
    happens(s, Said.ORDER, s.chooser, s.order[0], 0)


@kernel
def play_part(s, t, moment, seat):
    """One player's part of a moment."""
    if moment == VOLATILITY:
        tick(s, t, seat)
    elif moment == RENEWAL:
        renew_fairies(s, t, seat)
    elif moment == GATHERING:
        gather(s, t, seat)
    elif moment == NARRATION:
        if t.narration_mode != ALTERNATE:
            narrate(s, t, seat)
    elif moment == JOUST:
        joust(s, t, seat)
    elif moment == MATURATION:
        mature(s, t, seat)
        resolve(s, t)
    elif moment == DREAM:
        dream(s, t, seat)
    elif moment == AWAKENING:
        awake(s, t, seat)
