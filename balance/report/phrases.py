"""Numbers as people read them, and the words for the columns of a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance import __version__
from balance.engine.agents import MIXED, drawn_from, lineup_text
from balance.engine.plan import Plan
from balance.engine.run import versions

SPACE = "\N{NO-BREAK SPACE}"


def pct(share: float | None) -> str:
    """A share as a percentage: 52.1 %; more digits only where they matter."""
    if share is None:
        return "-"
    number = 100 * share
    if number != 0 and abs(number) < 0.1:
        return f"{number:.2g}{SPACE}%" if abs(number) >= 0.001 else f"less than 0.001{SPACE}%"
    return f"{number:.1f}{SPACE}%" if 0.05 < abs(number) < 99.95 else f"{number:.0f}{SPACE}%"


def num(value: float | None) -> str:
    """A number with the digits a reader needs."""
    if value is None:
        return "-"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if float(value).is_integer() and abs(value) >= 10 else f"{value:.2f}".rstrip("0").rstrip(".")


def points(share: float) -> str:
    """A difference of shares in percentage points, without its sign."""
    return f"{abs(100 * share):.1f} points"


def signed_points(share: float) -> str:
    """A difference of shares in percentage points, with its sign, without the word."""
    return f"{100 * share:+.1f}"


def between(low: float, high: float, show: Any = pct) -> str:
    """An interval in words: "17.1 to 17.4 %"."""
    first, last = show(low), show(high)
    if first.endswith("%") and last.endswith("%"):
        first = first[:-2]
    return f"{first} to {last}"


def word(plan: Plan, code: str) -> str:
    """The plain word for a code or column of the log, from the game; else the code itself, readable."""
    if code in plan.game.words:
        return plan.game.words[code]
    return code.removeprefix("pts_").replace("_", " ")


def seats_text(plan: Plan) -> str:
    """Who sat at the table."""
    if plan.lineup:
        return lineup_text(plan.lineup, ", ") + (
            " (in these seats)" if plan.fixed_seats else " (seats drawn anew in every game)"
        )
    return "every seat draws one of these styles in every game: " + ", ".join(drawn_from(MIXED, plan.styles))


def asked(plan: Plan) -> list[tuple[str, str]]:
    """What was asked for, in (what, value): enough to ask for it again."""
    settings = [f"{setting.name} {setting.show(plan.settings[setting.name])}" for setting in plan.game.settings]
    return [
        ("players", str(plan.players)),
        ("variant", plan.variant),
        ("settings", ", ".join(settings)),
        ("play styles", seats_text(plan)),
        ("seed", str(plan.seed)),
        ("log", log_text(plan)),
        ("card table", f"SHA-256 {plan.card_table.sha256}"),
    ]


def game_line(plan: Plan) -> tuple[str, str]:
    """Of how a page was made: the game and its rules."""
    return "game", f"{plan.game.name} ({plan.game.id}), rules version {plan.game.rules_version}"


def made_by(manifest: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Of how a page was made: by which versions; of a run's page also those that its ``manifest`` says played it."""
    numbers = manifest["versions"] if manifest else versions()
    balance = f"{manifest['balance']} (this page: {__version__})" if manifest else __version__
    return [("balance", balance), ("versions", ", ".join(f"{name} {number}" for name, number in numbers.items()))]


def log_text(plan: Plan) -> str:
    """What was logged: "turns", "turns of every 5th game", "seats"."""
    return plan.log if plan.log_every == 1 else f"turns of {plan.turns_of}"


def first_with_turns(plan: Plan, most: int) -> str:
    """The games a query looked at for their turns: "the first 200,000 games"."""
    games = f"the first {min(most, plan.with_turns(plan.games)):,} games"
    return games if plan.log_every == 1 else f"{games} with turns ({plan.turns_of})"


def lift_words(lift: float, players: int) -> str:
    """A difference of lifts in percentage points of win share: "0.10 lift is 2.5 points of win share at this table"."""
    return f"{lift:.2f} lift is {100 * lift / players:.1f} points of win share with {players} players"


def card_text(card: str, plans: Sequence[Plan]) -> str:
    """A card's name and id: "Catch (FYG4)"."""
    name = next((row.name for plan in reversed(plans) for row in plan.card_table.rows if row.id == card), "")
    return f"{name} ({card})" if name else card


def some_names(names: Sequence[str], many: int) -> str:
    """The first names, and how many there are besides: "Elf, Ent and 3 more"."""
    more = f" and {len(names) - many} more" if len(names) > many else ""
    return ", ".join(names[:many]) + more
