"""Reference figures: what a game was when somebody was content with it, played and stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from balance.analysis.baseline_file import FORMAT, MOST_REFERENCE_GAMES, Figures
from balance.analysis.changes import cell_changes
from balance.analysis.results import Results
from balance.analysis.verdicts import Power
from balance.cards import read
from balance.common.errors import InputError, Problem
from balance.common.version import __version__
from balance.engine.game import Plan, find_game
from balance.engine.game.plan import Request, check_number, make_plan
from balance.engine.playing.runner import Watcher
from balance.engine.runs.run import now
from balance.judging.results_of import results_of

UNCOUNTED = {"game", "id", "name", "source"}
"""Columns of a card table that no figure depends on."""


def baseline_cards(folder: Path, game: str, cards: Path | None) -> Path | None:
    """The card table that reference figures in ``folder`` go with: the one that is named, else cards.csv here.

    None: that which the game brings. Raises InputError where figures of this game are there, but no card table: those
    of a table of one's own, held against the packaged one, would prove nothing.
    """
    if find_game(game).file is not None:
        return cards
    path = cards or read.default_cards()
    stored = folder / f"{game}.json"
    if cards is None and path == read.packaged_cards() and stored.exists():
        message = "there are reference figures, but no cards.csv here to go with them: put it here, or say --cards FILE"
        raise InputError([Problem(f"{message} (balance comes with {path})", file=str(stored))])
    return path


def reference_figures(plan: Plan, workers: int, watcher: Watcher | None = None, power: Power | None = None) -> Figures:
    """Play ``plan`` in a temporary folder and return its headline figures, equal to the last digit at every call.

    ``power``: that of its cards, which is then among them.
    """
    with results_of(plan, workers, watcher) as results:
        results.power = power
        return figures_of(results)


def figures_of(results: Results) -> Figures:
    """The headline figures of a run, as they are stored."""
    return results.figures().select("figure", "subject", "value", "se", "n").sort("figure", "subject").to_dicts()


def baseline_plan(game: str, cards: Path | None = None, seed: int = 1, games: int | None = None) -> Plan:
    """What is played for the reference figures of ``game``."""
    games = find_game(game).baseline_games if games is None else games
    check_number("--games", games, 1, MOST_REFERENCE_GAMES)
    return make_plan(Request(game=game, games=games, seed=seed, cards=cards))


def make_baseline(
    plan: Plan, workers: int, watcher: Watcher | None = None, power: Power | None = None
) -> dict[str, Any]:
    """The reference figures as they are stored: with n, seed, rules version, card hash and styles.

    ``power``: that of its cards, where it is to be among them.
    """
    return {
        "format": FORMAT,
        "balance": __version__,
        "made": now(),
        **plan.identity(),
        "card_rows": _card_rows(plan),
        "figures": reference_figures(plan, workers, watcher, power),
    }


def card_cells(plan: Plan) -> dict[str, dict[str, str]]:
    """By card: the cells that figures depend on."""
    empty = {*plan.card_table.own} - {*plan.card_table.columns}
    return plan.card_table.cells(UNCOUNTED | empty)


def _card_rows(plan: Plan) -> dict[str, list[str]]:
    return {card: list(cells.values()) for card, cells in card_cells(plan).items()}


def other_than(stored: dict[str, Any], plan: Plan) -> str:
    """Why the reference is of something else than what would be played now; empty when it is not."""
    others = differences(stored, plan)
    if not others:
        return ""
    message = f"the reference figures are of {', '.join(others)}: nothing can be compared."
    return f"{message}\n`balance baseline {plan.game.typed}` makes new ones."


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
    changed = [what for key, what in words.items() if stored.get(key) != identity[key]]
    if stored["card_rows"].keys() != _card_rows(plan).keys():
        changed.append("another set of cards")
    return changed


def edited_cells(stored: dict[str, Any], plan: Plan) -> dict[str, list[tuple[str, str, str]]]:
    """By card that was edited since the reference was made: what is different, as (column, before, after).

    Without them where the table has other columns than it had: then nobody knows which cell was which.
    """
    before, after = stored["card_rows"], card_cells(plan)
    edited: dict[str, list[tuple[str, str, str]]] = {}
    for card, cells in after.items():
        was, now = before[card], list(cells.values())
        if was != now:
            pairs = zip(cells, was, now, strict=True) if len(was) == len(now) else ()
            edited[card] = [change for pair in pairs for change in cell_changes(*pair)]
    return edited
