"""Laying out a table of Fairy School for the slow implementation, with players who answer as they are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.games.fairy_school.cards.box import Card
from fairy_school.reference.box import card, small_box
from fairy_school.reference.players import Player
from fairy_school.reference.table import HERE, Copy, Seat, Settings
from fairy_school.reference.whole import Game


class Scripted(Player):
    """Answers as told, point by point; where nothing is told it takes the last choice, which is to stop if it can."""

    name = "scripted"

    def __init__(self, **answers: list[Any]):
        self.answers = {point.replace("_", " "): list(told) for point, told in answers.items()}
        self.asked: list[tuple[str, list[Any]]] = []

    def choose(self, point: str, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        self.asked.append((point, list(options)))
        told = self.answers.get(point)
        if not told:
            return options[-1]
        answer = told.pop(0)
        return answer(options) if callable(answer) else answer

    def offered(self, point: str) -> list[Any]:
        """The choices at the last such point."""
        return [options for asked, options in self.asked if asked == point][-1]


def table(players: int = 3, stock: Sequence[int] = (0, 0, 0, 0, 0), *, settings: Settings | None = None) -> Game:
    """A table without cards in the middle of a turn; everybody has the same elements and a scripted player."""
    setup = Settings(setup="expert") if settings is None else settings
    game = Game(small_box(), players, [Scripted() for _ in range(players)], setup)
    for seat in game.seats:
        seat.stock = list(stock)
        game.start_row(seat)
    return game


def told(game: Game, number: int = 0, **answers: list[Any]) -> Seat:
    """Tell a seat what to answer."""
    seat = game.seats[number]
    seat.player = Scripted(**answers)
    return seat


def cardboard(*things: Card | str) -> list[Copy]:
    """Copies of these cards; a text is the effect of one."""
    return [Copy(card(thing) if isinstance(thing, str) else thing) for thing in things]


def share(game: Game, number: int, *things: Card | str) -> list[Copy]:
    """Put cards into a seat's shared area."""
    seat = game.seats[number]
    for copy in (copies := cardboard(*things)):
        copy.side, copy.before = HERE, number
        seat.shared.append(copy)
    return copies


def own(game: Game, number: int, *things: Card | str) -> list[Copy]:
    """Put cards into a seat's personal area."""
    copies = cardboard(*things)
    game.seats[number].personal += copies
    return copies


def first(*texts: str) -> list[Any]:
    """Answers: activate the cards with these effects, their first line, in turn."""
    return [line(text) for text in texts]


def line(text: str, number: int = 0) -> Any:
    """An answer: this line of the card with this effect."""
    return lambda options: next(
        one for one in options if one is not None and one[0].card.effect.text == text and one[1] == number
    )


def outcome(text: str) -> Any:
    """An answer: the alternative that reads so."""
    return lambda options: next(one for one in options if one.text == text)
