"""The chance of compiled games (``engine.kernels.rng``) in plain whole numbers: the same numbers from the same keys."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
SEATS = 0
"""The purpose of chance that deals the seats: the first stream, as in every game."""
CHOICES = 1 << 16
"""From here on, one for each seat: its choices."""
NAMED = 1 << 32
"""From here on, one for each name: dice and piles."""


def mix(word: int) -> int:
    """Scramble 64 bits."""
    word = (word ^ (word >> 30)) * MIX_1 & MASK
    word = (word ^ (word >> 27)) * MIX_2 & MASK
    return word ^ (word >> 31)


def purpose_of(name: str) -> int:
    """The purpose of the stream of this name."""
    return NAMED + crc32(name.encode())


class Stream:
    """One stream of random numbers."""

    __slots__ = ("state",)

    def __init__(self, state: int):
        self.state = state

    def below(self, n: int) -> int:
        """A whole number 0 .. n-1, all equally likely (0 < n < 2^32)."""
        while True:
            self.state = word = self.state + GAMMA & MASK
            word = (word ^ (word >> 30)) * MIX_1 & MASK
            word = (word ^ (word >> 27)) * MIX_2 & MASK
            product = ((word ^ (word >> 31)) >> 32) * n
            if product & 0xFFFFFFFF >= 2**32 % n:
                return product >> 32

    def uniform(self) -> float:
        """A number in [0, 1)."""
        self.state = self.state + GAMMA & MASK
        return (mix(self.state) >> 11) / 2**53

    def shuffle(self, pile: list) -> None:
        """Put a pile in a random order: every card changes places with one at or before it."""
        for i in range(1, len(pile)):
            j = self.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]


class OtherLuck(NamedTuple):
    """By what the luck of a game is changed (``engine.kernels.other_luck``); 0: it is as it is."""

    named: int
    """Of dice and piles."""
    choices: int


AS_IT_IS = OtherLuck(0, 0)


class Chance:
    """All chance of one game: a stream for every purpose."""

    def __init__(self, seed: int, game_no: int, other: OtherLuck = AS_IT_IS):
        self._key = seed, game_no, other
        self._other = other
        self._root = self._game = mix(mix(seed + GAMMA & MASK) ^ (game_no * MIX_2 + GAMMA & MASK))
        self._named: dict[str, Stream] = {}
        self._seats: dict[int, int] = {}
        self._asked: dict[tuple[int, str], int] = {}

    def again(self) -> Chance:
        """The same chance from its beginning."""
        return Chance(*self._key)

    def stream(self, purpose: int) -> Stream:
        """A stream from its beginning."""
        return Stream(self._state(purpose))

    def named(self, name: str) -> Stream:
        """The stream of this name, where it stands now."""
        stream = self._named.get(name)
        if stream is None:
            stream = self._named[name] = Stream(self._state(purpose_of(name)) ^ self._other.named)
        return stream

    def of_choice(self, seat: int, about: str) -> Stream:
        """The luck of a choice: that of the seat when it is asked this for the nth time, whatever was drawn before."""
        nth = self._asked.get((seat, about), 0)
        self._asked[seat, about] = nth + 1
        if seat not in self._seats:
            self._seats[seat] = self._state(CHOICES + seat) ^ self._other.choices
        point = crc32(about.encode()) if about else 0
        return Stream(self._seats[seat] + ((point << 32) + nth + 1) * MIX_1 & MASK)

    def redeal(self, future: int) -> None:
        """All chance to come is another, but for the choice that is being made: its luck is drawn already.

        It is made of the game and the number of the future alone, not of what was drawn before.
        """
        self._game = mix(self._root ^ mix(future * MIX_2 + GAMMA & MASK))
        self._seats.clear()
        self._named.clear()

    def _state(self, purpose: int) -> int:
        return mix(self._game + (purpose + 1) * MIX_1 & MASK)
