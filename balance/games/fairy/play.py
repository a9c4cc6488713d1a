"""One game of Fairy after another: where rules, styles and log meet."""

from __future__ import annotations

from balance.engine.kernels.buffers import TURNS_AND_CARDS
from balance.engine.kernels.decisions import begin_decisions
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.other_luck import take_other_luck
from balance.engine.kernels.rng import start_streams
from balance.games.fairy.choosing import choose_guesses
from balance.games.fairy.log import log_cards, log_game, log_seat, log_turn
from balance.games.fairy.rules import end_turn, reveal, score_guesses, set_up, shuffle_deck
from balance.games.fairy.state import POINTS, streams_of


@kernel
def play_game(s, t, turns, at, cards, card_row, logs_turns):
    """Play game ``s.game_no``. Write its turns and cards, as ``logs_turns`` says, from rows ``at`` and ``card_row`` on.

    Returns (next free row of ``turns``, next free row of ``cards``).
    """
    start_streams(s, t.seed, s.game_no, streams_of(t.players))
    begin_decisions(s.decision, t.seed, s.game_no, t.players, POINTS)
    take_other_luck(s, t, streams_of(t.players))
    deal_styles(s, t, t.players)
    if not s.scripted:
        shuffle_deck(s, t)
    set_up(s, t)
    over = False
    while not over:
        s.turn += 1
        choose_guesses(s, t)
        reveal(s, t)
        if s.trouble:
            return at, card_row
        score_guesses(s, t)
        if logs_turns == TURNS_AND_CARDS:
            for seat in range(t.players):
                if s.seat[seat].playing:
                    log_turn(turns, at, s, t, seat)
                    at += 1
        over = end_turn(s, t)
    if logs_turns:
        card_row = log_cards(cards, card_row, s, t)
    return at, card_row


@kernel
def play_games(s, t, numbers, games, seats, turns, cards, used, logs_turns):
    """Append the games of these numbers to the buffers; turns and cards as ``logs_turns`` says.

    ``numbers``: int64[n]. ``games``, ``seats``, ``turns``, ``cards``: blocks with room for the longest games.
    ``used``: int64[4], the rows in use of each, in this order.
    """
    for game_no in numbers:
        s.game_no = game_no
        used[2], used[3] = play_game(s, t, turns, used[2], cards, used[3], logs_turns)
        if s.trouble:
            return
        log_game(games, used[0], s, t)
        used[0] += 1
        for seat in range(t.players):
            log_seat(seats, used[1], s, t, seat)
            used[1] += 1
