"""What sets the runs of one page apart, in as few words as will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from balance.cards.read import CardTable
from balance.common.units import counted
from balance.engine.game import Plan
from balance.report.phrases import log_text

CARDS_NAMED = 2
"""Edited cards that a label names; of more it says how many."""


def run_labels(plans: Sequence[Plan], folders: Sequence[str]) -> list[str]:
    """A label for every run, none like another: "2 players", "4 players, expert".

    What changes the game is always named; the size, the seed and the log of a run only where nothing else
    tells two runs apart, and their ``folders`` as the last resort.
    """
    parts = [differing(plans, aspect) for aspect in (*GAME_ASPECTS, _settings(plans), _cards(plans))]
    places = [f"run {place}" for place in range(1, len(plans) + 1)]
    for more in (*(differing(plans, aspect) for aspect in RUN_ASPECTS), list(folders), places):
        labels = _joined(parts)
        if len(set(labels)) == len(labels):
            break
        parts.append(more)
    return _joined(parts)


def _joined(parts: Sequence[Sequence[str]]) -> list[str]:
    return [", ".join(part for part in label if part) for label in zip(*parts, strict=True)]


def differing(plans: Sequence[Plan], aspect: Callable[[Plan], str]) -> list[str]:
    """An aspect of every run, or nothing where they all agree."""
    aspects = [aspect(plan) for plan in plans]
    return aspects if len(set(aspects)) > 1 else [""] * len(aspects)


def _styles(plan: Plan) -> str:
    if not plan.lineup:
        return "mixed styles"
    names = dict.fromkeys(plan.lineup)
    return f"all {plan.lineup[0]}" if len(names) == 1 else " and ".join(names)


GAME_ASPECTS: tuple[Callable[[Plan], str], ...] = (
    lambda plan: counted(plan.players, "player"),
    lambda plan: plan.variant,
    _styles,
    lambda plan: "fixed seats" if plan.fixed_seats else "",
)
RUN_ASPECTS: tuple[Callable[[Plan], str], ...] = (
    lambda plan: f"{plan.games:,} games",
    lambda plan: f"seed {plan.seed}",
    lambda plan: f"log {log_text(plan)}",
)


def _settings(plans: Sequence[Plan]) -> Callable[[Plan], str]:
    """The settings in which the runs differ, with their values."""
    settings = [s for s in plans[0].game.settings if len({plan.settings[s.name] for plan in plans}) > 1]
    return lambda plan: ", ".join(f"{s.name} {s.show(plan.settings[s.name])}" for s in settings)


def _cards(plans: Sequence[Plan]) -> Callable[[Plan], str]:
    """Which cards were edited against those of the first run."""
    return lambda plan: edited(plans[0].card_table, plan.card_table)


def edited(before: CardTable, after: CardTable) -> str:
    """The cards in which two tables differ, by name."""
    if before.sha256 == after.sha256:
        return "first card table"
    old, new = before.cells(), after.cells()
    changed = [(new.get(card) or old[card])["name"] for card in {**old, **new} if old.get(card) != new.get(card)]
    if not changed:
        return "cards in another order"
    if len(changed) > CARDS_NAMED:
        return f"{len(changed)} cards edited"
    return f"{' and '.join(changed)} edited"
