"""Answers that a scenario has queued: each waits for its point, and is taken out when it has been given (section 7)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import NOBODY, WRONG_ANSWER, Point, Verb
from balance.games.fairy_conundrum.rules.options import other_of, piece_of


@kernel
def find_answer(s, point):
    """A queued answer for this point, as the place of its option; it is taken out of the queue. -1: none.

    An answer that must fit and does not leaves a trouble code; a loose one is passed over.
    """
    for i in range(s.answers):
        answer = s.answer[i]
        if answer.point != point:
            continue
        place = NOBODY
        for k in range(s.decision.count):
            if place < 0 and is_meant(s.decision.option[k], answer, point):
                place = k
        if place < 0 and answer.loose:
            continue
        if place < 0:
            s.trouble = WRONG_ANSWER
        forget_answer(s, i)
        return place
    return NOBODY


@kernel
def is_meant(option, answer, point):
    """Whether an answer means this option."""
    if point in (Point.NAR, Point.CON):
        passage = option.verb == Verb.PASSAGE and answer.verb == Verb.SHELTER
        fits = (option.verb == answer.verb or passage) and piece_of(option) == answer.value
        return fits and ((answer.target < 0 and not passage) or other_of(option) == answer.target)
    if point in (Point.MORPH, Point.PRINCIPAL, Point.RADIANCE, Point.ABILITY):
        return other_of(option) == answer.value
    if point in (Point.S2, Point.S3, Point.MAY):
        return answer.value == np.int64(option.verb == Verb.TAKE)
    return piece_of(option) == answer.value


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
