"""Bytes that nobody wrote, for the readers of files: cards.csv, play styles and manifests, guided by coverage.

    pip install atheris
    python benchmarks/fuzz.py cards|styles|manifest [--seconds 300] [--run RUN]

Begins with the real files. A reader may refuse in words (``BalanceError``); anything else that it raises, or ten
seconds without an answer, ends the fuzzing with the bytes that did it. What was found became tests in
``tests/engine/test_hostile_files.py``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

READING = [f"balance.engine.{name}" for name in ("files", "plan", "run", "settings", "styles")]
"""Not the kernels: Numba compiles only what nobody has changed."""

with atheris.instrument_imports(include=["balance.cards", *READING, "tomllib", "csv", "json"]):
    from balance.cards.read import packaged_cards, read_cards
    from balance.engine.errors import BalanceError
    from balance.engine.game import find_game, game_ids
    from balance.engine.plan import game_cards, plan_from_manifest
    from balance.engine.run import open_run
    from balance.engine.styles import read_styles


def cards(folder: Path) -> tuple[Path, Callable[[], object]]:
    """The card table, as every game reads it."""
    file = folder / "cards.csv"
    file.write_bytes(packaged_cards().read_bytes())

    def read() -> None:
        table = read_cards(file, game_ids())
        for game in game_ids():
            game_cards(find_game(game), table)

    return file, read


def styles(folder: Path) -> tuple[Path, Callable[[], object]]:
    """Own play styles, here of Fairy."""
    file = folder / "styles.toml"
    file.write_text('[bold]\nabout = "a risk"\nmemory = "half"\nweights = { risk = 2.5 }\n[shy]\ngame = "fairy"\n')
    game = find_game("fairy")
    _, compiled = game_cards(game, read_cards(packaged_cards(), game_ids()))
    return file, lambda: read_styles(file, "fairy", game.features(compiled), game.knobs, game_ids())


def manifest(folder: Path) -> tuple[Path, Callable[[], object]]:
    """The manifest of the run that ``--run`` names."""
    file = folder / "manifest.json"
    return file, lambda: plan_from_manifest(open_run(folder).manifest)


READERS = {"cards": cards, "styles": styles, "manifest": manifest}


def main() -> None:
    """Fuzz one reader for some time."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("reader", choices=READERS)
    options.add_argument("--seconds", type=int, default=300)
    options.add_argument("--run", type=Path, help="whose manifest is fuzzed")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        file, read = READERS[asked.reader](Path(name))
        if asked.run:
            file.write_bytes((asked.run / "manifest.json").read_bytes())
        seeds = Path(name) / "seeds"
        seeds.mkdir()
        (seeds / "real").write_bytes(file.read_bytes())
        if file.suffix == ".json":
            (seeds / "short").write_text(json.dumps(json.loads(file.read_text()), separators=(",", ":")))

        def one(content: bytes) -> None:
            file.write_bytes(content)
            try:
                read()
            except BalanceError as told:
                if not all(line.isprintable() for line in str(told).split("\n")):
                    raise

        longest = 2 * file.stat().st_size + 1000
        words = [f"-max_total_time={asked.seconds}", "-timeout=10", f"-max_len={longest}", "-verbosity=1"]
        atheris.Setup([sys.argv[0], *words, str(seeds)], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
