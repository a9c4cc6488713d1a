"""D1, D2 and D4: what a swap is worth, and where clue tiles and the footprint go."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, lowest_bit
from balance.games.alfheim.rules.area import (
    empty_neighbours,
    is_clue,
    keep_edge,
    lay_tile,
    neighbours_showing,
    take_back,
)
from balance.games.alfheim.rules.lines import costs_of, longest_run
from balance.games.alfheim.state import DOWN, EMPTY, FOOTPRINT, ICONS, LONGEST, NEVER_SWAPS, RIGHT, ROUNDS, TYPES
from balance.games.alfheim.styles.potential import (
    MORE_ROOMS,
    add_line,
    add_windows,
    awaits_patterns,
    footprint_now,
    footprint_worth,
    rank_of,
    weigh_kind,
    weigh_lines,
    weigh_secret,
    weigh_types,
)
from balance.games.alfheim.styles.windows import lengths_of, list_windows, most_missing, sort_costs

CLOSE = 0.6  # points: by how much a swap or the tile drawn is better at least where nobody ponders it
RATHER_KEPT = float(np.finfo(np.float64).tiny)  # a swap that brings nothing is not made
ALL_ICONS = (1 << ICONS) - 1


@kernel
def weigh_swap(s, t, seat):
    """D1: to keep the tile drawn, and by how much a swap is better on average over the centre stack (FA-19)."""
    margin = t.style[s.style[seat]].swap_margin
    gain = 0.0
    if margin < NEVER_SWAPS:
        gain = gain_at_once(s, t, seat)
        if ponders(s, t, seat) and abs(gain - margin) < CLOSE:
            gain = gain_pondered(s, t, seat)
    s.decision.worth[0] = margin + RATHER_KEPT
    s.decision.worth[1] = gain


@kernel
def gain_at_once(s, t, seat):
    """How much more the area is worth with a tile of the centre stack than with the one drawn, on average."""
    me = s.seat[seat]
    weigh_cells(s, t, seat, ALL_ICONS)
    return mean_in_centre(s, me, seat) - best_value(s, me, seat, s.drawn)


@kernel
def gain_pondered(s, t, seat):
    """The same with a thought of the next clue tile."""
    now = s.now[seat]
    expected = 0.0
    now.swapped = 1
    for icon in range(ICONS):
        if s.in_centre[icon]:
            now.kept = icon
            expected += s.in_centre[icon] * next_after(s, t, seat, icon)
    now.swapped = 0
    now.kept = s.drawn
    return expected / s.centres - next_after(s, t, seat, s.drawn)


@kernel
def next_after(s, t, seat, icon):
    """What the next clue tile brings when one of this icon lies on its best cell."""
    me = s.seat[seat]
    weigh_cells(s, t, seat, 1 << icon)
    best = best_place(s, me, seat, icon)
    alone = s.value[seat, icon, best]
    return next_on(s, t, seat, icon, best, keep_edge(me, s.edge_kept), alone)


@kernel
def ponders(s, t, seat):
    """Whether the style thinks of the clue tile to come, and one is to come."""
    return t.style[s.style[seat]].ponder > 0 and s.turn < ROUNDS


@kernel
def mean_in_centre(s, me, seat):
    """What the area is worth with a tile of the centre stack on the best cell, on average.

    Of the swaps of a round a seat knows only its own before all clues are laid (FA-14).
    """
    now = s.now[seat]
    expected = 0.0
    for icon in range(ICONS):
        tiles = s.in_centre[icon]
        if now.swapped:
            tiles += (1 if icon == s.drawn else 0) - (1 if icon == now.kept else 0)
        if tiles:
            expected += tiles * best_value(s, me, seat, icon)
    return expected / s.centres


@kernel
def best_value(s, me, seat, icon):
    """What the area is worth with this icon on the best cell."""
    return s.value[seat, icon, best_place(s, me, seat, icon)]


@kernel
def best_place(s, me, seat, icon):
    """The cell where this icon serves best, as its place among the legal ones."""
    best = 0
    for place in range(1, me.edges):
        if s.value[seat, icon, place] > s.value[seat, icon, best]:
            best = place
    return best


@kernel
def weigh_clues(s, t, seat, icon):
    """D2: the clue tile on each of the legal cells."""
    me = s.seat[seat]
    if (me.weighed >> icon) & 1 == 0:
        weigh_cells(s, t, seat, 1 << icon)
    for place in range(me.edges):
        s.decision.worth[place] = s.value[seat, icon, place]
    if ponders(s, t, seat):
        ponder(s, t, seat, icon)


@kernel
def ponder(s, t, seat, icon):
    """D2 with a thought of the next clue tile: the best cells count what the area is worth with that one as well.

    All other cells count as much less than the last of these as without the thought.
    """
    me = s.seat[seat]
    worth = s.decision.worth
    edges = keep_edge(me, s.edge_kept)
    for place in range(edges):
        s.alone[place] = worth[place]
    pondered = 0
    more = 0.0
    for _ in range(min(t.style[s.style[seat]].ponder, edges)):
        best = -1
        for place in range(edges):
            if (pondered >> place) & 1 == 0 and (best < 0 or s.alone[place] > s.alone[best]):
                best = place
        worth[best] = next_on(s, t, seat, icon, best, edges, s.alone[best])
        more = worth[best] - s.alone[best]
        pondered |= 1 << best
    for place in range(edges):
        if (pondered >> place) & 1 == 0:
            worth[place] = s.alone[place] + more


@kernel
def next_on(s, t, seat, icon, place, edges, alone):
    """What the next clue tile brings when one of this icon lies on one of the ``edges`` cells in ``s.edge_kept``.

    Where it would leave no cell there is nothing to think of: what it is worth ``alone``. Overwrites ``s.value``.
    """
    me = s.seat[seat]
    lay_tile(me, s.edge_kept[place], 1 + icon)
    s.turn += 1
    worth = next_worth(s, t, seat) if me.edges else alone
    s.turn -= 1
    take_back(me, s.edge_kept, edges)
    me.weighed = 0
    return worth


@kernel
def next_worth(s, t, seat):
    """What the area is worth when the next clue tile lies on its best cell, or one that it is swapped for: the mean."""
    me = s.seat[seat]
    weigh_cells(s, t, seat, ALL_ICONS)
    swapped = mean_in_centre(s, me, seat) - t.style[s.style[seat]].swap_margin if t.swap else -np.inf
    hoped = 0.0
    left = 0
    for icon in range(ICONS):
        if s.left[icon]:
            hoped += s.left[icon] * max(best_value(s, me, seat, icon), swapped)
            left += s.left[icon]
    return hoped / max(left, 1)


@kernel
def weigh_footprint(s, t, seat):
    """D4: the footprint on each of the legal cells. The next clue tile is not known yet."""
    me = s.seat[seat]
    style = t.style[s.style[seat]]
    icons = t.footprint[me.footprint]
    weigh_types(s, t, seat, me.fairies)
    list_windows(s, t, style, me, costs_of(s, t, seat), most_missing(s, 1))
    for place in range(me.edges):
        at = me.edge[place]
        add_windows(s, style, place)
        footprint_value = footprint_worth(t, style, neighbours_showing(me, at, icons), empty_neighbours(me, at))
        s.decision.worth[place] = weigh_lines(s, t, style) + footprint_value


@kernel
def weigh_cells(s, t, seat, icons):
    """What the area is worth with each of a set of icons on each legal cell, in ``s.value``."""
    me = s.seat[seat]
    style = t.style[s.style[seat]]
    me.weighed |= icons
    costs = costs_of(s, t, seat)
    missing = most_missing(s, 0)
    lengths = lengths_of(t, costs)
    awaiting = style.king_prep != 0.0 and awaits_patterns(s, t)
    longest = longest_run(me) if awaiting else 0
    footprint_alone = footprint_now(t, me, style)
    weigh_secret(s, t, seat)
    weigh_types(s, t, seat, me.fairies)
    list_windows(s, t, style, me, costs, missing)
    for place in range(me.edges):
        at = me.edge[place]
        add_windows(s, style, place)
        weigh_lines(s, t, style)
        keep_lines(s, style)
        s.crossings = 0
        helping = most_missing_that_helps(s, style, costs, missing)
        list_crossings(s, t, me, style, at, RIGHT, DOWN, costs, helping, lengths)
        list_crossings(s, t, me, style, at, DOWN, RIGHT, costs, helping, lengths)
        run = 0.0
        if awaiting:
            run = style.king_prep * max(longest, run_through(me, at, RIGHT), run_through(me, at, DOWN))
        touches = next_to(at, me.footprint_at)
        for icon in range(ICONS):
            if (icons >> icon) & 1:
                value = weigh_crossings(s, t, style, icon) + run
                value += footprint_with(t, me, style, icon) if touches else footprint_alone
                s.value[seat, icon, place] = value


@kernel
def footprint_with(t, me, style, icon):
    """What the footprint is worth with a clue tile of this icon on one of its empty neighbours."""
    icons = t.footprint[me.footprint]
    matching = neighbours_showing(me, me.footprint_at, icons) + ((icons >> icon) & 1)
    return footprint_worth(t, style, matching, empty_neighbours(me, me.footprint_at) - 1)


# Lines through a cell


@kernel
def help_of(s, style, missing):
    """The set of costs with which one more line helps that misses so many tiles, after ``weigh_lines``."""
    costs = 0
    for how_sure in range(style.classes[missing]):
        costs |= s.helps[rank_of(s, style, missing, how_sure)]
    return costs


@kernel
def most_missing_that_helps(s, style, costs, missing):
    """How many tiles a line may miss, at most so many, and still help: beside nearer lines most would not. -1: none."""
    while missing >= 0 and help_of(s, style, missing) & costs == 0:
        missing -= 1
    return missing


@kernel
def list_crossings(s, t, me, style, at, along, across, costs, missing, lengths):
    """The windows that there will be through the legal cell ``at``, and that may help with a clue tile there."""
    begin = at
    for before in range(LONGEST):
        if before > 0:
            begin -= along
            if me.cell[begin] >= FOOTPRINT:
                return
        number = 0
        tiles = 0
        rooms = 0
        here = begin
        for cells in range(1, LONGEST + 1):
            content = me.cell[here]
            if content >= FOOTPRINT:
                break
            if here == at:
                tiles += 1
            elif content > EMPTY:
                number = t.plus[number, content - 1]
                tiles += 1
            if cells - tiles > missing:
                break
            rooms += np.int64(me.cell[here + across] <= EMPTY) + np.int64(me.cell[here - across] <= EMPTY)
            here += along
            if cells <= before or (lengths >> cells) & 1 == 0 or rooms == 0:
                continue
            helped = t.fits[cells, number] & costs & help_of(s, style, cells - tiles)
            if helped:
                i = s.crossings
                s.crossing_number[i] = number
                s.crossing_cells[i] = cells
                s.crossing_missing[i] = cells - tiles
                s.crossing_rooms[i] = rooms
                s.crossing_costs[i] = helped
                s.crossings += 1


@kernel
def weigh_crossings(s, t, style, icon):
    """What all lines are worth when this icon lies where the listed ones cross, after ``weigh_lines``."""
    helped = 0
    ranks = 0
    for i in range(s.crossings):
        number = t.plus[s.crossing_number[i], icon]
        fits = t.fits[s.crossing_cells[i], number] & s.crossing_costs[i]
        if fits == 0:
            continue
        missing = s.crossing_missing[i]
        sort_costs(s, t, style, number, fits, missing)
        for how_sure in range(style.classes[missing]):
            rank = rank_of(s, style, missing, how_sure)
            more = s.by_class[how_sure] & s.helps[rank]
            if more:
                add_line(s, rank, more, s.crossing_rooms[i])
                helped |= more
                ranks |= 1 << rank
    total = 0.0
    for kind in range(TYPES):
        total += weigh_kind(s, t, style, kind) if helped & t.of_type[kind] else s.term[kind]
    recall_lines(s, ranks)
    return total


@kernel
def keep_lines(s, style):
    """Remember the lines added so far."""
    for rank in range(style.ranks[s.to_come]):
        s.once_kept[rank] = s.once[rank]
        s.twice_kept[rank] = s.twice[rank]
        if s.roomful:
            for i in range(MORE_ROOMS):
                s.roomy_kept[rank, i] = s.roomy[rank, i]


@kernel
def recall_lines(s, ranks):
    """Of these ranks, those lines and no others."""
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        s.once[rank] = s.once_kept[rank]
        s.twice[rank] = s.twice_kept[rank]
        if s.roomful:
            for i in range(MORE_ROOMS):
                s.roomy[rank, i] = s.roomy_kept[rank, i]


@kernel
def run_through(me, at, along):
    """The uninterrupted line of clue tiles that one more at ``at`` makes."""
    tiles = 1
    here = at + along
    while is_clue(me.cell[here]):
        tiles += 1
        here += along
    here = at - along
    while is_clue(me.cell[here]):
        tiles += 1
        here -= along
    return tiles


@kernel
def next_to(cell, other):
    """Whether two cells are neighbours."""
    apart = abs(cell - other)
    return apart in (RIGHT, DOWN)
