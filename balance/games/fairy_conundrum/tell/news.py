"""What happens at the table while others decide, or nobody does, as the player in one seat sees it."""

from __future__ import annotations

from typing import Any

from balance.engine.game import Plan
from balance.engine.game.decisions import News
from balance.engine.game.story import news_of, signed
from balance.games.fairy_conundrum.codes import (
    AWAKENING,
    NARRATION,
    OP_ACTION,
    OP_FREE,
    OP_LINK,
    OP_MATURE,
    OP_MORPH,
    OP_PURIFY,
    OP_REAP,
    OP_RESTORE,
    RENEWAL,
    SHELTER_BIT,
    VALLEY,
    CardEvent,
    Said,
)
from balance.games.fairy_conundrum.tell.turn_events import DOES, MOVES, OWN_MOVES, SUFFERS, card_event
from balance.games.fairy_conundrum.tell.words import STAGES, counted, short

UNSEEN: dict[int, str] = {
    CardEvent.DRAWN: "draws a card",
    CardEvent.SET_DOWN: "sets a card face down",
    CardEvent.STORED_AWAY: "stores a card",
    CardEvent.TRAP_LAPSED: "lets a mésangette lapse",
}
"""What others see of it. A shelter is known: canvases are public."""
OPENING = (CardEvent.OPENING_SEEN, CardEvent.OPENING_DISCARDED)
"""Nobody sees the opening of others (FC-28)."""
CHOSEN: dict[int, int] = {
    CardEvent.CALLED: NARRATION,
    CardEvent.PLACED: NARRATION,
    CardEvent.SET_DOWN: NARRATION,
    CardEvent.ACTED: NARRATION,
    CardEvent.SHELTERED: NARRATION,
    CardEvent.EXITED: RENEWAL,
    CardEvent.DISCARDED: AWAKENING,
}
"""What players do themselves in this moment of theirs: nobody tells them so."""
WORKED_ON = (*range(OP_MATURE, OP_REAP), OP_PURIFY, OP_FREE, OP_ACTION, OP_RESTORE, OP_LINK, OP_MORPH)
"""Operations that leave their card where it is, with no event of its own."""


def news(plan: Plan, s: Any, t: Any, seat: int, said: tuple[int, ...]) -> News | None:
    """What the seat hears of something that the rules said."""
    what, first, second, third = said
    view = _View(plan, s, seat)
    if what <= CardEvent.TAKEN:
        return view.card_event(what, first, third)
    if what in (Said.MOMENT, Said.PART):
        return None
    if what == Said.WORKS:
        return view.work(first, second, third)
    if what == Said.CANCELLED:
        return view.cancel(first, third)
    if what == Said.DAMAGED:
        return view.damage(first, third)
    words = view.of_player(Said(what), first, second, third)
    return view.news_of(first, words) if words else None


class _View:
    """The state at the moment, and the eyes that look at it."""

    def __init__(self, plan: Plan, s: Any, eyes: int) -> None:
        self.plan, self.s, self.eyes = plan, s, eyes

    def news_of(self, seat: int, words: str) -> News:
        """Words with the verb first."""
        return news_of(seat, self.eyes, words)

    def name(self, p: int) -> str:
        """What a piece is called."""
        return str(self.plan.cards.cards[int(self.s.piece[p].card)].name)

    def whose(self, p: int, seat: int) -> str:
        """A piece in a sentence about the player ``seat``: its Daisy 01; your Daisy 01; Daisy 01 of Player 2."""
        owner = int(self.s.piece[p].owner)
        if owner == self.eyes:
            return f"your {self.name(p)}"
        return f"its {self.name(p)}" if owner == seat else f"{self.name(p)} of {short(owner)}"

    def at(self, seat: int) -> str:
        """A player in the middle of a sentence."""
        return "you" if seat == self.eyes else short(seat)

    def left(self, seat: int) -> str:
        """The life of a player."""
        return signed(self.s.seat[seat].life)

    def card_event(self, event: int, p: int, zone: int) -> News | None:
        """A card event (section 6), and the zone that it says."""
        piece, active = self.s.piece[p], int(self.s.active)
        owner, moment = int(piece.owner), int(self.s.moment)
        mine = owner == self.eyes
        if event == CardEvent.TAKEN or (event in OPENING and not mine):
            return None
        if event in OPENING:
            return None if event == CardEvent.OPENING_DISCARDED else self.news_of(owner, f"draws {self.name(p)}")
        if self.s.turn == 0 and not mine:
            return None
        if mine and active == self.eyes and CHOSEN.get(event) == moment and self.s.doer < 0:
            return None
        if event in UNSEEN and not mine and piece.kinds != SHELTER_BIT:
            return self.news_of(owner, UNSEEN[event])
        if event == CardEvent.USED_BY_OTHERS:
            return self.news_of(active, f"uses {self.whose(p, active)}")
        if event in MOVES and not (owner == active and moment == OWN_MOVES[event]):
            return News(owner, f"{self.whose(p, owner)} {MOVES[event][0]}")
        event = card_event(event, zone)
        if event in DOES:
            return self.news_of(owner, DOES[event].format(self.name(p)))
        return News(owner, f"{self.whose(p, owner)} {SUFFERS[event][0]}")

    def work(self, source: int, p: int, op: int) -> News | None:
        """An ability works on a card that lies open."""
        if op not in WORKED_ON or self.s.piece[p].zone != VALLEY or source == p:
            return None
        narrator = int(self.s.piece[source].narr)
        return News(narrator, f"{self.whose(source, narrator)} works on {self.whose(p, narrator)}")

    def cancel(self, source: int, seat: int) -> News:
        """A card cancels the joust of a player."""
        owner = int(self.s.piece[source].owner)
        joust = "your joust" if seat == self.eyes else f"the joust of {short(seat)}"
        return News(owner, f"{self.whose(source, owner)} cancels {joust}")

    def damage(self, p: int, amount: int) -> News:
        """A card takes damage."""
        owner = int(self.s.piece[p].owner)
        return News(owner, f"{self.whose(p, owner)} takes {amount} damage")

    def of_player(self, what: Said, seat: int, second: int, third: int) -> str:
        """What befalls a player, after the name."""
        s = self.s
        match what:
            case Said.ORDER if seat != self.eyes:
                lowest = f"with the lowest initiative ({signed(s.now[seat].initiative)})"
                return f"chooses who plays first, {lowest}: {self.at(second)}"
            case Said.ORDER:
                return ""
            case Said.GATHERED:
                return f"gathers {counted(second, 'sparkle')}"
            case Said.SHARED:
                shard = "your shard" if third == self.eyes else f"the shard of {short(third)}"
                return f"receives {counted(second, 'sparkle')} from {shard}"
            case Said.SPARKLES:
                return f"{'wins' if second > 0 else 'loses'} {counted(abs(second), 'sparkle')}" if second else ""
            case Said.LIFE:
                return f"{'gains' if second > 0 else 'loses'} {abs(second)} life ({self.left(seat)} left)"
            case Said.JOUST if s.now[seat].joust_cancelled:
                return ""  # and that has been told
            case Said.JOUST:
                now = s.now[seat]
                clash = f"attack {signed(now.joust_attack)} against defence {signed(now.joust_defence)}"
                left = f" ({self.left(second)} left)" if third else ""
                return f"jousts {self.at(second)}: {clash} takes {third or 'no'} life{left}"
            case Said.STAGE:
                grows = "grows" if s.seat[seat].stage > second else "falls back"
                return f"{grows} to stage {STAGES[int(s.seat[seat].stage)]}: {self.name(int(s.seat[seat].avatar))}"
            case Said.FALL:
                return f"falls and {'are' if seat == self.eyes else 'is'} out of the game"
        raise ValueError(what)
