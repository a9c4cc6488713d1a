"""What a player hears with a question: what it is about, and what every option costs or does as things stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Remarks
from balance.engine.game.story import signed
from balance.games.fairy_conundrum.cards import SHELTER, Cards
from balance.games.fairy_conundrum.codes import AWAKENING, FAIRY, FAIRY_BITS, NOBODY, PIECE_BITS, VALLEY, Point, Verb
from balance.games.fairy_conundrum.rules.filters import cost_of
from balance.games.fairy_conundrum.rules.options import PIECE
from balance.games.fairy_conundrum.rules.totals import defence_of, gathering_of, initiative_of, toll_of
from balance.games.fairy_conundrum.rules.values import refresh
from balance.games.fairy_conundrum.tell.abilities import EVENTS, describe_step
from balance.games.fairy_conundrum.tell.printed import ability_words, traps
from balance.games.fairy_conundrum.tell.words import counted, short

WINDOWS = tuple(EVENTS.values())
"""The events of mésangettes in words, by their codes."""

OF_STEPS = (Point.FOE, Point.TARGET, Point.ABILITY, Point.HOST, Point.DISCARD)
"""The points at which a step of an ability may ask."""


def remarks(plan: Plan, s: Any, t: Any, decision: Decision) -> Remarks:
    """What there is to say of the decision under way."""
    refresh(s, t)
    view = _View(plan, s, t, decision.seat)
    return Remarks(view.about(decision), tuple(view.option(decision, o) for o in decision.options))


@lru_cache(maxsize=2)
def step_words(cards: Cards) -> tuple[str, ...]:
    """Every step of every ability, by its row in the table."""
    names = {card.id: card.name for card in cards.cards}
    return tuple(
        describe_step(step, names) for card in cards.cards for ability in card.abilities for step in ability.steps
    )


class _View:
    """The state, and who is asked."""

    def __init__(self, plan: Plan, s: Any, t: Any, seat: int) -> None:
        self.cards: Cards = plan.cards
        self.s, self.t, self.seat = s, t, seat
        self.me = s.seat[seat]

    def about(self, decision: Decision) -> str:
        """What the question is about."""
        me, point = self.me, Point(decision.point)
        if self.s.doer >= 0 and point in OF_STEPS:
            return self._step()
        match point:
            case Point.FOE:
                return f"your avatar jousts, with attack {signed(me.ray)}"
            case Point.S1:
                return "1 sparkle for each"
            case Point.S2 | Point.S3:
                return f"1 sparkle each; you have {int(me.sparkles)}"
            case Point.FIRST:
                return f"your initiative, {signed(initiative_of(self.s, self.t, self.seat))}, is the lowest"
            case Point.EXIT:
                return f"you gather {gathering_of(self.s, self.t, self.seat)} as things stand"
            case Point.NAR | Point.CON:
                return f"{counted(int(me.sparkles), 'sparkle')} left"
            case Point.DREAM:
                return f"card {int(me.dream_point) + 1} of {int(me.dream)}" if me.dream_point >= 0 else ""
            case Point.DISCARD if self.s.moment == AWAKENING and me.hand > me.handmax:
                return f"you hold {int(me.hand)} cards and may keep {int(me.handmax)}"
            case Point.MES:
                return self._event()
            case Point.SPLIT:
                return f"{decision.options[-1].target >> PIECE_BITS} left"
        return ""

    def _step(self) -> str:
        """What is done to the card that is chosen."""
        known = step_words(self.cards)
        step, source = int(self.s.step), int(self.s.source)
        if not 0 <= step < len(known) or source < 0:
            return ""
        return f"{self._name(source)}: {known[step]}"

    def _event(self) -> str:
        """What the mésangettes have met."""
        event = self.s.event[self.s.event_now]
        if event.kind >= len(WINDOWS):
            return ""
        own = event.seat == self.seat
        words = WINDOWS[int(event.kind)][0 if own else 1].format(self._name(int(event.card)))
        return words if own else words.replace("a foe", short(int(event.seat)), 1)

    def option(self, decision: Decision, option: Option) -> str:
        """What an option costs or does."""
        point, verb = decision.point, option.verb
        if verb == Verb.PASS:
            return ""
        if point == Point.FOE:
            other = option.target
            return f"life {int(self.s.seat[other].life)}, defence {signed(defence_of(self.s, self.t, other))}"
        if point == Point.DREAM:
            canvas = self.me.canvas_card[self.me.canvas - 1] if option.target else NOBODY
            return self._name(int(canvas)) if canvas != NOBODY else ""
        if point in (Point.S1, Point.S2, Point.S3, Point.FIRST, Point.SWAP, Point.MAY):
            return ""
        by_verb: dict[int, Callable[[int, int], str]] = {
            Verb.CALL: self._price,
            Verb.SET: self._set,
            Verb.ACT: self._act,
        }
        piece, other = option.target & PIECE, option.target >> PIECE_BITS
        if point == Point.ABILITY:
            return self._act(piece, other)
        if point == Point.MES:
            return f"{int(self.t.card[option.card].mes)} life{self._trap(piece)}"
        if verb in (Verb.SHELTER, Verb.PASSAGE):
            return f"{self._name(other)}; {self._stand(piece, other)}"
        return by_verb.get(verb, self._stand)(piece, other)

    def _price(self, p: int, _: int) -> str:
        """What a call costs now."""
        price = counted(cost_of(self.s, self.t, p), "sparkle")
        toll = toll_of(self.s, self.t, self.seat) if self.t.card[self.s.piece[p].card].kind == FAIRY else 0
        return f"{price} and {toll} in contribution" if toll else price

    def _set(self, p: int, _: int) -> str:
        return f"{counted(int(self.t.mes_set_cost), 'sparkle')}{self._trap(p)}"

    def _trap(self, p: int) -> str:
        """The abilities of a mésangette."""
        card = self.cards.cards[int(self.s.piece[p].card)]
        known = ability_words(self.cards)
        rows = self.s.piece[p].ability[: self.s.piece[p].held].tolist()
        said = [known[row] for row in rows if row in traps(self.cards)]
        return f"; {' '.join(said)}" if said and card.kind != SHELTER else ""

    def _act(self, p: int, place: int) -> str:
        """The ability at this place of a piece."""
        known = ability_words(self.cards)
        row = int(self.s.piece[p].ability[place])
        return (
            known[row].removesuffix(".").removeprefix("Action: ").removeprefix("Action, ") if row < len(known) else ""
        )

    def _stand(self, p: int, _: int) -> str:
        """A fairy of the valley: its ray and materialisation, and where it is."""
        piece = self.s.piece[p]
        if piece.zone != VALLEY or not piece.kinds & FAIRY_BITS:
            return ""
        hurt = f", damage {int(piece.damage)}" if piece.damage else ""
        where = f", in {self._name(int(piece.host))}" if piece.host >= 0 else ""
        where += f", married to {self._name(int(piece.spouse))}" if piece.spouse >= 0 else ""
        return f"{signed(piece.ray)}/{signed(piece.mat)}{hurt}{where}"

    def _name(self, p: int) -> str:
        return str(self.cards.cards[int(self.s.piece[p].card)].name)
