"""Whether a game is a function of cards, seed and script, and what is dealt anew a game like any other: many games.

    python benchmarks/scripts.py forced [GAME ...] [--games 1000]
    python benchmarks/scripts.py redealt [GAME ...] [--games 1000]
    python benchmarks/scripts.py driven [GAME ...] [--games 100000] [--steps 3]

With ``--first N`` from game N on: who was stopped goes on where progress ended, and parts can be asked side by side.

*forced*: the choices that were made are forced, all of them or as many of the first as chance says. The rows must be
the same, and so must be what is offered and chosen after that.

*redealt*: at a decision of every game (at all of them, one game in a hundred) what its seat cannot know is dealt anew.
All that was chosen before, and what the seat is offered, thinks and chooses then, must be the same.

*driven*: somebody from outside, who knows nothing of styles, forces a few choices of every game by a script: any option
that is offered, at any decision, and the game goes on from there. All that is known of the rows of any game must hold,
and the script of the whole game must give the same rows again.

Half of the games are played by mixed styles, half by chance. Progress goes to standard error, a line for every result
to standard output; the first thing that is wrong ends the program.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from balance.engine.game import Plan
from balance.engine.game.decisions import Force, script_of
from balance.engine.game.log import kept_tables
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_scripted
from helpers.decided import assert_blind, assert_same_when_forced, rows, same
from helpers.play import Log, compile_once, happened_in, make, shown

GAMES = ("fairy", "heroes", "fairy_school", "alfheim", "fairy_conundrum")
LINEUPS = ("mixed", "random")
BLOCK = 1000
"""Games whose rows are looked at together."""
EVERY_DECISION = 100
"""In one game of so many, all decisions are redealt."""


def tell(says: str) -> None:
    """A line of progress."""
    print(says, file=sys.stderr, flush=True)


def batch_of(game: str, agents: str) -> GameBatch:
    """The usual table, with these players."""
    compile_once(game)
    asked: dict[str, Any] = {"agents": agents, "seed": 17, "games": 1, "log": "turns"}
    if game == "fairy":  # whose invariants know the cards of its tests
        table = importlib.import_module("fairy.table")
        return GameBatch(table.make(table.card_table(), **asked))
    return GameBatch(make(game, **asked))


# ---------------------------------------------------------------- forced


def forced(_game: str, batch: GameBatch, numbers: range, rng: random.Random, _: argparse.Namespace) -> int:
    """Play these games, then with the first choices forced. Returns how many choices were."""
    count = 0
    for game_no in numbers:
        batch.clear()
        batch.play(game_no, 1)
        was = rows(batch)
        made = play_scripted(batch, game_no)
        batch.clear()
        for length in (rng.randrange(len(made) + 1), len(made)):
            assert_same_when_forced(batch, game_no, made, was, length)
            count += length
    return count


# ---------------------------------------------------------------- redealt


def redealt(_game: str, batch: GameBatch, numbers: range, rng: random.Random, _: argparse.Namespace) -> int:
    """Deal anew what is hidden at decisions of these games. Returns at how many."""
    count = 0
    for game_no in numbers:
        batch.clear()
        made = play_scripted(batch, game_no)
        batch.clear()
        for here in made if game_no % EVERY_DECISION == 0 else (rng.choice(made),):
            assert_blind(batch, game_no, made, here)
            count += 1
    return count


# ---------------------------------------------------------------- driven


def driven(game: str, batch: GameBatch, numbers: range, rng: random.Random, given: argparse.Namespace) -> int:
    """Drive these games, and look at their rows. Returns how many choices were forced."""
    other, count, said = GameBatch(batch.plan), 0, []
    batch.clear()
    for game_no in numbers:
        before = batch.used.copy()
        made = play_scripted(batch, game_no, here=True)
        at = 0
        for _ in range(given.steps):
            if at == len(made):
                break
            here = made[rng.randrange(at, len(made))]
            option = rng.choice(here.options)
            script = (*script_of(made[: here.number]), Force(here.number, option.verb, option.card, option.target))
            batch.used[:] = before  # forget the game as it was, keep those before it
            made = play_scripted(batch, game_no, script, here=True)
            at, count = here.number + 1, count + 1
        said.append(happened_in(batch, game_no))
        again = play_scripted(other, game_no, script_of(made), here=True)
        assert script_of(again) == script_of(made), f"game {game_no}"
    frames = {name: batch.frame(name) for name in kept_tables("turns")}
    assert same([*frames.values()], rows(other)), f"{numbers}: the scripts of these games give other rows"
    check(game, batch, frames, pl.concat(said))
    return count


def check(game: str, batch: GameBatch, frames: dict[str, pl.DataFrame], said: pl.DataFrame) -> None:
    """Ask all invariants of the game of these rows. Raises AssertionError."""
    if game == "fairy":
        check_fairy(batch.plan, Log(**shown(batch)))
    elif game == "heroes":
        importlib.import_module("heroes.invariants").check_all(Log(**shown(batch)), batch.plan)
    else:
        logged = importlib.import_module(f"{game}.invariants.log").Logged
        told = (said,) if game == "fairy_school" else ()
        importlib.import_module(f"{game}.invariants.whole").check_all(logged(batch.plan, frames, *told))


def check_fairy(plan: Plan, log: Log) -> None:
    """As for the others, game by game; but what is said of a style that guesses best does not hold of who is driven."""
    asked, table = importlib.import_module("fairy.test_invariants"), importlib.import_module("fairy.table")
    box = importlib.import_module("fairy.box").Box(table.card_table())
    of_rules = {*asked.OF_EVERY_TABLE, *asked.OF_THE_REFERENCE_SET} - {asked.no_guess_is_better_than_the_best}
    for game_log in table.Log(log.games, log.seats, log.turns, log.cards).by_game():
        for invariant in of_rules:
            invariant(game_log, plan, box)


# ---------------------------------------------------------------- the command

Asked = Callable[[str, GameBatch, range, random.Random, argparse.Namespace], int]
QUESTIONS: dict[str, tuple[Asked, int, str]] = {
    "forced": (forced, 1000, "choices forced"),
    "redealt": (redealt, 1000, "decisions redealt"),
    "driven": (driven, 100_000, "choices forced from outside"),
}
"""What is asked, of how many games, and what is counted."""


def blocks(first: int, games: int) -> Iterator[range]:
    """The numbers of the games from ``first`` to ``games``, a block at a time."""
    for begin in range(first, games, BLOCK):
        yield range(begin, min(begin + BLOCK, games))


def ask(game: str, given: argparse.Namespace) -> None:
    """Ask one question of a game, and print the answer."""
    question, usual, counted = QUESTIONS[given.question]
    games = given.games or usual
    batches = [batch_of(game, agents) for agents in LINEUPS]
    count, begun, said = 0, time.process_time(), time.time()
    for numbers in blocks(given.first, games):
        rng = random.Random(f"{game} {given.question} {numbers.start}")  # a block is asked the same alone
        count += question(game, batches[numbers.start // BLOCK % len(batches)], numbers, rng, given)
        if time.time() - said > 30:
            said = time.time()
            tell(f"{given.question} {game}: {numbers[-1] + 1:,} of {games:,} games")
    spent = time.process_time() - begun
    which = f"{games:,} games" if not given.first else f"games {given.first:,} to {games - 1:,}"
    answer = f"{which}, {count:,} {counted}, nothing wrong"
    print(f"{given.question} {game}: {answer}; {spent:.0f} s of CPU", flush=True)


def main() -> None:
    """Ask what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("question", choices=QUESTIONS)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--games", type=int, help="to so many games of each")
    parser.add_argument("--first", type=int, default=0, help=f"from this game on, a multiple of {BLOCK:,}")
    parser.add_argument("--steps", type=int, default=3, help="driven: choices forced in a game")
    given = parser.parse_args()
    gc.disable()  # what games leave behind has no circles to look for
    for game in given.game or GAMES:
        ask(game, given)


if __name__ == "__main__":
    main()
