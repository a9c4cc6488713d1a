"""Fairies of Alfheim once more, slow and obvious, written from the rules alone: the compiled game must agree with it.

Areas are dictionaries, piles are lists whose top is the last tile, fairy tiles are objects, and where a fairy may go
is found by trying (alfheim_lines). The players are in alfheim_reference_players, the rows of the log in
alfheim_reference_log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from alfheim.lines import FOOTPRINT, Area, Cell, fairy_cells, is_clue, legal_cells, matches, neighbours
from alfheim.reference.players import Chance, Placing, Player, RandomPlayer, Row
from balance.games.alfheim.cards.box import AFTER, EXPERTS, GROUPS, PREPARATION, START, TYPES, Cards, Expert, Fairy
from balance.games.alfheim.cards.box import Footprint as FootprintTile
from balance.games.alfheim.state import (
    CENTRE_STREAM,
    DECK_STREAM,
    FOOTPRINT_STREAM,
    LEAD_STREAM,
    ORDER_STREAM,
    STACK_STREAM,
)
from balance.games.alfheim.state import PREPARATION as PREPARATION_ROUND
from helpers.logged_choices import ChoiceBook

ROUNDS = 11
START_CELLS = ((0, 0), (1, 0))
PLAYED = ("paid", "placed")  # card events that count as playing


@dataclass(frozen=True)
class Settings:
    """FA-41."""

    line_match: str = "segment"
    process_order: str = "random"
    swap: bool = True
    second_reveal: bool = True
    footprint_point: int = 1
    footprint_cap: int = 4


def take_out(things: list[Any], thing: Any) -> None:
    """Take a thing out of a list of which the order does not matter: the last one fills the gap."""
    place = things.index(thing)
    last = things.pop()
    if place < len(things):
        things[place] = last


@dataclass(eq=False)
class Seat:
    """A player and everything in front of her."""

    number: int
    player: Player
    area: dict[Cell, str] = field(default_factory=dict)
    edge: list[Cell] = field(default_factory=list)  # the legal cells, in the order of the contract with the kernels
    start: str = ""  # icons of the start pair
    footprint: FootprintTile | None = None
    fairies: dict[str, Fairy] = field(default_factory=dict)  # placed: by type, the cost tile that was paid
    secret: Fairy | None = None  # the secret tile received, placed or not
    experts: dict[str, Expert] = field(default_factory=dict)  # claimed: by row, the tile whose value she got
    swaps: int = 0
    tile: str = ""  # icon of the clue tile of this round
    placed_now: list[tuple[Placing, Fairy]] = field(default_factory=list)  # this round
    row: Row = field(default_factory=dict)  # of this round
    rows: list[Row] = field(default_factory=list)
    events: Counter[tuple[str, str]] = field(default_factory=Counter)  # by word and card
    first_turn: dict[str, int] = field(default_factory=dict)  # by card: the round in which it was first played

    def put(self, cell: Cell, tile: str) -> None:
        """Lay a tile on a cell. The edge must always be the legal cells."""
        assert cell not in self.area, f"{cell} is not empty"
        if cell in self.edge:
            take_out(self.edge, cell)
        self.area[cell] = tile
        if is_clue(tile) or tile == FOOTPRINT:
            self.edge += [
                neighbour for neighbour in neighbours(cell) if neighbour not in self.area and neighbour not in self.edge
            ]
        assert set(self.edge) == legal_cells(self.area)
        assert len(set(self.edge)) == len(self.edge)

    def lay(self, area: Area) -> None:
        """Lay out a whole area, for tests."""
        self.area, self.edge = dict(area), sorted(legal_cells(area))

    def count(self, event: str, card: Any, turn: int = 0) -> None:
        """A card event (section 6). ``turn``: the round, where the card is played."""
        self.events[event, card.id] += 1
        if event in PLAYED:
            self.first_turn.setdefault(card.id, turn)


class Game:
    """One game. ``play`` plays it all; tests may also lay out areas and play single phases."""

    def __init__(
        self,
        cards: Cards,
        players: int = 4,
        agents: Sequence[Player] | None = None,
        settings: Settings | None = None,
        chance: Any = None,
    ):
        self.cards, self.players = cards, players
        self.settings, self.chance = settings or Settings(), chance or Chance(0, 0)
        agents = agents or [RandomPlayer()] * players
        self.seats = [Seat(number, agents[number]) for number in range(players)]
        self.round = 0
        self.order: list[int] = []  # in which the seats are served this round
        self.drawn = ""  # icon of this round
        self.draw_order = ""  # icons of the rounds so far
        self.in_force: dict[str, list[Fairy]] = {kind: [] for kind in TYPES}  # costs revealed, by type
        self.claims = dict.fromkeys(EXPERTS, 0)  # expert tiles taken
        self.book = ChoiceBook()
        self.leader: int | None = None  # who was ahead of all others last
        self.lead_changes = 0
        self.led: list[list[int]] = []  # by round: who had the best score

    def ask(self, point: str, seat: Seat, options: Sequence[Any]) -> Any:
        """Ask the player. ValueError: not one of the options."""
        chosen = seat.player.choose(point, self, seat, options)
        if chosen not in options:
            where = f"round {self.round}, seat {seat.number}"
            raise ValueError(f"{where}: {point} {chosen!r} is not one of {list(options)}")
        return chosen

    def play(self) -> Game:
        self.set_up()
        for _ in range(ROUNDS):
            self.take_round()
        return self

    # -- setup (3.1)

    def set_up(self) -> None:
        self.lead = self.chance(LEAD_STREAM).below(self.players) if self.players > 1 else 0
        self.stack = [clue.icon for clue in self.cards.player for _ in range(clue.copies)]  # FA-6
        self.chance(STACK_STREAM).shuffle(self.stack)
        self.removed, self.stack = self.stack[0], self.stack[1:]  # FA-12
        self.deal_pairs()
        self.deal_footprints()
        self.decks: dict[str, list[Fairy]] = {}
        for number, kind in enumerate(TYPES):  # FA-4
            self.decks[kind] = [tile for tile in self.cards.fairies if tile.type == kind for _ in range(tile.copies)]
            self.chance(DECK_STREAM + number).shuffle(self.decks[kind])
        self.reveal_start = [self.turn_over(kind) for kind in TYPES if self.cards.reveal[kind].when == START]  # FA-5
        self.reveal_prep: list[Fairy] = []

    def deal_pairs(self) -> None:
        """FA-7 to FA-9."""
        centre = [clue.icon for clue in self.cards.centre for _ in range(clue.copies)]
        luck = self.chance(CENTRE_STREAM)
        luck.shuffle(centre)
        pairs: list[list[str]] = [[centre.pop(), centre.pop()] for _ in self.seats]
        while equal := [
            seat
            for seat, pair in enumerate(pairs)
            if any(sorted(pair) == sorted(other) for place, other in enumerate(pairs) if place != seat)
        ]:
            for seat in equal:
                centre += pairs[seat]
            luck.shuffle(centre)
            for seat in equal:
                pairs[seat] = [centre.pop(), centre.pop()]
        self.centre, self.centre_start = centre, "".join(reversed(centre))
        black = {clue.icon: clue for clue in self.cards.centre}
        for player, pair in zip(self.seats, pairs, strict=True):
            player.start = "".join(pair)
            for cell, icon in zip(START_CELLS, pair, strict=True):
                player.put(cell, icon)
                player.count("held", black[icon])

    def deal_footprints(self) -> None:
        """FA-10."""
        pile = [tile for tile in self.cards.footprints for _ in range(tile.copies)]
        self.chance(FOOTPRINT_STREAM).shuffle(pile)
        for seat in self.seats:
            seat.footprint = pile.pop()
            seat.count("held", seat.footprint)

    def turn_over(self, kind: str) -> Fairy:
        """Turn over the top tile of a deck: its cost is in force for everybody."""
        tile = self.decks[kind].pop()
        self.in_force[kind].append(tile)
        for seat in self.seats:
            seat.count("revealed", tile)
        return tile

    # -- the round (3.2)

    def take_round(self) -> None:
        """FA-13."""
        self.round += 1
        self.order = self.serving_order()
        for seat in self.seats:
            self.start_row(seat)
        if self.round == PREPARATION_ROUND:
            self.prepare()
        self.draw()
        self.swap_tiles()
        for seat in self.seats:
            self.place_clue(seat)
        for number in self.order:
            self.place_fairies(self.seats[number])
        self.claim_experts()
        for seat in self.seats:
            self.end_row(seat)
        self.watch_lead()

    def serving_order(self) -> list[int]:
        """FA-20."""
        if self.settings.process_order == "lead_first":
            return [(self.lead + n) % self.players for n in range(self.players)]
        order = list(range(self.players))
        self.chance(ORDER_STREAM).shuffle(order)
        return order

    def start_row(self, seat: Seat) -> None:
        seat.placed_now = []
        seat.row = {"turn": self.round, "seat": seat.number, "agent": seat.player.name}
        seat.row |= {"queue": self.order.index(seat.number), "start_icons": seat.start}
        seat.row |= {"fp_x": None, "fp_y": None, "fp_icons": None, "tomte_drawn": None, "experts": []}

    def end_row(self, seat: Seat) -> None:
        row, score = seat.row, self.score(seat)
        placed = [f"{kind}@{x},{y}:{tile.id}" for (kind, (x, y)), tile in seat.placed_now]
        row |= {"placements": ";".join(placed), "experts": ";".join(row["experts"])}
        seat.rows.append(row | {"score": score, "score_after": score})

    def prepare(self) -> None:
        """FA-15 to FA-17."""
        for kind in TYPES:
            when = self.cards.reveal[kind].when
            second = when == START and self.settings.second_reveal and self.decks[kind]
            if when == PREPARATION or second:
                self.reveal_prep.append(self.turn_over(kind))
        for seat in self.seats:
            assert seat.footprint is not None
            seat.row["fp_icons"] = seat.footprint.icons
            if seat.edge:  # FA-22
                cell = self.ask("footprint", seat, list(seat.edge))
                seat.put(cell, FOOTPRINT)
                seat.row["fp_x"], seat.row["fp_y"] = cell
                seat.count("placed", seat.footprint, self.round)

    # -- clue tiles (3.4)

    def clue(self, icon: str) -> Any:
        return next(clue for clue in self.cards.player if clue.icon == icon)

    def draw(self) -> None:
        """FA-18."""
        self.drawn = self.stack.pop()
        self.draw_order += self.drawn
        for seat in self.seats:
            seat.tile = self.drawn
            seat.row |= {"drawn": self.drawn, "swapped": 0}
            seat.count("drawn", self.clue(self.drawn))

    def swap_tiles(self) -> None:
        """FA-19, FA-20: all decide, then they are served."""
        # FA-22: nobody swaps what cannot be laid.
        able = [seat for seat in self.seats if self.settings.swap and seat.edge]
        swappers = [seat for seat in able if self.ask("swap", seat, [False, True])]
        for number in self.order:
            seat = self.seats[number]
            if seat in swappers:
                new = self.centre.pop()
                self.centre.insert(0, seat.tile)
                seat.count("swapped_out", self.clue(seat.tile))
                seat.count("swapped_in", self.clue(new))
                seat.tile = new
                seat.swaps += 1
                seat.row["swapped"] = 1

    def place_clue(self, seat: Seat) -> None:
        """FA-21, FA-22."""
        seat.row |= {"kept": seat.tile, "x": None, "y": None, "n_cells": len(seat.edge)}
        if seat.edge:
            cell = self.ask("clue", seat, list(seat.edge))
            seat.put(cell, seat.tile)
            seat.row["x"], seat.row["y"] = cell
            seat.count("placed", self.clue(seat.tile), self.round)

    # -- fairies (3.5)

    def costs(self, seat: Seat, kind: str) -> list[Fairy]:
        """The tiles by which the seat may pay for a type, in the order of the card table (FA-24, FA-29, FA-33)."""
        if kind in seat.fairies:
            return []
        if self.cards.reveal[kind].when == AFTER:
            return [seat.secret] if seat.secret else []
        return sorted(self.in_force[kind], key=self.cards.fairies.index)

    def placings(self, seat: Seat) -> dict[Placing, Fairy]:
        """Everything the seat may place now, by type and then by cell, and by which cost (the first that allows it)."""
        payers: dict[Placing, Fairy] = {}
        for kind in TYPES:
            allowed = [(tile, fairy_cells(seat.area, tile.cost, self.settings.line_match))
                       for tile in self.costs(seat, kind)]  # fmt: skip
            for cell in seat.edge:
                for tile, cells in allowed:
                    if cell in cells:
                        payers.setdefault((kind, cell), tile)
            assert all(cells <= set(seat.edge) for _, cells in allowed)
        return payers

    def place_fairies(self, seat: Seat) -> None:
        """FA-23."""
        seat.row["n_payable"] = len({kind for kind, _ in self.placings(seat)})
        while placings := self.placings(seat):
            chosen = self.ask("fairy", seat, [*placings, None])
            self.book.log(seat.number, [tile.id for tile in placings.values()], chosen and placings[chosen].id)
            if chosen is None:
                break
            self.place_fairy(seat, chosen, placings[chosen])
        seat.row["n_declined"] = len({kind for kind, _ in self.placings(seat)})

    def place_fairy(self, seat: Seat, placing: Placing, tile: Fairy) -> None:
        kind, cell = placing
        secret = next(name for name in TYPES if self.cards.reveal[name].when == AFTER)
        if kind != secret and self.decks[kind]:
            self.decks[kind].pop(0)  # from the bottom, which nobody can tell from the top (FA-30)
        seat.put(cell, kind)
        seat.fairies[kind] = tile
        seat.placed_now.append((placing, tile))
        seat.count("paid", tile, self.round)
        if seat.secret is None and set(self.cards.reveal[secret].after) <= seat.fairies.keys():  # FA-32
            seat.secret = self.decks[secret].pop()
            seat.row["tomte_drawn"] = seat.secret.id
            seat.count("held", seat.secret)

    def claim_experts(self) -> None:
        """FA-34, FA-35."""
        for row in EXPERTS:
            tiles = [expert for expert in self.cards.experts if expert.row == row]
            complete = [
                seat for seat in self.seats if row not in seat.experts and set(tiles[0].need) <= seat.fairies.keys()
            ]
            for seat in complete:
                tile = seat.experts[row] = tiles[self.claims[row]]
                seat.row["experts"].append(f"{row}={tile.points}{'*' if len(complete) > 1 else ''}")
                seat.count("claimed", tile)
            self.claims[row] += len(complete)

    # -- the score (3.6)

    def parts(self, seat: Seat) -> dict[str, int]:
        """The components of the score as it stands (FA-37, FA-38)."""
        assert seat.footprint is not None
        points = {
            f"pts_{group}": sum(self.cards.points[kind] for kind in seat.fairies if kind.startswith(group))
            for group in GROUPS
        }
        for row in EXPERTS:
            points[f"pts_expert_{row}"] = seat.experts[row].points if row in seat.experts else 0
        bonus = self.settings.footprint_point * matches(seat.area, seat.footprint.icons)
        return points | {"pts_footprint": min(self.settings.footprint_cap, bonus)}

    def score(self, seat: Seat) -> int:
        return sum(self.parts(seat).values())

    def watch_lead(self) -> None:
        scores = [self.score(seat) for seat in self.seats]
        ahead = [number for number, score in enumerate(scores) if score == max(scores)]
        self.led.append(ahead)
        if len(ahead) == 1:
            self.lead_changes += self.leader not in (None, ahead[0])
            self.leader = ahead[0]
