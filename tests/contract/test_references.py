"""The project's own reference figures are of its games as they are now; `balance check` says it to the last digit."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from balance.analysis.baseline_file import load_baseline
from balance.common.places import BASELINES
from balance.engine.game import game_ids
from balance.judging.reference import differences, reference_figures
from helpers.play import make

FOLDER = Path(__file__).resolve().parents[2] / BASELINES
GAMES = 1000
"""Games played again. They are among those of the reference, so that figures differ by less than their errors say."""
LEAST_SEEN = 200
"""Figures of fewer games or seats are left to `balance check`: their errors are not well known."""
MOST_ERRORS = 5


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_its_reference_figures_are_those_of_a_game(game: str):
    stored = load_baseline(FOLDER / f"{game}.json")
    plan = make(game, games=GAMES, seed=stored["seed"])
    assert differences(stored, plan) == [], f"make baseline GAMES={game}"
    before = {(figure["figure"], figure["subject"]): figure for figure in stored["figures"]}
    now = [figure for figure in reference_figures(plan, workers=1) if figure["se"] and figure["n"] >= LEAST_SEEN]
    assert len(now) > 50
    moved = [
        f"{figure['figure']} {figure['subject']}: {was['value']} -> {figure['value']}"
        for figure in now
        if (was := before[figure["figure"], figure["subject"]])
        and abs(figure["value"] - was["value"]) > MOST_ERRORS * hypot(figure["se"], was["se"])
    ]
    assert moved == [], f"make baseline GAMES={game}"
