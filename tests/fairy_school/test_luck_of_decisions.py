"""Forcing nothing shifts nothing: what was chosen, weighed or drawn before leaves the luck of a decision as it is."""

from __future__ import annotations

import functools

import pytest

from balance.engine.kernels.decisions import ask
from balance.games.fairy_school.play.choosing import choose_columns, choose_element, choose_initial, choose_layout
from balance.games.fairy_school.play.games import LEFT, give_starting_cards
from balance.games.fairy_school.rules.setup import deal_initials, pass_hands, put_aside
from balance.games.fairy_school.state import ELEMENTS, Point
from fairy_school.games import dealt, plan_for, style
from fairy_school.table import Sheet

GAMES = 60
"""So many that two decisions that are not the same never have equal luck in all of them."""

SLIPPING = style("slipping", slip=0.5)


def other_seat(sheet: Sheet) -> None:
    for _ in range(3):
        choose_element(sheet.s, sheet.t, 1)


def other_point(sheet: Sheet) -> None:
    choose_columns(sheet.s, sheet.t, 0)


def same_point(sheet: Sheet) -> None:
    choose_element(sheet.s, sheet.t, 0)


def elements(agents, before=None) -> list[int]:
    """Which element seat 0 chooses in many games, with something done before."""
    sheet = Sheet(stock=(1,) * ELEMENTS, agents=agents)
    sheet.plant(0, {0: "E", 2: "P", 7: "F"})
    chosen = []
    for _ in sheet.again(GAMES):
        if before:
            before(sheet)
        chosen.append(int(choose_element(sheet.s, sheet.t, 0)))
    return chosen


AGENTS = {"random": "random", "slipping": SLIPPING}


@functools.cache
def undisturbed(agent: str) -> list[int]:
    """The same with nothing done before."""
    return elements([AGENTS[agent], "greedy"])


@pytest.mark.slow
@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("other", ["greedy", "random", SLIPPING], ids=["greedy", "random", "slipping"])
@pytest.mark.parametrize("before", [other_seat, other_point])
def test_other_decisions_leave_the_luck_of_a_decision(agent, other, before):
    assert elements([AGENTS[agent], other], before) == undisturbed(agent)


@pytest.mark.parametrize("agent", AGENTS)
def test_the_next_decision_at_the_same_point_has_other_luck(agent):
    assert elements([AGENTS[agent]], same_point) != elements([AGENTS[agent]])


def draft_by_force(s, t) -> None:
    """Everybody is asked but has to take the first card."""
    deal_initials(s, t)
    while s.drafting > 0:
        for seat in range(t.players):
            if s.drafting > 1:
                ask(s.decision, seat, Point.INITIAL)
            put_aside(s, seat, 0)
        pass_hands(s, t, LEFT)


def draft_as_liked(s, t) -> None:
    """Everybody takes the card that its style chooses."""
    deal_initials(s, t)
    while s.drafting > 0:
        for seat in range(t.players):
            put_aside(s, seat, choose_initial(s, t, seat))
        pass_hands(s, t, LEFT)


def layouts(draft, *agents: str) -> list[int]:
    """Where seat 0 puts which of its starting cards, by their places among those drafted, in many games."""
    plan = plan_for(3, agents=agents, setup="expert")
    return [int(choose_layout(s, plan.table(), 0)) for s in dealt(plan, GAMES, draft)]


@pytest.mark.slow
def test_a_forced_draft_leaves_the_luck_of_laying_out():
    liked = layouts(draft_as_liked, "random")
    assert len(set(liked)) > GAMES / 2
    assert layouts(draft_by_force, "random") == liked


@pytest.mark.slow
def test_the_styles_of_others_leave_the_luck_of_laying_out():
    assert layouts(draft_as_liked, "random", "greedy", "greedy") == layouts(draft_as_liked, "random")


def first_asks(agents: tuple[str, ...]) -> list[list[int]]:
    """How often each seat was asked to draft a starting card and to lay out, in many games."""
    plan = plan_for(3, agents=agents, setup="expert")
    points = [Point.INITIAL, Point.LAYOUT]
    return [s.decision.asked[:3][:, points].tolist() for s in dealt(plan, 5, give_starting_cards)]


@pytest.mark.parametrize("agents", [("random",), ("greedy",), ("greedy", "random", "builder")])
def test_every_style_is_asked_as_often(agents):
    once = first_asks(("random",))[0]
    assert all(asked > 0 for seat in once for asked in seat)
    assert first_asks(agents) == [once] * 5
