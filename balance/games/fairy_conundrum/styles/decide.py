"""Every decision of section 4 goes through ``decide``: options are offered one by one, one of them is chosen."""

from __future__ import annotations

from balance.engine.kernels.decisions import LUCK, any_of, slips
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.rng import uniform
from balance.games.fairy_conundrum.state import (
    CURVE,
    DO_PASSAGE,
    DO_SHELTER,
    MAX_OPTIONS,
    NO_SCRIPT,
    NOBODY,
    P_ABILITY,
    P_CON,
    P_NAR,
    WRONG_ANSWER,
)
from balance.games.fairy_conundrum.styles.scripts import choose_curve, choose_passive
from balance.games.fairy_conundrum.styles.weighing import weigh_options


@kernel
def begin_options(s):
    """A new decision: nothing is offered yet."""
    s.options = 0


@kernel
def offer(s, verb, card, target):
    """One more option; more than there is room for are not offered."""
    if s.options < MAX_OPTIONS:
        option = s.option[s.options]
        option.verb = verb
        option.card = card
        option.target = target
        s.options += 1


@kernel
def decide(s, t, seat, point):
    """The place of the chosen option. A point with one option is not asked (section 4)."""
    if s.options == 1:
        return 0
    by_chance = slips(s, t, seat, point)  # asked whoever answers: no answer shifts the luck of another
    if s.scripted:
        at = find_answer(s, point)
        return at if at >= 0 else choose_passive(s, t, seat, point)
    if by_chance:
        return any_of(s.decision, s.options)
    style = t.style[s.style[seat]]
    if style.script != NO_SCRIPT:
        if style.script == CURVE:
            return choose_curve(s, t, seat, point)
        return choose_passive(s, t, seat, point)
    weigh_options(s, t, seat, point)
    return best_option(s, style.noise)


@kernel
def best_option(s, noise):
    """The option of the highest worth; equals are drawn among."""
    best = 0
    ties = 1
    for i in range(s.options):
        if noise > 0.0:
            s.worth[i] += noise * uniform(s.decision, LUCK)
        if i == 0 or s.worth[i] > s.worth[best]:
            best = i
            ties = 1
        elif s.worth[i] == s.worth[best]:
            ties += 1
    left = any_of(s.decision, ties)
    for i in range(best, s.options):
        if s.worth[i] == s.worth[best]:
            if left == 0:
                return i
            left -= 1
    return best


@kernel
def find_answer(s, point):
    """A queued answer for this point, as the place of its option; it is taken out of the queue. -1: none.

    An answer that must fit and does not leaves a trouble code; a loose one is passed over.
    """
    for i in range(s.answers):
        answer = s.answer[i]
        if answer.point != point:
            continue
        found = NOBODY
        for k in range(s.options):
            if found < 0 and is_meant(s.option[k], answer, point):
                found = k
        if found < 0 and answer.loose:
            continue
        if found < 0:
            s.trouble = WRONG_ANSWER
        forget_answer(s, i)
        return found
    return NOBODY


@kernel
def is_meant(option, answer, point):
    """Whether an answer means this option."""
    if point == P_ABILITY:
        return option.target == answer.value
    if point in (P_NAR, P_CON):
        if answer.verb == DO_SHELTER and option.verb == DO_PASSAGE:
            return option.card == answer.value and option.target == answer.target
        fits = option.verb == answer.verb and option.card == answer.value
        return fits and (option.target == answer.target or answer.target < 0)
    return option.card == answer.value


@kernel
def forget_answer(s, place):
    """Take an answer out of the queue."""
    for k in range(place, s.answers - 1):
        here, there = s.answer[k], s.answer[k + 1]
        here.point = there.point
        here.verb = there.verb
        here.value = there.value
        here.target = there.target
        here.loose = there.loose
    s.answers -= 1
