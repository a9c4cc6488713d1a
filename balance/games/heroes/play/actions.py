"""A hero's turn (HF-43 to HF-46): tiles from the reserve, then the action in force, step by step."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, popcount
from balance.engine.kernels.news import happens
from balance.games.heroes.log.events import (
    log_activated,
    log_attempted,
    log_drawn,
    log_missions_seen,
    log_placed,
    log_resolved,
    log_row_seen,
    log_spoils,
    log_taken,
)
from balance.games.heroes.play.choosing import (
    DECLINE,
    KEEP,
    choose_adversaries,
    choose_dice,
    choose_friend,
    choose_healing,
    choose_k,
    choose_mission,
    choose_option,
    choose_place,
    choose_slot,
    choose_victim,
    count_places,
)
from balance.games.heroes.rules.adventure import (
    achieve,
    clear_hit,
    discard_tile,
    draw_tile,
    gain,
    keep_tile,
    put_tile,
    roll_dice,
    start_hit,
    take_adversary,
    take_from_reserve,
)
from balance.games.heroes.rules.damage import (
    count_covered,
    count_free,
    cover,
    cover_typed,
    points_of,
    uncover,
    uncovered_points,
    write_free,
)
from balance.games.heroes.rules.setup import refill_row
from balance.games.heroes.state import (
    FIGHT,
    GIFT,
    HEAL,
    HIT,
    HITROLL,
    IMMEDIATE,
    KEPT,
    LONGEST,
    MISSION,
    OPPONENT,
    OWN,
    POINTS_GIFT,
    POINTS_SHINE,
    POINTS_TILE,
    ROLL,
    ROW,
    SHINE,
    TILE,
    UNTYPED,
    USED,
    Said,
)
from balance.games.heroes.styles.fights import most
from balance.games.heroes.styles.options import missions_for


@kernel
def perform(s, t, seat):
    """HF-43: the turn of the seat's hero at ``s.position``."""
    place_reserve(s, t, seat)
    me = s.seat[seat]
    now = s.now[seat]
    hero = me.lineup[s.position]
    tile = me.tile[s.position]
    now.tile_in_force = tile
    if s.logs_turns:
        log_activated(s, t, seat, s.position)
    if tile >= 0:
        now.option = choose_option(s, t, seat, t.tile[tile], t.tile_code + tile)
        now.action = t.tile[tile].option[now.option]
    else:
        now.option = choose_option(s, t, seat, t.hero[hero], hero)
        now.action = t.hero[hero].option[now.option]
    s.frames = 0
    push_option(s, now.action, tile, 0)
    while s.frames > 0:
        frame = s.frame[s.frames - 1]
        option = t.option[frame.option]
        if frame.step == option.steps:
            s.frames -= 1
            if frame.drawn:
                discard_tile(s, frame.tile)  # HF-71: after it has taken effect
            continue
        step = t.step[option.first + frame.step]
        frame.step += 1
        perform_step(s, t, seat, step, frame.tile)


@kernel
def push_option(s, option, tile, drawn):
    """Perform this option next, before the rest of what is under way."""
    frame = s.frame[s.frames]
    frame.option = option
    frame.step = 0
    frame.tile = tile
    frame.drawn = drawn
    s.frames += 1


@kernel
def place_reserve(s, t, seat):
    """HF-74: the seat goes once through its reserve, in the order of drawing, and may place each tile."""
    now = s.now[seat]
    now.tiles_placed = 0
    if t.tile_timing:
        return
    me = s.seat[seat]
    i = 0
    while i < me.reserved:
        tile = me.reserve[i]
        if count_places(s, t, seat, tile) > 0:
            place = choose_place(s, t, seat, tile, False)
            if place != KEEP:
                take_from_reserve(s, seat, i)
                put_tile(s, seat, tile, place // LONGEST, place % LONGEST)
                now.tiles_placed += 1
                if s.logs_turns:
                    log_placed(s, t, seat, tile, place // LONGEST)
                continue
        i += 1


@kernel
def perform_step(s, t, seat, step, tile):
    """One step of an option (5.2); ``tile``: the tile it comes from, -1 when it is printed on the hero."""
    op = step.op
    if op == FIGHT:
        fight(s, t, seat, step)
    elif op == MISSION:
        go_on_mission(s, t, seat)
    elif op == TILE:
        pick_tile(s, t, seat)
    elif op == HEAL:
        heal(s, t, seat, step.n)
    elif op == SHINE:
        gain(s, seat, POINTS_TILE if tile >= 0 else POINTS_SHINE, step.n)  # HF-81
    elif op == GIFT:
        give(s, t, seat, step.n)
    elif op == ROLL:
        clear_hit(s)
        roll_dice(s, t, step.dice)
        take_damage(s, t, seat)
    elif op in (HIT, HITROLL):
        hit_opponent(s, t, seat, step)


# Damage


@kernel
def place_damage(s, t, seat):
    """HF-31, HF-32: place as much of ``s.hit`` as possible; the owner chooses a slot for each untyped point.

    Returns how many points were placed.
    """
    happens(s, Said.DAMAGE, seat, 0, 0)
    slots = s.seat[seat].slots
    placed = cover_typed(slots, s.hit)
    untyped = min(s.hit[UNTYPED], count_free(slots))
    for _ in range(untyped):
        cover(slots, choose_slot(s, t, seat))
    placed += untyped
    s.counters += placed
    s.most_counters = max(s.most_counters, s.counters)
    return placed


@kernel
def take_damage(s, t, seat):
    """The seat takes ``s.hit`` by its own doing. Returns whether all of it was placed (HF-52)."""
    now = s.now[seat]
    slots = s.seat[seat].slots
    write_free(slots, now.free)
    for i in range(4):
        now.dmg[i] = s.hit[i]
    now.placed = place_damage(s, t, seat)
    return now.placed == points_of(s.hit)


@kernel
def hit_opponent(s, t, seat, step):
    """HF-71: an opponent of the seat's choice takes damage."""
    victim = choose_victim(s, t, seat, step)
    start_hit(s, step.hit)
    if step.op == HITROLL:
        roll_dice(s, t, step.dice)
    now = s.now[seat]
    slots = s.seat[victim].slots
    now.victim = victim
    write_free(slots, now.victim_free)
    for i in range(4):
        now.hit[i] = s.hit[i]
    now.hit_placed = place_damage(s, t, victim)
    now.victim_pslot = uncovered_points(slots)


@kernel
def heal(s, t, seat, count):
    """HF-80: remove so many counters, or all (-1), from slots of the owner's choice."""
    slots = s.seat[seat].slots
    left = count_covered(slots)
    if count >= 0:
        left = min(left, count)
    s.counters -= left
    for _ in range(left):
        uncover(slots, choose_healing(s, t, seat))


# Steps


@kernel
def fight(s, t, seat, step):
    """HF-50 to HF-56."""
    now = s.now[seat]
    now.k_offered = most(s, step)
    if s.logs_turns:
        log_row_seen(s, t, seat)
    k = choose_k(s, t, seat, step) if now.k_offered > 0 else 0
    now.k = k
    if k == 0:
        return
    dice = choose_dice(s, t, seat, step, k) | step.added
    now.dice = dice - 1
    clear_hit(s)
    roll_dice(s, t, dice)
    now.won = np.int64(take_damage(s, t, seat))
    happens(s, Said.FIGHT, seat, now.won, 0)
    s.seat[seat].fights[k - 1] += 1
    s.seat[seat].losses[k - 1] += 1 - now.won
    if not now.won:
        return
    places = choose_adversaries(s, t, seat, k)
    happens(s, Said.SPOILS, seat, places, 0)
    if s.logs_turns:
        log_spoils(s, t, seat, places)
    for place in range(ROW - 1, -1, -1):  # from the right, because the row closes up
        if (places >> place) & 1:
            card = take_adversary(s, t, seat, place)
            now.adv[popcount(places & ((1 << place) - 1))] = card
            if s.logs_turns:
                log_taken(s, t, seat, card)
    refill_row(s, t)


@kernel
def go_on_mission(s, t, seat):
    """HF-60 to HF-65, and HF-45 for declining."""
    if s.logs_turns:
        log_missions_seen(s, t, seat)
    now = s.now[seat]
    ranks = missions_for(s, t, seat, s.seat[seat].slots)
    if ranks == 0:
        return
    rank = choose_mission(s, t, seat, ranks)
    now.declined = np.int64(rank == DECLINE)
    if rank == DECLINE:
        return
    card = s.pile[rank, 0]
    mission = t.mission[card]
    space = s.covered[rank]
    start_hit(s, mission.hit)
    roll_dice(s, t, mission.dice)
    achieved = take_damage(s, t, seat)
    happens(s, Said.MISSION, seat, card, mission.point[space] if achieved else 0)
    now.mission = card
    now.failed = np.int64(not achieved)
    now.cycled = 0
    s.seat[seat].achieved += np.int64(achieved)
    s.seat[seat].failed += now.failed
    if achieved:
        now.space = space + 1
        now.mission_points = mission.point[space]
        now.cycled = np.int64(achieve(s, t, seat, rank))
    if s.logs_turns:
        log_attempted(s, t, seat, card, achieved, space, now.cycled)


@kernel
def give(s, t, seat, points):
    """Tile T8 and the like: an opponent of the seat's choice gains points."""
    friend = choose_friend(s, t, seat)
    gain(s, friend, POINTS_GIFT, points)
    now = s.now[seat]
    now.given += points
    now.gift_seat = friend


@kernel
def pick_tile(s, t, seat):
    """HF-70 to HF-74: draw a tile; it takes effect, is placed, or goes to the reserve."""
    tile = draw_tile(s)
    if tile < 0:
        return
    now = s.now[seat]
    now.tile_drawn = tile
    happens(s, Said.TILE, seat, tile, 0)
    s.seat[seat].drawn += 1
    now.tile_seat = -1
    now.tile_position = -1
    if s.logs_turns:
        log_drawn(s, t, seat, tile)
    if t.tile[tile].kind == IMMEDIATE:
        now.tile_fate = USED
        if s.logs_turns:
            log_resolved(s, t, seat, tile)
        option = choose_option(s, t, seat, t.tile[tile], t.tile_code + tile)
        push_option(s, t.tile[tile].option[option], tile, 1)
        return
    place = KEEP
    if count_places(s, t, seat, tile) > 0:
        place = choose_place(s, t, seat, tile, True)
    if place == KEEP:
        keep_tile(s, seat, tile)
        now.tile_fate = KEPT
        return
    owner, position = place // LONGEST, place % LONGEST
    put_tile(s, seat, tile, owner, position)
    now.tile_fate = OWN if owner == seat else OPPONENT
    now.tile_seat = owner
    now.tile_position = position + 1
    if s.logs_turns:
        log_placed(s, t, seat, tile, owner)
