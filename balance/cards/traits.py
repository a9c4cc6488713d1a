"""Traits: cells like ``strength=2; slots=0,2``, a word, an equals sign and a value each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from balance.cards.check import CardRow, NotationError
from balance.cards.pieces import check_length, read_filled
from balance.common.errors import Problems, nearest, quoted

LONGEST = 1000  # characters of a cell
PAIR = re.compile(r"\s*([^\W\d]\w*)\s*=\s*([^=]*?)\s*")

Read = TypeVar("Read")


def parse_traits(text: str, allowed: str) -> dict[str, str]:
    """Read a cell of traits: name in small letters -> value as written. Raises NotationError."""
    check_length(text, "list of traits", LONGEST)
    traits: dict[str, str] = {}
    at = 1
    for part in text.split(";") if text.strip() else []:
        match = PAIR.fullmatch(part)
        here = at + len(part) - len(part.lstrip())
        if match is None:
            message = f"from character {here} on there is no word, equals sign and value: {quoted(part.strip())}"
            raise NotationError(message, allowed)
        name = match[1].lower()
        if name in traits:
            raise NotationError(f"{name}= stands here twice, at character {here}", allowed)
        traits[name] = match[2]
        at += len(part) + 1
    return traits


def read_traits(row: CardRow, allowed: str, problems: Problems) -> dict[str, str] | None:
    """The traits of a row that must have some; an error and None when they cannot be read."""
    return read_filled(row, "traits", lambda text: parse_traits(text, allowed), allowed, problems)


def trait(
    row: CardRow,
    traits: Mapping[str, str],
    name: str,
    parse: Callable[[str], Read],
    allowed: str,
    problems: Problems,
) -> Read | None:
    """What ``parse`` makes of one trait; an error and None when it is missing or cannot be read."""
    if name not in traits:
        like = next((name for given in traits if nearest(given, [name])), None)
        problems.errors.append(row.problem("traits", f"{name}= is missing", allowed, like))
        return None
    try:
        return parse(traits[name])
    except NotationError as trouble:
        message = f"{name}= cannot be read: {trouble.message}"
        problems.errors.append(row.problem("traits", message, trouble.allowed, trouble.like))
        return None


def notice_traits(row: CardRow, traits: Mapping[str, str], read: Sequence[str], problems: Problems) -> None:
    """A notice for every trait that is none of those that are ``read``."""
    for name in traits:
        if name not in read:
            message = f"rows of the kind {row.kind} have no trait {quoted(name)}; it is ignored"
            allowed = ", ".join(f"{known}=" for known in read)
            problems.notices.append(row.problem("traits", message, allowed, nearest(name, read)))
