"""What a game of one's own is compiled with: the kernels that begin a game, count, and write its rows.

They do to records what ``engine.plain`` does to objects, with the same luck, so that a game may be written in plain
Python first and as kernels later: its rows stay the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.kernels.buffers import TURNS_AND_CARDS, log_lead, log_met, log_standing
from balance.engine.kernels.choices import begin_choices, choices_record, fill_choices
from balance.engine.kernels.decision_record import decisions_record
from balance.engine.kernels.decisions import begin_decisions
from balance.engine.kernels.kernel import kernel, record
from balance.engine.kernels.lineup import LINEUP, LINEUP_STREAM, MAX_SEATS, MAX_STYLES, deal_styles
from balance.engine.kernels.piles import shuffle
from balance.engine.kernels.rng import game_key, stream_key
from balance.engine.kernels.table import clear_lead, rank_scores, watch_lead

TOO_LONG = -4
"""A code in ``trouble``: more turns than a game has."""
SWIFT_TROUBLES = {TOO_LONG: "more turns than `most_turns` of the class says: does it end?"}
MET = record(
    # What became of a card for a player.
    seen=np.int64,
    taken=np.int64,
    played=np.int64,
    used=np.int64,
    kept=np.int64,
    first=np.int64,  # turn on which it was first taken, played or used; 0: never
    there=np.int64,  # 0/1: she met it at all
)


def swift_table(rules: dict[str, Any], features: int, columns: tuple[str, ...], cards: int, streams: int) -> np.dtype:
    """TABLE of a compiled game: what its class says, its styles and cards in numbers."""
    style = record(slip=np.float64, weight=(np.float64, max(features, 1)))
    return record(
        seed=np.int64,
        players=np.int64,
        lineup=LINEUP,
        terms=np.int64,  # see engine.plain.table
        style=(style, MAX_STYLES),
        rule=record(**(dict.fromkeys(rules, np.int64) or {"none": np.int64})),
        cards=np.int64,  # in play
        card=(record(copies=np.int64, **dict.fromkeys(columns, np.int64)), max(cards, 1)),
        purpose=(np.uint64, max(streams, 1)),  # of every named stream
        streams=np.int64,
    )


def swift_state(
    parts: int, cards: int = 1, streams: int = 1, turns: int = 300, options: int = 16, **own: Any
) -> np.dtype:
    """STATE of a compiled game, with the ``own`` fields of it: so many parts of the score, cards, named streams, turns
    and options of a choice, at most."""
    return record(
        stream=(np.uint64, 1 + streams),
        game_no=np.int64,
        trouble=np.int64,
        turn=np.int64,
        logs_turns=np.int64,
        style=(np.int64, MAX_SEATS),
        part=(np.int64, (MAX_SEATS, parts)),
        row=(np.int64, (turns, MAX_SEATS)),  # by turn, the scores of all
        score=(np.int64, MAX_SEATS),
        ranking=(np.int64, MAX_SEATS),
        won=(np.int64, MAX_SEATS),
        winners=np.int64,
        leader=np.int64,
        lead_changes=np.int64,
        leaders=np.int64,
        led_since=np.int64,
        met=(MET, (MAX_SEATS, cards)),
        decision=decisions_record(MAX_SEATS, 1, options),
        choices=choices_record(MAX_SEATS, cards, options),
        **own,
    )


@kernel
def begin_game(s, t, game_no, logs_turns):
    """A game begins: its luck, who sits where, and nothing on the table."""
    s.game_no = game_no
    s.trouble = 0
    s.turn = 0
    s.logs_turns = np.int64(logs_turns)
    game = game_key(t.seed, game_no)
    s.stream[LINEUP_STREAM] = stream_key(game, LINEUP_STREAM)
    for k in range(t.streams):
        s.stream[1 + k] = stream_key(game, t.purpose[k])
    begin_decisions(s.decision, t.seed, game_no, t.players, 1)
    begin_choices(s.choices, t.players)
    deal_styles(s, t, t.players)
    clear_lead(s)
    for seat in range(t.players):
        for part in range(s.part.shape[1]):
            s.part[seat, part] = 0
        for card in range(t.cards):
            met = s.met[seat, card]
            met.seen = met.taken = met.played = met.used = met.kept = met.first = met.there = 0


@kernel
def fill_deck(s, t, stream, pile):
    """Put all copies of all cards into ``pile``, shuffled. Returns how many they are."""
    count = 0
    for card in range(t.cards):
        for _ in range(t.card[card].copies):
            pile[count] = card
            count += 1
    shuffle(s, stream, pile, count)
    return count


@kernel
def take_card(s, seat, card):
    """The player gains a card, and has it in the hand."""
    met = s.met[seat, card]
    met.there = 1
    met.taken += 1
    met.kept += 1
    met.seen = max(met.seen, met.taken)
    if met.first == 0:
        met.first = s.turn


@kernel
def use_card(s, seat, card):
    """The effect of a card did something for the player."""
    met = s.met[seat, card]
    met.there = 1
    met.used += 1
    if met.first == 0:
        met.first = s.turn


@kernel
def points_of(s, seat):
    """All that a player has."""
    points = 0
    for part in range(s.part.shape[1]):
        points += s.part[seat, part]
    return points


@kernel
def end_turn(s, t):
    """Book how everybody stands after this turn. Returns whether the game may go on."""
    if s.turn > len(s.row):
        s.trouble = TOO_LONG
        return False
    for seat in range(t.players):
        s.score[seat] = points_of(s, seat)
        s.row[s.turn - 1, seat] = s.score[seat]
    watch_lead(s, s.score, t.players, s.turn)
    return True


@kernel
def log_game(s, t, games, seats, turns, cards, used, logs_turns):
    """Append a game that is over to the buffers."""
    rank_scores(s.score, s.ranking, t.players)
    s.winners = 0
    for seat in range(t.players):
        s.won[seat] = np.int64(s.ranking[seat] == 1)
        s.winners += s.won[seat]
    n = used[0]
    games.game_no[n] = s.game_no
    games.turns[n] = s.turn
    log_lead(games, n, s, s.score, t.players, s.turn)
    used[0] = n + 1
    for seat in range(t.players):
        n = used[1]
        log_standing(seats, n, s, seat)
        for part in range(s.part.shape[1]):
            seats.points[part, n] = s.part[seat, part]
        used[1] = n + 1
    if logs_turns == TURNS_AND_CARDS:
        log_turns(s, t, turns, used)
    if logs_turns:
        log_cards(s, t, cards, used)


@kernel
def log_turns(s, t, turns, used):
    """Append the rows of all turns."""
    for turn in range(s.turn):
        for seat in range(t.players):
            n = used[2]
            turns.game_no[n] = s.game_no
            turns.turn[n] = turn + 1
            turns.seat[n] = seat
            turns.agent[n] = s.style[seat]
            turns.score[n] = s.row[turn, seat]
            used[2] = n + 1


@kernel
def log_cards(s, t, cards, used):
    """Append a row for every card that a player met."""
    for seat in range(t.players):
        for card in range(t.cards):
            met = s.met[seat, card]
            if met.there:
                n = used[3]
                log_met(cards, n, s, seat, card, met.first)
                cards.seen[n] = met.seen
                cards.taken[n] = met.taken
                cards.played[n] = met.played
                cards.used[n] = met.used
                cards.kept[n] = met.kept
                fill_choices(cards, n, s.choices, seat, card)
                used[3] = n + 1
