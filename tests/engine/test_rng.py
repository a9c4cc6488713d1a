"""Chance: the generator is SplitMix64, every number is equally likely, and streams are independent."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.stats import chisquare, kstest, norm, pearsonr

from balance.engine.kernels.kernel import new, record
from balance.engine.kernels.rng import below, normal, roll, start_streams, uniform, word

STREAMS = 8
STATE = record(stream=(np.uint64, STREAMS))
DRAWS = 20_000
UNLIKELY = 1e-4  # with fixed seeds: a fair generator fails such a test once in 10,000 seeds


@pytest.fixture
def s():
    """A state with all its streams started."""
    state = new(STATE)
    start_streams(state, 1, 0, STREAMS)
    return state


def fair(values, faces: int) -> bool:
    """Whether whole numbers 0 .. faces-1 are spread evenly, all of them present."""
    counts = np.bincount(np.asarray(values), minlength=faces)
    assert len(counts) == faces
    return bool(chisquare(counts).pvalue > UNLIKELY)


def words(seed: int, game_no: int, stream: int, count: int = 4) -> list[int]:
    state = new(STATE)
    start_streams(state, seed, game_no, STREAMS)
    return [int(word(state, stream)) for _ in range(count)]


def test_the_words_are_those_of_splitmix64(s):
    s.stream[0] = np.uint64(1234567)
    drawn = [int(word(s, 0)) for _ in range(5)]
    assert drawn == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_every_bit_of_a_word_is_set_half_of_the_time(s):
    drawn = np.array([int(word(s, 0)) for _ in range(DRAWS)], np.uint64)
    for bit in range(64):
        ones = int(((drawn >> np.uint64(bit)) & np.uint64(1)).sum())
        assert chisquare([ones, DRAWS - ones]).pvalue > UNLIKELY / 64


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 10, 20, 21, 64, 100])
def test_below_gives_every_number_equally_often(s, n):
    assert fair([below(s, 1, n) for _ in range(DRAWS)], n)


def test_below_one_is_zero(s):
    assert {below(s, 0, 1) for _ in range(50)} == {0}


def test_below_a_large_number(s):
    n = 3_000_000_000  # three quarters of 2^32: without rejection the lower parts would be drawn too often
    drawn = [below(s, 0, n) for _ in range(DRAWS)]
    assert 0 <= min(drawn) <= max(drawn) < n
    assert fair([value * 12 // n for value in drawn], 12)
    assert fair([value % 8 for value in drawn], 8)


def test_below_follows_its_recipe(s):
    """High half of a word times n, and again where the remainder is below 2^32 mod n."""
    other = new(STATE)
    start_streams(other, 1, 0, STREAMS)
    n, rejected = 3_000_000_000, 0
    for _ in range(2000):
        product = (int(word(other, 0)) >> 32) * n
        while product % 2**32 < 2**32 % n:
            rejected += 1
            product = (int(word(other, 0)) >> 32) * n
        assert below(s, 0, n) == product >> 32
    assert rejected > 200


def test_consecutive_draws_are_independent(s):
    drawn = [below(s, 2, 6) for _ in range(DRAWS)]
    assert fair([6 * one + two for one, two in zip(drawn[::2], drawn[1::2], strict=True)], 36)


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_a_die_shows_every_face_equally_often(s, sides):
    faces = [roll(s, 3, sides) for _ in range(DRAWS)]
    assert set(faces) == set(range(1, sides + 1))
    assert fair([face - 1 for face in faces], sides)


def test_uniform_lies_in_zero_to_one_evenly(s):
    drawn = np.array([uniform(s, 4) for _ in range(DRAWS)])
    assert 0 <= drawn.min() < drawn.max() < 1
    assert kstest(drawn, "uniform").pvalue > UNLIKELY


def test_uniform_of_the_largest_word_stays_below_one(s):
    """The state before the word of all ones, found by undoing the mixing."""
    s.stream[0] = np.uint64(unmix(2**64 - 1) - 0x9E3779B97F4A7C15 & 2**64 - 1)
    assert uniform(s, 0) == 1 - 2.0**-53


def unmix(value: int) -> int:
    """The word that the generator mixes into ``value``."""
    mask = 2**64 - 1

    def unshift(word: int, bits: int) -> int:
        result = word
        for _ in range(64 // bits + 1):
            result = word ^ (result >> bits)
        return result

    value = unshift(value, 31) * pow(0x94D049BB133111EB, -1, 2**64) & mask
    value = unshift(value, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & mask
    return unshift(value, 30)


def test_normal_numbers_are_normal(s):
    drawn = np.array([normal(s, 5) for _ in range(DRAWS)])
    error = 1 / math.sqrt(DRAWS)
    assert abs(drawn.mean()) < 4 * error
    assert abs(drawn.var() - 1) < 4 * math.sqrt(2) * error
    assert abs((drawn**3).mean()) < 4 * math.sqrt(15) * error
    assert abs((drawn**4).mean() - 3) < 4 * math.sqrt(96) * error
    assert kstest(drawn, "norm").pvalue > UNLIKELY


@pytest.mark.parametrize("u", [1e-16, 1e-12, 1e-6, 0.001, 0.07, 0.08, 0.3, 0.5, 0.7, 0.92, 0.93, 0.999, 1 - 1e-12])
def test_normal_is_the_inverse_of_its_distribution(s, u):
    bits = int(u * 2**53)
    s.stream[0] = np.uint64(unmix(bits << 11) - 0x9E3779B97F4A7C15 & 2**64 - 1)
    assert normal(s, 0) == pytest.approx(norm.ppf((bits + 0.5) / 2**53), rel=1e-13, abs=1e-13)


# ---------------------------------------------------------------- streams


def test_a_stream_depends_on_seed_game_and_purpose():
    keys = list(itertools.product((0, 1, 2, 2**62), (0, 1, 2, 10**12), range(STREAMS)))
    first = {words(*key, count=1)[0] for key in keys}
    assert len(first) == len(keys)
    assert words(5, 6, 7) == words(5, 6, 7)


def test_a_draw_from_one_stream_leaves_the_others_alone(s):
    before = [int(state) for state in s.stream]
    for _ in range(10):
        word(s, 3)
    after = [int(state) for state in s.stream]
    assert before[:3] == after[:3]
    assert before[3] != after[3]
    assert before[4:] == after[4:]


def test_only_the_asked_number_of_streams_is_started():
    state = new(STATE)
    start_streams(state, 1, 0, 3)
    assert [int(word) != 0 for word in state.stream] == [True] * 3 + [False] * 5


@pytest.mark.parametrize("apart", ["seed", "game", "purpose"])
def test_neighbouring_streams_are_uncorrelated(apart):
    ones, twos = [], []
    for n in range(2000):
        one = {"seed": 3 * n, "game_no": 5 * n, "stream": n % 7}
        two = dict(one)
        two[{"seed": "seed", "game": "game_no", "purpose": "stream"}[apart]] += 1
        ones += [value / 2**64 for value in words(**one, count=2)]
        twos += [value / 2**64 for value in words(**two, count=2)]
    assert pearsonr(ones, twos).pvalue > UNLIKELY
    pairs = [4 * int(one * 4) + int(two * 4) for one, two in zip(ones, twos, strict=True)]
    assert fair(pairs, 16)


def test_first_draws_of_consecutive_games_are_fair():
    """Games are numbered 0, 1, 2 ...: that must not show in what they draw first."""
    state = new(STATE)
    firsts = []
    for game_no in range(DRAWS):
        start_streams(state, 1, game_no, 2)
        firsts.append(below(state, 1, 21))
    assert fair(firsts, 21)


def test_the_largest_seed_and_game_number_work():
    assert len(set(words(2**63 - 1, 10**12, 0, count=100))) == 100
