"""Makes the pages of reports/example/ again, in brief: a report on every game, and an edit of Heroes judged.

python docs/example_pages.py                  all of them: takes minutes
python docs/example_pages.py heroes compare   these
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from page_text import ROOT

EXAMPLES = ROOT / "reports" / "example"
GAMES = {"fairy": 100_000, "heroes": 40_000, "fairy_school": 20_000, "alfheim": 20_000, "fairy_conundrum": 20_000}
"""How many games each report is about."""
COMPARE = "compare"
CARD, BEFORE, AFTER = "heroes,HF08,", ",fight 2,", ",fight 1,"
"""The edit that is judged: how the row of the card begins, and what is replaced in it."""
HERE = ("cards.csv", "targets.toml", "reports/baseline")
"""What the commands find in the folder in which they are typed."""


def main(words: Sequence[str]) -> int:
    """Make these pages, or all. Returns the exit code."""
    wanted = words or [*GAMES, COMPARE]
    if not {*wanted} <= {*GAMES, COMPARE}:
        print(f"usage: python docs/example_pages.py [{'|'.join([*GAMES, COMPARE])}] ...", file=sys.stderr)
        return 2
    with TemporaryDirectory() as name:
        folder = Path(name)
        settle(folder)
        for page in wanted:
            made = compared(folder) if page == COMPARE else reported(folder, page)
            print(shutil.copy(made, EXAMPLES), f"{made.stat().st_size / 1000:.0f} kB")
    return 0


def settle(folder: Path) -> None:
    """Make the folder one in which a designer works, with the card table committed."""
    for name in HERE:
        there = ROOT / name
        (shutil.copytree if there.is_dir() else shutil.copy)(there, folder / name)
    typed(folder, "git init --quiet")
    typed(folder, "git add cards.csv")
    who = "-c user.name=Designer -c user.email=designer@example.org"
    typed(folder, f"git {who} commit --quiet --message Cards")


def reported(folder: Path, game: str) -> Path:
    """The report on a game."""
    run = f"runs/{game}/example"
    balance(folder, f"simulate {game} --games {GAMES[game]} --out {run} --quiet")
    balance(folder, f"report {run} --brief --quiet")
    return folder / "reports" / f"{game}.html"


def compared(folder: Path) -> Path:
    """The page that judges the edit. The card table is as it was afterwards."""
    table = folder / "cards.csv"
    before = table.read_text(encoding="utf-8")
    table.write_text(edited(before), encoding="utf-8")
    balance(folder, "compare heroes --against HEAD --max-games 20000 --brief --quiet")
    table.write_text(before, encoding="utf-8")
    return folder / "reports" / "compare-heroes.html"


def edited(table: str) -> str:
    """The card table with the edit. Raises ValueError where there is nothing to edit."""
    lines = table.splitlines(keepends=True)
    rows = [row for row, line in enumerate(lines) if line.startswith(CARD) and line.count(BEFORE) == 1]
    if len(rows) != 1:
        raise ValueError(f"cards.csv has no single row that begins with {CARD} and holds {BEFORE}")
    lines[rows[0]] = lines[rows[0]].replace(BEFORE, AFTER)
    return "".join(lines)


def balance(folder: Path, words: str) -> None:
    """Run a command of this checkout in the folder. Raises CalledProcessError."""
    typed(folder, f"{sys.executable} -m balance {words}")


def typed(folder: Path, command: str) -> None:
    """Run what is typed in the folder. Raises CalledProcessError."""
    subprocess.run(command.split(), cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
