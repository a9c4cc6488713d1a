"""The rules of Tiny, and its games one after another."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import log_lead, log_standing
from balance.engine.kernels.kernel import kernel, record
from balance.engine.kernels.lineup import LINEUP, MAX_STYLES, deal_styles
from balance.engine.kernels.rng import roll, start_streams
from balance.engine.kernels.table import clear_lead, rank_scores, watch_lead

MAX_SEATS = 4
DIE_STREAM = 1  # + seat

TABLE = record(seed=np.int64, players=np.int64, lineup=LINEUP, luck=(np.int64, MAX_STYLES))
STATE = record(
    stream=(np.uint64, 1 + MAX_SEATS),
    game_no=np.int64,
    trouble=np.int64,
    turn=np.int64,
    style=(np.int64, MAX_SEATS),
    score=(np.int64, MAX_SEATS),
    ranking=(np.int64, MAX_SEATS),
    won=(np.int64, MAX_SEATS),
    winners=np.int64,
    leader=np.int64,
    lead_changes=np.int64,
    leaders=np.int64,
    led_since=np.int64,
)


@kernel
def throw(s, t, seat):
    """A die; who has luck throws again after a one."""
    eyes = roll(s, DIE_STREAM + seat, 6)
    if eyes == 1 and t.luck[s.style[seat]]:
        eyes = roll(s, DIE_STREAM + seat, 6)
    s.score[seat] += eyes


@kernel
def log_turn(turns, n, s, seat):
    """One seat's throw."""
    turns.game_no[n] = s.game_no
    turns.turn[n] = s.turn
    turns.seat[n] = seat
    turns.agent[n] = s.style[seat]
    turns.score[n] = s.score[seat]


@kernel
def play_game(s, t, turns, at, logs_turns):
    """One game. Returns the next free row of ``turns``."""
    start_streams(s, t.seed, s.game_no, 1 + t.players)
    deal_styles(s, t, t.players)
    clear_lead(s)
    for seat in range(t.players):
        s.score[seat] = 0
    s.turn = 0
    while s.turn < 10:
        s.turn += 1
        for seat in range(t.players):
            throw(s, t, seat)
        for seat in range(t.players):
            if logs_turns:
                log_turn(turns, at, s, seat)
                at += 1
        watch_lead(s, s.score, t.players, s.turn)
    rank_scores(s.score, s.ranking, t.players)
    s.winners = 0
    for seat in range(t.players):
        s.won[seat] = np.int64(s.ranking[seat] == 1)
        s.winners += s.won[seat]
    return at


@kernel
def play_games(s, t, numbers, games, seats, turns, cards, used, logs_turns):
    """Append the games of these numbers to the buffers."""
    for game_no in numbers:
        s.game_no = game_no
        used[2] = play_game(s, t, turns, used[2], logs_turns)
        games.game_no[used[0]] = game_no
        games.turns[used[0]] = s.turn
        games.end_reason[used[0]] = 0
        log_lead(games, used[0], s, s.score, t.players, s.turn)
        used[0] += 1
        for seat in range(t.players):
            log_standing(seats, used[1], s, seat)
            used[1] += 1
