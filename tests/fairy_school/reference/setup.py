"""Setup and project drafts of Fairy School (3.3, 3.4): part of the slow implementation in school_reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from balance.games.fairy_school.cards.box import DECKS, DISCARD, PLACES, TRIMESTERS, Card, Cards
from fairy_school.reference.table import Copy, Seat, take_out

if TYPE_CHECKING:
    from fairy_school.reference.whole import Game

SETS = 4
HAND = 4  # projects dealt (FS-27)
KEPT = 3  # ongoing projects (FS-28)


def copies(cards: Iterable[Card]) -> list[Copy]:
    """Every card as often as it is in the box, in the order of the table."""
    return [Copy(card) for card in cards for _ in range(card.copies)]


def starting_set(cards: Cards, number: int) -> list[Copy]:
    """The starting set of this number, from 1: a fourth of the cards for all sets, and its own."""
    own_set = []
    for card in cards.cards:
        if card.kind == "start" and card.set in ("all", str(number)):
            own_set += [Copy(card) for _ in range(card.copies // SETS if card.set == "all" else card.copies)]
    return own_set


def by_the_last(things: Sequence[Any], size: int) -> list[tuple[Any, ...]]:
    """All sets of so many things: those of which the last one comes early in the list first."""
    places = sorted(combinations(range(len(things)), size), key=lambda chosen: chosen[::-1])
    return [tuple(things[place] for place in chosen) for chosen in places]


class Setup:
    """The part of ``Game`` that comes before a turn."""

    def set_up(self: Game) -> None:
        """FS-12 to FS-25."""
        self.decks = [self.shuffled_trimester(trimester) for trimester in range(self.trimesters)]
        self.finals = self.shuffled_finals()
        for seat, number in zip(self.seats, self.dealt_sets(), strict=True):
            seat.start_set = number
            seat.draw = starting_set(self.cards, number)
            self.shuffle_pile(seat)
        if self.setup == "expert":
            self.draft_initials()
        else:
            self.deal_letters()
        for seat in self.seats:
            for copy in (*seat.draw, *seat.s_cards):
                seat.count("owned", copy)
            for copy in seat.draw if self.setup == "expert" else (*seat.draw, *seat.s_cards):
                seat.count("seen", copy)  # drafted ones were seen before

    # -- chance, each use of it by itself

    def shuffled_trimester(self: Game, trimester: int) -> list[Copy]:
        """Without the predefined projects in trimester I of an initiation game: they are in nobody's hand later."""
        deck = copies(card for card in self.cards.cards if card.set == TRIMESTERS[trimester])
        self.chance("trimester", trimester).shuffle(deck)
        return deck

    def shuffled_finals(self: Game) -> list[Any]:
        finals = [final for final in self.cards.finals if final.length == self.settings.length]
        deck = [replace(final) for final in finals for _ in range(final.copies)]
        self.chance("final").shuffle(deck)
        return deck

    def dealt_sets(self: Game) -> list[int]:
        """The number of each seat's starting set (FS-17)."""
        luck = self.chance("set")
        sets = list(range(1, SETS + 1))
        luck.shuffle(sets)
        if self.players > SETS:
            second = list(range(1, SETS + 1))
            luck.shuffle(second)
            sets += second[: self.players - SETS]
        sets = sets[: self.players]
        if self.players > SETS:
            luck.shuffle(sets)
        return sets

    def dealt_letters(self: Game) -> list[str]:
        """The predefined deck of each seat (FS-18)."""
        there = {card.set for card in self.cards.cards if card.kind == "initial"}
        letters = [letter for letter in DECKS if f"S{letter}" in there]
        self.chance("initial").shuffle(letters)
        return letters[: self.players]

    def shuffled_initials(self: Game, cards: list[Copy]) -> list[Copy]:
        """The starting cards S that are drafted, or drawn as the fifth at 2 players."""
        self.chance("initial").shuffle(cards)
        return cards

    def shuffle_pile(self: Game, seat: Seat) -> None:
        self.chance("pile", seat.number).shuffle(seat.draw)

    def dealt(self: Game, deck: list[Copy], size: int) -> list[list[Copy]]:
        """A hand for every seat, from the top of the deck, one seat after another."""
        return [[deck.pop() for _ in range(size)] for _ in self.seats]

    # -- starting decks

    def deal_letters(self: Game) -> None:
        """Initiation and advanced (FS-18, FS-20, FS-24)."""
        initials = [card for card in self.cards.cards if card.kind == "initial"]
        for seat, letter in zip(self.seats, self.dealt_letters(), strict=True):
            seat.s_deck = letter
            seat.s_cards = copies(card for card in initials if card.set == f"S{letter}")
            seat.s_cards.sort(key=lambda copy: copy.card.place == DISCARD)
            for copy in seat.s_cards:
                if copy.card.place == DISCARD:
                    seat.discard.append(copy)
                else:
                    seat.forest[PLACES.index(copy.card.place)] = copy
            if self.setup == "initiation":
                projects = [card for card in self.cards.cards if card.set == "I" and card.deck == letter]
                self.start_projects(seat, copies(projects))
        if self.players == 2:
            plain = self.shuffled_initials(copies(card for card in initials if card.set == "S"))
            for seat in self.seats:
                seat.s_cards.append(plain.pop())
                seat.discard.append(seat.s_cards[-1])

    def start_projects(self: Game, seat: Seat, projects: list[Copy]) -> None:
        seat.ongoing = projects
        for copy in projects:
            seat.count("seen", copy)
            seat.count("kept_ongoing", copy)

    def draft_initials(self: Game) -> None:
        """Expert (FS-22 to FS-24)."""
        deck = self.shuffled_initials(copies(card for card in self.cards.cards if card.kind == "initial"))
        hands = self.dealt(deck, 5 if self.players == 2 else 4)
        picked = self.draft(hands, 1, "draft_initial")
        layouts = [self.lay_out(seat, cards) for seat, cards in zip(self.seats, picked, strict=True)]
        for seat, cards, layout in zip(self.seats, picked, layouts, strict=True):
            for copy, column in layout:
                seat.forest[column] = copy
            others = [copy for copy in cards if copy not in seat.forest]
            seat.discard += others
            seat.s_cards = [*(copy for copy, _ in layout), *others]

    def lay_out(self: Game, seat: Seat, cards: list[Copy]) -> list[tuple[Copy, int]]:
        """Two cards for the top row and their columns; the placement is free (FS-22)."""
        pairs = [(copy, other) for place, other in enumerate(cards) for copy in cards[:place]]
        layouts = [(pair, columns) for pair in pairs for columns in permutations(range(5), 2)]
        pair, columns = self.ask(seat, "lay_out", layouts)
        return list(zip(pair, columns, strict=True))

    # -- drafts

    def draft(self: Game, hands: list[list[Copy]], step: int, point: str) -> list[list[Copy]]:
        """Everybody puts one aside and passes the rest to seat + step, until nothing is left; what each has."""
        picked: list[list[Copy]] = [[] for _ in self.seats]
        while hands[0]:
            chosen: dict[int, Copy] = {}
            for seat in self.in_order():  # all choose before any hand is passed
                hand = hands[seat.number]
                for copy in hand:
                    seat.count("seen_draft", copy)
                    seat.count("seen", copy)
                chosen[seat.number] = self.ask(seat, point, hand)
            for number, copy in chosen.items():
                self.seats[number].count("picked", copy)
                picked[number].append(copy)
                take_out(hands[number], copy)
            hands = [hands[(number - step) % self.players] for number in range(self.players)]
        return picked

    def draft_projects(self: Game) -> None:
        """FS-26 to FS-28."""
        if self.setup == "initiation" and self.trimester == 0:
            return
        step = 1 if self.settings.draft_direction[self.trimester] == "L" else -1
        picked = self.draft(self.dealt(self.decks[self.trimester], HAND), step, "draft_project")
        kept = {}
        for seat in self.in_order():
            pool = [*picked[seat.number], *seat.ongoing]
            kept[seat.number] = self.ask(seat, "keep", by_the_last(pool, KEPT))
        for seat in self.seats:
            pool = [*picked[seat.number], *seat.ongoing]
            seat.ongoing = list(kept[seat.number])
            for copy in pool:
                seat.count("kept_ongoing" if copy in seat.ongoing else "dropped", copy)
            self.common_discard += [copy for copy in pool if copy not in seat.ongoing]

    # -- who chooses first (FS-32)

    def in_choosing_order(self: Game, seats: Sequence[Seat], choose: Callable[[Seat], None]) -> None:
        """Most kindness first, then fewest elements, then by chance. Nobody's choice changes the order."""
        for seat in self.choosing_order(seats):
            choose(seat)

    def choosing_order(self: Game, seats: Sequence[Seat]) -> list[Seat]:
        """The next one changes places with the first of those who wait. Of equals the k-th wins one time in k."""
        order = list(seats)
        for place in range(len(order)):
            best, equals = place, 1
            for other in range(place + 1, len(order)):
                rank, best_rank = ((-seat.kindness, sum(seat.stock)) for seat in (order[other], order[best]))
                if rank < best_rank:
                    best, equals = other, 1
                elif rank == best_rank:
                    equals += 1
                    if self.chance("order").below(equals) == 0:
                        best = other
            order[place], order[best] = order[best], order[place]
        return order
