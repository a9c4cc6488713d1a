"""`balance agents`: how the play styles of a game weigh things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.console import complete_games
from balance.cli.options import CardsOption, JsonOption, StylesOption, game_name

if TYPE_CHECKING:
    from balance.engine.game import Plan
    from balance.engine.game.styles import Knob

SEATED = """\
balance simulate ... --agents LIST
  greedy             every player is greedy
  greedy,random      repeated, and dealt in random order (--fixed-seats: as listed)
  mixed              every player draws a style in every game; this is the default
  'mixed(a,b)'       every player draws one of these
  greedy,mixed       one player is greedy, the others draw"""


@app.command()
def agents(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            parser=game_name,
            help="One game; none: every game's styles, by name.",
            autocompletion=complete_games,
        ),
    ] = None,
    cards: CardsOption = None,
    styles: StylesOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the play styles of a game and their weights."""
    from balance.cli.console import print_json, say, show_table
    from balance.common.errors import InputError, Problem
    from balance.engine.game.plan import Request, make_plan

    if game is None:
        if spoken := [name for name, file in (("--cards", cards), ("--styles", styles)) if file is not None]:
            message = f"{' and '.join(spoken)} cannot be given without a game"
            raise InputError([Problem(message, allowed="balance agents GAME")])
        list_games(as_json)
        return
    plan = make_plan(Request(game=game, cards=cards, styles=styles))
    if as_json:
        print_json(styles_as_json(plan))
        return
    features = plan.game.features(plan.cards)
    rows = [(feature.name, feature.unit, feature.description) for feature in features]
    show_table("what a style can weigh", ("feature", "unit", "what it is"), rows)
    say("")
    rows = [(knob.name, _allowed(knob), knob.description) for knob in plan.game.knobs]
    show_table("what else makes a style", ("name", "allowed", "what it is"), rows)
    say("")
    written = [style.base for style in plan.styles]
    styled = [(style.name, numbers(style.weights) or "all 0", numbers(style.knobs), style.about) for style in written]
    show_table(f"play styles of {plan.game.name}", ("style", "weights", "else", "how it plays"), styled)
    if where_two := [(style.name, all_numbers(style.two_players)) for style in written if style.two_players]:
        say("")
        show_table("what is otherwise where two play", ("style", "weights and else"), where_two)
    say("")
    say(SEATED)


def styles_as_json(plan: Plan) -> dict[str, Any]:
    """What the styles of a game can weigh, and what each weighs."""
    return {
        "game": plan.game.id,
        "features": [{"name": f.name, "unit": f.unit, "help": f.description} for f in plan.game.features(plan.cards)],
        "styles": [
            {
                **style.as_json(),
                "two_players": dict(style.two_players),
                "about": style.about,
                "reference": style.reference,
                "script": style.script,
            }
            for style in (style.base for style in plan.styles)
        ],
    }


def list_games(as_json: bool) -> None:
    """The games, each with the names of its styles."""
    from balance.cli.console import print_json, say, show_table
    from balance.engine.game import working_games

    games = working_games()
    if as_json:
        print_json([{"game": game.id, "styles": [style.name for style in game.styles]} for game in games])
        return
    rows = [(game.id, ", ".join(style.name for style in game.styles)) for game in games]
    show_table("play styles of each game", ("game", "play styles"), rows)
    say("`balance agents GAME` says how they play.")


def _allowed(knob: Knob) -> str:
    return ", ".join(knob.presets) or f"{knob.low:g} to {knob.high:g}"


def numbers(values: Mapping[str, float]) -> str:
    """Weights or knobs in a line, those that are not 0."""
    return all_numbers({name: value for name, value in values.items() if value})


def all_numbers(values: Mapping[str, float]) -> str:
    """The same with those that are 0."""
    return ", ".join(f"{name} {value:g}" for name, value in values.items())
