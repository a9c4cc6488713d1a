"""The power of the same cards among several groups of players, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from balance.analysis.verdicts import CardPower, Power


@dataclass(frozen=True)
class Powers:
    """The power of cards in several groups, in their order. A card may be out of play in some."""

    powers: tuple[Power, ...]

    @property
    def cards(self) -> list[str]:
        """The ids of all cards, in the order in which they come."""
        return list(dict.fromkeys(card.card for power in self.powers for card in power.cards))

    def of(self, card: str) -> list[CardPower | None]:
        """What is known of a card in every group; None: it is not in play there."""
        return [power.of(card) for power in self.powers]

    def flips(self, card: str) -> bool:
        """Whether its verdict in one group is reversed in another: see ``CardPower.reversed_in``."""
        known = [measured for measured in self.of(card) if measured is not None]
        return any(power.reversed_in(other) for power in known for other in known)

    @property
    def flipping(self) -> list[str]:
        """The ids of the cards whose verdict flips."""
        return [card for card in self.cards if self.flips(card)]
