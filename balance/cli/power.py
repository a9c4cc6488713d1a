"""`balance power`: what every card is worth to the players who gain it."""

from __future__ import annotations

from balance.cli.app import app
from balance.cli.options import (
    AgentsOption,
    CardsOption,
    GameArgument,
    JsonOption,
    MostGamesOption,
    OnlyCardsOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    SettingsOption,
    StylesOption,
    UntilOption,
    VariantOption,
    WorkersOption,
    threads,
)

MOST_GAMES = 160_000
UNTIL = 0.01
"""One point of win rate."""


@app.command()
def power(
    game: GameArgument,
    card: OnlyCardsOption = None,
    until: UntilOption = UNTIL,
    most: MostGamesOption = MOST_GAMES,
    players: PlayersOption = None,
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
    """What every card is worth to the players who gain it.

    Games are played again with an ordinary card in its place, on the same luck and by the same players: the difference
    is what the card does, and not who holds it. What was measured once is remembered, and what was stopped goes on from
    where it was.
    """
    from balance.analysis.targets.read import margin_for
    from balance.cli.console import print_json
    from balance.cli.progress import ProgressWatcher
    from balance.cli.simulate import read_pairs
    from balance.engine.plan import Request, check_number, make_plan
    from balance.engine.runner import Interrupted
    from balance.judging.power import Asked
    from balance.judging.remembered import remembered_power
    from balance.judging.verdicts import as_json as to_json

    check_number("--max-games", most, 1, 10**9)
    request = Request(
        game=game,
        games=most,
        players=players,
        variant=variant,
        settings=read_pairs(settings or []),
        agents=agents,
        seed=seed,
        styles=styles,
        cards=cards,
    )
    plan = make_plan(request)
    asked = Asked(tuple(sorted({*(card or [])})), until, most)
    try:
        found = remembered_power(plan, asked, threads(workers), ProgressWatcher(quiet)).judged_with(margin_for(plan))
    except KeyboardInterrupt:
        raise Interrupted("Stopped. What was played is kept.\nThe same command goes on from there.") from None
    if as_json:
        print_json(to_json(found))
    else:
        tell(found, plan, quiet)


def power_of(plan, how: str, workers: int, watcher, beside=None):
    """The power of all cards of a plan, as ``--power`` asks; None: nobody asks, or nobody can gain any.

    ``beside``: the folder of a run of such games, where it is kept. Judged by the margin of targets.toml here.
    """
    from balance.analysis.targets.read import margin_for
    from balance.judging.power import FULL, QUICK
    from balance.judging.remembered import remembered_power

    if how == "off":
        return None
    found = remembered_power(plan, FULL if how == "full" else QUICK, workers, watcher, beside)
    return found.judged_with(margin_for(plan))


def tell(found, plan, quiet: bool) -> None:
    """What to change first, then every card, then what the numbers mean."""
    from balance.cli.console import say, show_table
    from balance.report.powers import COLUMNS, NUMBERS, explained, rows, sentences, unmeasured

    say("\n".join(sentences(found, plan)), quiet)
    measured = rows(found, plan)
    if measured and not quiet:
        show_table("every card, the strongest first", COLUMNS, measured, NUMBERS)
    say("\n".join([*unmeasured(found, plan), explained(found, plan)]), quiet)
