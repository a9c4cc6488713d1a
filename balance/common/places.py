"""Where things lie in the folder in which one works."""

from pathlib import Path

RUNS = Path("runs")
REPORTS = Path("reports")
BASELINES = REPORTS / "baseline"
"""The reference figures."""
