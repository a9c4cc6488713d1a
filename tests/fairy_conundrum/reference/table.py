"""The table of Fairy Conundrum for the slow implementation: cards, zones, players, chance, and who is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fairy_conundrum.reference.cards import Card, Deck, Label, Player, Row, Slot
from helpers.plain_chance import Decisions, Stream, shuffle

STYLE_STREAM, DECK_STREAM, TIE_STREAM, PICK_STREAM, SHUFFLE_STREAM = 0, 1, 2, 3, 4

FOR_ALL_PARTS = ("reaped", "bounced", "dissipated", "in_valley_at_end")  # of a fusion


@dataclass(frozen=True)
class Settings:
    """FC-190."""

    turn_cap: int = 60
    narration_cap: int = 60
    trigger_cap: int = 64
    narration_mode: str = "whole"
    order_after_first: str = "clockwise"
    conspiracy: bool = False
    gather_base: int = 1
    dream_base: int = 2
    match_games: int = 1
    shard_maturation: str = "label"
    maturation_timing: str = "moment"
    opposite_regresses: bool = True
    joust_mode: str = "sequential"
    joust_assign: str = "avatar"
    start_sparkles: int = 5
    start_hand: int = 5
    mes_set_cost: int = 2
    deck_mode: str = "prebuilt"
    decks: str = "mixed"


class Chance:
    """All streams of a game, by purpose, and the luck of its decisions, by seat and point."""

    def __init__(self, seed: int, game_no: int):
        self.seed, self.game_no = seed, game_no
        self.streams: dict[int, Stream] = {}
        self.decisions = Decisions(seed, game_no)

    def stream(self, purpose: int) -> Stream:
        if purpose not in self.streams:
            self.streams[purpose] = Stream(self.seed, self.game_no, purpose)
        return self.streams[purpose]

    def below(self, purpose: int, n: int) -> int:
        return self.stream(purpose).below(n)

    def shuffle(self, purpose: int, cards: list[Any]) -> None:
        shuffle(self.stream(purpose), cards)


class Table:
    """Everything that lies on the table. Other classes add the rules to it."""

    def __init__(
        self,
        decks: Sequence[Deck],
        deciders: Sequence[Any],
        settings: Settings | None = None,
        chance: Any = None,
        tokens: Iterable[Row] = (),
    ):
        self.settings, self.chance = settings or Settings(), chance or Chance(0, 0)
        self.tokens = {row.id: row for row in tokens}
        self.stamp = 0
        self.cards: list[Card] = []
        self.players: list[Player] = []
        self.turn, self.moment = 0, ""
        self.order: list[int] = []  # destiny order, FC-32
        self.initiative_order: list[int] = []  # FC-32
        self.cause: int | None = None  # whose ability or joust does what is being done
        self.memo: dict[Any, Any] | None = None
        for seat, (deck, decider) in enumerate(zip(decks, deciders, strict=True)):
            self.players.append(self.new_player(seat, deck, decider))

    def new_player(self, seat: int, deck: Deck, decider: Any) -> Player:
        """The cards of a player, in the order in which they are numbered: avatar, haversack, canvas."""
        avatar = self.new_card(deck.avatar[0], seat, "valley")
        player = Player(seat, deck, decider, avatar, life=deck.avatar[0].life)
        player.stage_slots = [[Slot(ability) for ability in row.abilities] for row in deck.avatar]
        avatar.slots = []  # abilities won by stealing; those of its stage are in stage_slots
        player.deck = [self.new_card(row, seat, "deck") for row, count in deck.haversack for _ in range(count)]
        player.canvas = [self.new_card(row, seat, "canvas") for row in deck.canvas]
        return player

    def new_card(self, row: Row, owner: int, zone: str, token: bool = False) -> Card:
        card = Card(row, owner, token)
        self.cards.append(card)
        self.put(card, zone)
        return card

    # -- zones (FC-1)

    def put(self, card: Card, zone: str) -> None:
        """Into a zone, as the card that arrived last."""
        card.zone, card.arrival = zone, self.stamp
        self.stamp += 1

    def lay(self, zone: str, seat: int | None = None) -> list[Card]:
        """The cards of a zone, avatars apart, by arrival; of one owner, or of all."""
        cards = self.look(("zone", zone), lambda: by_arrival(card for card in self.cards if card.zone == zone))
        return [card for card in cards if (seat is None or card.owner == seat) and not card.is_avatar]

    def valley(self, narrator: int | None = None) -> list[Card]:
        """The cards in the valley, avatars apart, by arrival; of one narrator, or of all."""
        return self.look(("valley", narrator), lambda: self.find_valley(narrator))

    def find_valley(self, narrator: int | None) -> list[Card]:
        return [card for card in self.lay("valley") if narrator is None or card.narr == narrator]

    def fairies(self, narrator: int, explores: bool = True) -> list[Card]:
        """The fairies of a narrator: in exploration, or all in the valley."""
        return [card for card in self.valley(narrator) if card.is_fairy and (card.explores or not explores)]

    def shelters(self, narrator: int) -> list[Card]:
        return [card for card in self.valley(narrator) if card.kind == "shelter"]

    def guests(self, shelter: Card, narrator: int | None = None) -> list[Card]:
        inside = self.look("inside", lambda: [card for card in self.valley() if card.host])
        return [card for card in inside if card.host is shelter and (narrator is None or card.narr == narrator)]

    def unit(self, card: Card) -> list[Card]:
        """A married pair is one unit, everything else is one by itself (FC-138)."""
        return by_arrival([card, card.spouse]) if card.spouse else [card]

    def units(self, cards: Iterable[Card]) -> list[list[Card]]:
        """Each unit once, by its earliest arrived card."""
        units: list[list[Card]] = []
        for card in by_arrival(cards):
            if not any(card in unit for unit in units):
                units.append(self.unit(card))
        return units

    def whole(self, card: Card) -> Card:
        """The fusion a card has become part of."""
        while card.base is not None:
            card = card.base
        return card

    def shuffle_in(self, seat: int, cards: Iterable[Card]) -> None:
        """Append the cards, shuffle the haversack."""
        player = self.players[seat]
        player.deck += cards
        self.chance.shuffle(SHUFFLE_STREAM + seat, player.deck)

    # -- players

    def living(self) -> list[Player]:
        return [player for player in self.players if player.alive]

    def is_over(self) -> bool:
        """FC-101: at most one avatar is left; the game ends at once, and nothing more is done."""
        return len(self.living()) <= 1

    def clockwise(self, seat: int) -> list[int]:
        """All living seats, beginning with this one."""
        n = len(self.players)
        return [other for other in ((seat + k) % n for k in range(n)) if self.players[other].alive]

    def foes(self, seat: int) -> list[int]:
        """Living opponents, clockwise (FC-170)."""
        return [other for other in self.clockwise(seat) if other != seat]

    def destiny(self) -> list[Player]:
        """Living players in destiny order (FC-30)."""
        return [self.players[seat] for seat in self.order if self.players[seat].alive]

    def own_avatar(self, card: Card) -> Player:
        return self.players[card.owner]

    # -- being asked

    def decide(self, seat: int, point: str, options: Sequence[Any]) -> int:
        """Which option. A point with one option is not asked."""
        if len(options) == 1:
            return 0
        chosen = self.players[seat].decider.decide(self, seat, point, options)
        assert 0 <= chosen < len(options), f"turn {self.turn}, seat {seat}, {point}: {chosen} of {options}"
        return chosen

    def ask(self, seat: int, point: str, options: Sequence[Any]) -> Any:
        return options[self.decide(seat, point, options)]

    # -- looking without touching

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Nothing changes in here, so values need be worked out only once."""
        if self.memo is not None:
            yield
            return
        self.memo = {}
        try:
            yield
        finally:
            self.memo = None

    def look(self, key: Any, work: Callable[[], Any]) -> Any:
        """The same as the work gives; while nothing changes it is done only once."""
        if self.memo is None:
            return work()
        if key not in self.memo:
            self.memo[key] = work()
        return self.memo[key]

    # -- the log (section 6)

    def log(self, card: Card, event: str, n: int = 1) -> None:
        """A card event: the seat is the card's owner; an avatar counts as its first card, a fusion as its base."""
        for part in card.parts if event in FOR_ALL_PARTS else [card]:
            row, owner = part.row, self.players[part.owner]
            owner.events[event, row.id] += n
            if event in ("called", "placed", "token_made"):
                owner.first_turn.setdefault(row.id, max(1, self.turn))
            if event == "called":
                owner.called_turn.setdefault(row.id, self.turn)

    def add_to_turn(self, seat: int | None, column: str, n: int = 1) -> None:
        """Add to a column of the running row of ``turns``."""
        if seat is not None and self.players[seat].row:
            self.players[seat].row[column] += n

    def mark_cut(self, seat: int | None) -> None:
        if seat is not None and self.players[seat].row:
            self.players[seat].row["cut"] = 1


def by_arrival(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: card.arrival)


def labels_of(labels: Iterable[Label], op: str) -> list[Any]:
    return [label.n for label in labels if label.op == op]
