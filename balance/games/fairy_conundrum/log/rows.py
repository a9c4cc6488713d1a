"""The buffers of the four tables, and the kernels that fill their rows (section 6)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import (
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
from balance.engine.kernels.events import add_events, forget_events
from balance.engine.kernels.fields import copies
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import own_number
from balance.games.fairy_conundrum.codes import (
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
from balance.games.fairy_conundrum.rules.stand_ins import place_in_box
from balance.games.fairy_conundrum.state import DEEDS_LOG, DESTINY_LOG, END_LOG, JOUST_LOG, SPARKLES_LOG

TURNS = block(
    **POSITION, **DESTINY_LOG, **SPARKLES_LOG, **DEEDS_LOG, **JOUST_LOG, **END_LOG, deck=np.int8, avatar=np.int8
)

SEATS = block(**STANDING, part=(np.int32, LIFE_PARTS), deck=np.int8, avatar=np.int8)

GAMES = block(game_no=np.int64, **LEAD, turn=np.int16, end_reason=np.int8, winner=np.int8, first_player=np.int8)

CARDS = block(**MET, **CHOICES, **ROW_EVENTS.fields, joust_ray=np.int32, called_turn=np.int16, kept=np.int16)


# ---------------------------------------------------------------- turns


@kernel
def log_turn(turns, n, s, t, seat):
    """A seat's turn, in row ``n``: what it did and had, from ``s.now``, and how it stood at the end of the turn."""
    now = s.now[seat]
    participant = participant_of(s, t, seat)
    log_position(turns, n, s, seat)
    turns.score[n] = now.life_end
    turns.deck[n] = deck_code(s, participant)
    turns.avatar[n] = s.match.avatar[participant]
    log_now(turns, n, now)


@kernel
def participant_of(s, t, seat):
    """FC-182: who of the match sits here; everybody moves one seat on after every game."""
    index = s.game_no - s.match.number * t.match_games
    return (seat - index) % t.players


@kernel
def deck_code(s, participant):
    """The word of a participant's deck: its place among the prebuilt ones, or the only word there is (FC-191)."""
    return max(0, s.match.deck[participant])


@copies(DESTINY_LOG, SPARKLES_LOG, DEEDS_LOG, JOUST_LOG, END_LOG)
def log_now(turns, n, now):
    """What the seat did and had."""


# ---------------------------------------------------------------- seats and games


@kernel
def log_seat(seats, n, s, t, seat):
    """One seat's game, in row ``n``."""
    log_standing(seats, n, s, seat)
    participant = participant_of(s, t, seat)
    seats.deck[n] = deck_code(s, participant)
    seats.avatar[n] = s.match.avatar[participant]
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
    fill_choices(cards, n, s.choices, seat, card)
    forget_events(cards.counts[:, n])
    cards.joust_ray[n] = 0
    cards.called_turn[n] = 0
    cards.kept[n] = 0


@kernel
def add_piece(cards, n, s, piece):
    """What happened to one piece, and where it is in the end."""
    add_events(cards.counts[:, n], COUNT_BITS, piece.counts, EVENT_BITS)
    cards.first_turn[n] = earlier(cards.first_turn[n], piece.first_turn)
    cards.called_turn[n] = earlier(cards.called_turn[n], piece.called_turn)
    cards.joust_ray[n] += piece.joust_ray
    lies = s.piece[piece.host].zone if piece.zone == UNDER else piece.zone
    cards.kept[n] += np.int64(lies == VALLEY)


@kernel
def earlier(turn, other):
    """The earlier of two turns; 0: never."""
    if turn == 0 or other == 0:
        return max(turn, other)
    return min(turn, other)
