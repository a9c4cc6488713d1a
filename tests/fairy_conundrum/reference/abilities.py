"""Events, mesangettes, triggered abilities and costs of Fairy Conundrum, for the slow implementation."""

from __future__ import annotations

from fairy_conundrum.reference.cards import Card, Context, Event, Slot
from fairy_conundrum.reference.holds import Holds
from fairy_conundrum.reference.values import CURRENT, PLAYERS
from fairy_conundrum.reference.words import PALETTE, Ability, Cost, Step

STILL_THERE = ("call", "shard", "place", "in", "free", "act")  # events whose card must still be in the valley
TWO_SIDED = ("joust", "hit")  # player: who strikes; target: who is struck


class Abilities(Holds):
    """FC-77, FC-160 to FC-164."""

    queue: list[Event]
    resolutions: int

    # -- events (FC-162)

    def happen(self, event: Event, collected: bool = False) -> None:
        """Queue an event; who listens is found now, before any card is moved by it."""
        with self.frozen():
            working = self.working()
            if event.kind in ("call", "shard", "place") and event.card in working:
                event.calls = self.own_slots(event.card, ("CALL",), [event.player])
            entries = self.triggered_by_itself(event, working)
            for card in working:
                for user in self.users(card):
                    for slot in self.slots_of(card):
                        if slot.ability.trigger == "WHEN" and self.met(slot.ability, event, user, card):
                            entries.append((user, card, slot))
            event.listeners = self.in_order(entries)
            for card in self.lay("traps"):
                slots = [slot for slot in traps_of(card) if self.met(slot.ability, event, card.owner, card)]
                if card.active and slots:
                    event.traps.append((card.owner, card, slots))
        self.queue.append(event)

    def triggered_by_itself(self, event: Event, working: list[Card]) -> list[tuple[int, Card, Slot]]:
        """IN, OUT, LEAVE, REAPED, ENDVOL and AT abilities."""
        card, kind = event.card, event.kind
        entries: list[tuple[int, Card, Slot]] = []
        if kind == "at":
            for hearer in working:
                if event.player in self.users(hearer):
                    slots = self.own_slots(hearer, ("AT",), [event.player])
                    entries += [entry for entry in slots if entry[2].ability.moment == self.moment]
        if kind in ("in", "out"):
            for hearer in (card, card.host):
                if hearer is not None and hearer in working:
                    entries += self.own_slots(hearer, (kind.upper(),), [card.narr])  # FC-69: each for his own guests
        words = {"reaped": ("REAPED", "LEAVE"), "leave": ("LEAVE",), "endvol": ("ENDVOL",)}.get(kind, ())
        if words and card in working:
            entries += self.own_slots(card, words, self.users(card))
        return entries

    def own_slots(self, card: Card, words: tuple[str, ...], users: list[int]) -> list[tuple[int, Card, Slot]]:
        slots = [slot for slot in self.slots_of(card) if slot.ability.trigger in words]
        return [(user, card, slot) for user in users for slot in slots]

    def in_order(self, entries: list[tuple[int, Card, Slot]]) -> list[tuple[int, Card, Slot]]:
        """FC-162: destiny order of narrators, arrival, top to bottom (the order in which they were found)."""
        return sorted(entries, key=lambda entry: (self.order.index(entry[0]), entry[1].arrival))

    def met(self, ability: Ability, event: Event, user: int, card: Card) -> bool:
        """Whether an event is the one a WHEN or TRAP ability waits for."""
        if ability.event != event.kind or not self.players[user].alive:
            return False
        struck = event.target == user if event.kind in TWO_SIDED else event.player != user
        on_side = {"own": event.player == user, "foe": struck, "any": event.player == user or struck}[ability.side]
        return on_side and all(self.passes(event.card, test, card, CURRENT) for test in ability.tests)

    def drain(self) -> None:
        """All events, one after another; those that happen meanwhile come last."""
        while self.queue:
            event = self.queue.pop(0)
            self.window(event)
            for user, card, slot in event.calls:
                if card.in_valley and not event.cancelled:
                    self.resolve(user, card, slot, event)
            for user, card, slot in event.listeners:
                self.resolve(user, card, slot, event)
            if event.kind == "endvol" and event.card.in_valley and event.card.vol == 0:
                self.remove([event.card], "reaped")  # FC-33
                self.settle()

    # -- mesangettes (FC-77)

    def window(self, event: Event) -> None:
        """In initiative order each player may activate one of the traps that are met."""
        for seat in self.initiative_order:
            if self.players[seat].alive:
                self.offer(seat, event)

    def offer(self, seat: int, event: Event) -> None:
        live = {card: self.live_traps(card, slots, event) for holder, card, slots in event.traps if holder == seat}
        met = [card for card, slots in live.items() if slots]
        if not met:
            return
        if self.resolutions >= self.settings.trigger_cap:
            self.mark_cut(seat)
            return
        payable = [card for card in met if card.row.mes <= self.players[seat].life]
        chosen = self.ask(seat, "MES", [None, *payable])
        if chosen is None:
            for card in met:
                card.active = False
                self.log(card, "trap_lapsed")
                self.add_to_turn(seat, "traps_lapsed")
        else:
            self.activate(seat, chosen, live[chosen], event)

    def live_traps(self, card: Card, slots: list[Slot], event: Event) -> list[Slot]:
        """Face down and active, the card of the event still there, conditions hold, the first step has a target."""
        there = event.card.in_valley if event.kind in STILL_THERE else True
        if event.kind == "set":
            there = event.card.zone == "traps"
        if not there or card.zone != "traps" or not card.active:
            return []
        return [slot for slot in slots if self.may_begin(slot.ability, card.owner, card, slot, event)]

    def may_begin(self, ability: Ability, user: int, card: Card, slot: Slot, event: Event | None) -> bool:
        """Its conditions hold and its first step has a target, or needs none (FC-160)."""
        context = self.context(user, card, ability, event)
        if not all(self.holds(cond, user, card, slot, picked=context.picked) for cond in ability.conds):
            return False
        return self.has_target(context, ability.steps[0])

    def activate(self, seat: int, card: Card, slots: list[Slot], event: Event) -> None:
        """Pay the life, do all that matches, then to rest as abandoned unless a step moved it."""
        self.resolutions += 1
        self.log(card, "trap_fired")
        self.add_to_turn(seat, "traps_fired")
        self.change_life(seat, -card.row.mes, "paid_mes")
        self.look_at_lives()
        for slot in slots:
            if self.can_pay(slot.ability.costs, seat, card):
                self.pay(slot.ability.costs, seat, card)
                slot.resolved += 1
                self.run(self.context(seat, card, slot.ability, event))
        if card.zone == "traps":
            self.shift(card, "rest")
            self.end_if_gone(card)
            self.settle()

    # -- triggered abilities

    def context(self, user: int, source: Card, ability: Ability, event: Event | None) -> Context:
        """FC-170: in an ability triggered by a foe's event, ``foe`` is that player."""
        context = Context(user, source, ability, event)
        if event is not None and ability.trigger in ("WHEN", "TRAP") and event.player != user:
            context.foe = event.player
        if event is not None and ability.trigger not in ("CALL", "AT"):
            context.picked = [event.card]
        return context

    def resolve(self, user: int, card: Card, slot: Slot, event: Event) -> None:
        """A triggered ability, if its conditions hold, its costs are paid, and, with ``?``, its narrator wants it."""
        ability = slot.ability
        if not self.players[user].alive:
            return
        if self.resolutions >= self.settings.trigger_cap:
            self.mark_cut(user)
            return
        context = self.context(user, card, ability, event)
        if not all(self.holds(cond, user, card, slot, picked=context.picked) for cond in ability.conds):
            return
        if not self.can_pay(ability.costs, user, card):
            return
        if ability.optional and not (
            self.has_target(context, ability.steps[0]) and self.ask(user, "MAY", [False, True])
        ):
            return
        self.resolutions += 1
        slot.resolved += 1
        self.pay(ability.costs, user, card)
        self.run(context)

    def run(self, context: Context) -> None:
        """All steps (FC-160), then what follows by itself."""
        before, self.cause = self.cause, context.user
        for step in context.ability.steps:
            self.do_step(context, step)
            self.settle()
        self.cause = before
        self.end_if_gone(context.source)
        self.settle()

    def foe_of(self, context: Context) -> int:
        """The one opponent of an ability, chosen when first needed (FC-170); -1: none, or it has fallen since."""
        if context.foe < 0 and self.foes(context.user):
            context.foe = self.ask(context.user, "FOE", self.foes(context.user))
        return context.foe if context.foe >= 0 and self.players[context.foe].alive else -1

    def step_players(self, context: Context, step: Step) -> list[int]:
        """The players a step acts on."""
        word = step.selector.special if step.selector else ("foe" if step.op == "siphon" else "me")
        assert word in PLAYERS, step
        if word == "foe":
            foe = self.foe_of(context)
            return [foe] if foe >= 0 else []
        if word == "foes":
            return self.foes(context.user)
        seats = [context.user] if word == "me" else self.clockwise(context.user)
        return [seat for seat in seats if self.players[seat].alive]

    # -- costs (FC-152, FC-160)

    def can_pay(self, costs: tuple[Cost, ...], user: int, card: Card) -> bool:
        player = self.players[user]
        card = self.whole(card)
        total = {kind: sum(cost.n for cost in costs if cost.kind == kind) for kind in ("sp", "life", "vol", "abandon")}
        enough = total["sp"] <= player.sparkles and total["life"] <= max(0, player.life) and total["vol"] <= card.vol
        reaps = any(cost.kind == "reap" for cost in costs)
        morphs = all(self.can_pay_morphs(cost, user, card) for cost in costs if cost.kind == "morph")
        there = card.in_valley and not card.is_avatar
        return enough and total["abandon"] <= len(self.lay("hand", user)) and morphs and (there or not reaps)

    def payers(self, cost: Cost, user: int, card: Card) -> list[Card]:
        """FC-152: never a card's last morpheme, except the avatar's."""
        cards = [card] if cost.own else [self.players[user].avatar, *self.valley(user)]
        cards = [payer for payer in cards if payer.in_valley and len(payer.morphs) >= (1 if payer.is_avatar else 2)]
        return [payer for payer in cards if not cost.code or cost.code in payer.morphs]

    def can_pay_morphs(self, cost: Cost, user: int, card: Card) -> bool:
        payers = self.payers(cost, user, card)
        if cost.code:
            return bool(payers)
        return sum(len(payer.morphs) - (0 if payer.is_avatar else 1) for payer in payers) >= cost.n

    def pay(self, costs: tuple[Cost, ...], user: int, card: Card) -> None:
        """One after another."""
        card = self.whole(card)
        for cost in costs:
            if cost.kind == "sp":
                self.players[user].sparkles -= cost.n
                self.add_to_turn(user, "spent_other", cost.n)
            if cost.kind == "life":
                self.change_life(user, -cost.n, "paid_cost")
                self.look_at_lives()
            if cost.kind == "vol":
                self.change_vol(card, -cost.n)
            if cost.kind == "abandon":
                self.discard(user, cost.n)
            if cost.kind == "reap":
                self.remove([card], "reaped")
            if cost.kind == "morph":
                self.pay_morphs(cost, user, card)
        self.settle()

    def pay_morphs(self, cost: Cost, user: int, card: Card) -> None:
        """One after another, each a morpheme of a card: by colour, then the avatar, then by arrival."""
        for _ in range(cost.n):
            payers = self.payers(cost, user, card)
            codes = [cost.code] if cost.code else PALETTE
            pairs = [(code, payer) for code in codes for payer in payers if code in payer.morphs]
            if pairs:
                code, payer = self.ask(user, "MORPH", pairs)
                self.lose_morph(payer, code)

    def change_vol(self, card: Card, n: int) -> None:
        """FC-33: when the last label is taken the card ends."""
        before, card.vol = card.vol, max(0, card.vol + n)
        if before > 0 and card.vol == 0 and card.in_valley:
            self.happen(Event("endvol", card.narr, card))

    def lose_morph(self, card: Card, code: str) -> None:
        """FC-151: with the last one the card is bounced; FC-153: the narrator picks another principal."""
        if code not in card.morphs:
            return
        principal = card.morphs[0]
        card.morphs.remove(code)
        if card.morphs and code == principal:
            chosen = self.ask(card.narr, "PRINCIPAL", list(card.morphs))
            card.morphs.remove(chosen)
            card.morphs.insert(0, chosen)
        if not card.morphs and card.in_valley and not card.is_avatar:
            self.remove([card], "bounced")

    def gain_morph(self, card: Card, code: str) -> None:
        """FC-150: neither a second time nor a fifth; at the right, but the original principal at the left (FC-153)."""
        if code not in card.morphs and len(card.morphs) < 4:
            card.morphs.insert(0 if code == card.original else len(card.morphs), code)

    # -- given by other classes

    def has_target(self, context: Context, step: Step) -> bool:
        raise NotImplementedError

    def do_step(self, context: Context, step: Step) -> None:
        raise NotImplementedError

    def change_life(self, seat: int, n: int, why: str) -> None:
        raise NotImplementedError

    def look_at_lives(self) -> None:
        raise NotImplementedError

    def discard(self, seat: int, n: int) -> None:
        raise NotImplementedError


def traps_of(card: Card) -> list[Slot]:
    return [slot for slot in card.slots if slot.ability.trigger == "TRAP"]
