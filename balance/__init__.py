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

    from balance.api.check import Checks, check
    from balance.api.compare import Comparison, compare
    from balance.api.power import CardPowers, power
    from balance.api.runs import Run, open
    from balance.api.sensitivity import Edits, sensitivity
    from balance.api.simulate import simulate
    from balance.common.errors import BalanceError, InputError
    from balance.engine.kernels.kernel import kernel
    from balance.engine.plain import Card, Game, Player
    from balance.engine.plain.sample import sample

_PLACES = {
    "BalanceError": "common.errors",
    "Card": "engine.plain",
    "CardPowers": "api.power",
    "Checks": "api.check",
    "Comparison": "api.compare",
    "Edits": "api.sensitivity",
    "Game": "engine.plain",
    "InputError": "common.errors",
    "Player": "engine.plain",
    "Run": "api.runs",
    "check": "api.check",
    "compare": "api.compare",
    "kernel": "engine.kernels.kernel",
    "open": "api.runs",
    "power": "api.power",
    "sample": "engine.plain.sample",
    "sensitivity": "api.sensitivity",
    "simulate": "api.simulate",
}
"""By name: the module that it comes from."""

__all__ = [
    "BalanceError",
    "Card",
    "CardPowers",
    "Checks",
    "Comparison",
    "Edits",
    "Game",
    "InputError",
    "Player",
    "Run",
    "__version__",
    "check",
    "compare",
    "kernel",
    "open",
    "power",
    "sample",
    "sensitivity",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'balance' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"balance.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
