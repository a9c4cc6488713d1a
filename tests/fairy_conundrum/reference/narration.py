"""Narration and Conspiracy of Fairy Conundrum: what a player may do, and doing it; for the slow implementation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fairy_conundrum.reference.cards import Card, Event, Player, Slot
from fairy_conundrum.reference.moments import Moments

Option = tuple[Any, ...]  # a verb and what it is done with
END: Option = ("end",)


class Narration(Moments):
    """FC-37, FC-38, FC-40 to FC-45, FC-53, FC-60, FC-61, FC-68, FC-75, FC-76, FC-160, FC-161."""

    # -- the two moments

    def narration_moment(self) -> None:
        """FC-30: each finishes before the next starts, or one action each in rotation."""
        for player in self.living():
            player.called = 0
        if self.settings.narration_mode == "whole":
            self.parts(self.narrate)
        else:
            self.rotate("NAR", self.narration_options)

    def narrate(self, player: Player) -> None:
        for _ in range(self.settings.narration_cap):
            if not player.alive or not self.one_action(player, "NAR", self.narration_options(player.seat)):
                return
        self.mark_cut(player.seat)

    def conspiracy_moment(self) -> None:
        """FC-38."""
        self.rotate("CON", self.conspiracy_options)

    def rotate(self, point: str, options: Any) -> None:
        """One action each until all pass in succession."""
        begun: set[int] = set()
        done = dict.fromkeys(self.order, 0)
        passed = 0
        while passed < len(self.living()):
            for player in self.destiny():
                if passed >= len(self.living()):
                    return
                if not player.alive:
                    continue
                if player.seat not in begun:
                    begun.add(player.seat)
                    if not self.begin_part(player.seat):
                        continue
                if done[player.seat] >= self.settings.narration_cap:
                    self.mark_cut(player.seat)
                    passed += 1
                    continue
                acted = self.one_action(player, point, options(player.seat))
                done[player.seat] += acted
                passed = 0 if acted else passed + 1

    def one_action(self, player: Player, point: str, options: list[Option]) -> bool:
        """Ask for one action and do it; False: no more."""
        chosen = self.ask(player.seat, point, options)
        if chosen == END:
            return False
        if point == "NAR":
            self.book_call(player, chosen, options)
        self.follow(lambda: self.do(player.seat, chosen))
        return True

    def follow(self, action: Callable[[], None]) -> None:
        """An action, and all that comes of it."""
        self.resolutions = 0
        action()
        self.settle()
        self.drain()
        self.mature_all()

    def book_call(self, player: Player, chosen: Option, options: list[Option]) -> None:
        """Section 6: a card of the hand is called, among all of the hand that could be."""
        calls = [option for option in options if option[0] in ("call", "place") and option[1].zone == "hand"]
        if chosen in calls:
            self.book.log(player.seat, [card.row.id for _, card in calls], chosen[1].row.id)

    def do(self, seat: int, option: Option) -> None:
        verb, card, *more = option
        if verb == "call":
            self.call(seat, card)
        elif verb == "place":
            self.place(seat, card)
        elif verb == "set":
            self.set(seat, card)
        elif verb in ("shelter", "passage"):
            self.move_unit(card, more[0])
        else:
            self.act(seat, card, more[0])

    # -- what is legal

    def narration_options(self, seat: int) -> list[Option]:
        """In the order of the contract with the kernels."""
        with self.frozen():
            hand, units = self.lay("hand", seat), self.units(self.fairies(seat, explores=False))
            options = [END]
            for card in hand:
                if card.kind == "shelter":
                    options += [("place", card)] if self.can_place(seat, card) else []
                elif self.can_call(seat, card):
                    options.append(("call", card))
            options += [("call", card) for card in self.lay("traps", seat) if self.can_call(seat, card)]
            options += [("set", card) for card in hand if self.can_set(seat, card)]
            rooms = self.rooms(seat)
            options += [("shelter", unit, room) for unit in units if self.can_go_in(seat, unit) for room in rooms]
            options += [("passage", unit, room) for unit, room in self.passages(seat, units, rooms)]
            return options + self.act_options(seat)

    def conspiracy_options(self, seat: int) -> list[Option]:
        """FC-38."""
        with self.frozen():
            hand = self.lay("hand", seat)
            shards = [card for card in hand + self.lay("traps", seat) if card.kind == "shard"]
            options = [END] + [("call", card) for card in shards if self.can_call(seat, card)]
            options += [("set", card) for card in hand if self.can_set(seat, card)]
            return options + self.act_options(seat)

    def can_call(self, seat: int, card: Card) -> bool:
        """FC-21, FC-41, FC-44, FC-53."""
        toll = self.toll(seat) if card.is_fairy else 0
        if self.cost(card) + toll > self.players[seat].sparkles or self.blocked(card):
            return False
        calls = [slot for slot in card.slots if slot.ability.trigger == "CALL"]
        for slot in calls if card.kind == "shard" else ():
            for step in slot.ability.steps:
                picked_before = step.selector is not None and step.selector.special == "it"
                context = self.context(seat, card, slot.ability, None)
                if step.op == "link" and not picked_before and not self.named(context, step):
                    return False
        return True

    def can_place(self, seat: int, card: Card) -> bool:
        """FC-45."""
        player = self.players[seat]
        return not player.placed and self.cost(card) <= player.sparkles

    def can_set(self, seat: int, card: Card) -> bool:
        """FC-75."""
        return card.row.mes > 0 and self.players[seat].sparkles >= self.settings.mes_set_cost

    def can_go_in(self, seat: int, unit: list[Card]) -> bool:
        """FC-60, FC-61."""
        ready = all(card.explores and not card.actioned for card in unit)
        return ready and (self.has_entry(seat) or self.has_teleport(unit[0]))

    def passages(self, seat: int, units: list[list[Card]], rooms: list[Card]) -> list[tuple[list[Card], Card]]:
        """FC-68."""
        if not any(shelter.trait("passage") for shelter in self.shelters(seat)):
            return []
        inside = [unit for unit in units if unit[0].host]
        return [(unit, room) for unit in inside for room in rooms if room is not unit[0].host]

    def act_options(self, seat: int) -> list[Option]:
        """Avatar first, then by arrival, top to bottom."""
        options = []
        for card in [self.players[seat].avatar, *self.valley()]:
            if card in self.working() and seat in self.users(card):
                for slot in self.slots_of(card):
                    if slot.ability.trigger == "ACT" and self.can_act(seat, card, slot):
                        options.append(("act", card, slot))
        return options

    def can_act(self, seat: int, card: Card, slot: Slot) -> bool:
        """FC-160, FC-161."""
        if card.is_fairy:
            ready = card.explores and not card.actioned
        else:
            ready = seat not in slot.used_by
        ability = slot.ability
        return ready and self.can_pay(ability.costs, seat, card) and self.may_begin(ability, seat, card, slot, None)

    # -- doing it

    def call(self, seat: int, card: Card) -> None:
        """FC-40 to FC-42, FC-54, FC-76."""
        player, cost = self.players[seat], self.cost(card)
        toll = self.toll(seat) if card.is_fairy else 0
        player.sparkles -= cost + toll
        self.add_to_turn(seat, "spent_calls", cost)
        self.add_to_turn(seat, "spent_toll", toll)
        self.add_to_turn(seat, "fairies_called" if card.is_fairy else "shards_called")
        player.called += card.is_fairy
        self.arrive_called(card, seat, cost)

    def place(self, seat: int, card: Card) -> None:
        """FC-45."""
        player, cost = self.players[seat], self.cost(card)
        player.sparkles -= cost
        player.placed = True
        self.add_to_turn(seat, "spent_calls", cost)
        self.add_to_turn(seat, "shelters_called")
        self.arrive_called(card, seat, cost)

    def set(self, seat: int, card: Card) -> None:
        """FC-75."""
        cost = self.settings.mes_set_cost
        self.players[seat].sparkles -= cost
        self.add_to_turn(seat, "spent_mes", cost)
        self.add_to_turn(seat, "traps_set")
        self.log(card, "set")
        self.shift(card, "traps")
        card.active = True
        self.happen(Event("set", seat, card))

    def act(self, seat: int, card: Card, slot: Slot) -> None:
        """FC-160: costs first; FC-161: a fairy is actioned by it."""
        if card.is_fairy:
            card.actioned = True
        else:
            slot.used_by.add(seat)
        slot.resolved += 1
        self.log(card, "acted")
        if card.owner != seat:
            self.log_use_by_other(card)
        self.add_to_turn(seat, "abilities_used")
        self.pay(slot.ability.costs, seat, card)
        self.happen(Event("act", seat, card))
        self.run(self.context(seat, card, slot.ability, None))

    def log_use_by_other(self, card: Card) -> None:
        for part in card.parts:
            self.players[part.owner].used_by_others[part.row.id] += 1
