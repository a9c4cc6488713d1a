"""A game of Fairy Conundrum held at some point: before its first hand, at a position as scenarios tell it, or played.

Seats answer decisions as told, otherwise as the script ``passive`` does, or as the style they are given.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scipy.stats import chisquare

from balance.cards.read import CardFile, parse_cards
from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.scenario import position_of
from balance.engine.kernels.kernel import new
from balance.games.fairy_conundrum import codes, state
from balance.games.fairy_conundrum.play.games import clear_now, open_game, start_match
from balance.games.fairy_conundrum.play.setup import clear_table, open_hand, take_seat
from balance.games.fairy_conundrum.scenario import Position
from fairy_conundrum.box import default_rows
from helpers.card_tables import text_of
from helpers.play import Rows, logged_rows

Row = dict[str, str]

SCENARIO_CARDS = Path(__file__).resolve().parents[1] / "scenarios" / "fairy_conundrum" / "cards.csv"
SCRIPTS = {"passive": codes.PASSIVE, "curve": codes.CURVE}


@functools.cache
def card_file(text: str) -> CardFile:
    """A card table from its text."""
    return parse_cards(text, "cards.csv", ["fairy_conundrum"])


def plan_for(
    players: int = 2,
    rows: Iterable[Row] | None = None,
    agents: Sequence[str] = ("passive",),
    seed: int = 1,
    cards_of_the_game: bool = False,
    **settings: Any,
) -> Plan:
    """A plan; the agents sit down in order, and round again.

    The cards: those of ``conundrum_box``, or other rows, or those that come with the game.
    """
    seated = ",".join(agents[seat % len(agents)] for seat in range(players))
    chosen = {name: str(value) for name, value in settings.items()}
    request = Request("fairy_conundrum", players=players, agents=seated, fixed_seats=True, seed=seed, settings=chosen)
    file = None if cards_of_the_game else card_file(text_of(default_rows() if rows is None else rows))
    return make_plan(request, file)


def play(plan: Plan, games: int = 1) -> Rows:
    """The log of some games: the rows of all tables as they are shown."""
    return logged_rows(plan, 0, games)


def evenly(counts: Counter, things: Iterable[Any]) -> bool:
    """Whether exactly these things came up, all equally often."""
    assert set(counts) == set(things)
    return len(counts) == 1 or bool(chisquare(list(counts.values())).pvalue > 1e-5)


class Opening:
    """A table at which everybody sits and nobody has a first hand."""

    def __init__(self, players: int = 2, rows: Iterable[Row] | None = None, game_no: int = 0, **request: Any) -> None:
        self.plan = plan_for(players, rows, **request)
        self.cards = self.plan.cards
        self.t = self.plan.table()
        self.s = new(state.STATE)
        self.s.logs_turns = 1
        self.deal(game_no)

    def deal(self, game_no: int) -> None:
        """Sit down for another game; answers are asked of the queue."""
        s, t = self.s, self.t
        s.game_no = game_no
        start_match(s, t, game_no)
        clear_table(s, t)
        for seat in range(t.players):
            clear_now(s, t, seat)
            take_seat(s, t, seat, seat)
        s.scripted = 1

    def answer(self, point: str, value: int) -> None:
        """Queue an answer: a number, or a piece."""
        answer = self.s.answer[self.s.answers]
        answer.point = codes.Point[point]
        answer.value = value
        answer.verb, answer.target, answer.loose = 0, codes.NOBODY, 0
        self.s.answers += 1

    def open(self, seat: int = 0) -> None:
        """One seat's first hand."""
        open_hand(self.s, self.t, seat)
        assert self.s.trouble == 0

    def open_all(self, game_no: int) -> None:
        """Everybody's first hand, as their agents will."""
        self.s.game_no = game_no
        start_match(self.s, self.t, game_no)
        open_game(self.s, self.t, 0)

    def id_of(self, p: int) -> str:
        return str(self.cards.ids[self.s.piece[p].card])

    def hand_pieces(self, seat: int = 0) -> list[int]:
        me = self.s.seat[seat]
        return [int(p) for p in me.hand_card[: me.hand]]

    def hand(self, seat: int = 0) -> list[str]:
        """The ids of the hand, in the order in which they came."""
        return [self.id_of(p) for p in self.hand_pieces(seat)]

    def deck(self, seat: int = 0) -> list[int]:
        """The pieces of the haversack, the top last."""
        me = self.s.seat[seat]
        return [int(p) for p in me.deck_card[: me.deck]]

    def valley(self) -> list[str]:
        return [self.id_of(p) for p in self.s.lay[: self.s.laid]]


def position(tmp_path: Path, *players: dict[str, Any], agents: Sequence[str] = (), **top: Any) -> Position:
    """The position of a scenario with the cards of its folder; ``agents``: script styles that decide unasked."""
    start = {"says": "", "game": "fairy_conundrum", "cards": str(SCENARIO_CARDS), "turn": 3, "moment": "narration",
             "active": 0, "script": [], "expect": []}  # fmt: skip
    full = [{"avatar": "sun-1", "stage": 1, "life": 20, "sparkles": 20} | player for player in players]
    for player in full:
        player["valley"] = [{"id": card} if isinstance(card, str) else card for card in player.get("valley", [])]
    file = tmp_path / "position.json"
    game = Position(position_of(file, start | top | {"players": full}))
    for seat, agent in enumerate(agents):
        game.t.style[seat].script = SCRIPTS[agent]
        game.s.style[seat] = seat
    if agents:
        game.s.scripted = 0
    return game
