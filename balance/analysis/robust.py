"""Does a verdict survive other players? What is known of cards and of games among several groups of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from balance.analysis.several import Powers
from balance.analysis.verdicts import FAIR, TOO_STRONG, TOO_WEAK, UNDECIDED, CardPower, Power, as_json, from_json

CLEAR = (TOO_STRONG, TOO_WEAK, FAIR)
"""Verdicts that say something."""


@dataclass(frozen=True)
class Group:
    """Players who are alike in something: how they play, how many they are."""

    name: str
    """In a list: "all rival"."""
    where: str
    """In a sentence: "where everybody plays rival"."""
    players: int
    games: int
    """In which the figures were counted."""
    figures: Mapping[str, tuple[float, float, float]]
    """Headline figures of the game, by name: value, low, high."""
    power: Power | None
    """None: so few games tell nothing of single cards."""
    style: str = ""
    """The strong style that everybody plays there; empty: they are other than the first in something else."""

    @property
    def heading(self) -> str:
        """The name with a capital: "All rival"."""
        return self.name[:1].upper() + self.name[1:]


@dataclass(frozen=True)
class Survival:
    """How one card's verdict fares among other players."""

    card: str
    verdict: str
    """Among the first group."""
    same: tuple[str, ...]
    """The groups, the first too, with the same verdict."""
    undecided: tuple[str, ...]
    """Where nothing is clear."""
    other: tuple[str, ...]
    """Where another verdict is clear: fair instead of too strong, or too weak."""
    reversed: tuple[str, ...]
    """Where power is clearly on the other side of the average card."""
    peers: tuple[Group, ...]
    """The groups in which a strong style plays alone: whoever else plays well."""
    firm: bool
    """Whether the verdict is the same in all of those, where there are any, and nowhere and for nobody the opposite."""

    @property
    def groups(self) -> int:
        """In how many groups the card was judged."""
        return len(self.same) + len(self.undecided) + len(self.other)


@dataclass(frozen=True)
class Robust:
    """The same game among several groups of players; the first are those whom the verdicts are about."""

    groups: tuple[Group, ...]

    @property
    def judged(self) -> list[Group]:
        """The groups in which cards were judged, the first in front."""
        return [group for group in self.groups if group.power is not None]

    @property
    def peers(self) -> tuple[Group, ...]:
        """The groups in which a strong style plays alone, of those in which cards were judged."""
        return tuple(group for group in self.judged if group.style)

    @property
    def powers(self) -> Powers:
        """The power of every card, group by group."""
        return Powers(tuple(group.power for group in self.judged if group.power is not None))

    def survival(self, card: str) -> Survival | None:
        """How a verdict fares; None where the first group has none that says something."""
        known = dict(zip((group.name for group in self.judged), self.powers.of(card), strict=True))
        first = next(iter(known.values()))
        if first is None or first.verdict not in CLEAR:
            return None
        judged = {
            name: power for name, power in known.items() if power is not None and power.verdict in (*CLEAR, UNDECIDED)
        }
        same = tuple(name for name, power in judged.items() if power.verdict == first.verdict)
        turned = tuple(name for name, power in judged.items() if first.reversed_in(power))
        agreed = bool(self.peers) and {group.name for group in self.peers} <= set(same)
        return Survival(
            card,
            first.verdict,
            same,
            tuple(name for name, power in judged.items() if power.verdict == UNDECIDED),
            tuple(name for name, power in judged.items() if power.verdict not in (first.verdict, UNDECIDED)),
            turned,
            self.peers,
            agreed and not turned and not first.contested,
        )

    @property
    def survivals(self) -> list[Survival]:
        """Of all cards that the first group calls too strong or too weak, in the order of the cards."""
        known = (self.survival(card.card) for card in self.powers.powers[0].off)
        return [survival for survival in known if survival is not None]

    @property
    def firm(self) -> frozenset[str] | None:
        """The ids of those whose verdict is firm; None where no other strong players were tried."""
        return frozenset(survival.card for survival in self.survivals if survival.firm) if self.peers else None

    def closer(self, power: Power) -> Power:
        """The same power, of the cards that were measured more closely here as it is known here."""
        known = {card.card: card for card in self.powers.powers[0].cards}
        closer = {id: mine for id, mine in known.items() if (its := power.of(id)) and _narrower(mine, its)}
        return replace(power, cards=tuple(closer.get(card.card, card) for card in power.cards), firm=self.firm)

    @property
    def reversals(self) -> list[Survival]:
        """Those of them that clearly are the opposite in some group."""
        return [survival for survival in self.survivals if survival.reversed]

    def judged_with(self, margin: Callable[[int], float]) -> Robust:
        """The same numbers, judged with other margins; ``margin``: gives that for a number of players."""
        groups = (
            replace(group, power=group.power and group.power.judged_with(margin(group.players)))
            for group in self.groups
        )
        return Robust(tuple(groups))

    def as_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "groups": [
                {
                    "name": group.name,
                    "where": group.where,
                    "players": group.players,
                    "games": group.games,
                    "figures": {name: list(ends) for name, ends in group.figures.items()},
                    "power": None if group.power is None else as_json(group.power),
                    "style": group.style,
                }
                for group in self.groups
            ]
        }

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> Robust:
        """What ``as_json`` gave. Raises ValueError, KeyError or TypeError for anything else."""
        return cls(tuple(map(_group_from_json, entry["groups"])))


def _narrower(one: CardPower, other: CardPower) -> bool:
    return one.se is not None and (other.se is None or one.se < other.se)


def _group_from_json(entry: Mapping[str, Any]) -> Group:
    figures = {}
    for name, ends in entry["figures"].items():
        value, low, high = map(float, ends)
        figures[name] = value, low, high
    power = None if entry["power"] is None else from_json(entry["power"])
    return Group(entry["name"], entry["where"], entry["players"], entry["games"], figures, power, entry["style"])
