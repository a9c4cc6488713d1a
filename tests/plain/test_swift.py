"""Games of one's own as kernels: the same rows as in plain Python, and mistakes in them told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from helpers.command_line import balance
from helpers.marks import few_by_day
from helpers.outside_game import TINY, line_of
from helpers.plain_games import EXAMPLES, forgotten

pytestmark = pytest.mark.slow

SWIFT = EXAMPLES["swift_pig"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder, and what it opens is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    with forgotten():
        yield


@pytest.mark.parametrize("words", [(), ("--agents", "random", "--players", 2, "--set", "goal=20")])
def test_kernels_write_the_bytes_of_plain_python(words):
    for name in ("pig", "swift_pig"):
        assert balance("simulate", EXAMPLES[name], "--games", 300, "--out", name, "-q", *words).code == 0
    parts = sorted(part.relative_to("pig") for part in Path("pig").rglob("*.parquet"))
    assert len(parts) == 4
    for part in parts:
        assert (Path("pig") / part).read_bytes() == (Path("swift_pig") / part).read_bytes(), part


MISTAKES = {
    "kernels that play another game": (
        "weight[1] * 4",
        "weight[1] * 3",
        "compiled = play_games",
        "compiled than in plain",
    ),
    "a name nobody knows in a kernel": (
        "return pot + charm",
        "return pott + charm",
        "return pott + charm",
        "name 'pott' is not defined",
    ),
    "an index out of bounds": (
        *("s.charm[seat] = s.pile[left]", "s.charm[seat + 4] = s.pile[left]"),
        *("s.charm[seat + 4] = s.pile[left]", "index is out of bounds"),
    ),
    "a pile that is too small": (
        *("pile=(np.int64, 64)", "pile=(np.int64, 2)"),
        *("left = fill_deck(s, t, DECK, s.pile)", "index is out of bounds"),
    ),
    "turns that are not booked": (
        *("if not end_turn(s, t) or points_of(s, seat) >= t.rule.goal:", "if points_of(s, seat) >= 30 * t.rule.goal:"),
        *("log_game(s, t, games, seats, turns, cards, used, logs_turns)", "index is out of bounds"),
    ),
    "turns without end": (
        *("or points_of(s, seat) >= t.rule.goal:", "or points_of(s, seat) < 0:"),
        *("compiled = play_games", "game 0: more turns than `most_turns` of the class says: does it end?"),
    ),
    "a state that is too small": (
        "cards=8",
        "cards=4",
        "state = STATE",
        "5 cards in play, and the STATE has room for 4",
    ),
}
"""What is wrong -> the text before and after, the line that is named, and what is said."""


@pytest.mark.parametrize("name", few_by_day(list(MISTAKES), 2))
def test_a_mistake_in_kernels_is_told_with_its_file_and_line(name):
    old, new, sign, says = MISTAKES[name]
    shutil.copytree(SWIFT.parent, "swift_pig")
    file = Path("swift_pig/swift_pig.py")
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
    said = balance("doctor", file, "--games", 30)
    assert said.code == 1
    assert says in said.out
    assert f"{file}:{line_of(file, sign)}" in said.out


def test_a_whole_contract_may_stand_in_a_file():
    """A game of a package, its modules one after another in a file: played by the same commands."""
    modules = [(TINY / name).read_text() for name in ("log.py", "play.py", "__init__.py")]
    lines = [line for text in modules for line in text.splitlines() if "from tiny_game" not in line]
    kept = ["from __future__ import annotations", *(line for line in lines if "import annotations" not in line)]
    Path("whole.py").write_text("\n".join(kept).replace('id="tiny"', 'id="whole"'))
    assert balance("simulate", "whole.py", "--games", 100, "--out", "run", "-q").code == 0
    assert balance("query", "run", "SELECT count(*) AS n FROM seats", "--format", "csv").lines == ["n", "200"]
