"""Plans, whole games and small cards of Fairy School made in code, for tests; and sums that they need."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.stats import chisquare

from balance.cards.read import CardFile, parse_cards
from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.styles import Style
from balance.engine.kernels.decisions import begin_decisions
from balance.engine.kernels.kernel import new
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.rng import start_streams
from balance.engine.playing.runner import GameBatch
from balance.games.fairy_school.cards.box import Card, Cards
from balance.games.fairy_school.rules.elements import affordable, pay_cost
from balance.games.fairy_school.rules.setup import set_up
from balance.games.fairy_school.state import NOW, POINTS, STATE, STREAMS
from balance.games.fairy_school.styles import KNOBS
from fairy_school.box import default_rows
from fairy_school.reference.box import box, bundle, card
from helpers.card_tables import text_of
from helpers.play import compile_once, rows_of

Row = dict[str, Any]
Stock = tuple[int, ...]

# ---------------------------------------------------------------- plans and whole games


@functools.cache
def _file() -> CardFile:
    return parse_cards(text_of(default_rows()), "cards.csv", ["fairy_school"])


@functools.cache
def _plan(players: int, setup: str | None, settings: tuple[tuple[str, str], ...]) -> Plan:
    asked = Request("fairy_school", players=players, variant=setup, agents="random", fixed_seats=True)
    return make_plan(replace(asked, settings=dict(settings)), _file())


def plan_for(
    players: int = 3,
    cards: Cards | None = None,
    agents: Sequence[str | Style] = ("random",),
    seed: int = 1,
    setup: str | None = None,
    **settings: object,
) -> Plan:
    """A plan with cards made in code (default: ``box()``); the agents sit down in this order, again from the first."""
    plan = _plan(players, setup, tuple((name, str(value)) for name, value in settings.items()))
    own = {agent.name: agent for agent in agents if isinstance(agent, Style)}
    names = [agent.name if isinstance(agent, Style) else agent for agent in agents]
    return replace(
        plan,
        cards=cards or box(),
        seed=seed,
        styles=tuple(candidate for candidate in (*plan.styles, *own.values()) if candidate.name in names),
        lineup=tuple(names[seat % len(names)] for seat in range(players)),
    )


@functools.cache
def little_box() -> Cards:
    """Just enough cards for a table of six in the expert setup, but all final projects: quick to fill in."""
    kinds = [
        ("start", "all", 48, ""),
        ("initial", "S", 30, ""),
        *(("project", x, 30, "9E") for x in ("I", "II", "III")),
    ]
    cards = [card("E", kind=kind, set=name, copies=n, cost=cost, id=name) for kind, name, n, cost in kinds]
    return replace(box(), cards=tuple(cards))


def style(name: str, **numbers: float) -> Style:
    """A style of one's own: knobs and weights."""
    knobs = {knob.name: numbers.pop(knob.name, knob.default) for knob in KNOBS}
    return Style(name, "", numbers, knobs)


def play(
    plan: Plan, games: int = 1, order: Sequence[int] = (), tables: Sequence[str] = ("games", "seats", "turns")
) -> dict[str, list[Row]]:
    """The log of some games: the rows of these tables, derived columns included. ``order``: see TABLE.order."""
    compile_once("fairy_school")
    player = GameBatch(plan)
    if order:
        player.table.order[: len(order)] = order
    player.play(0, games)
    log = rows_of(player)
    return {name: log[name] for name in tables}


@functools.cache
def log_of(
    players: int = 3, agents: tuple[str, ...] = ("random",), games: int = 1, **request: Any
) -> dict[str, list[Row]]:
    """The log of some games that several tests read; the final trimester has one turn unless ``request`` says more."""
    return play(plan_for(players, agents=agents, **({"final_turn_cap": 1} | request)), games)


def dealt(plan: Plan, games: int, *phases: Any) -> Iterator[Any]:
    """The state after set-up and these phases (kernels of state and table), in many games."""
    t, s = plan.table(), new(STATE)
    for game_no in range(games):
        s.game_no = game_no
        start_streams(s, plan.seed, game_no, STREAMS)
        begin_decisions(s.decision, plan.seed, game_no, plan.players, POINTS)
        deal_styles(s, t, plan.players)
        for phase in (set_up, *phases):
            phase(s, t)
        yield s


# ---------------------------------------------------------------- cards


def small(text: str, creature: str = "", **changes: Any) -> Card:
    """An initial card; its id is its creature or, when that does not matter, the text of its effect."""
    named = {"id": creature, "creature": creature} if creature else {"id": text}
    return card(text, **{"kind": "initial", "set": "S", **named, **changes})


# ---------------------------------------------------------------- elements


def counts(text: str) -> np.ndarray:
    return np.array(bundle(text).counts, np.int64)


def can(stock: str, cost: str) -> bool:
    """Whether the cost can be paid."""
    return bool(affordable(counts(stock), counts(cost)))


def pay(stock: str, cost: str, keep: str = "", thrifty: int = 0) -> tuple[Stock, Any]:
    """What is left after paying, and what was logged about it."""
    after, now = counts(stock), new(NOW)
    pay_cost(after, counts(cost), counts(keep), thrifty, now)
    return tuple(int(count) for count in after), now


def taken(s: Any) -> Any:
    """What a state holds before the first turn, to be looked at later: without the log, which is large."""
    fields = ("seat", "deck", "dealt", "common", "common_discard", "final_pile", "aside", "draft")
    return SimpleNamespace(**{name: s[name].copy() for name in fields})


def evenly(counts: Counter, things: Iterable[Any]) -> bool:
    """Whether exactly these things came up, all equally often."""
    assert set(counts) == set(things)
    return len(counts) == 1 or bool(chisquare(list(counts.values())).pvalue > 1e-4)


GREEDY = {"players": 4, "agents": ("greedy",), "games": 3, "final_turn_cap": 20}
"""Whole games that many tests read, for ``log_of``."""
