"""Elements and their exchange (FS-6 to FS-11)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.state import AIR, EARTH, ELEMENTS, FIRE, PLANTS, WATER


@kernel
def joker_place(i):
    """FS-9: the i-th element an air stands in for: plants, fire, earth, water."""
    if i < 2:
        return PLANTS + i
    return EARTH if i == 2 else WATER


@kernel
def inputs_for(element):
    """FS-7: how many elements make one of these."""
    if element == AIR:
        return 6
    return 4 if element in (PLANTS, FIRE) else 3


@kernel
def inputs_needed(stock, cost):
    """FS-9: elements to exchange for this cost, when it is paid directly as far as possible and then with airs."""
    air = stock[AIR] - cost[AIR]
    needed = 0
    if air < 0:
        needed = -6 * air
        air = 0
    dear = max(0, cost[PLANTS] - stock[PLANTS]) + max(0, cost[FIRE] - stock[FIRE])
    cheap = max(0, cost[EARTH] - stock[EARTH]) + max(0, cost[WATER] - stock[WATER])
    covered = min(dear, air)
    return needed + 4 * (dear - covered) + 3 * max(0, cheap - (air - covered))


@kernel
def affordable(stock, cost):
    """FS-9: whether the cost can be paid, with exchanges."""
    needed = inputs_needed(stock, cost)
    if needed == 0:
        return True
    left = 0
    for element in range(AIR):
        left += max(0, stock[element] - cost[element])
    return needed <= left


@kernel
def plainly_payable(stock, cost):
    """FS-11: whether the cost can be paid without an exchange but air as a joker."""
    return inputs_needed(stock, cost) == 0


@kernel
def pay_cost(stock, cost, keep, thrifty, now):
    """Pay an affordable cost out of ``stock`` and book it in ``now``: spend, conv, conv3, conv4, conv6, jokers.

    FS-10: directly, then with airs, then with the elements of which most remains. A ``thrifty`` payer would
    rather keep what ``keep`` asks for (int64[5]): airs it says are no jokers while others will do, and what is
    burnt is that of which most remains beyond it.
    """
    missing = 0
    for element in range(ELEMENTS):
        now.spend[element] += cost[element]
        stock[element] -= cost[element]
        missing += np.int64(stock[element] < 0)
    if missing == 0:
        return
    jokers = max(0, stock[AIR])
    if thrifty:
        free = max(0, jokers - keep[AIR])
        jokers = max(free, fewest_jokers(stock, jokers))
    for i in range(AIR):
        element = joker_place(i)
        used = min(jokers, max(0, -stock[element]))
        stock[element] += used
        stock[AIR] -= used
        now.conv[element] += used
        now.conv[AIR] -= used
        now.jokers += used
        jokers -= used
    for element in range(ELEMENTS):
        made = max(0, -stock[element])
        if made > 0:
            stock[element] = 0
            now.conv[element] += made
            inputs = inputs_for(element)
            now.conv3 += made * np.int64(inputs == 3)
            now.conv4 += made * np.int64(inputs == 4)
            now.conv6 += made * np.int64(inputs == 6)
            burn(stock, made * inputs, keep, thrifty, now)


@kernel
def fewest_jokers(stock, most):
    """How many airs must stand in so that the other elements can make the rest; negative entries are missing."""
    left = 0
    needed = 0
    for element in range(AIR):
        left += max(0, stock[element])
        needed += max(0, -stock[element]) * inputs_for(element)
    jokers = 0
    for i in range(AIR):
        element = joker_place(i)
        lacking = max(0, -stock[element])
        while lacking > 0 and needed > left and jokers < most:
            needed -= inputs_for(element)
            lacking -= 1
            jokers += 1
    return jokers


@kernel
def burn(stock, count, keep, thrifty, now):
    """FS-10: take so many elements, air excepted, one by one from the kind of which most remains."""
    for _ in range(count):
        best = -1
        most = 0
        for element in range(AIR):
            if stock[element] > 0:
                level = stock[element] - (keep[element] if thrifty else 0)
                if best < 0 or level > most:
                    best = element
                    most = level
        stock[best] -= 1
        now.conv[best] -= 1


@kernel
def receive(s, seat, element, count):
    """The seat gains elements."""
    s.seat[seat].stock[element] += count
    s.now[seat].gain[element] += count


@kernel
def count_elements(stock):
    """How many elements these are, air counting 1 (FS-32)."""
    return stock[EARTH] + stock[PLANTS] + stock[FIRE] + stock[WATER] + stock[AIR]


@kernel
def value_of(stock):
    """FS-74: left-over value, air counting 2."""
    return count_elements(stock) + stock[AIR]
