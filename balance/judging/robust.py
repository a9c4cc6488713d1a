"""Does a verdict survive other players? The same cards and figures among players who play and are otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import polars as pl

from balance.analysis.robust import Group, Robust
from balance.analysis.verdicts import Power, usual_margin
from balance.common.errors import InputError
from balance.common.units import counted
from balance.engine.game import Plan
from balance.engine.game.agents import for_seats
from balance.engine.game.settings import settings_at
from balance.engine.game.styles import CARELESSLY, Style, careless, styles_at
from balance.engine.playing.runner import MakeExecutor, Watcher
from balance.judging.ahead_run import looking_ahead
from balance.judging.answers import ANSWER, answer_folder, answer_key, keep_answer, load_answer
from balance.judging.by_players import numbers_of_players
from balance.judging.look_ahead import LookAhead
from balance.judging.power import FULL, QUICK, Asked
from balance.judging.power_cache import cached_power
from balance.judging.results_of import results_of
from balance.judging.trials import kinds_of

MIRRORS = 3
"""At most so many strong styles are alone at a table, none akin to a stronger one of them: they like the same cards."""
STRONG = 2 / 3
"""Of what the strongest style wins: who wins less is not strong."""


CLOSE = Asked(most=40_000)
"""How closely the few cards are measured that are off: users' power to ±1 point, where so many games are enough."""


@dataclass(frozen=True)
class AskedRobust:
    """How much is played in every group."""

    games: int = 4_000
    """For the figures."""
    power: Asked = QUICK
    """Of all cards, among the players themselves."""
    closely: Asked = CLOSE
    """Of those that are too strong or too weak there, in every group, their own first."""
    margin: float | None = None
    """By how much a card may be off there; None: as usual."""
    ahead: int = 24
    """Games among players who look ahead; 0: none."""
    playouts: int = 64
    """Games that those play for a decision."""


def asked_robust(how: str, plan: Plan, margin: float) -> AskedRobust:
    """What a report asks for that measures what cards do so finely: ``quick`` or ``full``.

    By a wider margin than usual fewer cards are off, of which the usual answer tells as well.
    """
    narrow = margin if margin < usual_margin(plan.players) else None
    return AskedRobust(power=FULL if how == "full" else QUICK, margin=narrow)


@dataclass(frozen=True)
class _Players:
    """A group before it has played."""

    name: str
    where: str
    plan: Plan
    style: str = ""
    """As of ``Group``."""


def cached_robust(plan: Plan, asked: AskedRobust, workers: int = 1, watcher: Watcher | None = None) -> Robust:
    """As ``robust``, which is asked only for what nobody asked before."""
    answer = known_robust(plan, asked)
    if answer is None:
        answer = robust(plan, asked, workers, watcher)
        keep_answer(_folder(plan, asked), answer.as_json())
    return answer


def known_robust(plan: Plan, asked: AskedRobust) -> Robust | None:
    """What was found before; None: nobody asked, or other code was there."""
    return load_answer(_folder(plan, asked) / ANSWER, Robust.from_json)


def _folder(plan: Plan, asked: AskedRobust) -> Path:
    styles = [style.as_written() for style in plan.styles]
    return answer_folder("robust", plan, answer_key(plan, asked=asdict(asked), styles=styles))


def robust(plan: Plan, asked: AskedRobust, workers: int = 1, watcher: Watcher | None = None) -> Robust:
    """Judge the cards of a plan, and count its figures, in every group of players. Same plan, same answer.

    The first group are the plan's own players. The cards that are too strong or too weak there are measured again,
    closely, there too: what was chosen for being far off is less so. Every power is remembered by itself.
    """
    watcher = watcher or Watcher()
    plan = replace(plan, games=plan.game.rounded_up(asked.games, plan.settings), log="turns", log_every=1)
    own = _Players("these players", "among these players", plan)
    figures = _figures(own.plan, workers, watcher)
    power = cached_power(plan, asked.power, workers, watcher)
    off = power.judged_with(power.margin if asked.margin is None else asked.margin).off
    groups = []
    for players in (own, *other_players(plan, _strong(figures))):
        there = kinds_of(players.plan)
        closely = replace(asked.closely, cards=tuple(card.card for card in off if card.card in there))
        known = cached_power(players.plan, closely, workers, watcher) if closely.cards else None
        counted_there = figures if players is own else _figures(players.plan, workers, watcher)
        groups.append(_group(players, counted_there, power if players is own and known is None else known))
    if asked.ahead and plan.match_games == 1:
        groups.append(_ahead(plan, asked, workers, watcher))
    return Robust(tuple(groups))


def other_players(plan: Plan, styles: list[str]) -> list[_Players]:
    """The other groups. ``styles``: the strong ones of those who play, the strongest first."""
    groups = [
        _Players(f"all {style}", f"where everybody plays {style}", replace(plan, lineup=(style,) * plan.players), style)
        for style in _unlike(plan, styles)[:MIRRORS]
        if any(seat != [style] for seat in plan.seated)
    ]
    if plan.game.has_slips:
        slipping = replace(plan, styles=tuple(map(careless, plan.styles)))
        groups.append(_Players("careless", f"where {CARELESSLY}", slipping))
    counts = numbers_of_players(plan.game)
    for count in dict.fromkeys((*counts[:1], *counts[-1:])):  # none: it is only played alone
        if count != plan.players and can_play(resized := with_players(plan, count)):
            where = f"with {counted(count, 'player')}"
            groups.append(_Players(counted(count, "player"), where, resized))
    return groups


def with_players(plan: Plan, players: int) -> Plan:
    """The plan with so many players, who are of the same styles, in the variant that is usual then."""
    lineup = for_seats(plan.lineup, players) if plan.lineup else ()
    settings = settings_at(players, plan.game.settings, plan.settings)
    seated = replace(plan, players=players, styles=styles_at(players, plan.styles), settings=settings)
    return replace(seated, lineup=lineup, variant=_variant_for(plan, players))


def can_play(plan: Plan) -> bool:
    """Whether plan and cards fit: settings and cards may be for some numbers of players only."""
    try:
        plan.table()
    except InputError:
        return False
    return True


def _unlike(plan: Plan, styles: list[str]) -> list[str]:
    """The styles, strongest first, without those akin to one before them."""
    kept: list[Style] = []
    for style in (plan.styles[plan.style_names.index(name)] for name in styles):
        if not any(style.akin(known) for known in kept):
            kept.append(style)
    return [style.name for style in kept]


def _variant_for(plan: Plan, players: int) -> str:
    """The variant that is usual with so many players, where the plan's own is usual with its number."""
    usual = plan.game.variant_for
    return usual(players) if usual(plan.players) == plan.variant else plan.variant


def _figures(plan: Plan, workers: int, watcher: Watcher, executor: MakeExecutor | None = None) -> pl.DataFrame:
    with results_of(plan, workers, watcher, executor) as results:
        return results.figures()


def _strong(figures: pl.DataFrame) -> list[str]:
    """The styles that were there by their win rate, but for those far behind the strongest."""
    rates = figures.filter(pl.col("figure") == "style_win_share").sort("value", "subject", descending=[True, False])
    return rates.filter(pl.col("value") >= STRONG * pl.col("value").max())["subject"].to_list()


def _headlines(figures: pl.DataFrame) -> Mapping[str, tuple[float, float, float]]:
    """Those that are about the game as a whole."""
    of_game = figures.filter((pl.col("subject") == "") | pl.col("subject").is_null())
    return {
        name: (value, low, high) for name, value, low, high in of_game.select("figure", "value", "low", "high").rows()
    }


def _group(players: _Players, figures: pl.DataFrame, power: Power | None) -> Group:
    plan = players.plan
    return Group(players.name, players.where, plan.players, plan.games, _headlines(figures), power, players.style)


def _ahead(plan: Plan, asked: AskedRobust, workers: int, watcher: Watcher) -> Group:
    plan = replace(plan, games=asked.ahead)
    figures = _figures(plan, workers, watcher, looking_ahead(LookAhead(asked.playouts)))
    where = "where everybody looks ahead"
    return Group("looking ahead", where, plan.players, plan.games, _headlines(figures), None)
