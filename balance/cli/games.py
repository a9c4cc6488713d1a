"""`balance games`: what can be played."""

from __future__ import annotations

from typing import Any

from balance.cli.app import app
from balance.cli.options import JsonOption


@app.command()
def games(as_json: JsonOption = False) -> None:
    """The games, their player counts, variants, settings and play styles."""
    from balance.engine.game import find_game, game_ids

    found = [find_game(game) for game in game_ids()]
    if as_json:
        from balance.cli.console import print_json

        print_json([describe(game) for game in found])
        return
    show(found)


def describe(game: Any) -> dict[str, Any]:
    """A game as JSON."""
    return {
        "id": game.id,
        "name": game.name,
        "about": game.about,
        "rules_version": game.rules_version,
        "players": {"min": game.seats[0], "max": game.seats[1], "usual": game.usual_seats},
        "variants": [{"name": variant.name, "help": variant.help} for variant in game.variants],
        "settings": [
            {
                "name": setting.name,
                "default": setting.default,
                "allowed": setting.allowed,
                "help": setting.help,
                "rule": setting.rule,
            }
            for setting in game.settings
        ],
        "styles": [style.name for style in game.styles],
    }


def show(found: list[Any]) -> None:
    """The games as tables."""
    from rich.padding import Padding

    from balance.cli.console import console, table

    out = console()
    for game in found:
        out.print(f"{game.name} ({game.id})", style="bold", markup=False)
        out.print(f"  {game.about}", markup=False)
        low, high = game.seats
        out.print(f"  players: {low} to {high}, usually {game.usual_seats}", markup=False)
        variants = [(variant.name, variant.help) for variant in game.variants]
        out.print(Padding(table("variants (--variant NAME)", ("name", "what it changes"), variants), (0, 2)))
        settings = [(s.name, s.show(s.default), s.allowed, f"{s.help} ({s.rule})") for s in game.settings]
        columns = ("name", "default", "allowed", "what it is")
        out.print(Padding(table("settings (--set NAME=VALUE)", columns, settings), (0, 2)))
        styles = [(style.name, style.about) for style in game.styles]
        out.print(Padding(table("play styles (--agents LIST)", ("name", "how it plays"), styles), (0, 2)))
        out.print()
