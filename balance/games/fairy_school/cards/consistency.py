"""What Fairy School's rows must be together: whole starting sets, decks and pairs, enough cards (section 7.4).

Nothing is called missing while a row that cannot be read may be it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from balance.cards.check import CardRow, CardTable
from balance.cards.rows import KindRows
from balance.common.errors import Problem, Problems
from balance.games.fairy_school.cards.box import (
    ANY,
    CREATURES,
    DECKS,
    DISCARD,
    ELEMENTS,
    PAIRS,
    START_CARDS,
    START_SETS,
    STARTING_PROJECTS,
    TRIMESTERS,
    Card,
    Cards,
    Final,
)
from balance.games.fairy_school.state import ALL_ALTERNATIVES, DEALT, MAX_CARDS, MAX_DECK, MAX_FINALS, MAX_HAND

DECK_CARDS = 4  # of a predefined deck
DECK_DISCARDS = 2  # of these, cards that begin in the discard pile
PAIR = 2  # creatures
TWO_SEATS = 2  # players to whom the rules of FS-24 apply


# Whatever is played


def check_starts(rows: KindRows, problems: Problems) -> None:
    """Every starting set has exactly 12 cards (FS-13)."""
    if not rows.readable:
        return
    shared = len(rows.cards("all"))
    if shared % START_SETS:
        return  # reported at the row
    sets = [str(n) for n in range(1, START_SETS + 1)]
    size_of = {name: shared // START_SETS + len(rows.cards(name)) for name in sets}
    for size in sorted(set(size_of.values()) - {START_CARDS}):
        wrong = [name for name in sets if size_of[name] == size]
        which = f"the starting set {wrong[0]} has" if len(wrong) == 1 else f"the starting sets {', '.join(wrong)} have"
        allowed = f"{START_CARDS} cards in every set: a quarter of the copies of set all, and all of its own"
        problems.errors.append(Problem(f"{which} {size} cards", rows.table.file, column="copies", allowed=allowed))


def check_decks(rows: KindRows, places: Mapping[str, str | None], problems: Problems) -> None:
    """A predefined deck has 4 cards: 2 for the discard pile, 2 for different columns (FS-18).

    ``places``: where a card begins, by id; None cannot be read.
    """
    if not rows.readable:
        return
    for letter in DECKS:
        deck = rows.cards(f"S{letter}")
        if not deck or any(places[row.id] is None for row in deck):
            continue
        named = f"the predefined deck S{letter}"
        if len(deck) != DECK_CARDS:
            message = f"{named}, which begins here, has {len(deck)} cards"
            problems.errors.append(deck[0].problem("set", message, f"{DECK_CARDS} cards, copies counted, or none"))
        discards = sum(places[row.id] == DISCARD for row in deck)
        if len(deck) == DECK_CARDS and discards != DECK_DISCARDS:
            message = f"{named}, which begins here, has {discards} cards with place={DISCARD}"
            problems.errors.append(deck[0].problem("traits", message, "2 of them, and 2 with different columns"))
        _check_columns(deck, places, named, problems)


def _check_columns(deck: Sequence[CardRow], places: Mapping[str, str | None], named: str, problems: Problems) -> None:
    first: dict[str | None, CardRow] = {}
    for row in deck:
        place = places[row.id]
        if place == DISCARD:
            continue
        if place in first:
            message = f"{named} has a second card with place={place}; the first one is on line {first[place].line}"
            problems.errors.append(row.problem("traits", message, "2 cards with different columns"))
        first.setdefault(place, row)


def check_creatures(rows: KindRows, problems: Problems) -> None:
    """12 creatures with different names, in 6 pairs that have one bonus each (2.3)."""
    creatures = rows.in_play
    _check_differ(creatures, problems)
    for pair in range(1, PAIRS + 1):
        mates = [row for row in creatures if row.set == str(pair)]
        given = [row for row in mates if row.effect in (*ELEMENTS, ANY)]
        for row in given[1:]:
            if row.effect != given[0].effect:
                message = f"the bonus of pair {pair} is another one on line {given[0].line}: {given[0].effect}"
                problems.errors.append(row.problem("effect", message, "one bonus for both creatures of a pair"))
        if rows.readable and len(mates) != PAIR:
            message = f"the number of creatures in pair {pair} is {len(mates)}"
            allowed = f"{PAIR} creature rows with copies 1 in each of {PAIRS} pairs, {CREATURES} in all"
            problems.errors.append(Problem(message, rows.table.file, column="set", allowed=allowed))


def _check_differ(creatures: Sequence[CardRow], problems: Problems) -> None:
    first: dict[str, CardRow] = {}
    for row in creatures:
        earlier = first.setdefault(row.name, row)
        if earlier is not row and row.name:
            message = f"the name is taken: the creature on line {earlier.line} has it already"
            problems.errors.append(row.problem("name", message, "names that differ among creatures"))


def check_limits(
    table: CardTable, cards: Iterable[Card | None], finals: Iterable[Final | None], problems: Problems
) -> None:
    """No more than this implementation has room for; rows that cannot be read are not counted."""

    def check(what: str, number: int, most: int, column: str = "copies") -> None:
        if number > most:
            message, allowed = f"the number of {what} in play is {number}", f"at most {most}"
            problems.errors.append(Problem(message, table.file, column=column, allowed=allowed))

    small = [card for card in cards if card and card.copies]
    last = [final for final in finals if final and final.copies]
    check("rows of the kinds start, initial and project", len(small), MAX_CARDS, "kind")
    check("alternatives of effects", _alternatives(small), ALL_ALTERNATIVES, "effect")
    check("initial cards", _copies(card for card in small if card.kind == "initial"), MAX_DECK)
    for trimester in TRIMESTERS:
        check(f"projects of trimester {trimester}", _copies(_of(small, trimester)), MAX_DECK)
    check("final projects", _copies(last), MAX_FINALS)


def _alternatives(cards: Iterable[Card]) -> int:
    return sum(len(line.outcomes) for card in cards for line in card.effect.lines)


def _copies(cards: Iterable[Card | Final]) -> int:
    return sum(card.copies for card in cards)


def _of(cards: Iterable[Card], set: str) -> list[Card]:
    return [card for card in cards if card.set == set]


# What depends on who plays what


def letters(cards: Cards) -> list[str]:
    """The predefined decks that are there, by letter."""
    return [letter for letter in DECKS if _of(cards.cards, f"S{letter}")]


def starting_projects(cards: Cards) -> Counter[str]:
    """Projects that a predefined deck brings in the initiation game, copies counted, by letter."""
    return Counter(card.deck for card in cards.cards if card.deck for _ in range(card.copies))


def check_table(cards: Cards, players: int, setup: str, length: str) -> list[Problem]:
    """What is missing for a game of ``players`` (2 to 6) with this setup and length; nothing when it can be played.

    ``setup`` is initiation, advanced or expert, ``length`` long or short. The problems bear no file and no line.
    """
    problems = _check_initials(cards, players) if setup == "expert" else _check_letters(cards, players)
    if setup == "initiation":
        problems += _check_starting_projects(cards)
    drafted = TRIMESTERS if length == "long" else TRIMESTERS[:-1]
    for trimester in drafted:
        projects = _copies(_of(cards.cards, trimester))
        if projects < DEALT * players and not (setup == "initiation" and trimester == TRIMESTERS[0]):
            message = f"the number of projects of trimester {trimester} is {projects}; {players} players draft from "
            problems.append(Problem(f"{message}{DEALT * players}", allowed=f"{DEALT} for each player, copies counted"))
    finals = _copies(final for final in cards.finals if final.length == length)
    if finals < players:
        message = f"the number of {length} final projects is {finals}, for {players} players"
        problems.append(Problem(message, allowed="one for each player, copies counted, and better one more"))
    return problems


def _check_initials(cards: Cards, players: int) -> list[Problem]:
    """Enough S cards to draft: 4 for each player, 5 at 2 players (FS-22, FS-24)."""
    each = MAX_HAND if players == TWO_SEATS else DEALT
    initials = _copies(card for card in cards.cards if card.kind == "initial")
    if initials >= each * players:
        return []
    message = f"the number of initial cards is {initials}; in the expert setup {players} players draft from "
    return [Problem(f"{message}{each * players}", allowed=f"{each} for each player, copies counted")]


def _check_letters(cards: Cards, players: int) -> list[Problem]:
    """A predefined deck for each player, at 2 players a plain S card as well (FS-18, FS-19, FS-24)."""
    problems = []
    if players > len(DECKS):
        message = f"there are {len(DECKS)} predefined decks at most, not one for each of {players} players"
        problems.append(Problem(message, allowed=f"the expert setup, or 2 to {len(DECKS)} players"))
    elif len(letters(cards)) < players:
        message = f"the number of predefined decks is {len(letters(cards))}, for {players} players"
        allowed = f"initial cards of as many of the sets {', '.join(f'S{letter}' for letter in DECKS)} as players"
        problems.append(Problem(message, allowed=f"{allowed}, or the expert setup"))
    plain = _copies(_of(cards.cards, "S"))
    if players == TWO_SEATS and plain < players:
        message = f"the number of initial cards of the set S is {plain}; each of 2 players gets one"
        problems.append(Problem(message, allowed="at least 2, copies counted"))
    return problems


def _check_starting_projects(cards: Cards) -> list[Problem]:
    """Every predefined deck has its 3 projects, as it may be dealt (FS-20)."""
    count_of = starting_projects(cards)
    return [
        Problem(
            f"the number of trimester I projects with deck={letter} is {count_of[letter]}",
            allowed=f"{STARTING_PROJECTS} for each predefined deck in the initiation setup, copies counted",
        )
        for letter in letters(cards)
        if count_of[letter] != STARTING_PROJECTS
    ]
