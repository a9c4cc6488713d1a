"""A game of Fairies of Alfheim held at some point, staged as a test wants it: areas, costs in force, fairies, tiles.

Cells are (x, y) as in the rules, (0, 0) and (1, 0) where the start tiles lie. Areas are drawn, see
``alfheim_lines.drawn``, or told as dictionaries of cells and tiles. Icons are letters, cost tiles ids.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.stats import chisquare

from alfheim.box import ICONS, box
from alfheim.cards import default_rows
from alfheim.lines import FOOTPRINT, Cell, drawn, is_clue
from balance.cards.read import CardFile, parse_cards
from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.styles import Style
from balance.engine.kernels.decisions import begin_decisions
from balance.engine.kernels.kernel import rows
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.rng import start_streams
from balance.games.alfheim import state
from balance.games.alfheim.cards.box import EXPERTS, TYPES, Cards
from balance.games.alfheim.play.games import (
    choose_swaps,
    place_clue,
    place_clues,
    place_fairies,
    place_footprint,
    place_footprints,
)
from balance.games.alfheim.rules.area import clear_area, lay_fairy, lay_tile
from balance.games.alfheim.rules.lines import find_legal
from balance.games.alfheim.rules.rounds import (
    begin_round,
    claim_experts,
    draw_clue,
    reveal_seconds,
    serve_swaps,
    show_swaps,
)
from balance.games.alfheim.rules.scoring import score_seat
from balance.games.alfheim.rules.setup import set_up
from balance.games.alfheim.styles.windows import look_ahead
from helpers.card_tables import text_of
from helpers.play import Rows, compile_once, logged_rows

Row = dict[str, Any]

SEEING = ("footprint", "swap", "clue", "fairies", "end")
"""Where ``Sheet.go`` stops in a round: before each of the four decisions, and after the last one."""


@functools.cache
def _file() -> CardFile:
    return parse_cards(text_of(default_rows()), "cards.csv", ["alfheim"])


@functools.cache
def _plan(players: int, settings: tuple[tuple[str, str], ...]) -> Plan:
    asked = Request("alfheim", players=players, agents="random", fixed_seats=True, settings=dict(settings))
    return make_plan(asked, _file())


def plan_for(
    players: int = 2, cards: Cards | None = None, agents: Sequence[str | Style] = ("random",), **settings: object
) -> Plan:
    """A plan with cards made in code (default: the reference set); the agents sit down in order, and round again."""
    plan = _plan(players, tuple((name, str(value)) for name, value in settings.items()))
    own = {agent.name: agent for agent in agents if isinstance(agent, Style)}
    names = [agent.name if isinstance(agent, Style) else agent for agent in agents]
    known = (*plan.game.styles, *own.values())
    return replace(
        plan,
        cards=cards or box(),
        styles=tuple(candidate for candidate in known if candidate.name in names),
        lineup=tuple(names[seat % len(names)] for seat in range(players)),
    )


def play(plan: Plan, games: int = 1) -> Rows:
    """The log of some games: the rows of all tables, derived columns included."""
    return logged_rows(plan, 0, games)


@functools.cache
def log_of(
    players: int = 4, agents: tuple[str, ...] = ("random",), games: int = 20, **settings: str
) -> dict[str, list[Row]]:
    """The log of some games of the reference set that several tests read."""
    return play(plan_for(players, None, agents, **settings), games)


def style(name: str, slip: float = 0.0, reckon: float = 0.0, ponder: float = 0.0, **weights: float) -> Style:
    """A style of one's own."""
    return Style(name, "", weights, {"slip": slip, "reckon": reckon, "ponder": ponder})


EAGER = style("eager", eager=1000.0, w_king=1, w_queen=1, w_nisse=1, w_fairy=1, w_tomte=1, swap_margin=99)
"""Places every fairy it can, and never swaps."""


def evenly(counts: Counter, things: Iterable[Any]) -> bool:
    """Whether exactly these things came up, all equally often."""
    assert set(counts) == set(things)
    return len(counts) == 1 or bool(chisquare(list(counts.values())).pvalue > 1e-5)


def at(cell: Cell) -> int:
    """A cell as the game counts them."""
    return state.HOME + cell[0] + state.SIDE * cell[1]


def cell_of(place: int) -> Cell:
    """A cell as the rules count them."""
    y, x = divmod(place, state.SIDE)
    return x - state.HOME % state.SIDE, y - state.HOME // state.SIDE


def kind_of(mask: int) -> list[str]:
    """The types of a set."""
    return [name for i, name in enumerate(TYPES) if int(mask) >> i & 1]


class Sheet:
    """A game held before round 1, all tiles dealt.

    With ``costs``, such as {"nisse_1": "CHJ"}, all five tiles of these types have this cost, or five given ones; the
    first is in force, and no other type has a cost.
    """

    def __init__(
        self,
        players: int = 1,
        costs: Mapping[str, str | Sequence[str]] | None = None,
        agents: Sequence[str | Style] = ("random",),
        cards: Cards | None = None,
        game_no: int = 0,
        **settings: object,
    ):
        compile_once("alfheim")
        all_costs = {name: [cost] * 5 if isinstance(cost, str) else cost for name, cost in (costs or {}).items()}
        self.plan = plan_for(players, cards or box(costs=all_costs), agents, **settings)
        self.cards: Cards = self.plan.cards
        self.players = players
        self.t = self.plan.table()
        memory = rows(state.STATE, 1)
        self.s = memory[0]
        self._bytes = memory.view(np.uint8)  # NumPy copies records field by field, which takes eight times as long
        self.deal(game_no)
        if costs:
            self.force(*costs)

    def deal(self, game_no: int) -> None:
        """Set up this game."""
        self._luck(game_no)
        deal_styles(self.s, self.t, self.players)
        set_up(self.s, self.t)
        look_ahead(self.s)

    def _luck(self, game_no: int) -> None:
        start_streams(self.s, self.plan.seed, game_no, state.STREAMS)
        begin_decisions(self.s.decision, self.plan.seed, game_no, self.players, state.POINTS)

    # Going back

    def keep(self) -> None:
        """Remember this point, for ``back``."""
        self._kept = self._bytes.copy()

    def back(self) -> None:
        """Go back to the point kept."""
        self._bytes[:] = self._kept

    def again(self, games: int) -> Iterator[int]:
        """Go on from this point so many times, with other luck each time."""
        self.keep()
        for game_no in range(1, games + 1):
            self.back()
            self._luck(game_no)
            yield game_no

    # Staging

    def lay(self, *picture: str, seat: int = 0, at: Cell = (0, 0)) -> None:
        """The whole area, from a picture whose first sign lies on ``at``."""
        self.lay_out(drawn(*picture, at=at), seat)

    def lay_out(self, area: Mapping[Cell, str], seat: int = 0) -> None:
        """The whole area, tile by tile."""
        me = self.s.seat[seat]
        clear_area(me)
        me.footprint_at = state.NOWHERE
        me.fairies = 0
        for cell, tile in area.items():
            self.put(tile, cell, seat)

    def put(self, tile: str, cell: Cell, seat: int = 0) -> None:
        """One tile more: a clue, the footprint, or a fairy."""
        me = self.s.seat[seat]
        assert me.cell[at(cell)] <= state.EMPTY
        if is_clue(tile):
            lay_tile(me, at(cell), 1 + self.cards.icons.index(tile))
        elif tile == FOOTPRINT:
            lay_tile(me, at(cell), state.FOOTPRINT)
            me.footprint_at = at(cell)
        else:
            lay_fairy(me, at(cell), state.FAIRY + TYPES.index(tile))
            me.fairies |= 1 << TYPES.index(tile)

    def fence(self, *cells: Cell, seat: int = 0) -> None:
        """Fairies on these cells that count for nothing."""
        for cell in cells:
            lay_fairy(self.s.seat[seat], at(cell), state.FAIRY)

    def has(self, *types: str, seat: int = 0) -> None:
        """Exactly these fairies are placed, wherever."""
        self.s.seat[seat].fairies = sum(1 << TYPES.index(name) for name in types)

    def force(self, *types: str) -> None:
        """The first tiles of these types are in force, and no other."""
        self.force_ids(*(f"{name}_a" for name in types))

    def force_ids(self, *ids: str) -> None:
        """These cost tiles are in force, and no other."""
        self.s.in_force = sum(1 << self.number(id) for id in ids)

    def secret(self, id: str, seat: int = 0) -> None:
        """The seat has this secret tile."""
        self.s.seat[seat].secret = self.number(id)

    def footprint(self, icons: str, seat: int = 0) -> None:
        """The seat's footprint shows these icons."""
        pairs = [footprint.icons for footprint in self.cards.footprints]
        self.s.seat[seat].footprint = pairs.index("".join(sorted(icons)))

    def centre(self, icons: str) -> None:
        """The centre stack, its top first."""
        self.s.centres = len(icons)
        self.s.top = 0
        self.s.centre[: len(icons)] = [ICONS.index(icon) for icon in icons]
        self.s.in_centre[:] = [icons.count(icon) for icon in ICONS]

    def left(self, icons: str) -> None:
        """The lead's tiles that are not drawn, in whatever order."""
        self.s.left[:] = [icons.count(icon) for icon in ICONS]
        look_ahead(self.s)

    # What happens

    def begin(self, turn: int) -> None:
        """A round begins."""
        self.s.turn = turn - 1
        begin_round(self.s, self.t)

    def draw(self, icon: str = "") -> None:
        """The lead draws; ``icon``: it is this one."""
        if icon:
            self.s.stack[state.STACK - self.s.turn] = ICONS.index(icon)
        draw_clue(self.s, self.t)
        look_ahead(self.s)

    def swap(self, *seats: int, order: Sequence[int] = ()) -> None:
        """These seats swap, served in this order, or in that of the round."""
        self.s.wants[: self.players] = [seat in seats for seat in range(self.players)]
        if order:
            self.s.queue[: self.players] = order
        serve_swaps(self.s, self.t)

    def show_swaps(self) -> None:
        """All have laid their clues: what was swapped has been seen."""
        show_swaps(self.s, self.t)

    def place_clue(self, seat: int = 0) -> None:
        """The clue kept is laid, where the style likes."""
        place_clue(self.s, self.t, seat)

    def place_footprint(self, seat: int = 0) -> None:
        """The footprint is laid, where the style likes."""
        place_footprint(self.s, self.t, seat)

    def place_fairies(self, seat: int = 0) -> list[str]:
        """Fairies are placed, as the style likes; their types in order."""
        place_fairies(self.s, self.t, seat)
        return [kind for kind, _, _ in self.placed(seat)]

    def prepare(self) -> None:
        """Second costs are revealed."""
        reveal_seconds(self.s, self.t)

    def claim(self) -> None:
        """Expert tiles are claimed."""
        claim_experts(self.s, self.t)

    def go(self) -> Iterator[tuple[int, str]]:
        """Play the game from its start: round and one of SEEING, before what it says is done."""
        s, t, seats = self.s, self.t, range(self.players)
        for turn in range(1, state.ROUNDS + 1):
            begin_round(s, t)
            if turn == state.PREPARATION:
                reveal_seconds(s, t)
                yield turn, "footprint"
                place_footprints(s, t)
            draw_clue(s, t)
            look_ahead(s)
            yield turn, "swap"
            choose_swaps(s, t)
            serve_swaps(s, t)
            yield turn, "clue"
            place_clues(s, t)
            show_swaps(s, t)
            yield turn, "fairies"
            for i in seats:
                place_fairies(s, t, s.queue[i])
            claim_experts(s, t)
            for seat in seats:
                score_seat(s, t, seat)
            yield turn, "end"

    def play(self) -> None:
        """The whole game."""
        for _ in self.go():
            pass

    # What lies where

    def number(self, id: str) -> int:
        """The number of a cost tile."""
        return next(i for i, fairy in enumerate(self.cards.fairies) if fairy.id == id)

    def id(self, number: int) -> str | None:
        """The id of a cost tile."""
        return self.cards.fairies[number].id if number != state.NONE else None

    def in_force(self) -> set[str]:
        """The cost tiles in force."""
        return {fairy.id for i, fairy in enumerate(self.cards.fairies) if int(self.s.in_force) >> i & 1}

    def area(self, seat: int = 0) -> dict[Cell, str]:
        """What lies where."""
        tiles = ["", *self.cards.icons, FOOTPRINT, *TYPES]
        contents = self.s.seat[seat].cell.tolist()
        return {cell_of(place): tiles[content] for place, content in enumerate(contents) if content > state.EMPTY}

    def edge(self, seat: int = 0) -> list[Cell]:
        """The legal cells for a clue, in their order."""
        me = self.s.seat[seat]
        return [cell_of(place) for place in me.edge[: me.edges].tolist()]

    def payers(self, seat: int = 0) -> dict[tuple[str, Cell], str | None]:
        """The fairies that may be placed now: type and cell, with the cost tile that pays."""
        types = find_legal(self.s, self.t, seat)
        legal, edge = self.s.legal.tolist(), self.edge(seat)
        payers = {
            (name, cell): self.id(self.s.payer[kind, place])
            for kind, name in enumerate(TYPES)
            if legal[kind]
            for place, cell in enumerate(edge)
            if legal[kind] >> place & 1
        }
        assert types == len({name for name, _ in payers})
        return payers

    def cells(self, kind: str, seat: int = 0) -> set[Cell]:
        """Where this fairy may go now."""
        return {cell for name, cell in self.payers(seat) if name == kind}

    def placed(self, seat: int = 0) -> list[tuple[str, Cell, str | None]]:
        """The fairies placed this round: type, cell, cost tile."""
        now = self.s.now[seat]
        listed = now.placed[: now.placements]
        return [(TYPES[placement.kind], cell_of(int(placement.cell)), self.id(placement.cost)) for placement in listed]

    def fairies(self, seat: int = 0) -> list[str]:
        """The types placed so far."""
        return kind_of(self.s.seat[seat].fairies)

    def stack(self) -> str:
        """The centre stack, its top first."""
        s = self.s
        return "".join(ICONS[s.centre[(s.top + i) % s.centres]] for i in range(s.centres))

    def kept(self) -> str:
        """The icon that each seat lays this round."""
        return "".join(ICONS[now.kept] for now in self.s.now[: self.players])

    def claims(self) -> list[dict[str, int]]:
        """The expert tiles claimed this round, by seat: rows and values."""
        return [
            {row: int(value) for row, value in zip(EXPERTS, now.claimed, strict=True) if value != state.NONE}
            for now in self.s.now[: self.players]
        ]

    def points(self, seat: int = 0) -> list[int]:
        """The parts of the score: groups of types, rows of experts, the footprint."""
        score_seat(self.s, self.t, seat)
        return [int(part) for part in self.s.seat[seat].points]
