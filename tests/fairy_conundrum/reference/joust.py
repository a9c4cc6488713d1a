"""Life, damage, the joust and elimination of Fairy Conundrum, for the slow implementation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairy_conundrum.reference.cards import Card, Event, GameOver
from fairy_conundrum.reference.making import Making
from fairy_conundrum.reference.table import by_arrival


class Joust(Making):
    """FC-78 to FC-83, FC-100, FC-101, FC-171."""

    # -- life

    def change_life(self, seat: int, n: int, why: str) -> None:
        """``why``: a component of the score (section 6). The caller looks at the lives when all is done."""
        player = self.players[seat]
        if not player.alive:
            return
        player.life += n
        player.points[why] += n
        if n < 0:
            self.happen(Event("life", seat, player.avatar))

    def look_at_lives(self) -> None:
        """FC-100: below 0 an avatar is reaped at once; simultaneous ones together."""
        self.fall([player.seat for player in self.living() if player.life < 0], "life")

    def defence(self, seat: int) -> int:
        """D of FC-81."""
        with self.frozen():
            total = sum(self.contribution(card) for card in self.fairies(seat))
        return max(0, total - self.players[seat].absorbed) if total >= 0 else total

    def damage_avatar(self, seat: int, n: int, why: str, defence: int | None = None) -> int:
        """FC-81; gives the life lost."""
        if n <= 0:
            return 0
        if defence is None:
            defence = self.defence(seat)
        if defence > 0:
            self.players[seat].absorbed += min(n, defence)
        lost = max(0, n - defence)
        if lost:
            self.change_life(seat, -lost, why)
        return lost

    def damage(self, cards: Sequence[Card], n: int) -> None:
        """FC-80: it adds up; who is dead is seen when the step is done."""
        for card in cards:
            if card.is_avatar:
                self.damage_avatar(card.owner, n, "lost_damage")
            elif n > 0:
                card.damage += n

    # -- the joust

    def joust_moment(self) -> None:
        """FC-78."""
        strikes = []
        for player in self.destiny():
            if player.alive and self.begin_part(player.seat):
                event = self.declare(player.seat)
                if self.settings.joust_mode == "simultaneous":
                    strikes.append(event)
                else:
                    self.strike([event])
            self.mature_all()
        if strikes:
            self.strike(strikes)
            self.mature_all()

    def declare(self, seat: int) -> Event:
        """FC-79: the target, the event with its traps and abilities."""
        target = self.ask(seat, "FOE", self.foes(seat))
        self.players[seat].row["joust_target"] = target
        event = Event("joust", seat, self.players[seat].avatar, target)
        self.happen(event)
        self.drain()
        return event

    def strike(self, events: Sequence[Event]) -> None:
        """Attacks and defences are read, then the losses are applied together."""
        alive = [joust for joust in events if self.players[joust.player].alive and self.players[joust.target].alive]
        attacks = [(event, self.attack(event)) for event in alive]
        if self.settings.joust_assign == "split":
            attacks = self.split(attacks)
        read = [(event, attack, self.defence(event.target)) for event, attack in attacks]
        hits = []
        for event, attack, defence in read:
            lost = self.damage_avatar(event.target, attack, "lost_joust", defence)
            row = self.players[event.player].row
            row["joust_defence"], row["joust_life_taken"] = defence, lost
            self.add_to_turn(event.target, "joust_life_lost", lost)
            if lost:
                hits.append(Event("hit", event.player, event.card, event.target))
        for hit in hits:
            self.happen(hit)
        self.look_at_lives()
        self.settle()
        self.drain()

    def attack(self, event: Event) -> int:
        """The sum of ray; 0 when cancelled (FC-163)."""
        with self.frozen():
            fairies = [] if event.cancelled else self.fairies(event.player)
            rays = [self.number(card, "ray") for card in fairies]
        for card, ray in zip(fairies, rays, strict=True):
            self.log(card, "joust_ray", ray)
        self.players[event.player].row["joust_attack"] = sum(rays)
        return sum(rays)

    def split(self, attacks: list[tuple[Event, int]]) -> list[tuple[Event, int]]:
        """FC-83: parts of the attack are damage to the target's fairies; the rest goes to the avatar."""
        assigned: list[Card] = []
        rests = []
        for event, attack in attacks:
            fairies, rest = self.fairies(event.target), attack
            while rest > 0 and fairies:
                fairy = self.ask(event.player, "SPLIT", [None, *fairies])
                if fairy is None:
                    break
                assigned.append(fairy)
                rest -= 1
            rests.append((event, rest))
        self.damage(assigned, 1)
        self.cause = attacks[0][0].player if self.settings.joust_mode == "sequential" else None
        self.settle()
        self.cause = None
        return rests

    # -- elimination

    def fall(self, seats: Iterable[int], cause: str) -> None:
        """FC-100, FC-171. Raises GameOver when at most one avatar is left."""
        seats = [seat for seat in dict.fromkeys(seats) if self.players[seat].alive]
        if not seats:
            return
        for seat in seats:
            self.write_row(seat)
        for seat in seats:
            player = self.players[seat]
            player.alive, player.cause, player.fell = False, cause, self.falls
        self.falls += 1
        for seat in seats:
            self.clear_away(seat)
        if self.is_over():
            raise GameOver
        self.settle()

    def clear_away(self, seat: int) -> None:
        """FC-171: what he held goes free, his cards go to memory without triggers, his guests go to exploration."""
        held = [card for card in self.cards if card.responsible and self.is_his(card.responsible, seat)]
        narrated = [card for card in self.valley(seat) if card.owner != seat and card not in held]
        for card in by_arrival([*held, *narrated]):
            if card.owner != seat and card.zone == "prison":
                self.let_out(card)
            elif card.owner != seat and (card.bewitched or card.narr == seat) and card.in_valley:
                self.release(card)  # it may have come out with its shelter
        owned = [card for card in self.cards if card.owner == seat and card.zone != "memory"]
        mine = list(dict.fromkeys(self.whole(card) for card in owned))  # with one component goes the fusion (FC-124)
        leaving = [card for card in mine if card.in_valley and not card.is_avatar]
        linking = [card for card in self.linking_to(mine) if card not in mine]
        guests = [card for card in self.valley() if card.host in leaving and card not in leaving]
        for card in by_arrival(mine):
            self.forget(card)
        for guest in by_arrival(guests):
            guest.host = None
        self.players[seat].deck, self.players[seat].canvas = [], []
        self.end_links(linking, "dissipated")
        for card in mine:
            self.end_stays(card)
        self.let_waiting_out()

    def is_his(self, card: Card, seat: int) -> bool:
        return card.owner == seat or card.side == seat

    def forget(self, card: Card) -> None:
        """Into memory, without triggers."""
        self.drop_labels(lambda label: label.until == "stay" and label.source is card)
        if card.spouse:
            self.bereave(card.spouse, card, card.ids, "dissipated")
        for other in self.cards:
            if other.home is card:
                other.home = None
        under = by_arrival(other for other in self.cards if other.zone == "stored" and self.whole(other.bearer) is card)
        for part in [*card.parts, *under]:  # FC-120
            part.renew()
            self.put(part, "memory")

    # -- given by other classes

    def begin_part(self, seat: int) -> bool:
        raise NotImplementedError

    def mature_all(self) -> None:
        raise NotImplementedError

    def write_row(self, seat: int) -> None:
        raise NotImplementedError

    falls: int
