"""Power at several numbers of players: the same cards side by side, and those whose verdict flips."""

from __future__ import annotations

from typing import Any

from balance.analysis.several import Powers
from balance.analysis.verdicts import as_json
from balance.engine.game import Game


def numbers_of_players(game: Game) -> tuple[int, ...]:
    """All with which a game is played by two or more: alone there is no win to be shared."""
    low, high = game.seats
    return tuple(range(max(2, low), high + 1))


def several_as_json(powers: Powers) -> dict[str, Any]:
    """As JSON: what power is with one number of players, once for each, and the cards whose verdict flips."""
    return {
        "players": [power.players for power in powers.powers],
        "by_players": [as_json(power) for power in powers.powers],
        "flips": powers.flipping,
    }
