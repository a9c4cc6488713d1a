"""Why a choice was made is told, also where a player with one weight less would have paid with other elements."""

from __future__ import annotations

import numpy as np

from balance.engine.playing.runner import simulate
from balance.judging.decisions import decisions_of, reasons_of
from balance.report.decisions import tell_decisions
from helpers.play import compile_once, make


def test_what_a_weight_brings_is_not_known_where_without_it_other_things_could_be_paid_for(tmp_path):
    """Elements are paid as a style wants, so that later another option is offered than was chosen."""
    compile_once("fairy_school")
    run = simulate(make("fairy_school", agents="climber", players=2, games=1, seed=17), tmp_path / "run", 1)
    decided = decisions_of(run, 0)
    reasons = reasons_of(decided)
    unknown = np.isnan(reasons.brought)
    assert unknown.any(), "in this game no weight changes what is offered: choose another"
    assert not unknown[:, :200].any(), "before, all is known"
    told = tell_decisions(decided, reasons)
    assert not any("nan" in line for lines in told.values() for line in lines)
