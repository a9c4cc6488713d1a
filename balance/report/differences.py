"""What a comparison found, in sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from balance.analysis.comparison import MOVED, NOT_COMPARABLE, SAME, Comparison
from balance.analysis.paired import TOO_RARE, Difference, count
from balance.analysis.stats import FORESEEABLE, games_text, round_number
from balance.engine.game import Plan
from balance.engine.game.headlines import CARD, END, SHARE, SOURCE, Headline
from balance.judging.compare import Outcome
from balance.report.labels import as_player, true_minus
from balance.report.phrases import card_text, plain_number, some_names, word

LISTED = 8
"""Names in a list."""


def sentences(outcome: Outcome) -> list[str]:
    """One sentence for every figure that moved: the game first, cards last, the largest changes first."""
    return [sentence(figure, outcome.plans) for figure in moved(outcome)]


def moved(outcome: Outcome) -> list[Difference]:
    """The figures that moved, in the order in which they are shown."""
    return sorted(
        (figure for figure in outcome.differences if figure.verdict == MOVED), key=report_order(outcome.plans[0])
    )


def of_card(figure: Comparison) -> bool:
    """Whether it is a figure of a single card."""
    return figure.headline.of == CARD


def size(figure: Comparison) -> float:
    """How large a change is, in margins."""
    return abs(figure.difference or 0.0) / figure.margin


def report_order(plan: Plan) -> Callable[[Comparison], tuple[int, float, str]]:
    """The order in which differences are shown: the game first, cards last, the largest changes first."""
    places = {name: place for place, name in enumerate(plan.game.figures)}
    return lambda figure: (places.get(figure.figure, len(places)), -size(figure), figure.subject)


def sentence(figure: Comparison, plans: tuple[Plan, Plan]) -> str:
    """What happened to one figure: "Player 1 wins 27.1 % instead of 25.3 % (+1.8 points, +1.2 to +2.4)."."""
    share = figure.headline.is_share
    times = 100 if share else 1
    change, low, high = (times * (number or 0.0) for number in (figure.difference, figure.low, figure.high))
    decimals = _decimals((high - low) / 2)
    before, after = (_value(value, figure.headline, decimals) for value in (figure.before, figure.after))
    subject, score = subject_text(figure.headline, figure.subject, plans), plans[0].game.words.get("score", "points")
    text = figure.headline.change_text(subject, before, after, score)
    shown, *ends = (plain_number(number, decimals, "+") for number in (change, low, high))
    return f"{text} ({shown}{' points' if share else ''}, {' to '.join(ends)})."


def _decimals(half_width: float) -> int:
    """Decimals down to the first digit of what is not known."""
    return min(4, max(1, -math.floor(math.log10(half_width)))) if half_width > 0 else 2


def _value(value: float | None, of: Headline, decimals: int) -> str:
    number = 0.0 if value is None else value
    if not of.is_share:
        return true_minus(f"{number:.{decimals}f}")
    return true_minus(f"{100 * number:.{decimals}f} {'%' if of.unit == SHARE else 'points'}")


def figure_text(figure: Comparison, plans: Sequence[Plan]) -> str:
    """A figure and what it is of: "Win rate of a style: bold"."""
    return figure.headline.named(subject_text(figure.headline, figure.subject, plans))


def subject_text(of: Headline, subject: str, plans: Sequence[Plan]) -> str:
    """What a figure is of, as people call it: cards with their names."""
    if of.of == CARD:
        return card_text(subject, plans)
    if of.of in (END, SOURCE):
        said = word(plans[0], subject)
        alike = [code for code in plans[0].log_tables["seats"].components if word(plans[0], code) == said]
        return f"{said} ({subject})" if len(alike) > 1 else said
    return as_player(subject)


def headline(outcome: Outcome) -> str:
    """What was compared: the game, how many games, whose luck."""
    name = outcome.plans[0].game.name
    if outcome.proved:
        return f"{name}: no game was played."
    first, second = outcome.games
    if outcome.pairs:
        return f"{name}: {first:,} games of each, the same games with the same luck."
    return f"{name}: {first:,} games against {second:,} with other luck (other seeds)."


def summary(outcome: Outcome) -> list[str]:
    """What did not move, and how sharp the comparison is."""
    if outcome.proved:
        return ["Provably the same: the rules see no difference, so no game can differ."]
    if outcome.pairs and outcome.alike == outcome.pairs and not outcome.differs:
        return [f"The same: all {outcome.pairs:,} games are alike, cell by cell."]
    return [stayed(outcome), *(line for line, _ in missing(outcome)), *_sharpness(outcome)]


def stayed(outcome: Outcome) -> str:
    """How many figures did not move, are about as far off as their margin, or are still open."""
    same = count(outcome.differences, SAME)
    text = f"{same:,} {_figures(same)} within {'its margin' if same == 1 else 'their margins'}"
    unsettled = [figure for figure in outcome.differences if not figure.settled]
    close = len(outcome.close)
    if close:
        text += f"; {close:,} {'is' if close == 1 else 'are'} about as far off as the margin"
    if unsettled:
        text += f"; {len(unsettled):,} {'is' if len(unsettled) == 1 else 'are'} not decided ({_would_decide(outcome)})"
    return text + "."


def _would_decide(outcome: Outcome) -> str:
    """How many games would decide all that is open, and how to ask for them where the games were played for this."""
    unsettled = (figure for figure in outcome.differences if not figure.settled)
    slowest = max(unsettled, key=lambda figure: figure.games_needed or 0)
    needed = round_number(slowest.games_needed or 0)
    asked = f": --max-games {needed}" if outcome.runs is None and needed <= FORESEEABLE else ""
    return f"{games_text(needed)} would{asked}; slowest: {figure_text(slowest, outcome.plans)}"


def correlation(value: float) -> str:
    """How alike pairs are, with more digits where they are nearly the same; 1 only where nothing differs."""
    if 0.99995 <= value < 1:
        return "more than 0.9999"
    return f"{value:.4f}" if 0.99 < value < 1 else f"{value:.2f}"


def _figures(number: int) -> str:
    return "figure stays" if number == 1 else "figures stay"


def missing(outcome: Outcome) -> list[tuple[str, bool]]:
    """What only one of the two has, and what is too rare, and of each whether there are cards among it."""
    lines = []
    for verdict, text in ((NOT_COMPARABLE, "Only one of the two has"), (TOO_RARE, "Met too rarely to be judged")):
        figures = [figure for figure in outcome.differences if figure.verdict == verdict]
        if figures:
            names = [subject_text(figure.headline, figure.subject, outcome.plans) for figure in figures]
            lines.append((f"{text}: {_some(names)}.", any(map(of_card, figures))))
    return lines


def _some(names: Sequence[str]) -> str:
    return some_names([*dict.fromkeys(names)], LISTED)


def _sharpness(outcome: Outcome) -> list[str]:
    if not outcome.pairs:
        return ["Runs with one seed are compared game by game, which is sharper."]
    lines = []
    if outcome.alike is not None:
        lines.append(f"{outcome.alike:,} of {outcome.pairs:,} games are alike, cell by cell.")
    if outcome.correlation is not None and outcome.unpaired_games is not None:
        lines.append(
            f"Pairs have a correlation of {correlation(outcome.correlation)}: as sharp as"
            f" {round_number(outcome.unpaired_games):,} games of each with other luck (medians of the figures that"
            " differ at all)."
        )
    return lines
