"""`balance tune`: a stronger play style, and what it does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import (
    CardsOption,
    GameArgument,
    JsonOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    SettingsOption,
    StylesOption,
    VariantOption,
    WorkersOption,
    positive_number,
    read_pairs,
    whole_number,
)

AgainstOption = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="LIST",
        help="Styles of the other players, who each draw one; default: greedy and the strongest.",
    ),
]
StartsOption = Annotated[
    str | None,
    typer.Option("--agents", metavar="LIST", help="Styles to start from; default: greedy and the two strongest."),
]
LikesOption = Annotated[
    int,
    typer.Option(
        "--likes",
        metavar="N",
        parser=whole_number,
        help="So many of the other players have the style that is tried, too, so that it cannot live off others.",
    ),
]
SearchTimeOption = Annotated[
    float | None,
    typer.Option(
        "--max-time",
        metavar="SECONDS",
        parser=positive_number,
        help="Search for about so long, instead of a number of generations. Faster machines then find more.",
    ),
]
StyleFileOption = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write the style to this file (TOML).")
]
GenerationsOption = Annotated[
    int | None,
    typer.Option("--generations", metavar="N", parser=whole_number, help="Generations of the search; default: 40."),
]
CandidateGamesOption = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", parser=whole_number, help="Games of a candidate in a generation; default: by game."
    ),
]


@app.command()
def tune(
    game: GameArgument,
    against: AgainstOption = None,
    agents: StartsOption = None,
    likes: LikesOption = 0,
    max_time: SearchTimeOption = None,
    out: StyleFileOption = None,
    generations: GenerationsOption = None,
    games: CandidateGamesOption = None,
    players: PlayersOption = None,
    variant: VariantOption = None,
    settings: SettingsOption = None,
    styles: StylesOption = None,
    cards: CardsOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Find a stronger play style, and say what it does.

    Three searches adjust the weights of styles that are there. The best of them is confirmed on games it never saw, and
    described: what it gains, what it does differently, which cards it leans on, and whether it is an exploit, a
    plan that spoils the game. What was played is kept: a search that was stopped goes on, and the same command gives
    the same style.
    """
    from balance.api.tune import tune as search
    from balance.cli.console import answer, say

    tuned = search(
        game,
        against=against,
        agents=agents,
        likes=likes,
        max_time=max_time,
        out=out,
        generations=generations,
        games=games,
        players=players,
        variant=variant,
        set=read_pairs(settings),
        styles=styles,
        cards=cards,
        seed=seed,
        workers=workers,
        quiet=quiet,
    )
    answer(tuned, as_json, quiet)
    say(f"Style: {out}", quiet or as_json or out is None)
