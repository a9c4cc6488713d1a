"""A game in plain Python told: it is played once more, and says what happens."""

from __future__ import annotations

from itertools import groupby

from balance.engine.game.story import LoggedGame, end_turn, listed, seat_name
from balance.engine.plain.playing import played
from balance.engine.plain.table import terms_of


def tell(logged: LoggedGame) -> list[str]:
    """The story of a game, as it is told while it is played again; by its points where the code has changed since."""
    terms = terms_of(logged.plan)
    (game,) = played(terms, logged.plan.seed, [logged.game["game_no"]], tell=True)
    story = list(game.story or [])
    if [tuple(row["score"] for row in rows) for _, rows in logged.by_turn()] != game.rows:
        story = [(turn, _standing([row["score"] for row in rows])) for turn, rows in logged.by_turn()]
        story[:0] = [(1, "The code has changed since this game was played: only its points can be shown.")]
    lines = []
    for turn, some in groupby(story, key=lambda one: one[0]):
        lines += ["", *end_turn(turn, [f"Turn {turn}", *(f"  {words}" for _, words in some)])]
    winners = [row for row in logged.seats if row["win_share"] > 0]
    names = listed([seat_name(row["seat"], row["agent"]) for row in winners])
    verb = "wins" if len(winners) == 1 else "share the win"
    return [*lines[1:], "", f"{names} {verb} with {winners[0]['score']} points."]


def _standing(scores: list[int]) -> str:
    return f"Points: {', '.join(map(str, scores))}."
