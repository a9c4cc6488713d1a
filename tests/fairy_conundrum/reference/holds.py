"""Prison, bewitching, widows, surplus guests: what follows by itself in the slow Fairy Conundrum."""

from __future__ import annotations

from collections.abc import Iterable

from fairy_conundrum.reference.cards import Card, Context, Event, Label
from fairy_conundrum.reference.moves import Moves
from fairy_conundrum.reference.table import by_arrival

FOR_A_WHILE = ("bounced", "todeck", "imprisoned", "bewitched")  # FC-126


class Holds(Moves):
    """FC-64, FC-66, FC-80, FC-117, FC-118, FC-126."""

    # -- prison (FC-117)

    def lock_up(self, card: Card, batch: list[Card], by: Context | None, until: str) -> None:
        """Into its owner's prison; it keeps its state (FC-9)."""
        assert by is not None
        if card.host in batch:
            card.inside = card.host
        else:
            card.home = card.host
        card.host = None
        card.narr, card.responsible, card.hold = card.owner, self.whole(by.source), until
        self.put(card, "prison")

    def let_out(self, card: Card) -> None:
        """Out of prison to where it was, under its owner (FC-117); not while a copy of an E card is there (FC-21)."""
        card.responsible, card.hold = None, ""
        if self.blocked(card):
            card.waiting = True
            return
        card.waiting, card.narr = False, card.owner
        shelter = card.inside or card.home
        card.home = card.inside = None
        self.put(card, "valley")
        self.log_free(card, shelter)
        for guest in self.lay("prison"):
            if guest.inside is card:
                self.let_out(guest)

    def log_free(self, card: Card, shelter: Card | None) -> None:
        """FC-64: straight back into its shelter, if that is there and has room; then the copies are looked at."""
        there = shelter is not None and shelter.in_valley and self.players[shelter.narr].alive
        if there and self.free_slots(shelter) > 0:
            card.host = shelter
        self.check_copies(card)
        self.happen(Event("free", card.owner, card))
        if card.in_valley and card.host:
            self.log(card, "sheltered")
            self.happen(Event("in", card.narr, card))

    def let_waiting_out(self) -> None:
        """FC-21: at the moment the other copy leaves."""
        for card in self.lay("prison"):
            if card.waiting and not self.blocked(card):
                self.let_out(card)

    # -- bewitching (FC-118)

    def bewitch(self, card: Card, by: Context, until: str) -> None:
        """The narrator of the ability narrates it, in exploration; his own card comes back to him."""
        if card.owner == by.user:
            self.release(card)
            return
        self.log(card, "bewitched")
        self.add_to_turn(by.user, "bewitched")
        if card.host:
            shelter = card.host
            self.leave_shelter(card)
            card.home = shelter
        if card.spouse:
            self.bereave(card.spouse, card, card.ids, "bewitched")
        source = self.whole(by.source)
        card.narr, card.responsible, card.hold = by.user, source, until
        card.witch = (source, source.times)
        self.check_copies(card)

    def release(self, card: Card) -> None:
        """To its owner, where it was: out of a shelter it has gone into since, away from a spouse it has found."""
        shelter, card.home = card.home, None
        if card.host:
            self.leave_shelter(card)
        if card.spouse:
            self.bereave(card.spouse, card, card.ids, "bewitched")
        card.narr, card.responsible, card.hold = card.owner, None, ""
        self.log_free(card, shelter)

    def free(self, card: Card) -> None:
        """From prison or from a spell."""
        if card.zone == "prison":
            self.let_out(card)
        elif card.bewitched:
            self.release(card)

    # -- the end of effects

    def end_stays(self, source: Card) -> None:
        """Its ``~stay`` effects end when a card has left the valley."""
        self.drop_labels(lambda label: label.until == "stay" and label.source is source)
        for card in by_arrival(card for card in self.cards if card.responsible is source and card.hold == "stay"):
            if card.responsible is source:
                self.free(card)

    def end_turn_effects(self) -> None:
        """FC-93."""
        self.drop_labels(lambda label: label.until == "turn")
        for card in by_arrival(card for card in self.cards if card.hold == "turn"):
            if card.hold == "turn":
                self.free(card)

    def drop_labels(self, ends) -> None:
        for bearer in [*self.cards, *self.players]:
            bearer.labels = [label for label in bearer.labels if not ends(label)]

    def end_if_gone(self, source: Card) -> None:
        """FC-77: the lasting effects of a card that is not in the valley end at once."""
        if not self.whole(source).in_valley:
            self.end_stays(source)

    def add_label(self, labels: list[Label], op: str, n, until: str, source: Card) -> None:
        labels.append(Label(op, n, until, self.whole(source)))

    # -- widows (FC-126)

    def bereave(self, card: Card, gone: Card, ids: list[str], how: str) -> None:
        """The spouse of a card that has gone."""
        card.spouse = None
        gone.spouse = None
        card.widow = "temp" if how in FOR_A_WHILE else "perm"
        card.lost, card.lost_ids = (gone, ids) if card.widow == "temp" else (None, [])

    def marry(self, partner: Card, other: Card) -> None:
        for card, spouse in ((partner, other), (other, partner)):
            card.spouse, card.widow, card.lost, card.lost_ids = spouse, "", None, []

    def same_place(self, card: Card, other: Card) -> bool:
        """On one side, and in exploration or in one shelter."""
        return card.in_valley and other.in_valley and card.narr == other.narr and card.host is other.host

    def remarry(self) -> bool:
        """The lost spouse, or a copy of it, has come back to the same side and place."""
        for card in self.valley():
            if card.widow == "temp":
                back = [other for other in self.valley() if self.is_back(card, other)]
                if back:
                    self.marry(card, card.lost if card.lost in back else back[0])
                    return True
        return False

    def is_back(self, widow: Card, other: Card) -> bool:
        known = other is widow.lost or bool(set(other.ids) & set(widow.lost_ids))
        available = other.single or other.lost is widow
        return known and available and other is not widow and other.is_fairy and self.same_place(widow, other)

    # -- what follows by itself

    def settle(self) -> None:
        """After every step: lethal damage, surplus guests, spouses that meet again."""
        while self.reap_dead() or self.move_surplus() or self.remarry():
            pass

    def is_dead(self, card: Card) -> bool:
        """FC-80; a married pair has one pool of damage (FC-125)."""
        unit = self.unit(card)
        damage = sum(member.damage for member in unit)
        return damage > 0 and damage >= max(0, sum(self.number(member, "mat") for member in unit)) + 1

    def reap_dead(self) -> bool:
        with self.frozen():
            hurt = [card for card in self.valley() if card.has_defence and card.damage > 0]
            dead = [card for card in hurt if self.is_dead(card)]
        if dead:
            self.remove(by_arrival({member for card in dead for member in self.unit(card)}), "reaped")
        return bool(dead)

    def move_surplus(self) -> bool:
        """FC-66: one unit of the first shelter that has too many."""
        with self.frozen():
            full = [shelter for shelter in self.valley() if shelter.kind == "shelter" and self.guests(shelter)]
            full = [shelter for shelter in full if self.free_slots(shelter) < 0]
        if not full:
            return False
        shelter = full[0]
        unit = self.ask(shelter.narr, "SURPLUS", self.units(self.guests(shelter)))
        seat = unit[0].narr
        others = self.rooms(seat, shelter)
        if self.has_entry(seat) or self.has_teleport(unit[0]):
            self.move_unit(unit, None)
        elif others and any(own_shelter.trait("passage") for own_shelter in self.shelters(seat)):
            self.move_unit(unit, self.ask(seat, "HOST", others))
        else:
            self.remove(unit, "reaped")
        return True

    def rooms(self, seat: int, but: Card | None = None) -> list[Card]:
        """The shelters of a narrator that have a free slot."""
        return [shelter for shelter in self.shelters(seat) if shelter is not but and self.free_slots(shelter) > 0]

    def move_unit(self, unit: Iterable[Card], shelter: Card | None) -> None:
        """Out of the shelter it is in, if it is in one; into another, if there is one."""
        unit = list(unit)
        for card in unit:
            if card.host:
                self.leave_shelter(card)
        for card in unit:
            if shelter:
                self.enter_shelter(card, shelter)
