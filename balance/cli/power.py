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
    PlayerCountsOption,
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
    """What every card is worth to the players who gain it.

    Games are played again with an ordinary card in its place, with the same luck and the same players: the difference
    is what the card does, and not who holds it. What was measured once is remembered, and what was stopped goes on from
    where it was. With --card it is also shown by play style and at weak, mixed and strong tables; with several numbers
    of players the cards stand side by side, and the cards whose verdict flips are named.
    """
    from balance.analysis.verdicts import as_json as to_json
    from balance.cli.console import print_json
    from balance.cli.simulate import read_pairs
    from balance.engine.game import find_game
    from balance.engine.game.plan import Request, check_number, make_plan
    from balance.judging.by_players import ByPlayers, numbers_of_players, several_as_json
    from balance.judging.power import Asked

    check_number("--max-games", most, 1, 10**9)
    several = isinstance(players, tuple)
    counts = (players or numbers_of_players(find_game(game))) if several else (players,)
    plans = [
        make_plan(
            Request(
                game=game,
                games=most,
                players=count,
                variant=variant,
                settings=read_pairs(settings or []),
                agents=agents,
                seed=seed,
                styles=styles,
                cards=cards,
            )
        )
        for count in counts
    ]
    asked = Asked(tuple(sorted({*(card or [])})), until, most)
    found = measured(plans, asked, threads(workers), quiet, quiet or as_json)
    if as_json:
        print_json(several_as_json(ByPlayers(found)) if several else to_json(found[0]))
    elif several:
        tell_several(ByPlayers(found), plans[-1], asked.cards, quiet)
    else:
        tell(found[0], plans[0], quiet, asked.cards)


def measured(plans: list, asked, workers: int, quiet: bool, silent: bool) -> tuple:
    """The power of the cards with every plan, each remembered by itself. Of a card that is in play in some, in those.

    Raises InputError for a card that is in play in none. ``silent``: it is not told which is being played.
    """
    from dataclasses import replace

    from balance.analysis.targets.read import margin_for
    from balance.api.progress import ProgressWatcher, kept_when_stopped
    from balance.cli.console import say
    from balance.judging.power_cache import remembered_power
    from balance.judging.trials import check_cards, kinds_of

    known = [kinds_of(plan) for plan in plans]
    check_cards(plans[-1], asked.cards, {id: kind for kinds in known for id, kind in kinds.items()})
    found = []
    for plan, kinds in zip(plans, known, strict=True):
        own = replace(asked, cards=tuple(id for id in asked.cards if id in kinds))
        if asked.cards and not own.cards:
            continue
        say(f"{plan.game.name}, {plan.players} players ...", silent or len(plans) == 1, at_once=True)
        with kept_when_stopped():
            power = remembered_power(plan, own, workers, ProgressWatcher(quiet))
        found.append(power.judged_with(margin_for(plan)))
    return tuple(found)


def power_of(plan, how: str, workers: int, watcher, beside=None):
    """The power of all cards of a plan, as ``--power`` asks; None: nobody asks, or nobody can gain any.

    ``beside``: the folder of a run of such games, where it is kept. Judged by the margin of targets.toml here.
    """
    from balance.analysis.targets.read import margin_for
    from balance.judging.power import FULL, QUICK
    from balance.judging.power_cache import remembered_power

    if how == "off":
        return None
    found = remembered_power(plan, FULL if how == "full" else QUICK, workers, watcher, beside)
    return found.judged_with(margin_for(plan))


def tell(found, plan, quiet: bool, cards=()) -> None:
    """What to change first, then every card, then what the numbers mean. ``cards``: those told by style and table."""
    from balance.cli.console import say, show_table
    from balance.report.powers import COLUMNS, NUMBERS, explained, rows, sentences, unmeasured, who_played

    say("\n".join(sentences(found, plan)), quiet)
    measured = rows(found, plan)
    if measured and not quiet:
        show_table("every card, the strongest first", COLUMNS, measured, NUMBERS)
    lines = [*of_cards([found], plan, cards), *unmeasured(found, plan), who_played(found), explained(found)]
    say("\n".join(lines), quiet)


def tell_several(found, plan, cards, quiet: bool) -> None:
    """The same with several numbers of players, side by side."""
    from balance.cli.console import say, show_table
    from balance.report.powers import explained
    from balance.report.powers_by_players import columns, rows, sentences, untold

    say("\n".join(sentences(found, plan)), quiet)
    told = rows(found, plan)
    if told and not quiet:
        show_table("every card by number of players, the strongest first", columns(found), told, columns(found)[1:])
    say("\n".join([*of_cards(found.powers, plan, cards), *untold(found, plan), explained(*found.powers)]), quiet)


def of_cards(powers, plan, cards) -> list[str]:
    """Of these cards: power by style and by table, with every number of players."""
    from balance.report.powers import TABLES_EXPLAINED, details

    lines = []
    for power in powers:
        told = [line for one in power.cards if one.card in cards for line in details(one, plan)]
        lines += [f"{power.players} players:", *told] if told and len(powers) > 1 else told
    return [*lines, TABLES_EXPLAINED] if any("by table" in line for line in lines) else lines
