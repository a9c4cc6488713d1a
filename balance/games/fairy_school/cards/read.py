"""Fairy School's rows of cards.csv: from cells to cards, with all that is wrong (section 5 of the rules page)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from balance.cards.check import CardRow, CardTable, integer, one_of
from balance.cards.notices import notice_unused
from balance.cards.pieces import read_cell, read_filled
from balance.cards.rows import KindRows, known_rows
from balance.cards.traits import parse_traits
from balance.common.errors import Problems, nearest, quoted
from balance.games.fairy_school.cards.box import (
    DECKS,
    DISCARD,
    LENGTHS,
    PAIRS,
    PLACES,
    START_CARDS,
    START_SETS,
    STEPS,
    TRIMESTERS,
    Bundle,
    Card,
    Cards,
    Creature,
    Final,
)
from balance.games.fairy_school.cards.consistency import check_creatures, check_decks, check_limits, check_starts
from balance.games.fairy_school.cards.notation import parse_bonus, parse_cost, parse_effect, parse_final
from balance.games.fairy_school.cards.notices import (
    UNUSED,
    notice_creatures,
    notice_decks,
    notice_misplaced,
    notice_points,
    notice_profits,
    notice_sizes,
)
from balance.games.fairy_school.state import MAX_DECK, MAX_FINALS

START, INITIAL, PROJECT, FINAL, CREATURE = KINDS = ("start", "initial", "project", "final", "creature")
SMALL = (START, INITIAL, PROJECT)  # what a player's deck is made of

SETS = {
    START: ("all", *(str(n) for n in range(1, START_SETS + 1))),
    INITIAL: ("S", *(f"S{letter}" for letter in DECKS)),
    PROJECT: TRIMESTERS,
    FINAL: LENGTHS,
    CREATURE: tuple(str(n) for n in range(1, PAIRS + 1)),
}
MOST_COPIES = {
    START: START_SETS * START_CARDS,
    INITIAL: MAX_DECK,
    PROJECT: MAX_DECK,
    FINAL: MAX_FINALS,
    CREATURE: 1,
}
USUAL_POINTS = {START: 0, INITIAL: 0, PROJECT: 3, FINAL: 3, CREATURE: 2}  # of a blank cell (FS-75)
MOST_POINTS = 99

TRAITS = ("creature", "place", "deck")
TRAITS_ALLOWED = "traits such as creature=elf; place=discard"


def read_school(table: CardTable, problems: Problems) -> Cards | None:
    """Fairy School's cards from its rows; None when there are errors.

    Adds to ``problems`` every error and every notice about the card data (section 7.4) that depends neither on the
    number of players nor on setup and length: for those there is ``check_table``.
    """
    before = len(problems.errors)
    known = known_rows(table, KINDS, problems)
    if not table.rows:
        return None
    rows = {kind: KindRows.of(table, kind, known, MOST_COPIES[kind], SETS[kind]) for kind in KINDS}
    names = tuple(row.name for row in rows[CREATURE].in_play)
    board = _Board(names, len(known) == len(table.rows) and all(map(_can_be_named, names)))
    traits = {row.id: _traits(row, board, problems) for row in known if row.kind in SMALL}
    cards = [_card(row, traits[row.id], problems) for row in known if row.kind in SMALL]
    finals = [_final(row, problems) for row in rows[FINAL].rows]
    creatures = [_creature(row, problems) for row in rows[CREATURE].rows]
    check_starts(rows[START], problems)
    check_decks(rows[INITIAL], {id: card_traits.place for id, card_traits in traits.items()}, problems)
    check_creatures(rows[CREATURE], problems)
    check_limits(table, cards, finals, problems)
    notice_unused(known, UNUSED, problems)
    if len(problems.errors) > before:
        return None
    read = Cards(
        tuple(creature for creature in creatures if creature),
        tuple(card for card in cards if card and card.copies),
        tuple(final for final in finals if final and final.copies),
    )
    _notice(table, {row.id: row for row in known}, read, problems)
    return read


def _notice(table: CardTable, rows: Mapping[str, CardRow], cards: Cards, problems: Problems) -> None:
    notice_points([row for row in rows.values() if row.kind in (START, INITIAL)], problems)
    notice_misplaced([row for row in rows.values() if row.kind in SMALL], problems)
    notice_creatures(cards, rows, problems)
    notice_profits(cards, rows, problems)
    notice_decks(table, cards, problems)
    notice_sizes(table, cards, problems)


@dataclass(frozen=True)
class _Board:
    """The creatures that ``creature=`` may name."""

    names: tuple[str, ...]  # of the creature rows in play
    complete: bool  # no row of an unknown kind, or without a usable name, may be another one


@dataclass(frozen=True)
class _Traits:
    """The traits of a small card; None: cannot be read, or missing where there must be one."""

    creature: int | None = None
    place: str | None = None
    deck: str | None = None


# One row


def _card(row: CardRow, traits: _Traits, problems: Problems) -> Card | None:
    """A small card, with its errors; None when it has any."""
    before = len(problems.errors)
    one_of(row, "set", problems, SETS[row.kind])
    copies = integer(row, "copies", problems, 0, MOST_COPIES[row.kind])
    if row.kind == START and row.set == "all" and copies and copies % START_SETS:
        message = (
            f"this card is in each of the {START_SETS} starting sets, so its copies are a multiple of {START_SETS}"
        )
        problems.errors.append(row.problem("copies", message, "4, 8, ..., or one of the sets 1 to 4"))
    cost = _cost(row, problems)
    effect = read_filled(row, "effect", parse_effect, "an effect, such as 2F+W or F|P>draw2.1", problems)
    points = _points(row, problems)
    creature, place, deck = traits.creature, traits.place, traits.deck
    if len(problems.errors) > before or copies is None or cost is None or effect is None or points is None:
        return None
    if creature is None or place is None or deck is None:
        return None
    if row.kind != PROJECT:
        points = 0  # only projects score (FS-73)
    return Card(row.id, row.name, row.kind, row.set, copies, cost, effect, points, creature, place, deck)


def _final(row: CardRow, problems: Problems) -> Final | None:
    """A final project, with its errors; None when it has any."""
    before = len(problems.errors)
    one_of(row, "set", problems, LENGTHS)
    copies = integer(row, "copies", problems, 0, MAX_FINALS)
    steps = read_filled(row, "cost", parse_final, "the costs of its steps, such as 2F+3W;2E+2P+A", problems)
    if steps and row.set in LENGTHS and len(steps) != STEPS[row.set]:
        message = f"this final project has {len(steps)} steps"
        allowed = f"{STEPS[row.set]} costs with semicolons between them: the final project is {row.set}"
        problems.errors.append(row.problem("cost", message, allowed))
    if row.effect:
        problems.errors.append(row.problem("effect", "final projects have no effect", "a blank cell"))
    points = _points(row, problems)
    if len(problems.errors) > before or copies is None or steps is None or points is None:
        return None
    return Final(row.id, row.name, copies, row.set, steps, points)


def _creature(row: CardRow, problems: Problems) -> Creature | None:
    """A creature of the board, with its errors; None when it has any, or when it is left out."""
    before = len(problems.errors)
    one_of(row, "set", problems, SETS[CREATURE])
    copies = integer(row, "copies", problems, 0, 1)
    if not _can_be_named(row.name):
        message = "this name cannot stand behind creature=" if row.name else "the cell is blank"
        problems.errors.append(row.problem("name", message, "a name without semicolon and equals sign"))
    bonus = read_filled(row, "effect", parse_bonus, "the bonus of its pair: one of E, P, F, W, A, N", problems)
    points = _points(row, problems)
    if len(problems.errors) > before or not copies or bonus is None or points is None:
        return None
    return Creature(row.id, row.name, int(row.set), bonus, points)


def _can_be_named(creature: str) -> bool:
    """Whether this name can stand behind ``creature=``."""
    return bool(creature) and not set(creature) & {";", "="}


# One cell


def _points(row: CardRow, problems: Problems) -> int | None:
    return integer(row, "points", problems, 0, MOST_POINTS, USUAL_POINTS[row.kind])


def _cost(row: CardRow, problems: Problems) -> Bundle | None:
    """What a project costs; the other small cards have no cost."""
    if row.kind == PROJECT:
        return read_filled(row, "cost", parse_cost, "what the project costs, such as 3F+P+2W", problems)
    if row.cost:
        problems.errors.append(row.problem("cost", f"cards of the kind {row.kind} have no cost", "a blank cell"))
        return None
    return Bundle()


def _traits(row: CardRow, board: _Board, problems: Problems) -> _Traits:
    """The traits of a small card, with their errors."""
    pairs = read_cell(row, "traits", lambda text: parse_traits(text, TRAITS_ALLOWED), problems)
    if pairs is None:
        return _Traits()
    allowed = {START: "creature=", INITIAL: "creature= and place=", PROJECT: "creature= and deck="}[row.kind]
    misspelt = set()  # so not missing as well
    for name in pairs:
        if name not in TRAITS:
            like = nearest(name, TRAITS)
            misspelt.add(like)
            problems.errors.append(row.problem("traits", f"there is no trait {quoted(name)}", allowed, like))
    creature = None if "creature" in misspelt else _creature_of(row, pairs, board, problems)
    place = None if "place" in misspelt else _place_of(row, pairs, problems)
    return _Traits(creature, place, _deck_of(row, pairs, problems))


def _creature_of(row: CardRow, pairs: Mapping[str, str], board: _Board, problems: Problems) -> int | None:
    """The place of the creature on the board."""
    name = pairs.get("creature", "")
    allowed = "the name of a creature row, such as creature=" + (board.names[0] if board.names else "elf")
    if not name:
        problems.errors.append(row.problem("traits", "creature= is missing", allowed))
        return None
    if name in board.names:
        return board.names.index(name)
    if board.names and board.complete:  # else the missing rows are reported, once
        message = f"there is no creature {quoted(name)}"
        problems.errors.append(row.problem("traits", message, ", ".join(board.names), nearest(name, board.names)))
    return None


def _place_of(row: CardRow, pairs: Mapping[str, str], problems: Problems) -> str | None:
    """Where a card of a predefined deck begins; "" for the others."""
    if row.kind != INITIAL or row.set not in SETS[INITIAL] or row.set == "S":
        return ""
    places = (*PLACES, DISCARD)
    place = pairs.get("place", "")
    if place in places:
        return place
    allowed = f"place= and one of {', '.join(places)}"
    if not place:
        problems.errors.append(row.problem("traits", "place= is missing on a card of a predefined deck", allowed))
        return None
    like = "0" if place.lower() == "free" else nearest(place, places)
    problems.errors.append(row.problem("traits", f"there is no place {quoted(place)}", allowed, like))
    return None


def _deck_of(row: CardRow, pairs: Mapping[str, str], problems: Problems) -> str | None:
    """The predefined deck that brings this project of trimester I in the initiation game; "" for the others."""
    if row.kind != PROJECT or row.set != TRIMESTERS[0] or "deck" not in pairs:
        return ""
    deck = pairs["deck"]
    if deck in DECKS:
        return deck
    like = nearest(deck.removeprefix("S"), DECKS)
    problems.errors.append(row.problem("traits", f"there is no deck {quoted(deck)}", "deck= and one of A to E", like))
    return None
