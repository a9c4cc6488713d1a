"""D3: which fairies to place, and where."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import any_of, slips
from balance.engine.kernels.kernel import kernel, lowest_bit
from balance.games.alfheim.rules.area import empty_neighbours, neighbours_showing
from balance.games.alfheim.rules.lines import costs_of
from balance.games.alfheim.state import NONE, NOWHERE, TYPES, Point
from balance.games.alfheim.styles.chance import best_of
from balance.games.alfheim.styles.clues import next_to
from balance.games.alfheim.styles.potential import (
    add_windows,
    footprint_now,
    footprint_worth,
    weigh_lines,
    weigh_types,
)
from balance.games.alfheim.styles.windows import list_windows, most_missing

STOP = NONE


@kernel
def choose_fairy(s, t, seat):
    """D3: the number of the option in ``s.option`` to take, after ``find_legal``; STOP for none (FA-23)."""
    list_options(s)
    if s.options == 0:
        return STOP
    if slips(s, t, seat, Point.FAIRY):
        chosen = any_of(s.decision, s.options + 1)
    else:
        weigh_options(s, t, seat)
        chosen = best_of(s, t.style[s.style[seat]], s.option_value, s.options + 1)
    return STOP if chosen == s.options else chosen


@kernel
def list_options(s):
    """All pairs of a type and a cell that ``find_legal`` found, in ``s.option``."""
    s.options = 0
    for kind in range(TYPES):
        places = s.legal[kind]
        while places:
            place = lowest_bit(places)
            places &= places - 1
            option = s.option[s.options]
            option.kind = kind
            option.place = place
            option.cost = s.payer[kind, place]
            s.options += 1


@kernel
def weigh_options(s, t, seat):
    """What each option is worth, and stopping, in ``s.option_value``: the fairy, and what becomes of the rest."""
    me = s.seat[seat]
    style = t.style[s.style[seat]]
    list_windows(s, t, me, costs_of(s, t, seat), most_missing(s, 0))
    add_windows(s, style, NOWHERE)
    weigh_types(s, t, seat, me.fairies)
    beside = footprint_now(t, me, style)
    before = weigh_lines(s, t, style) + beside
    for kind in range(TYPES):
        s.hoped[kind] = s.term[kind]
    best = -np.inf
    stop = 0.0
    kind = NONE
    fairy = 0.0
    for i in range(s.options):
        option = s.option[i]
        if option.kind != kind:
            kind = option.kind
            weigh_types(s, t, seat, me.fairies)
            fairy = s.worth[kind] * (1.0 + style.eager)
            weigh_types(s, t, seat, me.fairies | 1 << kind)
        add_windows(s, style, option.place)
        after = weigh_lines(s, t, style)
        after += footprint_beside(t, me, style) if next_to(me.edge[option.place], me.footprint_at) else beside
        s.option_value[i] = fairy + after - before
        if s.option_value[i] > best:
            best = s.option_value[i]
            stop = lost_rivals(s, kind)
    s.option_value[s.options] = stop


@kernel
def lost_rivals(s, kind):
    """What other fairies that could be placed now lose by one of this type, as a number below 0.

    Stopping would not save them: what two fairies want only one can have, now or later.
    """
    lost = 0.0
    for other in range(TYPES):
        if other != kind and s.legal[other]:
            lost += min(0.0, s.term[other] - s.hoped[other])
    return lost


@kernel
def footprint_beside(t, me, style):
    """What the footprint is worth with a fairy on one of its empty neighbours."""
    matching = neighbours_showing(me, me.footprint_at, t.footprint[me.footprint])
    return footprint_worth(t, style, matching, empty_neighbours(me, me.footprint_at) - 1)
