"""Did an edit work? What an edited card is worth before and after, and what becomes of the same players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from balance.analysis.changes import edits
from balance.analysis.trial_edits import Shift
from balance.analysis.verdicts import CardPower
from balance.engine.game import Plan
from balance.engine.playing.runner import Watcher
from balance.judging.power import FULL, Asked
from balance.judging.power_cache import cached_power
from balance.judging.sensitivity import same_players
from balance.judging.trials import kinds_of

QUICK = Asked(until=0.015, most=8_000)
"""Edited cards are few: more games are looked at than for all the cards of a report."""
MOST_CARDS = 12
"""Edited cards that are judged; of an edit of more the table as a whole is what was edited."""


@dataclass(frozen=True)
class EditedCard:
    """A card that is not the same in A and B."""

    card: str
    before: CardPower | None
    """What it is worth in A; None: it is not in play there."""
    after: CardPower | None
    same_players: Shift | None
    """The win share of those who gain it in A or in B; None: not in play in both, or nobody gains it."""
    margin: float = 0.0
    """By what power is judged in A."""


def edited_cards(
    plans: tuple[Plan, Plan],
    margin_for: Callable[[Plan], float],
    full: bool = False,
    workers: int = 1,
    watcher: Watcher | None = None,
) -> tuple[EditedCard, ...]:
    """Every card with a cell that is not the same in both plans. ``margin_for``: by what power is judged."""
    ids = list(dict.fromkeys(change.card for change in edits(*plans) if change.card))[:MOST_CARDS]
    if not ids:
        return ()
    asked = FULL if full else QUICK
    margins = [margin_for(plan) for plan in plans]
    powers = [_powers(plan, ids, asked, margin, workers, watcher) for plan, margin in zip(plans, margins, strict=True)]
    in_both = [id for id in ids if all(id in known for known in powers)]
    same = same_players(plans[0], in_both, plans[1].card_table, asked.until, asked.most, workers, watcher)
    return tuple(EditedCard(id, powers[0].get(id), powers[1].get(id), same.get(id), margins[0]) for id in ids)


def not_judged(plans: tuple[Plan, Plan], cards: Sequence[EditedCard]) -> int:
    """How many edited cards beyond MOST_CARDS were not judged; 0 where nobody asked for any."""
    edited = {change.card for change in edits(*plans) if change.card}
    return len(edited) - len(cards) if cards else 0


def _powers(
    plan: Plan, ids: Sequence[str], asked: Asked, margin: float, workers: int, watcher: Watcher | None
) -> dict[str, CardPower]:
    known = tuple(sorted(set(ids) & kinds_of(plan).keys()))
    if not known:
        return {}
    power = cached_power(plan, replace(asked, cards=known), workers, watcher).judged_with(margin)
    return {card.card: card for card in power.cards}


def as_json(cards: Sequence[EditedCard]) -> list[dict[str, Any]]:
    """Edited cards as JSON."""
    return [asdict(card) for card in cards]
