"""Bytes that nobody wrote, for the readers of files: cards, styles, targets, references, manifests, parts.

Guided by coverage.

    pip install atheris
    python benchmarks/fuzz.py cards|styles|targets|baseline|manifest|part [--seconds 300]

Begins with the real files. A reader may refuse in words (``BalanceError``); anything else that it raises, or ten
seconds without an answer, ends the fuzzing with the bytes that did it. What was found became tests in
``tests/engine/test_hostile_files.py``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

os.environ["NUMBA_DISABLE_JIT"] = "1"  # Numba compiles only what nobody has instrumented

READING = [
    *(f"balance.engine.{name}" for name in ("files", "plan", "run", "settings", "styles")),
    *(f"balance.analysis.{name}" for name in ("targets", "baseline_file", "drift")),
    *("balance.cards", "tomllib", "csv", "json"),
]

with atheris.instrument_imports(include=READING):
    from balance.analysis.baseline_file import load_baseline
    from balance.analysis.comparison import compare, hold_against
    from balance.analysis.database import Database
    from balance.analysis.targets.read import read_targets
    from balance.cards.read import packaged_cards, read_cards
    from balance.common.errors import BalanceError
    from balance.engine.game import find_game, game_ids
    from balance.engine.game.plan import Request, game_cards, make_plan, plan_from_manifest
    from balance.engine.game.styles import read_styles
    from balance.engine.playing.runner import simulate
    from balance.engine.runs.run import CHECKSUMS, Run, open_run, part_file, write_manifest
    from balance.judging.reference import baseline_plan, edited_cells, other_than


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


def targets(folder: Path) -> tuple[Path, Callable[[], object]]:
    """What is wanted of the games."""
    file = folder / "targets.toml"
    file.write_bytes((Path(__file__).resolve().parents[1] / "targets.toml").read_bytes())
    table = read_cards(packaged_cards(), game_ids())
    return file, lambda: read_targets(file, table)


def baseline(folder: Path) -> tuple[Path, Callable[[], object]]:
    """Reference figures, held against the real ones."""
    file = folder / "fairy.json"
    file.write_bytes((Path(__file__).resolve().parents[1] / "reports" / "baseline" / "fairy.json").read_bytes())
    plan, real = baseline_plan("fairy", packaged_cards()), load_baseline(file)["figures"]

    def read() -> None:
        stored = load_baseline(file)
        if not other_than(stored, plan):
            edited_cells(stored, plan)
        hold_against(stored["figures"], real, plan.game.figures, games=stored["games"])
        compare(stored["figures"], real, plan.game.figures)

    return file, read


def played(folder: Path) -> Run:
    """A small run."""
    return simulate(make_plan(Request("fairy", games=40, cards=packaged_cards())), folder / "run")


def manifest(folder: Path) -> tuple[Path, Callable[[], object]]:
    """The manifest of a run."""
    run = played(folder)
    return run.path / "manifest.json", lambda: plan_from_manifest(open_run(run.path).manifest)


def part(folder: Path) -> tuple[Path, Callable[[], object]]:
    """A part of a run without checksums, as early versions wrote it, so that it is read whatever it holds."""
    run = played(folder)
    shutil.rmtree(run.path / CHECKSUMS)
    run = Run(run.path, {key: value for key, value in run.manifest.items() if key != CHECKSUMS})
    write_manifest(run)

    def read() -> None:
        with Database(run) as database:
            database.query("SELECT count(*), sum(turns), min(end_reason), max(margin) FROM games")

    return run.path / part_file("games", 0), read


READERS = {reader.__name__: reader for reader in (cards, styles, targets, baseline, manifest, part)}


def main() -> None:
    """Fuzz one reader for some time."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("reader", choices=READERS)
    options.add_argument("--seconds", type=int, default=300)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        file, read = READERS[asked.reader](Path(name))
        seeds = Path(name) / "seeds"
        seeds.mkdir()
        (seeds / "real").write_bytes(file.read_bytes())
        if file.suffix == ".json":
            (seeds / "short").write_text(json.dumps(json.loads(file.read_text()), separators=(",", ":")))

        def try_content(content: bytes) -> None:
            file.write_bytes(content)
            try:
                read()
            except BalanceError as told:
                if not all(line.isprintable() for line in str(told).split("\n")):
                    raise

        longest = 2 * file.stat().st_size + 1000
        words = [f"-max_total_time={asked.seconds}", "-timeout=10", f"-max_len={longest}", "-verbosity=1"]
        atheris.Setup([sys.argv[0], *words, str(seeds)], try_content)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
