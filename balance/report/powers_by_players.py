"""The power of cards with several numbers of players, in sentences and side by side."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from balance.analysis.several import Powers
from balance.analysis.verdicts import CardPower, Power
from balance.engine.game import Plan
from balance.report.phrases import card_text, some_names
from balance.report.powers import no_change, signed, unmeasured, who_played

MOST_NAMED = 3
"""Cards that are named in a sentence."""


def columns(found: Powers) -> tuple[str, ...]:
    """The headings of ``rows``."""
    return ("card", *(f"{power.players} players" for power in found.powers))


def rows(found: Powers, plan: Plan) -> list[tuple[str, ...]]:
    """Power and verdict of every card that was measured with every number of players, the strongest first."""
    measured = {card: _known(found.of(card)) for card in found.cards}
    cards = sorted((card for card in measured if measured[card]), key=lambda card: -fmean(measured[card]))
    return [(card_text(card, [plan]), *map(_cell, found.of(card))) for card in cards]


def _known(cards: list[CardPower | None]) -> list[float]:
    return [one.power for one in cards if one is not None and one.power is not None]


def _cell(one: CardPower | None) -> str:
    if one is None:
        return "not in play"
    if one.power is None or one.high is None:
        return one.verdict
    return f"{signed(one.power)} ±{100 * (one.high - one.power):.1f} {one.verdict}"


def sentences(found: Powers, plan: Plan) -> list[str]:
    """What to change first with every number of players, and what flips between them."""
    return [*(_first(power, plan) for power in found.powers), *_turning(found, plan)]


def _first(power: Power, plan: Plan) -> str:
    heads = (("weaken first", power.weaken), ("strengthen first", power.strengthen))
    parts = [f"{head} {_names(cards, plan)}" for head, cards in heads if cards]
    return f"{power.players} players: {'; '.join(parts) or no_change(power).lower()}."


def _names(cards: list[CardPower], plan: Plan) -> str:
    return some_names([f"{card_text(one.card, [plan])} {signed(one.power)}" for one in cards], MOST_NAMED)


def _turning(found: Powers, plan: Plan) -> list[str]:
    """The cards whose verdict flips, with their numbers."""
    if not found.flipping:
        return ["No verdict flips between these numbers of players."]
    lines = [f"  {card_text(card, [plan])}: {_sides(found, card)}" for card in found.flipping]
    return ["These verdicts flip with the number of players: an edit helps at one table and harms at another.", *lines]


def _sides(found: Powers, card: str) -> str:
    sides = [
        f"{signed(one.power)} with {power.players} ({one.verdict})"
        for power, one in zip(found.powers, found.of(card), strict=True)
        if one is not None and one.power is not None and one.side
    ]
    return ", ".join(sides)


def untold(found: Powers, plan: Plan) -> list[str]:
    """Of the cards that were measured with no number of players, why; and who played."""
    measured = {one.card for power in found.powers for one in power.measured}
    lines: dict[str, None] = {}
    for power in found.powers:
        rest = tuple(one for one in power.cards if one.card not in measured)
        lines |= dict.fromkeys(unmeasured(replace(power, cards=rest), plan))
    return [*lines, who_played(*found.powers)]
