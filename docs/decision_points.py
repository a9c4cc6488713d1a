"""docs/reference/decisions-GAME.md: how often each decision is asked, of how many options, and what scenarios set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from page_text import code, paragraphs, rows

from balance.engine.game import Plan
from balance.engine.kernels.decision_record import SLIPPED, WEIGHED
from balance.engine.playing.game_batch import GameBatch

GAMES = 10_000


def decisions_page(plan: Plan) -> str:
    """docs/reference/decisions-<game>.md"""
    return paragraphs(
        f"# {plan.game.name}: decisions",
        f"In {GAMES:,} games of the usual table: how often each is asked in a game, among how many "
        "options on average, and how often each style takes the first of them, in the order of the offer. A style "
        "that nearly always takes the first, or never, deserves a look: `balance replay --why` shows what it thinks.",
        rows(*table(plan, GAMES)),
        *_handy_text(plan),
    )


def _handy_text(plan: Plan) -> Iterator[str]:
    if plan.game.handy is None:
        return
    yield "A [scenario](../how-to/write-a-scenario.md) may set by hand, under `piles` and `dice`:"
    things = [("pile", pile.name, pile.description) for pile in plan.handy.piles]
    things += [("die", die.name, die.description) for die in plan.handy.dice]
    yield rows(("what", "name", "in which order"), [(what, code(name), says) for what, name, says in things])


def traces(plan: Plan, games: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Of so many games: the decisions as the kernels write them down, and the code of the style that made each."""
    batch = GameBatch(replace(plan, games=games, log="seats"))
    decision = batch.state.decision
    decision.tracing = 1
    for game_no in range(games):
        batch.play(game_no, 1)
        made = decision.traced_decision[: int(decision.number)].copy()
        yield made, batch.state.style[made["seat"]]
        batch.clear()


def table(plan: Plan, games: int) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Heads and rows of the table, from so many games."""
    assert plan.game.wording is not None
    wording = plan.game.wording(plan)
    words, names = wording.points, {point: name for name, point in wording.names.items()}
    made, styles = (np.concatenate(columns) for columns in zip(*traces(plan, games), strict=True))
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
        shares = [f"{100 * firsts.mean():.0f} %" if firsts.size else "" for firsts in taken]
        often, many = f"{here.sum() / games:.1f}", f"{options.mean():.1f} (most {options.max()})"
        cells.append((asked, f"`{names[point]}`", often, many, *shares))
    heads = ("to decide", "in a script", "a game", "options")
    return (*heads, *(plan.style_names[style] for style in seated)), cells
