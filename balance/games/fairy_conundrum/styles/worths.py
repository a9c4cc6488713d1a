"""What steps, abilities and cards are worth to styles, in points of the value curve (section 5.5).

The numbers are those of the rules page, where cards are measured with them, too.
"""

from __future__ import annotations

from typing import Any

from balance.games.fairy_conundrum import codes

CARD_POINTS = 1.9  # a card or a sparkle
LIFE_POINTS = 0.5  # one life lost or burnt

PER_UNIT = {
    codes.OP_DRAW: CARD_POINTS,
    codes.OP_CANVAS: CARD_POINTS,
    codes.OP_WISH: CARD_POINTS,
    codes.OP_SPARK: CARD_POINTS,
    codes.OP_SIPHON: 2.5,
    codes.OP_LIFE: LIFE_POINTS,
    codes.OP_DISCARD: -CARD_POINTS,
    codes.OP_MILL: -0.3,
    codes.OP_GATHER: 5.0,
    codes.OP_VISION: 0.5,
    codes.OP_DREAM: 5.0,
    codes.OP_HANDMAX: 0.5,
    codes.OP_CONTRIB: -3.0,
    codes.OP_MATURE: 0.7,
    codes.OP_RAY: 1.2,
    codes.OP_MAT: 1.2,
    codes.OP_STAB: 1.0,
    codes.OP_SLOTS: 1.0,
    codes.OP_COST: -0.8,
    codes.OP_VOL: 1.0,
    codes.OP_DMG: -0.9,
}
"""Points of one unit of an operation, for the player or the card it works on."""

PLAIN = {
    codes.OP_ENTRY: 1.0,
    codes.OP_TELEPORT: 0.5,
    codes.OP_RADIANCE: 0.5,
    codes.OP_ASTRALAE: 0.5,
    codes.OP_HUSH: -2.0,
    codes.OP_REAP: -4.0,
    codes.OP_DISSIPATE: -4.5,
    codes.OP_BOUNCE: -2.0,
    codes.OP_TODECK: -3.0,
    codes.OP_ABANDON: -CARD_POINTS,
    codes.OP_IMPRISON: -3.5,
    codes.OP_PURIFY: 0.5,
    codes.OP_CANCEL: 4.0,
    codes.OP_FREE: 1.5,
    codes.OP_BEWITCH: 5.0,
    codes.OP_STEALA: 2.5,
    codes.OP_STEALM: 1.0,
    codes.OP_ACTION: -0.3,
    codes.OP_RESTORE: 0.8,
    codes.OP_SHELTER: 0.8,
    codes.OP_LODGE: 0.8,
    codes.OP_EXIT: 0.8,
    codes.OP_STORE: 0.3,
    codes.OP_UNSTORE: 0.5,
    codes.OP_MORPH: 0.5,
    codes.OP_FETCH: CARD_POINTS,
    codes.OP_SUMMON: 5.0,
    codes.OP_FUSE: 1.0,
    codes.OP_MARRY: 1.0,
    codes.OP_PEEK: 0.8,
}
"""Points of an operation without an amount."""

FOR_NARRATOR = {
    codes.OP_BEWITCH, codes.OP_STEALA, codes.OP_STEALM, codes.OP_LINK, codes.OP_SIPHON, codes.OP_LODGE, codes.OP_PEEK,
}  # fmt: skip
"""Operations that serve the narrator whosever cards they work on."""

PLAYER_VALUES = {
    codes.OP_GATHER, codes.OP_VISION, codes.OP_DREAM, codes.OP_HANDMAX, codes.OP_CONTRIB, codes.OP_MATURE,
}  # fmt: skip
FOR_A_TURN = 0.4  # of what a player's value is worth for good
POINT_FOR_A_TURN = 0.5  # a point of ray or materialisation
ON_ITSELF = {codes.OP_RAY: 1.0, codes.OP_MAT: 0.9}  # a point of a card's own, for good
CANCELLED_CALL = 2.0
SELF_SUMMONED = 2.0  # a trap that comes up as a fairy
BACK_IN_HAND = 0.3  # bouncing a card of one's own
ELSEWHERE = {codes.IN_REST: 0.2, codes.IN_HAND: 0.5}  # harm to a card that is not in the valley
HARM_TO_SHARD = 0.75
USUAL_COPY = 3  # cost of a fairy that is copied, if the step does not bound it

OFTEN = {codes.AT: 2.5, codes.WHEN: 1.5, codes.ACT: 2.0, codes.ON_REAPED: 0.7, codes.ON_LEAVE: 0.8,
         codes.ON_ENDVOL: 0.8}  # fmt: skip
"""How often an ability is thought to work; once where it is not listed."""
LASTS = (codes.ALWAYS, codes.ACT, codes.AT, codes.WHEN, codes.ON_IN, codes.ON_OUT)
"""Triggers of what a card does as long as it lies there."""
TELEPORTER = 0.3  # the trait
CONDITION = 0.7  # of an ability's value
NAMED, SEVERAL, EVERYONE = 1.5, 2.5, 3.0  # cards that a selector of all cards finds: of a name, with a filter, without
LASTING = (1.0, 0.4, 0.65, 0.8)  # what is left of a value that lasts, by volatility


def step_worth(t: Any, ability: Any, number: int) -> float:
    """What one unit of a step of an ability is worth to its narrator."""
    step = t.step[number]
    op = int(step.op)
    if op == codes.OP_TOKEN:
        return card_body(t, int(step.arg))
    if op == codes.OP_COPY:
        return _copy_worth(t, int(step.selector))
    worth = _unit(t, ability, step)
    if step.until == codes.TURN_END and op in PLAYER_VALUES:
        worth *= FOR_A_TURN
    if op == codes.OP_MORPH and (step.arg < 0 or step.n[0] < 0):  # to lose one is worse than to lack one
        worth *= -2 if step.arg < 0 else 2
    if op in FOR_NARRATOR:
        return worth
    return -worth if _is_against(t, ability, number, worth * _sign(step)) else worth


def _sign(step: Any) -> float:
    return -1.0 if step.n[0] < 0 else 1.0


def _unit(t: Any, ability: Any, step: Any) -> float:
    """Points of one unit for whoever it works on."""
    op = int(step.op)
    worth = PER_UNIT.get(op, PLAIN.get(op, 0.0))
    special, selector = _selector(t, int(step.selector))
    if op in ON_ITSELF:
        if step.until == codes.TURN_END:
            return POINT_FOR_A_TURN
        return ON_ITSELF[op] if special == codes.SELF else worth
    if op == codes.OP_CANCEL and ability.event == codes.EVENT_CALL:
        return CANCELLED_CALL
    if op == codes.OP_SUMMON and special == codes.SELF:
        return SELF_SUMMONED
    if selector is None:
        return worth
    if selector.kinds == codes.AVATAR_BIT:
        return -LIFE_POINTS if op == codes.OP_DMG else worth
    if op == codes.OP_LIFE:  # a direct loss reaps a card
        return -PLAIN[codes.OP_REAP]
    if op == codes.OP_BOUNCE and selector.side == codes.OWN:
        return BACK_IN_HAND
    if worth < 0.0 and op != codes.OP_COST:
        worth *= ELSEWHERE.get(int(selector.zones), HARM_TO_SHARD if selector.kinds == codes.SHARD_BIT else 1.0)
    return worth


def _selector(t: Any, row: int) -> tuple[int, Any]:
    """What special word a selector is (none at all: the card itself), and of a selector of cards the record."""
    if row < 0:
        return codes.SELF, None
    selector = t.selector[row]
    return int(selector.special), selector if selector.special == codes.CARDS else None


def _is_against(t: Any, ability: Any, number: int, worth: float) -> bool:
    """Whether a step works on an opponent or his cards; harm to cards of any side goes to the opponent's."""
    special, selector = _selector(t, int(t.step[number].selector))
    if selector is not None:
        return bool(selector.side == codes.FOE_SIDE or (selector.side == codes.ANY and worth < 0.0))
    if special == codes.LINKED:  # whoever's card it is, the link is meant well
        return worth < 0.0
    if special == codes.IT:
        if ability.trigger in (codes.WHEN, codes.TRAP):
            return bool(ability.side == codes.FOE_SIDE)
        return number > ability.first and _is_against(t, ability, number - 1, -1.0)
    return special in (codes.FOE, codes.FOES)


def _copy_worth(t: Any, row: int) -> float:
    """V that a card of the highest cost to be copied should have."""
    _, selector = _selector(t, row)
    high = USUAL_COPY
    if selector is not None and selector.high[codes.BY_COST] != codes.HIGHEST:
        high = int(selector.high[codes.BY_COST])
    return expected_worth(high)


def expected_worth(cost: int) -> float:
    """V that a card of this cost should have."""
    return CARD_POINTS / 2 * (2 * cost + 1)


def step_points(t: Any, number: int) -> float:
    """What a step is worth to its narrator at stage II, on all the cards it is thought to find."""
    step = t.step[number]
    amount = {codes.NO_AMOUNT: 1, codes.BY_STAGE: int(step.n[1]), codes.COUNTED: 2 * int(step.n[0])}
    points = float(t.step_worth[number]) * amount.get(int(step.amount), int(step.n[0]))
    special, selector = _selector(t, int(step.selector))
    if selector is not None and step.op != codes.OP_PEEK:
        cards = float(max(1, selector.n))
        if selector.pick == codes.EVERY:
            cards = EVERYONE if selector.plain else NAMED if selector.word >= 0 else SEVERAL
        return points * cards
    return points * NAMED if special == codes.GUESTS else points


def ability_worth(t: Any, number: int) -> float:
    """What an ability is worth to whoever has the card, over a game."""
    ability = t.ability[number]
    steps = range(ability.first, ability.first + ability.steps)
    points = sum(step_points(t, step) for step in steps)
    if ability.trigger == codes.TRAP:
        return points / 2 - LIFE_POINTS * int(t.card[ability.card].mes)
    for kind, n in zip(ability.cost, ability.cost_n, strict=True):
        if kind in (codes.PAY_SPARKLES, codes.PAY_ABANDON):
            points -= CARD_POINTS * n
        elif kind in (codes.PAY_LIFE, codes.PAY_VOLATILITY):
            points -= LIFE_POINTS * n
        elif kind == codes.PAY_MORPHEMES:
            points -= 0.5 * n
        elif kind == codes.PAY_MORPHEME:
            points -= 0.5
    once = codes.PAY_REAP_SELF in ability.cost
    conditions = sum(int(row >= 0) for row in ability.condition)
    return float(points * (1.0 if once else OFTEN.get(int(ability.trigger), 1.0)) * CONDITION**conditions)


def card_body(t: Any, number: int) -> float:
    """Ray and materialisation of a card, as points."""
    return float(t.card[number].ray + 0.9 * t.card[number].mat)


def card_worth(t: Any, number: int) -> float:
    """V of section 5.5: ray, materialisation and abilities, less for volatility."""
    card = t.card[number]
    own = range(card.first, card.first + card.abilities)
    left = LASTING[min(int(card.vol), len(LASTING) - 1)] if card.vol else 1.0
    if card.kind != codes.SHARD:
        trait = TELEPORTER * float(card.teleport)
        return (card_body(t, number) + trait + sum(float(t.ability_worth[i]) for i in own)) * left
    return sum(float(t.ability_worth[i]) * (left if t.ability[i].trigger in LASTS else 1.0) for i in own)
