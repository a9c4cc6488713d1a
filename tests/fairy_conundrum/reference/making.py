"""What the other operations of 5.2 do with cards: harm, control, making; for the slow implementation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairy_conundrum.reference.cards import MOST_ABILITIES, MOST_MORPHS, MOST_TOKENS, Card, Context, Row, Slot
from fairy_conundrum.reference.operations import VALUES, Operations
from fairy_conundrum.reference.words import PALETTE, Step

GONE = {"reap": "reaped", "bounce": "bounced", "todeck": "todeck"}
FROM_ANYWHERE = {"dissipate": "dissipated", "abandon": "abandoned", "fetch": "bounced", "discard": "abandoned"}


class Making(Operations):
    """The groups Harm, Control, Morphs and Making."""

    def act_on_cards(self, context: Context, step: Step, cards: list[Card], n: int) -> None:
        op, until = step.op, step.until or "stay"
        avatars = [card for card in cards if card.is_avatar]
        others = [card for card in cards if not card.is_avatar]
        if op in VALUES:
            for card in unmoved(cards):
                self.change_value(context, step, card, n)
        elif op == "dmg":
            self.damage(cards, n)
        elif op == "life":
            for card in avatars:
                self.change_life(card.owner, n, "gained" if n > 0 else "lost_direct")
            self.remove(others if n < 0 else [], "reaped")  # FC-82
        elif op in GONE or op in FROM_ANYWHERE:
            self.take_out(op, avatars, others)
        elif op == "imprison":
            self.remove(others, "imprisoned", context, until)
        elif op in ("fuse", "marry"):
            self.join(op, context, others)
        else:
            for card in unmoved(cards):
                self.act_on_card(context, op, card, n, until)

    def take_out(self, op: str, avatars: list[Card], others: list[Card]) -> None:
        if op in GONE:
            self.remove(others, GONE[op])
        else:
            for card in others:
                if not card.in_valley and op in ("abandon", "discard"):
                    self.log(card, "discarded")
                    self.add_to_turn(card.owner, "discarded", int(card.zone == "hand"))
            self.send(others, FROM_ANYWHERE[op])
        for avatar in avatars:
            self.count_leaving(avatar, (GONE | FROM_ANYWHERE)[op])
        if avatars:
            self.fall([card.owner for card in avatars], "effect")  # FC-100

    def act_on_card(self, context: Context, op: str, card: Card, n: int, until: str) -> None:
        """Operations done card by card; one may have stopped the next."""
        source = self.whole(context.source)
        if op == "bewitch" and card.in_valley and card.narr != context.user:
            self.bewitch(card, context, until)
        elif op == "purify" and card.in_valley:
            self.purify(card)
        elif op == "free":
            self.free(card)
        elif op in ("steala", "stealm"):
            (self.steal_ability if op == "steala" else self.steal_morph)(context.user, source, card)
        elif op in ("action", "restore"):
            card.actioned = op == "action"
        elif op in ("shelter", "lodge") and self.legal_fairy(op, card):
            self.move_unit(self.unit(card), self.ask(context.user, "HOST", self.hosts(op, card)))
        elif op == "exit" and card.host:
            self.move_unit(self.unit(card), None)
        elif op == "link":
            source.linked = card
        elif op == "store" and card.in_valley:
            self.store(context.user, card, n)
        elif op == "unstore":
            self.unstore(card)
        elif op == "summon" and not self.blocked(card):
            self.arrive_called(card, context.user, 0)
        elif op == "copy":
            self.make_token(context.user, card.row)

    def purify(self, card: Card) -> None:
        """FC-115."""
        card.damage, card.labels = 0, []
        card.morphs = united(code for part in card.parts for code in part.row.morphs)
        if card.spouse:
            card.spouse.spouse = None
            card.spouse = None

    # -- stealing (FC-119)

    def steal_ability(self, user: int, thief: Card, victim: Card) -> None:
        slots = self.slots_of(victim)
        if not slots:
            return
        slot = self.ask(user, "ABILITY", slots)
        self.log(victim, "stolen_from")
        player = self.own_avatar(victim)
        own = player.stage_slots[player.stage - 1] if victim.is_avatar else victim.slots
        (own if slot in own else victim.slots).remove(slot)
        if len(thief.slots) < MOST_ABILITIES:
            thief.slots.append(Slot(slot.ability))

    def steal_morph(self, user: int, thief: Card, victim: Card) -> None:
        codes = [code for code in PALETTE if code in victim.morphs and code not in thief.morphs]
        if codes and len(thief.morphs) < MOST_MORPHS:
            code = self.ask(user, "MORPH", codes)
            self.log(victim, "stolen_from")
            self.lose_morph(victim, code)
            self.gain_morph(thief, code)

    def codes_to_change(self, card: Card, n: int) -> list[str]:
        """The morphemes that may be gained or lost."""
        if n < 0:
            return [code for code in PALETTE if code in card.morphs]
        return [code for code in PALETTE if code not in card.morphs] if len(card.morphs) < MOST_MORPHS else []

    # -- storing (FC-120)

    def store(self, user: int, bearer: Card, n: int) -> None:
        for _ in range(n):
            hand = self.lay("hand", user)
            if hand:
                card = self.ask(user, "TARGET", hand)
                self.log(card, "stored")
                self.shift(card, "stored")
                card.bearer = bearer

    def unstore(self, bearer: Card) -> None:
        cards = self.stored_under(bearer)
        bearer.followed = []
        for card in cards:
            self.shift(card, "hand")

    # -- tokens (FC-122, FC-123)

    def make_token(self, seat: int, row: Row) -> None:
        """Free, as if called; an E copy beside another does nothing (FC-21)."""
        there = [card for card in self.cards if card.token and card.owner == seat and card.zone in ("valley", "fused")]
        if len(there) >= MOST_TOKENS:
            self.mark_cut(seat)
            return
        card = Card(row, seat, token=True)
        if self.blocked(card):
            return
        self.cards.append(card)
        self.arrive_called(card, seat, 0)

    # -- fusion and marriage (FC-124 to FC-127)

    def join(self, op: str, context: Context, cards: list[Card]) -> None:
        """With this fairy, or the picks together."""
        if self.acts_itself(context):
            cards = [self.whole(context.source), *cards]
        if op == "fuse" and len(cards) > 1:
            self.fuse(context.user, cards)
        if op == "marry":
            for other in cards[1:]:
                if self.are_a_pair(cards[0], other):
                    self.marry(cards[0], other)
                    self.log(cards[0], "married")
                    self.log(other, "married")

    def fuse(self, user: int, cards: list[Card]) -> None:
        """FC-124: the first is the base; spouses are absorbed too (FC-127)."""
        base = cards[0]
        joined: list[Card] = []
        for card in cards:
            joined += [partner for partner in (card, card.spouse) if partner and partner not in joined]
        present = [self.radiance(fused) for fused in joined]
        radiances = [letter for letter in "LDN" if letter in present]
        self.radiance_of_base = present[0]
        radiance = self.ask(user, "RADIANCE", radiances)
        for card in joined:
            self.log(card, "fused")
            card.spouse = None
        base.morphs = united(code for card in joined for code in card.morphs)
        for card in joined[1:]:
            self.absorb(base, card)
        base.radiance = radiance

    def absorb(self, base: Card, card: Card) -> None:
        """One more component."""
        known = {slot.ability.text for slot in base.slots}
        base.slots = (base.slots + [slot for slot in card.slots if slot.ability.text not in known])[:MOST_ABILITIES]
        base.labels = sorted(base.labels + card.labels, key=lambda label: label.number)
        base.damage += card.damage
        base.vol += card.vol
        base.actioned |= card.actioned
        base.linked = base.linked or (card.linked if card.linked is not base else None)
        if card.widow and not base.widow:
            base.widow, base.lost, base.lost_ids = card.widow, card.lost, card.lost_ids
        base.parts = base.parts + card.parts
        card.labels, card.damage, card.vol = [], 0, 0
        for part in card.parts:
            part.zone, part.base, part.host, part.parts = "fused", base, None, [part]
            part.linked, part.responsible, part.hold, part.home = None, None, "", None
        for other in self.cards:
            self.point_elsewhere(other, card, base)
        for bearer in [*self.cards, *self.players]:
            for label in bearer.labels:
                label.source = base if label.source is card else label.source

    def point_elsewhere(self, other: Card, card: Card, base: Card) -> None:
        """Whatever spoke of the component speaks of the fusion."""
        if other.linked is card:
            other.linked = base if other is not base else None
        if other.responsible is card and other is not card:
            other.responsible = base
        if other.bearer is card:
            other.bearer = base
        if other.lost is card:
            other.lost = base


def unmoved(cards: Iterable[Card]) -> Iterator[Card]:
    """One after another, but those that another's fate has made new objects meanwhile (FC-9)."""
    for card, object in [(card, card.times) for card in cards]:
        if card.times == object:
            yield card


def united(codes: Iterable[str]) -> list[str]:
    """Equal morphemes once, and four at most (FC-124)."""
    return list(dict.fromkeys(codes))[:MOST_MORPHS]
