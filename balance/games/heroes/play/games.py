"""One game of Heroes after another: where rules, styles and log meet."""

from __future__ import annotations

from balance.engine.kernels.buffers import TURNS_AND_CARDS
from balance.engine.kernels.by_hand import lay_by_hand
from balance.engine.kernels.choices import begin_choices
from balance.engine.kernels.decisions import begin_decisions, end_group
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.news import happens
from balance.engine.kernels.other_luck import take_other_luck
from balance.engine.kernels.rng import start_streams
from balance.engine.kernels.table import watch_lead
from balance.games.heroes.log.events import log_hands_seen, log_leaving, log_picked
from balance.games.heroes.log.rows import clear_now, log_action, log_cards, log_game, log_pick, log_return, log_seat
from balance.games.heroes.play.actions import perform
from balance.games.heroes.play.choosing import begin_together, choose_discards, choose_hero, choose_side
from balance.games.heroes.rules.adventure import gain
from balance.games.heroes.rules.damage import count_covered, uncovered_points
from balance.games.heroes.rules.lineup import clear_slots, discard_heroes, find_slots, find_start, place_hero
from balance.games.heroes.rules.scoring import count_scores, crown
from balance.games.heroes.rules.setup import deal_hands, pass_hands, set_up
from balance.games.heroes.state import (
    DISCARDS,
    ONLY,
    PICKS,
    POINTS,
    POINTS_SLOTS,
    ROUNDS,
    STREAMS,
    TURNS,
    Said,
)


@kernel
def end_turn(s, t):
    """After a row of every seat: where they stand."""
    watch_lead(s, s.score, t.players, s.turn)


@kernel
def recruit(s, t, turns, at):
    """HF-12 to HF-15: deal, then four times pick, pass, reveal and place."""
    deal_hands(s, t)
    for pick in range(PICKS):
        s.turn += 1
        begin_together(s, t, s.passes)  # HF-14: nobody sees another's choice of this pick
        if s.logs_turns:
            log_hands_seen(s, t)
        for seat in range(t.players):
            s.seat[seat].choice = choose_hero(s, t, seat)
        end_group(s.decision)
        pass_hands(s, t)
        if s.seat[0].heroes > 0:
            begin_together(s, t, s.passes - 1)
        for seat in range(t.players):
            me = s.seat[seat]
            me.side = ONLY if me.heroes == 0 else choose_side(s, t, seat)  # HF-13: no choice
        end_group(s.decision)
        for seat in range(t.players):
            place_hero(s, t, seat, s.seat[seat].side)
        count_scores(s, t)
        if s.logs_turns:
            for seat in range(t.players):
                log_picked(s, t, seat, pick + 1)
        if s.logs_turns == TURNS_AND_CARDS:
            for seat in range(t.players):
                clear_now(s, seat)
                log_pick(turns, at + (s.turn - 1) * t.players + seat, s, t, seat)
        end_turn(s, t)


@kernel
def adventure(s, t, turns, at):
    """HF-40 to HF-43: every seat acts with its heroes from left to right, one hero a turn."""
    find_start(s, t)
    for seat in range(t.players):
        find_slots(s, t, seat)
    lay_by_hand(s, t, s.stage)
    for position in range(s.seat[0].heroes):
        s.position = position
        s.turn += 1
        for n in range(t.players):
            seat = (s.starts[s.stage] + n) % t.players
            clear_now(s, seat)
            perform(s, t, seat)
            count_scores(s, t)
            if s.logs_turns == TURNS_AND_CARDS:
                log_action(turns, at + (s.turn - 1) * t.players + seat, s, t, seat)
        end_turn(s, t)


@kernel
def come_home(s, t, turns, at):
    """HF-90 to HF-93: uncovered prestige slots, counters off, three heroes go."""
    s.turn += 1
    discarding = s.stage < ROUNDS - 1 or t.discard_last
    if discarding:
        begin_together(s, t, s.passes)  # HF-92: all choose before anybody shows
        for seat in range(t.players):
            choose_discards(s, t, seat)
        end_group(s.decision)
    for seat in range(t.players):
        clear_now(s, seat)
        me = s.seat[seat]
        now = s.now[seat]
        now.prestige_slots = uncovered_points(me.slots)
        gain(s, seat, POINTS_SLOTS, now.prestige_slots)
        now.counters_removed = count_covered(me.slots)
        clear_slots(me.slots)
        now.tiles_lost = 0
        if s.logs_turns:
            log_leaving(s, t, seat, discarding)
        if discarding:
            happens(s, Said.DISCARDS, seat, 0, 0)
            for i in range(DISCARDS):
                now.discard[i] = me.lineup[me.discard[i]]
            now.tiles_lost = discard_heroes(s, t, seat)
    s.counters = 0
    count_scores(s, t)
    if s.logs_turns == TURNS_AND_CARDS:
        for seat in range(t.players):
            log_return(turns, at + (s.turn - 1) * t.players + seat, s, t, seat, discarding)
    end_turn(s, t)


@kernel
def play_games(s, t, numbers, games, seats, turns, cards, used, logs_turns):
    """Append the games of these numbers to the buffers; turns and cards as ``logs_turns`` says.

    ``numbers``: int64[n]. ``games``, ``seats``, ``turns``, ``cards``: blocks with room for the longest games.
    ``used``: int64[4], the rows in use of each, in this order.
    """
    # One function for a game and for all: one more level would be compiled as a whole once more.
    for game_no in numbers:
        s.game_no = game_no
        s.logs_turns = logs_turns
        start_streams(s, t.seed, game_no, STREAMS)
        begin_decisions(s.decision, t.seed, game_no, t.players, POINTS)
        take_other_luck(s, t, STREAMS)
        deal_styles(s, t, t.players)
        set_up(s, t)
        begin_choices(s.choices, t.players)
        for stage in range(ROUNDS):
            s.stage = stage
            recruit(s, t, turns, used[2])
            adventure(s, t, turns, used[2])
            come_home(s, t, turns, used[2])
            if s.trouble:
                return
        crown(s, t)
        if logs_turns == TURNS_AND_CARDS:
            used[2] += TURNS * t.players
        if logs_turns:
            used[3] = log_cards(cards, used[3], s, t)
        log_game(games, used[0], s, t)
        used[0] += 1
        for seat in range(t.players):
            log_seat(seats, used[1], s, t, seat)
            used[1] += 1
