"""What an ALWAYS ability changes, and what it reads: so that values are worked out again only when they can differ."""

from __future__ import annotations

from balance.games.fairy_conundrum import codes
from balance.games.fairy_conundrum.cards.abilities import Ability, Condition, Selector, Step

CHANGES = {"hush": codes.CHANGES_VOICE, "radiance": codes.CHANGES_KIND, "astralae": codes.CHANGES_KIND}
VALLEY_ZONES = ("x", "in", "v")
STATES = ("actioned", "restored")
LABELS = ("vol", "dmg")


def always_bits(ability: Ability, on_shelter: bool) -> int:
    """Bits CHANGES_ and READS_ of an ability; 0 unless it is ALWAYS.

    Who is in the valley, in which form, married or linked to whom, is read by all of them: it needs no bit.
    ``on_shelter``: printed on a shelter, the guests of which are its own.
    """
    if ability.trigger != "ALWAYS":
        return 0
    bits = 0
    for condition in ability.conditions:
        bits |= _of_condition(condition, on_shelter)
    for step in ability.steps:
        bits |= CHANGES.get(step.op, codes.CHANGES_NUMBERS) | _of_step(step)
    return bits


def _of_condition(condition: Condition, on_shelter: bool) -> int:
    if condition.count:
        return _of_count(condition.count)
    if condition.kind == "guests":
        return 0 if on_shelter else codes.READS_PLACES
    return codes.READS_PLAYERS


def _of_step(step: Step) -> int:
    bits = _of_count(step.amount.count) if step.amount and step.amount.count else 0
    if step.selector:
        bits |= _of_filter(step.selector)
        if step.selector.word in ("guests", "host"):
            bits |= codes.READS_PLACES
        if step.op in ("mature", "entry") and not step.selector.of_players:
            bits |= codes.READS_PLACES  # a player's value depends on where cards are
    return bits


def _of_count(selector: Selector) -> int:
    bits = codes.READS_PLACES | _of_filter(selector)
    if not selector.word and (selector.zone not in VALLEY_ZONES or selector.kind == "trap"):
        bits |= codes.READS_ZONES
    return bits


def _of_filter(selector: Selector) -> int:
    filter = selector.filter
    reads = any(flag in STATES for flag in filter.flags) or any(bounds.name in LABELS for bounds in filter.ranges)
    return codes.READS_STATES if reads else 0
