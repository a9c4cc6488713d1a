"""Chance: independent streams of random numbers, one for each thing in a game that is random.

A stream is keyed by (seed, game number, purpose), so that a game's luck depends on nothing that was
played before it, and one more draw from one deck never moves the dice. The generator is SplitMix64
(Steele, Lea and Flood 2014): a counter through a strong mixing function. A state record that uses
these functions has a field ``stream``: uint64, one word per purpose.
"""

from __future__ import annotations

import math

import numpy as np

from balance.engine.kernels.by_hand import drawn_by_hand
from balance.engine.kernels.kernel import kernel

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S30, S27, S31, S32, S11 = (np.uint64(n) for n in (30, 27, 31, 32, 11))
LOW_32 = np.uint64(0xFFFFFFFF)
TO_UNIT = 2.0**-53


@kernel
def mix(word):
    """Scramble 64 bits: a bijection in which every input bit moves about half of the output bits."""
    word = (word ^ (word >> S30)) * MIX_1
    word = (word ^ (word >> S27)) * MIX_2
    return word ^ (word >> S31)


@kernel
def game_key(seed, game_no):
    """What all luck of a game is made of, as 64 bits."""
    return mix(mix(np.uint64(seed) + GAMMA) ^ (np.uint64(game_no) * MIX_2 + GAMMA))


@kernel
def stream_key(root, purpose):
    """How the stream of this purpose begins in a game or future of this root."""
    return mix(root + (np.uint64(purpose) + np.uint64(1)) * MIX_1)


@kernel
def start_streams(s, seed, game_no, count):
    """Set the first ``count`` streams of ``s`` for this game; they are independent of each other."""
    game = game_key(seed, game_no)
    for purpose in range(count):
        s.stream[purpose] = stream_key(game, purpose)


@kernel
def word(s, stream):
    """The next 64 random bits (uint64) of a stream."""
    state = s.stream[stream] + GAMMA
    s.stream[stream] = state
    return mix(state)


@drawn_by_hand
@kernel
def below(s, stream, n):
    """A whole number 0 .. n-1, all equally likely (0 < n < 2^32).

    Multiply and shift with rejection (Lemire 2019): no value is favoured, not even slightly.
    """
    bound = np.uint64(n)
    product = (word(s, stream) >> S32) * bound
    low = product & LOW_32
    if low < bound:
        threshold = ((LOW_32 - bound) + np.uint64(1)) % bound
        while low < threshold:
            product = (word(s, stream) >> S32) * bound
            low = product & LOW_32
    return np.int64(product >> S32)


@kernel
def roll(s, stream, sides):
    """A die: 1 .. sides, all equally likely."""
    return below(s, stream, sides) + 1


@kernel
def uniform(s, stream):
    """A number in [0, 1) with 53 random bits."""
    return np.float64(word(s, stream) >> S11) * TO_UNIT


@kernel
def normal(s, stream):
    """A standard normal number, by the inverse of its distribution (Wichura 1988, algorithm AS 241)."""
    u = (np.float64(word(s, stream) >> S11) + 0.5) * TO_UNIT
    q = u - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        return (
            q
            * (((((((2509.0809287301226727 * r + 33430.575583588128105) * r + 67265.770927008700853) * r
                + 45921.953931549871457) * r + 13731.693765509461125) * r + 1971.5909503065514427) * r
                + 133.14166789178437745) * r + 3.387132872796366608)
            / (((((((5226.495278852545925 * r + 28729.085735721942674) * r + 39307.89580009271061) * r
                + 21213.794301586595867) * r + 5394.1960214247511077) * r + 687.1870074920579083) * r
                + 42.313330701600911252) * r + 1.0)
        )  # fmt: skip
    r = math.sqrt(-math.log(min(u, 1.0 - u)))
    if r <= 5.0:
        r -= 1.6
        tail = (
            (((((((7.7454501427834140764e-4 * r + 0.0227238449892691845833) * r + 0.24178072517745061177) * r
                + 1.27045825245236838258) * r + 3.64784832476320460504) * r + 5.7694972214606914055) * r
                + 4.6303378461565452959) * r + 1.42343711074968357734)
            / (((((((1.05075007164441684324e-9 * r + 5.475938084995344946e-4) * r + 0.0151986665636164571966) * r
                + 0.14810397642748007459) * r + 0.68976733498510000455) * r + 1.6763848301838038494) * r
                + 2.05319162663775882187) * r + 1.0)
        )  # fmt: skip
    else:
        r -= 5.0
        tail = (
            (((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 0.0012426609473880784386) * r
                + 0.026532189526576123093) * r + 0.29656057182850489123) * r + 1.7848265399172913358) * r
                + 5.4637849111641143699) * r + 6.6579046435011037772)
            / (((((((2.04426310338993978564e-15 * r + 1.4215117583164458887e-7) * r + 1.8463183175100546818e-5) * r
                + 7.868691311456132591e-4) * r + 0.0148753612908506148525) * r + 0.13692988092273580531) * r
                + 0.59983220655588793769) * r + 1.0)
        )  # fmt: skip
    return -tail if q < 0.0 else tail
