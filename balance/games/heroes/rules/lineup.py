"""Line-ups: placing heroes, edges and icons, Strength, who starts (3.3, 3.4, 3.6)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, popcount
from balance.games.heroes.state import DISCARDS, ENERGIES, LEFT, ONLY, RIGHT


@kernel
def icons_between(t, left, right):
    """HF-21: complete icons where hero ``left`` stands directly left of hero ``right``, of all energies."""
    a = t.hero[left].right
    b = t.hero[right].left
    return popcount(a[0] & b[0]) + popcount(a[1] & b[1]) + popcount(a[2] & b[2])


@kernel
def place_hero(s, t, seat, side):
    """HF-13 (d): the hero it picked goes to the left or right end of the line-up, or stands alone."""
    me = s.seat[seat]
    hero = me.picked
    count = me.heroes
    me.joined = 0
    at = count
    if count == 0:
        side = ONLY
    elif side == LEFT:
        me.joined = icons_between(t, hero, me.lineup[0])
        for i in range(count, 0, -1):
            me.lineup[i] = me.lineup[i - 1]
            me.tile[i] = me.tile[i - 1]
            me.placer[i] = me.placer[i - 1]
        at = 0
    else:
        side = RIGHT
        me.joined = icons_between(t, me.lineup[count - 1], hero)
    me.lineup[at] = hero
    me.tile[at] = -1
    me.placer[at] = -1
    me.side = side
    me.heroes = count + 1
    me.strength += t.hero[hero].strength
    s.recount = 1


@kernel
def find_slots(s, t, seat):
    """HF-22, HF-24: the slots of the line-up, all free, the prestige slots from the cheapest to the dearest."""
    me = s.seat[seat]
    slots = me.slots
    slots.plain = 0
    slots.prestige = 0
    for e in ENERGIES:
        slots.energy[e] = 0
    for i in range(me.heroes):
        hero = t.hero[me.lineup[i]]
        slots.plain += hero.plain
        for j in range(hero.prestige):
            value = hero.value[j]
            at = slots.prestige
            while at > 0 and slots.value[at - 1] > value:
                slots.value[at] = slots.value[at - 1]
                at -= 1
            slots.value[at] = value
            slots.prestige += 1
        if i > 0:
            before = t.hero[me.lineup[i - 1]]
            for e in ENERGIES:
                slots.energy[e] += popcount(before.right[e] & hero.left[e])
    clear_slots(slots)


@kernel
def clear_slots(slots):
    """All slots are free."""
    for e in ENERGIES:
        slots.free_energy[e] = slots.energy[e]
    slots.free_plain = slots.plain
    slots.free_prestige = (1 << slots.prestige) - 1


@kernel
def find_start(s, t):
    """HF-40, HF-41: most Strength, then the strongest heroes from the left, then the youngest."""
    start = s.age[0]
    for i in range(1, t.players):
        seat = s.age[i]  # younger seats came before: a tie does not replace them
        if stronger(s, t, seat, start):
            start = seat
    s.starts[s.stage] = start


@kernel
def stronger(s, t, seat, other):
    """HF-41: whether ``seat`` comes before ``other``, age apart. Their line-ups are equally long."""
    me, them = s.seat[seat], s.seat[other]
    if me.strength != them.strength:
        return me.strength > them.strength
    for i in range(me.heroes):
        mine, theirs = t.hero[me.lineup[i]].strength, t.hero[them.lineup[i]].strength
        if mine != theirs:
            return mine > theirs
    return False


@kernel
def discard_heroes(s, t, seat):
    """HF-92, HF-76: the chosen heroes and the tiles on them leave, the others close up. Returns the tiles lost."""
    me = s.seat[seat]
    s.recount = 1
    kept = 0
    lost = 0
    gone = 0
    for i in range(me.heroes):
        if gone < DISCARDS and me.discard[gone] == i:
            gone += 1
            me.strength -= t.hero[me.lineup[i]].strength
            if me.tile[i] >= 0:
                s.tile_discard[s.in_tile_discard] = me.tile[i]
                s.in_tile_discard += 1
                lost += 1
            continue
        me.lineup[kept] = me.lineup[i]
        me.tile[kept] = me.tile[i]
        me.placer[kept] = me.placer[i]
        kept += 1
    me.heroes = kept
    return lost
