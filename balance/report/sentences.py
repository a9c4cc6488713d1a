"""The text of an answer: a verdict, up to three points below it, and the rest, which a page folds away.

A text is a Jinja template over the rows of a query. Its first paragraph is the verdict, a line that begins with ``- ``
is a point, and what follows a line ``---`` is the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, StrictUndefined, UndefinedError
from jinja2.utils import missing

from balance.report.labels import MINUS
from balance.report.phrases import amount, between, gain, more, num, pct, share

FOLD = "---"
POINT = "- "


class MissingRowError(UndefinedError):
    """A sentence speaks of a row that the query did not give."""


class Strict(StrictUndefined):
    """A name without a value, or, of a list (``rows[2]``, ``arms|first``), a row that is not there."""

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: Any = None, exc: type[Exception] = UndefinedError
    ) -> None:
        no_row = isinstance(name, int) or (name is None and hint is not None)
        super().__init__(hint, obj, name, MissingRowError if no_row else exc)  # type: ignore[arg-type]


SENTENCES = Environment(undefined=Strict, autoescape=False)  # plain text; the page escapes it
WORDS: dict[str, Callable[..., str]] = {word.__name__: word for word in (pct, num, share, gain, more, amount)}
SENTENCES.filters.update(WORDS)
SENTENCES.globals.update(WORDS, between=between)


@dataclass(frozen=True)
class Said:
    """What an answer says."""

    verdict: str
    points: tuple[str, ...] = ()
    rest: str = ""


def say(text: str, rows: list[dict[str, Any]]) -> Said:
    """The text about these rows. Where it has no verdict, its first point is one.

    Raises ``MissingRowError`` where it speaks of a row that is not there, ``UndefinedError`` for a misspelt name.
    """
    answer, _, rest = SENTENCES.from_string(text).render(rows=rows, first=rows[0]).partition(f"\n{FOLD}\n")
    verdict, *points = [_on_one_line(part) for part in re.split(rf"^\s*{POINT}", answer, flags=re.MULTILINE)]
    said = [part for part in (verdict, *points) if part]
    return Said(said[0] if said else "", tuple(said[1:]), _on_one_line(rest))


def _on_one_line(text: str) -> str:
    """A sentence with a capital letter, with true minus signs, and with its no-break spaces."""
    text = re.sub(r"[ \n]+", " ", text).strip()
    return re.sub(r"(?<![\w-])-(?=\d)", MINUS, text[:1].upper() + text[1:])
