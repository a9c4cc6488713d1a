"""Current values of Fairy Conundrum (FC-6) and who a selector names (5.2), for the slow implementation.

Filters look at a card at one of three levels: BASE reads what is printed and labelled; REPLACED also sees the radiance
and astralae that ``ALWAYS`` abilities give; CURRENT sees everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairy_conundrum.reference.cards import AGE, FOR_ABILITIES, OPPOSITE, Card, Slot
from fairy_conundrum.reference.table import Table, by_arrival, labels_of
from fairy_conundrum.reference.words import Amount, Cond, Selector, Step, Test, compare

BASE, REPLACED, CURRENT = 0, 1, 2
FLOORED = ("cost", "stab", "slots", "vol")  # at 0 (FC-6)
PLAYER_VALUES = ("gather", "vision", "dream", "handmax", "contrib", "mature", "entry")
WHOLE_GAME = ("hand", "deck", "canvas", "valley", "rest", "fallow", "prison")  # FC-3
PLAYERS = ("me", "foe", "foes", "all")


class Values(Table):
    """Reading the table."""

    # -- abilities that work

    def slots_of(self, card: Card) -> list[Slot]:
        """The abilities of a card, top to bottom; of an avatar those of its stage (FC-11) and the stolen ones."""
        if card.is_avatar:
            player = self.own_avatar(card)
            return player.stage_slots[player.stage - 1] + card.slots
        return card.slots

    def users(self, card: Card) -> list[int]:
        """Who uses the abilities of a card: its narrator; of a shelter also those with a card in it (FC-69)."""
        if card.kind != "shelter":
            return [card.narr]
        guests = {guest.narr for guest in self.guests(card)} - {card.narr}
        return [card.narr, *sorted(guests)]

    def in_play(self) -> list[Card]:
        """Avatars and cards in the valley, by arrival."""
        avatars = [player.avatar for player in self.living()]
        return avatars + self.valley()

    def working(self) -> list[Card]:
        """Cards whose abilities work."""
        hushed = self.hushed()
        return self.look("working", lambda: [card for card in self.in_play() if card not in hushed])

    def always(self, cards: list[Card], ops: tuple[str, ...], other: bool = False) -> Iterator[tuple[int, Card, Step]]:
        """The steps of ALWAYS abilities with these operations (``other``: with any others) whose conditions hold."""
        for card in cards:
            for slot in self.slots_of(card):
                if slot.ability.trigger == "ALWAYS":
                    steps = [step for step in slot.ability.steps if (step.op in ops) != other]
                    for user in self.users(card) if steps else ():
                        if all(self.holds(cond, user, card, slot, BASE) for cond in slot.ability.conds):
                            yield from ((user, card, step) for step in steps)

    def hushed(self) -> list[Card]:
        """FC-6: in order of arrival; a card already hushed hushes nothing."""
        return self.look("hushed", self.find_hushed)

    def find_hushed(self) -> list[Card]:
        hushed = [card for card in self.in_play() if labels_of(card.labels, "hush")]
        for card in self.in_play():
            if card not in hushed:
                for user, source, step in list(self.always([card], ("hush",))):
                    hushed += self.reached(step, user, source, BASE)
        return hushed

    def reached(self, step: Step, user: int, source: Card, level: int) -> list[Card]:
        """The cards an ALWAYS step reaches."""
        return self.matching(step.selector or Selector(special="self"), user, source, level)

    def modifiers(self) -> list[tuple[str, int, list[Card], list[int]]]:
        """Numbers of ALWAYS abilities: operation, how much, which cards, which players."""
        return self.look("modifiers", self.find_modifiers)

    def find_modifiers(self) -> list[tuple[str, int, list[Card], list[int]]]:
        modifiers = []
        for user, source, step in self.always(self.working(), ("hush", "radiance", "astralae"), other=True):
            n = self.amount(step.amount, user, source, BASE) if step.amount else 1
            word = step.selector.special if step.selector else ""
            if step.op in PLAYER_VALUES and (step.selector is None or word in PLAYERS):
                modifiers.append((step.op, n, [], self.named_players(word, user)))
            else:
                modifiers.append((step.op, n, self.reached(step, user, source, REPLACED), []))
        return modifiers

    def named_players(self, word: str, user: int) -> list[int]:
        """The players an ALWAYS step names; nobody chooses, so ``foe`` is every opponent."""
        if word in ("foe", "foes"):
            return self.foes(user)
        return [user] if word in ("", "me") else [player.seat for player in self.living()]

    # -- values of cards (FC-5, FC-6)

    def number(self, card: Card, name: str, level: int = CURRENT) -> int:
        """cost, ray, mat (of a shelter its stability), slots, vol, dmg, mature."""
        return self.look(("number", card, name, level), lambda: self.find_number(card, name, level))

    def find_number(self, card: Card, name: str, level: int) -> int:
        if name in ("vol", "dmg"):
            return self.vol_of(card) if name == "vol" else card.damage
        op = "stab" if name == "mat" and card.kind == "shelter" else name
        if op == "slots" and card.row.slots == 0:
            return 0  # FC-62
        printed = 0 if op == "mature" else sum(getattr(part.row, name) for part in card.parts)
        value = printed + sum(labels_of(card.labels, op))
        if level == CURRENT:
            value += sum(n for word, n, cards, _ in self.modifiers() if word == op and card in cards)
        return max(0, value) if op in FLOORED else value

    def vol_of(self, card: Card) -> int:
        """FC-52: its labels, in the valley and in prison; what is printed elsewhere."""
        return card.vol if card.zone in ("valley", "prison") else card.row.vol

    def cost(self, card: Card) -> int:
        return self.number(card, "cost")

    def letter(self, card: Card, op: str, level: int) -> str:
        """radiance or astralae: the latest replacement wins; ALWAYS after labels."""
        return self.look(("letter", card, op, level), lambda: self.find_letter(card, op, level))

    def find_letter(self, card: Card, op: str, level: int) -> str:
        value = self.printed_letter(card, op)
        for letter in labels_of(card.labels, op):
            value = letter
        if level >= REPLACED:
            for user, source, step in self.always(self.working(), (op,)):
                if card in self.reached(step, user, source, BASE):
                    value = step.arg
        return value

    def printed_letter(self, card: Card, op: str) -> str:
        if op == "radiance":
            if card.is_avatar:
                return self.own_avatar(card).deck_list.avatar[0].radiance
            return card.radiance or card.row.radiance
        letters = [FOR_ABILITIES.get(part.row.astralae, part.row.astralae) for part in card.parts]
        return max(letters, key=lambda letter: AGE.find(letter)) if len(letters) > 1 else card.row.astralae  # FC-124

    def radiance(self, card: Card) -> str:
        return self.letter(card, "radiance", CURRENT)

    def has_teleport(self, card: Card) -> bool:
        """FC-137; a married pair has what either has (FC-125)."""
        return any(
            member.trait("teleport")
            or bool(labels_of(member.labels, "teleport"))
            or any(op == "teleport" and member in cards for op, _, cards, _ in self.modifiers())
            for member in self.unit(card)
        )

    def contribution(self, card: Card) -> int:
        """What a fairy adds to its avatar's mat: damage lowers it (FC-80)."""
        return self.number(card, "mat") - card.damage

    # -- values of players

    def player_number(self, seat: int, op: str) -> int:
        """The sum of labels and modifiers."""
        own = sum(labels_of(self.players[seat].labels, op))
        return own + sum(n for word, n, _, players in self.modifiers() if word == op and seat in players)

    def gathering(self, seat: int) -> int:
        """FC-36."""
        occupied = {id(card.host) for card in self.valley(seat) if card.host}
        return max(1, self.settings.gather_base + len(occupied) + self.player_number(seat, "gather"))

    def hand_maximum(self, seat: int) -> int:
        """FC-88."""
        player = self.players[seat]
        return max(0, player.deck_list.avatar[player.stage - 1].handmax + self.player_number(seat, "handmax"))

    def dream_points(self, seat: int) -> int:
        """FC-90."""
        return max(0, self.settings.dream_base + self.player_number(seat, "dream"))

    def initiative(self, seat: int) -> int:
        """FC-31."""
        return self.players[seat].life - self.player_number(seat, "vision")

    def toll(self, seat: int) -> int:
        """FC-42: for the next fairy."""
        free = max(0, len(self.shelters(seat)) - self.player_number(seat, "contrib"))
        return max(0, self.players[seat].called + 1 - free)

    def has_entry(self, seat: int) -> bool:
        """FC-61."""
        given = self.player_number(seat, "entry") > 0
        return given or any(shelter.trait("entry") for shelter in self.shelters(seat))

    def computed_maturation(self, seat: int) -> int:
        """FC-84, FC-85 at the stage of now."""
        with self.frozen():
            return self.find_maturation(seat)

    def find_maturation(self, seat: int) -> int:
        player = self.players[seat]
        grows = dict(zip("LDN", player.deck_list.avatar[player.stage - 1].grows, strict=True))
        own = self.printed_letter(player.avatar, "radiance")
        if not self.settings.opposite_regresses and own in OPPOSITE:
            grows[OPPOSITE[own]] = 0
        total = self.player_number(seat, "mature") + self.number(player.avatar, "mature")
        for card in self.valley(seat):
            if card.kind != "shard" or self.settings.shard_maturation in ("cost", "both"):
                total += grows[self.radiance(card)] * self.cost(card)
            total += self.number(card, "mature")
        return total

    # -- amounts and conditions

    def amount(
        self, amount: Amount | None, user: int, source: Card, level: int = CURRENT, picked: list[Card] | None = None
    ) -> int:
        """FC-15: by the stage of the narrator's avatar; FC-7: divisions round down."""
        if amount is None:
            return 1
        n = amount.numbers[self.players[user].stage - 1 if len(amount.numbers) == 3 else 0]
        if amount.count is None:
            return n
        return n * (self.counted(amount.count, user, source, level, picked) // amount.per)

    def counted(self, sel: Selector, user: int, source: Card, level: int, picked: list[Card] | None) -> int:
        """FC-6: the filter of a count sees what replaces letters, but never what changes numbers."""
        return len(self.matching(sel, user, source, min(level, REPLACED), picked))

    def holds(
        self,
        cond: Cond,
        user: int,
        source: Card,
        slot: Slot | None,
        level: int = CURRENT,
        picked: list[Card] | None = None,
    ) -> bool:
        """A condition of an ability."""
        if cond.kind == "first":
            return slot is None or slot.resolved == 0
        if cond.kind == "count":
            assert cond.count is not None
            return compare(self.counted(cond.count, user, source, level, picked), cond.cmp, cond.n)
        player = self.players[user]
        value = {
            "stage": player.stage,
            "life": player.life,
            "sparks": player.sparkles,
            "turn": self.turn,
            "guests": len(self.special("guests", user, source)),
        }[cond.kind]
        return compare(value, cond.cmp, cond.n)

    # -- selectors

    def special(self, word: str, user: int, source: Card, picked: list[Card] | None = None) -> list[Card]:
        """The cards of a word that is no side."""
        source = self.whole(source)
        if word == "self":
            return [source]
        if word == "host":
            return [source.host] if source.host else []
        if word == "it":
            return [self.whole(card) for card in picked or []]
        if word == "linked":
            linked = source.linked
            return [linked] if linked and linked.in_valley and not linked.bewitched else []  # FC-121
        if word == "spouse":
            return [source.spouse] if source.spouse else []
        assert word == "guests", word
        shelter = source if source.kind == "shelter" else source.host
        return self.guests(shelter, user) if shelter else []

    def matching(
        self, sel: Selector, user: int, source: Card, level: int = CURRENT, picked: list[Card] | None = None
    ) -> list[Card]:
        """Every card a selector names, by arrival; no pick is made."""
        if sel.special:
            return self.special(sel.special, user, source, picked)
        matched = []
        for card in self.candidates(sel):
            living = self.players[card.side].alive
            on_side = {"own": card.side == user, "foe": card.side != user and living, "any": living}[sel.side]
            if on_side and all(self.passes(card, test, source, level) for test in sel.tests):
                matched.append(card)
        return matched

    def candidates(self, sel: Selector) -> list[Card]:
        """The cards of a kind in a zone (FC-3: in the whole game)."""
        if sel.kind == "avatar":
            return [player.avatar for player in self.living()]
        if sel.kind == "trap":
            return self.lay("traps")
        if sel.zone in ("x", "in", "v"):
            cards = [card for card in self.valley() if sel.zone == "v" or card.explores == (sel.zone == "x")]
        elif sel.zone:
            cards = self.lay(sel.zone)
        else:
            cards = by_arrival(card for zone in WHOLE_GAME for card in self.lay(zone))
        return [card for card in cards if is_of(card, sel.kind)]

    def passes(self, card: Card, test: Test, source: Card, level: int) -> bool:
        """One test of a filter."""
        if test.name in ("cost", "ray", "mat", "vol", "dmg"):
            return compare(self.number(card, test.name, level), test.cmp, int(test.value))
        if test.name == "rad":
            return self.letter(card, "radiance", level) == test.value
        if test.name == "ast":
            letter = self.letter(card, "astralae", level)
            return FOR_ABILITIES.get(letter, letter) == FOR_ABILITIES.get(str(test.value), test.value)
        if test.name == "mor":
            return any(test.value in member.morphs for member in self.unit(card))  # FC-125
        if test.name == "name":
            words = " ".join(part.row.name for part in card.parts).casefold().split()
            return str(test.value).casefold() in words
        return self.has_state(card, test.name, source)

    def has_state(self, card: Card, name: str, source: Card) -> bool:
        states: dict[str, Any] = {
            "actioned": card.actioned,
            "restored": not card.actioned,
            "other": card is not self.whole(source),
            "married": card.spouse is not None,
            "single": card.single,
            "widow": card.widow != "",
            "fused": len(card.parts) > 1,
        }
        if name == "linked":
            return any(other.linked is card for other in self.cards)
        return states[name]


def is_of(card: Card, kind: str) -> bool:
    """A fairy may be a token; a card is anything but an avatar (5.2)."""
    if kind == "fairy":
        return card.is_fairy
    return kind == "card" or card.kind == kind
