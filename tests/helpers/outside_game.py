"""A game from outside: the package ``tiny_game`` installed in a folder, as pip would, and mistakes put into it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from unittest.mock import patch

import balance
from balance.common.errors import aside
from balance.engine.game import ENTRY_POINTS, installed

TINY = Path(__file__).parent / "tiny_game"
CHECKOUT = Path(balance.__file__).resolve().parents[1]


def install(folder: Path, *edits: tuple[str, str, str], game: str = "tiny") -> Path:
    """Put the game into ``folder`` under the id ``game``, after these edits: (file, old text, new text).

    The old text stands there once. Returns the package.
    """
    package = folder / f"{game}_game"
    shutil.copytree(TINY, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.rglob("*.py"):
        text = file.read_text().replace("tiny_game", package.name).replace('id="tiny"', f'id="{game}"')
        file.write_text(text.replace('name="Tiny"', f'name="{game.capitalize()}"'))
    for name, old, new in edits:
        text = (package / name).read_text()
        assert text.count(old) == 1, f"{name}: {old}"
        (package / name).write_text(text.replace(old, new))
    known = folder / f"{game}_game-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game}-game\nVersion: 1.0\n")
    (known / "entry_points.txt").write_text(f"[balance.games]\n{game} = {package.name}:GAME\n")
    return package


@contextmanager
def plugged_in(folder: Path, *games: str) -> Iterator[None]:
    """Within it, this process knows the games installed in ``folder``, too; where some are named, no others at all."""
    known = {*sys.modules}

    def entries() -> dict[str, EntryPoint]:
        return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS) if not games or entry.name in games}

    with patch.object(installed, "_entries", entries), patch.object(sys, "path", [str(folder), *sys.path]):
        forget(known)
        try:
            yield
        finally:
            forget(known)


def forget(known: Collection[str]) -> None:
    """Know no game that was loaded, nothing that was said, and of the modules of games from outside only these."""
    installed._installed.cache_clear()
    aside.cache_clear()
    for name in {*sys.modules} - {*known}:
        if name.partition(".")[0].endswith("_game"):
            del sys.modules[name]


def line_of(file: Path, text: str) -> int:
    """The number of the line with this text."""
    return next(number for number, line in enumerate(file.read_text().splitlines(), 1) if text in line)


def environment(folder: Path, **more: str) -> dict[str, str]:
    """What a process needs to play the games installed in ``folder``, with compiled code kept there."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "BALANCE_"))}
    paths = os.pathsep.join([str(folder), str(CHECKOUT)])
    return kept | {"PYTHONPATH": paths, "BALANCE_CACHE_DIR": str(folder / "cache")} | more


def start(folder: Path, *words: object, **more: str) -> subprocess.Popen:
    """`balance` with these words, begun in ``folder``, where the games installed there are found."""
    command = [sys.executable, "-m", "balance", *map(str, words)]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment(folder, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def balance_there(folder: Path, *words: object, **more: str) -> tuple[int, str, str]:
    """The same to its end: the exit code, and what was said on both outputs."""
    process = start(folder, *words, **more)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err
