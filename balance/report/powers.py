"""The power of cards, in sentences and as a table."""

from __future__ import annotations

from collections import Counter

from balance.engine.plan import Plan
from balance.judging.verdicts import NONE, UNDECIDED, CardPower, Power
from balance.report.phrases import card_text

MOST_TOLD = 5
"""Cards that are named in sentences."""
NUMBERS = ("power", "low", "high", "users", "two-way", "reach")
COLUMNS = ("card", "verdict", *NUMBERS)


def nothing_stands_out(found: Power) -> str:
    """Why no card needs a change: none is worth much more or less than others, or than doing without it."""
    margin = points_text(found.margin)
    if found.against_nothing:
        return f"none is known to be worth {margin} less than doing without it"
    return f"none is known to be worth {margin} more or less than others"


def sentences(found: Power, plan: Plan) -> list[str]:
    """What to weaken first, and what to strengthen; or that nothing needs a change."""
    if all(one.power is None for one in found.cards):
        return ["No card was measured, and why:"]
    if not found.weaken and not found.strengthen:
        open_ = sum(one.verdict == UNDECIDED for one in found.cards)
        more = f" {open_} are not decided yet." if open_ else ""
        return [f"No card needs a change: {nothing_stands_out(found)}.{more}"]
    lines = []
    for head, cards in (("Weaken first", found.weaken), ("Strengthen first", found.strengthen)):
        if cards:
            lines.append(f"{head}:")
            lines += [f"  {sentence(one, plan)}" for one in cards[:MOST_TOLD]]
            rest = len(cards) - MOST_TOLD
            lines += [f"  and {rest} more, in the table below"] if rest > 0 else []
    return lines


def sentence(one: CardPower, plan: Plan) -> str:
    """One card: what it is worth, and how often that is noticed."""
    worth = f"worth {signed(one.power)} ({signed(one.low)} to {signed(one.high)}) to who gains it"
    who = f"as {_share(one.reach)} of the players do; {noticed(one, plan.players)}"
    return f"{card_text(one.card, [plan])}: {worth}, {who}"


def noticed(one: CardPower, players: int) -> str:
    """In table terms: in how many games it makes another one win."""
    moved = abs(one.weight) * players
    if moved <= 0:
        return "it decides no game"
    games = max(1, round(1 / moved))
    return "it decides nearly every game" if games == 1 else f"it decides about once in {games:,} games"


def explained(found: Power, plan: Plan) -> str:
    """What the numbers mean, and who played."""
    margin = points_text(found.margin)
    ordinary = (
        "Power: points of win rate that those who gain a card owe to it, on the same luck, beyond what the cards of "
        "its kind bring on average; intervals hold with 95 %. Users: the same without taking off that average. "
        "Two-way: over all who gain what stands in its place, with it or without. Too strong, too weak: surely "
        f"beyond {margin}, and two-way on the same side."
    )
    alone = (
        "Power: points of win rate by which those who gain a card win more than the same players without it, on the "
        "same luck; intervals hold with 95 %. No other card can stand in for one of these. Any useful one beats "
        f"nothing: so it may be too weak (surely more than {margin} below), and not too strong."
    )
    who = f"{found.players} players, {', '.join(plan.lineup) or 'mixed styles'}"
    return f"{who}. {alone if found.against_nothing else ordinary}"


def rows(found: Power, plan: Plan) -> list[tuple[str, ...]]:
    """COLUMNS of every card that was measured, the strongest first."""
    return [
        (
            *(card_text(one.card, [plan]), one.verdict),
            *map(signed, (one.power, one.low, one.high, one.users_power, one.two_way)),
            _share(one.reach),
        )
        for one in found.measured
    ]


def unmeasured(found: Power, plan: Plan) -> list[str]:
    """Of the other cards, why there is no number: a line each, or for all of a kind that have the same reason."""
    others = [one for one in found.cards if one.power is None]
    lines = [f"{card_text(one.card, [plan])}: {one.verdict}. {one.why}" for one in others if one.verdict != NONE]
    reasons = Counter((one.kind, one.why) for one in others if one.verdict == NONE)
    return lines + [f"{count} of kind {kind}: {why}" for (kind, why), count in reasons.items()]


def signed(share: float | None) -> str:
    """A difference of win shares in points: "+8.2"."""
    return "-" if share is None else f"{100 * share:+.1f}"


def points_text(share: float) -> str:
    """A difference of win shares in points: "2.5 points"."""
    return f"{100 * share:.3g} points"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.2g} %"
