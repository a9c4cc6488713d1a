"""What steps, abilities and cards are worth to styles, in points of the value curve (section 5.5)."""

from __future__ import annotations

from typing import Any

from balance.games.fairy_conundrum import state

CARD_POINTS = 1.9  # a card or a sparkle
LIFE_POINTS = 0.5  # one life lost or burnt

PER_UNIT = {
    state.OP_DRAW: CARD_POINTS,
    state.OP_CANVAS: CARD_POINTS * 0.8,
    state.OP_WISH: CARD_POINTS,
    state.OP_SPARK: CARD_POINTS,
    state.OP_SIPHON: CARD_POINTS * 1.5,
    state.OP_LIFE: LIFE_POINTS,
    state.OP_DISCARD: -CARD_POINTS * 0.8,
    state.OP_MILL: -0.3,
    state.OP_GATHER: 5.0,
    state.OP_VISION: 0.2,
    state.OP_DREAM: 4.0,
    state.OP_HANDMAX: 0.5,
    state.OP_CONTRIB: -3.0,
    state.OP_MATURE: 0.7,
    state.OP_RAY: 1.2,
    state.OP_MAT: 1.2,
    state.OP_STAB: 0.3,
    state.OP_SLOTS: 0.8,
    state.OP_COST: -1.2,
    state.OP_VOL: 0.8,
    state.OP_DMG: -LIFE_POINTS,
}
"""Points of one unit of an operation, for the player or the card it works on."""

PLAIN = {
    state.OP_ENTRY: 1.0,
    state.OP_TELEPORT: 0.5,
    state.OP_HUSH: -1.5,
    state.OP_REAP: -4.0,
    state.OP_DISSIPATE: -4.0,
    state.OP_BOUNCE: -2.0,
    state.OP_TODECK: -3.0,
    state.OP_ABANDON: -1.5,
    state.OP_IMPRISON: -3.5,
    state.OP_PURIFY: 0.5,
    state.OP_CANCEL: 4.0,
    state.OP_FREE: 2.5,
    state.OP_BEWITCH: 5.0,
    state.OP_STEALA: 2.5,
    state.OP_STEALM: 1.0,
    state.OP_ACTION: -0.5,
    state.OP_RESTORE: 0.7,
    state.OP_SHELTER: 0.8,
    state.OP_LODGE: 0.8,
    state.OP_EXIT: 0.5,
    state.OP_LINK: 0.3,
    state.OP_STORE: 0.5,
    state.OP_UNSTORE: 0.5,
    state.OP_MORPH: 0.5,
    state.OP_FETCH: CARD_POINTS,
    state.OP_SUMMON: 3.0,
    state.OP_COPY: 3.0,
    state.OP_FUSE: 0.5,
    state.OP_MARRY: 0.5,
}
"""Points of an operation without an amount."""

FOR_NARRATOR = {state.OP_BEWITCH, state.OP_STEALA, state.OP_STEALM, state.OP_LINK, state.OP_SIPHON, state.OP_COPY}
"""Operations that serve the narrator whosever cards they work on."""

OFTEN = {state.AT: 3.0, state.WHEN: 2.0, state.ACT: 3.0, state.ALWAYS: 1.0, state.ON_IN: 1.5, state.ON_OUT: 1.5}
"""How often a triggered ability is thought to work; once where it is not listed."""
SEVERAL = 2.5  # cards that a selector of all cards is thought to find


def step_worth(t: Any, number: int) -> float:
    """What one unit of a step is worth to its narrator."""
    step = t.step[number]
    op = int(step.op)
    worth = PER_UNIT.get(op, PLAIN.get(op, 0.0))
    if op == state.OP_TOKEN:
        return card_body(t, int(step.arg))
    if op == state.OP_MORPH and (step.arg < 0 or step.n[0] < 0):
        worth = -worth
    if step.selector < 0 or op in FOR_NARRATOR:
        return worth
    selector = t.selector[step.selector]
    against = selector.special in (state.FOE, state.FOES)
    if selector.special == state.CARDS:
        against = selector.side == state.FOE_SIDE
    if step.until == state.TURN_END:
        worth *= 0.5
    return -worth if against else worth


def step_points(t: Any, number: int) -> float:
    """What a step is worth to its narrator at stage II."""
    step = t.step[number]
    amount = {state.NO_AMOUNT: 1, state.BY_STAGE: int(step.n[1]), state.COUNTED: 2 * int(step.n[0])}
    points = step_worth(t, number) * amount.get(int(step.amount), int(step.n[0]))
    if step.selector >= 0 and t.selector[step.selector].special == state.CARDS:
        selector = t.selector[step.selector]
        points *= SEVERAL if selector.pick == state.EVERY else max(1, int(selector.n))
    return points


def ability_worth(t: Any, number: int) -> float:
    """What an ability is worth to whoever has the card, over a game."""
    ability = t.ability[number]
    steps = range(ability.first, ability.first + ability.steps)
    points = sum(step_points(t, step) for step in steps)
    if ability.trigger == state.TRAP:
        return points
    for kind, n in zip(ability.cost, ability.cost_n, strict=True):
        if kind == state.PAY_SPARKLES:
            points -= CARD_POINTS * n
        elif kind == state.PAY_LIFE:
            points -= LIFE_POINTS * n
        elif kind == state.PAY_ABANDON:
            points -= CARD_POINTS * n
        elif kind in (state.PAY_MORPHEMES, state.PAY_MORPHEME):
            points -= 0.5
    if points <= 0:
        return points
    return points * OFTEN.get(int(ability.trigger), 1.0)


def card_body(t: Any, number: int) -> float:
    """Ray and materialisation of a card, as points."""
    return float(t.card[number].ray + 0.9 * t.card[number].mat)


def card_worth(t: Any, number: int) -> float:
    """V of section 5.5: ray, materialisation and abilities."""
    card = t.card[number]
    first, count = int(card.first), int(card.abilities)
    return card_body(t, number) + sum(float(t.ability_worth[i]) for i in range(first, first + count))
