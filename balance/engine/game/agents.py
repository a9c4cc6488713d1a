"""Line-ups as people write them: `greedy,novice`, `mixed`, `mixed(greedy,rival)`, `best,mixed`.

A line-up is a tuple with a word for every seat, a style's name, `mixed` or `mixed(a,b)`; () where all are `mixed`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from balance.common.errors import InputError, Problem, quoted, unknown
from balance.engine.game.styles import Style

MIXED = "mixed"
"""The word for a seat that draws a new style in every game."""
SOME = re.compile(rf"{MIXED}\s*\((.*)\)")
"""Such a seat that draws from these styles alone."""
COMMA = re.compile(r",(?![^()]*\))")
"""A comma between two words, not one inside parentheses."""


def words_of(text: str) -> list[str]:
    """The words of a comma-separated list of styles: "mixed(a,b), c" has two."""
    return [word.strip() for word in COMMA.split(text)]


def read_lineup(agents: str | None, styles: Sequence[Style], players: int) -> tuple[str, ...]:
    """The line-up of a comma-separated list. Raises InputError for what is not a list of these styles."""
    names = [style.name for style in styles]
    agents = agents or MIXED
    given = words_of(agents)
    if "" in given:
        message = f"{quoted(agents)} has an empty place"
        raise InputError([Problem(message, allowed="a style between any two commas")])
    words = [_read_word(word, names) for word in given]
    if len(words) > players:
        message = f"{len(words)} styles for {players} players"
        raise InputError([Problem(message, allowed="one per player, or fewer: a short list is repeated")])
    return () if set(words) == {MIXED} else for_seats(words, players)


def _read_word(word: str, names: Sequence[str]) -> str:
    """The word as a line-up holds it."""
    if word == MIXED or word in names:
        return word
    match = SOME.fullmatch(word)
    if not match:
        if word.startswith(f"{MIXED}("):
            raise InputError([Problem(f"{quoted(word)} has no end", allowed=f"{MIXED}(a,b)")])
        raise unknown("play style", word, [*names, MIXED])
    drawn = [name.strip() for name in match[1].split(",") if name.strip()]
    for name in drawn:
        if name not in names:
            raise unknown("play style", name, names)
        if drawn.count(name) > 1:
            message = f"{quoted(word)} names {name} twice, and every style is drawn equally often"
            raise InputError([Problem(message, allowed="each style once")])
    if not drawn:
        raise InputError([Problem(f"{quoted(word)} names no style", allowed=", ".join(names))])
    return f"{MIXED}({','.join(drawn)})" if len(drawn) > 1 else drawn[0]


def for_seats(words: Sequence[str], players: int) -> tuple[str, ...]:
    """A word for every seat: a short list is repeated, but where it has seats that draw, those left over draw, too."""
    drawing = [word for word in words if is_drawn(word)]
    more = drawing[-1:] or words
    rest = players - len(words)
    return (*words[:players], *(more[seat % len(more)] for seat in range(rest)))


def is_drawn(word: str) -> bool:
    """Whether a seat with this word draws its style."""
    return word == MIXED or SOME.fullmatch(word) is not None


def drawn_from(word: str, styles: Iterable[Style]) -> list[str]:
    """The styles that a seat with this word may have, all equally likely."""
    if word == MIXED:
        return [style.name for style in styles if style.in_mixed and not style.script]
    match = SOME.fullmatch(word)
    return match[1].split(",") if match else [word]


def who(lineup: Sequence[str], styles: Sequence[Style]) -> tuple[str, ...]:
    """The line-up with every draw spelt out, "mixed(greedy,rival)", as ``--agents`` takes it; one word where all agree.

    Beside a verdict it says among which players it holds, whatever styles `mixed` may draw from elsewhere.
    """
    words = [_spelt_out(word, styles) for word in lineup or (MIXED,)]
    return tuple(words[:1] if len(set(words)) == 1 else words)


def _spelt_out(word: str, styles: Sequence[Style]) -> str:
    drawn = drawn_from(word, styles)
    return f"{MIXED}({','.join(drawn)})" if len(drawn) > 1 else drawn[0]


def among(agents: Sequence[str]) -> str:
    """Who played, of what ``who`` gives, in a line: "among players who draw from: greedy, rival"."""
    counts = Counter(agents)
    if len(counts) == 1:
        return f"among players who {_plays(agents[0], 'all play', 'draw from')}"
    parts = [f"{many} {_plays(word, 'plays' if many == 1 else 'play', _draws(many))}" for word, many in counts.items()]
    return f"among players of whom {'; '.join(parts)}"


def _draws(many: int) -> str:
    return "draws from" if many == 1 else "draw from"


def _plays(word: str, plays: str, draws: str) -> str:
    match = SOME.fullmatch(word)
    return f"{draws}: {match[1].replace(',', ', ')}" if match else f"{plays} {word}"


def lineup_text(lineup: Sequence[str], joint: str = ",") -> str:
    """The line-up as it would be typed, or with another joint; a word that all seats share is said once."""
    return joint.join(lineup if len(set(lineup)) > 1 else lineup[:1]) or MIXED
