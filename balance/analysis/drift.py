"""Reference figures, and whether the game has drifted from them.

A verdict needs size and certainty. moved: the difference is larger than the margin and its interval
leaves zero out. same: the interval of the difference lies inside the margin (or the figure is the
same to the last digit, as it is when nothing changed: the same seeds are played). Otherwise undecided.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance import __version__
from balance.analysis.database import Database
from balance.analysis.results import Results, is_share
from balance.analysis.stats import Z
from balance.cards.check import OWN_COLUMNS
from balance.engine.errors import BalanceError, plain
from balance.engine.game import find_game
from balance.engine.plan import Plan, Request, make_plan
from balance.engine.run import now
from balance.engine.runner import Watcher, simulated

MOVED, SAME, UNDECIDED = "moved", "same", "undecided"
NOT_COMPARABLE, NOT_COMPUTABLE = "not comparable", "not computable"
FAILING = (MOVED, NOT_COMPARABLE, NOT_COMPUTABLE)

SHARE_MARGIN = 0.01
"""A share has moved when it differs by more than one percentage point ..."""
MEAN_MARGIN, LEAST_MEAN_MARGIN = 0.02, 0.02
"""... and a mean when it differs by more than 2 %, or 0.02 where it is near zero."""

ROUNDING = 1e-9
"""Sums of the same numbers in another order, as by several threads, differ by less than this share of them."""

UNCOUNTED = {"game", "id", "name", "source"}
"""Columns of a card table that no figure depends on."""

FORMAT = 1
REMEDY = "`balance baseline` plays and stores them."
FIGURE_COLUMNS = {"figure", "subject", "value", "se", "n"}
Figures = list[dict[str, Any]]
"""Headline figures, a row of FIGURE_COLUMNS each."""


@dataclass(frozen=True)
class Comparison:
    """One figure, then and now."""

    figure: str
    subject: str
    before: float | None
    after: float | None
    difference: float | None
    low: float | None
    high: float | None
    margin: float
    verdict: str
    games_needed: int | None = None
    """About how many games would decide it (undecided figures only)."""


class BaselineError(BalanceError):
    """A reference file that cannot be used."""


class NoBaselineError(BaselineError):
    """A reference file that is not there."""


def reference_figures(plan: Plan, workers: int, watcher: Watcher | None = None) -> Figures:
    """Play ``plan`` in a temporary folder and return its headline figures, equal to the last digit at every call."""
    # One thread adds up in one order: sums do not depend on how many processors there are.
    with simulated(plan, workers, watcher) as run, Database(run, threads=1) as database:
        return figures_of(Results(database))


def figures_of(results: Results) -> Figures:
    """The headline figures of a run, as they are stored."""
    return results.figures().select("figure", "subject", "value", "se", "n").sort("figure", "subject").to_dicts()


def baseline_plan(game: str, cards: Path | None = None, seed: int = 1, games: int | None = None) -> Plan:
    """What is played for the reference figures of ``game``."""
    games = find_game(game).baseline_games if games is None else games
    return make_plan(Request(game=game, games=games, seed=seed, cards=cards))


def make_baseline(plan: Plan, workers: int, watcher: Watcher | None = None) -> dict[str, Any]:
    """The reference figures as they are stored: with n, seed, rules version, card hash and styles."""
    return {
        "format": FORMAT,
        "balance": __version__,
        "made": now(),
        **plan.identity(),
        "card_rows": _card_rows(plan),
        "figures": reference_figures(plan, workers, watcher),
    }


def card_cells(plan: Plan) -> dict[str, dict[str, str]]:
    """By card: the cells that figures depend on."""
    empty = set(OWN_COLUMNS) - set(plan.card_table.columns)
    return plan.card_table.cells(UNCOUNTED | empty)


def _card_rows(plan: Plan) -> dict[str, list[str]]:
    return {card: list(cells.values()) for card, cells in card_cells(plan).items()}


def load_baseline(path: Path) -> dict[str, Any]:
    """A stored reference. Raises BaselineError where it is missing, damaged or of another format."""
    shown = plain(str(path))
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoBaselineError(f"{shown}: there are no reference figures.\n{REMEDY}") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BaselineError(f"{shown}: cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise BaselineError(f"{shown}: is not a file of reference figures of this version.")
    kinds = {"games": int, "seed": int, "card_rows": dict, "figures": list}
    if not all(isinstance(stored.get(name), kind) for name, kind in kinds.items()):
        raise BaselineError(f"{shown}: is damaged: one of {', '.join(kinds)} is missing or of the wrong kind.")
    if not all(isinstance(row, dict) and row.keys() >= FIGURE_COLUMNS for row in stored["figures"]):
        raise BaselineError(f"{shown}: is damaged: every figure has {', '.join(sorted(FIGURE_COLUMNS))}.")
    if not all(isinstance(row[name], str) for row in stored["figures"] for name in ("figure", "subject")):
        raise BaselineError(f"{shown}: is damaged: a figure and what it is of are words.")
    if not stored["figures"]:
        raise BaselineError(f"{shown}: holds no figures: there is nothing to compare with.\n{REMEDY}")
    return stored


def other_than(stored: dict[str, Any], plan: Plan) -> str:
    """Why the reference is of something else than what would be played now; empty when it is not."""
    found = differences(stored, plan)
    if not found:
        return ""
    says = f"the reference figures are of {', '.join(found)}: nothing can be compared."
    return f"{says}\n`balance baseline {plan.game.id}` makes new ones."


def differences(stored: dict[str, Any], plan: Plan) -> list[str]:
    """What is not the same, in words, in a reference and in what would be played now; a changed cell is not meant."""
    identity = json.loads(json.dumps(plan.identity()))
    words = {
        "rules_version": "another version of the rules",
        "players": "another number of players",
        "variant": "another variant",
        "settings": "other settings",
        "styles": "other play styles",
        "agents": "another line-up",
        "log": "another kind of log",
    }
    found = [what for key, what in words.items() if stored.get(key) != identity[key]]
    if stored["card_rows"].keys() != _card_rows(plan).keys():
        found.append("another set of cards")
    return found


def card_notes(stored: dict[str, Any], plan: Plan) -> tuple[str, ...]:
    """Which cards were edited since the reference was made: a line, or none."""
    before, after = stored["card_rows"], _card_rows(plan)
    changed = [card for card in after if before[card] != after[card]]
    return (f"cards changed since the reference: {', '.join(changed)}",) if changed else ()


def compare(before: Figures, after: Figures) -> list[Comparison]:
    """Every figure of either side with its verdict."""
    old = {(row["figure"], row["subject"]): row for row in before}
    new = {(row["figure"], row["subject"]): row for row in after}
    return [_judge(key, old.get(key), new.get(key)) for key in sorted(old.keys() | new.keys())]


def _judge(key: tuple[str, str], old: dict[str, Any] | None, new: dict[str, Any] | None) -> Comparison:
    figure, subject = key
    before, after = _value(old), _value(new)
    margin = margin_of(figure, before or 0.0)
    if old is None or before is None:
        return Comparison(figure, subject, before, after, None, None, None, margin, NOT_COMPARABLE)
    if new is None or after is None:
        return Comparison(figure, subject, before, after, None, None, None, margin, NOT_COMPUTABLE)
    difference = after - before
    half = Z * math.hypot(old["se"], new["se"])
    if abs(difference) <= ROUNDING * max(1.0, abs(before)):
        difference = 0.0
    verdict, needed = _verdict(difference, half, margin, new["n"])
    low, high = difference - half, difference + half
    return Comparison(figure, subject, before, after, difference, low, high, margin, verdict, needed)


def margin_of(figure: str, before: float) -> float:
    """How much a figure may differ from ``before`` and still be the same."""
    return SHARE_MARGIN if is_share(figure) else max(LEAST_MEAN_MARGIN, MEAN_MARGIN * abs(before))


def _value(row: dict[str, Any] | None) -> float | None:
    """The value of a figure; None where there is none, or it or its standard error is no number."""
    known = row is not None and all(isinstance(row[x], int | float) and math.isfinite(row[x]) for x in ("value", "se"))
    return row["value"] if row is not None and known else None


def _verdict(difference: float, half: float, margin: float, n: int) -> tuple[str, int | None]:
    size = abs(difference)
    if size > margin and size > half:
        return MOVED, None
    if size == 0.0 or size + half < margin:
        return SAME, None
    distance = size if size > margin else max(margin - size, 1e-12)
    return UNDECIDED, math.ceil(n * (half / distance) ** 2)
