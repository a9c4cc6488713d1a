"""One game of Fairy Conundrum after another, match by match: where rules, styles and log meet."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import TURNS_AND_CARDS
from balance.engine.kernels.choices import begin_choices
from balance.engine.kernels.decisions import begin_decisions, begin_past, end_past, is_directed
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import deal_styles, stand_in_player
from balance.engine.kernels.other_luck import take_other_luck
from balance.engine.kernels.rng import start_streams
from balance.engine.kernels.table import clear_lead, watch_lead
from balance.games.fairy_conundrum.codes import END_NO_WINNER, END_STALEMATE, MOMENTS, NOBODY, POINTS, STREAMS
from balance.games.fairy_conundrum.log import log_cards, log_game, log_seat, log_turn
from balance.games.fairy_conundrum.play.elimination import snapshot
from balance.games.fairy_conundrum.play.moments import begin_turn
from balance.games.fairy_conundrum.play.setup import clear_table, deal_decks, open_hand, take_seat
from balance.games.fairy_conundrum.play.swaps import swap_cards
from balance.games.fairy_conundrum.play.turns import play_moment


@kernel
def start_chance(s, t, game_no):
    """All luck of a game."""
    start_streams(s, t.seed, game_no, STREAMS)
    begin_decisions(s.decision, t.seed, game_no, t.players, POINTS)
    take_other_luck(s, t, STREAMS)


@kernel
def start_match(s, t, number):
    """FC-180: styles and decks of the participants, the same through all games of the match."""
    start_chance(s, t, number * t.match_games)
    deal_styles(s, t, t.players)
    deal_decks(s, t)
    match = s.match
    match.number = number
    match.played = 0
    match.over = 0
    for participant in range(t.players):
        match.style[participant] = s.style[participant]
        match.won[participant] = 0


@kernel
def clear_now(s, t, seat):
    """A new row: what the seat does in this turn."""
    now = s.now[seat]
    me = s.seat[seat]
    now.destiny_pos = NOBODY
    now.chose_first = 0
    now.initiative = 0
    now.life_start = me.life
    now.sparkles_start = me.sparkles
    now.gathered = now.effect_sparkles = now.shared_received = now.spent_calls = now.spent_toll = 0
    now.spent_mes = now.spent_other = now.spent_opposite = now.fairies_called = now.shards_called = 0
    now.shelters_called = now.traps_set = now.traps_fired = now.traps_lapsed = now.abilities_used = 0
    now.exits = now.joust_attack = now.joust_rest = now.joust_defence = now.joust_life_taken = 0
    now.joust_cancelled = now.joust_life_lost = now.reaped_own = now.reaped_foe = now.imprisoned = now.bewitched = 0
    now.drawn_haversack = now.drawn_canvas = now.discarded = now.cut = now.over = 0
    now.joust_target = NOBODY


@kernel
def open_game(s, t, index):
    """FC-23 to FC-28: everybody sits down, participant after participant one seat further in each game of a match."""
    clear_table(s, t)
    clear_lead(s)
    s.stand_in_for = stand_in_player(t, s.match.number)
    for participant in range(t.players):
        seat = (participant + index) % t.players
        s.style[seat] = s.match.style[participant]
        clear_now(s, t, seat)
    for participant in range(t.players):
        if index > 0:
            swap_cards(s, t, (participant + index) % t.players, participant)
        take_seat(s, t, (participant + index) % t.players, participant)
    for seat in range(t.players):
        open_hand(s, t, seat)


@kernel
def play_game(s, t, turns, at, logs_turns):
    """One game, from the first hand to the end. Returns the rows in use of ``turns``."""
    s.logs_turns = logs_turns
    begin_choices(s.choices, t.players)
    open_game(s, t, s.game_no - s.match.number * t.match_games)
    while s.living > 1 and s.turn < t.turn_cap:
        s.turn += 1
        s.seated = 0
        for seat in range(t.players):
            if s.seat[seat].alive:
                s.seated |= 1 << seat
                clear_now(s, t, seat)
        begin_turn(s, t)
        for moment in range(MOMENTS):
            if s.living > 1:
                play_moment(s, t, moment)
        for seat in range(t.players):
            s.score[seat] = s.seat[seat].life
            if logs_turns == TURNS_AND_CARDS and (s.seated >> seat) & 1:
                snapshot(s, t, seat)
                log_turn(turns, at, s, t, seat)
                at += 1
        watch_lead(s, s.score, t.players, s.turn)
    crown(s, t)
    return at


@kernel
def crown(s, t):
    """FC-100 to FC-103: why the game ended, who won, and the ranks by elimination."""
    s.end = END_STALEMATE if s.living > 1 else s.last_end
    s.winners = 0
    able = np.int64(0)
    for seat in range(t.players):
        me = s.seat[seat]
        s.won[seat] = 0
        s.score[seat] = me.life
        s.ranking[seat] = 1 if me.alive else me.gone
        able += np.int64(me.alive == 1 and me.life >= 1)
        if s.living == 1 and me.alive and me.life >= 1:
            s.won[seat] = 1
            s.winners = 1
    if s.living <= 1 and able == 0:
        s.end = END_NO_WINNER
    lift_ranks(s, t)


@kernel
def lift_ranks(s, t):
    """Those who fell together share the best rank that is left; ``gone`` was how many stood before."""
    for seat in range(t.players):
        me = s.seat[seat]
        if me.alive:
            continue
        later = s.living
        for other in range(t.players):
            if not s.seat[other].alive and s.seat[other].gone < me.gone:
                later += 1
        s.ranking[seat] = later + 1


@kernel
def end_game(s, t):
    """FC-182: count the game for its winner; the match is over when nobody can catch up or N games are played."""
    match = s.match
    index = s.game_no - match.number * t.match_games
    for participant in range(t.players):
        match.won[participant] += s.won[(participant + index) % t.players]
        if 2 * match.won[participant] > t.match_games:
            match.over = 1
    match.played = index + 1


@kernel
def catch_up(s, t, game_no, turns, at):
    """Bring the match to the game ``game_no``: its earlier games are played again, unless they just were.

    A script is for one game: in those before it the styles choose.
    """
    number = game_no // t.match_games
    index = game_no % t.match_games
    if index > 0 and s.match.number == number:
        if s.match.played == index or (s.match.over and s.match.played < index):
            return
    begin_past(s.decision)
    start_match(s, t, number)
    for i in range(index):
        if not s.match.over:
            s.game_no = number * t.match_games + i
            start_chance(s, t, s.game_no)
            play_game(s, t, turns, at, 0)
            end_game(s, t)
    end_past(s.decision)


@kernel
def play_games(s, t, numbers, games, seats, turns, cards, used, logs_turns):
    """Append the games of these numbers to the buffers; turns and cards as ``logs_turns`` says.

    ``numbers``: int64[n]. ``games``, ``seats``, ``turns``, ``cards``: blocks with room for the longest games.
    ``used``: int64[4], the rows in use of each, in this order. Games that a match did not need have no rows.
    """
    for game_no in numbers:
        catch_up(s, t, game_no, turns, used[2])
        start_chance(s, t, game_no)
        if s.match.over:
            continue
        s.game_no = game_no
        used[2] = play_game(s, t, turns, used[2], logs_turns)
        if logs_turns:
            used[3] = log_cards(cards, used[3], s, t)
        log_game(games, used[0], s, t)
        used[0] += 1
        for seat in range(t.players):
            log_seat(seats, used[1], s, t, seat)
            used[1] += 1
        end_game(s, t)
        if is_directed(s.decision) or s.trouble:
            s.match.number = NOBODY  # what follows in the match follows the game as it was
        if s.trouble:
            return
