"""Every decision of section 4 goes through here: the rules have offered options, now one of them is chosen.

The style weighs them where it is asked, and the engine chooses. In a scenario a queued answer speaks for the style.
"""

from __future__ import annotations

from balance.engine.kernels.decision_record import WEIGHED
from balance.engine.kernels.decisions import begin_offered, decide_unlogged, prefer
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import CURVE, NO_SCRIPT, Verb
from balance.games.fairy_conundrum.play.answers import find_answer
from balance.games.fairy_conundrum.rules.options import other_of, piece_of
from balance.games.fairy_conundrum.rules.redeal import redeal
from balance.games.fairy_conundrum.styles.scripts import want_curve, want_passive
from balance.games.fairy_conundrum.styles.weighing import misjudge, weigh_options


@kernel
def choose(s, t, seat, point):
    """The place of the option chosen among those offered."""
    if begin_offered(s, t, seat, point):
        redeal(s, t, seat)
    decision = s.decision
    if s.scripted and decision.count > 1:
        decision.how = WEIGHED  # a scenario says what is chosen, and nobody slips
        place = find_answer(s, point)
        prefer(decision, place if place >= 0 else want_passive(s, t, seat, point))
    elif decision.how == WEIGHED:
        style = t.style[s.style[seat]]
        if style.script == NO_SCRIPT:
            weigh_options(s, t, seat, point)
            misjudge(decision, style.noise)
        elif style.script == CURVE:
            prefer(decision, want_curve(s, t, seat, point))
        else:
            prefer(decision, want_passive(s, t, seat, point))
    return decide_unlogged(s)


@kernel
def choose_piece(s, t, seat, point):
    """The piece of the option chosen, or its seat or number; NOBODY where it is to do nothing."""
    return piece_of(s.decision.option[choose(s, t, seat, point)])


@kernel
def choose_other(s, t, seat, point):
    """What the option chosen names besides its piece."""
    return other_of(s.decision.option[choose(s, t, seat, point)])


@kernel
def agrees(s, t, seat, point):
    """Whether the option chosen is to do it."""
    return s.decision.option[choose(s, t, seat, point)].verb == Verb.TAKE
