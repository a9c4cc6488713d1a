"""Numbers as people read them, and the words for the columns of a log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from balance.common.version import __version__
from balance.engine.game import Plan
from balance.engine.game.agents import MIXED, drawn_from, lineup_text
from balance.engine.game.log import COMPONENT
from balance.engine.runs.run import versions
from balance.report.labels import true_minus

SPACE = "\N{NO-BREAK SPACE}"


def pct(share: float | None) -> str:
    """A share as a percentage: 52.1 %; more digits only where they matter."""
    if share is None:
        return "-"
    number = 100 * share
    if number != 0 and abs(number) < 0.1:
        return f"{true_minus(f'{number:.2g}')}{SPACE}%" if abs(number) >= 0.001 else f"less than 0.001{SPACE}%"
    return f"{plain_number(number, 1 if 0.05 < abs(number) < 99.95 else 0)}{SPACE}%"


def two_digits(number: float) -> float:
    """The number as far as its first two digits: 1,234 is 1,200."""
    return float(f"{number:.2g}")


def num(value: float | None) -> str:
    """A number with the digits a reader needs."""
    if value is None:
        return "-"
    if abs(value) >= 1000 or (float(value).is_integer() and abs(value) >= 10):
        return plain_number(value, 0)
    return plain_number(value, 2).rstrip("0").rstrip(".")


def times(count: str) -> str:
    """How often, in words: "once", "3.9 times", "less than 0.01 times"."""
    return {"1": "once", "2": "twice", "0.00": "less than 0.01 times"}.get(count, f"{count} times")


def points(share: float) -> str:
    """A difference of shares in percentage points, without its sign."""
    return f"{abs(100 * share):.1f} points"


def signed_points(share: float) -> str:
    """A difference of shares in percentage points, with its sign, without the word: "−2.1"."""
    return plain_number(100 * share, 1, "+")


def between(low: float, high: float, show: Any = pct) -> str:
    """An interval in words: "17.1 to 17.4 %"."""
    first, last = show(low), show(high)
    if first.endswith("%") and last.endswith("%"):
        first = first[:-2]
    return f"{first} to {last}"


def share(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """A share with the digits that its interval allows, and with the interval where there is one: "38 % (36 to 40)"."""
    if value is None:
        return "-"
    digits = _digits(low, high, 100)
    if low is None:
        digits = 0 if 0.1 <= value <= 0.9 or value in (0, 1) else 1
    if 0 < value < 0.01 or 0.99 < value < 1:
        digits = max(digits, 1)
    if 0 < value < 0.0005:
        return pct(value)
    return f"{plain_number(100 * value, digits)}{SPACE}%{_in_brackets(low, high, digits, 100)}"


def gain(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """A difference of win shares, in words: "+5 points of win rate (+3 to +7)"."""
    return more(value, low, high, " points of win rate")


def more(value: float | None, low: float | None = None, high: float | None = None, unit: str = "") -> str:
    """A difference of shares in points, with its sign: "+5 (+3 to +7)"."""
    if value is None:
        return "-"
    digits = _digits(low, high, 100) if low is not None and abs(value) >= 0.01 else 1
    return f"{plain_number(100 * value, digits, '+')}{unit}{_in_brackets(low, high, digits, 100, '+')}"


def amount(value: float | None, low: float | None = None, high: float | None = None, sign: str = "") -> str:
    """A number with the digits that its interval allows: "85.2 (84.9 to 85.5)"; with ``sign`` "+" also above 0."""
    if value is None:
        return "-"
    digits = _digits(low, high, 1) if low is not None else (1 if abs(value) >= 1 else 2)
    if abs(value) < 1:
        digits = max(digits, 1)
    return f"{plain_number(value, digits, sign)}{_in_brackets(low, high, digits, 1, sign)}"


def _digits(low: float | None, high: float | None, times: float) -> int:
    """So many decimals that a step of the last one is not much smaller than the interval."""
    if low is None or high is None:
        return 0
    width = times * (high - low)
    return 0 if width >= 2 or not width else 1 if width >= 0.2 else 2


def _in_brackets(low: float | None, high: float | None, digits: int, times: float, sign: str = "") -> str:
    """An interval behind its value; nothing where nobody knows it, as of one game: queries leave its ends blank."""
    if low is None or high is None:
        return ""
    ends = [plain_number(times * end, digits, sign) for end in (low, high)]
    return "" if ends[0] == ends[1] else f" ({ends[0]} to {ends[1]})"  # narrower than the digits that are shown


def plain_number(number: float, digits: int, sign: str = "") -> str:
    """A number with a true minus sign, and never with a sign before 0."""
    text = f"{number:{sign},.{digits}f}"
    return true_minus(text) if text.strip("+-0.,") else text.lstrip("+-")


def word(plan: Plan, code: str) -> str:
    """The plain word for a code or column of the log, from the game; else the code itself, readable."""
    if code in plan.game.words:
        return plan.game.words[code]
    return code.removeprefix(COMPONENT).replace("_", " ")


def turns_text(plan: Plan) -> str:
    """What the turns of a whole game are called, with what they include: "turns (tie-breaks included)"."""
    included = plan.game.turns_include
    return f"{word(plan, 'turns')} ({included})" if included else word(plan, "turns")


def seats_text(plan: Plan) -> str:
    """Who sat at the table."""
    if plan.lineup:
        return lineup_text(plan.lineup, ", ") + (
            " (in this order)" if plan.fixed_seats else " (seated at random in every game)"
        )
    return "every player draws one of these styles in every game: " + ", ".join(drawn_from(MIXED, plan.styles))


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


def game_line(plan: Plan, rules: int | None = None) -> tuple[str, str]:
    """Of how a page was made: the game and its rules. ``rules``: their version, where it may not be today's."""
    return "game", f"{plan.game.name} ({plan.game.id}), rules version {rules or plan.game.rules_version}"


def made_by(manifest: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Of how a page was made: by which versions; of a run's page also those that its ``manifest`` says played it."""
    numbers = manifest["versions"] if manifest else versions()
    balance = f"{manifest['balance']} (this page: {__version__})" if manifest else __version__
    return [("balance", balance), ("versions", ", ".join(f"{name} {number}" for name, number in numbers.items()))]


def waiting(plan: Plan) -> str:
    """What the turns of players include, where they move one after the other: " (waiting turns included)"; else ""."""
    return " (waiting turns included)" if plan.game.in_turn else ""


def log_text(plan: Plan) -> str:
    """What was logged: "turns", "turns of every 5th game", "seats"."""
    return plan.log if plan.log_every == 1 else f"turns of {plan.turns_of}"


def first_with_turns(plan: Plan, most: int) -> str:
    """The games a query looked at for their turns: "the first 200,000 games"."""
    games = f"the first {min(most, plan.with_turns(plan.games)):,} games"
    return games if plan.log_every == 1 else f"{games} with turns ({plan.turns_of})"


def card_text(card: str, plans: Sequence[Plan]) -> str:
    """A card's name and id: "Catch (FYG4)"."""
    name = card_name(card, plans)
    return f"{name} ({card})" if name else card


def card_name(card: str, plans: Sequence[Plan]) -> str:
    """A card's name, as the last of the plans has it; "" where none has the card."""
    return next((row.name for plan in reversed(plans) for row in plan.card_table.rows if row.id == card), "")


def card_names(plan: Plan) -> dict[str, str]:
    """By id, what a card is called: by its name, and its id behind it where others have the name; else by its id."""
    rows = plan.card_table.rows
    shared = Counter(row.name for row in rows)
    return {row.id: row.name if shared[row.name] == 1 else f"{row.name} ({row.id})" for row in rows if row.name}


def some_names(names: Sequence[str], many: int) -> str:
    """The first names, and how many there are besides: "Elf, Ent and 3 more"."""
    more = f" and {len(names) - many} more" if len(names) > many else ""
    return ", ".join(names[:many]) + more
