"""The rules of Fairy in the order of the rulebook. No choices are made and nothing is logged here."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import change_luck
from balance.engine.kernels.kernel import kernel, popcount
from balance.engine.kernels.lineup import NOBODY, own_number, stand_in_player
from balance.engine.kernels.piles import shuffle, shuffle_unseen
from balance.engine.kernels.rng import uniform
from balance.engine.kernels.table import clear_lead, rank_scores, watch_lead
from balance.games.fairy.state import (
    BASE,
    BROKEN_TIE,
    CLAMP,
    DECK_OUT,
    DECK_STREAM,
    EMPTY_DECK,
    FAIRIES,
    MAIN,
    MEMORY_STREAM,
    OUT,
    OUTRIGHT,
    SHARE,
    SHARED,
    TARGET,
    TIEBREAK,
    streams_of,
)


@kernel
def shuffle_deck(s, t):
    """FY-1: every order of the charm cards is equally likely."""
    for i in range(t.cards):
        s.order[i] = i
    shuffle(s, DECK_STREAM, s.order, t.cards)


@kernel
def redeal(s, t):
    """Redeal what no seat knows: the order of the cards in the deck, and all luck to come."""
    change_luck(s, t.players, streams_of(t.players))
    shuffle_unseen(s, DECK_STREAM, s.order[s.position :], t.cards - s.position)


@kernel
def set_up(s, t):
    """FY-2 to FY-4: flip the first pile card, everybody at the start of the track."""
    s.pile = s.order[0]
    s.position = 1
    s.unseen = t.deck & ~(1 << s.pile)
    s.fairies_seen = 0
    if t.initial_fairy_counts:
        s.fairies_seen = (t.fairies >> s.pile) & 1  # FY-3
    s.phase = MAIN
    s.turn = 0
    s.stand_in_for = stand_in_player(t, s.game_no)
    clear_lead(s)
    for seat in range(t.players):
        me = s.seat[seat]
        me.playing = 1
        me.watched = NOBODY
        me.known = me.lost = me.clamped = me.extra_hits = me.extra_clamped = 0
        for g in range(t.guesses):
            me.picks[g] = 0
            me.hits[g] = 0
        for other in range(t.players):
            me.looked[other] = 0
        s.score[seat] = t.start
        s.standing[seat] = t.start
        s.won[seat] = 0


@kernel
def reveal(s, t):
    """FY-10: flip the top card of the deck."""
    if s.position >= t.cards:
        s.trouble = EMPTY_DECK
        return
    s.following = s.order[s.position]
    s.position += 1


@kernel
def score_guesses(s, t):
    """FY-11 to FY-16: right guesses gain, wrong ones lose, nobody falls below the floor."""
    # Copies, because the compiler must assume that writing a seat could change what the loop reads.
    pile, following, turn, main = s.pile, s.following, s.turn, s.phase == MAIN
    floor = t.floor
    clamp = t.top_rule == CLAMP
    for seat in range(t.players):
        me = s.seat[seat]
        if not me.playing:
            continue
        g = me.guess
        own = own_number(s, t, seat, g)
        guess = t.guess[own]
        before = s.score[seat]
        right = (t.right[pile, own] >> following) & 1
        lost = 0 if right else min(guess.loss, before - floor)  # FY-14
        after = before + (guess.gain if right else -lost)  # FY-13; above 24 it stays a number (FY-15)
        cut = 0
        if clamp and after > t.top:  # FY-22
            cut = after - t.top
            after = t.top
        s.score[seat] = after
        s.standing[seat] = after
        me.before = before
        me.right = right
        if main:
            me.picks[g] |= 1 << turn
            me.hits[g] |= right << turn
            me.lost += lost
            me.clamped += cut
        else:
            me.extra_hits += right << (8 * g)
            me.extra_clamped += cut


@kernel
def cover(s, t):
    """FY-17: the flipped card becomes the pile card; the old one is covered, and some remember it (4.2)."""
    pile = s.pile
    fairy = (t.fairies >> pile) & 1
    for seat in range(t.players):
        style = t.style[s.style[seat]]
        kept = style.fairy_memory & fairy
        if style.retention >= 1.0:
            kept = 1
        elif style.retention > 0.0:
            kept |= np.int64(uniform(s, MEMORY_STREAM + 2 * seat) < style.retention)
        s.seat[seat].known |= kept << pile
    s.pile = s.following
    s.unseen &= ~(1 << s.following)
    s.fairies_seen += (t.fairies >> s.pile) & 1


@kernel
def main_phase_ends(s, t):
    """FY-18 to FY-21, FY-29, FY-30: target, last fairy, or no card left; sets the reason."""
    at_target = 0
    for seat in range(t.players):
        at_target += np.int64(s.score[seat] >= t.target)
    s.at_target = at_target
    if at_target:
        s.end_reason = TARGET  # FY-19, and FY-20 when the last fairy came too
    elif t.variant == BASE and s.fairies_seen >= t.end_fairies:
        s.end_reason = FAIRIES
    elif s.position == t.cards:
        s.end_reason = DECK_OUT
    else:
        return False
    s.main_turns = s.turn
    for seat in range(t.players):
        s.main_score[seat] = s.score[seat]
    rank_scores(s.main_score, s.ranking, t.players)
    return True


@kernel
def crown(s, t, decided):
    """End the game: the seats still playing win."""
    s.decided = decided
    s.winners = 0
    for seat in range(t.players):
        s.won[seat] = s.seat[seat].playing
        s.winners += s.won[seat]


@kernel
def keep_leaders(s, t, main_phase_over):
    """FY-22 to FY-27: who is still in for first place after this turn. True when the game is decided."""
    if main_phase_over and s.end_reason == TARGET and t.top_rule == SHARE:
        for seat in range(t.players):
            s.seat[seat].playing = 1 if s.score[seat] >= t.target else 0
        crown(s, t, SHARED if s.at_target > 1 else OUTRIGHT)
        return True
    best = OUT
    for seat in range(t.players):
        best = max(best, s.standing[seat])
    playing = 0
    for seat in range(t.players):
        if s.standing[seat] == best:
            playing += 1
        else:  # FY-23, FY-25: behind, so it can no longer be first
            s.standing[seat] = OUT
            s.seat[seat].playing = 0
    if playing == 1:
        crown(s, t, OUTRIGHT if main_phase_over else BROKEN_TIE)
        return True
    if s.position == t.cards:  # FY-27
        crown(s, t, SHARED)
        return True
    s.phase = TIEBREAK  # FY-24
    return False


@kernel
def end_turn(s, t):
    """Everything after the scoring of a turn. True when the game is over."""
    cover(s, t)
    watch_lead(s, s.standing, t.players, s.turn)
    if s.phase == TIEBREAK:
        return keep_leaders(s, t, False)  # FY-26: neither fairies nor points end anything here
    if main_phase_ends(s, t):
        return keep_leaders(s, t, True)
    return False


@kernel
def unseen_right(s, t, g):
    """How many cards still in the deck would make guess ``g`` right."""
    return popcount(s.unseen & t.right[s.pile, g])


@kernel
def expected_turns_left(s, t):
    """R of section 4.3: turns until the last needed fairy, or until the deck is empty; public knowledge."""
    left = t.cards - s.position
    hidden = popcount(s.unseen & t.fairies)
    needed = t.end_fairies - s.fairies_seen
    if t.variant == BASE and 0 < needed <= hidden:
        return needed * (left + 1) / (hidden + 1)
    return float(left)


@kernel
def deciding_cards(s, t):
    """The cards after which who is ahead has won: the last fairy (FY-18), the last card (FY-29), any in a tie-break
    (FY-25); public knowledge."""
    if s.phase == TIEBREAK or t.cards - s.position == 1:
        return t.deck
    if t.variant == BASE and t.end_fairies - s.fairies_seen == 1:
        return t.fairies
    return np.int64(0)
