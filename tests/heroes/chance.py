"""The slow implementation with the chance of the compiled one: seats that choose at random then play the same games.

The rules leave open in which order a fair choice counts its possibilities. Here they are counted as the kernels
count them, so that a number drawn from the same stream means the same choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from balance.engine.game import Plan
from balance.games.heroes.cards.box import DICE, RANKS, TYPES, Cards, Damage
from balance.games.heroes.state import (
    ADVERSARY_STREAM,
    AGE_STREAM,
    DIE_STREAM,
    HERO_STREAM,
    MISSION_STREAM,
    STREAMS,
    TILE_STREAM,
)
from helpers.logged_choices import ChoiceBook, logged_masks
from helpers.plain_chance import Decisions, Stream, shuffle
from helpers.play import Log
from heroes.reference import (
    TURN_COLUMNS,
    Game,
    MissionCard,
    Row,
    Seat,
    Settings,
    Step,
    add_damage,
    copies,
    end_scores,
)

ADVENTURES_ONLY = {"l_after", "f_after", "i_after", "plain_after", "pslot_after", "strength"}
"""Columns that matter on adventures; in other rows the two logs differ in what they leave blank."""


class Random:
    """A seat that chooses at random; the choosing itself is done by the game, which knows the streams."""

    name = "random"


def settings_of(plan: Plan) -> Settings:
    """The settings of a plan, as the slow implementation wants them."""
    return Settings(**plan.settings)


def single_copies(cards: Cards) -> Cards:
    """The same box with a name of its own for every copy, so that two copies are never mistaken for each other."""

    def alone(rows: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(replace(row, name=f"{row.name} {n}", copies=1) for row in rows for n in range(row.copies))

    return replace(cards, adversaries=alone(cards.adversaries), tiles=alone(cards.tiles))


class SameChance(Game):
    """A game of random seats, shuffled, rolled and chosen as the kernels do it."""

    opening: ClassVar = (AGE_STREAM, HERO_STREAM, TILE_STREAM, ADVERSARY_STREAM)  # what is shuffled first, in turn

    def __init__(self, plan: Plan, game_no: int):
        self.streams = [Stream(plan.seed, game_no, purpose) for purpose in range(STREAMS)]
        self.decisions = Decisions(plan.seed, game_no)
        self.shuffles = iter(self.opening)
        self.seen: Counter[tuple[int, str]] = Counter()  # by seat and card
        self.book = ChoiceBook()
        self.leader: int | None = None  # who was ahead of all others last
        self.lead_changes = 0
        self.led: list[list[int]] = []  # by turn: who had the best score
        super().__init__(single_copies(plan.cards), plan.players, [Random()] * plan.players, settings_of(plan))

    def shuffled(self, things: Iterable[Any]) -> list[Any]:
        """Later on only tiles are shuffled. Heroes and adversaries leave their deck from the front."""
        stream = next(self.shuffles, TILE_STREAM)
        things = list(things)
        shuffle(self.streams[stream], things)
        return things[::-1] if stream in (HERO_STREAM, ADVERSARY_STREAM) else things

    def mission_pile(self, rank: str) -> list[MissionCard]:
        """The starting card lies on top before the others are shuffled."""
        pile = copies(card for card in self.cards.missions if card.rank == rank)
        pile.sort(key=lambda card: not card.start)
        others = pile[1:]
        shuffle(self.streams[MISSION_STREAM + RANKS.index(rank)], others)
        return [MissionCard(card) for card in (pile[0], *others)]

    def roll(self, dice: Iterable[str]) -> Damage:
        return add_damage(self.dice[color][self.streams[DIE_STREAM + DICE.index(color)].below(6)] for color in dice)

    def choose(self, point: str, seat: Seat, options: Sequence[Any]) -> Any:
        options = list(options)
        chosen = self.chosen_at(point, seat, options)
        self.book_choice(point, seat, options, chosen)
        return chosen

    def chosen_at(self, point: str, seat: Seat, options: list[Any]) -> Any:
        if point in ("D6", "D8", "D13"):
            things = {"D6": DICE, "D8": self.row, "D13": seat.lineup}[point]
            options.sort(key=lambda some: sum(1 << things.index(thing) for thing in some))
        elif point in ("D3", "D9", "D10") and options[0] is None:
            options.append(options.pop(0))  # declining and keeping come last
        elif point in ("D7", "D11"):
            options.sort(key=lambda slot: (*TYPES, "g").index(slot.kind) * 10_000 + slot.value)
        elif point == "D12":
            options.sort(key=lambda other: (other - seat.number) % len(self.seats))
        if len(options) == 1:
            return options[0]  # nobody is asked
        return options[self.decisions.ask(seat.number, int(point[1:]) - 1).below(len(options))]

    def book_choice(self, point: str, seat: Seat, options: Sequence[Any], chosen: Any) -> None:
        """Choices among heroes, adversaries and missions."""
        if point == "D1":
            self.seen.update((seat.number, hero.card.id) for hero in options)
            self.book.log(seat.number, [hero.card.id for hero in options], chosen.card.id)
        elif point == "D8":  # each one taken, and not one of those that stay
            stay = [card.id for card in self.row if card not in chosen]
            for card in chosen:
                self.book.log(seat.number, [card.id, *stay], card.id)
        elif point == "D9":
            missions = [mission.card.id for mission in options if mission]
            self.book.log(seat.number, missions, chosen and chosen.card.id)

    # -- what only the log of the kernels tells

    def fight(self, seat: Seat, step: Step) -> None:
        self.seen.update((seat.number, card.id) for card in self.row)
        super().fight(seat, step)

    def go_on_mission(self, seat: Seat) -> None:
        self.seen.update((seat.number, mission.card.id) for mission in self.available())
        super().go_on_mission(seat)

    def end_line(self, seat: Seat, line: Row) -> None:
        super().end_line(seat, line)
        if seat.number == ((self.starts[-1] if line["phase"] == "adventure" else 0) - 1) % len(self.seats):
            self.end_turn(line["turn"])

    def end_turn(self, turn: int) -> None:
        """Who leads now that all seats have had this turn."""
        scores = [sum(parts.values()) for parts in end_scores(self)]
        ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
        self.led.append(ahead)
        if len(ahead) == 1:
            self.lead_changes += self.leader not in (None, ahead[0])
            self.leader = ahead[0]

    def game_row(self) -> Row:
        winners = [row["seat"] for row in self.seat_rows() if row["rank"] == 1]
        scores = sorted(row["score"] for row in self.seat_rows())
        others = [turn for turn, ahead in enumerate(self.led, start=1) if ahead != winners]
        return super().game_row() | {
            "winners": len(winners),
            "margin": scores[-1] - scores[-2],
            "lead_changes": self.lead_changes,
            "lead_turn": min(30, max(others, default=0) + 1),
        }


def differences(game: SameChance, log: Log, place: int) -> Iterator[str]:
    """Every cell of turns, seats and games that is not the same, and the cards seen. ``place``: in the log."""
    n = len(game.seats)
    rows = sorted(game.turn_rows(), key=lambda row: (row["turn"], row["seat"]))
    for logged, wanted in zip(log.turns[place * 30 * n : (place + 1) * 30 * n].to_dicts(), rows, strict=True):
        skipped = {"players", "agent"} | (set() if wanted["phase"] == "adventure" else ADVENTURES_ONLY)
        for name in TURN_COLUMNS:
            if name not in skipped and logged[name] != wanted[name]:
                yield f"turn {wanted['turn']}, seat {wanted['seat']}: {name} is {logged[name]}, not {wanted[name]}"
    for logged, wanted in zip(log.seats[place * n : (place + 1) * n].to_dicts(), game.seat_rows(), strict=True):
        wanted["win_share"] = wanted.pop("win_credit")
        del wanted["agent"]
        for name, value in wanted.items():
            if abs(logged[name] - value) > 1e-6:
                yield f"seat {wanted['seat']}: {name} is {logged[name]}, not {value}"
    logged, wanted = log.games.row(place, named=True), game.game_row()
    for name, value in wanted.items():
        if logged[name] != value:
            yield f"{name} is {logged[name]}, not {value}"
    cards = log.cards.filter(log.cards["game_no"] == logged["game_no"])
    if (booked := logged_masks(cards.to_dicts())) != (wanted := game.book.masks()):
        yield f"choices: {set(booked.items()) ^ set(wanted.items())}"
    cards = cards.select("seat", "card", "seen")
    tiles = {tile.id for tile in game.cards.tiles}
    seen = {(seat, card): times for seat, card, times in cards.rows() if times and card not in tiles}
    if seen != game.seen:
        yield f"seen: {set(seen.items()) ^ set(game.seen.items())}"
