"""How the seats choose: features of a guess (4.3), weighed by the style, the best taken (4.4)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from balance.engine.game.styles import Feature, Knob, Style
from balance.engine.kernels.decision_record import LUCK
from balance.engine.kernels.decisions import draw_luck
from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.engine.kernels.lineup import NOBODY, own_number
from balance.engine.kernels.rng import below, normal
from balance.games.fairy.rules import deciding_cards, expected_turns_left
from balance.games.fairy.state import Point

MEMORY = {
    "none": {"retention": 0.0, "fairy_memory": 0.0},
    "fairies": {"retention": 0.0, "fairy_memory": 1.0},
    "half": {"retention": 0.5, "fairy_memory": 1.0},
    "full": {"retention": 1.0, "fairy_memory": 1.0},
}
"""The memory models of section 4.2 by name."""

KNOBS = (
    Knob("memory", 0.0, 0.0, 1.0, "what it remembers of covered cards: none, fairies, half or full", MEMORY),
    Knob("retention", 0.0, 0.0, 1.0, "chance of remembering a covered card", handicap=True),
    Knob("fairy_memory", 0.0, 0.0, 1.0, "1 (or true): covered fairies are remembered for certain", handicap=True),
    Knob(
        "noise",
        0.0,
        0.0,
        1000.0,
        "standard deviation of the random number added to every value, in points",
        handicap=True,
    ),
    Knob(
        "watchful",
        0.0,
        0.0,
        1.0,
        "1 (or true): learns from their guesses who of the others looks at others, too, for edge",
        integer=True,
    ),
)


def features(cards: Any) -> tuple[Feature, ...]:
    """What a style may weigh in a guess (section 4.3), with one ``is_<guess>`` per guess in play."""
    return (
        Feature("ev", "points", "expected points: p x gain - (1 - p) x loss"),
        Feature("floor_save", "points", "expected loss that the floor of the track would save"),
        Feature("p", "probability", "chance of being right, from the cards it does not remember"),
        Feature("risk", "points", "standard deviation of the points: (gain + loss) x sqrt(p (1 - p))"),
        Feature("reach", "probability", "p, if being right would reach the target"),
        Feature("chase", "points", "risk x points behind the best other seat / turns left: for who is behind"),
        Feature("protect", "points", "points ahead / turns left, for the guesses everybody would make: for who leads"),
        Feature("due", "points", "points to expect beyond ev, by how many cards and how many fairies are left"),
        Feature(
            "edge",
            "-",
            "what the scores promise after the card, if the others take the most points: 1 a won game, -1 a lost one",
        ),
        *(Feature(f"is_{key}", "-", f"1 for the guess {key}, else 0") for key in cards.keys),
    )


def _style(
    name: str,
    about: str,
    memory: str,
    weights: dict[str, float],
    noise: float = 0.0,
    watchful: float = 0.0,
    reference: bool = False,
    script: bool = False,
    in_mixed: bool = True,
) -> Style:
    knobs = {**MEMORY[memory], "noise": noise, "watchful": watchful}
    return Style(name, about, weights, knobs, reference, script, in_mixed)


def _script(key: str) -> Style:
    return _style(f"always_{key}", f"always guesses {key} (for tests)", "none", {f"is_{key}": 1.0}, script=True)


COUNTING = {"ev": 1.0, "floor_save": 1.0}

# Where a style has noise: without it two who play alike make the same guesses all game long, and share the victory.
STYLES = (
    Style(
        "random", "guesses uniformly at random", {}, {**MEMORY["none"], "noise": 0.0}, reference=True, in_mixed=False
    ),
    _style("greedy", "counts every card and takes the best expected points", "full", COUNTING, reference=True),
    _style("novice", "naive: looks at the pile card only", "none", {"ev": 1.0}, reference=True, in_mixed=False),
    _style("forgetful", "counts, but remembers only about half of the cards", "half", {**COUNTING, "due": 1.0}),
    _style(
        "cautious", "wants to be right, whatever it pays, and not to fall behind", "half",
        {"p": 2.0, "due": 1.0, "edge": 6.0}, 0.5,
    ),
    _style(
        "dreamer", "in love with the jackpot while fairies are left", "fairies",
        {**COUNTING, "is_catch": 1.0, "due": 1.0, "edge": 5.0}, 0.25,
    ),
    _style(
        "chaser", "counts every card, and takes risks when behind", "full",
        {**COUNTING, "p": 0.5, "chase": 1.0, "edge": 20.0}, 0.7, watchful=1.0,
    ),
    _style(
        "watcher", "counts every card, and guesses what leaves it ahead of the others", "full",
        {**COUNTING, "p": 1.0, "edge": 30.0}, 1.0, watchful=1.0,
    ),
    _style(
        "daredevil", "watches the others, too, and of two guesses rather makes the bold one", "full",
        {**COUNTING, "risk": 0.15, "edge": 30.0}, 1.0, watchful=1.0,
    ),
    *(_script(key) for key in ("higher", "lower", "same", "catch")),
)  # fmt: skip

DRIFT = 1.25
"""How many points two scores drift apart in a turn, and twice as many in four: the scale of a logistic distribution.
Found by trying: two thirds and three halves of it win as much."""

SETTLED = 1.0 / 8.0
"""The same scale where scores drift apart no more: a point ahead has won."""

LOOKING = 20.0
"""How many points an edge of 1 is worth to a seat that looks at the others, as others see it. Found by trying: 10 and
40 win as much."""

FAR = 600.0
"""Leads, in scales of drift, beyond which it makes no difference how large they are; exp(FAR) is still a number."""

TIE = 1e-9
"""Values this close are equal: exact ties such as 3h = 5q are frequent, rounding must not decide them."""


@kernel
def best_rival(s, t, seat):
    """The other playing seat with the best score, of equal ones the first; the seat itself when there is none."""
    best = seat
    for other in range(t.players):
        if other != seat and s.seat[other].playing and (best == seat or s.score[other] > s.score[best]):
            best = other
    return best


@kernel
def pool_of(s, t, seat):
    """The cards that may come next as far as the seat remembers (4.2): a mask, never empty."""
    return t.deck & ~(1 << s.pile) & ~s.seat[seat].known


@kernel
def chance_believed(s, t, seat):
    """The chance the seat gives its own guess: the share of its pool that makes it right."""
    pool = pool_of(s, t, seat)
    return popcount(pool & t.right[s.pile, own_number(s, t, seat, s.seat[seat].guess)]) / popcount(pool)


@kernel
def add_floor(s, t, seat, pool, share):
    """Add the feature floor_save: what the floor would save of a loss."""
    floor_save = t.style[s.style[seat]].floor_save
    for g in range(t.guesses):
        own = own_number(s, t, seat, g)
        p = popcount(pool & t.right[s.pile, own]) * share
        saved = max(0, t.guess[own].loss - (s.score[seat] - t.floor))
        s.value[g] += floor_save * (1.0 - p) * saved


@kernel
def chance_by_count(s, t, pool, right):
    """The chance of cards ``right``, if the deck holds as many fairies and other cards as are left: these are open to
    all (FY-33), while a pool also holds the cards that were covered and forgotten."""
    left = t.cards - s.position
    fairies = popcount(s.unseen & t.fairies)
    fairies_in = popcount(pool & t.fairies)
    others_in = popcount(pool & ~t.fairies)
    chance = 0.0
    if fairies_in > 0:
        chance += popcount(pool & right & t.fairies) / fairies_in * fairies / left
    if others_in > 0:
        chance += popcount(pool & right & ~t.fairies) / others_in * (left - fairies) / left
    return chance


@kernel
def add_situation(s, t, seat, pool, share):
    """Add to ``s.value`` the features that look beyond the pool: risk, reach, chase, protect and due; and noise."""
    style = t.style[s.style[seat]]
    score = s.score[seat]
    gap = s.score[best_rival(s, t, seat)] - score
    turns_left = expected_turns_left(s, t)
    risk = style.risk + style.chase * max(0, gap) / turns_left
    protect = style.protect * max(0, -gap) / turns_left
    if style.noise != 0.0:
        draw_luck(s.decision, seat, Point.GUESS, s.turn)
    for g in range(t.guesses):
        own = own_number(s, t, seat, g)
        guess = t.guess[own]
        p = popcount(pool & t.right[s.pile, own]) * share
        value = risk * (guess.gain + guess.loss) * math.sqrt(max(0.0, p * (1.0 - p)))
        if score + guess.gain >= t.target:
            value += style.reach * p
        value += protect * t.naive[s.pile, g]
        if style.due != 0.0:
            value += style.due * (guess.gain + guess.loss) * (chance_by_count(s, t, pool, t.right[s.pile, own]) - p)
        if style.noise != 0.0:
            value += style.noise * normal(s.decision, LUCK)
        s.value[g] += value


@kernel
def points_of(s, t, pool, share, g):
    """The points that a guess brings on average from a pool."""
    guess = t.guess[g]
    p = popcount(pool & t.right[s.pile, g]) * share
    return p * (guess.gain + guess.loss) - guess.loss


@kernel
def first_best(s, t, pool, share, looking):
    """The guess that is best by its points from a pool and ``looking`` points for what it promises; of equal ones the
    first."""
    best = 0
    best_value = -np.inf
    for g in range(t.guesses):
        value = points_of(s, t, pool, share, g) + looking * share * s.promised[g]
        if value > best_value + TIE:
            best = g
            best_value = value
    return best


@kernel
def drift_left(s, t):
    """How far two scores may still drift apart after the next card, unless that one decides."""
    return max(SETTLED, DRIFT * math.sqrt(expected_turns_left(s, t) - 1.0))


@kernel
def odds(lead, drift):
    """The odds that a lead of so many points holds: 1 if it is none."""
    return math.exp(min(max(lead / drift, -FAR), FAR))


@kernel
def after(s, t, seat, guess, right):
    """The score of a seat when the guess that it made was right, or wrong."""
    if right:
        return s.score[seat] + t.guess[guess].gain
    return max(t.floor, s.score[seat] - t.guess[guess].loss)


@kernel
def looks(s, seat, watched, other):
    """How surely the seat believes that another one looks at the others: 1/2 before it knows. It believes so only of
    who is level with the one that it watches."""
    if watched == NOBODY or s.score[other] != s.score[watched]:
        return 0.0
    seen = s.seat[seat].looked[other]
    if seen == 0:
        return 0.5
    return 1.0 if seen > 0 else 0.0


@kernel
def best_after(s, t, seat, watched, plain, plain_right, looking, looking_right):
    """The best score after the card that the seat expects of one of the others."""
    best = t.floor
    for other in range(t.players):
        if other != seat and s.seat[other].playing:
            share = looks(s, seat, watched, other)
            if share < 1.0:
                best = max(best, after(s, t, other, plain, plain_right))
            if share > 0.0:
                best = max(best, after(s, t, other, looking, looking_right))
    return best


@kernel
def odds_of_others(s, t, seat, watched, plain, plain_right, looking, looking_right, score, drift):
    """The odds of the others together, as the seat expects them after the card, against somebody with this score."""
    total = 0.0
    for other in range(t.players):
        if other != seat and s.seat[other].playing:
            share = looks(s, seat, watched, other)
            if share < 1.0:
                total += (1.0 - share) * odds(after(s, t, other, plain, plain_right) - score, drift)
            if share > 0.0:
                total += share * odds(after(s, t, other, looking, looking_right) - score, drift)
    return total


@kernel
def add_promised(s, t, seat, watched, plain, looking, cards, drift):
    """Add to ``s.promised`` what each guess promises after each of these cards: from 1, a won game, to -1, a lost one.

    The chance to win is 1 / (1 + the odds of all others), and odds grow by a factor with every point (Luce, 1959).
    Level with three it is a quarter and no half: three who do the same leave a fourth to do better by something else.

    Who looks at the others is expected to guess ``looking``, everybody else ``plain``. Whoever reaches the target ends
    the game (FY-19).
    """
    reach = s.score[seat] + t.highest_gain >= t.target
    for case in range(4):
        plain_right = case & 1
        looking_right = case >> 1
        these = cards & (t.right[s.pile, plain] if plain_right else ~t.right[s.pile, plain])
        these &= t.right[s.pile, looking] if looking_right else ~t.right[s.pile, looking]
        if these == 0:
            continue
        # Odds against the best of the others first: the exponential of a whole score could be too large a number.
        best = best_after(s, t, seat, watched, plain, plain_right, looking, looking_right)
        left = SETTLED if best >= t.target else drift
        against = odds_of_others(s, t, seat, watched, plain, plain_right, looking, looking_right, best, left)
        at_the_end = against
        if reach and left > SETTLED:
            at_the_end = odds_of_others(s, t, seat, watched, plain, plain_right, looking, looking_right, best, SETTLED)
        for g in range(t.guesses):
            own = own_number(s, t, seat, g)
            hits = popcount(these & t.right[s.pile, own])
            for right in range(2):
                score = after(s, t, seat, own, right)
                if score >= t.target:
                    theirs = at_the_end * odds(best - score, SETTLED)
                else:
                    theirs = against * odds(best - score, left)
                cards_of = hits if right else popcount(these) - hits
                s.promised[g] += cards_of * (2.0 / (1.0 + theirs) - 1.0)


@kernel
def promise(s, t, seat, watched, plain, looking, pool):
    """Set ``s.promised`` to what each guess of the seat promises after the next card: the sum over a pool."""
    for g in range(t.guesses):
        s.promised[g] = 0.0
    deciding = deciding_cards(s, t)
    add_promised(s, t, seat, watched, plain, looking, pool & ~deciding, drift_left(s, t))
    if deciding:
        add_promised(s, t, seat, watched, plain, looking, pool & deciding, SETTLED)


@kernel
def watch_guesses(s, t):
    """Let the watchful seats learn from the guesses that all have made (FY-33), before any score changes.

    They watch the best of the others and who is level with it, for these guess the same if they look at the others.
    """
    for seat in range(t.players):
        me = s.seat[seat]
        if me.watched == NOBODY or not me.playing:
            continue
        for other in range(t.players):
            if other != seat and s.seat[other].playing and s.score[other] == s.score[me.watched]:
                guess = s.seat[other].guess
                me.looked[other] += np.int64(guess == me.looking) - np.int64(guess == me.plain)


@kernel
def add_edge(s, t, seat, pool, share):
    """Add the feature edge: what the seat's lead over the others promises after the next card.

    It expects of them the guess that brings most points. A watchful seat has seen (FY-33) who looks at the others: who
    guessed otherwise, where that leaves it better placed, more often than it took most points.
    """
    me = s.seat[seat]
    me.plain = first_best(s, t, pool, share, 0.0)
    me.looking = me.plain
    me.watched = NOBODY
    style = t.style[s.style[seat]]
    if style.watchful:
        best = best_rival(s, t, seat)
        promise(s, t, best, NOBODY, me.plain, me.plain, pool)
        looking = first_best(s, t, pool, share, LOOKING)
        if points_of(s, t, pool, share, looking) < points_of(s, t, pool, share, me.plain) - TIE:  # else it says nothing
            me.watched = best
            me.looking = looking
    promise(s, t, seat, me.watched, me.plain, me.looking, pool)
    for g in range(t.guesses):
        s.value[g] += style.edge * share * s.promised[g]


@kernel
def best_guess(s, t, seat):
    """The seat's guess for the next card, from what it may know (FY-33 to FY-35).

    The guess with the largest ``s.value``, one of the tied ones at random. One function with one caller, because
    this is where the time of a run goes; its luck is set only when it is needed.
    """
    style = t.style[s.style[seat]]
    pile = s.pile
    pool = pool_of(s, t, seat)
    share = 1.0 / popcount(pool)
    for g in range(t.guesses):
        p = popcount(pool & t.right[pile, g]) * share
        s.value[g] = style.offset[g] + style.slope[g] * p
    if seat == s.stand_in_for:
        other = t.stand_in.other
        p = popcount(pool & t.right[pile, other]) * share
        s.value[t.stand_in.place] = style.offset[other] + style.slope[other] * p
    if s.score[seat] - t.highest_loss < t.floor and style.floor_save != 0.0:
        add_floor(s, t, seat, pool, share)
    if style.bent:
        add_situation(s, t, seat, pool, share)
    if style.edge != 0.0:
        add_edge(s, t, seat, pool, share)

    best = s.value[0]
    for g in range(1, t.guesses):
        best = max(best, s.value[g])
    tied = 0  # mask of guesses
    for g in range(t.guesses):
        tied |= np.int64(s.value[g] >= best - TIE) << g
    if tied & (tied - 1) == 0:
        return lowest_bit(tied)
    count = popcount(tied)
    if style.noise == 0.0:  # otherwise noise was drawn first
        draw_luck(s.decision, seat, Point.GUESS, s.turn)
    pick = below(s.decision, LUCK, count)
    if count == t.guesses:
        return pick
    for _ in range(pick):
        tied &= tied - 1
    return lowest_bit(tied)
