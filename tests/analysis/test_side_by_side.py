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
        found = headlines(Results(database), ())
    lifts = {
        row["figure"]: row["subject"]
        for row in found.iter_rows(named=True)
        if row["figure"] in ("best_lift", "worst_lift")
    }
    assert set(lifts.values()) == styles
    assert found["figure"].is_in(["first_lift", "last_lift", "unfinished_share"]).sum() == 3
