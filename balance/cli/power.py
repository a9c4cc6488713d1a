"""`balance power`: what every card is worth to the players who gain it."""

from __future__ import annotations

from balance.api.defaults import POWER_GAMES, POWER_UNTIL
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
    UsersUntilOption,
    VariantOption,
    WorkersOption,
    read_pairs,
)


@app.command()
def power(
    game: GameArgument,
    card: OnlyCardsOption = None,
    until: UsersUntilOption = POWER_UNTIL,
    most: MostGamesOption = POWER_GAMES,
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
    from balance.api.power import power as measure
    from balance.cli.console import answer, say

    powers = measure(
        game,
        card=card,
        until=until,
        max_games=most,
        players=players,
        variant=variant,
        set=read_pairs(settings),
        agents=agents,
        styles=styles,
        cards=cards,
        seed=seed,
        workers=workers,
        quiet=quiet,
        announce=lambda text: say(text, quiet or as_json, at_once=True),
    )
    answer(powers, as_json, quiet)
