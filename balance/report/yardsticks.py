"""What a run is held against: the designer's targets, as chips, and the reference figures, as a trend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from balance.analysis.baseline_file import BaselineError, load_baseline
from balance.analysis.comparison import MOVED, NOT_COMPARABLE, SAME, Comparison, compare
from balance.analysis.results import Results
from balance.analysis.targets.judge import FAIL, INCONCLUSIVE, PASS, Judgement, band, judge
from balance.analysis.targets.measures import LIFT, POWER, SHARE, Goal
from balance.analysis.targets.read import Target, find_targets, read_targets
from balance.cards.read import CardFile
from balance.common.errors import InputError
from balance.common.places import BASELINES
from balance.common.units import counted
from balance.engine.game import Plan, game_ids
from balance.engine.game.log import COMPONENT
from balance.judging.reference import differences, edited_cells
from balance.report.edited import edited_text, judging, why
from balance.report.labels import as_player, true_minus
from balance.report.page import Chip, Tile, Trend
from balance.report.phrases import SPACE, num, pct, signed_points, two_digits, word
from balance.report.scorecard import AS_WANTED, ASKED, OFF_TARGET

WORDS = {PASS: "met", FAIL: "missed", INCONCLUSIVE: "open"}
ORDER = ("missed", "open", "met")
SAME_GAMES = ("game", "players", "variant", "settings", "agents")
"""What must agree before a target speaks of a run. The cards may have been edited: that is what it is for."""
WATCHED = ("turns_mean", "shared_share", "lead_changes_mean", "best_score_mean", "style_win_share")
"""The reference figures that a trend looks at."""


@dataclass(frozen=True)
class Yardsticks:
    """Where the targets and the reference figures are; None: nobody looks."""

    targets: Path | None = None
    baselines: Path | None = None


NO_YARDSTICKS = Yardsticks()


def yardsticks_here() -> Yardsticks:
    """Those of the folder in which one works. Raises InputError where the name of the targets is misspelt."""
    return Yardsticks(find_targets(None), BASELINES)


# ---- targets


def chips(results: Results, file: Path | None) -> list[Chip]:
    """What a run says of the targets of such games, the missed ones first; none where there are none of these."""
    if file is None:
        return []
    plan = results.plan
    try:
        target = target_of(plan, file)
    except InputError as error:
        return [Chip("", str(file), "open", "cannot be read for this run", str(error.problems[0]).partition("\n")[0])]
    goals = target.goals if target else ()
    judged = [_chip(goal, judge(goal, results, tuple(goals), plan.games), results) for goal in goals]
    return sorted(judged, key=lambda chip: ORDER.index(chip.verdict))


def target_of(plan: Plan, file: Path) -> Target | None:
    """The targets of such games as the plan's; None: there are none. Raises InputError for a file with mistakes."""
    table = plan.card_table
    none = replace(table, rows=())  # of other games: their targets are passed over
    cards = CardFile(Path(table.file), {game: table if game == plan.game.id else none for game in game_ids()}, [])
    return next((target for target in read_targets(file, cards, [plan.game.id]) if same_games(target.plan, plan)), None)


def same_games(plan: Plan, other: Plan) -> bool:
    """Whether two plans are of the same games but for number, seed, and the numbers of cards and styles."""
    first, second = plan.identity(), other.identity()
    return all(first[key] == second[key] for key in SAME_GAMES)


def _chip(goal: Goal, judged: Judgement, results: Results) -> Chip:
    measure, name = goal.measure.name, goal.measure.label
    if goal.subject:
        name = name.format(word(results.plan, COMPONENT + goal.subject) if measure == "points" else goal.subject)
    if measure == POWER and results.power is None:
        return Chip(measure, name, "open", "not measured", wanted(goal, results.plan.players))
    if measure == POWER and judged.verdict == INCONCLUSIVE:
        return Chip(measure, name, "open", _open_cards(goal, judged, results), wanted(goal, results.plan.players))
    if judged.value is None:
        why = (judged.reason or "no figure").removesuffix(".")
        if judged.subject:
            why = f"{_subject(judged.subject, results.plan)}, {why[:1].lower()}{why[1:]}"
        return Chip(measure, name, WORDS[judged.verdict], why, wanted(goal, results.plan.players))
    value = _text(goal, judged.value, results.plan.players)
    measured = f"{_subject(judged.subject, results.plan)} {value}".strip() if judged.subject else value
    if judged.verdict == PASS and _beyond(goal, judged.value):
        measured += " (within the margin)"
    more = len(judged.culprits) - 1
    measured += f", and {more} more" if more > 0 else ""
    return Chip(measure, name, WORDS[judged.verdict], measured, wanted(goal, results.plan.players))


def _open_cards(goal: Goal, judged: Judgement, results: Results) -> str:
    """How many cards are not decided, which of them is the furthest off, and how many the target leaves out."""
    text = f"{len(judged.culprits)} not decided"
    if judged.value is not None:
        value = _text(goal, judged.value, results.plan.players)
        text += f", {_subject(judged.subject, results.plan)} {value} the furthest off"
    left_out = goal.options.get("leave_out", ())
    return f"{text}; {len(left_out)} known exceptions left out" if left_out else text


def _beyond(goal: Goal, value: float) -> bool:
    """Whether a value lies outside the wanted band, which a margin may forgive."""
    low, high = band(goal)
    return not low <= value <= high


def passed_measures(chips: Sequence[Chip]) -> set[str]:
    """The measures of which a run meets every target."""
    return {chip.measure for chip in chips} - {chip.measure for chip in chips if chip.verdict != "met"}


def missed_measures(chips: Sequence[Chip]) -> set[str]:
    """The measures of which a run misses a target."""
    return {chip.measure for chip in chips if chip.verdict == "missed"}


def as_wanted(tile: Tile, chips: Sequence[Chip]) -> Tile:
    """A tile as the designer's own targets judge it: they know better than the usual thresholds.

    What a met target settles is no doubt and no warning; a tile that sees nothing wrong warns where one is missed.
    """
    if tile.weight != "good" and tile.target in passed_measures(chips):
        return _judged(tile, AS_WANTED)
    if tile.weight != "warn" and missed_measures(chips) & {tile.target, *ASKED.get(tile.question, ())}:
        return _judged(tile, OFF_TARGET)
    return tile


def _judged(tile: Tile, verdict: tuple[str, str]) -> Tile:
    return replace(tile, verdict=verdict[0], weight=verdict[1], caption=tile.settled or tile.caption)


def _subject(subject: str, plan: Plan) -> str:
    """A style, a card by its name, or a seat as a player."""
    name = next((row.name for row in plan.card_table.rows if row.id == subject and row.name), subject)
    return as_player(name)


def wanted(goal: Goal, players: int) -> str:
    """The wanted band: "at most 2 %", "10 to 30 %", "within 2.5 points"."""
    low, high = goal.at_least, goal.at_most
    if goal.measure.distance:
        size = num(100 * (high or 0))
        return f"within {size} point{'' if size == '1' else 's'}"
    if low is not None and high is not None:
        text = f"{_end(goal, low, players).partition(SPACE)[0]} to {_end(goal, high, players)}"
    elif low is not None:
        text = f"at least {_end(goal, low, players)}"
    else:
        text = f"at most {_end(goal, high or 0, players)}"
    return text + _turns(goal)


def _turns(goal: Goal) -> str:
    """Of a share of games that last so long, how long."""
    ends = [("from", goal.options.get("from")), ("to", goal.options.get("to"))]
    said = " ".join(f"{end} {turns}" for end, turns in ends if turns is not None)
    return f" last {said} turns" if said else ""


def _end(goal: Goal, value: float, players: int) -> str:
    """An end of a band, as the designer wrote it: "30 %"; lift as the points of win rate that it is at this table."""
    if goal.measure.unit == LIFT:
        return f"{signed_points(value / players)}{SPACE}points"
    unit = {SHARE: "%"}.get(goal.measure.unit, "turns")
    return f"{100 * value if goal.measure.unit == SHARE else value:.6g}{SPACE}{unit}"


def _text(goal: Goal, value: float, players: int) -> str:
    if goal.measure.distance or goal.measure.unit == LIFT:
        return f"{signed_points(value / players if goal.measure.unit == LIFT else value)} points"
    if goal.measure.unit == SHARE:
        return pct(value)
    return f"{num(value)} turns"


# ---- reference figures


def trend(results: Results, folder: Path | None) -> Trend | None:
    """What moved since the reference figures were stored, and how to judge an edit; None: nobody looks."""
    plan = results.plan
    if folder is None:
        return None
    game, how = plan.game.id, {"command": judging(plan), "why": why(plan, compared=False)}
    try:
        stored = load_baseline(folder / f"{game}.json")
        if other := differences(stored, plan):
            return Trend("open", f"The baseline is of {' and '.join(other)}: nothing to compare with.", **how)
        edited = edited_cells(stored, plan)
    except (BaselineError, KeyError, TypeError):  # there is none, another version wrote it, or somebody else
        return Trend(
            "open", f"No baseline to compare with yet: `balance baseline {plan.game.typed}` stores one.", **how
        )
    before = [row for row in stored["figures"] if row["figure"] in WATCHED]
    comparisons = compare(before, _figures(results), plan.game.figures)
    changed = edited_text(edited, plan)
    edits = f"Edited since: {changed}." if changed else "No card was edited since."
    return replace(
        _trend(comparisons, _since(stored), plan.games),
        edited=edits,
        command=how["command"],
        why=why(plan, compared=True),
    )


def _since(stored: dict) -> str:
    """The baseline, with its date."""
    return f"the baseline of {stored['made'][:10]}" if isinstance(stored.get("made"), str) else "the baseline"


def _figures(results: Results) -> list[dict]:
    return results.shared_figures.filter(pl.col("figure").is_in(WATCHED)).to_dicts()


def _trend(comparisons: Sequence[Comparison], since: str, games: int) -> Trend:
    comparable = [figure for figure in comparisons if figure.verdict != NOT_COMPARABLE]
    moved = [figure for figure in comparable if figure.verdict == MOVED]
    if moved:
        moved.sort(key=lambda figure: -abs(figure.difference or 0.0) / figure.margin)
        more = len(moved) - 1
        others = f"; {counted(more, 'more figure')} moved" if more else ""
        return Trend("moved", f"{sentence(moved[0])} since {since}{others}.")
    if all(figure.verdict == SAME for figure in comparable):
        return Trend("same", f"Nothing moved since {since}.")
    return Trend("open", f"Nothing clearly moved since {since}; {games:,} games are too few to be sure.")


def sentence(figure: Comparison) -> str:
    """A figure that moved, in words: "Win rate of a style: greedy +2.1 points"."""
    change = figure.difference or 0.0
    size = f"{signed_points(change)} points"
    if not figure.headline.is_share:
        size = f"{true_minus(f'{two_digits(change):+,g}')} {figure.headline.unit}"
    return f"{figure.headline.named(figure.subject)} {size}"
