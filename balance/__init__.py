"""balance plays tabletop games by the million and says, in plain words, what is fair."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from balance.engine.kernels.kernel import kernel
    from balance.engine.plain import Card, Game, Player
    from balance.engine.plain.sample import sample

__all__ = ["Card", "Game", "Player", "kernel", "sample"]

HOMES = {
    "Card": "balance.engine.plain",
    "Game": "balance.engine.plain",
    "Player": "balance.engine.plain",
    "kernel": "balance.engine.kernels.kernel",
    "sample": "balance.engine.plain.sample",
}
"""What a game of one's own is written with, and where it stands: imported when it is asked for."""


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module 'balance' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(HOMES[name]), name)
