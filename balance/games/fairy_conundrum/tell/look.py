"""The table in the middle of a game, as the player in one seat sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.story import listed, signed, whose
from balance.games.fairy_conundrum.cards import MORPHEMES, RADIANCES
from balance.games.fairy_conundrum.codes import (
    DESTINY,
    FALLOW,
    HIGHEST,
    LOWEST,
    MEMORY,
    NOT_WIDOWED,
    PIECES_PER_SEAT,
    PRISON,
    REST,
    SHARD_BIT,
    SHELTER_BIT,
    STAGES,
    STORED,
)
from balance.games.fairy_conundrum.rules.totals import defence_of, gathering_of, toll_of
from balance.games.fairy_conundrum.rules.values import refresh
from balance.games.fairy_conundrum.tell import words
from balance.games.fairy_conundrum.tell.printed import abilities_of, ability_words, describe_in_hand
from balance.games.fairy_conundrum.tell.turns import MOMENTS
from balance.games.fairy_conundrum.tell.words import counted, several

PILES = {REST: "rest", FALLOW: "fallow", MEMORY: "memory"}
"""Where cards lie that are out of play, open to all."""


def look(plan: Plan, s: Any, t: Any, seat: int) -> list[str]:
    """What everybody has before them, the own hand last; of others' hands and face-down cards only what all know.

    In the opening nobody sees what others do (FC-28).
    """
    refresh(s, t)
    view = _View(plan, s, t, seat)
    if s.turn == 0:
        return ["Opening.", *view.side(seat), *view.hand()]
    others = [other for other in range(plan.players) if other != seat]
    return [view.when(), *(line for other in (*others, seat) for line in view.side(other)), *view.hand()]


class _View:
    """The state, and the eyes that look at it."""

    def __init__(self, plan: Plan, s: Any, t: Any, eyes: int) -> None:
        self.plan, self.s, self.t, self.eyes = plan, s, t, eyes
        self.cards = plan.cards.cards
        self.known = ability_words(plan.cards)
        pieces = range(plan.players * PIECES_PER_SEAT) if s.stored else ()
        self.stored = Counter(int(s.piece[p].host) for p in pieces if s.piece[p].zone == STORED)
        """Cards under others."""

    def called(self, seat: int) -> str:
        """What a player is called."""
        return whose(seat, self.eyes, self.plan.style_names[self.s.style[seat]])

    def name(self, p: int) -> str:
        """What a piece is called."""
        return str(self.cards[int(self.s.piece[p].card)].name)

    def named(self, pieces: Iterable[int]) -> str:
        """Pieces by their names, copies together."""
        return listed([several(name, count) for name, count in Counter(map(self.name, pieces)).items()])

    def when(self) -> str:
        """The turn, the moment and the order."""
        s = self.s
        order = [self.called(seat) for seat in s.order[: s.living].tolist()]
        known = "" if s.moment == DESTINY else f" In Destiny order: {', then '.join(order)}."
        return f"Turn {int(s.turn)}, {MOMENTS[int(s.moment)]}.{known}"

    # What a player has before them

    def side(self, seat: int) -> list[str]:
        """A player's avatar, what lies in the valley, and the piles."""
        me = self.s.seat[seat]
        name = self.called(seat)
        if not me.alive:
            return [f"{name}: fallen."]
        lines = [f"{name}: life {int(me.life)}, {counted(int(me.sparkles), 'sparkle')}; {self._values(seat)}."]
        lines.append(f"  {self._avatar(seat)}")
        lines += self._open_cards(seat)
        lines += self._others_hand(seat) if seat != self.eyes else []
        return [*lines, f"  {self._piles(seat)}"]

    def _values(self, seat: int) -> str:
        """What the player gathers, pays and strikes with now."""
        s, t, me = self.s, self.t, self.s.seat[seat]
        phrases = [
            f"gathers {gathering_of(s, t, seat)}",
            f"attack {signed(me.ray)}",
            f"defence {signed(defence_of(s, t, seat))}",
        ]
        phrases += [f"vision {signed(me.vision)}"] if me.vision else []
        phrases += [f"draws {int(me.dream)} in the Dream"] if me.dream != t.dream_base else []
        if seat == self.eyes:
            phrases.append(f"contribution for the next fairy {toll_of(s, t, seat)}")
        return ", ".join(phrases)

    def _avatar(self, seat: int) -> str:
        """The avatar, how grown it is and when it changes."""
        me, avatar = self.s.seat[seat], self.s.seat[seat].avatar
        card, piece = self.t.card[me.stages[me.stage]], self.s.piece[avatar]
        grows = [f"grows above {int(card.high)}"] if me.stage < STAGES - 1 and card.high != HIGHEST else []
        grows += [f"falls back below {int(card.low)}"] if card.low != LOWEST else []
        facts = [words.RADIANCES[RADIANCES[int(piece.radiance)]], f"stage {words.STAGES[int(me.stage)]}"]
        facts += [
            f"maturation {signed(me.maturation)}",
            *grows,
            f"hand maximum {int(me.handmax)}",
            *self._marks(avatar),
        ]
        return f"Avatar {self.name(avatar)} ({', '.join(facts)}){self._abilities(avatar)}"

    def _open_cards(self, seat: int) -> list[str]:
        """Everything in the valley that the player narrates, a line for each kind of card; guests under shelters."""
        s = self.s
        mine = [p for p in s.lay[: s.laid].tolist() if s.piece[p].narr == seat and s.piece[p].host < 0]
        shards = [p for p in mine if s.piece[p].kinds == SHARD_BIT]
        homes = [p for p in mine if s.piece[p].kinds == SHELTER_BIT]
        fairies = [p for p in mine if p not in shards and p not in homes]
        lines = self._block("Fairies in exploration, with ray/materialisation:", fairies)
        for shelter in homes:
            lines.append(f"  Shelter {self._shelter(shelter)}")
            guests = [p for p in s.lay[: s.laid].tolist() if s.piece[p].host == shelter]
            lines += [f"    {line}" for line in self._lines(guests)]
        return [*lines, *self._block("Shards:", shards), *self._face_down(seat)]

    def _block(self, title: str, pieces: list[int]) -> list[str]:
        return [f"  {title}", *(f"    {line}" for line in self._lines(pieces))] if pieces else []

    def _lines(self, pieces: Iterable[int]) -> list[str]:
        """A line for each piece, those that are alike together."""
        return [f"{several(line, count)}" for line, count in Counter(map(self._open_card, pieces)).items()]

    def _open_card(self, p: int) -> str:
        """A card of the valley: Daisy 01 2/1 (cost 1, light, rose): Action: 2 damage to a foe's avatar."""
        piece = self.s.piece[p]
        numbers = "" if piece.kinds == SHARD_BIT else f" {signed(piece.ray)}/{signed(piece.mat)}"
        facts = [f"cost {int(piece.cost)}", words.RADIANCES[RADIANCES[int(piece.radiance)]], *self._marks(p)]
        return f"{self.name(p)}{numbers} ({', '.join(facts)}){self._abilities(p)}"

    def _shelter(self, p: int) -> str:
        """A shelter: its number, room and defence."""
        piece = self.s.piece[p]
        facts = [
            f"number {int(self.t.card[piece.card].rank)}",
            f"{int(piece.filled)} of {int(piece.slots)} slots taken",
        ]
        card = self.cards[int(piece.card)]
        facts += [f"stability {int(piece.mat)}", *(word for word in ("entry", "passage") if getattr(card, word))]
        facts += self._marks(p)
        return f"{self.name(p)} ({', '.join(facts)}){self._abilities(p)}"

    def _abilities(self, p: int) -> str:
        """What the card does now, after a colon."""
        return abilities_of(self.known, self.s.piece[p])

    def _marks(self, p: int) -> list[str]:
        """What has become of a piece, a few words for each."""
        piece = self.s.piece[p]
        coloured = [words.MORPHEMES[MORPHEMES[code]] for code in piece.morph[: piece.morphs].tolist()]
        marks = [" ".join(coloured)] if coloured else []
        marks += [f"damage {int(piece.damage)}"] if piece.damage else []
        marks += [f"volatility {int(piece.vol)}"] if piece.vol else []
        marks += ["turned"] if piece.actioned else []
        marks += ["its abilities do not work"] if piece.hushed else []
        marks += ["teleport"] if piece.teleport else []
        marks += [f"married to {self.name(piece.spouse)}"] if piece.spouse >= 0 else []
        marks += ["widowed"] if piece.widow != NOT_WIDOWED else []
        marks += [f"linked to {self.name(piece.link)}"] if piece.link >= 0 else []
        marks += [f"fused of {int(piece.parts) + 1} fairies"] if piece.parts else []
        if piece.narr != piece.owner:
            marks.append("yours" if piece.owner == self.eyes else f"of {words.short(int(piece.owner))}")
        return [*marks, *([f"{counted(self.stored[p], 'card')} stored under it"] if self.stored[p] else [])]

    # What others do not see, and the piles

    def _face_down(self, seat: int) -> list[str]:
        """Mésangettes: the own ones by name, of others how many."""
        s = self.s
        down = [p for p in s.down[: s.downs].tolist() if s.piece[p].owner == seat]
        if not down:
            return []
        if seat == self.eyes:
            state = ("inactive", "active")
            each = [f"{state[int(s.piece[p].live)]}: {self._in_hand(p)}" for p in down]
            return ["  Mésangettes, face down:", *(f"    {line}" for line in each)]
        asleep = sum(not s.piece[p].live for p in down)
        more = f", {asleep} of them inactive" if asleep else ""
        return [f"  {counted(len(down), 'mésangette')} face down{more}."]

    def _others_hand(self, seat: int) -> list[str]:
        """How many cards another player holds; shelters are known, as canvases are, and what came there openly."""
        me, s = self.s.seat[seat], self.s
        hand = me.hand_card[: me.hand].tolist()
        known = [p for p in hand if s.piece[p].shown or s.piece[p].kinds == SHELTER_BIT]
        among = f", among them {self.named(known)}" if known else ""
        return [f"  {counted(len(hand), 'card')} in hand{among}."]

    def _piles(self, seat: int) -> str:
        """The decks, and all that is out of play: open to all but for the order of the haversack."""
        me, s = self.s.seat[seat], self.s
        following = f" (next: {self.name(int(me.canvas_card[me.canvas - 1]))})" if me.canvas else ""
        phrases = [f"Haversack {int(me.deck)}", f"canvas {int(me.canvas)}{following}"]
        own = range(seat * PIECES_PER_SEAT, (seat + 1) * PIECES_PER_SEAT)
        for zone, name in PILES.items():
            there = [p for p in own if s.piece[p].zone == zone]
            phrases += [f"{name}: {self.named(there)}"] if there else []
        caught = [self._prisoner(p) for p in own if s.piece[p].zone == PRISON]
        phrases += [f"in prison: {listed(caught)}"] if caught else []
        return f"{'; '.join(phrases)}."

    def _prisoner(self, p: int) -> str:
        jailer = int(self.s.piece[p].jailer)
        by = f" (by {self.name(jailer)} of {words.short(int(self.s.piece[jailer].narr))})" if jailer >= 0 else ""
        return f"{self.name(p)}{by}"

    def hand(self) -> list[str]:
        """The own hand, with what the cards do."""
        me = self.s.seat[self.eyes]
        lines = Counter(map(self._in_hand, me.hand_card[: me.hand].tolist()))
        if not lines:
            return ["Your hand is empty."]
        return ["Your hand:", *(f"  {several(line, count)}" for line, count in lines.items())]

    def _in_hand(self, p: int) -> str:
        """A card that the player may play."""
        return describe_in_hand(self.plan.cards, self.known, self.s, self.t, p)
