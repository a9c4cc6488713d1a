"""The one decision of section 4: a guess for the next card."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_decision, begin_group, decide_unlogged, end_group, is_watched, offer
from balance.engine.kernels.kernel import kernel
from balance.games.fairy.rules import redeal
from balance.games.fairy.state import Point, Verb
from balance.games.fairy.styles import TIE, best_guess, watch_guesses


@kernel
def choose_guesses(s, t):
    """FY-8, FY-9: every playing seat guesses; none sees another's guess of this turn."""
    decision = s.decision
    # A guess takes a few nanoseconds: where nobody reads decisions or has a say in them, none is begun.
    listed = is_watched(decision)
    if listed and begin_group(decision):
        redeal(s, t)
    for seat in range(t.players):
        me = s.seat[seat]
        if me.playing:
            me.guess = s.script[seat, s.turn - 1] if s.scripted else best_guess(s, t, seat)
            if listed:
                me.guess = choose_guess(s, t, seat)
    watch_guesses(s, t)
    if listed:
        end_group(decision)


@kernel
def choose_guess(s, t, seat):
    """The guess that the seat makes where anybody may have a say in it. What each is worth has been weighed."""
    decision = s.decision
    decision.asked[seat, Point.GUESS] = s.turn  # the luck of a guess is that of its turn, asked for or not
    begin_decision(s, t, seat, Point.GUESS, t.guesses)
    for g in range(t.guesses if decision.listing else 0):
        offer(decision, Verb.GUESS, t.charms + g, g)
    best = s.value[0]
    for g in range(1, t.guesses):
        best = max(best, s.value[g])
    for g in range(t.guesses):
        decision.worth[g] = best if s.value[g] >= best - TIE else s.value[g]
    return decide_unlogged(s)
