"""The buffers of the four tables, and the kernels that fill their rows."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import (
    BLANK,
    LEAD,
    MET,
    POSITION,
    STANDING,
    block,
    log_lead,
    log_met,
    log_position,
    log_standing,
)
from balance.engine.kernels.choices import CHOICES, fill_choices
from balance.engine.kernels.events import fill_events
from balance.engine.kernels.fields import copies
from balance.engine.kernels.kernel import kernel
from balance.games.heroes.log.events import log_end
from balance.games.heroes.rules.damage import uncovered_points
from balance.games.heroes.rules.scoring import count_adversaries, count_tiles
from balance.games.heroes.state import (
    ACT_LOG,
    ADVERSARY,
    ADVERSARY_PARTS,
    COMMON_EVENTS,
    DISCARDS,
    FIGHT_LOG,
    GIVEN_LOG,
    HERO,
    HIT_LOG,
    KIND_EVENTS,
    MISSION_CARD,
    MISSION_LOG,
    OWN_DAMAGE_LOG,
    RETURN_LOG,
    ROLL_LOG,
    ROUNDS,
    ROW_LOG,
    SEAT_LOG,
    SUCCESS_LOG,
    TILE_CARD,
    TILE_LOG,
)

TURNS = block(
    **POSITION,
    **{name: spec for group in ROW_LOG for name, spec in group.items()},
    track=np.int32,
    gained=np.int32,
    pslot_after=np.int32,
    hero=np.int16,
    counters=np.int16,
    strength=np.int16,
    side=np.int8,
    icons_gained=np.int8,
    start_seat=np.int8,
    free_after=(np.int8, 4),  # L, F, I, plain
    adv_held=np.int8,
    reserve=np.int8,
)

SEATS = block(
    **STANDING,
    **SEAT_LOG,
    part=(np.int32, ADVERSARY_PARTS),
    final_strength=np.int16,
    tiles_end=np.int8,
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
    now.k_offered = now.placed = now.victim = now.declined = now.tile_drawn = now.gift_seat = BLANK
    now.given = 0


# Cells of `turns` that may be blank are so already: only what happened is written.


@copies(GIVEN_LOG)
def log_given(turns, n, now):
    """Points that others got."""


@copies(ACT_LOG)
def log_act(turns, n, now):
    """What the hero did."""


@copies(FIGHT_LOG)
def log_offer(turns, n, now):
    """Against how many it could fight, and did."""


@copies(ROLL_LOG)
def log_roll(turns, n, now):
    """The dice of a fight."""


@copies(OWN_DAMAGE_LOG)
def log_own_damage(turns, n, now):
    """Damage to the seat itself."""


@copies(HIT_LOG)
def log_hit(turns, n, now):
    """Damage to an opponent."""


@copies(MISSION_LOG)
def log_attempt(turns, n, now):
    """The mission attempted."""


@copies(SUCCESS_LOG)
def log_success(turns, n, now):
    """The mission achieved."""


@copies(TILE_LOG)
def log_tile(turns, n, now):
    """The tile drawn."""


@copies(RETURN_LOG)
def log_left(turns, n, now):
    """What became of the heroes who left."""


@copies(SEAT_LOG)
def log_so_far(seats, n, me):
    """The seat's game, as it was counted on the way."""


@kernel
def log_stand(turns, n, s, seat):
    """What every row tells: who, when, and where the seat stands."""
    log_position(turns, n, s, seat)
    log_given(turns, n, s.now[seat])
    me = s.seat[seat]
    turns.track[n] = me.track
    turns.gained[n] = me.track - me.before
    turns.strength[n] = me.strength
    turns.adv_held[n] = me.held
    turns.reserve[n] = me.reserved
    turns.counters[n] = s.counters


@kernel
def log_pick(turns, n, s, t, seat):
    """A hero was picked and placed."""
    log_stand(turns, n, s, seat)
    me = s.seat[seat]
    turns.hero[n] = me.picked
    turns.side[n] = me.side
    turns.icons_gained[n] = me.joined


@kernel
def log_action(turns, n, s, t, seat):
    """A hero's turn, after everything that happened in it."""
    log_stand(turns, n, s, seat)
    me = s.seat[seat]
    now = s.now[seat]
    turns.hero[n] = me.lineup[s.position]
    turns.start_seat[n] = s.starts[s.stage]
    log_act(turns, n, now)
    if now.k_offered != BLANK:
        log_fight(turns, n, now)
    if now.placed != BLANK:
        log_own_damage(turns, n, now)
    if now.victim != BLANK:
        log_hit(turns, n, now)
    if now.declined != BLANK:
        log_mission(turns, n, now)
    if now.tile_drawn != BLANK:
        log_tile(turns, n, now)
    slots = me.slots
    for i in range(3):
        turns.free_after[i, n] = slots.free_energy[i]
    turns.free_after[3, n] = slots.free_plain
    turns.pslot_after[n] = uncovered_points(slots)


@kernel
def log_fight(turns, n, now):
    """A fight, or a chance for one."""
    log_offer(turns, n, now)
    if now.k > 0:
        log_roll(turns, n, now)
        for i in range(now.k if now.won else 0):
            turns.adv[i, n] = now.adv[i]


@kernel
def log_mission(turns, n, now):
    """A mission, or a declined one."""
    turns.declined[n] = now.declined
    if now.declined:
        return
    log_attempt(turns, n, now)
    if not now.failed:
        log_success(turns, n, now)


@kernel
def log_return(turns, n, s, t, seat, discarding):
    """A return to Fairy Tail."""
    log_stand(turns, n, s, seat)
    now = s.now[seat]
    log_left(turns, n, now)
    for i in range(DISCARDS if discarding else 0):
        turns.discard[i, n] = now.discard[i]


@kernel
def log_seat(seats, n, s, t, seat):
    """One seat's game."""
    log_standing(seats, n, s, seat)
    me = s.seat[seat]
    count_adversaries(s, t, seat)
    log_so_far(seats, n, me)
    for i in range(ADVERSARY_PARTS):
        seats.part[i, n] = s.part[i]
    seats.final_strength[n] = me.strength
    seats.tiles_end[n] = count_tiles(s, seat)


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
    log_end(s, t)
    last = t.tile_code + t.tiles
    for seat in range(t.players):
        for card in range(last):
            me = s.met[seat, card]
            if me.met_turn == 0:
                continue
            log_met(cards, n, s, seat, card, me.first_turn)
            fill_choices(cards, n, s.choices, seat, card)
            family = HERO
            if card >= t.tile_code:
                family = TILE_CARD
            elif card >= t.mission_code:
                family = MISSION_CARD
            elif card >= t.adversary_code:
                family = ADVERSARY
            cards.family[n] = family
            cards.met_turn[n] = me.met_turn
            cards.pick[n] = me.pick
            fill_events(cards.counts, n, me.counts)
            fill_events(cards.events, n, me.events)
            cards.paid_base[n] = me.paid_base
            cards.paid_bonus[n] = me.paid_bonus
            me.met_turn = me.first_turn = me.pick = me.paid_base = me.paid_bonus = 0
            n += 1
    return n
