"""Windows: lines of an area that pay a cost or may come to pay one, and how near they are to it (section 4.4).

A window is a straight line of at most six cells with a clue tile on it and nothing but clue tiles and empty
cells, and with an empty cell beside it. Its level says how near it is: by the tiles missing, and how surely they come.
"""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, lowest_bit
from balance.games.alfheim.rules.area import place_of
from balance.games.alfheim.state import (
    DOWN,
    EMPTY,
    ENOUGH,
    FOOTPRINT,
    ICONS,
    LONGEST,
    MISSING,
    PLENTY,
    RIGHT,
    ROUNDS,
    SCARCE,
    TIGHT,
)


@kernel
def look_ahead(s):
    """New luck: what is scarce has to be worked out again."""
    s.draws += 1


@kernel
def scarce_costs(s, t, number):
    """The set of costs that, beside these tiles, name an icon more often than it may still be drawn."""
    if s.scarce_at[number] != s.draws:
        scarce = 0
        for icon in range(ICONS):
            scarce |= t.asks[icon, min(LONGEST, t.count[number, icon] + s.left[icon])]
        s.scarce[number] = scarce
        s.scarce_at[number] = s.draws
    return s.scarce[number]


@kernel
def count_fitting(s, t, number):
    """By number of tiles the set of costs that so many of those left help, beside these tiles: in ``s.fitting``."""
    if s.fitting_at[number] == s.draws:
        return
    fitting = s.fitting[number]
    for tiles in range(1, ENOUGH + 1):
        fitting[tiles] = 0
    for icon in range(ICONS):
        helped = t.helped[number, icon]
        for _ in range(s.left[icon]):
            for tiles in range(ENOUGH, 1, -1):
                fitting[tiles] |= fitting[tiles - 1] & helped
            fitting[1] |= helped
    s.fitting_at[number] = s.draws


@kernel
def sort_costs(s, t, style, number, fits, missing):
    """The costs ``fits`` that these tiles may pay with so many more, by how surely those come: in ``s.by_class``."""
    if missing == 0:
        s.by_class[PLENTY] = fits
        return
    scarce = fits & scarce_costs(s, t, number)
    fits &= ~scarce
    if style.reckon:
        # Of most icons two are left. So with twice as many tiles left that help as are missing the line can do without
        # any one of them; with fewer there are some that it cannot do without.
        count_fitting(s, t, number)
        fitting = s.fitting[number]
        scarce |= fits & ~fitting[missing]
        fits &= fitting[missing]
        for tight in range(missing, 0, -1):
            enough = fitting[2 * missing - tight + 1]
            s.by_class[TIGHT + tight - 1] = fits & ~enough
            fits &= enough
    s.by_class[PLENTY] = fits
    s.by_class[SCARCE] = scarce


@kernel
def most_missing(s, more):
    """How many tiles a line may miss: not more than come in later rounds, and ``more`` in this one: ``s.to_come``."""
    s.to_come = ROUNDS - s.turn + more
    return min(MISSING - 1, s.to_come)


@kernel
def lengths_of(t, costs):
    """The set of numbers of cells that windows for these costs have."""
    lengths = 0
    while costs:
        cost = lowest_bit(costs)
        costs &= costs - 1
        lengths |= 1 << t.cost[cost].length
    if t.contains:
        # A longer line pays too: from the shortest cost on, all.
        lengths = ((1 << (LONGEST + 1)) - 1) & ~((1 << lowest_bit(lengths)) - 1) if lengths else 0
    return lengths


@kernel
def list_windows(s, t, style, me, costs, missing):
    """All windows of the area that may pay one of ``costs`` with at most so many ``missing`` tiles, each once."""
    s.windows = 0
    lengths = lengths_of(t, costs)
    if lengths == 0:
        return
    for i in range(me.tiles):
        for turned in range(2):
            along, across = (DOWN, RIGHT) if turned else (RIGHT, DOWN)
            list_from(s, t, style, me, me.tile[i], along, across, costs, missing, lengths)


@kernel
def list_from(s, t, style, me, first, along, across, costs, missing, lengths):
    """The windows whose first clue tile is ``first``: they begin there or on empty cells before it."""
    stops = 0  # of the empty cells before `first`
    sides = 0
    rooms = 0
    before = 0
    at = first
    while True:
        # The cells from `first` on
        number = 0
        tiles = 0
        here_stops = stops
        here_sides = sides
        here_rooms = rooms
        here = first
        for cells in range(before + 1, LONGEST + 1):
            content = me.cell[here]
            if content >= FOOTPRINT:
                break
            if content > EMPTY:
                number = t.plus[number, content - 1]
                tiles += 1
            elif cells - tiles > missing:
                break
            else:
                here_stops |= place_of(me, here)
            left, right = me.cell[here + across], me.cell[here - across]
            if left <= EMPTY:
                here_rooms += 1
                here_sides |= place_of(me, here + across)
            if right <= EMPTY:
                here_rooms += 1
                here_sides |= place_of(me, here - across)
            here += along
            if (lengths >> cells) & 1 and here_rooms > 0:
                fits = t.fits[cells, number] & costs
                if fits:
                    add_window(s, t, style, number, fits, cells - tiles, here_stops, here_sides, here_rooms)
        before += 1
        at -= along
        if before == LONGEST or before > missing or me.cell[at] > EMPTY:
            return
        stops |= place_of(me, at)
        if me.cell[at + across] <= EMPTY:
            rooms += 1
            sides |= place_of(me, at + across)
        if me.cell[at - across] <= EMPTY:
            rooms += 1
            sides |= place_of(me, at - across)


@kernel
def add_window(s, t, style, number, fits, missing, stops, sides, rooms):
    """Append a window."""
    i = s.windows
    sort_costs(s, t, style, number, fits, missing)
    for how_sure in range(style.classes[missing]):
        s.window_costs[i, how_sure] = s.by_class[how_sure]
    s.window_missing[i] = missing
    # With its only empty neighbour filled, no fairy could be placed beside it.
    s.window_stops[i] = stops | sides if rooms == 1 else stops
    s.window_sides[i] = sides
    s.window_rooms[i] = rooms
    s.windows += 1
