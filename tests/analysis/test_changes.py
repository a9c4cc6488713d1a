"""What is different in a cell, in the words of the table."""

from __future__ import annotations

import pytest

from balance.analysis.changes import cell_changes

FINAL = "3P+2F;2E+4P+A+3F+2W;3E+6P+A+4F+3W;3E+3P+A+3F+3W"


@pytest.mark.parametrize(
    ("column", "before", "after", "expected"),
    [
        ("points", "7", "9", [("points", "7", "9")]),
        ("points", "7", "7", []),
        ("points", "9;5", "8;5", [("points", "9;5", "8;5")]),
        ("traits", "strength=4; slots=0,0", "strength=3; slots=0,0", [("strength", "4", "3")]),
        ("traits", "strength=4", "strength=4; start", [("start", "", "yes")]),
        ("traits", "a=1; b=2", "b=3; c=4", [("a", "1", ""), ("b", "2", "3"), ("c", "", "4")]),
        ("cost", FINAL, FINAL.replace("4P", "5P"), [("cost (part 2)", "2E+4P+A+3F+2W", "2E+5P+A+3F+2W")]),
        ("cost", FINAL, "3P+2F", [("cost", FINAL, "3P+2F")]),
    ],
)
def test_what_is_different_in_a_cell(column, before, after, expected):
    assert cell_changes(column, before, after) == expected
