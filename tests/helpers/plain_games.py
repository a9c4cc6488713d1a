"""Games in plain Python for tests: the examples, and small ones written into a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from unittest.mock import patch

import balance
from balance.engine.game import installed

EXAMPLES = {file.stem: file for file in sorted((Path(balance.__file__).parents[1] / "examples").glob("*/*.py"))}
"""By name, the example games; their tests stand in files that begin with test_."""
EXAMPLES = {name: file for name, file in EXAMPLES.items() if not name.startswith("test_")}

CARDS = "id,name,points\n" + "".join(f"T{number},Card {number},{number}\n" for number in range(1, 21))
"""Twenty cards that are worth 1 to 20 points."""

FLOOD = """
    class Flood(Game):
        players = 2, 3
        features = {"steps": "steps that are walked"}
        styles = {"rush": {"steps": 1}, "dash": {"steps": 2}, "idle": {"steps": 0}}

        def play(self):
            for _ in self.rounds(3):
                for player in self.players:
                    player.gain(player.choose([1, 2, 3, 4], "walk", steps=lambda steps: steps))
                    player.gain(self.roll(6))
            self.drowned = self.roll(10, "flood") <= 4

        def winners(self):
            return [] if self.drowned else super().winners()
"""
DROWNED = 0.4
"""The share of the games of FLOOD that nobody wins, whoever plays; `rush` and `dash` play alike."""


@contextmanager
def forgotten() -> Iterator[None]:
    """Games that are opened meanwhile are unknown again afterwards: other tests list all games."""
    with patch.dict(installed._opened):
        yield


def write_game(folder: Path, text: str, name: str = "tiny.py", cards: str = "") -> Path:
    """A file with a game in it, which begins with the import; its cards beside it."""
    file = folder / name
    file.write_text("from balance import Game\n\n" + dedent(text))
    if cards:
        (folder / "cards.csv").write_text(dedent(cards))
    return file
