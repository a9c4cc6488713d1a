"""`balance strength`: how good the players are."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.api.defaults import AHEAD, LOOKED_AT, PLAYOUTS, STRENGTH_GAMES
from balance.cli.app import app
from balance.cli.options import (
    AgentsOption,
    CardsOption,
    GameArgument,
    JsonOption,
    PlayerCountsOption,
    QuietOption,
    SeedOption,
    SettingsOption,
    StylesOption,
    VariantOption,
    WorkersOption,
    read_pairs,
    whole_number,
)

GamesOption = Annotated[
    int, typer.Option("--games", "-n", metavar="N", parser=whole_number, help="Games of every pair of styles.")
]
PlayoutsOption = Annotated[
    int,
    typer.Option(
        "--playouts", metavar="N", parser=whole_number, help="Games the look-ahead player plays for a decision."
    ),
]
OptionsOption = Annotated[
    int | None,
    typer.Option("--options", metavar="N", parser=whole_number, help="Options it thinks about, the best to its style."),
]
BaseOption = Annotated[
    str | None, typer.Option("--base", metavar="STYLE", help="Style it plays on by; default: that of the others.")
]
AheadOption = Annotated[
    int, typer.Option("--ahead", metavar="N", parser=whole_number, help="Games it plays against a style; 0: none.")
]
RegretOption = Annotated[
    int,
    typer.Option("--regret", metavar="N", parser=whole_number, help="Games whose decisions are looked at; 0: none."),
]


@app.command()
def strength(
    game: GameArgument,
    games: GamesOption = STRENGTH_GAMES,
    playouts: PlayoutsOption = PLAYOUTS,
    options: OptionsOption = None,
    base: BaseOption = None,
    ahead: AheadOption = AHEAD,
    looked_at: RegretOption = LOOKED_AT,
    players: PlayerCountsOption = None,
    variant: VariantOption = None,
    settings: SettingsOption = None,
    agents: AgentsOption = None,
    styles: StylesOption = None,
    cards: CardsOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """How good the players are, and how much better they could be.

    Every style plays alone among every other. A player that tries its options in many futures then plays among the
    strongest style and among greedy: how much more it wins shows what these players miss. Sampled decisions show
    where. It takes minutes, for Fairy School an hour; what was played is kept, and the same command goes on from there.
    """
    from balance.api.strength import strength as measure
    from balance.cli.console import print_json, say, show

    silent = quiet or as_json
    measured = measure(
        game,
        games=games,
        playouts=playouts,
        options=options,
        base=base,
        ahead=ahead,
        regret=looked_at,
        players=players,
        variant=variant,
        set=read_pairs(settings),
        agents=agents,
        styles=styles,
        cards=cards,
        seed=seed,
        workers=workers,
        quiet=quiet,
        announce=lambda text: say(text, silent, at_once=True),
        measured=lambda ladder: None if silent else show(ladder),
    )
    if as_json:
        print_json(measured.as_json())
