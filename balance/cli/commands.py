"""Every command, registered by being imported."""

from balance.cli import (
    agents,
    baseline,
    bisect,
    cards,
    check,
    compare,
    demo,
    games,
    history,
    power,
    query,
    replay,
    report,
    runs,
    scenario,
    simulate,
)

__all__ = [
    "agents",
    "baseline",
    "bisect",
    "cards",
    "check",
    "compare",
    "demo",
    "games",
    "history",
    "power",
    "query",
    "replay",
    "report",
    "runs",
    "scenario",
    "simulate",
]
