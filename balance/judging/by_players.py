"""Power at several numbers of players: the same cards side by side, and those whose verdict flips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from balance.analysis.verdicts import TOO_STRONG, TOO_WEAK, CardPower, Power, as_json
from balance.engine.game import Game


@dataclass(frozen=True)
class ByPlayers:
    """The power of cards with every number of players, fewest first. A card may be out of play with some."""

    powers: tuple[Power, ...]

    @property
    def cards(self) -> list[str]:
        """The ids of all cards, in the order in which they come."""
        return list(dict.fromkeys(one.card for power in self.powers for one in power.cards))

    def of(self, card: str) -> list[CardPower | None]:
        """What is known of a card with every number of players; None: it is not in play there."""
        return [power.of(card) for power in self.powers]

    def flips(self, card: str) -> bool:
        """Whether it is too strong, or too weak, with one number of players and clearly on the other side with another.

        The verdict, which allows for many cards, is the anchor; the other side need not be beyond the margin.
        """
        known = [one for one in self.of(card) if one is not None and one.power is not None]
        sides = {one.side for one in known}
        judged = {1 if one.verdict == TOO_STRONG else -1 for one in known if one.verdict in (TOO_STRONG, TOO_WEAK)}
        return any(-side in sides for side in judged)

    @property
    def flipping(self) -> list[str]:
        """The ids of the cards whose verdict flips."""
        return [card for card in self.cards if self.flips(card)]


def numbers_of_players(game: Game) -> tuple[int, ...]:
    """All with which a game is played by two or more: alone there is no win to be shared."""
    low, high = game.seats
    return tuple(range(max(2, low), high + 1))


def several_as_json(found: ByPlayers) -> dict[str, Any]:
    """As JSON: what power is with one number of players, once for each, and the cards whose verdict flips."""
    return {
        "players": [power.players for power in found.powers],
        "by_players": [as_json(power) for power in found.powers],
        "flips": found.flipping,
    }
