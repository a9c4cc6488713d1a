"""`balance games`: what can be played."""

from __future__ import annotations

from typing import Any

from balance.cli.app import app, others_first
from balance.cli.options import GamesArgument, JsonOption


@app.command()
def games(game: GamesArgument = None, as_json: JsonOption = False) -> None:
    """List the games: players, variants, settings, play styles."""
    from balance.engine.game import loaded_games, working_games

    with others_first() as failed:
        asked = loaded_games(dict.fromkeys(game), failed) if game else working_games()
        if as_json:
            from balance.cli.console import print_json

            print_json([describe(game) for game in asked])
        else:
            show(asked)


def describe(game: Any) -> dict[str, Any]:
    """A game as JSON."""
    return {
        "id": game.id,
        "name": game.name,
        "about": game.about,
        "rules_version": game.rules_version,
        "players": {"min": game.seats[0], "max": game.seats[1], "usual": game.usual_seats},
        "variants": [{"name": variant.name, "help": variant.description} for variant in game.variants],
        "settings": [
            {
                "name": setting.name,
                "default": setting.default,
                "allowed": setting.allowed,
                "help": setting.description,
                "rule": setting.rule,
            }
            for setting in game.settings
        ],
        "styles": [style.name for style in game.styles],
    }


def show(games: list[Any]) -> None:
    """The games as tables."""
    from balance.cli.console import say, show_table

    for game in games:
        low, high = game.seats
        say(f"{game.name} ({game.id})")
        say(f"  {game.about}")
        say(f"  players: {low} to {high}, usually {game.usual_seats}")
        variants = [(variant.name, variant.description) for variant in game.variants]
        show_table("variants (--variant NAME)", ("name", "what it changes"), variants, indent=2)
        settings = [(s.name, s.show(s.default), s.allowed, f"{s.description} ({s.rule})") for s in game.settings]
        columns = ("name", "default", "allowed", "what it is")
        show_table("settings (--set NAME=VALUE)", columns, settings, indent=2)
        styles = [(style.name, style.about) for style in game.styles]
        show_table("play styles (--agents LIST)", ("name", "how it plays"), styles, indent=2)
        say("")
