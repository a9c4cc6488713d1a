"""How good the players are: what `balance strength` and ``balance.strength`` do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from balance.api.defaults import AHEAD, LOOKED_AT, PLAYOUTS, STRENGTH_GAMES
from balance.api.options import File, Words, number, player_counts, request, threads
from balance.api.progress import ProgressWatcher, kept_when_stopped
from balance.api.shown import Answers, Framed, ShownTable
from balance.common.errors import InputError
from balance.common.units import counted
from balance.engine.game import Game, Plan, find_game
from balance.engine.game.agents import MIXED
from balance.engine.game.plan import make_plan
from balance.judging.by_players import numbers_of_players
from balance.judging.regret import AskedRegret, Regret
from balance.judging.strength import AskedStrength, Strength, check_asked, not_looked_ahead_in, styles_of_ladder
from balance.judging.strength_cache import cached_regret, cached_strength
from balance.report import strengths as words


def strength(
    game: str,
    *,
    games: int = STRENGTH_GAMES,
    playouts: int = PLAYOUTS,
    options: int | None = None,
    base: str | None = None,
    ahead: int = AHEAD,
    regret: int = LOOKED_AT,
    players: int | str | Iterable[int] | None = None,
    variant: str | None = None,
    set: Mapping[str, object] | None = None,
    agents: Words = None,
    styles: File = None,
    cards: File = None,
    seed: int = 1,
    workers: int | None = None,
    quiet: bool = False,
    announce: Callable[[str], None] = lambda text: None,
    measured: Callable[[Ladder], None] = lambda ladder: None,
) -> Ladders:
    """How good the play styles of a game are, and how much better they could be: a ladder, and players who look ahead.

    The options are those of `balance strength`. ``players``: a number, a list of numbers, or "all"; default: the usual
    number, and two. ``announce`` hears which number of players is next, ``measured`` gets every ladder as soon as it is
    known. What was played once is remembered.

    Raises BalanceError: InputError for what cannot be, Interrupted when it was stopped (what was played is kept).
    """
    asked = _asked(games, playouts, options, ahead, base)
    looked_at = AskedRegret(number("--regret", regret, 0, 10**6), asked.playouts)
    rest: dict[str, Any] = {"variant": variant, "set": set, "seed": seed, "styles": styles, "cards": cards}

    def at(count: int, agents: Words = agents) -> Plan:
        return make_plan(request(game, games=1, players=count, agents=agents, **rest))

    first, *others = counts_of(players, find_game(game))
    plans = [at(first)]
    plans += _where_two_play(plans[0], at) if players is None and others else map(at, others)
    why = not_looked_ahead_in(plans[0].game)
    if why and (ahead, regret) == (AHEAD, LOOKED_AT):  # nobody asked for it
        asked, looked_at = replace(asked, ahead=0), replace(looked_at, games=0)
    for plan in plans:
        check_asked(plan, asked, looked_at.games)
    if why and not asked.ahead:
        announce(f"{why}. The ladder alone:")
    hands = threads(workers)
    ladders = []
    for plan in plans:
        announce(f"{plan.game.name}, {counted(plan.players, 'player')} ...")
        ladders.append(_climbed(plan, _in_matches(asked, plan), looked_at, hands, ProgressWatcher(quiet)))
        measured(ladders[-1])
    return Ladders(tuple(ladders))


def _where_two_play(usual: Plan, at: Callable[..., Plan]) -> list[Plan]:
    """The table of two, which nobody named: with the styles of the usual one where their list is too long for it, and
    none where two cannot play so."""
    for agents in ({}, {"agents": f"{MIXED}({','.join(styles_of_ladder(usual))})"}):
        with suppress(InputError):
            return [at(2, **agents)]
    return []


def _in_matches(asked: AskedStrength, plan: Plan) -> AskedStrength:
    """With two matches at least: from one alone nobody knows how far luck goes."""
    return replace(asked, games=max(asked.games, 2 * plan.match_games))


def counts_of(players: int | str | Iterable[int] | None, game: Game) -> tuple[int, ...]:
    """The numbers of players: as asked, or the usual one and two."""
    asked = player_counts(players)
    possible = numbers_of_players(game)
    if asked is None:
        return tuple(dict.fromkeys((game.usual_seats, *(count for count in possible if count == 2))))
    return (asked or possible or (game.usual_seats,)) if isinstance(asked, tuple) else (asked,)


def _asked(games: int, playouts: int, options: int | None, ahead: int, base: str | None) -> AskedStrength:
    ahead = number("--ahead", ahead, 0, 10**6)
    return AskedStrength(
        games=number("--games", games, 2, 10**7),
        playouts=number("--playouts", playouts, 16, 10**6),
        options=None if options is None else number("--options", options, 2, 10**4),
        ahead=max(2, ahead) if ahead else 0,  # from one game alone nobody knows how far luck goes
        base=base,
    )


def _climbed(
    plan: Plan, asked: AskedStrength, looked_at: AskedRegret, workers: int, watcher: ProgressWatcher
) -> Ladder:
    with kept_when_stopped():
        strength = cached_strength(plan, asked, workers, watcher)
        return Ladder(strength, cached_regret(plan, looked_at, workers, watcher) if looked_at.games else None)


@dataclass(frozen=True, repr=False)
class Ladder(Framed):
    """How good the styles are with one number of players."""

    strength: Strength
    regret: Regret | None
    """What their decisions cost; None where nobody asked."""

    @property
    def frame(self) -> pl.DataFrame:
        """A row per style, the strongest first: players, style, rating, low, high, win_share_against_greedy.

        Rating: 400 more are odds of ten to one. Shares: 0.01 is one point of win rate; null: not known.
        """
        rows = [{"players": self.strength.players, **row} for row in words.as_json(self.strength)["styles"]]
        return pl.DataFrame(rows, infer_schema_length=None)

    def as_json(self) -> dict[str, Any]:
        """What `balance strength --json` prints of it."""
        regret = self.regret and words.regret_as_json(self.regret)
        return {**words.as_json(self.strength), "regret": regret}

    def in_full(self) -> Iterator[str | ShownTable]:
        """Who is strongest, the ladder, every pair, the yardstick, and where better choices exist."""
        strength = self.strength
        yield str(self)
        if not strength.uncontested:
            yield from self._rated(strength)
        if self.regret is not None:
            yield from self._better_choices(self.regret)

    def _rated(self, strength: Strength) -> Iterator[str | ShownTable]:
        rated = words.columns(strength)
        yield ShownTable("Styles, the strongest first", rated, words.rows(strength), rated[1:])
        columns, cells = words.matrix(strength)
        title = "Win rate in %: one player of the row's style, all others of the column's"
        yield ShownTable(title, columns, cells, columns[1:])
        if strength.yardsticks:
            far = words.LOOK_AHEAD
            yield ShownTable("Look-ahead player", far, words.look_ahead_rows(strength), far[1:])
        yield words.explained(strength)

    def _better_choices(self, lost: Regret) -> Iterator[str | ShownTable]:
        yield "\n".join(words.regret_sentences(lost))
        columns = words.DECISIONS
        yield ShownTable("Where better choices exist", columns, words.regret_rows(lost), columns[1:])
        yield ShownTable("By style", ("style", *words.COSTS), words.style_rows(lost), words.COSTS)
        yield "\n".join([words.REGRET_EXPLAINED, *words.worst_lines(lost)])

    def __str__(self) -> str:
        return "\n".join(words.sentences(self.strength))


class Ladders(Answers[Ladder]):
    """How good the styles of a game are, with one number of players or several: a ladder for each."""

    def as_json(self) -> dict[str, Any]:
        """What `balance strength --json` prints."""
        first, *others = super().as_json()
        return {**first, "other_tables": others} if others else first
