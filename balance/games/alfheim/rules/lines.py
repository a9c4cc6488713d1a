"""What an area pays: fairies that may be placed, and where (FA-25 to FA-29, FA-31, FA-33)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, lowest_bit
from balance.games.alfheim.rules.area import is_clue, place_of
from balance.games.alfheim.state import DOWN, ICONS, LONGEST, NONE, RIGHT, TYPES


@kernel
def costs_of(s, t, seat):
    """FA-24, FA-29, FA-33: the set of costs with which the seat may place a fairy."""
    me = s.seat[seat]
    costs = s.in_force
    if me.secret != NONE:
        costs |= 1 << me.secret
    if seat == s.stand_in_for and (costs >> t.stand_in.place) & 1:
        costs = costs & ~(1 << t.stand_in.place) | 1 << t.stand_in.other
    for kind in range(TYPES):
        if (me.fairies >> kind) & 1:
            costs &= ~t.of_type[kind]
    return costs


@kernel
def find_legal(s, t, seat):
    """FA-25, FA-26: which fairies the seat may place where, in ``s.legal`` and ``s.payer``. Returns how many types."""
    me = s.seat[seat]
    for kind in range(TYPES):
        s.legal[kind] = 0
    costs = costs_of(s, t, seat)
    for i in range(me.tiles):
        for turned in range(2):
            along, across = (DOWN, RIGHT) if turned else (RIGHT, DOWN)
            if t.contains:
                if not is_clue(me.cell[me.tile[i] - along]):
                    pay_run(s, t, me, me.tile[i], along, across, costs)
            else:
                pay_segments(s, t, me, me.tile[i], along, across, costs)
    types = 0
    for kind in range(TYPES):
        if s.legal[kind]:
            types += 1
    return types


@kernel
def pay_segments(s, t, me, first, along, across, costs):
    """FA-25, ``segment``: the consecutive tiles from ``first`` on, each number of them a line that may pay."""
    number = 0
    sides = 0
    at = first
    for _ in range(LONGEST):
        content = me.cell[at]
        if not is_clue(content):
            return
        number = t.plus[number, content - 1]
        sides |= place_of(me, at + across) | place_of(me, at - across)
        paid = t.pays[number] & costs
        while paid:
            cost = lowest_bit(paid)
            paid &= paid - 1
            allow(s, t, sides, cost)
        at += along


@kernel
def allow(s, t, sides, cost):
    """FA-26: a fairy may lie on the cells ``sides``; of several costs that pay there, the first one counts.

    One that stands in another's place is counted, and written down, as that one.
    """
    kind = t.cost[cost].kind
    if cost == t.stand_in.other:
        cost = t.stand_in.place
    new = sides & ~s.legal[kind]
    known = sides & s.legal[kind]
    s.legal[kind] |= sides
    while new:
        place = lowest_bit(new)
        new &= new - 1
        s.payer[kind, place] = cost
    while known:
        place = lowest_bit(known)
        known &= known - 1
        s.payer[kind, place] = min(cost, s.payer[kind, place])


@kernel
def pay_run(s, t, me, first, along, across, costs):
    """FA-25, ``contains``: any tiles of the uninterrupted line that begins with ``first``."""
    for icon in range(ICONS):
        s.run[icon] = 0
    tiles = 0
    at = first
    while is_clue(me.cell[at]):
        s.run[me.cell[at] - 1] += 1
        tiles += 1
        at += along
    while costs:
        cost = lowest_bit(costs)
        costs &= costs - 1
        icons = paying_icons(s, t.cost[cost], tiles)
        if icons:
            sides = 0
            for i in range(tiles):
                at = first + i * along
                if (icons >> (me.cell[at] - 1)) & 1:
                    sides |= place_of(me, at + across) | place_of(me, at - across)
            allow(s, t, sides, cost)


@kernel
def paying_icons(s, cost, tiles):
    """FA-25, FA-26, ``contains``: the icons whose tiles can pay the cost out of ``s.run``; none if it is not met."""
    if tiles < cost.length:
        return 0
    icons = 0
    if cost.pattern:
        for icon in range(ICONS):
            if can_use(s, cost, icon):
                icons |= 1 << icon
        return icons
    for icon in range(ICONS):
        if s.run[icon] < cost.icons[icon]:
            return 0
        if cost.icons[icon] or cost.wild:
            icons |= 1 << icon
    return icons


@kernel
def can_use(s, cost, icon):
    """Whether tiles of this icon can be one of the parts of a pattern, with others for the rest."""
    for mine in range(cost.parts):
        if s.run[icon] < cost.part[mine]:
            continue
        for other in range(ICONS):
            s.named[other] = 0 if other == icon else s.run[other]
        payable = True
        for part in range(cost.parts):
            # The largest parts come first, so each takes the commonest icon that is left.
            if part == mine:
                continue
            commonest = 0
            for other in range(ICONS):
                if s.named[other] > s.named[commonest]:
                    commonest = other
            payable = payable and s.named[commonest] >= cost.part[part]
            s.named[commonest] = 0
        if payable:
            return True
    return False


@kernel
def longest_run(me):
    """The longest uninterrupted line of clue tiles."""
    longest = 0
    for i in range(me.tiles):
        for turned in range(2):
            along = DOWN if turned else RIGHT
            at = me.tile[i]
            if is_clue(me.cell[at - along]):
                continue
            tiles = 0
            while is_clue(me.cell[at]):
                tiles += 1
                at += along
            longest = max(longest, tiles)
    return longest
