"""`balance strength`: how good the players are."""

from __future__ import annotations

from typing import Annotated

import typer

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
    threads,
    whole_number,
)

GAMES = 4_000
PLAYOUTS = 256
AHEAD = 48
LOOKED_AT = 100
"""Games whose decisions are looked at."""


@app.command()
def strength(
    game: GameArgument,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", parser=whole_number, help="Games of every pair of styles.")
    ] = GAMES,
    playouts: Annotated[
        int,
        typer.Option(
            "--playouts", metavar="N", parser=whole_number, help="Games the look-ahead player plays for a decision."
        ),
    ] = PLAYOUTS,
    options: Annotated[
        int | None,
        typer.Option(
            "--options", metavar="N", parser=whole_number, help="Options it thinks about, the best to its style."
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option("--base", metavar="STYLE", help="Style it plays on by; default: that of the others."),
    ] = None,
    ahead: Annotated[
        int, typer.Option("--ahead", metavar="N", parser=whole_number, help="Games it plays against a style; 0: none.")
    ] = AHEAD,
    looked_at: Annotated[
        int,
        typer.Option(
            "--regret", metavar="N", parser=whole_number, help="Games whose decisions are looked at; 0: none."
        ),
    ] = LOOKED_AT,
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
    strongest style and among greedy: what it wins more is what these players miss. Sampled decisions show where. It
    takes minutes, for Fairy School an hour; what was played is kept, and the same command goes on from there.
    """
    from balance.api.progress import ProgressWatcher, kept_when_stopped
    from balance.cli.console import print_json, say
    from balance.engine.game import find_game
    from balance.engine.game.plan import Request, check_number, make_plan
    from balance.judging.by_players import numbers_of_players
    from balance.judging.regret import AskedRegret
    from balance.judging.strength import AskedStrength, check_asked
    from balance.judging.strength_cache import remembered_regret, remembered_strength
    from balance.report.strengths import as_json as to_json
    from balance.report.strengths import regret_as_json

    for name, value, low, high in (
        ("--games", games, 2, 10**7),
        ("--playouts", playouts, 16, 10**6),
        ("--options", 2 if options is None else options, 2, 10**4),
        ("--ahead", ahead, 0, 10**6),
        ("--regret", looked_at, 0, 10**6),
    ):
        check_number(name, value, low, high)
    known = find_game(game)
    counts = counts_of(players, known.usual_seats, numbers_of_players(known))
    asked = AskedStrength(games, playouts, options, max(2, ahead) if ahead else 0, base)
    plans = [
        make_plan(
            Request(
                game=game,
                games=1,
                players=count,
                variant=variant,
                settings=read_pairs(settings),
                agents=agents,
                seed=seed,
                styles=styles,
                cards=cards,
            )
        )
        for count in counts
    ]
    for plan in plans:
        check_asked(plan, asked)
    found = []
    for plan in plans:
        say(f"{known.name}, {plan.players} players ...", quiet or as_json, at_once=True)
        watcher = ProgressWatcher(quiet)
        with kept_when_stopped():
            ladder = remembered_strength(plan, asked, threads(workers), watcher)
            regret = AskedRegret(looked_at, playouts)
            lost = remembered_regret(plan, regret, threads(workers), watcher) if looked_at else None
        if as_json:
            found.append({**to_json(ladder), "regret": regret_as_json(lost) if lost else None})
        else:
            tell(ladder, lost, quiet)
    if as_json:
        print_json(found[0] if len(found) == 1 else {**found[0], "other_tables": found[1:]})


def counts_of(asked, usual: int, possible) -> tuple[int, ...]:
    """The numbers of players: as asked, or the usual one and two."""
    if asked is None:
        return tuple(dict.fromkeys((usual, *(count for count in possible if count == 2))))
    return (asked if asked else tuple(possible)) if isinstance(asked, tuple) else (asked,)


def tell(found, lost, quiet: bool) -> None:
    """Who is strongest, the ladder, every pair, the yardstick, and where better choices exist."""
    from balance.cli.console import say, show_table
    from balance.report import strengths as words

    if quiet:
        return
    say("\n".join(words.sentences(found)))
    show_table("Styles, the strongest first", words.COLUMNS, words.rows(found), words.NUMBERS)
    columns, cells = words.matrix(found)
    show_table("Win rate in %: one player of the row's style, all others of the column's", columns, cells, columns[1:])
    if found.yardsticks:
        show_table("Look-ahead player", words.LOOK_AHEAD, words.look_ahead_rows(found), words.LOOK_AHEAD[1:])
    say(words.EXPLAINED)
    if lost is None:
        return
    say("\n".join(words.regret_sentences(lost)))
    decisions = words.DECISIONS
    show_table("Where better choices exist", decisions, words.regret_rows(lost), decisions[1:])
    show_table("By style", ("style", *words.COSTS), words.style_rows(lost), words.COSTS)
    say("\n".join([words.REGRET_EXPLAINED, *words.worst_lines(lost)]))
