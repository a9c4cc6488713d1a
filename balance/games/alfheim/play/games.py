"""One game of Alfheim after another: where rules, styles and log meet."""

from __future__ import annotations

from balance.engine.kernels.buffers import TURNS_AND_CARDS
from balance.engine.kernels.by_hand import lay_by_hand
from balance.engine.kernels.choices import begin_choices
from balance.engine.kernels.decisions import begin_decisions, end_group
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.other_luck import take_other_luck
from balance.engine.kernels.rng import start_streams
from balance.engine.kernels.table import watch_lead
from balance.games.alfheim.log.events import (
    log_claims,
    log_clue,
    log_cost_tiles,
    log_preparation,
    log_start,
)
from balance.games.alfheim.log.rows import log_cards, log_game, log_seat, log_turn
from balance.games.alfheim.play.choosing import (
    STOP,
    begin_together,
    choose_clue,
    choose_fairy,
    choose_footprint,
    choose_swap,
)
from balance.games.alfheim.rules.area import lay_fairy, lay_tile
from balance.games.alfheim.rules.lines import find_legal
from balance.games.alfheim.rules.rounds import (
    begin_round,
    claim_experts,
    draw_clue,
    reveal_seconds,
    serve_swaps,
    show_swaps,
    take_secret,
)
from balance.games.alfheim.rules.scoring import crown, score_seat
from balance.games.alfheim.rules.setup import set_up
from balance.games.alfheim.state import FAIRY, FOOTPRINT, POINTS, PREPARATION, ROUNDS, STREAMS
from balance.games.alfheim.styles.windows import look_ahead


@kernel
def place_footprints(s, t):
    """FA-17: all lay their footprints at the same time."""
    begin_together(s, t, False)
    for seat in range(t.players):
        place_footprint(s, t, seat)
    end_group(s.decision)


@kernel
def place_footprint(s, t, seat):
    """FA-17, FA-22: the footprint goes to a legal cell, if there is one."""
    me = s.seat[seat]
    if me.edges > 0:
        at = me.edge[choose_footprint(s, t, seat)]
        lay_tile(me, at, FOOTPRINT)
        me.footprint_at = at


@kernel
def choose_swaps(s, t):
    """FA-19: all say at the same time whether they want to swap."""
    if t.swap:
        begin_together(s, t, False)
    for seat in range(t.players):
        s.wants[seat] = choose_swap(s, t, seat)
    end_group(s.decision)


@kernel
def place_clues(s, t):
    """FA-21: all lay their clue tiles at the same time."""
    begin_together(s, t, True)
    for seat in range(t.players):
        place_clue(s, t, seat)
    end_group(s.decision)


@kernel
def place_clue(s, t, seat):
    """FA-21, FA-22: the clue tile goes to a legal cell; if there is none, it leaves the game."""
    me = s.seat[seat]
    now = s.now[seat]
    now.n_cells = me.edges
    if me.edges > 0:
        now.at = me.edge[choose_clue(s, t, seat, now.kept)]
        lay_tile(me, now.at, 1 + now.kept)


@kernel
def place_fairies(s, t, seat):
    """FA-23 to FA-33: one fairy after another, as long as the seat can and wants to."""
    me = s.seat[seat]
    now = s.now[seat]
    now.n_payable = find_legal(s, t, seat)
    now.n_declined = now.n_payable
    while now.n_declined > 0:
        kind, place = choose_fairy(s, t, seat)
        if kind == STOP:
            return
        at = me.edge[place]
        placed = now.placed[now.placements]
        placed.kind = kind
        placed.cell = at
        placed.cost = s.payer[kind, place]
        now.placements += 1
        lay_fairy(me, at, FAIRY + kind)
        me.fairies |= 1 << kind
        s.taken[kind] += 1
        take_secret(s, t, seat)
        now.n_declined = find_legal(s, t, seat)


@kernel
def play_games(s, t, numbers, games, seats, turns, cards, used, logs_turns):
    """Append the games of these numbers to the buffers; turns and cards as ``logs_turns`` says.

    ``numbers``: int64[n]. ``games``, ``seats``, ``turns``, ``cards``: blocks with room for the longest games.
    ``used``: int64[4], the rows in use of each, in this order.
    """
    # One function for a round, a game and all games: each level more would be compiled as a whole once more.
    for game_no in numbers:
        s.game_no = game_no
        start_streams(s, t.seed, game_no, STREAMS)
        begin_decisions(s.decision, t.seed, game_no, t.players, POINTS)
        take_other_luck(s, t, STREAMS)
        deal_styles(s, t, t.players)
        set_up(s, t)
        s.logs_turns = logs_turns
        begin_choices(s.choices, t.players)
        look_ahead(s)
        if logs_turns:
            log_start(s, t)
        for _ in range(ROUNDS):
            begin_round(s, t)
            lay_by_hand(s, t, s.turn)
            if s.turn == PREPARATION:
                reveal_seconds(s, t)
                place_footprints(s, t)
                if logs_turns:
                    log_preparation(s, t)
            draw_clue(s, t)
            look_ahead(s)
            choose_swaps(s, t)
            serve_swaps(s, t)
            place_clues(s, t)
            show_swaps(s, t)
            for i in range(t.players):
                place_fairies(s, t, s.queue[i])
            claim_experts(s, t)
            for seat in range(t.players):
                score_seat(s, t, seat)
                if logs_turns:
                    log_clue(s, seat)
                    log_cost_tiles(s, t, seat)
                    log_claims(s, t, seat)
                if logs_turns == TURNS_AND_CARDS:
                    log_turn(turns, used[2] + (s.turn - 1) * t.players + seat, s, t, seat)
            watch_lead(s, s.score, t.players, s.turn)
        crown(s, t)
        if logs_turns == TURNS_AND_CARDS:
            used[2] += s.turn * t.players
        if logs_turns:
            used[3] = log_cards(cards, used[3], s, t)
        log_game(games, used[0], s, t)
        used[0] += 1
        for seat in range(t.players):
            log_seat(seats, used[1], s, t, seat)
            used[1] += 1
