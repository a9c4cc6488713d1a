"""Section 4: what a player may not know changes nothing that he decides, whatever his style.

Games are played moment by moment. Wherever one is held, every seat is asked what it may be asked there; then something
hidden is changed, and it is asked again with the same options and the same luck: choice, luck used up and the worth of
all options must be the same. What may be seen does change decisions, so that nothing of this holds for want of looking.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from balance.engine.kernels.decision_record import LUCK
from balance.games.fairy_conundrum.codes import (
    AVATAR,
    DECK,
    EVENT_CALL,
    EVENT_JOUST,
    EVENT_SET,
    FAIRY,
    HAND,
    MOMENTS,
    NO_SCRIPT,
    NOBODY,
    OP_TOKEN,
    PIECE_BITS,
    PIECES_PER_SEAT,
    SHELTER,
    STORED,
    STREAMS,
    TRAP,
    TRAPS,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.choosing import choose
from balance.games.fairy_conundrum.play.games import clear_now
from balance.games.fairy_conundrum.play.moments import begin_turn, list_exits
from balance.games.fairy_conundrum.play.narration import lay_down, list_conspiracy, list_narration
from balance.games.fairy_conundrum.play.turns import play_moment
from balance.games.fairy_conundrum.rules.pieces import renew, take_from_zone
from balance.games.fairy_conundrum.rules.targets import find_legal
from balance.games.fairy_conundrum.rules.values import refresh
from balance.games.fairy_conundrum.scenario import offered_in
from fairy_conundrum.box import curious_rows
from fairy_conundrum.table import Opening
from helpers.marks import by_day, games

pytestmark = pytest.mark.slow

STYLES = ("greedy", "rusher", "gatherer", "warden", "trickster", "ripener", "random", "passive", "curve")
STYLES_BY_DAY = ("greedy", "trickster")
"""One that weighs all that is open, and one that sets traps."""
TURNS = 7

# ---------------------------------------------------------------- asking


class Option(NamedTuple):
    """What is done; the piece, seat or number; a shelter, a colour, the place of an ability."""

    verb: int
    piece: int = 0
    other: int = 0


PASS = Option(Verb.PASS)


def take(piece: int, other: int = 0) -> Option:
    return Option(Verb.TAKE, piece, other)


@dataclass
class Question:
    """A decision as it is put to a seat: the point, the options, and what is under way."""

    point: str
    options: Sequence[Option]
    source: int = NOBODY
    step: int = NOBODY
    event: tuple[int, int, int] = (NOBODY, NOBODY, NOBODY)
    """Of a trap: the event, whose it is, its card."""
    ability: int = NOBODY

    def put(self, s: Any, seat: int) -> None:
        """Make the state one in which this is asked."""
        s.decision.options = len(self.options)
        for record, option in zip(s.decision.option, self.options, strict=False):
            record.verb, record.target = option.verb, option.piece | option.other << PIECE_BITS
            if self.point == "SWAP":
                record.card, record.target = option.piece, option.other
        s.source, s.step, s.fixed_it, s.seen = self.source, self.step, 0, 0
        if self.point == "MES":
            event, heard = s.event[0], s.heard[0]
            s.event_now = 0
            event.kind, event.seat, event.card = self.event
            event.other, event.first, event.heard = seat, 0, 1
            heard.card, heard.seat, heard.ability, heard.trap = self.source, seat, self.ability, 1


def hand(s: Any, seat: int) -> list[int]:
    return [int(p) for p in s.seat[seat].hand_card[: s.seat[seat].hand]]


def valley(s: Any) -> list[int]:
    return [int(p) for p in s.lay[: s.laid]]


def downs(s: Any, seat: int) -> list[int]:
    return [int(p) for p in s.down[: s.downs] if s.piece[p].owner == seat]


def others(game: Opening, seat: int) -> list[int]:
    return [foe for foe in range(game.t.players) if foe != seat and game.s.seat[foe].alive]


def plain_questions(game: Opening, seat: int) -> Iterator[Question]:
    """Points that stand by themselves."""
    s, t = game.s, game.t
    lies = valley(s)
    mine = [p for p in lies if s.piece[p].narr == seat]
    foes_fairies = [p for p in lies if s.piece[p].narr != seat and t.card[s.piece[p].card].kind == FAIRY]
    shelters = [p for p in lies if t.card[s.piece[p].card].kind == SHELTER]
    foes = others(game, seat)
    pairs = [(int(one), int(two)) for one in s.match.card[seat, ::9][:4] for two in s.match.reserve[seat, :7:3]]
    options = {
        "S1": [PASS, *map(take, hand(s, seat))],
        "S2": [PASS, take(1)],
        "S3": [PASS, take(1)],
        "FIRST": [*map(take, (seat, *foes))],
        "FOE": [*map(take, foes)],
        "DREAM": [take(0), take(1)],
        "DISCARD": [*map(take, hand(s, seat))],
        "DECKOUT": [*map(take, (*hand(s, seat), *mine, *downs(s, seat), int(s.seat[seat].avatar)))],
        "UNIQUE": [*map(take, mine)],
        "SURPLUS": [*map(take, mine)],
        "HOST": [*map(take, shelters)],
        "MORPH": [take(p, n) for n, p in enumerate(mine[:12])],
        "RADIANCE": [take(mine[0], n) for n in range(3)] if mine else [],
        "SPLIT": [PASS, *(take(p, 5) for p in foes_fairies)],
        "SWAP": [PASS, *(take(one, two) for one, two in pairs)],
    }
    yield from (Question(point, listed) for point, listed in options.items())


def action_questions(game: Opening, seat: int) -> Iterator[Question]:
    """What may be done in Narration, Conspiracy and Renewal."""
    for point, lister in (("NAR", list_narration), ("CON", list_conspiracy), ("EXIT", list_exits)):
        trial = game.s.copy()
        lister(trial, game.t, seat)
        yield Question(point, [Option(verb, max(0, p), max(0, other)) for verb, p, other in offered_in(trial)])


def ability_questions(game: Opening, seat: int) -> Iterator[Question]:
    """Targets of the steps of one's own cards, whether to use an ability, whether to spring a trap; of each once."""
    s, t = game.s, game.t
    mine = [p for p in valley(s) if s.piece[p].narr == seat] + hand(s, seat) + downs(s, seat)
    abilities = {int(number): p for p in mine for number in s.piece[p].ability[: s.piece[p].held]}
    trial = s.copy()
    for ability, p in abilities.items():
        row = t.ability[ability]
        yield Question("MAY", [PASS, take(p, ability)], p, int(row.first))
        for k in range(row.first, row.first + row.steps):
            if t.step[k].selector >= 0 and t.step[k].op != OP_TOKEN:
                trial.source, trial.step, trial.fixed_it, trial.seen = p, k, 0, 0
                find_legal(trial, t, k, seat, p)
                yield Question("TARGET", [take(int(q)) for q in trial.legals[: trial.legal]], p, k)
        if row.trigger == TRAP and s.piece[p].zone == TRAPS:
            for foe in others(game, seat):
                lies = [q for q in valley(s) if s.piece[q].narr == foe]
                cards = {EVENT_SET: downs(s, foe), EVENT_CALL: lies, EVENT_JOUST: [int(s.seat[foe].avatar)]}
                for kind, pieces in cards.items():
                    if pieces:
                        event = kind, foe, pieces[-1]
                        yield Question("MES", [PASS, take(p)], p, NOBODY, event, ability)


def questions(game: Opening, seat: int) -> list[Question]:
    """All that the seat may be asked, with at least two options."""
    refresh(game.s, game.t)
    asked = [*action_questions(game, seat), *plain_questions(game, seat), *ability_questions(game, seat)]
    return [question for question in asked if len(question.options) > 1]


def answers(game: Opening, s: Any, seat: int, asked: Sequence[Question]) -> list[Any]:
    """For every question the choice, the state of its luck after it, and what the seat thinks of every option."""
    style = game.t.style[s.style[seat]]
    weighs = style.slip == 0 and style.script == NO_SCRIPT
    before = s.decision.asked.copy()
    given = []
    for question in asked:
        s.decision.asked[:] = before
        question.put(s, seat)
        at = int(choose(s, game.t, seat, Point[question.point]))
        worth = s.decision.worth[: s.decision.count].tolist() if weighs else None
        given.append((at, int(s.decision.stream[LUCK]), worth))
    s.decision.asked[:] = before
    return given


# ---------------------------------------------------------------- what is hidden


Change = Callable[[Opening, Any, int, random.Random], None]


def haversacks(game: Opening, s: Any, seat: int, rng: random.Random) -> None:
    """The order of all haversacks, the own one too."""
    for player in range(game.t.players):
        me = s.seat[player]
        me.deck_card[: me.deck] = rng.sample(me.deck_card[: me.deck].tolist(), int(me.deck))


def give(game: Opening, s: Any, p: int, card: int) -> None:
    """The piece is another card from now on, as printed."""
    piece = s.piece[p]
    kept = int(piece.host), int(piece.live), int(piece.narr), int(piece.arrival), int(piece.object)
    piece.card = card
    renew(s, game.t, p)
    piece.host, piece.live, piece.narr, piece.arrival, piece.object = kept
    s.dirty = 1


def faces(*zones: int) -> Change:
    """What the others have in these zones and in the haversack changes places. Shelters stay: canvases are public."""

    def change(game: Opening, s: Any, seat: int, rng: random.Random) -> None:
        for other in others(game, seat):
            first = other * PIECES_PER_SEAT + 1
            pool = [p for p in range(first, first + PIECES_PER_SEAT - 1)
                    if s.piece[p].zone in (*zones, DECK) and game.t.card[s.piece[p].card].kind not in (SHELTER, AVATAR)
                    and not s.piece[p].token]  # fmt: skip
            if TRAPS in zones:
                pool = [p for p in pool if game.t.card[s.piece[p].card].mes > 0]
            cards = [int(s.piece[p].card) for p in pool]
            for p, card in zip(pool, rng.sample(cards, len(cards)), strict=True):
                give(game, s, p, card)

    return change


def luck(game: Opening, s: Any, seat: int, rng: random.Random) -> None:
    """All luck but the own."""
    for stream in range(STREAMS):
        s.stream[stream] = rng.getrandbits(64)
    for other in others(game, seat):
        s.decision.key[other] = rng.getrandbits(64)


HIDDEN: dict[str, Change] = {
    "haversacks": haversacks,
    "hands": faces(HAND),
    "traps": faces(TRAPS),
    "stored": faces(STORED),
    "luck": luck,
}


# ---------------------------------------------------------------- games that are held


def hide(game: Opening) -> None:
    """Everybody has a mesangette face down, if there is one in his haversack, and two cards stored under his entry."""
    s = game.s
    for seat in range(game.t.players):
        me = s.seat[seat]
        for p in [p for p in game.deck(seat) if game.t.card[s.piece[p].card].mes > 0][:1]:
            take_from_zone(s, p)
            lay_down(s, p)
        for p in game.deck(seat)[-2:]:
            take_from_zone(s, p)
            piece = s.piece[p]
            piece.zone, piece.host = STORED, s.lay[seat]
            s.stored += 1
        me.sparkles += 3


def held(game: Opening, game_no: int) -> Iterator[None]:
    """Play a game, stopping after the first hands and before every third moment of some turns."""
    game.open_all(game_no)
    hide(game)
    s, t = game.s, game.t
    yield
    while s.living > 1 and s.turn < TURNS:
        s.turn += 1
        for seat in range(t.players):
            clear_now(s, t, seat)
        begin_turn(s, t)
        for moment in range(MOMENTS):
            if s.living > 1:
                if (moment + s.turn) % 3 == 0:
                    yield
                play_moment(s, t, moment)


def compare(
    name: str, change: Change, agents: Sequence[str], numbers: range = range(1), players: int = 3, **request: Any
) -> Counter:
    """How many answers at each point a change leaves as they are, and changes: ("NAR", True) counts the latter."""
    counts: Counter = Counter()
    game = Opening(players, agents=agents, **request)
    for game_no in numbers:
        rng = random.Random(f"{name} {game_no}")
        for _ in held(game, game_no):
            for seat in range(players):
                if game.s.seat[seat].alive:
                    asked = questions(game, seat)
                    first, second = game.s.copy(), game.s.copy()
                    change(game, second, seat, rng)
                    refresh(second, game.t)
                    told = answers(game, first, seat, asked), answers(game, second, seat, asked)
                    points = (question.point for question in asked)
                    counts.update((point, answer != other) for point, answer, other in zip(points, *told, strict=True))
    return counts


def changed(counts: Counter) -> dict[str, int]:
    """The points at which answers changed, and how many did."""
    return {point: count for (point, different), count in counts.items() if different}


def everything(game: Opening, s: Any, seat: int, rng: random.Random) -> None:
    """All of it."""
    for change in HIDDEN.values():
        change(game, s, seat, rng)


@pytest.mark.parametrize("style", by_day(STYLES_BY_DAY, [name for name in STYLES if name not in STYLES_BY_DAY]))
def test_4_what_is_hidden_changes_no_decision(style):
    counts = compare("everything", everything, (style,), rows=curious_rows())
    asked = {point for point, _ in counts}
    assert asked >= {"NAR", "FIRST", "FOE", "DREAM", "DISCARD", "DECKOUT", "TARGET", "MAY", "MES", "S1", "S2", "S3"}
    assert changed(counts) == {}


@pytest.mark.nightly  # by day all of it at once, and the contract asks of every game
@pytest.mark.parametrize("name", HIDDEN)
def test_4_each_hidden_thing_by_itself(name):
    """Styles that weigh all there is, at one table with one that sets traps."""
    counts = compare(name, HIDDEN[name], ("greedy", "trickster", "warden"), range(2), rows=curious_rows())
    assert ("EXIT", False) in counts
    assert changed(counts) == {}


def test_4_nor_with_the_cards_that_come_with_the_game():
    agents = ("greedy", "trickster", "ripener")
    assert changed(compare("reference", everything, agents, range(games(1, 2)), cards_of_the_game=True)) == {}


# ---------------------------------------------------------------- what is seen


def own_hand(game: Opening, s: Any, seat: int, rng: random.Random) -> None:
    """The cards of the own hand are others."""
    deck = [int(s.piece[p].card) for p in s.seat[seat].deck_card[: s.seat[seat].deck]]
    for p in hand(s, seat):
        if game.t.card[s.piece[p].card].kind != SHELTER and deck:
            give(game, s, p, rng.choice(deck))


def strong_foes(game: Opening, s: Any, seat: int, rng: random.Random) -> None:
    """What the others have in the valley has more ray."""
    for p in valley(s):
        if s.piece[p].narr != seat:
            s.piece[p].ray0 += 9
    s.dirty = 1


def weak_foes(game: Opening, s: Any, seat: int, rng: random.Random) -> None:
    """The others have little life."""
    for other in others(game, seat):
        s.seat[other].life = 1


def rich(game: Opening, s: Any, seat: int, rng: random.Random) -> None:
    s.seat[seat].sparkles += 3


SEEN: dict[str, tuple[Change, str]] = {
    "own hand": (own_hand, "DISCARD"),
    "strong foes": (strong_foes, "NAR"),
    "weak foes": (weak_foes, "FOE"),
    "sparkles": (rich, "NAR"),
}


@pytest.mark.parametrize("name", SEEN)
def test_4_what_is_seen_changes_decisions(name):
    change, point = SEEN[name]
    counts = compare(name, change, ("greedy", "warden"), rows=curious_rows())
    assert point in changed(counts)
