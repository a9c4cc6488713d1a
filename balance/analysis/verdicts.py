"""What is known of every card's power, and the verdicts that the numbers bear."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

import polars as pl

from balance.analysis.stats import Z, benjamini_hochberg, normal_below, true_variance

TOO_STRONG, TOO_WEAK, FAIR = "too strong", "too weak", "fair"
IGNORED, UNDECIDED, NONE = "ignored", "undecided", "none"

MARGIN = 0.1
"""Of the share that everybody would win if all were equal: a card is worth that much more or less, and may be."""
TWO_WAY_LEAST = 0.25
"""Of the margin: so large is two-way at least where a card is too strong or too weak.

It is smaller than power, but where it is next to nothing power says something of the other cards of a small kind: one
that is far too strong raises their mean.
"""
NOTHING = "nothing"
"""What cards are against that no other card can stand in for."""
KIND = 8
"""So many cards of a kind tell how far the worth of its cards lies apart; of fewer all cards of the game tell it."""


@dataclass(frozen=True)
class Among:
    """Power among some of the players: those of one style, or those at weak, mixed or strong tables."""

    name: str
    """The style; the kind of tables: the third by the styles of the others there."""
    users_power: float
    users_low: float
    users_high: float
    power: float
    """Users' power less the mean of its kind among the same players, which is not the same among all."""
    low: float
    high: float


@dataclass(frozen=True)
class CardPower:
    """One card. Shares: 0.01 is one point of win rate; intervals hold with 95 %; None: not known, or there is none."""

    card: str
    kind: str
    verdict: str
    why: str
    """Of undecided, ignored and none: why."""
    users_power: float | None = None
    """The win share of those who gained it, less that of the same players with an ordinary card in its place."""
    users_low: float | None = None
    users_high: float | None = None
    power: float | None = None
    """Users' power less the mean of its kind: of those cards that may stand in its place, and itself."""
    low: float | None = None
    high: float | None = None
    two_way: float | None = None
    """The same difference over all who gained what stands in the place, in the one game or the other."""
    two_way_low: float | None = None
    two_way_high: float | None = None
    points: float | None = None
    """As users' power, in points of the score."""
    points_low: float | None = None
    points_high: float | None = None
    bench: float | None = None
    """Users' power against the weakest fifth of its kind."""
    bench_low: float | None = None
    bench_high: float | None = None
    gain_share: float | None = None
    """The share of seats that gain it."""
    games: int = 0
    """Games played again."""
    against: str = ""
    """What stood in its place: "another mission 2"."""
    by_style: tuple[Among, ...] = ()
    by_table: tuple[Among, ...] = ()
    """The weakest tables first; none where all tables are equally strong."""

    @property
    def weight(self) -> float:
        """Power times the gain share: how much of all that is won it moves, the more the more urgent."""
        return (self.power or 0.0) * (self.gain_share or 0.0)

    @property
    def se(self) -> float | None:
        """The standard error of power."""
        return None if self.high is None or self.low is None else (self.high - self.low) / (2 * Z)

    @property
    def against_it(self) -> list[str]:
        """The styles for whom power clearly has the other sign."""
        return [among.name for among in self.by_style if self._opposite(among)]

    @property
    def tables_against_it(self) -> list[str]:
        """The tables (weak, mixed, strong) at which power clearly has the other sign."""
        return [among.name for among in self.by_table if self._opposite(among)]

    def _opposite(self, among: Among) -> bool:
        return among.high < 0 if (self.power or 0.0) > 0 else among.low > 0

    @property
    def contested(self) -> bool:
        """Whether the opposite clearly holds for the players of a style, or at some tables."""
        return bool(self.against_it or self.tables_against_it)

    @property
    def off(self) -> bool:
        """Whether it is too strong or too weak, whoever says otherwise."""
        return self.verdict in (TOO_STRONG, TOO_WEAK)

    @property
    def depends(self) -> bool:
        """Whether it is too strong or too weak, and that clearly does not hold for all."""
        return self.off and self.contested

    def reversed_in(self, other: CardPower) -> bool:
        """Whether it is too strong, or too weak, and there clearly on the other side of the average of its kind.

        The verdict, which allows for many cards, is the anchor; the other side need not be beyond the margin.
        """
        return other.side != 0 and other.side == {TOO_STRONG: -1, TOO_WEAK: 1}.get(self.verdict)

    @property
    def side(self) -> int:
        """1: power is clearly above 0, the average of its kind; -1: clearly below; 0: not clear, or not known."""
        return int((self.low or 0.0) > 0) - int((self.high or 0.0) < 0)


@dataclass(frozen=True)
class Power:
    """The power of cards at one table."""

    players: int
    margin: float
    until: float
    games: int
    """Games as they are, at most, that were looked at."""
    cards: tuple[CardPower, ...]
    agents: tuple[str, ...] = ()
    """Who played, as ``engine.game.agents.who`` says it."""
    firm: frozenset[str] | None = None
    """The ids of the cards whose verdict is the same among other strong players; None: that was not tried."""

    @property
    def weaken(self) -> list[CardPower]:
        """The cards that are too strong, and for no style and at no table the opposite, the most urgent first."""
        return self._urgent(TOO_STRONG)

    @property
    def strengthen(self) -> list[CardPower]:
        """The cards that are too weak, and for no style and at no table the opposite, the most urgent first."""
        return self._urgent(TOO_WEAK)

    @property
    def most_urgent(self) -> CardPower | None:
        """The first of those to weaken and to strengthen; None: no card needs a change."""
        return min([*self.weaken[:1], *self.strengthen[:1]], key=self._urgency, default=None)

    def _urgent(self, verdict: str) -> list[CardPower]:
        those = (card for card in self.cards if card.verdict == verdict and not card.contested)
        return sorted(those, key=self._urgency)

    def _urgency(self, card: CardPower) -> tuple[bool, float]:
        """Firm ones first, then by weight."""
        return self.firm is not None and card.card not in self.firm, -abs(card.weight)

    @property
    def off(self) -> list[CardPower]:
        """The cards that are too strong or too weak, whoever says otherwise."""
        return [card for card in self.cards if card.off]

    @property
    def measured(self) -> list[CardPower]:
        """The cards with a figure, the strongest first."""
        return sorted((card for card in self.cards if card.power is not None), key=lambda card: -(card.power or 0.0))

    def count(self, verdict: str) -> int:
        """How many cards have this verdict."""
        return sum(card.verdict == verdict for card in self.cards)

    @property
    def against_nothing(self) -> bool:
        """Whether there are figures, and all of cards that no other can stand in for."""
        return bool(self.measured) and all(card.against == NOTHING for card in self.measured)

    @property
    def depends(self) -> list[CardPower]:
        """The cards that are too strong or too weak, but for some styles or at some tables clearly the opposite."""
        return sorted((card for card in self.cards if card.depends), key=lambda card: -abs(card.weight))

    def of(self, card: str) -> CardPower | None:
        """What is known of the card of this id; None: it is not in play, or nobody asked."""
        return next((power for power in self.cards if power.card == card), None)

    def again(self, card: CardPower) -> float | None:
        """What a new measurement of the card would show on average; None: it has no figure, or no mean to fall back to.

        The farthest of many cards are partly lucky. Power is drawn towards 0, the mean of its kind, by the share of
        luck in how far the cards of the kind lie apart (empirical Bayes: Efron and Morris 1975).
        """
        if card.power is None or card.se is None or card.against == NOTHING:
            return None
        apart = self._apart.get(card.kind, self._apart[""])
        return card.power * apart / (apart + card.se**2) if apart else 0.0

    @cached_property
    def _apart(self) -> dict[str, float]:
        """By kind, the variance of what its cards are worth, without that of chance; "": of all cards."""
        kinds: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for card in self.measured:
            if card.se is not None and card.against != NOTHING:
                number = (card.power or 0.0, card.se)
                kinds[""].append(number)
                kinds[card.kind].append(number)
        return {kind: true_variance(numbers) for kind, numbers in kinds.items() if not kind or len(numbers) >= KIND}

    def judged_with(self, margin: float) -> Power:
        """The same numbers, judged with another margin."""
        return replace(self, margin=margin, cards=judged(self.cards, margin))


def usual_margin(players: int) -> float:
    """A tenth of the even share: 2.5 points of win rate at four players."""
    return MARGIN / players


def judged(cards: Sequence[CardPower], margin: float) -> tuple[CardPower, ...]:
    """The cards with the verdicts that their numbers bear, at most 5 % of those beyond ``margin`` by chance."""
    measured = [card for card in cards if card.power is not None]
    p_values = [_chance_beyond(abs(card.power or 0.0), max(card.se or 0.0, 1e-12), margin) for card in measured]
    beyond = dict(zip((card.card for card in measured), benjamini_hochberg(p_values), strict=True))
    return tuple(
        _with(card, *verdict(card, beyond[card.card], margin)) if card.card in beyond else card for card in cards
    )


def _chance_beyond(power: float, se: float, margin: float) -> float:
    """The chance of a power as far from 0 as this, to either side, of a card that is just at the margin."""
    return normal_below((margin - power) / se) + normal_below((-margin - power) / se)


def _with(card: CardPower, said: str, why: str) -> CardPower:
    return replace(card, verdict=said, why=why)


def verdict(card: CardPower, beyond: bool, margin: float) -> tuple[str, str]:
    """The verdict on a card with figures, and why it is no clearer. ``beyond``: it clearly is, among so many cards."""
    value, low, high = (number or 0.0 for number in (card.power, card.low, card.high))
    strong = value > 0
    if card.against == NOTHING and strong and low > -margin:
        return FAIR, ""  # any useful card beats nothing
    if beyond and _two_way_agrees(card, strong, margin):
        return (TOO_STRONG if strong else TOO_WEAK), ""
    if beyond:
        return UNDECIDED, "Over all who gain what stands in its place, in either game, it matters little."
    if -margin <= low and high <= margin:
        return FAIR, ""
    if low > margin or high < -margin:
        return UNDECIDED, "Beyond the margin, but with so many cards one may be there by chance: more games would tell."
    return UNDECIDED, "The interval reaches over the margin: more games would tell."


def _two_way_agrees(card: CardPower, strong: bool, margin: float) -> bool:
    """Whether two-way is clearly on the same side, and enough."""
    two_way, low, high = (number or 0.0 for number in (card.two_way, card.two_way_low, card.two_way_high))
    least = TWO_WAY_LEAST * margin
    return (low > 0 and two_way >= least) if strong else (high < 0 and two_way <= -least)


IN_FRAME = {
    "card": "card",
    "kind": "kind",
    "power_verdict": "verdict",
    "power": "power",
    "power_low": "low",
    "power_high": "high",
    "power_se": "se",
    "power_users": "users_power",
    "power_users_low": "users_low",
    "power_users_high": "users_high",
    "power_two_way": "two_way",
    "power_two_way_low": "two_way_low",
    "power_two_way_high": "two_way_high",
    "power_points": "points",
    "power_reach": "gain_share",
    "power_games": "games",
    "power_why": "why",
    "power_against": "against",
}
"""Of every column of the frame, what it holds of a CardPower."""
WORDS = ("card", "kind", "power_verdict", "power_why", "power_against")
AGAIN = "power_again"
"""The column of what a new measurement would show on average: ``Power.again``."""
SCHEMA = pl.Schema(
    {
        name: pl.String if name in WORDS else pl.Int64 if name == "power_games" else pl.Float64
        for name in (*IN_FRAME, AGAIN)
    }
)


def as_frame(power: Power) -> pl.DataFrame:
    """A row per card: card, and all that is known of it in columns that begin with power; shares, null: not known."""
    rows = [
        {name: getattr(card, field) for name, field in IN_FRAME.items()} | {AGAIN: power.again(card)}
        for card in power.cards
    ]
    return pl.DataFrame(rows, SCHEMA)


def as_json(power: Power) -> dict[str, Any]:
    """Power as JSON."""
    return {
        "players": power.players,
        "margin": power.margin,
        "until": power.until,
        "games": power.games,
        "agents": list(power.agents),
        "cards": [_card_as_json(card) | {"again": power.again(card)} for card in power.cards],
    }


def _card_as_json(card: CardPower) -> dict[str, Any]:
    """The fields of a card, and for whom its verdict clearly does not hold."""
    row = {_key_in_json(field): value for field, value in asdict(card).items()}
    row |= {field: [_among_as_json(each, key) for each in getattr(card, field)] for field, key in AMONG}
    return row | {"against_it": {"styles": card.against_it, "tables": card.tables_against_it}}


def _key_in_json(field: str) -> str:
    """What programs read a field of a card by: its gain share is ``reach`` there."""
    return "reach" if field == "gain_share" else field


AMONG = (("by_style", "style"), ("by_table", "table"))
"""Fields of a card that tell of some of the players, and in JSON the key of who they are."""


def _among_as_json(among: Among, key: str) -> dict[str, Any]:
    row = asdict(among)
    return {key: row.pop("name")} | row


def _among_from_json(data: Mapping[str, Any], key: str) -> Among:
    row = dict(data)
    return Among(row.pop(key), **row)


def from_json(data: Mapping[str, Any]) -> Power:
    """What ``as_json`` made of a Power. Raises ValueError, KeyError or TypeError for anything else, older forms too."""
    cards = tuple(_card_from_json(card) for card in data["cards"])
    return Power(data["players"], data["margin"], data["until"], data["games"], cards, tuple(data["agents"]))


def _card_from_json(data: Mapping[str, Any]) -> CardPower:
    values = {known.name: data[_key_in_json(known.name)] for known in fields(CardPower)}
    for field, key in AMONG:
        values[field] = tuple(_among_from_json(row, key) for row in data[field])
    return CardPower(**values)
