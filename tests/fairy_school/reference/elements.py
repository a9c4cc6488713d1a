"""Elements, exchanges and payments of Fairy School (3.2): part of the slow implementation in school_reference.

A stock and a cost are lists of five numbers: earth, plants, fire, water, air.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

EARTH, PLANTS, FIRE, WATER, AIR = range(5)
LETTERS = "EPFWA"
COMMON = (EARTH, PLANTS, FIRE, WATER)  # all but air
RATES = (3, 4, 4, 3, 6)  # inputs for one of each (FS-7)
JOKER_ORDER = (PLANTS, FIRE, EARTH, WATER)  # what an air stands in for first (FS-9)


@dataclass
class Payment:
    """How what is missing is made: airs that stand in, by element, and the inputs burnt for the rest, by element."""

    jokers: list[int] = field(default_factory=lambda: [0] * 5)
    burnt: list[int] = field(default_factory=lambda: [0] * 5)


def total(costs: Iterable[Sequence[int]]) -> list[int]:
    """Several costs paid together."""
    return [sum(column) for column in zip([0] * 5, *costs, strict=True)]


def missing(stock: Sequence[int], cost: Sequence[int]) -> list[int]:
    """What is not there after paying directly (FS-9, step 1)."""
    return [c - r if c > r else 0 for r, c in zip(stock, cost, strict=True)]


def jokers(stock: Sequence[int], cost: Sequence[int]) -> list[int]:
    """Which missing elements the left-over airs stand in for (FS-9, step 2)."""
    lack = missing(stock, cost)
    if not any(lack):
        return lack
    airs = max(0, stock[AIR] - cost[AIR])
    used = [0] * 5
    for element in JOKER_ORDER:
        used[element] = min(airs, lack[element])
        airs -= used[element]
    return used


def inputs_needed(made: Sequence[int]) -> int:
    """How many elements it takes to make these by exchanges (FS-9, step 3)."""
    return sum(rate * count for rate, count in zip(RATES, made, strict=True))


def still_missing(stock: Sequence[int], cost: Sequence[int]) -> list[int]:
    """What has to be made by exchanges after steps 1 and 2."""
    lack = missing(stock, cost)
    return [lacks - used for lacks, used in zip(lack, jokers(stock, cost), strict=True)] if any(lack) else lack


def affordable(stock: Sequence[int], cost: Sequence[int]) -> bool:
    """FS-9."""
    lack = still_missing(stock, cost)
    return not any(lack) or inputs_needed(lack) <= sum(max(0, stock[x] - cost[x]) for x in COMMON)


def plainly_payable(stock: Sequence[int], cost: Sequence[int]) -> bool:
    """FS-11: no input is needed."""
    return not any(still_missing(stock, cost))


def canonical(stock: Sequence[int], cost: Sequence[int]) -> Payment:
    """FS-10: inputs one by one from the common element of which most remains, ties in the order E, P, F, W."""
    payment = Payment(jokers=jokers(stock, cost))
    left = [max(0, stock[x] - cost[x]) for x in COMMON]
    for _ in range(inputs_needed(still_missing(stock, cost))):
        most = left.index(max(left))
        left[most] -= 1
        payment.burnt[most] += 1
    return payment


@dataclass
class Settled:
    """A cost that has been paid: what is left, and what the exchanges did."""

    stock: list[int]
    conv: list[int]  # net effect of the exchanges, by element
    conv3: int
    conv4: int
    conv6: int
    jokers: int


def settle(stock: Sequence[int], cost: Sequence[int], payment: Payment) -> Settled:
    """Pay. ValueError: the payment does not make exactly what is missing, or burns what is not there."""
    made = [lack - used for lack, used in zip(missing(stock, cost), payment.jokers, strict=True)]
    conv = [made[x] + payment.jokers[x] - payment.burnt[x] for x in range(5)]
    conv[AIR] -= sum(payment.jokers)
    left = [stock[x] - cost[x] + conv[x] for x in range(5)]
    if min(*made, *payment.jokers, *payment.burnt, *left) < 0 or payment.jokers[AIR]:
        raise ValueError(f"{payment} does not pay {cost} out of {stock}")
    if sum(payment.burnt) != inputs_needed(made):
        raise ValueError(f"{payment} burns {sum(payment.burnt)} elements, not {inputs_needed(made)}")
    three, four = made[EARTH] + made[WATER], made[PLANTS] + made[FIRE]
    return Settled(left, conv, three, four, made[AIR], sum(payment.jokers))


def worth(stock: Sequence[int]) -> int:
    """What left-over elements count in scoring and in the last spending (FS-70, FS-74): an air is two."""
    return sum(stock) + stock[AIR]
