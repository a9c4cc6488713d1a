"""What the page of a card says beside its face and the numbers of the table: lists, as JSON for the script.

Every list is there only where it says something:
  strip      [what, value, low, high] ...   power for players of a style, at a table, in a group, in shares
  turns      [turns, players, win share] ...  when they first played it, and what they won
  partners   [id, together, low, high, clear] ...  what both bring beyond what each does, in shares
  edits      [edit, change, low, high] ...  the same games with one number changed
  watch      [game, player, margin] ...     games that a player won who had it, the closest first
  cells      [column, text] ...             its row in cards.csv
  survives   [text]                         how its verdict fares among other players
  alone      [1]                            no other card can stand in for it: its power is against doing without
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import polars as pl

from balance.analysis.results import Results
from balance.analysis.robust import Group
from balance.analysis.verdicts import NOTHING, CardPower
from balance.cards.check import COLUMNS, CardRow
from balance.report.sensitivities import edit_text
from balance.report.survivals import survival_text

TURN_STEPS = 12
"""Bars of the chart of first turns, at most."""
PARTNERS = 4
"""Pairs of a card, at most."""
LEAST_PLAYERS = 30
"""Players a bar needs."""
NOT_PRINTED = ("game", "name", "kind")
"""Columns of cards.csv that the page says elsewhere."""

Lists = dict[str, dict[str, list[Any]]]
"""By card, by the name of the list."""


def lists(results: Results) -> Lists:
    """All lists of all cards."""
    collected: Lists = defaultdict(dict)
    parts = [("edits", _edits(results)), ("strip", _strips(results)), ("alone", _alone(results))]
    parts.append(("survives", _survivals(results)))
    if results.plan.logs_turns:
        parts += [("turns", _turns(results)), ("partners", _partners(results)), ("watch", _watch(results))]
    for name, by_card in parts:
        for card, rows in by_card.items():
            collected[card][name] = rows
    for row in results.plan.card_table.rows:
        collected[row.id]["cells"] = _cells(row)
    return collected


def _cells(row: CardRow) -> list[list[str]]:
    names = [name for name in (*COLUMNS, *row.own) if name not in NOT_PRINTED]
    return [[name, row.cell(name)] for name in names if row.cell(name)]


def _strips(results: Results) -> dict[str, list[Any]]:
    cards = results.power.cards if results.power else ()
    groups = results.robust.judged[1:] if results.robust else []
    return {card.card: rows for card in cards if (rows := _strip(card, groups))}


def _alone(results: Results) -> dict[str, list[Any]]:
    cards = results.power.cards if results.power else ()
    return {card.card: [1] for card in cards if card.against == NOTHING}


def _survivals(results: Results) -> dict[str, list[Any]]:
    judged = results.robust.survivals if results.robust else ()
    return {survival.card: [f"{survival_text(survival)}."] for survival in judged}


def _strip(card: CardPower, groups: Sequence[Group]) -> list[list[Any]]:
    """Power for the players of every style, and wherever else it was looked at; among other groups of players."""
    if card.power is None:
        return []
    parts = [(f"Style: {part.name}", part.power, part.low, part.high) for part in card.by_style]
    parts += [(f"{part.name.capitalize()} tables", part.power, part.low, part.high) for part in card.by_table]
    for group in groups:
        there = group.power.of(card.card) if group.power else None
        if there and there.power is not None and there.low is not None and there.high is not None:
            parts.append((group.heading, there.power, there.low, there.high))
    return [[what, *map(_short, numbers)] for what, *numbers in parts]


def _turns(results: Results) -> dict[str, list[Any]]:
    """When it was first played: in steps that are the same for all cards."""
    turns = results.card_summary.first_turns
    if turns.is_empty():
        return {}
    step = max(1, -(-int(turns["first_turn"].max()) // TURN_STEPS))  # type: ignore[arg-type]
    binned = (
        turns.with_columns(first=(pl.col("first_turn") - 1) // step * step + 1)
        .group_by("card", "first")
        .agg(pl.col("n").sum(), pl.col("w").sum())
        .filter(pl.col("n") >= LEAST_PLAYERS)
        .sort("card", "first")
    )
    by_card: dict[str, list[Any]] = defaultdict(list)
    for row in binned.iter_rows(named=True):
        first = row["first"]
        label = str(first) if step == 1 else f"{first}–{first + step - 1}"
        by_card[row["card"]].append([label, row["n"], _short(row["w"] / row["n"])])
    return by_card


def _partners(results: Results) -> dict[str, list[Any]]:
    """The pairs of which most is known, from both sides."""
    partners: dict[str, list[Any]] = defaultdict(list)
    for row in results.card_summary.pairs.iter_rows(named=True):
        numbers = [_short(row[f"synergy{end}"]) for end in ("", "_low", "_high")]
        for card, other in ((row["card"], row["other"]), (row["other"], row["card"])):
            if len(partners[card]) < PARTNERS:
                partners[card].append([other, *numbers, int(row["sure"])])
    return partners


def _edits(results: Results) -> dict[str, list[Any]]:
    edits: dict[str, list[Any]] = defaultdict(list)
    for tried in results.edits.ranked if results.edits else ():
        if (change := tried.win_share) is not None:
            ends = [_short(number) for number in (change.change, change.low, change.high)]
            edits[tried.card].append([edit_text(tried), *ends])
    return edits


def _watch(results: Results) -> dict[str, list[Any]]:
    games: dict[str, list[Any]] = defaultdict(list)
    for row in results["watch"].iter_rows(named=True):
        games[row["card"]].append([row["game_no"], row["seat"] + 1, row["margin"]])
    return games


def _short(share: float) -> float:
    """Two decimals more than are shown, so that a table rounds the same number to the same digit."""
    return round(share, 6)
