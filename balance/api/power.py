"""What cards are worth: what `balance power` and ``balance.power`` do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from balance.analysis.several import Powers
from balance.analysis.targets.read import margin_for
from balance.analysis.verdicts import Power, as_frame
from balance.analysis.verdicts import as_json as power_as_json
from balance.api.defaults import POWER_GAMES, POWER_UNTIL
from balance.api.options import File, Words, listed, number, player_counts, request, threads, win_rate
from balance.api.progress import ProgressWatcher, kept_when_stopped
from balance.api.shown import InWords, ShownTable
from balance.common.errors import InputError, Problem
from balance.common.units import counted
from balance.engine.game import Plan, find_game
from balance.engine.game.plan import make_plan
from balance.judging.by_players import numbers_of_players, several_as_json
from balance.judging.power import Asked
from balance.judging.power_cache import cached_power
from balance.judging.trials import check_cards, kinds_of
from balance.report import powers, powers_by_players


def power(
    game: str,
    *,
    card: Words = None,
    until: str | float = POWER_UNTIL,
    max_games: int = POWER_GAMES,
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
) -> CardPowers:
    """What every card is worth to the players who gain it: the same games again, an ordinary card in its place.

    The options are those of `balance power`. ``card``: the id of a card, or a list; default: all. ``until``: how narrow
    intervals get, "1pp" or 0.01; rare cards are waited for only where ``card`` names them. ``players``: a number, a
    list of numbers, or "all". ``announce`` hears which of several numbers of players is next. What was measured once is
    remembered.

    Raises BalanceError: InputError for what cannot be, Interrupted when it was stopped (what was played is kept).
    """
    most = number("--max-games", max_games, 1, 10**9)
    asked_players = player_counts(players)
    several = isinstance(asked_players, tuple)
    rules = find_game(game)
    counts = (asked_players or numbers_of_players(rules) or (rules.usual_seats,)) if several else (asked_players,)
    asked: dict[str, Any] = {"games": most, "variant": variant, "set": set, "agents": agents, "seed": seed}
    plans = [make_plan(request(game, players=count, styles=styles, cards=cards, **asked)) for count in counts]
    wanted = Asked(tuple(sorted({*listed(card)})), win_rate("--until", until), most)
    return CardPowers(measured(plans, wanted, threads(workers), quiet, announce), plans[-1], wanted.cards, several)


def measured(
    plans: Sequence[Plan], asked: Asked, workers: int, quiet: bool, on_stage: Callable[[str], None]
) -> tuple[Power, ...]:
    """The power of the cards with every plan, each remembered by itself. Of a card that is in play in some, in those.

    Raises InputError for a card that is in play in none.
    """
    known = [kinds_of(plan) for plan in plans]
    if not plans[-1].card_table.rows:
        raise InputError([Problem(f"{plans[-1].game.name} has no cards whose power could be measured")])
    check_cards(plans[-1], asked.cards, {id: kind for kinds in known for id, kind in kinds.items()})
    powers = []
    for plan, kinds in zip(plans, known, strict=True):
        own = replace(asked, cards=tuple(id for id in asked.cards if id in kinds))
        if asked.cards and not own.cards:
            continue
        if len(plans) > 1:
            on_stage(f"{plan.game.name}, {counted(plan.players, 'player')} ...")
        with kept_when_stopped():
            power = cached_power(plan, own, workers, ProgressWatcher(quiet))
        powers.append(power.judged_with(margin_for(plan)))
    return tuple(powers)


@dataclass(frozen=True, repr=False)
class CardPowers(InWords):
    """The power of the cards of a game, with one number of players or several."""

    powers: tuple[Power, ...]
    """By number of players, fewest first."""
    plan: Plan
    asked: tuple[str, ...] = ()
    """The ids of the cards that were asked for; none: all."""
    several: bool = False

    @property
    def frame(self) -> pl.DataFrame:
        """A row for every number of players and card: players, card, kind, power_verdict, power, power_low, ...

        Shares: 0.01 is one point of win rate; null: not known.
        """
        return pl.concat(
            as_frame(power).select(pl.lit(power.players, pl.Int64).alias("players"), pl.all()) for power in self.powers
        )

    @property
    def too_strong(self) -> list[str]:
        """The ids of the cards that are too strong, with some number of players, the most urgent first."""
        return list(dict.fromkeys(card.card for power in self.powers for card in power.weaken))

    @property
    def too_weak(self) -> list[str]:
        """The ids of the cards that are too weak, with some number of players, the most urgent first."""
        return list(dict.fromkeys(card.card for power in self.powers for card in power.strengthen))

    def as_json(self) -> dict[str, Any]:
        """What `balance power --json` prints."""
        return several_as_json(Powers(self.powers)) if self.several else power_as_json(self.powers[0])

    def table(self) -> ShownTable:
        """Every card, as people read it."""
        if self.several:
            several = Powers(self.powers)
            columns = powers_by_players.columns(several)
            title = "every card by number of players, the strongest first"
            return ShownTable(title, columns, powers_by_players.rows(several, self.plan), columns[1:])
        rows = powers.rows(self.powers[0], self.plan)
        return ShownTable("every card, the strongest first", powers.COLUMNS, rows, powers.NUMBERS)

    def verdict(self) -> str:
        """What to change first."""
        if self.several:
            return "\n".join(powers_by_players.sentences(Powers(self.powers), self.plan))
        return "\n".join(powers.sentences(self.powers[0], self.plan))

    def explained(self) -> str:
        """What the numbers mean, and of the cards that were asked for: for whom, and at which tables."""
        if self.several:
            notes = powers_by_players.unmeasured_lines(Powers(self.powers), self.plan)
        else:
            notes = [*powers.unmeasured(self.powers[0], self.plan), powers.who_played(self.powers[0])]
        return "\n".join([*self._of_cards(), *notes, powers.explained(*self.powers)])

    def _of_cards(self) -> list[str]:
        """Of the cards that were asked for: power by style and by table, with every number of players."""
        lines = []
        for power in self.powers:
            details = [
                line for card in power.cards if card.card in self.asked for line in powers.details(card, self.plan)
            ]
            lines += [f"{counted(power.players, 'player')}:", *details] if details and len(self.powers) > 1 else details
        return [*lines, powers.TABLES_EXPLAINED] if any("by table" in line for line in lines) else lines

    def in_full(self) -> Iterator[str | ShownTable]:
        """All that `balance power` prints."""
        yield self.verdict()
        if (table := self.table()).rows:
            yield table
        yield self.explained()

    def __str__(self) -> str:
        return self.verdict()
