"""The engine's chance once more in plain whole numbers, for reference implementations of games."""

from __future__ import annotations

from collections import Counter
from statistics import NormalDist

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
CHOICES = 1 << 16


def mix(word: int) -> int:
    """Scramble 64 bits."""
    word = (word ^ (word >> 30)) * MIX_1 & MASK
    word = (word ^ (word >> 27)) * MIX_2 & MASK
    return word ^ (word >> 31)


class Stream:
    """One stream of random numbers."""

    def __init__(self, seed: int, game_no: int, purpose: int):
        game = mix(mix(seed + GAMMA & MASK) ^ (game_no * MIX_2 + GAMMA & MASK))
        self.state = mix(game + (purpose + 1) * MIX_1 & MASK)

    @classmethod
    def of_decision(cls, seed: int, game_no: int, seat: int, point: int, nth: int) -> Stream:
        """The luck of the decision of a seat when a point is asked of it for the ``nth`` time in a game, from 0."""
        stream = cls(seed, game_no, CHOICES + seat)
        stream.state = stream.state + ((point << 32) + nth + 1) * MIX_1 & MASK
        return stream

    def word(self) -> int:
        """The next 64 bits."""
        self.state = self.state + GAMMA & MASK
        return mix(self.state)

    def below(self, n: int) -> int:
        """0 .. n-1: the upper half of a word times n, drawn again where the fraction is in the uneven rest."""
        while True:
            product = (self.word() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def uniform(self) -> float:
        """A number in [0, 1)."""
        return (self.word() >> 11) / 2**53

    def normal(self) -> float:
        """A standard normal number."""
        return NormalDist().inv_cdf(((self.word() >> 11) + 0.5) / 2**53)


def shuffle(stream: Stream, cards: list[int]) -> None:
    """Every card in turn changes places with a random one at or before it."""
    for i in range(1, len(cards)):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


class Decisions:
    """The luck of all decisions of a game: how often each point was asked of each seat."""

    def __init__(self, seed: int, game_no: int):
        self.seed, self.game_no = seed, game_no
        self.asked: Counter[tuple[int, int]] = Counter()

    def ask(self, seat: int, point: int) -> Stream:
        """The luck of this decision."""
        nth = self.asked[seat, point]
        self.asked[seat, point] += 1
        return Stream.of_decision(self.seed, self.game_no, seat, point, nth)
