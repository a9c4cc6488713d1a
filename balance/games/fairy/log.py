"""What a run of Fairy writes down: the rows the kernels fill, and what their columns mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.game import Plan
from balance.engine.game.columns import (
    CHOICE_COLUMNS,
    GAME_NO,
    SEAT,
    WINNERS,
    agent_column,
    card_columns,
    game_columns,
    lead_columns,
    seat_columns,
)
from balance.engine.game.log import Column, Derived, Table, literal, pick
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
from balance.engine.kernels.choices import RECORDED
from balance.engine.kernels.fields import copies
from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.engine.kernels.lineup import own_number
from balance.games.fairy.rules import unseen_right
from balance.games.fairy.state import MAX_GUESSES, SEAT_LOG, TIEBREAK
from balance.games.fairy.styles import chance_believed

TURNS = block(
    **POSITION,
    p_believed=np.float32,
    score_before=np.int32,
    unseen_right=(np.int8, MAX_GUESSES),
    pile_card=np.int8,
    next_card=np.int8,
    fairies_seen=np.int8,
    guess=np.int8,
    right=np.int8,
    tiebreak=np.int8,
)

SEATS = block(
    **STANDING,
    **SEAT_LOG,
    picks=(np.int8, MAX_GUESSES),
    hits=(np.int8, MAX_GUESSES),
)

GAMES = block(
    **LEAD,
    game_no=np.int64,
    turns_main=np.int16,
    turns_extra=np.int16,
    at_target=np.int8,
    first_card=np.int8,
    end_reason=np.int8,
    decided=np.int8,
)

CARDS = block(
    **MET,
    chosen_in=np.int64,
    events=np.int32,
    seen=np.int16,
    played=np.int16,
    used=np.int16,
)

# What happened to a charm card in the main phase, as counts packed into one number
REVEALED, FACED, FIRST, ENDED = 1, 1 << 7, 1 << 14, 1 << 15


@kernel
def log_turn(turns, n, s, t, seat):
    """One seat's turn, after scoring and before the flipped card covers the pile card."""
    me = s.seat[seat]
    log_position(turns, n, s, seat)
    turns.pile_card[n] = t.card[s.pile]
    turns.next_card[n] = t.card[s.following]
    turns.fairies_seen[n] = s.fairies_seen
    for g in range(t.guesses):
        turns.unseen_right[g, n] = unseen_right(s, t, g)
    turns.guess[n] = me.guess
    turns.right[n] = me.right
    turns.p_believed[n] = chance_believed(s, t, seat)
    turns.score_before[n] = me.before
    turns.tiebreak[n] = s.phase == TIEBREAK


@kernel
def log_seat(seats, n, s, t, seat):
    """One seat's game."""
    me = s.seat[seat]
    log_standing(seats, n, s, seat)
    for g in range(t.guesses):
        seats.picks[g, n] = popcount(me.picks[g])
        seats.hits[g, n] = popcount(me.hits[g])
    log_losses(seats, n, me)


@copies(SEAT_LOG)
def log_losses(seats, n, me):
    """Points lost and cut off, and the tie-break."""


@kernel
def log_game(games, n, s, t):
    """The game as a whole."""
    games.game_no[n] = s.game_no
    games.turns_main[n] = s.main_turns
    games.turns_extra[n] = s.turn - s.main_turns
    games.end_reason[n] = s.end_reason
    games.decided[n] = s.decided
    games.at_target[n] = s.at_target
    games.first_card[n] = t.card[s.order[0]]
    log_lead(games, n, s, s.main_score, t.players, s.turn)


@kernel
def log_cards(cards, n, s, t):
    """What every seat met, from row ``n`` on: the flipped charm cards, then the guesses. Returns the next free row."""
    for seat in range(t.players):
        me = s.seat[seat]
        right_turns = 0
        for g in range(t.guesses):
            right_turns |= me.hits[g]
        start = n
        for turn in range(s.position):
            card = t.card[s.order[turn]]
            row = n
            for earlier in range(start, n if t.doubles else start):
                if cards.card[earlier] == card:
                    row = earlier
            if row == n:
                start_card(cards, n, s, seat, card, turn)
                n += 1
            cards.seen[row] += 1
            cards.used[row] += (right_turns >> turn) & 1
            if turn == 0:
                cards.events[row] += FIRST
            elif turn <= s.main_turns:
                cards.events[row] += REVEALED
            if turn < s.main_turns:
                cards.events[row] += FACED
            elif turn == s.main_turns:
                cards.events[row] += ENDED
        for g in range(t.guesses):
            first = lowest_bit(me.picks[g]) if me.picks[g] else 0
            start_card(cards, n, s, seat, t.charms + own_number(s, t, seat, g), first)
            cards.seen[n] = s.main_turns
            cards.played[n] = popcount(me.picks[g])
            cards.used[n] = popcount(me.hits[g])
            # Turns count from 1, choices from 0.
            cards.chosen_in[n] = (me.picks[g] >> 1) & RECORDED
            n += 1
    return n


@kernel
def start_card(cards, n, s, seat, card, turn):
    """Begin row ``n``: a card the seat met first on this turn."""
    log_met(cards, n, s, seat, card, turn)
    cards.seen[n] = 0
    cards.played[n] = 0
    cards.used[n] = 0
    cards.events[n] = 0
    cards.chosen_in[n] = 0


END_REASONS = ("fairies", "target", "deck_out")  # the codes FAIRIES, TARGET, DECK_OUT
DECIDED = ("outright", "tiebreak", "shared")  # the codes OUTRIGHT, BROKEN_TIE, SHARED


def tables(plan: Plan, cards: Any) -> dict[str, Table]:
    """The columns of the four tables, stored and derived."""
    return {
        "games": Table("games", _game_columns(plan, cards)),
        "seats": Table("seats", _seat_columns(plan, cards)),
        "turns": Table("turns", _turn_columns(plan, cards)),
        "cards": Table("cards", _card_columns(cards)),
    }


def rows_per_game(plan: Plan, cards: Any) -> dict[str, int]:
    """The most rows a game adds to each table: N - 1 turns, and every card in every seat."""
    deck = len(cards.deck)
    return {
        "games": 1,
        "seats": plan.players,
        "turns": plan.players * (deck - 1),
        "cards": plan.players * len(cards.ids),
    }


def _game_columns(plan: Plan, cards: Any) -> tuple[Column | Derived, ...]:
    fairies = [charm.id for charm in cards.charms if charm.fairy]
    listed = ", ".join(literal(card) for card in fairies)
    return (
        *game_columns(plan),
        Column("first_card", "the first pile card", values=cards.ids),
        Derived("first_is_fairy", "the first pile card shows a fairy", f"first_card IN ({listed})"),
        Column("turns_main", "turns of the main phase"),
        Column("turns_extra", "extra turns to break a tie"),
        Derived("turns", "turns in all", "(turns_main + turns_extra)::SMALLINT"),
        Derived("cards_left", "cards in the deck at the end", f"({len(cards.deck) - 1} - turns)::SMALLINT"),
        Column("end_reason", "what ended the main phase: fairies, target or deck_out", values=END_REASONS),
        Column("decided", "how the winner was found: outright, tiebreak or shared", values=DECIDED),
        WINNERS,
        Column("at_target", "seats at or above the target when the main phase ended"),
        *lead_columns(margin="best minus second best score at the end of the main phase"),
    )


def _seat_columns(plan: Plan, cards: Any) -> tuple[Column | Derived, ...]:
    return (
        *seat_columns(
            plan,
            score="final score, tie-break included",
            rank="rank by the score at the end of the main phase, 1 = best, ties share",
        ),
        *_main_columns(plan, cards),
        *_tiebreak_columns(plan, cards),
        Derived("score_final", "the same as score", "score", part_of="score"),
    )


def _main_columns(plan: Plan, cards: Any) -> list[Column | Derived]:
    columns: list[Column | Derived] = [Derived("pts_start", "points at the start", f"{cards.track.start}::INTEGER")]
    for g, guess in enumerate(cards.guesses):
        key = guess.key
        columns += [
            Column(f"n_{key}", f"times {key} was guessed in the main phase", field="picks", place=g),
            Column(f"right_{key}", "of these, times right", field="hits", place=g, part_of=f"n_{key}"),
            Derived(f"pts_{key}", f"points from {key} in the main phase", f"right_{key}::INTEGER * {guess.gain}"),
        ]
    gained = " + ".join(f"pts_{guess.key}" for guess in cards.guesses)
    return [
        *columns,
        Column("lost", "points lost to wrong guesses in the main phase", hidden=True),
        Derived("pts_wrong", "points lost to wrong guesses in the main phase, <= 0", "-lost"),
        _cut(plan, "clamped", "points cut off at the top in the main phase"),
        Derived("pts_clamped", "points cut off at the top in the main phase, <= 0", "-clamped"),
        Derived(
            "score_main",
            "score at the end of the main phase",
            f"(pts_start + {gained} - lost - clamped)::INTEGER",
            part_of="score",
        ),
    ]


def _tiebreak_columns(plan: Plan, cards: Any) -> list[Column | Derived]:
    gained = " + ".join(f"pts_tb_{guess.key}" for guess in cards.guesses)
    return [
        Column("extra_hits", "tie-break: times right, 8 bits for each guess", hidden=True),
        *(
            Derived(
                f"pts_tb_{guess.key}",
                f"points from {guess.key} in the tie-break",
                f"(((extra_hits >> {8 * g}) & 255) * {guess.gain})::INTEGER",
                within=guess.key,
            )
            for g, guess in enumerate(cards.guesses)
        ),
        _cut(plan, "extra_clamped", "points cut off in the tie-break"),
        Derived("pts_tb_clamped", "points cut off in the tie-break, <= 0", "-extra_clamped", within="clamped"),
        Derived(
            "pts_tb_wrong",
            "points lost in the tie-break, <= 0",
            f"(score - score_main - ({gained}) + extra_clamped)::INTEGER",
            within="wrong",
        ),
    ]


def _cut(plan: Plan, name: str, description: str) -> Column | Derived:
    """Points cut off at the top: stored where the setting `clamp` can make them, else they are 0."""
    if plan.settings["top_rule"] == "clamp":
        return Column(name, description, hidden=True)
    return Derived(name, description, "0::INTEGER", hidden=True)


def _unseen(place: int, guess: str) -> Column:
    description = f"cards in the deck that make {guess} right"
    return Column(f"unseen_right_{guess}", description, field="unseen_right", place=place)


def _turn_columns(plan: Plan, cards: Any) -> tuple[Column | Derived, ...]:
    deck = len(cards.deck)
    value = {
        guess.key: f"(unseen_right_{guess.key} * {guess.gain + guess.loss}::DOUBLE / deck_left - {guess.loss})"
        for guess in cards.guesses
    }
    chosen = " ".join(f"WHEN {literal(key)} THEN {sql}" for key, sql in value.items())
    gain = pick("guess", [(guess.key, guess.gain) for guess in cards.guesses])
    loss = pick("guess", [(guess.key, guess.loss) for guess in cards.guesses])
    return (
        GAME_NO,
        Column("turn", "turn, from 1, extra turns included"),
        Column("tiebreak", "an extra turn", switch=True, hidden=True),
        Derived("phase", "main or tiebreak", "CASE WHEN tiebreak THEN 'tiebreak' ELSE 'main' END"),
        SEAT,
        agent_column(plan),
        Column("pile_card", "the pile card, before the flip", values=cards.ids),
        Column("next_card", "the card flipped", values=cards.ids),
        Derived("deck_left", "cards in the deck before the flip", f"({deck} - turn)::SMALLINT"),
        Column("fairies_seen", "fairies revealed before the flip"),
        *(_unseen(place, guess.key) for place, guess in enumerate(cards.guesses)),
        Column("guess", "the guess made", values=cards.keys),
        Column("right", "whether it was right", switch=True),
        Column("p_believed", "the chance the seat gave its guess, from what it remembers"),
        Derived(
            "ev_true",
            "expected points of the guess, all unseen cards known, the floor apart",
            f"CASE guess {chosen} END",
        ),
        Derived("ev_best", "the same of the best guess", f"greatest({', '.join(value.values())})"),
        Column("score_before", "score before the turn"),
        Column("score", "score after the turn"),
        Derived("score_after", "the same as score", "score"),
        Derived("gain", "points gained, before any clamp", f'CASE WHEN "right" THEN {gain} ELSE 0 END'),
        Derived("loss", "points really lost, >= 0", 'CASE WHEN "right" THEN 0 ELSE score_before - score END'),
        Derived("floor_saved", "loss avoided by the floor", f'CASE WHEN "right" THEN 0 ELSE {loss} - loss END'),
    )


def _card_columns(cards: Any) -> tuple[Column | Derived, ...]:
    options_in, chosen_in = CHOICE_COLUMNS
    guesses = ", ".join(literal(guess.id) for guess in cards.guesses)
    return (
        *card_columns(cards.ids),
        Column("seen", "charm: times flipped, as first pile card too; guess: guesses the seat made in the main phase"),
        Derived("taken", "guess: times picked", "played"),
        Column("played", "guess: times picked"),
        Column("used", "times the seat was right on this charm card, or with this guess, in the main phase"),
        Derived("used_by_others", "nothing here is used by others", "0::SMALLINT"),
        Column("first_turn", "turn of the (first) flip, or of the first pick"),
        Derived("kept", "nothing is kept in this game", "0::SMALLINT"),
        # On every turn every guess in play can be picked.
        Derived(
            options_in.name,
            options_in.description,
            f"CASE WHEN card IN ({guesses}) THEN (1::HUGEINT << seen) - 1 ELSE 0 END::BIGINT",
        ),
        chosen_in,
        Column("events", "events packed: 1 revealed, 128 faced, 16384 first, 32768 ended", hidden=True),
        Derived("revealed", "charm: times flipped on a turn of the main phase", "(events & 127)::SMALLINT"),
        Derived("first", "charm: it was the first pile card", "((events >> 14) & 1)::SMALLINT"),
        Derived(
            "hit",
            "charm: times the seat guessed right when it was revealed",
            "CASE WHEN events > 0 THEN used ELSE 0 END::SMALLINT",
        ),
        Derived("missed", "charm: times the seat guessed wrong when it was revealed", "(revealed - hit)::SMALLINT"),
        Derived(
            "faced",
            "charm: times the seat guessed while it was the pile card, main phase",
            "((events >> 7) & 127)::SMALLINT",
        ),
        Derived("ended", "charm: revealing it ended the main phase", "((events >> 15) & 1)::SMALLINT"),
    )
