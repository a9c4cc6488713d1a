"""The power of cards with several numbers of players, in sentences and side by side."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from balance.analysis.several import Powers
from balance.analysis.verdicts import CardPower, Power
from balance.common.units import counted
from balance.engine.game import Plan
from balance.report.phrases import card_text, some_names
from balance.report.powers import no_change, signed, unmeasured, who_played

MOST_NAMED = 3
"""Cards that are named in a sentence."""


def columns(powers: Powers) -> tuple[str, ...]:
    """The headings of ``rows``."""
    return ("card", *(counted(power.players, "player") for power in powers.powers))


def rows(powers: Powers, plan: Plan) -> list[tuple[str, ...]]:
    """Power and verdict of every card that was measured with every number of players, the strongest first."""
    measured = {card: _known(powers.of(card)) for card in powers.cards}
    cards = sorted((card for card in measured if measured[card]), key=lambda card: -fmean(measured[card]))
    return [(card_text(card, [plan]), *map(_cell, powers.of(card))) for card in cards]


def _known(cards: list[CardPower | None]) -> list[float]:
    return [card.power for card in cards if card is not None and card.power is not None]


def _cell(card: CardPower | None) -> str:
    if card is None:
        return "not in play"
    if card.power is None or card.high is None:
        return card.verdict
    return f"{signed(card.power)} ±{100 * (card.high - card.power):.1f} {card.verdict}"


def sentences(powers: Powers, plan: Plan) -> list[str]:
    """What to change first with every number of players, and what flips between them."""
    return [*(_first(power, plan) for power in powers.powers), *_turning(powers, plan)]


def _first(power: Power, plan: Plan) -> str:
    heads = (("weaken first", power.weaken), ("strengthen first", power.strengthen))
    parts = [f"{head} {_names(cards, plan)}" for head, cards in heads if cards]
    return f"{counted(power.players, 'player')}: {'; '.join(parts) or no_change(power).lower()}."


def _names(cards: list[CardPower], plan: Plan) -> str:
    return some_names([f"{card_text(card.card, [plan])} {signed(card.power)}" for card in cards], MOST_NAMED)


def _turning(powers: Powers, plan: Plan) -> list[str]:
    """The cards whose verdict flips, with their numbers."""
    if not powers.flipping:
        return ["No verdict flips between these numbers of players."]
    lines = [f"  {card_text(card, [plan])}: {_sides(powers, card)}" for card in powers.flipping]
    return ["These verdicts flip with the number of players: an edit helps at one table and harms at another.", *lines]


def _sides(powers: Powers, card: str) -> str:
    sides = [
        f"{signed(known.power)} with {power.players} ({known.verdict})"
        for power, known in zip(powers.powers, powers.of(card), strict=True)
        if known is not None and known.power is not None and known.side
    ]
    return ", ".join(sides)


def unmeasured_lines(powers: Powers, plan: Plan) -> list[str]:
    """Of the cards that were measured with no number of players, why; and who played."""
    measured = {card.card for power in powers.powers for card in power.measured}
    lines: dict[str, None] = {}
    for power in powers.powers:
        rest = tuple(card for card in power.cards if card.card not in measured)
        lines |= dict.fromkeys(unmeasured(replace(power, cards=rest), plan))
    return [*lines, who_played(*powers.powers)]
