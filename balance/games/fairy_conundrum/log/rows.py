"""The buffers of the four tables, and the kernels that fill their rows (section 6)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import LEAD, MET, STANDING, block, log_lead, log_met, log_standing
from balance.engine.kernels.choices import CHOICES, log_choices
from balance.engine.kernels.events import add_events, forget_events
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import own_number
from balance.games.fairy_conundrum.rules.stand_ins import place_in_box
from balance.games.fairy_conundrum.state import (
    CANVAS_PLACE,
    COUNT_BITS,
    DECK_PLACE,
    EVENT_BITS,
    LIFE_PARTS,
    NOBODY,
    PIECES_PER_SEAT,
    ROW_EVENTS,
    TOKEN_PLACE,
    UNDER,
    VALLEY,
)

TURNS = block(
    game_no=np.int64,
    score=np.int32,
    initiative=np.int32,
    life_start=np.int32,
    maturation=np.int32,
    sparkles_start=np.int32,
    gathered=np.int32,
    effect_sparkles=np.int32,
    shared_received=np.int32,
    spent_calls=np.int32,
    spent_toll=np.int32,
    spent_mes=np.int32,
    spent_other=np.int32,
    spent_opposite=np.int32,
    sparkles_end=np.int32,
    ray_total=np.int32,
    mat_total=np.int32,
    joust_attack=np.int32,
    joust_defence=np.int32,
    joust_life_taken=np.int32,
    joust_life_lost=np.int32,
    turn=np.int16,
    fairies_called=np.int16,
    shards_called=np.int16,
    traps_set=np.int16,
    traps_fired=np.int16,
    traps_lapsed=np.int16,
    abilities_used=np.int16,
    guests=np.int16,
    exits=np.int16,
    shelters_in_valley=np.int16,
    explorers=np.int16,
    reaped_own=np.int16,
    reaped_foe=np.int16,
    imprisoned=np.int16,
    bewitched=np.int16,
    drawn_haversack=np.int16,
    drawn_canvas=np.int16,
    discarded=np.int16,
    shelters_called=np.int8,
    seat=np.int8,
    agent=np.int8,
    deck=np.int8,
    avatar=np.int8,
    destiny_pos=np.int8,
    chose_first=np.int8,
    stage=np.int8,
    joust_target=np.int8,
    hand_end=np.int8,
    deck_end=np.int8,
    canvas_end=np.int8,
    cut=np.int8,
)

SEATS = block(**STANDING, part=(np.int32, LIFE_PARTS), deck=np.int8, avatar=np.int8)

GAMES = block(game_no=np.int64, **LEAD, turn=np.int16, end_reason=np.int8, winner=np.int8, first_player=np.int8)

CARDS = block(**MET, **CHOICES, **ROW_EVENTS.fields, joust_ray=np.int32, called_turn=np.int16, kept=np.int16)


# ---------------------------------------------------------------- turns


@kernel
def log_turn(turns, n, s, t, seat):
    """A seat's turn, in row ``n``: what it did and had, from ``s.now``, and how it stood at the end of the turn."""
    now = s.now[seat]
    one = participant_of(s, t, seat)
    turns.game_no[n] = s.game_no
    turns.turn[n] = s.turn
    turns.seat[n] = seat
    turns.agent[n] = s.style[seat]
    turns.deck[n] = deck_code(s, one)
    turns.avatar[n] = s.match.avatar[one]
    turns.destiny_pos[n] = now.destiny_pos
    turns.chose_first[n] = now.chose_first
    turns.initiative[n] = now.initiative
    turns.cut[n] = now.cut
    log_sparkles(turns, n, now)
    log_deeds(turns, n, now)
    log_joust(turns, n, now)
    log_position(turns, n, now)


@kernel
def participant_of(s, t, seat):
    """FC-182: who of the match sits here; everybody moves one seat on after every game."""
    index = s.game_no - s.match.number * t.match_games
    return (seat - index) % t.players


@kernel
def deck_code(s, one):
    """The word of a participant's deck: its place among the prebuilt ones, or the only word there is (FC-191)."""
    return max(0, s.match.deck[one])


@kernel
def log_sparkles(turns, n, now):
    """The purse, from before Destiny to the end."""
    turns.sparkles_start[n] = now.sparkles_start
    turns.gathered[n] = now.gathered
    turns.effect_sparkles[n] = now.effect_sparkles
    turns.shared_received[n] = now.shared_received
    turns.spent_calls[n] = now.spent_calls
    turns.spent_toll[n] = now.spent_toll
    turns.spent_mes[n] = now.spent_mes
    turns.spent_other[n] = now.spent_other
    turns.spent_opposite[n] = now.spent_opposite
    turns.sparkles_end[n] = now.sparkles_end


@kernel
def log_deeds(turns, n, now):
    """What the seat did, and what happened to its cards."""
    turns.fairies_called[n] = now.fairies_called
    turns.shards_called[n] = now.shards_called
    turns.shelters_called[n] = now.shelters_called
    turns.traps_set[n] = now.traps_set
    turns.traps_fired[n] = now.traps_fired
    turns.traps_lapsed[n] = now.traps_lapsed
    turns.abilities_used[n] = now.abilities_used
    turns.exits[n] = now.exits
    turns.reaped_own[n] = now.reaped_own
    turns.reaped_foe[n] = now.reaped_foe
    turns.imprisoned[n] = now.imprisoned
    turns.bewitched[n] = now.bewitched
    turns.drawn_haversack[n] = now.drawn_haversack
    turns.drawn_canvas[n] = now.drawn_canvas
    turns.discarded[n] = now.discarded


@kernel
def log_joust(turns, n, now):
    """The seat's joust, and what the others' jousts cost it."""
    turns.joust_target[n] = now.joust_target
    turns.joust_attack[n] = now.joust_attack
    turns.joust_defence[n] = now.joust_defence
    turns.joust_life_taken[n] = now.joust_life_taken
    turns.joust_life_lost[n] = now.joust_life_lost


@kernel
def log_position(turns, n, now):
    """How the seat stands at the end of the turn, or stood when it fell."""
    turns.life_start[n] = now.life_start
    turns.score[n] = now.life_end
    turns.stage[n] = now.stage
    turns.maturation[n] = now.maturation
    turns.guests[n] = now.guests
    turns.shelters_in_valley[n] = now.shelters_in_valley
    turns.explorers[n] = now.explorers
    turns.ray_total[n] = now.ray_total
    turns.mat_total[n] = now.mat_total
    turns.hand_end[n] = now.hand_end
    turns.deck_end[n] = now.deck_end
    turns.canvas_end[n] = now.canvas_end


# ---------------------------------------------------------------- seats and games


@kernel
def log_seat(seats, n, s, t, seat):
    """One seat's game, in row ``n``."""
    log_standing(seats, n, s, seat)
    one = participant_of(s, t, seat)
    seats.deck[n] = deck_code(s, one)
    seats.avatar[n] = s.match.avatar[one]
    for part in range(LIFE_PARTS):
        seats.part[part, n] = s.seat[seat].parts[part]


@kernel
def log_game(games, n, s, t):
    """The game as a whole, in row ``n``."""
    log_lead(games, n, s, s.score, t.players, s.turn)
    games.game_no[n] = s.game_no
    games.turn[n] = s.turn
    games.end_reason[n] = s.end
    games.first_player[n] = s.first_player
    winner = NOBODY
    for seat in range(t.players):
        if s.won[seat]:
            winner = seat
    games.winner[n] = winner


# ---------------------------------------------------------------- cards


@kernel
def log_cards(cards, n, s, t):
    """A row for every card of a seat's avatar, haversack and canvas, and for its tokens. Returns the next free row."""
    for seat in range(t.players):
        me = s.seat[seat]
        first = seat * PIECES_PER_SEAT
        begin = n
        n = log_pieces(cards, begin, n, s, t, seat, me.avatar, 1)
        n = log_pieces(cards, begin, n, s, t, seat, first + DECK_PLACE, me.cards)
        n = log_pieces(cards, begin, n, s, t, seat, first + CANVAS_PLACE, me.shelters)
        n = log_pieces(cards, begin, n, s, t, seat, first + TOKEN_PLACE, me.tokens)
    return n


@kernel
def log_pieces(cards, begin, n, s, t, seat, first, count):
    """Add ``count`` pieces, from ``first`` on, to the seat's rows ``begin`` .. ``n - 1``. Returns the next free row.

    All copies of a card have one row of a seat, also tokens that were made like another seat's.
    """
    for p in range(first, first + count):
        piece = s.piece[p]
        card = s.seat[seat].stages[0] if p == s.seat[seat].avatar else piece.card
        card = own_number(s, t, seat, place_in_box(t, card))
        row = n - 1  # copies lie side by side: mostly it is the last row
        while row >= begin and cards.card[row] != card:
            row -= 1
        if row < begin:
            row = n
            start_card(cards, n, s, seat, card)
            n += 1
        add_piece(cards, row, s, piece)
        if p == seat * PIECES_PER_SEAT + CANVAS_PLACE:
            cards.first_turn[row] = 1  # FC-23: the entry is there before turn 1
    return n


@kernel
def start_card(cards, n, s, seat, card):
    """A row for a card of the seat, with nothing in it yet."""
    log_met(cards, n, s, seat, card, 0)
    log_choices(cards, n, s.choices, seat, card)
    forget_events(cards.counts[:, n])
    cards.joust_ray[n] = 0
    cards.called_turn[n] = 0
    cards.kept[n] = 0


@kernel
def add_piece(cards, n, s, piece):
    """What happened to one piece, and where it is in the end."""
    add_events(cards.counts[:, n], COUNT_BITS, piece.met, EVENT_BITS)
    cards.first_turn[n] = earlier(cards.first_turn[n], piece.first_turn)
    cards.called_turn[n] = earlier(cards.called_turn[n], piece.called_turn)
    cards.joust_ray[n] += piece.joust_ray
    lies = s.piece[piece.host].zone if piece.zone == UNDER else piece.zone
    cards.kept[n] += np.int64(lies == VALLEY)


@kernel
def earlier(one, other):
    """The earlier of two turns; 0: never."""
    if one == 0 or other == 0:
        return max(one, other)
    return min(one, other)
