"""A file of reference figures: read, and refused in one line that names it where it cannot be what was written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from balance.common.errors import BalanceError, InputError, Problem, plain, quoted
from balance.common.files import is_finite, other_case, read_json, write_text, writing_into
from balance.engine.game.plan import LARGEST_SEED

FORMAT = 1
FIGURE_COLUMNS = {"figure", "subject", "value", "se", "n"}
Figures = list[dict[str, Any]]
"""Headline figures, a row of FIGURE_COLUMNS each."""
MOST_REFERENCE_GAMES = 10**9
"""More are no reference: every check plays them again."""
LARGEST_FIGURE = 1e15
"""No figure and no standard error of a game is as large; larger ones overflow where they are squared."""


class BaselineError(BalanceError):
    """A reference file that cannot be used."""


class MissingBaselineError(BaselineError):
    """There is no reference file."""


def load_baseline(path: Path, game: str = "") -> dict[str, Any]:
    """A stored reference. ``game``: what people type for its game.

    Raises MissingBaselineError where there is none, and BaselineError where it is damaged.
    """
    shown = plain(str(path))
    try:
        stored = read_json(path)
    except FileNotFoundError:
        slip = other_case(path)
        remedy = f"`balance baseline {game or path.stem}` plays and stores them."
        if slip:
            remedy = f"{quoted(slip.name)} is not read: rename it to {path.name}."
        raise MissingBaselineError(f"{shown}: there are no reference figures.\n{remedy}") from None
    except (OSError, ValueError) as error:
        raise BaselineError(f"{shown}: cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise BaselineError(f"{shown}: is not a file of reference figures of this version.")
    if message := next(damage(stored), ""):
        raise BaselineError(f"{shown}: is damaged: {message}.")
    return stored


def store_baseline(path: Path, content: dict[str, Any]) -> None:
    """Write a reference. Raises InputError where that is impossible, or where nobody could read it again."""
    if message := next(damage(content), ""):
        raise InputError([Problem(f"the reference figures would be damaged: {message}", file=str(path))])
    with writing_into(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def damage(stored: dict[str, Any]) -> Iterator[str]:
    """What cannot be in reference figures, in words that follow "is damaged:"; nothing where all is well.

    An earlier thing keeps later ones from being looked at.
    """
    kinds = {"games": int, "seed": int, "card_rows": dict, "figures": list}
    if not all(isinstance(stored.get(name), kind) for name, kind in kinds.items()):
        yield f"one of {', '.join(kinds)} is missing or of the wrong kind"
        return
    if not all(
        isinstance(rows, list) and all(isinstance(cell, str) for cell in rows) for rows in stored["card_rows"].values()
    ):
        yield "every one of card_rows is a list of words"
        return
    for name, low, high in (("games", 1, MOST_REFERENCE_GAMES), ("seed", 0, LARGEST_SEED)):
        if isinstance(stored[name], bool) or not low <= stored[name] <= high:
            yield f"{name} cannot be {stored[name]} (allowed: a whole number from {low:,} to {high:,})"
    rows = stored["figures"]
    if not all(isinstance(row, dict) and row.keys() >= FIGURE_COLUMNS for row in rows):
        yield f"every figure has {', '.join(sorted(FIGURE_COLUMNS))}"
        return
    if not rows:
        yield "it holds no figures: there is nothing to compare with"
        return
    if not all(isinstance(row[name], str) for row in rows for name in ("figure", "subject")):
        yield "a figure and what it is of are words"
        return
    yield from _wrong_figures(rows)
    most = max((row["n"] for row in rows if is_finite(row["n"])), default=0)
    if stored["games"] > most:
        yield f"it says {stored['games']:,} games, but no figure counts more than {most:,} cases"


def _wrong_figures(rows: Figures) -> Iterator[str]:
    """What is wrong with single figures, each named."""
    seen = set()
    for row in rows:
        key = row["figure"], row["subject"]
        name = plain(f"{key[0]} ({key[1]})" if key[1] else key[0])[:200]
        if key in seen:
            yield f"the figure {name} is there twice"
        seen.add(key)
        for column, what in (("value", "value"), ("se", "standard error")):
            least = -LARGEST_FIGURE if column == "value" else 0
            if not is_finite(row[column]) or not least <= row[column] <= LARGEST_FIGURE:
                yield f"the {what} of {name} cannot be {quoted(str(row[column]))}"
        if not is_finite(row["n"]) or not isinstance(row["n"], int) or row["n"] < 1:
            yield f"the number of cases (n) of {name} cannot be {quoted(str(row['n']))}"
