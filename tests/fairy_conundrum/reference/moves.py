"""How cards come into the valley of Fairy Conundrum and go out of it, for the slow implementation."""

from __future__ import annotations

from collections.abc import Iterable

from fairy_conundrum.reference.cards import Card, Context, Event
from fairy_conundrum.reference.table import by_arrival
from fairy_conundrum.reference.values import Values

MATCHING_ZONE = {"reaped": "rest", "abandoned": "rest", "dissipated": "memory", "bounced": "hand", "todeck": "deck"}


class Moves(Values):
    """FC-4, FC-9, FC-20, FC-21, FC-52, FC-63 to FC-65, FC-110 to FC-121."""

    def happen(self, event: Event, collected: bool = False) -> None:
        raise NotImplementedError

    # -- into the valley

    def blocked(self, card: Card) -> bool:
        """FC-21: a copy of an E card is in the valley."""
        mine = {part.row.id for part in card.parts if part.row.astralae == "E"}
        return any(mine & set(other.ids) for other in self.valley() if other is not card)

    def enter(self, card: Card, seat: int) -> None:
        """FC-52: it arrives with its volatility labels. The caller looks for copies."""
        labels = card.labels
        self.take_off(card)
        card.renew()
        card.followed = []
        card.labels = labels  # a card changed in another zone keeps it through a call (5.2)
        card.narr, card.vol = seat, card.row.vol
        self.put(card, "valley")

    def take_off(self, card: Card) -> None:
        """Out of a pile, if it is in one."""
        player = self.players[card.owner]
        for pile in (player.deck, player.canvas):
            if card in pile:
                pile.remove(card)

    def check_copies(self, card: Card) -> None:
        """FC-20: of D and N cards at most one copy on a side; FC-21: of E cards the first that arrived."""
        if self.is_over():
            return
        for part in list(card.parts):
            if part.row.astralae == "E":
                self.check_copies_of_e(part.row.id)
            if part.row.astralae in ("D", "N"):
                copies = [other for other in self.valley(card.narr) if part.row.id in other.ids]
                while card.in_valley and len(copies) > 1:
                    reaped = self.ask(card.narr, "UNIQUE", copies)
                    copies.remove(reaped)
                    self.remove([reaped], "reaped")

    def check_copies_of_e(self, row_id: str) -> None:
        copies = [other for other in self.valley() if row_id in other.ids]
        if len(copies) > 1:
            self.remove(copies[1:], "reaped")

    def enter_shelter(self, card: Card, shelter: Card) -> None:
        """One guest; its arrival stays the same."""
        card.host = shelter
        self.log(card, "sheltered")
        self.happen(Event("in", card.narr, card))

    def leave_shelter(self, card: Card) -> None:
        """FC-67: an exit."""
        self.exit_happens(card)
        card.host = None

    def exit_happens(self, card: Card) -> None:
        if self.players[card.narr].alive:
            self.log(card, "exited")
            self.add_to_turn(card.narr, "exits")
        self.happen(Event("out", card.narr, card))

    def free_slots(self, shelter: Card) -> int:
        return self.number(shelter, "slots") - len(self.units(self.guests(shelter)))

    # -- out of the valley

    def remove(self, cards: Iterable[Card], how: str, by: Context | None = None, until: str = "stay") -> None:
        """Cards leave the valley together (FC-164): triggers are collected first.

        ``how``: reaped, abandoned, dissipated, bounced, todeck, imprisoned (by the source of ``by``).
        """
        batch = self.with_guests([card for card in cards if card.in_valley])
        if not batch or self.is_over():
            return
        for card in batch:
            if how == "imprisoned" and card.host and card.host not in batch:
                self.exit_happens(card)  # FC-64
            self.happen(Event("reaped" if how == "reaped" else "leave", card.narr, card))
        spouses = [(card.spouse, card, card.ids) for card in batch if card.spouse]
        linking = self.linking_to(batch)
        linking_tokens = [other for other in linking if other.linked.token]
        for card in batch:
            self.count_leaving(card, how)
            if how != "imprisoned":
                self.take_away(card, how)
            elif card.token:
                self.take_away(card, "dissipated")  # FC-122
            else:
                self.lock_up(card, batch, by, until)
        self.reshuffle(how)
        for spouse, card, ids in spouses:
            if spouse.zone in ("valley", "prison"):
                self.bereave(spouse, card, ids, how)
        self.end_links(linking_tokens, "dissipated")  # wherever it would go
        self.end_links([other for other in linking if other not in linking_tokens], how)
        for card in batch:
            self.end_stays(card)
        self.let_waiting_out()

    def with_guests(self, cards: list[Card]) -> list[Card]:
        """FC-65: the guests of a shelter follow it."""
        guests = [guest for card in cards for guest in self.guests(card)]
        return list(dict.fromkeys([*cards, *guests]))

    def count_leaving(self, card: Card, how: str) -> None:
        word = {"reaped": "reaped", "bounced": "bounced", "dissipated": "dissipated", "imprisoned": "imprisoned"}
        if how in word:
            self.log(card, "dissipated" if card.token and how == "imprisoned" else word[how])
        if how == "reaped":
            self.add_to_turn(card.narr, "reaped_own", len(card.parts))
            if self.cause is not None and self.cause != card.narr:
                self.add_to_turn(self.cause, "reaped_foe", len(card.parts))
        if how == "imprisoned":
            self.add_to_turn(self.cause, "imprisoned")

    def take_away(self, card: Card, how: str) -> None:
        """Each part of a fusion, and each card stored under it, to its owner's zone; a token into memory (FC-122)."""
        parts = list(card.parts)
        followed = self.lying_under(card)
        for other in self.cards:
            if other.home is card:
                other.home = None
        for part in parts + followed:
            part.renew()
            zone = MATCHING_ZONE[how]
            if part.token:
                zone = "memory"
            elif part.row.kind == "shelter":
                zone = {"rest": "fallow", "deck": "canvas"}.get(zone, zone)
            self.put(part, zone)
        card.followed = followed

    def lying_under(self, bearer: Card) -> list[Card]:
        """The cards stored under it, or under a part of it (FC-120), by arrival."""
        return [card for card in self.lay("stored") if self.whole(card.bearer) is bearer]

    def reshuffle(self, how: str) -> None:
        """FC-114: shuffled into the haversack; a shelter to its place in the canvas."""
        if how != "todeck":
            return
        for player in self.players:
            back = [card for card in self.lay("deck", player.seat) if card not in player.deck]
            if back:
                self.shuffle_in(player.seat, back)
            self.put_canvas_in_order(player.seat)

    def put_canvas_in_order(self, seat: int) -> None:
        player = self.players[seat]
        player.canvas = sorted(self.lay("canvas", seat), key=lambda card: card.row.rank)

    def linking_to(self, batch: list[Card]) -> list[Card]:
        """The cards attached to one of these, card by card; a prisoner keeps its link (FC-9)."""
        others = by_arrival([*self.valley(), *self.lay("prison")])
        return [other for card in batch for other in others if other.linked is card]

    def end_links(self, linking: list[Card], how: str) -> None:
        """FC-121: cards linked to one that is reaped, dissipated or bounced are reaped; a prisoner loses its link."""
        if how != "imprisoned":
            for card in linking:
                card.linked = None
        if how in ("reaped", "dissipated", "bounced"):
            self.remove(linking, "reaped")

    # -- from one zone to another outside the valley

    def shift(self, card: Card, zone: str) -> None:
        """To its owner's zone; a token into memory."""
        self.take_off(card)
        card.renew()
        if zone == "rest" and card.row.kind == "shelter":
            zone = "fallow"
        self.put(card, "memory" if card.token else zone)

    def send(self, cards: Iterable[Card], how: str) -> None:
        """Cards from anywhere (FC-110, FC-112): those in the valley leave it together."""
        batch = list(cards)
        elsewhere = [card for card in batch if not card.in_valley]
        linking = self.linking_to([card for card in elsewhere if card.zone == "prison"])
        self.remove([card for card in batch if card.in_valley], how)
        for card in elsewhere:
            if how == "dissipated":
                self.log(card, "dissipated")
            for part in [*card.parts, *self.lying_under(card)]:  # FC-120
                self.shift(part, MATCHING_ZONE[how])
        self.end_links(linking, how)

    # -- given by the class that holds

    def lock_up(self, card: Card, batch: list[Card], by: Context | None, until: str) -> None:
        raise NotImplementedError

    def bereave(self, card: Card, gone: Card, ids: list[str], how: str) -> None:
        raise NotImplementedError

    def end_stays(self, card: Card) -> None:
        raise NotImplementedError

    def let_waiting_out(self) -> None:
        raise NotImplementedError
