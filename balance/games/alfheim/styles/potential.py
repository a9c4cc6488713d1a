"""What an area is worth: every missing fairy by the nearest lines that may pay it, and the footprint (section 4.4)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, popcount
from balance.games.alfheim.rules.area import empty_neighbours, neighbours_showing
from balance.games.alfheim.rules.rounds import next_value
from balance.games.alfheim.state import AT_PREPARATION, CLASSES, EXPERTS, NONE, NOWHERE, PREPARATION, ROUNDS, TYPES
from balance.games.alfheim.styles.windows import list_windows, most_missing

MORE_ROOMS = 3  # empty cells beside a line, beyond the first, that can count
CHAIN = 0.5  # of what the secret fairy is worth: the share of those that bring its tile
LATE = (0.3, 0.7, 1.0)  # times this in the last round, in the one before, and earlier: a late tile is seldom placed


@kernel
def weigh_types(s, t, seat, fairies):
    """What each type is worth to a seat that has ``fairies``, in ``s.worth``: its points, and what it leads to."""
    style = t.style[s.style[seat]]
    me = s.seat[seat]
    secret = float(t.points[t.secret])
    for kind in range(TYPES):
        s.worth[kind] = 0.0 if (fairies >> kind) & 1 else style.points[kind]
    for row in range(EXPERTS):
        missing = t.need[row] & ~fairies
        if too_late(s, missing) or (me.experts >> row) & 1:
            continue
        share = step_share(popcount(missing), t.needs[row]) * next_value(s, t, row)
        secret += share if (missing >> t.secret) & 1 else 0.0
        share *= style.share[row] * (1.0 + style.race * rivals(s, t, seat, row))
        for kind in range(TYPES):
            if (missing >> kind) & 1:
                s.worth[kind] += share
    missing = t.after & ~fairies
    if not too_late(s, missing):
        late = LATE[min(ROUNDS - s.turn, 2)]
        share = (s.chain if style.reckon and late < 1.0 else CHAIN * late) * style.x_tomte * secret
        share *= step_share(popcount(missing), popcount(t.after))
        for kind in range(TYPES):
            if (missing >> kind) & 1:
                s.worth[kind] += share


@kernel
def weigh_secret(s, t, seat):
    """Reckon in ``s.chain``, late in the game, how near the area is to the secret tiles that may come, on average.

    Before that anything may happen to its lines; what is written there is not used.
    """
    style = t.style[s.style[seat]]
    if style.reckon == 0 or LATE[min(ROUNDS - s.turn, 2)] == 1.0:
        return
    # Those that others have placed as well: while fairies are placed nobody knows what others place.
    unseen = t.of_type[t.secret] & ((1 << t.costs) - 1)
    tiles = popcount(unseen)
    list_windows(s, t, style, s.seat[seat], unseen, most_missing(s, 0))
    add_windows(s, style, NOWHERE)
    s.chain = 0.0
    for rank in range(style.ranks[s.to_come]):
        s.chain += style.near[s.to_come, rank] * popcount(s.once[rank] & unseen) / tiles
        unseen &= ~s.once[rank]


@kernel
def too_late(s, missing):
    """Whether nothing is to be had for a set: it is complete, or in the last round more than one is missing."""
    return missing == 0 or (s.turn == ROUNDS and popcount(missing) > 1)


@kernel
def step_share(missing, needs):
    """How much of a set's reward each missing fairy is credited with: all of it for the last one."""
    if missing == 1:
        return 1.0
    if needs == 2:
        return 0.35
    return 0.5 if missing == 2 else 0.25


@kernel
def rivals(s, t, seat, row):
    """Opponents who, when the round began, lacked one fairy for a row of experts."""
    count = 0
    for other in range(t.players):
        if other != seat and s.seat[other].lacks[row] == 1:
            count += 1
    return count


# Lines


@kernel
def forget_lines(s, style):
    """No line yet."""
    s.roomful = np.int64(style.sides != 0.0)
    for rank in range(style.ranks[s.to_come]):
        s.once[rank] = 0
        s.twice[rank] = 0
        if s.roomful:
            for i in range(MORE_ROOMS):
                s.roomy[rank, i] = 0


@kernel
def add_line(s, rank, costs, rooms):
    """One more line of this rank for these costs, with so many empty cells beside it."""
    s.twice[rank] |= s.once[rank] & costs
    s.once[rank] |= costs
    if s.roomful:
        for i in range(min(rooms - 1, MORE_ROOMS)):
            s.roomy[rank, i] |= costs


@kernel
def rank_of(s, style, missing, how_sure):
    """The place of such lines among all, the most valuable first, while so many clue tiles are to come as now."""
    return style.rank[s.to_come, CLASSES * missing + how_sure]


@kernel
def add_windows(s, style, place):
    """The windows that are left when something lies on this legal cell; on none of them: NOWHERE."""
    forget_lines(s, style)
    here = 1 << place if place != NOWHERE else 0
    for i in range(s.windows):
        if s.window_stops[i] & here == 0:
            rooms = s.window_rooms[i]
            if s.window_sides[i] & here:
                rooms -= 1
            missing = s.window_missing[i]
            for how_sure in range(style.classes[missing]):
                if s.window_costs[i, how_sure]:
                    add_line(s, rank_of(s, style, missing, how_sure), s.window_costs[i, how_sure], rooms)


@kernel
def weigh_lines(s, t, style):
    """What the lines are worth that were added, by type in ``s.term``; and ``s.helps``. Returns the sum."""
    ranks = style.ranks[s.to_come]
    for rank in range(ranks):
        s.helps[rank] = 0
    total = 0.0
    for kind in range(TYPES):
        s.term[kind] = 0.0
        if s.worth[kind] != 0.0:
            s.term[kind] = weigh_kind(s, t, style, kind)
            if s.useful_rank >= 0:
                s.helps[s.useful_rank] |= t.of_type[kind]
        total += s.term[kind]
    # What a line of some rank would help, a nearer one would help as well.
    for rank in range(ranks - 2, -1, -1):
        s.helps[rank] |= s.helps[rank + 1]
    return total


@kernel
def weigh_kind(s, t, style, kind):
    """What the lines for a type are worth: the nearest, and a little for the next.

    Leaves in ``s.useful_rank`` the last rank of which one more line would make a difference, -1 for none.
    """
    costs = t.of_type[kind]
    best = 0.0
    more = 0.0
    rooms = 0.0
    near = style.near[s.to_come]
    s.useful_rank = style.ranks[s.to_come] - 1
    first = NONE
    for rank in range(style.ranks[s.to_come]):
        costs_here = s.once[rank] & costs
        if costs_here == 0:
            continue
        if first != NONE:
            more = near[rank]
            s.useful_rank = rank - 1
            break
        first = rank
        best = near[rank]
        if s.roomful:
            rooms = style.sides * rooms_beside(s, rank, costs)
        if costs_here & (costs_here - 1) or s.twice[rank] & costs:
            more = best
            s.useful_rank = rank - 1 + s.roomful
            break
    return s.worth[kind] * (best + style.second * more * (1.0 - best)) + rooms


@kernel
def rooms_beside(s, rank, costs):
    """Empty cells beyond the first beside the roomiest line of this rank, at most 3."""
    rooms = 0
    for i in range(MORE_ROOMS):
        if s.roomy[rank, i] & costs:
            rooms += 1
    return rooms


# The footprint, and long lines for the King


@kernel
def footprint_worth(t, style, matching, free):
    """What the footprint is worth with so many matching and so many empty neighbours."""
    bonus = min(matching * t.footprint_point, t.footprint_cap)
    return style.fp * bonus + style.fp_open * t.footprint_point * free


@kernel
def footprint_now(t, me, style):
    """What the footprint is worth as it lies, 0 while it does not."""
    at = me.footprint_at
    if at == NOWHERE:
        return 0.0
    matching = neighbours_showing(me, at, t.footprint[me.footprint])
    return footprint_worth(t, style, matching, empty_neighbours(me, at))


@kernel
def awaits_patterns(s, t):
    """Whether costs are to be revealed in the preparation that nobody can see yet."""
    if s.turn >= PREPARATION:
        return False
    for kind in range(TYPES):
        if t.reveal[kind] == AT_PREPARATION:
            return True
    return False
