"""Fairy's columns and notation: from rows of cards.csv to cards (section 5 of the rules page)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from balance.cards.check import CardRow, CardTable, integer
from balance.cards.notices import notice_unused
from balance.cards.pieces import read_filled
from balance.cards.rows import KindRows, known_rows
from balance.cards.traits import notice_traits, read_traits, trait
from balance.common.errors import Problem, Problems, nearest, quoted
from balance.games.fairy.cards.box import Cards, Charm, Guess, Track
from balance.games.fairy.cards.notation import Condition, parse_condition
from balance.games.fairy.cards.notices import UNUSED, notice_deck, notice_guesses, notice_suits
from balance.games.fairy.state import MAX_CARDS, MAX_GUESSES, MAX_SEATS

CHARM, GUESS, TRACK = KINDS = ("charm", "guess", "track")

FEWEST_CARDS = 3
FEWEST_GUESSES = 2
FEWEST_SEATS = 2
MOST_POINTS = 1000  # gained or lost by one guess
LARGEST_NUMBER = 1_000_000  # on a charm card, up or down
TRACK_ENDS = 10_000  # the track stays between minus and plus this

KEY = re.compile(r"[a-z][a-z0-9]{0,15}")
RESERVED_KEYS = ("wrong", "clamped", "start")  # they would clash with other score columns (pts_wrong ...)

TRACK_WORDS = ("floor", "top", "start")
TRACK_PART = re.compile(r"\s*([^\W\d_]+)\s*(-?\s*[0-9]{1,18})\s*")
TRACK_EXAMPLE = "floor -4; top 24; start 0"


def read_fairy(table: CardTable, problems: Problems) -> Cards | None:
    """Fairy's cards from its rows; None when there are errors.

    Adds every error of the card data (section 7.3) and every notice (section 7.4) to ``problems``.
    """
    before = len(problems.errors)
    known = known_rows(table, KINDS, problems)
    if not table.rows:
        return None
    rows = {kind: KindRows.of(table, kind, known, MAX_CARDS) for kind in KINDS}
    suits = _suits(rows[CHARM].rows)
    charms = [_charm(row, suits, problems) for row in rows[CHARM].rows]
    guesses = [_guess(row, list(suits.values()), problems) for row in rows[GUESS].rows]
    tracks = [_track(row, problems) for row in rows[TRACK].rows]
    _check_deck(rows[CHARM], problems)
    _check_guesses(rows[GUESS], problems)
    _check_one_track(rows[TRACK], problems)
    notice_unused(known, UNUSED, problems)
    if len(problems.errors) > before:
        return None
    in_play = [charm for charm in charms if charm and charm.copies]
    offered = [guess for guess, copies in zip(guesses, rows[GUESS].copies, strict=True) if guess and copies]
    cards = Cards(tuple(in_play), tuple(offered), next(track for track in tracks if track))
    notice_suits(rows[CHARM].rows, suits, problems)
    notice_deck(table, cards, problems)
    notice_guesses(cards, {row.id: row for row in rows[GUESS].rows}, problems)
    return cards


# One row


def _charm(row: CardRow, suits: Mapping[str, str], problems: Problems) -> Charm | None:
    """A charm row, with its errors; None when it has any."""
    before = len(problems.errors)
    copies = integer(row, "copies", problems, 0, MAX_CARDS)
    if not row.set:
        problems.errors.append(row.problem("set", "the cell is blank", allowed="the suit of the card, such as A"))
    if row.effect.lower() not in ("", "fairy"):
        like = nearest(row.effect, ["fairy"])
        problems.errors.append(row.problem("effect", "charm cards have no such effect", "blank or fairy", like))
    number = _number(row, problems)
    if len(problems.errors) > before or copies is None or number is None:
        return None
    return Charm(row.id, row.name, number, suits[row.set.casefold()], bool(row.effect), copies)


def _number(row: CardRow, problems: Problems) -> int | None:
    allowed = f"number= and a whole number from {-LARGEST_NUMBER} to {LARGEST_NUMBER}, such as number=7"
    text = _trait(row, "number", allowed, problems)
    if text is None:
        return None
    digits = "".join(text.split())
    if not digits.lstrip("-").isdecimal() or abs(int(digits)) > LARGEST_NUMBER:
        problems.errors.append(row.problem("traits", "this is not a usable number", allowed))
        return None
    return int(digits)


def _guess(row: CardRow, suits: Sequence[str], problems: Problems) -> Guess | None:
    """A guess row, with its errors; None when it has any. Withdrawn guesses (copies 0) are read as well."""
    before = len(problems.errors)
    integer(row, "copies", problems, 0, 1)
    gain = integer(row, "points", problems, 0, MOST_POINTS)
    loss = integer(row, "cost", problems, 0, MOST_POINTS)
    condition = _condition(row, suits, problems)
    key = _key(row, problems)
    if len(problems.errors) > before or gain is None or loss is None or condition is None or key is None:
        return None
    return Guess(row.id, row.name, key, gain, loss, condition)


def _condition(row: CardRow, suits: Sequence[str], problems: Problems) -> Condition | None:
    allowed = "when the guess is right, such as next > pile"
    return read_filled(row, "effect", lambda text: parse_condition(text, suits), allowed, problems)


def _key(row: CardRow, problems: Problems) -> str | None:
    allowed = "key= and a short word of up to 16 letters a-z and digits, such as key=higher"
    text = _trait(row, "key", allowed, problems)
    if text is None:
        return None
    key = text.lower()
    if key in RESERVED_KEYS or key.startswith("tb_"):
        allowed = f"any short word but {', '.join(RESERVED_KEYS)} and words that begin with tb_"
        problems.errors.append(row.problem("traits", "this key is reserved for another column of the results", allowed))
        return None
    if not KEY.fullmatch(key):
        problems.errors.append(row.problem("traits", "this is not a usable key", allowed))
        return None
    return key


def _trait(row: CardRow, wanted: str, allowed: str, problems: Problems) -> str | None:
    """The text behind ``wanted=`` in a cell like ``number=7; other=word``. Notices traits nobody reads."""
    traits = read_traits(row, allowed, problems)
    if traits is None:
        return None
    text = trait(row, traits, wanted, str, allowed, problems)
    if text is not None:
        notice_traits(row, traits, (wanted,), problems)
    return text


def _track(row: CardRow, problems: Problems) -> Track | None:
    """The track row, with its errors; None when it has any."""
    copies = integer(row, "copies", problems, FEWEST_SEATS, MAX_SEATS)
    steps = _track_steps(row, problems)
    if steps is None:
        return None
    floor, top, start = steps
    if not -TRACK_ENDS <= floor <= start < top <= TRACK_ENDS:
        allowed = f"floor not above start, start below top, all from {-TRACK_ENDS} to {TRACK_ENDS}"
        problems.errors.append(row.problem("effect", "this track does not work", allowed))
        return None
    return None if copies is None else Track(row.id, copies, floor, top, start)


def _track_steps(row: CardRow, problems: Problems) -> list[int] | None:
    """Floor, top and start, in points."""
    parts = row.effect.split(";")
    steps = []
    for place, word in enumerate(TRACK_WORDS):
        part = parts[place] if place < len(parts) else ""
        match = TRACK_PART.fullmatch(part)
        if match is None or match[1].lower() != word:
            letters = "".join(letter for letter in part.lower() if letter.isalpha())
            like = None if letters in TRACK_WORDS else nearest(letters, [word])
            message = f"part {place + 1} of the track should be the word {word} and a whole number"
            problems.errors.append(row.problem("effect", message, TRACK_EXAMPLE, like))
            return None
        steps.append(int("".join(match[2].split())))
    if len(parts) > len(TRACK_WORDS):
        problems.errors.append(row.problem("effect", "the track has more than three parts", TRACK_EXAMPLE))
        return None
    return steps


# All rows of a kind


def _check_deck(rows: KindRows, problems: Problems) -> None:
    """3 to 64 cards, at least one fairy. Nothing is called missing while an unreadable row may be it."""
    total = sum(count or 0 for count in rows.copies)
    if total > MAX_CARDS or (total < FEWEST_CARDS and rows.readable):
        allowed = f"{FEWEST_CARDS} to {MAX_CARDS} charm cards, copies counted"
        message = f"the number of cards in the deck is {total}"
        problems.errors.append(Problem(message, rows.table.file, column="copies", allowed=allowed))
    fairies = [row for row in rows.in_play if row.effect]  # another effect may be meant for fairy
    if rows.complete and not fairies:
        message = "no charm card of the deck shows a fairy"
        problems.errors.append(
            Problem(message, rows.table.file, column="effect", allowed="at least one charm with fairy")
        )


def _check_guesses(rows: KindRows, problems: Problems) -> None:
    """2 to 8 guesses in play, no two with the same key."""
    offered = [row for row, count in zip(rows.rows, rows.copies, strict=True) if count]
    if len(offered) > MAX_GUESSES or (len(offered) < FEWEST_GUESSES and rows.readable):
        message = f"the number of guesses in play is {len(offered)}"
        allowed = f"{FEWEST_GUESSES} to {MAX_GUESSES} guess rows with copies 1"
        problems.errors.append(Problem(message, rows.table.file, column="copies", allowed=allowed))
    first: dict[str, CardRow] = {}
    for row in offered:
        key = _trait(row, "key", "", Problems())
        if key is None:
            continue
        earlier = first.setdefault(key.lower(), row)
        if earlier is not row:
            message = f"the key is taken: line {earlier.line} ({quoted(earlier.name)}) has it already"
            problems.errors.append(row.problem("traits", message, "a key that no other guess in play has"))


def _check_one_track(rows: KindRows, problems: Problems) -> None:
    if not rows.rows and rows.complete:
        message = "there is no track row, which says where scores begin and end"
        problems.errors.append(Problem(message, rows.table.file, column="kind", allowed="one row of the kind track"))
    for row in rows.rows[1:]:
        message = f"this is a second track; the first one is on line {rows.rows[0].line}"
        problems.errors.append(row.problem("kind", message, "one row of the kind track"))


def _suits(rows: Sequence[CardRow]) -> dict[str, str]:
    """The suits without regard to capitals -> the spelling of their first card."""
    suits: dict[str, str] = {}
    for row in rows:
        if row.set:
            suits.setdefault(row.set.casefold(), row.set)
    return suits
