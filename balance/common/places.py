"""Where things lie: in the folder in which one works, and our own code."""

from pathlib import Path

RUNS = Path("runs")
REPORTS = Path("reports")
BASELINES = REPORTS / "baseline"
"""The reference figures."""

PACKAGE = Path(__file__).parents[1]
"""All our code."""
