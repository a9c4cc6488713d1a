"""Card events: what every seat meets and does with each card, counted during a game (section 6)."""

from __future__ import annotations

from balance.engine.kernels.choices import log_choice
from balance.engine.kernels.events import count_event
from balance.engine.kernels.kernel import kernel, lowest_bit
from balance.games.heroes.rules.scoring import best_collections, bonus_of
from balance.games.heroes.rules.setup import hand_of
from balance.games.heroes.state import (
    COUNT_BITS,
    DISCARDS,
    EVENT_BITS,
    HAND,
    PICKS,
    RANKS,
    ROUNDS,
    SET,
    AdversaryEvent,
    Event,
    HeroEvent,
    MissionEvent,
    TileEvent,
)


@kernel
def meet(s, seat, card, turn):
    """The seat has met this card on this turn at the latest."""
    me = s.met[seat, card]
    if me.met_turn == 0:
        me.met_turn = max(1, turn)


@kernel
def count(s, seat, card, what):
    """One more of what all kinds of cards have."""
    count_event(s.met[seat, card].counts, what, COUNT_BITS)


@kernel
def log_event(s, seat, card, what):
    """One more event of the card's kind."""
    count_event(s.met[seat, card].events, what, EVENT_BITS)


@kernel
def log_first(s, seat, card):
    """The card is played, if it never was before."""
    me = s.met[seat, card]
    if me.first_turn == 0:
        me.first_turn = s.turn


@kernel
def log_hands_seen(s, t):
    """Before a pick: every seat looks at its hand."""
    for seat in range(t.players):
        hand = s.hand[hand_of(s, t, seat)]
        for i in range(s.hand_size):
            meet(s, seat, hand[i], s.turn)
            count(s, seat, hand[i], Event.SEEN)
            if s.hand_size == HAND:
                log_event(s, seat, hand[i], HeroEvent.DEALT)


@kernel
def log_picked(s, t, seat, pick):
    """After a pick: the hero is in the line-up, the rest was passed on; after the last pick it is left over."""
    hero = s.seat[seat].picked
    count(s, seat, hero, Event.TAKEN)
    count(s, seat, hero, Event.PLAYED)
    if s.met[seat, hero].first_turn == 0:
        s.met[seat, hero].pick = pick
    log_first(s, seat, hero)
    passed = s.hand[(hand_of(s, t, seat) + 1) % t.players]  # the hand it held before
    for i in range(s.hand_size):
        log_event(s, seat, passed[i], HeroEvent.LEFT_OVER if pick == PICKS else HeroEvent.PASSED)


@kernel
def log_activated(s, t, seat, position):
    """A hero's turn: by its printed action, or by the tile on it."""
    me = s.seat[seat]
    hero = me.lineup[position]
    log_event(s, seat, hero, HeroEvent.ACTIVATED)
    tile = me.tile[position]
    if tile < 0:
        count(s, seat, hero, Event.USED)
        return
    log_event(s, seat, hero, HeroEvent.ACTIVATED_TILE)
    card = t.tile_code + tile
    count(s, seat, card, Event.USED)
    log_event(s, seat, card, TileEvent.ACTIVATED_OWNER)
    placer = me.placer[position]
    log_event(s, placer, card, TileEvent.ACTIVATED_PLACER)
    if placer != seat:
        count(s, placer, card, Event.USED_BY_OTHERS)


@kernel
def log_row_seen(s, t, seat):
    """A fight step: the seat sees the adversaries in the row."""
    for place in range(s.in_row):
        card = t.adversary_code + s.row[place]
        meet(s, seat, card, s.turn)
        count(s, seat, card, Event.SEEN)


@kernel
def log_spoils(s, t, seat, places):
    """The seat has chosen these places (a mask) of the row: each card taken is a choice instead of those that stay."""
    option = s.choices.option
    count = 1
    for place in range(s.in_row):
        if not (places >> place) & 1:
            option[count] = t.adversary_code + s.row[place]
            count += 1
    for place in range(s.in_row):
        if (places >> place) & 1:
            option[0] = t.adversary_code + s.row[place]
            log_choice(s.choices, seat, count, option[0])


@kernel
def log_taken(s, t, seat, card):
    """An adversary was won."""
    count(s, seat, t.adversary_code + card, Event.TAKEN)
    log_first(s, seat, t.adversary_code + card)


@kernel
def log_missions_seen(s, t, seat):
    """A mission step: the seat sees the available missions."""
    for rank in range(RANKS):
        card = t.mission_code + s.pile[rank, 0]
        meet(s, seat, card, s.turn)
        count(s, seat, card, Event.SEEN)


@kernel
def log_attempted(s, t, seat, mission, achieved, space, cycled):
    """A mission was attempted: achieved (its space, from 0) or failed."""
    card = t.mission_code + mission
    count(s, seat, card, Event.PLAYED)
    log_first(s, seat, card)
    if not achieved:
        log_event(s, seat, card, MissionEvent.FAILED)
        return
    count(s, seat, card, Event.USED)
    if space == 0:
        log_event(s, seat, card, MissionEvent.ACHIEVED_FIRST)
    if cycled:
        log_event(s, seat, card, MissionEvent.CYCLED)


@kernel
def log_drawn(s, t, seat, tile):
    """A tile was drawn."""
    card = t.tile_code + tile
    meet(s, seat, card, s.turn)
    count(s, seat, card, Event.SEEN)
    count(s, seat, card, Event.TAKEN)
    log_event(s, seat, card, TileEvent.DRAWN)


@kernel
def log_resolved(s, t, seat, tile):
    """An immediate tile takes effect."""
    count(s, seat, t.tile_code + tile, Event.USED)
    log_event(s, seat, t.tile_code + tile, TileEvent.RESOLVED)


@kernel
def log_placed(s, t, seat, tile, owner):
    """A tile was placed on a hero."""
    card = t.tile_code + tile
    count(s, seat, card, Event.PLAYED)
    log_first(s, seat, card)
    log_event(s, seat, card, TileEvent.PLACED_OWN if owner == seat else TileEvent.PLACED_OPPONENT)
    meet(s, owner, card, s.turn)


@kernel
def log_leaving(s, t, seat, discarding):
    """Before the discard: who goes and who stays."""
    me = s.seat[seat]
    gone = 0
    for i in range(me.heroes):
        if discarding and gone < DISCARDS and me.discard[gone] == i:
            gone += 1
            log_event(s, seat, me.lineup[i], HeroEvent.DISCARDED)
        elif s.stage < ROUNDS - 1:
            log_event(s, seat, me.lineup[i], HeroEvent.HELD_OVER)


@kernel
def log_end(s, t):
    """What is known at the end, and the events of the whole table, which count for every seat."""
    for seat in range(t.players):
        me = s.seat[seat]
        for i in range(me.heroes):
            count(s, seat, me.lineup[i], Event.KEPT)
            if me.tile[i] >= 0:
                count(s, seat, t.tile_code + me.tile[i], Event.KEPT)
        for i in range(me.reserved):
            count(s, seat, t.tile_code + me.reserve[i], Event.KEPT)
        for i in range(s.revealed):
            card = t.adversary_code + s.adversary_deck[i]
            log_public(s, seat, card, s.reveal_turn[i])
            log_event(s, seat, card, AdversaryEvent.REVEALED)
        log_payments(s, t, seat)
        for mission in range(t.missions):
            if s.shown[mission]:
                card = t.mission_code + mission
                log_public(s, seat, card, s.shown_turn[mission])
                for _ in range(s.shown[mission]):
                    log_event(s, seat, card, MissionEvent.VISIBLE)


@kernel
def log_public(s, seat, card, turn):
    """Everybody has met a card that lay on the table from this turn on."""
    meet(s, seat, card, turn)
    me = s.met[seat, card]
    me.met_turn = min(me.met_turn, max(1, turn))


@kernel
def log_payments(s, t, seat):
    """What every adversary of the seat pays in the end: its own points and its bonus."""
    me = s.seat[seat]
    for i in range(me.held):
        row = t.adversary[me.holds[i]]
        card = t.adversary_code + me.holds[i]
        count(s, seat, card, Event.KEPT)
        s.met[seat, card].paid_base += row.points
        if row.head != SET:
            log_bonus(s, seat, card, bonus_of(s, t, seat, me.holds[i]))
    best_collections(s, t, seat)
    paying = s.paying
    while paying:
        adversary = s.collection[lowest_bit(paying)]
        paying &= paying - 1
        log_bonus(s, seat, t.adversary_code + adversary, t.adversary[adversary].bonus)


@kernel
def log_bonus(s, seat, card, bonus):
    """An adversary pays its bonus, if it pays any."""
    if bonus > 0:
        s.met[seat, card].paid_bonus += bonus
        count(s, seat, card, Event.USED)
