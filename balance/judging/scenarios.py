"""Scenarios: a game or a position from a file, played, and whether what must come of it does."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.engine.game import Plan, saved_word
from balance.engine.game.agents import MIXED
from balance.engine.game.decisions import Decision
from balance.engine.game.game_file import GameFile, entry_of
from balance.engine.game.read_game_file import SELECTED, check_names, plan_of, read_game_file, table_of
from balance.engine.game.scenario import ScenarioResult, game_of_file, is_position, read_json, run_position
from balance.engine.game.story import LoggedGame
from balance.engine.playing.by_hand import Luck, Script, Unmet, Voice, play_by_hand, shown
from balance.engine.playing.game_batch import GameBatch
from balance.judging.decisions import DecidedGame
from balance.judging.replay import told_game

CLOSE = 1e-6
"""Numbers that differ by less are equal: a third of the win."""


@dataclass(frozen=True)
class PlayedFile:
    """The game of a file, played."""

    plan: Plan
    decisions: Sequence[Decision]
    rows: LoggedGame


def run_scenario(path: Path) -> ScenarioResult:
    """Play a scenario and look whether it ends as expected. Raises BalanceError for a file that cannot be used."""
    data = read_json(path)
    game = game_of_file(path, data)
    if is_position(game, data):
        return run_position(path, data)
    file = read_game_file(path, data, game)
    try:
        played = play_file(file, path)
        check_expectations(file.expect, played.rows)
    except Unmet as failure:
        return ScenarioResult(path, f"{failure}{_other_rules(file)}")
    return ScenarioResult(path)


def _other_rules(file: GameFile) -> str:
    if not file.of_other_rules():
        return ""
    return f" (the rules have changed: written under version {file.rules_version} of them)"


def play_file(file: GameFile, path: Path) -> PlayedFile:
    """Play the game of a file to its end. Raises InputError, and Unmet where it does not go as the file says."""
    plan = plan_of(file, path)
    lay = check_names(file, plan, path)
    batch = GameBatch(plan)
    script = Script(file.script, plan) if file.script else None
    luck = Luck(batch.state, plan, file, lay)
    made = play_by_hand(batch, file.game_no, Voice(script), luck)
    if script is not None:
        script.check(made)
    luck.check()
    return PlayedFile(plan, made, told_game(batch))


def check_expectations(expect: Sequence[Mapping[str, Any]], rows: LoggedGame) -> None:
    """Look at the expectations in order. Raises Unmet at the first that does not hold."""
    tables = {"games": [rows.game], "seats": rows.seats, "turns": rows.turns, "cards": rows.cards}
    for number, wanted in enumerate(expect, 1):
        table = table_of(wanted)
        place = f"expect {number} {shown(wanted)}"
        selected = {key: wanted[key] for key in SELECTED[table]}
        matches = [row for row in tables[table] if all(row[key] == value for key, value in selected.items())]
        if not matches:
            raise Unmet(f"{place}: expected such a row of {table}, found none")
        for column, value in wanted.items():
            if column not in selected and not any(_equal(row[column], value) for row in matches):
                raise Unmet(f"{place}: {column}: expected {shown(value)}, found {shown(matches[0][column])}")


def _equal(value: Any, wanted: Any) -> bool:
    if isinstance(value, float) and isinstance(wanted, int | float):
        return math.isclose(value, wanted, rel_tol=0.0, abs_tol=CLOSE)
    return bool(value == wanted)


# ---------------------------------------------------------------- writing


def file_of(decided: DecidedGame, cards: str, folder: Path = Path()) -> GameFile:
    """A logged game as a file: every choice by its number and in words, and how it ended.

    ``cards``: the file of the card table, from the one that is written, which comes into ``folder``.
    """
    plan, wording, ids = decided.plan, decided.wording, tuple(decided.plan.cards.ids)
    game, agents = plan.game, decided.agents
    # In a match others may have sat in these seats before: then everybody draws and is dealt a style as in the run.
    drawn = plan.match_games > 1
    words = (plan.lineup or (MIXED,) * plan.players) if drawn else agents
    known = {style.name for style in game.styles}
    own = [style for style in plan.styles if style.name not in known and (drawn or style.name in agents)]
    usual = {setting.name: setting.default for setting in game.settings}
    return GameFile(
        says=f"{game.name}, game {decided.game_no} of seed {plan.seed}, as it was played.",
        game=saved_word(game, folder),
        rules_version=game.rules_version,
        cards=cards,
        styles=tuple(style.as_json() for style in own),
        variant=plan.variant,
        settings={name: value for name, value in plan.settings.items() if value != usual[name]},
        seed=plan.seed,
        game_no=decided.game_no,
        dealt=drawn and not plan.fixed_seats,
        players=tuple({"style": word} for word in words),
        script=tuple(entry_of(decision, wording, ids, agents[decision.seat]) for decision in decided.decisions),
        expect=tuple(_end_of(row, plan.log_tables["seats"].components) for row in decided.seats),
    )


def _end_of(row: Mapping[str, Any], components: Collection[str]) -> dict[str, Any]:
    """How a seat ended: score, rank, share of the win, and where its points come from."""
    kept = [name for name in row if name in ("seat", "score", "rank", "win_share", *components)]
    return {name: round(row[name], 6) if name == "win_share" else row[name] for name in kept}
