"""Where things lie: in the folder in which one works, and our own code."""

from pathlib import Path

RUNS = Path("runs")
MANIFEST = "manifest.json"
"""What makes a folder a run."""
REPORTS = Path("reports")
BASELINES = REPORTS / "baseline"
"""The reference figures."""
OWN_CARDS = Path("cards.csv")
"""The card table of whoever calls."""

PACKAGE = Path(__file__).parents[1]
"""All our code."""


def run_folders(root: Path) -> list[Path]:
    """The folders with a manifest under ``root``: ``runs/GAME/NAME``, and ``runs/NAME``, as --out may have named it."""
    return sorted(file.parent for depth in ("*", "*/*") for file in root.glob(f"{depth}/{MANIFEST}"))
