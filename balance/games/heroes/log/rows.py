"""The buffers of the four tables, and the kernels that fill their rows."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import BLANK, LEAD, MET, STANDING, block, log_lead, log_met, log_standing
from balance.engine.kernels.choices import CHOICES, log_choices
from balance.engine.kernels.events import log_events
from balance.engine.kernels.kernel import kernel
from balance.games.heroes.log.events import note_end
from balance.games.heroes.rules.damage import uncovered_points
from balance.games.heroes.rules.scoring import count_adversaries, count_tiles
from balance.games.heroes.state import (
    ADVERSARY,
    ADVERSARY_PARTS,
    COLORS,
    COMMON_EVENTS,
    DISCARDS,
    HERO,
    KIND_EVENTS,
    MISSION_CARD,
    ROUNDS,
    ROW,
    TILE_CARD,
    TRACK_PARTS,
)

TURNS = block(
    game_no=np.int64,
    score=np.int32,
    track=np.int32,
    gained=np.int32,
    given=np.int32,
    prestige_slots=np.int32,
    mission_points=np.int32,
    victim_pslot=np.int32,
    pslot_after=np.int32,
    hero=np.int16,
    tile_in_force=np.int16,
    action=np.int16,
    adv=(np.int16, ROW),
    dmg=(np.int16, 4),
    placed=np.int16,
    hit=(np.int16, 4),
    hit_placed=np.int16,
    mission=np.int16,
    tile_drawn=np.int16,
    discard=(np.int16, DISCARDS),
    counters=np.int16,
    counters_removed=np.int16,
    strength=np.int16,
    turn=np.int16,
    seat=np.int8,
    agent=np.int8,
    side=np.int8,
    icons_gained=np.int8,
    option=np.int8,
    start_seat=np.int8,
    tiles_placed=np.int8,
    k_offered=np.int8,
    k=np.int8,
    dice=np.int8,
    won=np.int8,
    free=(np.int8, 4),
    victim=np.int8,
    victim_free=(np.int8, 4),
    space=np.int8,
    failed=np.int8,
    declined=np.int8,
    cycled=np.int8,
    tile_fate=np.int8,
    tile_seat=np.int8,
    tile_position=np.int8,
    free_after=(np.int8, 4),  # L, F, I, plain
    adv_held=np.int8,
    reserve=np.int8,
    gift_seat=np.int8,
    tiles_lost=np.int8,
)

SEATS = block(
    **STANDING,
    points=(np.int32, TRACK_PARTS),
    part=(np.int32, ADVERSARY_PARTS),
    final_strength=np.int16,
    held=np.int8,
    color=(np.int8, COLORS),
    tiles_end=np.int8,
    fights=(np.int16, ROW),
    losses=(np.int16, ROW),
    achieved=np.int16,
    failed=np.int16,
    drawn=np.int16,
)

GAMES = block(
    game_no=np.int64,
    **LEAD,
    max_counters=np.int16,
    adv_deck_left=np.int16,
    missions_cycled=np.int16,
    supply_emptied=np.int32,
    starts=(np.int8, ROUNDS),
    youngest=np.int8,
    row_left=np.int8,
)

CARDS = block(
    **MET,
    **CHOICES,
    **COMMON_EVENTS.fields,
    **KIND_EVENTS[HERO].fields,
    paid_base=np.int32,
    paid_bonus=np.int32,
    met_turn=np.int8,
    pick=np.int8,
    family=np.int8,
)


@kernel
def clear_now(s, seat):
    """Nothing has happened yet in this row: only the first field of every group of NOW needs to say so."""
    s.seat[seat].before = s.seat[seat].track
    now = s.now[seat]
    now.k_offered = BLANK
    now.placed = BLANK
    now.victim = BLANK
    now.declined = BLANK
    now.tile_drawn = BLANK
    now.given = 0
    now.gift_seat = BLANK


# Cells of `turns` that may be blank are so already: only what happened is written.


@kernel
def log_row(turns, n, s, t, seat):
    """What every row tells: who, when, and where the seat stands."""
    me = s.seat[seat]
    turns.game_no[n] = s.game_no
    turns.turn[n] = s.turn
    turns.seat[n] = seat
    turns.agent[n] = s.style[seat]
    turns.score[n] = s.score[seat]
    turns.track[n] = me.track
    turns.gained[n] = me.track - me.before
    turns.given[n] = s.now[seat].given
    turns.strength[n] = me.strength
    turns.adv_held[n] = me.held
    turns.reserve[n] = me.reserved
    turns.counters[n] = s.counters


@kernel
def log_pick(turns, n, s, t, seat):
    """A hero was picked and placed."""
    log_row(turns, n, s, t, seat)
    me = s.seat[seat]
    turns.hero[n] = me.picked
    turns.side[n] = me.side
    turns.icons_gained[n] = me.joined


@kernel
def log_action(turns, n, s, t, seat):
    """A hero's turn, after everything that happened in it."""
    log_row(turns, n, s, t, seat)
    me = s.seat[seat]
    now = s.now[seat]
    turns.hero[n] = me.lineup[s.position]
    turns.start_seat[n] = s.starts[s.stage]
    turns.tile_in_force[n] = now.tile_in_force
    turns.action[n] = now.action
    turns.option[n] = now.option
    turns.tiles_placed[n] = now.tiles_placed
    if now.k_offered != BLANK:
        log_fight(turns, n, now)
    if now.placed != BLANK:
        turns.placed[n] = now.placed
        for i in range(4):
            turns.free[i, n] = now.free[i]
            turns.dmg[i, n] = now.dmg[i]
    if now.victim != BLANK:
        turns.victim[n] = now.victim
        turns.hit_placed[n] = now.hit_placed
        turns.victim_pslot[n] = now.victim_pslot
        for i in range(4):
            turns.victim_free[i, n] = now.victim_free[i]
            turns.hit[i, n] = now.hit[i]
    if now.declined != BLANK:
        log_mission(turns, n, now)
    if now.tile_drawn != BLANK:
        turns.tile_drawn[n] = now.tile_drawn
        turns.tile_fate[n] = now.tile_fate
        turns.tile_seat[n] = now.tile_seat
        turns.tile_position[n] = now.tile_position
    turns.gift_seat[n] = now.gift_seat
    slots = me.slots
    for i in range(3):
        turns.free_after[i, n] = slots.free_energy[i]
    turns.free_after[3, n] = slots.free_plain
    turns.pslot_after[n] = uncovered_points(slots)


@kernel
def log_fight(turns, n, now):
    """A fight, or a chance for one."""
    turns.k_offered[n] = now.k_offered
    turns.k[n] = now.k
    if now.k > 0:
        turns.dice[n] = now.dice
        turns.won[n] = now.won
        for i in range(now.k if now.won else 0):
            turns.adv[i, n] = now.adv[i]


@kernel
def log_mission(turns, n, now):
    """A mission, or a declined one."""
    turns.declined[n] = now.declined
    if now.declined:
        return
    turns.mission[n] = now.mission
    turns.failed[n] = now.failed
    turns.cycled[n] = now.cycled
    if not now.failed:
        turns.space[n] = now.space
        turns.mission_points[n] = now.mission_points


@kernel
def log_return(turns, n, s, t, seat, discarding):
    """A return to Fairy Tail."""
    log_row(turns, n, s, t, seat)
    now = s.now[seat]
    turns.prestige_slots[n] = now.prestige_slots
    turns.counters_removed[n] = now.counters_removed
    turns.tiles_lost[n] = now.tiles_lost
    for i in range(DISCARDS if discarding else 0):
        turns.discard[i, n] = now.discard[i]


@kernel
def log_seat(seats, n, s, t, seat):
    """One seat's game."""
    log_standing(seats, n, s, seat)
    me = s.seat[seat]
    count_adversaries(s, t, seat)
    for i in range(TRACK_PARTS):
        seats.points[i, n] = me.points[i]
    for i in range(ADVERSARY_PARTS):
        seats.part[i, n] = s.part[i]
    for i in range(COLORS):
        seats.color[i, n] = me.color[i]
    seats.held[n] = me.held
    seats.final_strength[n] = me.strength
    seats.tiles_end[n] = count_tiles(s, seat)
    for i in range(ROW):
        seats.fights[i, n] = me.fights[i]
        seats.losses[i, n] = me.losses[i]
    seats.achieved[n] = me.achieved
    seats.failed[n] = me.failed
    seats.drawn[n] = me.drawn


@kernel
def log_game(games, n, s, t):
    """The game as a whole."""
    log_lead(games, n, s, s.score, t.players, s.turn)
    games.game_no[n] = s.game_no
    games.youngest[n] = s.age[0]
    for i in range(ROUNDS):
        games.starts[i, n] = s.starts[i]
    games.max_counters[n] = s.most_counters
    games.row_left[n] = s.in_row
    games.adv_deck_left[n] = t.adversary_cards - s.revealed
    games.missions_cycled[n] = s.cycled
    games.supply_emptied[n] = s.renewed


@kernel
def log_cards(cards, n, s, t):
    """What every seat met, from row ``n`` on. Returns the next free row, and forgets the events."""
    note_end(s, t)
    last = t.tile_code + t.tiles
    for seat in range(t.players):
        for card in range(last):
            me = s.met[seat, card]
            if me.met == 0:
                continue
            log_met(cards, n, s, seat, card, me.first_turn)
            log_choices(cards, n, s.choices, seat, card)
            family = HERO
            if card >= t.tile_code:
                family = TILE_CARD
            elif card >= t.mission_code:
                family = MISSION_CARD
            elif card >= t.adversary_code:
                family = ADVERSARY
            cards.family[n] = family
            cards.met_turn[n] = me.met
            cards.pick[n] = me.pick
            log_events(cards.counts, n, me.counts)
            log_events(cards.events, n, me.events)
            cards.paid_base[n] = me.paid_base
            cards.paid_bonus[n] = me.paid_bonus
            me.met = 0
            me.first_turn = 0
            me.pick = 0
            me.paid_base = 0
            me.paid_bonus = 0
            n += 1
    return n
