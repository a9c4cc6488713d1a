"""Options that several commands take."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from balance.api.defaults import CHECKED_HOW, HOW
from balance.cli.console import complete_games, complete_runs
from balance.common.errors import InputError, Problem, quoted
from balance.common.widths import WIN_RATES, read_win_rate


def whole_number(text: str | int) -> int:
    """A whole number from the command line."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{quoted(str(text))} is not a whole number") from None


def positive_number(text: str | float) -> float:
    """A number above 0 from the command line."""
    try:
        number = float(text)
    except ValueError:
        raise typer.BadParameter(f"{quoted(str(text))} is not a number") from None
    if not 0 < number < math.inf:
        raise typer.BadParameter(f"{quoted(str(text))} is not above 0")
    return number


def read_pairs(settings: list[str] | None) -> dict[str, str]:
    """KEY=VALUE words as a dictionary. Raises InputError for a word without `=` and for a key given twice."""
    pairs: dict[str, str] = {}
    for word in settings or []:
        key, equals, value = word.partition("=")
        if not equals or key.strip() in pairs:
            raise InputError([Problem(f"--set {word}", allowed="KEY=VALUE, each key once")])
        pairs[key.strip()] = value
    return pairs


def player_counts(text: str | int) -> Any:
    """Of ``--players``: the number, or those of a list, each once and rising; () for all."""
    words = [word.strip() for word in str(text).split(",")]
    if words == ["all"]:
        return ()
    numbers = tuple(sorted({whole_number(word) for word in words}))
    return numbers[0] if len(words) == 1 else numbers


def win_rate(text: str | float) -> float:
    """A width from the command line: "1pp" (points of win rate) or 0.01, as a share."""
    try:
        return read_win_rate(str(text))
    except ValueError:
        raise typer.BadParameter(f"allowed: {WIN_RATES}") from None


def one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    """A reader of one of these words from the command line."""

    def read(text: str) -> str:
        if text not in words:
            raise typer.BadParameter(f"allowed: {', '.join(words)}")
        return text

    return read


def place(text: str | Path) -> Any:
    """A folder, or a place in an object store, from the command line."""
    from balance.engine.runs.store import place as read_place

    return read_place(text)


def game_name(text: str) -> str:
    """The id of a game from the command line, which may name its file: see ``installed.game_name``."""
    from balance.engine.game import game_name as known

    return known(text)


def one_of_games(text: str) -> str:
    """The same where there can be several: of a file with a mistake its name, so that the others have their turn."""
    from balance.common.faults import GameFault

    try:
        return game_name(text)
    except GameFault:
        return text


GamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME",
        parser=one_of_games,
        help="Games, or files as pig.py; default: all.",
        autocompletion=complete_games,
    ),
]
GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME", parser=game_name, help="The game, or its file as pig.py.", autocompletion=complete_games
    ),
]
RunArgument = Annotated[
    Path,
    typer.Argument(
        metavar="RUN",
        parser=place,
        help="Folder or URL of a run; `latest` or a game: its newest finished run.",
        autocompletion=complete_runs,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Hide progress and tables.")]
CardsOption = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FILE", help="Card table; default: cards.csv here, else the packaged one."),
]
StylesOption = Annotated[Path | None, typer.Option("--styles", metavar="FILE", help="Your own play styles (TOML).")]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-w", metavar="W", parser=whole_number, help="Threads; default: all processors."),
]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players", "-p", metavar="P", parser=whole_number, help="Players; default: the game's usual number."
    ),
]
PlayerCountsOption = Annotated[
    Any,
    typer.Option(
        "--players",
        "-p",
        metavar="P",
        parser=player_counts,
        help="Players; default: the usual number. Several side by side: 2,4, or `all`.",
    ),
]
VariantOption = Annotated[str | None, typer.Option("--variant", metavar="NAME", help="Rules variant.")]
SettingsOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a setting of the rules; repeatable.")
]
AgentsOption = Annotated[
    str | None,
    typer.Option(
        "--agents",
        metavar="LIST",
        help="Styles, comma-separated, one per player; `mixed` (default) draws one, `mixed(a,b)` one of these.",
    ),
]
FixedSeatsOption = Annotated[
    bool, typer.Option("--fixed-seats", help="Keep styles in the listed order instead of shuffling.")
]
ReportsOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the pages.")]
BriefOption = Annotated[
    bool, typer.Option("--brief", help="A small page to send: answers, main charts, the cards that stand out.")
]
NoReportOption = Annotated[bool, typer.Option("--no-report", help="Write no page.")]
PowerOption = Annotated[
    str,
    typer.Option(
        "--power",
        metavar="HOW",
        parser=one_of(HOW),
        help="Measure card power by replaying games: off, quick or full (as `balance power`).",
    ),
]
CheckedPowerOption = Annotated[
    str,
    typer.Option(
        "--power",
        metavar="HOW",
        parser=one_of(CHECKED_HOW),
        help="Measure card power where a figure or target needs it: off or quick.",
    ),
]
OnlyCardsOption = Annotated[
    list[str] | None, typer.Option("--card", metavar="ID", help="Only this card; repeatable. Default: all.")
]
UntilOption = Annotated[
    float,
    typer.Option(
        "--until",
        metavar="WIDTH",
        parser=win_rate,
        help="Play until intervals are this narrow, as 1pp. Rare cards are waited for only with --card.",
    ),
]
UsersUntilOption = Annotated[
    float,
    typer.Option(
        "--until",
        metavar="WIDTH",
        parser=win_rate,
        help="Play until intervals of users' power are this narrow, as 1pp; those of power are a little wider. "
        "Rare cards are waited for only with --card.",
    ),
]
MostGamesOption = Annotated[
    int, typer.Option("--max-games", metavar="N", parser=whole_number, help="Play at most this many games.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", "-s", metavar="S", parser=whole_number, help="Random seed: same seed, same games.")
]
