"""Playing: the games one after another, and a seat's activations. Where rules, styles and log meet."""

from balance.games.fairy_school.play.games import play_games

__all__ = ["play_games"]
