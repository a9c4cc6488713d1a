"""The operations of ability steps (5.2): who is chosen, and what each does, for the slow implementation."""

from __future__ import annotations

from fairy_conundrum.reference.abilities import Abilities
from fairy_conundrum.reference.cards import Card, Context, Label
from fairy_conundrum.reference.table import PICK_STREAM, by_arrival
from fairy_conundrum.reference.values import PLAYER_VALUES, PLAYERS
from fairy_conundrum.reference.words import Selector, Step

FOR_PLAYERS = ("draw", "canvas", "wish", "spark", "siphon", "life", "discard", "mill", "token", *PLAYER_VALUES)
NUMBERS = ("ray", "mat", "stab", "slots", "cost", "mature")
ANYWHERE = ("dissipate", "abandon", "fetch", "peek", "discard")
ALREADY_THERE = {"fetch": "hand", "dissipate": "memory", "abandon": "memory", "discard": "memory"}  # nothing to do
LABELS = (*NUMBERS, "radiance", "astralae", "teleport", "hush")
VALUES = (*LABELS, "vol", "morph")
NEVER_AVATARS = (
    "imprison", "bewitch", "bounce", "todeck", "purify", "abandon", "discard", "fetch", "summon", "free",
    "vol", "shelter", "lodge", "exit", "marry", "fuse", "copy", "action", "restore",
)  # fmt: skip
SELF = Selector(special="self")


class Operations(Abilities):
    """Choosing, and the operations of the groups Flow, Player values and Card values."""

    # -- who may be chosen

    def for_players(self, step: Step) -> bool:
        """Whether a step acts on players."""
        word = step.selector.special if step.selector else ""
        named = step.selector is None or word in PLAYERS
        return step.op in FOR_PLAYERS and named and (step.op != "discard" or step.amount is not None)

    def named(self, context: Context, step: Step) -> list[Card]:
        """The legal targets of a step by arrival."""
        with self.frozen():
            cards = self.matching(step.selector or SELF, context.user, context.source, picked=context.picked)
            return [card for card in cards if self.legal(context, step, card)]

    def legal(self, context: Context, step: Step, card: Card) -> bool:
        """Whether an operation can act on a card."""
        op, source = step.op, self.whole(context.source)
        if op == "unstore":
            return bool(self.stored_under(card))
        if card.is_avatar:
            return card.in_valley and op not in NEVER_AVATARS and self.legal_there(context, step, card, source)
        if op == "free":
            return card.zone == "prison" or card.bewitched
        if op in ("summon", "fetch") and card.token and not card.in_valley:
            return False  # it has ceased (FC-122)
        if op == "summon":
            return not card.in_valley and len(card.parts) == 1 and not self.blocked(card)
        if op in ANYWHERE or op in LABELS:
            return card.zone not in ("fused", ALREADY_THERE.get(op))
        return card.in_valley and self.legal_there(context, step, card, source)

    def legal_there(self, context: Context, step: Step, card: Card, source: Card) -> bool:
        """The same for cards in the valley."""
        op = step.op
        if op in ("dmg", "life"):
            return card.has_defence or card.is_avatar
        if op == "bewitch":
            return card.narr != context.user and card.witch != (source, source.times)
        if op == "imprison":
            return card is not source
        if op == "steala":
            return card is not source and bool(self.slots_of(card))
        if op == "stealm":
            return card is not source and bool(set(card.morphs) - set(source.morphs)) and len(source.morphs) < 4
        if op == "link":
            return card is not source
        if op in ("shelter", "lodge", "exit", "action", "restore", "copy"):
            return card.is_fairy and self.legal_fairy(op, card)
        if op == "fuse":
            return card.is_fairy and card is not source and card.narr == context.user
        return op != "marry" or self.can_marry(context, step, card, source)

    def legal_fairy(self, op: str, card: Card) -> bool:
        if op == "exit":
            return card.host is not None
        if op in ("shelter", "lodge"):
            ready = card.explores and not any(member.actioned for member in self.unit(card))
            return ready and bool(self.hosts(op, card))
        if op == "action":
            return card.explores and not card.actioned
        return op == "copy" or card.actioned

    def hosts(self, op: str, card: Card) -> list[Card]:
        """Where a fairy can be put: shelters of its narrator; with lodge those of all players."""
        if op == "shelter":
            return self.rooms(card.narr)
        return [shelter for shelter in self.valley() if shelter.kind == "shelter" and self.free_slots(shelter) > 0]

    def can_marry(self, context: Context, step: Step, card: Card, source: Card) -> bool:
        """FC-125: single fairies in the same place; with this fairy, or with another that may be chosen."""
        if not card.is_fairy or not card.single or card is source:
            return False
        if source.is_fairy:
            return source.single and self.same_place(source, card)
        others = self.matching(step.selector or SELF, context.user, source, picked=context.picked)
        return any(self.are_a_pair(card, other) for other in others)

    def are_a_pair(self, card: Card, other: Card) -> bool:
        return card is not other and other.is_fairy and card.single and other.single and self.same_place(card, other)

    def has_target(self, context: Context, step: Step) -> bool:
        """FC-160: a legal target, or none is needed."""
        if self.for_players(step) or step.op == "cancel":
            return True
        named = self.named(context, step)
        if step.op == "store":
            return bool(named) and bool(self.lay("hand", context.user))
        if step.op == "fuse" and not self.acts_itself(context):
            return len(named) > 1
        return bool(named)

    def acts_itself(self, context: Context) -> bool:
        """Whether this card takes part in its own fuse and marry steps."""
        source = self.whole(context.source)
        return source.is_fairy and source.in_valley

    def choose(self, context: Context, step: Step) -> list[Card]:
        """The cards a step acts on, one by one without repetition."""
        left, sel = self.named(context, step), step.selector or SELF
        if sel.special or sel.pick == "all":
            return left
        chosen: list[Card] = []
        while left and len(chosen) < sel.n and (sel.pick != "foe" or self.foe_of(context) >= 0):
            card = self.pick(context, sel, left)
            chosen.append(card)
            left = [other for other in left if other is not card]
            if step.op == "marry" and not self.acts_itself(context):
                left = [other for other in left if self.are_a_pair(card, other)]
        return chosen

    def pick(self, context: Context, sel: Selector, cards: list[Card]) -> Card:
        if sel.pick == "random":
            return cards[self.chance.below(PICK_STREAM, len(cards)) if len(cards) > 1 else 0]
        seat = self.foe_of(context) if sel.pick == "foe" else context.user
        return self.ask(seat, "TARGET", cards)

    # -- doing

    def do_step(self, context: Context, step: Step) -> None:
        """One step; a step without legal target does nothing (FC-160)."""
        n = self.amount(step.amount, context.user, context.source, picked=context.picked)
        if step.op == "cancel":
            self.cancel(context)
        elif self.ends_at_once(context, step):
            return
        elif self.for_players(step):
            seats = self.step_players(context, step)
            for seat in seats:
                self.act_on_player(context, step, seat, n)
            self.look_at_lives()
        else:
            cards = self.choose(context, step)
            if step.selector is not None and context.ability.trigger in ("CALL", "ACT", "AT"):
                context.picked = cards
            self.act_on_cards(context, step, cards, n)
            self.look_at_lives()

    def ends_at_once(self, context: Context, step: Step) -> bool:
        """What lasts while its source is in the valley does nothing when it is not there (FC-77); nor does it steal."""
        source = self.whole(context.source)
        there = source.in_valley or source.zone == "traps"
        stays = step.until == "stay" or (step.op in ("imprison", "bewitch") and not step.until)
        return (stays or step.op in ("steala", "stealm", "link")) and not there

    def act_on_player(self, context: Context, step: Step, seat: int, n: int) -> None:
        player = self.players[seat]
        if step.op in PLAYER_VALUES:
            value = n if step.amount else 1
            self.add_label(player.labels, step.op, value, step.until, context.source)
        elif step.op == "spark":
            self.gain_sparkles(seat, n)
        elif step.op == "siphon":
            taken = min(max(0, n), player.sparkles)
            self.gain_sparkles(seat, -taken)
            self.gain_sparkles(context.user, taken)
        elif step.op == "life":
            self.change_life(seat, n, "gained" if n > 0 else "lost_direct")
        elif step.op == "discard":
            self.discard(seat, n)
        elif step.op == "token":
            for _ in range(n):
                self.make_token(seat, self.tokens[step.arg])
        else:
            self.take_cards(step.op, seat, n)

    def take_cards(self, op: str, seat: int, n: int) -> None:
        """draw, canvas, wish, mill."""
        player = self.players[seat]
        for _ in range(n):
            if not player.alive:
                return
            if op == "draw":
                self.draw(seat)
            elif op == "canvas" and player.canvas:
                self.draw_canvas(seat)
            elif op == "wish":
                self.wish(seat)
            elif op == "mill" and player.deck:
                self.abandon(player.deck[-1])

    def gain_sparkles(self, seat: int, n: int) -> None:
        """A purse never goes below 0."""
        player = self.players[seat]
        gained = max(-player.sparkles, n)
        player.sparkles += gained
        self.add_to_turn(seat, "effect_sparkles", gained)

    def cancel(self, context: Context) -> None:
        """FC-163."""
        assert context.event is not None
        context.event.cancelled = True
        if context.event.kind == "shard":
            self.remove([context.event.card], "reaped")

    def discard(self, seat: int, n: int) -> None:
        """The player abandons hand cards of his choice."""
        for _ in range(n):
            hand = self.lay("hand", seat)
            if hand:
                self.abandon(self.ask(seat, "DISCARD", hand))

    def abandon(self, card: Card) -> None:
        """FC-110."""
        self.log(card, "discarded")
        self.add_to_turn(card.owner, "discarded")
        self.shift(card, "rest")

    def stored_under(self, bearer: Card) -> list[Card]:
        """FC-120: also the cards that have just followed it out of the valley."""
        return by_arrival([*self.lying_under(bearer), *bearer.followed])

    # -- values of cards

    def change_value(self, context: Context, step: Step, card: Card, n: int) -> None:
        """A label, for as long as ``until`` says."""
        if step.op == "vol":
            self.change_vol(card, n)
            if step.until:
                self.add_label(card.labels, "vol", n, step.until, context.source)
        elif step.op == "morph":
            for code in self.change_morphs(context, step, card, n):
                if step.until:
                    self.add_label(card.labels, "morph", code, step.until, context.source)
        else:
            value = n if step.amount else step.arg or 1
            self.add_label(card.labels, step.op, value, step.until, context.source)

    def change_morphs(self, context: Context, step: Step, card: Card, n: int) -> list[str]:
        """FC-150, FC-151; gives what has changed, such as +RO."""
        if step.arg:
            return self.turn_morph(card, step.arg)
        changed = []
        for _ in range(abs(n)):
            codes = self.codes_to_change(card, n)
            if codes:
                changed += self.turn_morph(card, ("+" if n > 0 else "-") + self.ask(context.user, "MORPH", codes))
        return changed

    def turn_morph(self, card: Card, change: str) -> list[str]:
        sign, code = change[0], change[1:]
        before = list(card.morphs)
        if sign == "+":
            self.gain_morph(card, code)
        else:
            self.lose_morph(card, code)
        return [change] if card.morphs != before else []

    def drop_labels(self, ends) -> None:
        """Volatility and morphemes of labels that end go the other way."""
        ended: list[tuple[Card, Label]] = []
        for card in self.cards:
            ended += [(card, label) for label in card.labels if label.op in ("vol", "morph") and ends(label)]
        super().drop_labels(ends)
        for card, label in sorted(ended, key=lambda entry: entry[1].number):
            if label.op == "vol":
                self.change_vol(card, -label.n)
            else:
                self.turn_morph(card, ("-" if label.n[0] == "+" else "+") + label.n[1:])
