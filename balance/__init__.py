"""balance plays tabletop games by the million and says, in plain words, what is fair.

    import balance as bl

    run = bl.simulate("heroes", games=100_000, seed=1)
    run.seats.group_by("agent").agg(pl.col("win_share").mean()).collect()

A game of one's own is a class made of ``Game``, in a file such as examples/pig/pig.py. All this is loaded when it
is first asked for: to import balance costs next to nothing.
"""

from __future__ import annotations

from balance.common.version import __version__

TYPE_CHECKING = False  # as type checkers know it; the module that has it takes longer to load than all of this
if TYPE_CHECKING:
    from typing import Any

    from balance.api.baseline import Baseline, baseline
    from balance.api.bisect import Culprit, bisect
    from balance.api.check import Checks, check
    from balance.api.compare import Comparison, compare
    from balance.api.history import CardHistory, history
    from balance.api.power import CardPowers, power
    from balance.api.runs import Run, open
    from balance.api.sensitivity import Edits, sensitivity
    from balance.api.shown import Answers
    from balance.api.simulate import simulate
    from balance.api.strength import Ladder, Ladders, strength
    from balance.api.tune import TunedStyle, tune
    from balance.common.errors import BalanceError, InputError
    from balance.engine.kernels.kernel import kernel
    from balance.engine.plain import Card, Game, Player
    from balance.engine.plain.sample import sample

_PLACES = {
    "Answers": "api.shown",
    "BalanceError": "common.errors",
    "Baseline": "api.baseline",
    "Card": "engine.plain",
    "CardHistory": "api.history",
    "CardPowers": "api.power",
    "Checks": "api.check",
    "Comparison": "api.compare",
    "Culprit": "api.bisect",
    "Edits": "api.sensitivity",
    "Game": "engine.plain",
    "InputError": "common.errors",
    "Ladder": "api.strength",
    "Ladders": "api.strength",
    "Player": "engine.plain",
    "Run": "api.runs",
    "TunedStyle": "api.tune",
    "baseline": "api.baseline",
    "bisect": "api.bisect",
    "check": "api.check",
    "compare": "api.compare",
    "history": "api.history",
    "kernel": "engine.kernels.kernel",
    "open": "api.runs",
    "power": "api.power",
    "sample": "engine.plain.sample",
    "sensitivity": "api.sensitivity",
    "simulate": "api.simulate",
    "strength": "api.strength",
    "tune": "api.tune",
}
"""By name: the module that it comes from."""

__all__ = [
    "Answers",
    "BalanceError",
    "Baseline",
    "Card",
    "CardHistory",
    "CardPowers",
    "Checks",
    "Comparison",
    "Culprit",
    "Edits",
    "Game",
    "InputError",
    "Ladder",
    "Ladders",
    "Player",
    "Run",
    "TunedStyle",
    "__version__",
    "baseline",
    "bisect",
    "check",
    "compare",
    "history",
    "kernel",
    "open",
    "power",
    "sample",
    "sensitivity",
    "simulate",
    "strength",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'balance' has no attribute {name!r}")
    from importlib import import_module

    member = getattr(import_module(f"balance.{_PLACES[name]}"), name)
    globals()[name] = member
    return member


def __dir__() -> list[str]:
    return sorted(__all__)
