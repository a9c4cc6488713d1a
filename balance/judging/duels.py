"""What skill can do: the best of the styles that play, one against one, against players who are weaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from balance.analysis.luck import Part
from balance.analysis.stats import case_stderr, share_interval
from balance.engine.game import Plan
from balance.engine.game.styles import Style, careless, styles_at
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool
from balance.engine.playing.runner import Watcher, compile_rules
from balance.judging.by_players import numbers_of_players
from balance.judging.robust import can_play, with_players
from balance.judging.tournament import Wins, play_tables, seat_styles

DUEL = 2
"""Players."""


def play_duels(plan: Plan, best: str, workers: int = 1, watcher: Watcher | None = None) -> tuple[Part, ...]:
    """What the style wins against each of ``weaker``, the easiest first, in as many games as the plan has.

    As shares of what both win: a game without a winner is nobody's. () where two cannot play.
    """
    watcher = watcher or Watcher()
    if DUEL not in numbers_of_players(plan.game):
        return ()
    duel = replace(with_players(plan, DUEL), fixed_seats=False)
    rivals = weaker(duel, best)
    if not rivals or not can_play(duel):
        return ()
    plans = [seat_styles(duel, (best, rival.name), rivals) for rival in rivals]
    compile_rules(plans[0], watcher)
    watcher.started(0, len(plans) * duel.games)
    try:
        with Pool(partial(GameBatch, plans[0]), workers) as pool:
            played = list(play_tables(pool, plans, watcher))
    finally:
        watcher.finished()
    code = plans[0].style_names.index(best)
    parts = [won(rival.name, code, wins) for rival, wins in zip(rivals, played, strict=True) if wins.even.any()]
    return tuple(sorted(parts, key=lambda part: -part.share))


def weaker(plan: Plan, best: str) -> Sequence[Style]:
    """Who plays against the style: those by which others are measured, and itself when careless.

    The game says who these are, for a run does not keep that of its styles.
    """
    own = {style.name: style for style in plan.styles}
    measures = [
        own.get(style.name, style)
        for style in styles_at(plan.players, plan.game.styles)
        if style.reference and style.name != best and not style.looks_ahead
    ]
    if not plan.game.has_slips:
        return measures
    itself = plan.styles[plan.style_names.index(best)]
    return [*measures, replace(careless(itself), name=f"{best}, careless")]


def won(rival: str, code: int, wins: Wins) -> Part:
    """What the style of this code wins, of all that is won: in a duel that is twice what is won on average."""
    mine, both = wins.by_style[:, code], DUEL * wins.even
    share, se = float(mine.sum() / both.sum()), case_stderr(mine, both)
    cases = int((both > 0).sum())
    return Part(rival, share, *(share_interval(share, se, cases) if se is not None else (0.0, 1.0)))
