"""A game of Heroes held at some point, staged as a test wants it: line-ups, slots, row, missions, tiles, dice.

Cards are made with ``heroes_box``; equal cards are copies of one another. Free slots are written as in the worked
examples: (lightning, fire, ice, generic).
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from scipy.stats import chisquare

from balance.cards.read import CardFile, parse_cards
from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.styles import Style
from balance.engine.kernels.decisions import begin_decisions
from balance.engine.kernels.kernel import new, rows
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.rng import start_streams
from balance.games.heroes.cards.box import COLORS, DICE, RANKS, Adversary, Cards, Hero, Mission, Tile
from balance.games.heroes.log.rows import TURNS, clear_now
from balance.games.heroes.play.actions import perform, place_damage
from balance.games.heroes.play.games import adventure, come_home, recruit
from balance.games.heroes.rules.lineup import find_slots
from balance.games.heroes.rules.scoring import count_scores, crown
from balance.games.heroes.rules.setup import set_up
from balance.games.heroes.state import NOW, POINTS, STATE, STREAMS
from helpers.card_tables import text_of
from helpers.play import compile_once, logged_rows
from heroes.box import damage, die, hero, mission, standard_dice
from heroes.table import default_rows

Row = dict[str, Any]
Slots = tuple[int, int, int, int]

# ---------------------------------------------------------------- plans and whole games


@functools.cache
def _file() -> CardFile:
    return parse_cards(text_of(default_rows()), "cards.csv", ["heroes"])


@functools.cache
def _plan(players: int, settings: tuple[tuple[str, str], ...]) -> Plan:
    asked = Request("heroes", players=players, agents="random", fixed_seats=True, settings=dict(settings))
    return make_plan(asked, _file())


def plan_for(
    players: int, cards: Cards, agents: Sequence[str | Style] = ("random",), seed: int = 1, **settings: object
) -> Plan:
    """A plan with cards made in code; the agents sit down in this order, again from the first when there are few."""
    plan = _plan(players, tuple((name, str(value)) for name, value in settings.items()))
    own = {agent.name: agent for agent in agents if isinstance(agent, Style)}
    names = [agent.name if isinstance(agent, Style) else agent for agent in agents]
    return replace(
        plan,
        cards=cards,
        seed=seed,
        styles=tuple(candidate for candidate in (*plan.styles, *own.values()) if candidate.name in names),
        lineup=tuple(names[seat % len(names)] for seat in range(players)),
    )


def style(name: str, slip: float = 0.0, **weights: float) -> Style:
    """A style of one's own."""
    return Style(name, "", weights, {"slip": slip})


FIGHTER = style("fighter", adv=1.0, mis=1.0, pts=1.0, dice_1=1.0, dice_2=2.0, dice_3=3.0)
"""Fights and goes on missions for the prize alone, whatever the wounds, and never places a tile without use."""

COWARD = style("coward", adv=0.001, mis=0.001, pts=1.0, wounds=-1000.0, pslot=1000.0)
"""Declines whatever may wound."""


def play(plan: Plan, games: int = 1) -> list[dict[str, list[Row]]]:
    """The log of some games, one at a time: rows of every table, derived columns included."""
    whole = logged_rows(plan, 0, games)
    return [
        {name: [row for row in rows if row["game_no"] == number] for name, rows in whole.items()}
        for number in range(games)
    ]


# ---------------------------------------------------------------- a game held


@functools.cache
def _turns() -> Any:
    return new(TURNS)


def _distinct(cards: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(cards))


def _named(cards: Iterable[Any]) -> tuple[Any, ...]:
    """The same cards under ids of their own."""
    return tuple(replace(card, id=f"{card.id} ({n})") for n, card in enumerate(cards))


class Sheet:
    """A game held at the beginning of a turn: the line-ups as given, everybody's slots free, seat 0 the youngest.

    ``row`` and ``deck``: adversaries, the first to be revealed first. ``held``: by seat. ``missions``: by rank, the
    available one first; where none is given one lies that nobody can go on. ``supply``: tiles, the first to be drawn
    first. ``faces``: dice that always show the same face; the others are standard dice.
    """

    def __init__(
        self,
        *lineups: Sequence[Hero],
        row: Sequence[Adversary] = (),
        deck: Sequence[Adversary] = (),
        held: Mapping[int, Sequence[Adversary]] | None = None,
        missions: Mapping[str, Sequence[Mission]] | None = None,
        supply: Sequence[Tile] = (),
        more: Sequence[Any] = (),
        faces: Mapping[str, str] | None = None,
        agents: Sequence[str | Style] = ("random",),
        seed: int = 1,
        **settings: object,
    ):
        compile_once("heroes")
        self.players = len(lineups)
        held = held or {}
        piles = {rank: (missions or {}).get(rank) or (mission("have 99", rank=rank),) for rank in RANKS}
        placed = (card for lineup in lineups for card in lineup)
        self.heroes = _distinct([*placed, *(card for card in more if isinstance(card, Hero))])
        if missing := max(0, 15 * self.players - len(self.heroes)):
            self.heroes += (hero(id="filler", copies=missing),)
        foes = [*row, *deck, *(card for cards in held.values() for card in cards)]
        self.adversaries = _distinct([*foes, *(card for card in more if isinstance(card, Adversary))])
        self.missions = [replace(card, rank=rank, start=not n) for rank in RANKS for n, card in enumerate(piles[rank])]
        self.tiles = _distinct([*supply, *(card for card in more if isinstance(card, Tile))])
        dice = [die(color, " ".join([face] * 6)) for color, face in (faces or {}).items()]
        standard = [standard_die for standard_die in standard_dice() if standard_die.color not in (faces or {})]
        cards = Cards(
            _named(self.heroes),
            _named(self.adversaries),
            _named(self.missions),
            _named(self.tiles),
            tuple(sorted([*dice, *standard], key=lambda any_die: DICE.index(any_die.color))),
        )
        self.plan = plan_for(self.players, cards, agents, seed, **settings)
        self.t = self.plan.table()
        memory = rows(STATE, 1)
        self.s = memory[0]
        self._bytes = memory.view(np.uint8)  # NumPy copies records field by field, which takes eight times as long
        self._start(0)
        set_up(self.s, self.t)
        for seat, lineup in enumerate(lineups):
            self.s.age[seat] = seat
            self.line_up(seat, *lineup)
            self.hold(seat, *held.get(seat, ()))
        self._stack(row, deck, supply)
        self.keep()

    def _start(self, game_no: int) -> None:
        self.s.game_no = game_no
        start_streams(self.s, self.t.seed, game_no, STREAMS)
        begin_decisions(self.s.decision, self.t.seed, game_no, self.players, POINTS)
        deal_styles(self.s, self.t, self.players)

    def _stack(self, row: Sequence[Adversary], deck: Sequence[Adversary], supply: Sequence[Tile]) -> None:
        s = self.s
        for i, card in enumerate([*row, *deck]):
            s.adversary_deck[i] = self.adversaries.index(card)
        self.t.adversary_cards = len(row) + len(deck)
        s.revealed = s.in_row = len(row)
        for i, card in enumerate(row):
            s.row[i] = self.adversaries.index(card)
        for rank, letter in enumerate(RANKS):
            pile = [i for i, card in enumerate(self.missions) if card.rank == letter]
            s.pile[rank, : len(pile)] = pile
        for i, card in enumerate(reversed(supply)):
            s.supply[i] = self.tiles.index(card)
        s.in_supply = len(supply)

    # Staging

    def keep(self) -> None:
        """Remember this point, for ``back``."""
        self._kept = self._bytes.copy()

    def again(self, games: int) -> Iterator[int]:
        """Go on from this point so many times, with other luck each time."""
        self.keep()
        for game_no in range(1, games + 1):
            self.back(game_no)
            yield game_no

    def back(self, game_no: int = 0) -> None:
        """Go back to the point kept, with the luck of this game."""
        self._bytes[:] = self._kept
        self._start(game_no)

    def line_up(self, seat: int, *heroes: Hero) -> None:
        """Put these heroes before a seat, without tiles, all slots free."""
        me = self.s.seat[seat]
        me.heroes = len(heroes)
        me.strength = sum(card.strength for card in heroes)
        for i, card in enumerate(heroes):
            me.lineup[i] = self.heroes.index(card)
            me.tile[i] = me.placer[i] = -1
        find_slots(self.s, self.t, seat)

    def hold(self, seat: int, *cards: Adversary) -> None:
        """Give adversaries to a seat."""
        me = self.s.seat[seat]
        for card in cards:
            me.holds[me.held] = self.adversaries.index(card)
            me.held += 1
            me.color[COLORS.index(card.color)] += 1

    def lay(self, seat: int, position: int, tile: Tile, placer: int | None = None) -> None:
        """Put a tile on a hero."""
        self.s.seat[seat].tile[position] = self.tiles.index(tile)
        self.s.seat[seat].placer[position] = seat if placer is None else placer

    def reserve(self, seat: int, *tiles: Tile) -> None:
        """Put tiles in a reserve."""
        me = self.s.seat[seat]
        for tile in tiles:
            me.reserve[me.reserved] = self.tiles.index(tile)
            me.reserved += 1

    def set_free(self, seat: int, *free: int, values: Sequence[int] = ()) -> None:
        """Give a seat just these slots, all free: lightning, fire, ice, plain, and prestige slots of these values."""
        slots = self.s.seat[seat].slots
        energy, plain = free[:3], free[3]
        for i in range(3):
            slots.energy[i] = slots.free_energy[i] = energy[i]
        slots.plain = slots.free_plain = plain
        slots.prestige = len(values)
        slots.value[: len(values)] = sorted(values)
        slots.free_prestige = (1 << len(values)) - 1

    def cover_all(self, seat: int) -> None:
        """Put a counter on every slot of a seat."""
        slots = self.s.seat[seat].slots
        self.s.counters += sum(self.free(seat))
        slots.free_energy[:] = 0
        slots.free_plain = slots.free_prestige = 0

    def damage(self, seat: int, text: str) -> int:
        """Wound a seat, as in "1FF". Returns how many points were placed."""
        hit = damage(text)
        self.s.hit[:] = (*hit.typed, hit.untyped)
        return int(place_damage(self.s, self.t, seat))

    # What happens

    def turn(self, seat: int = 0, position: int = 0) -> Any:
        """The turn of a hero. Returns what is logged about it; -1 where there is nothing to log."""
        self.s.position = position
        for name in NOW.names:
            self.s.now[seat][name] = -1
        clear_now(self.s, seat)
        perform(self.s, self.t, seat)
        self.count_scores()
        return self.s.now[seat]

    def adventure(self) -> None:
        """The third phase of the round."""
        adventure(self.s, self.t, _turns(), 0)

    def come_home(self) -> None:
        """The fourth phase of the round."""
        come_home(self.s, self.t, _turns(), 0)

    def recruit(self) -> None:
        """The first two phases of the round."""
        recruit(self.s, self.t, _turns(), 0)

    def count_scores(self) -> None:
        """Count the scores, whatever was staged."""
        self.s.recount = 1
        count_scores(self.s, self.t)

    def scores(self) -> list[int]:
        """The scores, as if the game ended now."""
        self.count_scores()
        return [int(score) for score in self.s.score[: self.players]]

    def won(self) -> list[int]:
        """Who wins with the present scores, by seat; before that, the scores are counted."""
        self.count_scores()
        crown(self.s, self.t)
        return [int(won) for won in self.s.won[: self.players]]

    # What lies on the table

    def free(self, seat: int = 0) -> Slots:
        """Free slots: lightning, fire, ice, generic."""
        slots = self.s.seat[seat].slots
        energy = (int(slots.free_energy[0]), int(slots.free_energy[1]), int(slots.free_energy[2]))
        return (*energy, int(slots.free_plain) + int(slots.free_prestige).bit_count())

    def values_free(self, seat: int = 0) -> list[int]:
        """The values of the prestige slots that are not covered."""
        slots = self.s.seat[seat].slots
        return [int(slots.value[i]) for i in range(slots.prestige) if slots.free_prestige >> i & 1]

    def track(self, seat: int = 0) -> int:
        """Prestige on the track."""
        return int(self.s.seat[seat].track)

    def row(self) -> list[Adversary]:
        """The adversaries in the row."""
        return [self.adversaries[card] for card in self.s.row[: self.s.in_row]]

    def holds(self, seat: int = 0) -> list[Adversary]:
        """The adversaries a seat holds."""
        me = self.s.seat[seat]
        return [self.adversaries[card] for card in me.holds[: me.held]]

    def lineup(self, seat: int = 0) -> list[Hero]:
        """The heroes of a seat from left to right."""
        me = self.s.seat[seat]
        return [self.heroes[card] for card in me.lineup[: me.heroes]]

    def tiles_on(self, seat: int = 0) -> list[Tile | None]:
        """The tiles on the heroes of a seat."""
        me = self.s.seat[seat]
        return [self.tiles[tile] if tile >= 0 else None for tile in me.tile[: me.heroes]]

    def reserved(self, seat: int = 0) -> list[Tile]:
        """The tiles in a reserve."""
        me = self.s.seat[seat]
        return [self.tiles[tile] for tile in me.reserve[: me.reserved]]

    def discarded(self) -> list[Tile]:
        """The tile discard."""
        return [self.tiles[tile] for tile in self.s.tile_discard[: self.s.in_tile_discard]]

    def available(self, rank: str) -> Mission:
        """The available mission of a rank."""
        return self.missions[self.s.pile[RANKS.index(rank), 0]]

    def tokens(self, rank: str) -> list[int]:
        """The seats with a token on the available mission of a rank."""
        mask = int(self.s.tokens[RANKS.index(rank)])
        return [seat for seat in range(self.players) if mask >> seat & 1]


# ---------------------------------------------------------------- sums done otherwise


def most_placed(hit: Slots, free: Slots) -> int:
    """The most points of damage (L, F, I, untyped) that find a slot, by trying every way to split the untyped ones."""
    room = [range(slots + 1) for slots in free]
    best = 0
    for untyped in product(*room):
        if sum(untyped) <= hit[3]:
            typed = sum(min(hit[e], free[e] - untyped[e]) for e in range(3))
            best = max(best, sum(untyped) + typed)
    return best


def evenly(counts: Counter, things: Iterable[Any]) -> bool:
    """Whether exactly these things came up, all equally often."""
    assert set(counts) == set(things)
    return len(counts) == 1 or bool(chisquare(list(counts.values())).pvalue > 1e-4)
