"""What decisions need of a game's state: the decision under way, the script, the trace, the what-if."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import record
from balance.engine.kernels.news import HAPPENED

LUCK = 0
"""The one stream of a decision's record: that of the decision under way."""

CHOICES = 1 << 16
"""Purposes of chance from here on are the seats' choices: no pile or die of a game has such a number."""

TOGETHER, APART = 1, 2
"""A group under way: one decision of each seat, or all that each seat decides for itself."""

NOBODY_FIRST = -1
"""In place of a seat: a group may be asked in any order."""

ALONE, WEIGHED, SLIPPED, FORCED, BRANCHED = range(5)
"""How a decision is made: there is one option; the best; at random; by the script; the option of this what-if."""

NOT_OFFERED, NO_ROOM, MISCOUNTED = -1, -2, -3
"""Codes in ``trouble`` of a state."""

TROUBLES = {
    NOT_OFFERED: "the script chooses what is not among the options",
    NO_ROOM: "more options or decisions than there is room for",
    MISCOUNTED: "other options were offered than were counted",
}

NOBODY = -1
"""In place of an option: there is nobody to choose one."""

BY_THE_STYLE = -1
"""In place of an option of a what-if: the style chooses as ever."""

MOST_BRANCHES = 4096
"""What-ifs of one batch, at most."""

OFFER = record(
    verb=np.int64,  # of the game
    card=np.int64,  # as the log counts cards; NOTHING: no card, or one that the seat does not see
    target=np.int64,  # a place, a number, a set of bits: what the game means at this point
)

FORCE = record(
    number=np.int64,  # of the decision
    verb=np.int64,
    card=np.int64,
    target=np.int64,
)

TRACED = record(
    turn=np.int64,  # as in the log
    point=np.int64,
    seat=np.int64,
    how=np.int64,
    group=np.int64,  # number of the first decision of its group; its own where it stands alone
    first=np.int64,  # its options are ``traced_option[first]`` and those after it
    options=np.int64,
    place=np.int64,  # of the option chosen
)

TRACED_OPTION = record(
    verb=np.int64,
    card=np.int64,
    target=np.int64,
    worth=np.float64,  # to the style; only where the decision was WEIGHED
)

PAST = record(
    # What waits while games are played that come before.
    tracing=np.int64,
    telling=np.int64,
    forced=np.int64,
    branches=np.int64,
    persons=np.int64,
    game=np.int64,
)


def decisions_record(
    seats: int, points: int, options: int = 1, decisions: int = 1, each: int = 8, happenings: int = 1
) -> np.dtype:
    """What decisions need of a state: for so many seats, and so many points at which somebody is asked.

    ``options``: of one decision, at most. ``decisions``: of one game, at most, for scripts and traces. ``each``: how
    many options these have on average, at most. ``happenings``: things that happen in a game that is told, at most.
    """
    games = MOST_BRANCHES if decisions > 1 else 1
    return record(
        stream=(np.uint64, 1),  # the luck of the decision under way
        number=np.int64,  # of the decision under way, from 0
        seat=np.int64,
        point=np.int64,
        how=np.int64,
        count=np.int64,  # options there are
        options=np.int64,  # options offered so far
        in_order=np.int64,  # 1: of equal worths the first is taken, not one by lot; the game says so
        narrow=np.int64,  # of these, those that a slip may take; 0: it may take any
        together=np.int64,  # TOGETHER, APART: a group is under way
        group=np.int64,  # number of its first decision
        listing=np.int64,  # 1: the options must be offered, even where their places say enough
        tracing=np.int64,  # 1: the trace is written
        traced=np.int64,  # options in the trace
        telling=np.int64,  # 1: what happens is written down
        happenings=np.int64,  # so far, those without room included
        forced=np.int64,  # choices of the script, by rising numbers
        forced_next=np.int64,
        weighs_all=np.int64,  # 1: styles weigh their options where the script chooses, too
        dictated=np.int64,  # 1: it chooses at the decision under way
        refused=np.int64,  # the decision at which it chose what was not offered
        persons=np.int64,  # set of seats that persons play
        asking=np.int64,  # 1: the decision under way is theirs
        branches=np.int64,  # games of this batch that leave the game as it was, 0: none does
        branch=np.int64,  # the number of the decision, or of the first of its group, where they do
        branch_group=np.int64,  # the number of the first decision of its group
        branch_seat=np.int64,  # who decides there
        branching=np.int64,  # 1: that is due now
        game=np.int64,  # place of the game in the batch
        past=PAST,
        root=np.uint64,  # what all luck of the game is made of
        key=(np.uint64, seats),  # what makes the luck of a seat's decisions its own
        asked=(np.int64, (seats, points)),  # how often each point was asked of each seat in this game
        worth=(np.float64, options),  # filled by the style
        narrow_place=(np.int64, options),  # places of the options that a slip may take, where it may not take any
        option=(OFFER, options),
        force=(FORCE, decisions),
        branch_place=(np.int64, games),  # by game: place of the option taken, or BY_THE_STYLE
        future=(np.int64, games),  # by game: what is redealt is keyed by this; 0: nothing is
        traced_decision=(TRACED, decisions),
        traced_option=(TRACED_OPTION, each * decisions),
        happened=(HAPPENED, happenings),
    )
