"""A plain game with somebody at the table beside its styles: a script, a person, a what-if; and its decisions traced.

The numbers are those of ``engine.kernels.decisions``, which everything that asks for decisions writes and reads, so
that a plain game comes through the same doors as a compiled one. An option is a thing in the author's own words: the
words are kept in a list of this process, and their places stand for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from balance.common.faults import AuthorError
from balance.engine.game import Plan
from balance.engine.game.decisions import News, Wording
from balance.engine.game.story import seat_name
from balance.engine.kernels.decision_record import (
    ALONE,
    BRANCHED,
    BY_THE_STYLE,
    FORCED,
    NOT_OFFERED,
    SLIPPED,
    WEIGHED,
    decisions_record,
)
from balance.engine.kernels.decisions import Person, find_forced, write_trace
from balance.engine.kernels.kernel import record
from balance.engine.kernels.lineup import MAX_SEATS
from balance.engine.kernels.news import Listener
from balance.engine.plain.cards import Card
from balance.engine.plain.chance import Stream
from balance.engine.plain.choosing import best_of
from balance.engine.plain.game import Director, Game, Player
from balance.engine.plain.playing import Order, Rows, append, played

OPTIONS, DECISIONS, EACH = 256, 2_000, 12
"""Room where decisions are looked at: options of one, decisions of a game, and options of these on average."""
STATE = record(
    game_no=np.int64,
    trouble=np.int64,
    turn=np.int64,
    style=(np.int64, MAX_SEATS),
    decision=decisions_record(MAX_SEATS, 1, OPTIONS, DECISIONS, EACH),
)
NOBODY = -1
"""In place of a seat: what happens is told of nobody."""

_said: list[str] = []
"""All words that options, questions and stories have had in this process: their places are the numbers of them."""
_places: dict[str, int] = {}
_last: list[Game] = []
"""The game that was directed last, as far as it was played."""


def number_of(words: str) -> int:
    """The number that stands for these words in this process."""
    if words not in _places:
        _places[words] = len(_said)
        _said.append(words)
    return _places[words]


@cache
def _in_python(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel as the plain Python that it is written in: it need not be compiled for one game."""
    return getattr(kernel, "py_func", kernel)


def is_directed(s: Any) -> bool:
    """Whether anybody but the styles has a say in the games that this state plays, or its decisions are traced."""
    d = s.decision
    return bool(d.forced | d.branches | d.persons | d.tracing)


def play_directed(s: Any, order: Order) -> Rows:
    """The rows of these games, as the state directs them."""
    rows = Rows([], [], [], [])
    s.decision.game = -1
    director = StateDirector(s)
    for game in played(order.terms, order.seed, order.numbers, bool(s.decision.persons), director):
        append(rows, game, order.logs_turns)
    return rows


class StateDirector(Director):
    """Whoever has a say in a game beside its styles, and who writes down what is decided."""

    def __init__(self, state: Any):
        self.s = state
        self.group: tuple[str, set[int], int] = "", set(), 0
        """Of choices made in secret: what is asked, who has chosen, the number of the first of them."""
        self.own = False
        """Whether what is told next is the person's own choice, which she has just made."""

    def begin(self, game: Game) -> None:
        """A game begins."""
        d = self.s.decision
        d.number = d.forced_next = d.branching = d.traced = d.happenings = 0
        d.game += 1
        self.s.game_no = game.game_no
        for player in game.players:
            self.s.style[player.seat] = player.style
        self.group = "", set(), 0
        _last[:] = [game]

    def is_person(self, seat: int) -> bool:
        """Whether a person plays this seat."""
        return bool((int(self.s.decision.persons) >> seat) & 1)

    def place(
        self, player: Player, offered: Sequence[Any], about: str, weigh: Callable[[], Sequence[float]], luck: Stream
    ) -> int:
        """The place of the option that is chosen. ``weigh``: what each is worth to the style."""
        s, d, game = self.s, self.s.decision, player.game
        self._ask(player, offered, about)
        d.how = self._who(player)
        slip = game.terms.styles[player.style].slip
        if d.how == ALONE:
            d.how = SLIPPED if slip and (slip >= 1.0 or luck.uniform() < slip) else WEIGHED
        place = 0
        if d.how == WEIGHED:
            worth = weigh()
            d.worth[: len(offered)] = worth
            place = best_of(worth, luck)
        elif d.how == SLIPPED:
            place = luck.below(len(offered))
        elif d.how == BRANCHED:
            place = int(d.branch_place[d.game])
        if d.dictated:
            place = _in_python(find_forced)(d)
            d.forced_next += 1
        if d.asking and Person.choose is not None:
            place = Person.choose(s, place)
        self.own = bool(d.asking)
        return self._write_down(place)

    def _ask(self, player: Player, offered: Sequence[Any], about: str) -> None:
        """Say who is asked, and what can be chosen."""
        s, d = self.s, self.s.decision
        if len(offered) > OPTIONS:
            raise AuthorError(f"{len(offered)} options: decisions of at most {OPTIONS} can be looked at")
        s.turn = player.game.turn
        d.seat, d.point = player.seat, number_of(f"what to {about or 'do'}")
        d.count = d.options = len(offered)
        d.asking = d.dictated = 0
        d.group = self._group_of(player, about)
        for place, item in enumerate(offered):
            option = d.option[place]
            option.verb = number_of(str(item))
            option.card = item.number if isinstance(item, Card) else -1
            option.target = offered.index(item)

    def _group_of(self, player: Player, about: str) -> int:
        """The number of the first of the choices that are made before anything is shown; its own where all see it."""
        number = int(self.s.decision.number)
        asked, seats, first = self.group
        if about not in player.game.secret:
            self.group = "", set(), 0
            return number
        if asked != about or player.seat in seats:
            seats, first = set(), number
        self.group = about, {*seats, player.seat}, first
        return first

    def _who(self, player: Player) -> int:
        """Who chooses: ALONE where it is the style."""
        d = self.s.decision
        if d.branches and d.number == d.branch:
            d.branching = 1
            if d.future[d.game]:
                future = int(d.future[d.game]) + (int(d.branch) << 32)  # another at every decision
                player.game.redeal(player.game.players[int(d.branch_seat)], future)
        if d.branching and player.seat == d.branch_seat:
            d.branching = 0
            return ALONE if d.branch_place[d.game] == BY_THE_STYLE else BRANCHED
        if d.forced_next < d.forced and d.force[d.forced_next].number == d.number:
            d.dictated = 1
            return WEIGHED if d.weighs_all else FORCED
        if not self.is_person(player.seat):
            return ALONE
        how = WEIGHED if Person.how is None else Person.how(self.s)
        d.asking = int(how != ALONE)
        return how

    def _write_down(self, place: int) -> int:
        """Write the decision down, and count it. Returns the place."""
        s, d = self.s, self.s.decision
        if not 0 <= place < d.count:
            if not s.trouble:
                d.refused = d.number
            s.trouble = NOT_OFFERED
            place = 0
        if d.tracing and not _in_python(write_trace)(d, place, s.turn):
            raise AuthorError(f"more than {DECISIONS:,} decisions, or {EACH} options each: too many to be looked at")
        d.number += 1
        return place

    def hear(self, words: str) -> None:
        """Something is told at the table: the person hears it, but for her own choices."""
        if not self.own and Listener.hear is not None and self.s.decision.persons:
            Listener.hear(self.s, (number_of(words), 0, 0, 0))
        self.own = False


# ---------------------------------------------------------------- what the contract says of it


def wording(plan: Plan) -> Wording:
    """What options and questions are called: as the author calls them."""
    return Wording(_Questions(), lambda _, option: _said[option.verb], openly=lambda *_: "")


class _Questions(dict[int, str]):
    """By its number, every question: known as soon as it has been asked."""

    def __missing__(self, point: int) -> str:
        return _said[point]


def news(plan: Plan, state: Any, table: Any, seat: int, said: Sequence[int]) -> News:
    """What is told at the table; who listens is called so."""
    listener = under_way().players[seat]
    return News(NOBODY, _said[said[0]].replace(str(listener), seat_name(seat, "you")))


def look(plan: Plan, state: Any, table: Any, seat: int) -> list[str]:
    """What a player sees of the table, as the author says it."""
    game = under_way()
    return [f"Turn {max(game.turn, 1)}", *(f"  {line}" for line in game.look(game.players[seat]))]


def under_way() -> Game:
    """The game that is directed, or was last."""
    return _last[0]


def directed_last(seed: int, game_no: int, scores: Sequence[Sequence[int]]) -> Game | None:
    """The game that was directed last, if it is this one and has its story."""
    game = _last[0] if _last else None
    if game is None or game.story is None or (game.seed, game.game_no) != (seed, game_no):
        return None
    return game if game.rows == list(scores) else None
