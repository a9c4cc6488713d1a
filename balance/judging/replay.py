"""One game of a run, told in plain words and drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import cache

import duckdb
import polars as pl

from balance.analysis.database import Database
from balance.analysis.win_probability import MODEL_GAMES, WinModel, fit_win_model, games_worth_reading, numbers_of
from balance.analysis.win_probability_cache import kept_games, kept_model, model_chunks
from balance.common.errors import InputError, Problem
from balance.engine.game import Plan
from balance.engine.game.log import TABLES
from balance.engine.game.plan import plan_from_manifest
from balance.engine.game.story import LoggedGame, TurnEnd, seat_name
from balance.engine.kernels.kernel import PLAIN
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.runner import Watcher, compile_rules, play_in_memory
from balance.engine.playing.what_if import happened, play_told
from balance.engine.runs.run import Run

NO_CHANCES = "No chances to win are shown: this run kept no turns to learn them from (--log seats)."


def learn_win_model(run: Run) -> WinModel | None:
    """The model of the run's first games; None where there is nothing to learn from."""

    def fit() -> WinModel | None:
        with _first_games(run) as database:
            return fit_win_model(database)

    return kept_model(run, fit)


def tell_game_with_chances(
    run: Run, game_no: int, model: WinModel | None = None, watcher: Watcher | None = None
) -> list[str]:
    """The story of game ``game_no`` with every seat's chance to win after each turn but the last."""
    logged = load_story(run, game_no, watcher)
    told = [*logged.plan.game.tell(logged), *_played_again_words(logged.plan, game_no)]
    model = model or learn_win_model(run)
    if model is None:
        return told if len(run.tables()) == len(TABLES) else [*told, "", NO_CHANCES]
    chances = chances_by_turn(model, logged)
    lines: list[str] = []
    for line in told:
        lines.append(line)
        if isinstance(line, TurnEnd) and line.turn in chances:
            lines.append(f"  Chances: {_chances_text(chances[line.turn])}.")
    return [*lines, "", *_tell_chances(model, logged, chances)]


def chances_by_turn(model: WinModel, logged: LoggedGame) -> dict[int, dict[int, float]]:
    """By turn, while the game goes on, and by seat: its chance to win. A seat that does not play on has none."""
    nobody = {row["seat"]: 0.0 for row in logged.seats}
    styles = {row["seat"]: row["agent"] for row in logged.seats}
    scores = {turn: {row["seat"]: row["score"] for row in rows} for turn, rows in logged.by_turn()}
    return {
        turn: nobody
        | model.share(turn, {seat: score for seat, score in mine.items() if seat in scores[turn + 1]}, styles)
        for turn, mine in scores.items()
        if turn + 1 in scores
    }


def find_worth_reading(run: Run, word: str) -> tuple[int, WinModel]:
    """The number of the game that ``word`` stands for among the run's first games, and the model.

    Which game a word stands for: see analysis/sql/chances/worth.sql.
    """
    with ExitStack() as opened:
        first_games = cache(lambda: opened.enter_context(_first_games(run)))
        model = kept_model(run, lambda: fit_win_model(first_games()))
        if model is None:
            message = f"which game is the {word} one is not known: {_no_chances(run)}"
            raise InputError([Problem(message, file=str(run.path), allowed="a number of a game, from 0")])
        games = kept_games(run, lambda: numbers_of(games_worth_reading(first_games(), model)))
    if word not in games:
        kept = " with turns" if plan_from_manifest(run.manifest).log_every > 1 else ""
        message = f"there is no {word} game: none of the first {MODEL_GAMES:,} games{kept} was won by one player alone"
        raise InputError([Problem(message, file=str(run.path))])
    return games[word], model


def _no_chances(run: Run) -> str:
    """Why nobody knows the chances of the players."""
    plan = plan_from_manifest(run.manifest)
    if not plan.logs_turns:
        return "the run kept no turns to learn the chances from (--log turns keeps them)"
    if plan.players < 2:
        return "one player alone has no chances to compare"
    return "no game was won by one player alone after more than one turn"


def draw_game(run: Run, game_no: int) -> str:
    """The final position of game ``game_no`` as an SVG document, from the same rows as its story.

    Raises InputError for a game the run does not have, and where the game has no picture.
    """
    logged = load_game(run, game_no)
    if logged.plan.game.picture is None:
        raise InputError([Problem(f"{logged.plan.game.name} has no picture")])
    return logged.plan.game.picture(logged)


def load_game(run: Run, game_no: int) -> LoggedGame:
    """All rows of one game. Raises InputError for a game the run does not have."""
    games = int(run.manifest["games"])
    if not 0 <= game_no < games:
        raise InputError([Problem(f"there is no game {game_no}", allowed=f"0 to {games - 1}")])
    chunk = game_no // run.games_per_part
    if chunk not in run.done_chunks():
        raise InputError([Problem(f"game {game_no} is not on disk yet: the run is unfinished")])
    with Database(run, chunks=[chunk]) as database:
        if not database.plan.keeps_turns(game_no):
            database.show_frames(_played_again(database, game_no))
        rows = {name: database.frame(f"SELECT * FROM {name} WHERE game_no = {game_no}").to_dicts() for name in TABLES}
    if not rows["games"]:
        message = f"game {game_no} was not played: its match was decided before"
        raise InputError([Problem(message, allowed="a game that the table games has")])
    return LoggedGame(database.plan, rows["games"][0], rows["seats"], rows["turns"], rows["cards"])


def load_story(run: Run, game_no: int, watcher: Watcher | None = None) -> LoggedGame:
    """As ``load_game``, and what happened in the game where its story needs it: then it is played again.

    Raises InputError where that gives another game than the log has. A game of other rules is told from its log alone.
    """
    logged = load_game(run, game_no)
    game = logged.plan.game
    if not game.tells_happenings or not run.has_rules_of(game):
        return logged
    if not PLAIN:
        compile_rules(logged.plan, watcher or Watcher())
    again = play_game(logged.plan, game_no)
    check_same(run, logged, again)
    return replace(logged, happened=again.happened)


def check_same(run: Run, logged: LoggedGame, again: LoggedGame) -> None:
    """Raise InputError where a game, played again, is not the one in the log."""
    if (again.game, again.seats, again.turns) != (logged.game, logged.seats, logged.turns):
        message = f"game {logged.game['game_no']}, played again, is not the one in the log"
        raise InputError([Problem(message, file=str(run.path))])


def play_game(plan: Plan, game_no: int) -> LoggedGame:
    """Game ``game_no`` of a plan, played now."""
    batch = GameBatch(replace(plan, log="turns", log_every=1))
    play_told(batch, game_no)
    return told_game(batch)


def told_game(batch: GameBatch) -> LoggedGame:
    """The one game in the buffers, which was told: its rows, as the views show them, and what happened in it."""
    rows = {}
    with _empty_database().cursor() as connection:
        for name, table in batch.tables.items():
            connection.register(f"stored_{name}", batch.frame(name).to_arrow())
            rows[name] = connection.sql(table.view(f"stored_{name}")).pl().to_dicts()
    return LoggedGame(batch.plan, rows["games"][0], rows["seats"], rows["turns"], rows["cards"], happened(batch))


@cache
def _empty_database() -> duckdb.DuckDBPyConnection:
    """A database for what is in memory, one for all threads: opening it takes longer than what a game asks of it."""
    return duckdb.connect(":memory:")


def _first_games(run: Run) -> Database:
    """The parts of the run that hold the games the chances are learned from."""
    return Database(run, chunks=model_chunks(run))


def _played_again(database: Database, game_no: int) -> dict[str, pl.DataFrame]:
    plan, game = database.plan, database.plan.game
    if not database.run.has_rules_of(game):
        message = f"the run kept no turns, and the rules of {game.name} have changed since it was played"
        if plan.logs_turns:
            nearest = plan.nearest_with_turns(game_no)
            others = message.replace("no turns", f"no turns of game {game_no}")
            message = f"{others}; the nearest game with turns is {nearest}"
        raise InputError([Problem(message, file=str(database.run.path))])
    return play_in_memory(replace(plan, log="turns", log_every=1), game_no, 1)


def _played_again_words(plan: Plan, game_no: int) -> list[str]:
    """That this game is not on disk while others are, and which one is."""
    if not plan.logs_turns or plan.keeps_turns(game_no):
        return []
    kept = f"This run kept the turns of {plan.turns_of}, so game {game_no} was played again"
    return ["", f"{kept}; the nearest one on disk is game {plan.nearest_with_turns(game_no)}."]


def _chances_text(chances: dict[int, float]) -> str:
    """Every seat's chance, and what is left over: that nobody wins. The numbers add up to 100."""
    numbers = percents(chances)
    parts = [f"player {seat + 1} {percent(chance, numbers[seat])}" for seat, chance in chances.items()]
    nobody = 100 - sum(numbers.values())
    return ", ".join([*parts, f"nobody {nobody} %"] if nobody else parts)


def percents(chances: Mapping[int, float]) -> dict[int, int]:
    """Chances of seats in whole percent, such that they and the rest (nobody wins) add up to 100.

    All are rounded down, and what is missing goes to those that lost most by it (the largest remainders).
    """
    exact = [100 * chance for chance in (*chances.values(), max(0.0, 1 - sum(chances.values())))]
    numbers = [math.floor(number) for number in exact]
    lost_most = sorted(range(len(exact)), key=lambda at: numbers[at] - exact[at])
    for at in lost_most[: 100 - sum(numbers)]:
        numbers[at] += 1
    return dict(zip(chances, numbers, strict=False))


def percent(chance: float, number: int) -> str:
    """A chance as the whole percent that stands for it; what is only nearly certain does not look certain."""
    return f"{'almost ' if 0 < chance < 1 and number in (0, 100) else ''}{number} %"


def _tell_chances(model: WinModel, logged: LoggedGame, chances: dict[int, dict[int, float]]) -> list[str]:
    """The last lines: how low the winner's chance was, and where the chances come from."""
    lines = []
    for row in logged.seats:
        if row["win_share"] > 0 and chances:
            lowest = min(chances, key=lambda turn: chances[turn][row["seat"]])
            chance = percent(chances[lowest][row["seat"]], percents(chances[lowest])[row["seat"]])
            turn = f"turn {lowest} of {logged.game['turns']}"
            won = "won" if row["win_share"] == 1 else "shared the win"
            lines.append(f"{seat_name(row['seat'], row['agent'])} {won}; its chance was lowest after {turn}: {chance}.")
    return [
        *lines,
        "Chances are estimated from the turn, the scores, the play styles and who sits where, by how"
        f" {model.games:,} games of this run ended; of a position they know nothing else.",
    ]
