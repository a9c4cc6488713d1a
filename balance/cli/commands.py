"""Every command, registered by being imported."""

from balance.cli import agents, baseline, cards, check, compare, games, query, replay, report, runs, scenario, simulate

__all__ = [
    "agents",
    "baseline",
    "cards",
    "check",
    "compare",
    "games",
    "query",
    "replay",
    "report",
    "runs",
    "scenario",
    "simulate",
]
