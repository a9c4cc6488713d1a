"""How often each decision of a game is asked, among how many options, and how often a style takes the first of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from balance.engine.game import Plan
from balance.engine.kernels.decision_record import SLIPPED, WEIGHED
from balance.engine.playing.game_batch import GameBatch

GAMES = 1000


def traces(plan: Plan) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Of some games: the decisions as the kernels write them down, and the code of the style that made each."""
    batch = GameBatch(replace(plan, games=GAMES, log="seats"))
    decision = batch.state.decision
    decision.tracing = 1
    for game_no in range(GAMES):
        batch.play(game_no, 1)
        made = decision.traced_decision[: int(decision.number)].copy()
        yield made, batch.state.style[made["seat"]]
        batch.clear()


def table(plan: Plan) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Heads and rows of the table."""
    assert plan.game.wording is not None
    wording = plan.game.wording(plan)
    words, names = wording.points, {point: name for name, point in wording.names.items()}
    made, styles = (np.concatenate(columns) for columns in zip(*traces(plan), strict=True))
    seated = [style for style in range(len(plan.styles)) if (styles == style).any()]
    first = (made["place"] == 0) & ((made["how"] == WEIGHED) | (made["how"] == SLIPPED))
    cells: list[Sequence[str]] = []
    for point, asked in words.items():
        here = made["point"] == point
        options = made["options"][here]
        if not options.size:
            cells.append((asked, f"`{names[point]}`", "never", *[""] * (len(seated) + 1)))
            continue
        taken = [first[here & (styles == style)] for style in seated]
        shares = [f"{100 * one.mean():.0f} %" if one.size else "" for one in taken]
        often, many = f"{here.sum() / GAMES:.1f}", f"{options.mean():.1f} (most {options.max()})"
        cells.append((asked, f"`{names[point]}`", often, many, *shares))
    heads = ("to decide", "in a script", "a game", "options")
    return (*heads, *(plan.style_names[style] for style in seated)), cells
