"""The opening and the moments of a turn of Fairy Conundrum, for the slow implementation."""

from __future__ import annotations

from typing import Any

from fairy_conundrum.reference.cards import Card, Event, Label, Player
from fairy_conundrum.reference.joust import Joust
from fairy_conundrum.reference.table import SHUFFLE_STREAM, TIE_STREAM


class Moments(Joust):
    """FC-23 to FC-38, FC-84 to FC-95."""

    opening: bool
    dream_point: int | None  # which point of Dream this is; None: another effect
    initiatives: dict[int, tuple[int, int, int]]
    chooser: int

    # -- the opening (3.4)

    def open_all(self) -> None:
        """FC-28: in seat order."""
        self.opening = True
        for player in self.players:
            self.open(player)
        self.opening = False

    def open(self, player: Player) -> None:
        seat = player.seat
        entry = player.canvas[0]
        self.enter(entry, seat)  # FC-23
        self.log(entry, "placed")
        self.chance.shuffle(SHUFFLE_STREAM + seat, player.deck)  # FC-24
        player.sparkles = self.settings.start_sparkles
        for _ in range(min(self.settings.start_hand, len(player.deck))):
            self.draw(seat)
        discarded: list[Card] = []
        while card := self.ask(seat, "S1", [None, *self.lay("hand", seat)]):  # FC-25
            self.log(card, "opening_discarded")
            self.shift(card, "rest")
            player.sparkles += 1
            discarded.append(card)
        while player.sparkles and player.deck and self.ask(seat, "S2", [False, True]):
            player.sparkles -= 1
            self.draw(seat)
        if discarded:
            for card in discarded:
                self.put(card, "deck")
            self.shuffle_in(seat, discarded)
        player.stored_maturation = self.computed_maturation(seat)  # FC-26
        if player.sparkles and player.canvas and self.ask(seat, "S3", [False, True]):  # FC-27
            player.sparkles -= 1
            self.opening = False  # the log counts it as drawn
            self.draw_canvas(seat)
            self.opening = True

    # -- drawing (FC-90 to FC-92)

    def draw(self, seat: int) -> None:
        """The top card of the haversack."""
        player = self.players[seat]
        if not player.deck:
            self.run_out(seat)
            return
        self.take_in_hand(player.deck.pop(), "drawn_haversack")

    def draw_canvas(self, seat: int) -> None:
        self.take_in_hand(self.players[seat].canvas.pop(0), "drawn_canvas")

    def take_in_hand(self, card: Card, column: str) -> None:
        card.labels = []
        self.put(card, "hand")
        self.log(card, "opening_seen" if self.opening else "drawn")
        self.add_to_turn(card.owner, column)

    def wish(self, seat: int) -> None:
        """A card of either deck; an empty canvas changes nothing (FC-91)."""
        player = self.players[seat]
        decks = [word for word, pile in (("haversack", player.deck), ("canvas", player.canvas)) if pile]
        if not decks:
            self.run_out(seat)
        elif self.ask(seat, "DREAM", decks) == "haversack":
            self.draw(seat)
        else:
            self.draw_canvas(seat)

    def run_out(self, seat: int) -> None:
        """FC-92: dissipate a card of the hand or of the own side that is not bewitched, or the avatar."""
        own = [card for card in self.valley(seat) if card.owner == seat]
        avatar = self.players[seat].avatar
        card = self.ask(seat, "DECKOUT", [*self.lay("hand", seat), *own, *self.lay("traps", seat), avatar])
        if card is avatar:
            self.log(card, "dissipated")
            self.fall([seat], "deckout")
        else:
            self.send([card], "dissipated")
            self.settle()

    # -- moments

    def begin_part(self, seat: int) -> bool:
        """A player's own part of a moment begins: AT abilities. False when the player fell by them."""
        self.resolutions = 0
        self.happen(Event("at", seat, self.players[seat].avatar))
        self.drain()
        return self.players[seat].alive

    def parts(self, what: Any) -> None:
        """In destiny order each living player begins a part and does it (FC-30)."""
        for player in self.destiny():
            if player.alive and self.begin_part(player.seat):
                what(player)
                self.settle()
                self.drain()
            self.mature_all()

    def destiny_moment(self) -> None:
        """FC-31, FC-32."""
        self.initiatives = {}
        for player in self.living():
            seat = player.seat
            self.initiatives[seat] = (self.initiative(seat), player.stored_maturation, self.gathering(seat))
        least = min(self.initiatives.values())
        tied = [seat for seat, keys in self.initiatives.items() if keys == least]
        self.chooser = tied[self.chance.below(TIE_STREAM, len(tied)) if len(tied) > 1 else 0]
        first = self.ask(self.chooser, "FIRST", [player.seat for player in self.living()])
        others = [seat for seat in self.clockwise(self.chooser) if seat != self.chooser]
        self.initiative_order = [self.chooser, *sorted(others, key=lambda seat: self.initiatives[seat])]
        if self.settings.order_after_first == "clockwise":
            self.order = self.clockwise(first)
        else:
            self.order = [first, *(seat for seat in self.initiative_order if seat != first)]
        for player in self.living():
            row = player.row
            row["destiny_pos"], row["initiative"] = self.order.index(player.seat), self.initiatives[player.seat][0]
            row["chose_first"] = int(player.seat == self.chooser)
        self.parts(lambda player: None)

    def volatility(self, player: Player) -> None:
        """FC-33: in order of arrival; what arrives meanwhile waits until the next turn."""
        last, newest = -1, self.stamp
        while player.alive:
            cards = [card for card in self.valley(player.seat) if card.vol and last < card.arrival < newest]
            if not cards:
                return
            last = cards[0].arrival
            self.change_vol(cards[0], -1)
            self.drain()

    def renewal(self, player: Player) -> None:
        """FC-34, FC-67, FC-137."""
        seat = player.seat
        for card in self.valley(seat):
            card.actioned = False
        while player.alive:
            with self.frozen():
                options = [None, *self.leavers(seat), *self.teleporters(seat)]
            chosen = self.ask(seat, "EXIT", options)
            if chosen is None:
                return
            if isinstance(chosen, Card):
                self.let_out(chosen)
            else:
                self.move_unit(chosen, None)
            self.settle()
            self.drain()

    def leavers(self, seat: int) -> list[list[Card]]:
        """Sheltered units that can leave."""
        units = self.units(card for card in self.valley(seat) if card.host)
        entry = self.has_entry(seat)
        ready = [unit for unit in units if not any(card.actioned for card in unit)]
        return [unit for unit in ready if entry or self.has_teleport(unit[0])]

    def teleporters(self, seat: int) -> list[Card]:
        prisoners = [card for card in self.lay("prison", seat) if card.is_fairy and not self.blocked(card)]
        return [card for card in prisoners if self.has_teleport(card)]

    def gather(self, player: Player) -> None:
        """FC-35."""
        n = self.gathering(player.seat)
        player.sparkles += n
        player.row["gathered"] = n

    def mature_all(self) -> None:
        """``maturation_timing`` continuous: maturation and stages follow after every part of a moment and action."""
        if self.settings.maturation_timing == "continuous":
            for player in self.living():
                self.mature(player)
            self.drain()

    def mature(self, player: Player) -> None:
        """FC-84 to FC-87."""
        before, visited = player.stage, [player.stage]
        while True:
            sum_now = player.stored_maturation = self.computed_maturation(player.seat)
            stage = player.deck_list.avatar[player.stage - 1]
            step = 0
            if stage.most is not None and sum_now > stage.most and player.stage < 3:
                step = 1
            elif stage.least is not None and sum_now < stage.least and player.stage > 1:
                step = -1
            if not step:
                break
            player.stage += step
            if player.stage in visited:  # FC-87
                player.stage = min(visited[visited.index(player.stage) :])
                player.stored_maturation = self.computed_maturation(player.seat)
                break
            visited.append(player.stage)
        if player.stage != before:
            self.happen(Event("stage", player.seat, player.avatar))

    def dream(self, player: Player) -> None:
        """FC-90, FC-91: one card at a time."""
        for point in range(self.dream_points(player.seat)):
            if player.alive:
                self.dream_point = point
                self.wish(player.seat)
                self.dream_point = None
                self.settle()
                self.drain()

    def awaken(self, player: Player) -> None:
        """FC-93: discard down to the hand maximum."""
        seat = player.seat
        while len(self.lay("hand", seat)) > self.hand_maximum(seat):
            self.abandon(self.ask(seat, "DISCARD", self.lay("hand", seat)))

    def end_turn(self) -> None:
        """FC-93: once, after every player's discards."""
        for card in self.cards:
            card.damage = 0
        for player in self.players:
            player.absorbed = 0
        self.resolutions = 0
        self.end_turn_effects()
        self.settle()
        self.drain()
        self.mature_all()

    # -- calling (3.6, 3.7)

    def arrive_called(self, card: Card, seat: int, spent: int) -> None:
        """FC-54 from the arrival on; the caller empties the queue."""
        value = self.cost(card)
        self.enter(card, seat)
        self.log(card, {"shelter": "placed", "token": "token_made"}.get(card.kind, "called"))
        self.check_copies(card)
        if card.kind == "shard":
            self.label_and_share(card, seat, value, spent)
        self.happen(Event({"shelter": "place", "shard": "shard"}.get(card.kind, "call"), seat, card))

    def label_and_share(self, card: Card, seat: int, value: int, spent: int) -> None:
        """FC-50, FC-51."""
        avatar = self.players[seat].avatar
        own, other = self.radiance(avatar), self.radiance(card)
        if own == other and self.settings.shard_maturation in ("label", "both"):
            avatar.labels.append(Label("mature", value))
        if {own, other} == {"L", "D"}:
            foes = self.foes(seat)
            for foe in foes:
                share = spent // len(foes)
                self.players[foe].sparkles += share
                self.add_to_turn(foe, "shared_received", share)
