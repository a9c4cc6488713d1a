"""A game in plain Python told: it is played once more, and says what happens."""

from __future__ import annotations

from itertools import groupby

from balance.engine.game.story import LoggedGame, end_turn, listed, seat_name
from balance.engine.plain.directed import directed_last
from balance.engine.plain.game import Game
from balance.engine.plain.playing import played
from balance.engine.plain.table import terms_of


def tell(logged: LoggedGame) -> list[str]:
    """The story of a game, as it is told while it is played again; by its points where the code has changed since."""
    plan, game_no = logged.plan, logged.game["game_no"]
    scores = [tuple(row["score"] for row in rows) for _, rows in logged.by_turn()]
    game = directed_last(plan.seed, game_no, scores)  # in another way it cannot be played again
    if game is None:
        (game,) = played(terms_of(plan), plan.seed, [game_no], tell=True)
    story = [(turn, _with_names(words, logged, game)) for turn, words in game.story or []]
    if scores != game.rows:
        story = [(turn, _standing([row["score"] for row in rows])) for turn, rows in logged.by_turn()]
        story[:0] = [(1, "The code has changed since this game was played: only its points can be shown.")]
    lines = []
    for turn, some in groupby(story, key=lambda entry: entry[0]):
        lines += ["", *end_turn(turn, [f"Turn {turn}", *(f"  {words}" for _, words in some)])]
    winners = [row for row in logged.seats if row["win_share"] > 0]
    if not winners:
        return [*lines[1:], "", f"Nobody wins: {_standing([row['score'] for row in logged.seats])}"]
    names = listed([seat_name(row["seat"], row["agent"]) for row in winners])
    verb = "wins" if len(winners) == 1 else "share the win"
    points = listed([str(score) for score in dict.fromkeys(row["score"] for row in winners)])
    return [*lines[1:], "", f"{names} {verb} with {points} points."]


def _with_names(words: str, logged: LoggedGame, game: Game) -> str:
    """What was told, with every player called as the log says: a person is nobody's style."""
    for player, row in zip(game.players, logged.seats, strict=True):
        words = words.replace(str(player), seat_name(row["seat"], row["agent"]))
    return words


def _standing(scores: list[int]) -> str:
    return f"Points: {', '.join(map(str, scores))}."
