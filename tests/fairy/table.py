"""A table to play Fairy on in tests: card tables, plans, games with given cards and guesses, all columns of the log.

Cards are named by their printed number, guesses by the letters of the worked examples: H, L, S, C.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scipy.stats import chisquare

from balance.cards.read import parse_cards
from balance.engine.game import Plan
from balance.engine.game.log import TABLES
from balance.engine.game.styles import Style
from balance.engine.kernels.decisions import begin_decisions
from balance.engine.kernels.kernel import new
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.rng import start_streams
from balance.engine.playing.runner import GameBatch
from balance.games.fairy.rules import end_turn, reveal, score_guesses, set_up
from balance.games.fairy.state import STREAMS
from balance.games.fairy.styles import KNOBS, best_guess, watch_guesses
from helpers.cards import frozen_cards
from helpers.own_plans import plan_with
from helpers.play import Log as AnyLog
from helpers.play import compile_once, played, shown

Row = dict[str, Any]

HEADER = "game,id,name,kind,set,copies,cost,effect,points,traits,source"
HIGHER, LOWER, SAME, CATCH = 0, 1, 2, 3
LETTERS = "HLSC"
KEYS = ("higher", "lower", "same", "catch")

# ---------------------------------------------------------------- card tables

REFERENCE_CHARMS = tuple((n, "ABC"[(n - 1) // 7], n in (4, 11, 18), 1) for n in range(1, 22))
"""(number, suit, shows a fairy, copies) of the 21 cards of section 2.2."""

REFERENCE_GUESSES = (
    ("higher", "next > pile", 2, 1),
    ("lower", "next < pile", 2, 1),
    ("same", "same suit", 4, 1),
    ("catch", "fairy", 7, 1),
)
"""(key, condition, points when right, points lost when wrong) of section 2.3."""

REFERENCE_TRACK = "floor -4; top 24; start 0"


def card_table(
    charms: Iterable[tuple[int, str, bool, int]] = REFERENCE_CHARMS,
    guesses: Iterable[tuple[str, str, int, int]] = REFERENCE_GUESSES,
    track: str = REFERENCE_TRACK,
    score_cards: int = 10,
) -> str:
    """The text of a card table; by default the reference set of section 5.3, under ids of its own."""
    lines = [HEADER]
    for i, (number, suit, fairy, copies) in enumerate(charms):
        effect = "fairy" if fairy else ""
        lines.append(f"fairy,C{i},Card {i},charm,{suit},{copies},,{effect},,number={number},assumed")
    for key, condition, gain, loss in guesses:
        lines.append(f"fairy,G-{key},{key},guess,,1,{loss},{condition},{gain},key={key},assumed")
    return "\n".join([*lines, f"fairy,T,Score card,track,,{score_cards},,{track},,,assumed"]) + "\n"


def with_guess(key: str, **changes: Any) -> str:
    """The reference set with one guess changed: ``condition``, ``gain`` or ``loss``."""
    guesses = []
    for row in REFERENCE_GUESSES:
        fields = dict(zip(("key", "condition", "gain", "loss"), row, strict=True))
        guesses.append(tuple((fields | changes if row[0] == key else fields).values()))
    return card_table(guesses=guesses)


@functools.cache
def frozen_text() -> str:
    """Fairy's rows of the frozen card table."""
    lines = frozen_cards().read_text(encoding="utf-8").splitlines()
    return "\n".join([lines[0], *(line for line in lines if line.startswith("fairy,"))]) + "\n"


# ---------------------------------------------------------------- plans


def make(text: str | None = None, own: Sequence[Style] = (), **request: Any) -> Plan:
    """A plan for ``text`` (default: the frozen cards); ``own`` styles may sit down beside the game's."""
    return plan_with(own, "fairy", parse_cards(text or frozen_text(), "cards.csv", ["fairy"]), request)


def own_style(name: str, weights: Mapping[str, float], **knobs: float) -> Style:
    """A style as if read from a file of own styles."""
    plain = {knob.name: knob.default for knob in KNOBS if not knob.presets}
    return Style(name, "", dict(weights), plain | knobs)


# ---------------------------------------------------------------- the log, every column


class Log(AnyLog):
    """The four tables of some games, derived columns included."""

    def by_game(self) -> list[GameLog]:
        """The same, one game at a time."""
        rows: dict[int, dict[str, list[Row]]] = {}
        for name in TABLES:
            for row in getattr(self, name).to_dicts():
                rows.setdefault(row["game_no"], {name: [] for name in TABLES})[name].append(row)
        return [GameLog(**tables) for tables in rows.values()]


class GameLog:
    """The rows of one game."""

    def __init__(self, games: list[Row], seats: list[Row], turns: list[Row], cards: list[Row]):
        (self.game,) = games
        self.seats = seats
        self.turns = turns
        self.cards = cards

    @functools.cached_property
    def by_turn(self) -> list[dict[int, Row]]:
        """Per turn: the rows of the seats that played it, by seat."""
        turns: list[dict[int, Row]] = []
        for row in self.turns:
            while len(turns) < row["turn"]:
                turns.append({})
            turns[row["turn"] - 1][row["seat"]] = row
        return turns

    def column(self, name: str, seat: int) -> list[Any]:
        """One seat's column of the turns, in the order of the turns."""
        return [row[name] for row in self.turns if row["seat"] == seat]

    def scores(self, turn: int) -> list[int]:
        """The scores after a turn, of the seats that played it."""
        return [row["score"] for row in self.by_turn[turn - 1].values()]

    def final(self, name: str) -> list[Any]:
        """A column of the seats table, by seat."""
        return [row[name] for row in self.seats]


def log_of(player: GameBatch) -> Log:
    """Everything a player has logged."""
    return Log(**shown(player))


def play(plan: Plan, first: int, count: int) -> Log:
    """The log of ``count`` games of the plan, at most as many as fit the buffers."""
    return log_of(played(plan, first, count))


# ---------------------------------------------------------------- given cards, given guesses


def deck_order(plan: Plan, numbers: Sequence[int]) -> list[int]:
    """Places in the deck: the given numbers first, the cards not listed follow in rising order."""
    places = sorted(range(len(plan.cards.deck)), key=lambda place: plan.cards.deck[place].number)
    first = []
    for number in numbers:
        place = next(place for place in places if plan.cards.deck[place].number == number)
        places.remove(place)
        first.append(place)
    return [*first, *places]


def replay(
    order: Sequence[int], guesses: Sequence[str], text: str | None = None, fifteen: bool = False, **settings: Any
) -> GameLog:
    """A game with a fixed card order (first pile card first) and fixed guesses (one text of letters per seat).

    The last letter of a text is repeated to the end of the game.
    """
    variant = "fifteen" if fifteen else "base"
    plan = make(text, players=len(guesses), agents="random", variant=variant, settings=settings)
    compile_once("fairy")
    player = GameBatch(plan)
    s = player.state
    s.scripted = 1
    for i, card in enumerate(deck_order(plan, order)):
        s.order[i] = card
    for seat, letters in enumerate(guesses):
        for turn in range(len(plan.cards.deck)):
            s.script[seat, turn] = LETTERS.index(letters[min(turn, len(letters) - 1)])
    player.play(0, 1)
    (game,) = log_of(player).by_game()
    return game


class Held:
    """A game held at some point, to look at the choices of a style: given cards, turn by turn."""

    def __init__(self, plan: Plan, order: Sequence[int], game_no: int = 0):
        compile_once("fairy")
        self.plan = plan
        self.table = plan.table()
        self.state = new(plan.game.state_record)
        self.state.game_no = game_no
        start_streams(self.state, plan.seed, game_no, STREAMS)
        self.luck_of(game_no)
        deal_styles(self.state, self.table, plan.players)
        self.place(order)
        set_up(self.state, self.table)

    def luck_of(self, game_no: int) -> None:
        """From now on guesses have the luck that they have in this game."""
        begin_decisions(self.state.decision, self.plan.seed, game_no, self.plan.players, 0)

    def place(self, order: Sequence[int]) -> None:
        """Stack the deck."""
        for i, card in enumerate(deck_order(self.plan, order)):
            self.state.order[i] = card

    def guess(self, seat: int = 0) -> str:
        """The letter (or key, where the guesses are others) of what the seat would guess now."""
        g = best_guess(self.state, self.table, seat)
        return LETTERS[g] if self.plan.cards.keys == KEYS else self.plan.cards.keys[g]

    def values(self, seat: int = 0) -> list[float]:
        """What each guess is worth to the seat."""
        best_guess(self.state, self.table, seat)
        return [float(value) for value in self.state.value[: len(self.plan.cards.guesses)]]

    def turn(self, letters: str) -> bool:
        """Play a turn with these guesses, one letter per seat. True when the game is over."""
        self.state.turn += 1
        self.guessed(letters)
        reveal(self.state, self.table)
        score_guesses(self.state, self.table)
        return bool(end_turn(self.state, self.table))

    def guessed(self, letters: str) -> None:
        """Let the seats make these guesses, and see those of the others; no card follows."""
        for seat, letter in enumerate(letters):
            self.state.seat[seat].guess = LETTERS.index(letter)
        watch_guesses(self.state, self.table)

    def known(self, seat: int = 0) -> set[int]:
        """The numbers of the covered cards the seat remembers."""
        mask = int(self.state.seat[seat].known)
        return {charm.number for place, charm in enumerate(self.plan.cards.deck) if mask >> place & 1}


def choices(game: Held, count: int = 3000) -> Counter:
    """What the first seat chooses in one situation, with the luck of game after game."""
    return Counter(guesses(game, count))


def guesses(game: Held, count: int) -> Iterator[str]:
    """The same, one by one."""
    for game_no in range(count):
        game.luck_of(game_no)
        yield game.guess()


def favourite(game: Held) -> str:
    """What the seat guesses most often; noise makes it guess otherwise at times."""
    return choices(game, 100).most_common(1)[0][0]


def fair(counts: Counter, letters: str) -> bool:
    """Whether exactly these letters were chosen, all equally often."""
    assert set(counts) == set(letters)
    return bool(chisquare(list(counts.values())).pvalue > 1e-4)
