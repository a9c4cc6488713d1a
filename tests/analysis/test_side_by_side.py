"""The figures that sum up a run: which there are, and of whom."""

from __future__ import annotations

import pytest

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.analysis.side_by_side import headlines
from helpers.run_tools import played


@pytest.mark.parametrize(("agents", "styles"), [("greedy", set()), ("greedy,random", {"greedy", "random"})])
def test_the_best_and_the_worst_style_are_there_where_there_are_two(agents, styles, tmp_path):
    with Database(played(tmp_path / "run", games=200, agents=agents)) as database:
        figures = headlines(Results(database))
    gains = {
        row["figure"]: row["subject"]
        for row in figures.iter_rows(named=True)
        if row["figure"] in ("best_gain", "worst_gain")
    }
    assert set(gains.values()) == styles
    assert figures["figure"].is_in(["first_gain", "last_gain", "unfinished_share"]).sum() == 3
