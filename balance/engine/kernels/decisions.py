"""Decisions: somebody is asked, options are offered, one of them is chosen. Every decision of a game goes through here.

Three voices: the *rules* say who is asked at which point of the game and offer what is legal (``begin_decision``,
``offer``; where only the list says how many options there are: ``begin_offers``, ``offer``, ``begin_offered``); the
*style* says what each option is worth, where it is asked for that (``how == WEIGHED``); the *engine* chooses
(``decide``): what a script forces, any option where the style slips, or the best, of equals one by lot (or the first,
where the game says ``in_order``). It numbers the decisions of a game, logs choices among cards, and writes a trace
where one is wanted.

The luck of a decision, for slips, noise and ties, is keyed by (seed, game, seat, point, how often this point was asked
of this seat in this game) and by nothing that was chosen or weighed before it: a choice that is forced, or made without
asking for luck, shifts the luck of no other. Where there is one option nobody is asked.

*What if?* A batch of the same game leaves it at one decision (``branch``): until then choices are forced, there
everything that its seat cannot know is redealt (by the game) and one option is taken, and then the styles play on.
Where several seats decide before anything is shown (a *group*), the game is left at the beginning of the group: the
others choose again. A group is either one decision of each seat (``begin_group``), or any number of decisions in which
nobody sees or changes what others do (``begin_apart``): there the seat of a what-if is asked first.

*A person at the table.* Some seats may be played by persons, where the rules run as plain Python: in the middle of a
game they are asked, and may leave it by raising. What their style thinks of the options is worked out as ever, as a
hint. Who has made up her mind before, as the script of a scenario, asks for no hint, and may leave a decision to the
style.

A game puts ``decisions_record`` into its STATE as ``decision``, beside ``choices``, ``logs_turns`` and ``turn``, and
begins every game with ``begin_decisions``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from balance.engine.kernels.choices import NOTHING, log_choice
from balance.engine.kernels.decision_record import (
    ALONE,
    APART,
    BRANCHED,
    BY_THE_STYLE,
    CHOICES,
    FORCED,
    LUCK,
    MISCOUNTED,
    NO_ROOM,
    NOBODY,
    NOBODY_FIRST,
    NOT_OFFERED,
    SLIPPED,
    TOGETHER,
    WEIGHED,
)
from balance.engine.kernels.kernel import PLAIN, kernel
from balance.engine.kernels.rng import GAMMA, MIX_1, MIX_2, below, game_key, mix, stream_key, uniform


@kernel
def begin_decisions(decision, seed, game_no, players, points):
    """A game begins: nobody was asked yet."""
    decision.root = game_key(seed, game_no)
    for seat in range(players):
        decision.key[seat] = stream_key(decision.root, CHOICES + seat)
        for point in range(points):
            decision.asked[seat, point] = 0
    decision.number = decision.together = decision.forced_next = decision.branching = decision.traced = 0
    decision.happenings = 0
    decision.game += 1


@kernel
def begin_past(decision):
    """Games are played that come before the one that is wanted, as those of its match: in them only styles choose."""
    past = decision.past
    past.tracing = decision.tracing
    past.telling = decision.telling
    past.forced = decision.forced
    past.branches = decision.branches
    past.persons = decision.persons
    past.game = decision.game
    decision.tracing = decision.telling = decision.forced = decision.branches = decision.persons = 0


@kernel
def end_past(decision):
    """From here on scripts and persons speak again, if there are any."""
    past = decision.past
    decision.tracing = past.tracing
    decision.telling = past.telling
    decision.forced = past.forced
    decision.branches = past.branches
    decision.persons = past.persons
    decision.game = past.game


# Asking


@kernel
def draw_luck(decision, seat, point, nth):
    """Set the luck of the decision that this seat makes when this point is asked of it for the ``nth`` time, from 0."""
    decision.stream[LUCK] = decision.key[seat] + np.uint64((point << 32) + nth + 1) * MIX_1


@kernel
def ask(decision, seat, point):
    """The seat has to decide: the next decision of its at this point begins."""
    nth = decision.asked[seat, point]
    decision.asked[seat, point] = nth + 1
    draw_luck(decision, seat, point, nth)


@kernel
def slips(s, t, seat, point):
    """Ask the seat. Returns whether it makes this decision at random."""
    ask(s.decision, seat, point)
    return slips_now(s, t, seat)


@kernel
def slips_now(s, t, seat):
    """Whether the seat makes the decision under way at random."""
    slip = t.style[s.style[seat]].slip
    if slip <= 0.0 or slip >= 1.0:
        return slip >= 1.0
    return uniform(s.decision, LUCK) < slip


@kernel
def begin_group(decision):
    """From here to ``end_group`` seats decide before anything is shown, and the first of them will have to.

    Returns whether the game has to redeal what ``branch_seat`` cannot know: a what-if begins.
    """
    decision.together = TOGETHER
    decision.group = decision.number
    return begins_what_if(decision)


@kernel
def begin_apart(decision):
    """From here to ``end_group`` each seat decides for itself, perhaps several times, perhaps never.

    Nobody sees or changes what others do, so the order of the seats is any. Returns the seat that has to be asked
    first, so that the others have not chosen yet where a what-if leaves the game; else NOBODY_FIRST.
    """
    decision.together = APART
    decision.group = decision.number
    if decision.branches and decision.number == decision.branch_group:
        return decision.branch_seat
    return NOBODY_FIRST


@kernel
def end_group(decision):
    """What the seats of a group chose is shown."""
    decision.together = 0


@kernel
def begins_what_if(decision):
    """Whether the game is left here, and what is hidden redealt."""
    if decision.branches == 0 or decision.number != decision.branch:
        return False
    decision.branching = 1
    return decision.future[decision.game] != 0


@kernel
def future_of(decision):
    """What all luck of this game's future is made of, as 64 bits: another for every game, decision and future.

    Not of what was drawn before: how often that was may tell of what is hidden.
    """
    future = np.uint64(decision.future[decision.game] + (decision.branch << 32))
    return mix(decision.root ^ mix(future * MIX_2 + GAMMA))


@kernel
def change_luck(s, players, streams):
    """All chance to come is another: of the first ``streams`` streams, and of everybody's choices.

    The seat for which the game redeals keeps the luck of the decision that it is about to make.
    """
    decision = s.decision
    future = future_of(decision)
    for purpose in range(streams):
        s.stream[purpose] = stream_key(future, purpose)
    for seat in range(players):
        if seat != decision.branch_seat:
            decision.key[seat] = stream_key(future, CHOICES + seat)


@kernel
def begin_decision(s, t, seat, point, count):
    """The seat has to choose one of ``count`` options at this point; at least one.

    Where counting takes long any number above one will do, and ``decision.count`` is set before ``decide``.
    Says in ``how`` who chooses. Returns whether the game has to redeal what the seat cannot know: a what-if begins.
    """
    decision = s.decision
    decision.seat = seat
    decision.point = point
    decision.count = count
    decision.options = 0
    decision.narrow = 0
    decision.listing = decision.tracing
    decision.how = ALONE
    decision.asking = decision.dictated = 0
    if count < 2:
        return False
    ask(decision, seat, point)
    if not decision.together:
        decision.group = decision.number
    redeal = False
    if is_directed(decision):
        redeal = begin_directed(s, seat)
    if decision.how == ALONE:
        decision.how = SLIPPED if slips_now(s, t, seat) else WEIGHED
    return redeal


@kernel
def begin_offers(decision):
    """Options are offered from here on, nobody knows yet how many. To be followed by ``begin_offered``."""
    decision.options = 0


@kernel
def begin_offered(s, t, seat, point):
    """The seat has to choose one of the options offered since ``begin_offers``; says and returns as ``begin_decision``.

    More options than there is room for are a trouble.
    """
    decision = s.decision
    options = decision.options
    if options > len(decision.option):
        s.trouble = NO_ROOM
        options = len(decision.option)
    redeal = begin_decision(s, t, seat, point, options)
    decision.options = options
    return redeal


@kernel
def is_directed(decision):
    """Whether anybody but the styles has a say in this game."""
    return (decision.forced | decision.branches | decision.persons) != 0


@kernel
def begin_directed(s, seat):
    """Where there is a script, a what-if or a person: say in ``how`` whether it chooses. As ``begin_decision``."""
    decision = s.decision
    redeal = False
    if decision.together != TOGETHER:
        redeal = begins_what_if(decision)
    if decision.branching and seat == decision.branch_seat:
        decision.branching = 0
        if decision.future[decision.game] != 0:
            decision.key[seat] = stream_key(future_of(decision), CHOICES + seat)  # of its later decisions
        if decision.branch_place[decision.game] != BY_THE_STYLE:
            decision.how = BRANCHED
            decision.listing = 1
    elif decision.forced_next < decision.forced and decision.force[decision.forced_next].number == decision.number:
        decision.dictated = 1
        decision.how = WEIGHED if decision.weighs_all else FORCED
        decision.listing = 1
    elif (decision.persons >> seat) & 1:
        decision.how = how_asked(s)
        if decision.how != ALONE:
            decision.asking = 1
            decision.listing = 1
    return redeal


@kernel
def offer(decision, verb, card, target):
    """One more option."""
    n = decision.options
    decision.options = n + 1
    if n < len(decision.option):
        option = decision.option[n]
        option.verb = verb
        option.card = card
        option.target = target


@kernel
def allow_slip(decision, place):
    """A slip may take the option at this place; where this is said of some, it takes no other."""
    n = decision.narrow
    decision.narrow = n + 1
    if n < len(decision.narrow_place):
        decision.narrow_place[n] = place


# Choosing


@kernel
def decide(s):
    """The place of the option chosen, which is logged where it is one among cards.

    Options need not be offered where their places say enough, as long as ``listing`` does not ask for them; those that
    name cards are offered where choices are logged, too, and come before those that do not.
    """
    place = decide_unlogged(s)
    decision = s.decision
    if s.logs_turns and decision.options > 1 and decision.option[0].card != NOTHING:
        log_offered(s.choices, decision, place)
    return place


@kernel
def decide_unlogged(s):
    """As ``decide``, where nothing is logged: the choice is not among cards, or the game knows it without the door."""
    decision = s.decision
    how = decision.how
    place = 0
    if how == WEIGHED:
        equals = 1
        for i in range(1, min(decision.count, len(decision.worth))):
            if decision.worth[i] > decision.worth[place]:
                place = i
                equals = 1
            elif decision.worth[i] == decision.worth[place]:
                equals += 1
        if equals > 1 and not decision.in_order:
            place = any_equal(decision, place, equals)
    elif how == SLIPPED:
        place = any_option(decision)
    elif how == BRANCHED:
        place = decision.branch_place[decision.game]
    if decision.listing:
        if decision.dictated:
            place = find_forced(decision)
            decision.forced_next += 1
        elif decision.asking:
            place = ask_person(s, place)
        place = look_at(s, place)
    decision.number += np.int64(how != ALONE)
    return place


class Person:
    """Whoever plays the seats of ``persons``: one at a time in a process, for whom nobody else waits."""

    choose: Callable[[Any, int], int] | None = None
    """(state, the place that the style would choose) -> the place chosen. May raise, to leave the game."""
    how: Callable[[Any], int] | None = None
    """(state) -> WEIGHED where the style gives a hint, FORCED where it is not asked for one, ALONE where the decision
    that begins is left to the style; None: always WEIGHED."""


def _ask_person(s: Any, place: int) -> int:
    return place if Person.choose is None else Person.choose(s, place)


@kernel
def _nobody_is_asked(s, place):
    """Compiled rules cannot wait for anybody."""
    return NOBODY


def _how_asked(s: Any) -> int:
    return WEIGHED if Person.how is None else Person.how(s)


@kernel
def _asked_with_a_hint(s):
    """Compiled rules cannot know."""
    return WEIGHED


ask_person = _ask_person if PLAIN else _nobody_is_asked
how_asked = _how_asked if PLAIN else _asked_with_a_hint


@kernel
def prefer(decision, place):
    """A style that knows what it wants without weighing says so: this option, and no other."""
    for i in range(decision.count):
        decision.worth[i] = 0.0
    decision.worth[place] = 1.0


@kernel
def any_option(decision):
    """The place of any option that a slip may take, each equally likely."""
    if decision.narrow:
        return decision.narrow_place[below(decision, LUCK, decision.narrow)]
    return below(decision, LUCK, decision.count)


@kernel
def any_equal(decision, first, equals):
    """The place of one of so many options of equal worth, each equally likely; ``first`` is the first of them."""
    place = first
    for _ in range(below(decision, LUCK, equals)):
        place += 1
        while decision.worth[place] != decision.worth[first]:
            place += 1
    return place


@kernel
def look_at(s, place):
    """Check what was offered and the ``place`` chosen, and write the trace where one is wanted. Returns the place."""
    decision = s.decision
    if decision.options != decision.count:
        s.trouble = MISCOUNTED
        return 0
    if decision.count > len(decision.option):
        s.trouble = NO_ROOM
        return 0
    if place < 0 or place >= decision.count:
        if s.trouble == 0:
            decision.refused = decision.number
        s.trouble = NOT_OFFERED
        place = 0
    if decision.how != ALONE and decision.tracing and not write_trace(decision, place, s.turn):
        s.trouble = NO_ROOM
    return place


@kernel
def decided(decision):
    """The style chose without weighing a list: to be said instead of ``decide``, where ``listing`` asks for none."""
    decision.number += np.int64(decision.how != ALONE)


@kernel
def is_watched(decision):
    """Whether anybody but the styles has a say in this game, or a trace is written of it."""
    return is_directed(decision) or decision.tracing != 0


@kernel
def decides_alone(s, t, seat):
    """Whether what the style of this seat wants is chosen for sure, and nobody looks how.

    Then it may be weighed before the seat is asked, where weighing counts the options anyway.
    """
    return not is_watched(s.decision) and t.style[s.style[seat]].slip <= 0.0


@kernel
def slips_alone(s, t, seat):
    """Whether this seat chooses at random for sure, and nobody looks how."""
    return not is_watched(s.decision) and t.style[s.style[seat]].slip >= 1.0


@kernel
def slip_at_once(decision, seat, point, count):
    """The place of the option chosen of so many, where the seat ``slips_alone``: without offering them."""
    if count < 2:
        return 0
    ask(decision, seat, point)
    decision.number += 1
    return below(decision, LUCK, count)


@kernel
def decided_at_once(decision, seat, point, count):
    """So many decisions in a row at this point were made by a style that ``decides_alone``."""
    decision.asked[seat, point] += count
    decision.number += count


@kernel
def find_forced(decision):
    """The place of the option that the script wants; -1 where it is not offered."""
    force = decision.force[decision.forced_next]
    for i in range(decision.options):
        option = decision.option[i]
        if option.verb == force.verb and option.card == force.card and option.target == force.target:
            return i
    return -1


@kernel
def write_trace(decision, place, turn):
    """Append the decision of this turn to the trace. Returns whether there was room."""
    first = decision.traced
    if decision.number >= len(decision.traced_decision) or first + decision.options > len(decision.traced_option):
        return False
    row = decision.traced_decision[decision.number]
    row.turn = turn
    row.point = decision.point
    row.seat = decision.seat
    row.how = decision.how
    row.group = decision.group
    row.first = first
    row.options = decision.options
    row.place = place
    for i in range(decision.options):
        option, traced = decision.option[i], decision.traced_option[first + i]
        traced.verb = option.verb
        traced.card = option.card
        traced.target = option.target
        traced.worth = decision.worth[i]
    decision.traced = first + decision.options
    return True


@kernel
def log_offered(choices, decision, place):
    """Log that the option at ``place`` was chosen among the cards that the options name.

    ``choices``: the record of ``choices_record``. An option that names no card is not an option there; chosen it means
    that none of the cards was.
    """
    count = 0
    for i in range(decision.options):
        if decision.option[i].card != NOTHING:
            choices.option[count] = decision.option[i].card
            count += 1
    log_choice(choices, decision.seat, count, decision.option[place].card)


# Drawing


@kernel
def any_of(decision, n):
    """One of 0 .. n-1, all equally likely; asks for no luck when there is only one."""
    return below(decision, LUCK, n) if n > 1 else 0
