"""Luck and skill: parts that were planted are found, and they add up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.luck import CHOICES, OTHERS, SEAT, STYLE, LuckAndSkill, Part, luck_and_skill

GAMES, SEATS = 4_000, 4
DEAL, DRAWS = "the deal", "cards drawn"
PLANTED = {STYLE: 2.0, DEAL: 1.0, DRAWS: 3.0, CHOICES: 2.0}
"""Variances of a score that is a sum of these."""


def played(planted: dict[str, float], seat: float = 0.0, seed: int = 3) -> LuckAndSkill:
    """Games whose scores are sums of planted parts; who has the best score wins."""
    draw = np.random.default_rng(seed)
    agents = draw.integers(0, 2, (GAMES, SEATS))
    skill = np.where(agents == 1, 1, -1) * planted.get(STYLE, 0) ** 0.5 + seat * np.arange(SEATS)

    def some(name: str) -> np.ndarray:
        return draw.normal(0, 1, (GAMES, SEATS)) * planted.get(name, 0) ** 0.5

    deal, draws, choices = some(DEAL), some(DRAWS), some(CHOICES)
    scores = np.stack(
        [
            skill + deal + draws + choices,
            skill + some(DEAL) + some(DRAWS) + some(CHOICES),
            skill + deal + some(DRAWS) + some(CHOICES),
            skill + deal + draws + some(CHOICES),
        ]
    )
    best = scores == scores.max(axis=2, keepdims=True)
    return luck_and_skill(agents, best / best.sum(axis=2, keepdims=True), scores, [DEAL, DRAWS])


def test_what_was_planted_is_found_and_all_parts_add_up():
    split = played(PLANTED)
    whole = sum(PLANTED.values())
    assert [part.name for part in split.score] == [STYLE, SEAT, OTHERS, DEAL, DRAWS, CHOICES]
    for part in split.score:
        assert part.low - 0.01 <= PLANTED.get(part.name, 0) / whole <= part.high + 0.01, part
        assert part.high - part.low < 0.09
    for parts in (split.score, split.win):
        assert sum(part.share for part in parts) == pytest.approx(1, abs=1e-9)


def test_a_mirror_of_one_style_shows_no_skill():
    split = played({**PLANTED, STYLE: 0})
    for part in split.win[:3]:
        assert part.low <= 0.005
        assert part.high >= -0.005
    assert split.luck.share == pytest.approx(1, abs=0.03)


@pytest.mark.parametrize("seed", range(6))
def test_no_part_is_below_zero_and_more_of_the_luck_never_explains_less(seed):
    split = played({CHOICES: 1.0}, seed=seed)  # where nothing else decides, half of the others seem to be below 0
    for parts in (split.score, split.win):
        assert all(0 <= part.low <= part.share <= part.high <= 1 for part in parts), parts
        assert sum(part.share for part in parts) == pytest.approx(1, abs=1e-9)
    assert split.luck.share > 0.95


def test_a_game_without_chance_has_no_luck():
    split = played({STYLE: 1.0}, seat=0.1)
    assert split.luck.share == pytest.approx(0, abs=1e-9)


def test_a_seat_that_is_favoured_is_a_part_of_its_own():
    (_, seat, *_) = played({STYLE: 1.0, CHOICES: 1.0}, seat=1.0).score
    assert seat.low > 0.3


def test_a_game_that_a_match_did_not_need_is_nobodys():
    """Each way of playing leaves out other games: parts are of those that were played every time."""
    draw = np.random.default_rng(1)
    agents, values = draw.integers(0, 2, (90, 2)).astype(float), draw.normal(0, 1, (4, 90, 2))
    unplayed = draw.random((4, 30)) < 0.2
    agents[2::3][unplayed[0]] = np.nan
    values[:, 2::3][unplayed] = np.nan
    split = luck_and_skill(agents, values, values, [DEAL, DRAWS], case_games=3)
    assert split.games == 90 - unplayed.any(axis=0).sum() < 90
    values[:, ~np.isnan(values).any(axis=(0, 2))] = agents[~np.isnan(values).any(axis=(0, 2))]
    (style, *_) = luck_and_skill(agents, values, values, [DEAL, DRAWS], case_games=3).win
    assert style.share == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("seed", range(4))
def test_luck_that_a_match_shares_is_no_skill(seed):
    """Both games of a match end alike by its deal, whoever plays; of each style there are few matches."""
    draw = np.random.default_rng(seed)
    agents = draw.integers(0, 200, (400, 2)).repeat(2, axis=0)
    values = np.stack([draw.normal(0, 1, (400, 2)).repeat(2, axis=0)] * 4)
    (style, *_) = luck_and_skill(agents, values, values, [DEAL, DRAWS], case_games=2).win
    assert style.share < 0.12


def test_where_nothing_varies_nothing_decides():
    same = np.zeros((4, 40, 2))
    split = luck_and_skill(np.zeros((40, 2), int), same, same, [DEAL, DRAWS])
    assert [part.share for part in split.win] == [0] * 6


def test_json_says_the_same():
    split = replace(played(PLANTED), best="a", duels=(Part("b", 0.9, 0.8, 0.95),))
    assert LuckAndSkill.from_json(split.as_json()) == split
