"""What is said after a game that a person has played: how her chances went, and which choices cost most.

Games are played on in great number for that, so it is done in a process of its own, where rules are
compiled.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from balance.cli.scenario import NO_COMPILING

if TYPE_CHECKING:
    from balance.engine.game import Plan
    from balance.judging.review import Review


def start_review(file: Path) -> None:
    """Look back on the game in the file where that is quick; otherwise say how it is done."""
    environment = {name: value for name, value in os.environ.items() if name != NO_COMPILING}
    command = [sys.executable, "-m", "balance", "play", str(file), "--review", "--if-compiled"]
    sys.stdout.flush()
    subprocess.run(command, env=environment, check=False)


def show_review(file: Path, if_compiled: bool) -> None:
    """Say how the game in the file went for the person. Raises InputError where it is not over."""
    from balance.api.progress import ProgressWatcher, counting
    from balance.cli.console import say
    from balance.common.errors import InputError, Problem
    from balance.engine.kernels.kernel import is_compiled
    from balance.engine.playing.runner import compile_rules
    from balance.judging.review import review
    from balance.judging.saved_game import decisions_in, how_to_play_on, load, plan_to_play

    saved = load(file)
    plan = plan_to_play(saved, file)
    if plan.game.closed:
        if not if_compiled:
            raise InputError([Problem(f"{plan.game.name} cannot be looked back on: {plan.game.closed}")])
        return
    if if_compiled and not (plan.game.is_plain or is_compiled(plan.game.play_games)):
        say(f"How your chances went (the rules are compiled for that): {how_to_play_on(file)} --review")
        return
    compile_rules(plan, ProgressWatcher(quiet=False))
    made = decisions_in(saved, plan)
    if len(made) > len(saved.script):
        raise InputError([Problem("the game is not over yet", file=str(file), allowed=how_to_play_on(file))])
    with counting("playing on from your choices") as progress:
        seen = review(plan, saved.game_no, made, saved.persons[0], progress)
    for line in review_lines(plan, seen, saved.players[saved.persons[0]]["style"]):
        say(line)


def review_lines(plan: Plan, review: Review, adviser: str) -> Iterator[str]:
    """The review in words; ``adviser``: the style that plays on for the person."""
    chances = [f"{_when(standing.turn)} {100 * standing.win:.0f} %" for standing in review.standings]
    yield f"Your chances to win, if {adviser} had played on for you: {', '.join(chances)}."
    if review.costly:
        yield f"Of your {review.looked_at} choices these clearly cost you most:"
    else:
        yield f"None of your {review.looked_at} choices clearly cost you anything."
    wording = plan.wording()
    for costly in review.costly:
        made = costly.decision
        taken, better = (wording.option(made, made.options[place]) for place in (made.place, costly.place))
        low, high = (100 * end for end in costly.interval)
        yield f"  {_when(made.turn).capitalize()}, {wording.points[made.point]}: {taken} ({100 * costly.win:.0f} %)."
        yield f"    Better: {better} ({100 * costly.better:.0f} %, {low:+.0f} to {high:+.0f} points)."
    yield "From there on all play by their styles, many times, and what you could not know is redealt each time."


def _when(turn: int) -> str:
    """A turn, or what comes before the first."""
    return f"turn {turn}" if turn else "at the start"
