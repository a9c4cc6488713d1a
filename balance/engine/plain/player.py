"""Somebody at the table of a game in plain Python: what she has, chooses and gains, and what became of her cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeVar

from balance.common.faults import AuthorError
from balance.engine.plain.cards import Card
from balance.engine.plain.choosing import Choice, place_of, worth_of

if TYPE_CHECKING:
    from balance.engine.plain.game import Game

Thing = TypeVar("Thing")
MOST_POINTS = 10**9
"""A score has at most so many: the difference of two must fit into a column of 32 bits."""
MOST_CHOICES = 63
"""Choices of a player and game that the log keeps, as in every game."""


class Met:
    """What became of a card for one player, for the log."""

    __slots__ = ("chosen_in", "first_turn", "options_in", "played", "seen", "taken", "used")

    def __init__(self) -> None:
        self.seen = self.taken = self.played = self.used = 0
        self.first_turn = 0
        """When it was first taken, played or used; 0: never."""
        self.options_in = self.chosen_in = 0

    def count(self, what: str, turn: int) -> None:
        """Once more; what a player has taken or played she has seen."""
        often = getattr(self, what) + 1
        setattr(self, what, often)
        if what != "used":
            self.seen = max(self.seen, often)
        self.first_turn = self.first_turn or turn


class Player:
    """Somebody at the table. ``points``, ``hand`` and what a game adds in ``setup`` are there to be changed."""

    def __init__(self, game: Game, seat: int, style: int):
        self.game = game
        self.seat = seat
        """From 0."""
        self.style = style
        """Its place among the styles of the run."""
        self.hand: list[Card] = []
        self.parts = dict.fromkeys(game.parts, 0)
        """What she has gained, by source."""
        self.asked = 0
        """Choices between several options."""
        self.choices = 0
        """Those of them, among cards, that the log keeps."""
        self.met: dict[int, Met] = {}
        """By the number of the card, what became of it."""

    def __str__(self) -> str:
        return f"Player {self.seat + 1} ({self.game.terms.styles[self.style].name})"

    def __hash__(self) -> int:
        """By the seat, so that sets of players have the same order everywhere."""
        return self.seat

    @property
    def points(self) -> int:
        """All that was gained so far; what is set here comes to, or out of, the first part."""
        return sum(self.parts.values())

    @points.setter
    def points(self, points: int) -> None:
        self.gain(points - self.points)

    # ---------------------------------------------------------------- decisions

    def choose(
        self,
        options: Iterable[Thing] | Mapping[Thing, Mapping[str, float]],
        about: str = "",
        **features: Callable[[Thing], float],
    ) -> Thing:
        """The option that this player's style likes best; of equals one by lot.

        ``features``: what there is to weigh, each a function of an option. Options may carry theirs instead:
        ``{"roll": {"luck": 1}, "hold": {"bank": 12}}``. ``about``: what is decided, a word or two. Where there is one
        option nobody is asked.
        """
        offered = list(options)
        if not offered:
            raise AuthorError(f"{self} has nothing to choose from{f' ({about})' if about else ''}")
        game = self.game
        game.keep_going()
        if len(offered) == 1:
            if game.story is not None:
                game.tell("{} can only choose {}.", self, offered[0])
            return offered[0]
        carried = options if isinstance(options, Mapping) else {}
        style, luck = game.terms.styles[self.style], game.chance.of_choice(self.seat, about)
        weigh: Callable[[], list[float]] = partial(worth_of, offered, carried, features, style.weights)
        if style.ahead and game.worth_ahead is not None:
            weigh = partial(game.worth_ahead, self, about, len(offered), weigh)
        if game.director is not None:
            place = game.director.place(self, offered, about, weigh, luck)
        else:
            place = place_of(style, len(offered), weigh, luck)
        chosen = offered[place]
        if game.choices_made is not None:
            game.choices_made.append(Choice(self.seat, about, place))
        if game.first_choice:
            self._check_features(features, carried)
        self._log_choice(offered, chosen)
        self.asked += 1
        if game.story is not None:
            game.tell("{} chooses {}{}.", self, chosen, f" ({about})" if about else "")
        return chosen

    def _check_features(self, features: Mapping[str, Any], carried: Mapping[Any, Mapping[str, float]]) -> None:
        named = {*features, *(name for each in carried.values() for name in each)}
        self.game.weighed |= named
        if unknown := named - {*self.game.features}:
            known = ", ".join(self.game.features) or "none"
            raise AuthorError(f"weighs {', '.join(sorted(unknown))}, which the class does not name (features: {known})")

    def _log_choice(self, offered: Sequence[Any], chosen: Any) -> None:
        """Log a choice among cards: which ones, and which one."""
        items = [item for item in offered if isinstance(item, Card)]
        if not items:
            return
        cards = {card.number: card for card in items}
        held = {card.number for card in self.hand}
        for card in cards.values():
            if card.number not in held:
                self.meet(card).seen += 1
        if len(cards) < 2 or self.choices >= MOST_CHOICES:
            return
        bit = 1 << self.choices
        self.choices += 1
        for card in cards.values():
            self.meet(card).options_in |= bit
        if isinstance(chosen, Card):
            self.meet(chosen).chosen_in |= bit

    # ---------------------------------------------------------------- points and cards

    def gain(self, points: int, part: str = "") -> None:
        """Score points; ``part``: where they come from, one of the game's ``parts`` (the first one)."""
        part = part or self.game.parts[0]
        if part not in self.parts:
            raise AuthorError(f"there is no part {part!r} (parts: {', '.join(self.game.parts)})")
        if not isinstance(points, Real) or points % 1 != 0:
            raise AuthorError(f"{points!r} are not whole points")
        self.parts[part] += int(points)
        if abs(self.parts[part]) > MOST_POINTS:
            raise AuthorError(f"{self.parts[part]:,} points: at most {MOST_POINTS:,} can be counted")

    def draw(self, pile: list[Card], count: int = 1) -> list[Card]:
        """Put the top cards of a pile into the hand: the last of the list, as far as it has any."""
        drawn = [pile.pop() for _ in range(min(count, len(pile)))]
        for card in drawn:
            self.meet(card).seen += 1
        self.hand += drawn
        return drawn

    def take(self, card: Card, pile: list[Card] | None = None) -> None:
        """Gain a card, out of a pile where one is named, and put it into the hand."""
        if pile is not None:
            if card not in pile:
                raise AuthorError(f"{card} is not where {self} takes it from")
            pile.remove(card)
        self.hand.append(card)
        self.meet(card).count("taken", self.game.turn)

    def play(self, card: Card) -> Card:
        """Play a card out of the hand."""
        if card not in self.hand:
            raise AuthorError(f"{self} plays {card}, which is not in the hand")
        self.hand.remove(card)
        self.meet(card).count("played", self.game.turn)
        return card

    def use(self, card: Card) -> None:
        """Say that the effect of a card did something for this player."""
        self.meet(card).count("used", self.game.turn)

    def meet(self, card: Card) -> Met:
        """What became of a card for this player."""
        met = self.met.get(card.number)
        if met is None:
            met = self.met[card.number] = Met()
        return met
