"""D3: what each fairy is worth on each cell, and stopping."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, lowest_bit
from balance.games.alfheim.rules.area import empty_neighbours, neighbours_showing
from balance.games.alfheim.rules.lines import costs_of
from balance.games.alfheim.state import NOWHERE, TYPES
from balance.games.alfheim.styles.clues import next_to
from balance.games.alfheim.styles.potential import (
    add_windows,
    footprint_now,
    footprint_worth,
    weigh_lines,
    weigh_secret,
    weigh_types,
)
from balance.games.alfheim.styles.windows import list_windows, most_missing


@kernel
def weigh_fairies(s, t, seat):
    """D3: every pair of a type and a cell: the fairy, and what becomes of the rest; and stopping."""
    me = s.seat[seat]
    style = t.style[s.style[seat]]
    worth = s.decision.worth
    weigh_secret(s, t, seat)
    list_windows(s, t, style, me, costs_of(s, t, seat), most_missing(s, 0))
    add_windows(s, style, NOWHERE)
    weigh_types(s, t, seat, me.fairies)
    footprint_alone = footprint_now(t, me, style)
    before = weigh_lines(s, t, style) + footprint_alone
    for kind in range(TYPES):
        s.hoped[kind] = s.term[kind]
    best = -np.inf
    stop = 0.0
    n = 0
    for kind in range(TYPES):
        places = s.legal[kind]
        if places == 0:
            continue
        weigh_types(s, t, seat, me.fairies)
        fairy = s.worth[kind] * (1.0 + style.eager)
        weigh_types(s, t, seat, me.fairies | 1 << kind)
        while places:
            place = lowest_bit(places)
            places &= places - 1
            add_windows(s, style, place)
            after = weigh_lines(s, t, style)
            after += footprint_beside(t, me, style) if next_to(me.edge[place], me.footprint_at) else footprint_alone
            worth[n] = fairy + after - before
            if worth[n] > best:
                best = worth[n]
                stop = lost_rivals(s, kind)
            n += 1
    worth[n] = stop


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
