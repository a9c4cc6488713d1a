"""What is odd about Fairy School's cards although it can be played, as notices (section 7.5 of the rules page)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balance.cards.check import CardRow, CardTable, integer
from balance.cards.notices import notice_first
from balance.cards.traits import parse_traits
from balance.common.errors import Problem, Problems
from balance.games.fairy_school.cards.box import DECKS, LENGTHS, STARTING_PROJECTS, TRIMESTERS, Cards, Line
from balance.games.fairy_school.cards.consistency import letters, starting_projects

UNUSED = {"final": ("traits",), "creature": ("cost", "traits")}
"""Columns that mean nothing for a kind; text in them is reported as a notice."""

USUAL_INITIALS = 28  # cards of the printed game (section 2)
USUAL_PROJECTS = {"I": 28, "II": 29, "III": 30}
USUAL_FINALS = {"long": 10, "short": 6}

EXCHANGE = (3, 4, 4, 3, 6)  # elements that an exchange takes for one of each (FS-7)
WORTH = (1, 1, 1, 1, 2)  # what each counts as in an exchange: an air may become any other element


def notice_points(rows: Sequence[CardRow], problems: Problems) -> None:
    """Points on cards that never score (FS-73). The rows are those of starting and initial cards."""
    filled = [row for row in rows if integer(row, "points", Problems(), 0, 0, 0) is None]
    notice_first(filled, "points", "only projects, final projects and creatures score; this number", problems)


def notice_misplaced(rows: Sequence[CardRow], problems: Problems) -> None:
    """Traits that mean something on other cards only, one notice each. The rows are of small cards, without errors."""
    where = {"place": "on cards of the sets SA to SE", "deck": "on projects of trimester I"}
    for name, place in where.items():
        filled = [row for row in rows if name in parse_traits(row.traits, "") and not _uses(row, name)]
        notice_first(filled, "traits", f"{name}= is read {place} only; here it", problems)


def _uses(row: CardRow, trait: str) -> bool:
    if trait == "place":
        return row.kind == "initial" and row.set != "S"
    return row.kind == "project" and row.set == TRIMESTERS[0]


def notice_creatures(cards: Cards, rows: Mapping[str, CardRow], problems: Problems) -> None:
    """A creature on no card can be studied by effects only (FS-46, FS-59)."""
    shown = {card.creature for card in cards.cards}
    for place, creature in enumerate(cards.creatures):
        if place not in shown:
            message = "no card shows this creature: it never lies on a study slot"
            problems.notices.append(rows[creature.id].problem("name", message))


def notice_profits(cards: Cards, rows: Mapping[str, CardRow], problems: Problems) -> None:
    """Transformations whose outcome is enough to exchange for more than was paid."""
    for card in cards.cards:
        lines = [line for line in card.effect.lines if _profits(line)]
        if lines:
            message = (
                f"{lines[0].text} turns a profit with exchanges alone: its outcome buys back what it costs, and more"
            )
            problems.notices.append(rows[card.id].problem("effect", message))


def _profits(line: Line) -> bool:
    paid = sum(count * rate for count, rate in zip(line.cost.counts, EXCHANGE, strict=True))
    most = max(
        alternative.free + sum(count * worth for count, worth in zip(alternative.gains.counts, WORTH, strict=True))
        for alternative in line.outcomes
    )
    return 0 < paid < most


def notice_decks(table: CardTable, cards: Cards, problems: Problems) -> None:
    """Predefined decks that are not there, or lack the projects of the initiation game."""
    there = letters(cards)
    if len(there) < len(DECKS):
        gone = ", ".join(f"S{letter}" for letter in DECKS if letter not in there)
        message = (
            f"there are no cards of the predefined decks {gone}: the setups initiation and advanced are for at most "
        )
        problems.notices.append(Problem(f"{message}{len(there)} players", table.file, column="set"))
    count_of = starting_projects(cards)
    for letter in DECKS:
        wanted = STARTING_PROJECTS if letter in there else 0
        if count_of[letter] != wanted:
            lost = "the initiation setup cannot be played" if wanted else "but there is no such deck"
            message = f"the number of trimester I projects with deck={letter} is {count_of[letter]}: {lost}"
            allowed = f"{wanted}, copies counted"
            problems.notices.append(Problem(message, table.file, column="traits", allowed=allowed))


def notice_sizes(table: CardTable, cards: Cards, problems: Problems) -> None:
    """More or fewer cards than in the printed game."""
    usual_of = {"initial cards": USUAL_INITIALS}
    size_of = {"initial cards": sum(card.copies for card in cards.cards if card.kind == "initial")}
    for trimester in TRIMESTERS:
        what = f"projects of trimester {trimester}"
        usual_of[what] = USUAL_PROJECTS[trimester]
        size_of[what] = sum(card.copies for card in cards.cards if card.set == trimester)
    for length in LENGTHS:
        what = f"{length} final projects"
        usual_of[what] = USUAL_FINALS[length]
        size_of[what] = sum(final.copies for final in cards.finals if final.length == length)
    for what, usual in usual_of.items():
        if size_of[what] != usual:
            message = f"the number of {what} in play is {size_of[what]}; the printed game has {usual}"
            problems.notices.append(Problem(message, table.file, column="copies"))
