"""The power of the same cards among several groups of players, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from balance.analysis.verdicts import TOO_STRONG, TOO_WEAK, CardPower, Power


@dataclass(frozen=True)
class Powers:
    """The power of cards in several groups, in their order. A card may be out of play in some."""

    powers: tuple[Power, ...]

    @property
    def cards(self) -> list[str]:
        """The ids of all cards, in the order in which they come."""
        return list(dict.fromkeys(one.card for power in self.powers for one in power.cards))

    def of(self, card: str) -> list[CardPower | None]:
        """What is known of a card in every group; None: it is not in play there."""
        return [power.of(card) for power in self.powers]

    def flips(self, card: str) -> bool:
        """Whether it is too strong, or too weak, in one group and clearly on the other side in another.

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
