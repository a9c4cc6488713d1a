"""A style that was found, in sentences: what it gains, how it plays, what it leans on, whether it is an exploit."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from balance.common.units import counted
from balance.engine.game import Plan
from balance.engine.game.styles import as_toml
from balance.judging.exploits import (
    COLLUSION,
    HOARD,
    ONE_CARD,
    ONE_SOURCE,
    PARASITE,
    SPOILER,
    STALL,
    Exploit,
)
from balance.judging.habits import CARD, COUNT, ENDS, LENGTH, OTHERS, SCORE, SOURCE, Habit, of
from balance.judging.trials import kinds_of
from balance.judging.tune import Adjustment, Among, RunResult, Tuned
from balance.report.phrases import SPACE, card_text, gain, num, share, word

MOST_CHANGES, MOST_COUNTS, MOST_SOURCES, MOST_CARDS = 6, 4, 3, 3
"""So many of each kind are named."""
NOTICED, CARD_NOTICED = 0.2, 0.05
"""A figure is named where it changes by so much of itself; a card, where so many more games gain it, or fewer."""
LITTLE = 0.15
"""A weight that is so small beside what it was is none."""
MOST_ENDS = 0.1
"""A reason to end is named where so many more, or fewer, games end by it."""
FEW_WORDS = 3
"""What stands before a colon explains a weight, if it has as many words."""
COLUMNS = ("others", "win rate", "low", "high")
NUMBERS = COLUMNS[1:]
WIDTH = 110


def percent(value: float, low: float | None = None, high: float | None = None) -> str:
    """A share as a terminal and a file of settings show it: with a plain space."""
    return share(value, low, high).replace(SPACE, " ")


def headline(tuned: Tuned) -> str:
    """What it wins, and against whom."""
    won, who = tuned.won, " and ".join(tuned.field)
    if tuned.likes:
        who += f", {counted(tuned.likes, 'other')} playing it, too"
    if tuned.neutral == 0:
        return "No style can win more than another: nobody won any of the games."
    chance = f"{percent(tuned.neutral)} would be chance"
    if not tuned.is_stronger:
        wins = f"the best of {len(tuned.runs)} searches wins {percent(won.share, *won.interval)} against {who}"
        known = tuned.strongest.style
        if tuned.beats_all:
            return f"Stronger than {known}, but not clearly above an even share: {wins} ({chance})."
        return f"Nothing clearly stronger than {known} was found: {wins} ({chance})."
    return f"{tuned.style.name} wins {percent(won.share, *won.interval)} of games against {who}; {chance}."


def sentences(tuned: Tuned, plan: Plan) -> list[str]:
    """The verdict first, then what it gains and whether it is an exploit."""
    better = gain(tuned.gain.value, tuned.gain.low, tuned.gain.high)
    lines = [headline(tuned)]
    lines.append(f"{tuned.start.name}, its start, wins {percent(tuned.start_won.share)} of the same games: {better}.")
    best = tuned.strongest
    if best.style != tuned.start.name:
        lines.append(f"The strongest style so far, {best.style}, wins {percent(best.won.share)} among the same.")
    lines += exploit_lines(tuned, plan)
    return lines + _counters(tuned)


def exploit_lines(tuned: Tuned, plan: Plan) -> list[str]:
    """Whether it is an exploit, and why."""
    certain = [exploit for exploit in tuned.exploits if exploit.certain]
    if certain:
        return [f"Exploit ({exploit.kind}): {exploit_text(exploit, plan)}" for exploit in certain]
    if not tuned.is_stronger:
        return []
    looked = "longer games, points late or from one source, one card, players who help or live off each other"
    return [f"No sign of an exploit (looked for: {looked})."]


def exploit_text(exploit: Exploit, plan: Plan) -> str:
    """Why this is degenerate, with its two numbers."""
    if exploit.kind == ONE_CARD:
        name = card_text(exploit.subject, [plan])
        gone = f"{_without(exploit.subject, plan)} {percent(min(1.0, exploit.now))} of the gain is gone"
        return f"it lives by {name}: {gone}. It has the card in {percent(exploit.before)} of its wins."
    now, before = percent(exploit.now), percent(exploit.before)
    return {
        STALL: f"games last {num(exploit.now)} turns instead of {num(exploit.before)}.",
        HOARD: f"{now} of its points come in the last quarter of a game, instead of {before}.",
        ONE_SOURCE: f"{now} of its points are {_points(plan, exploit.subject)}, instead of {before}.",
        COLLUSION: f"two players with it win {now} each; one alone wins {before}.",
        PARASITE: f"it lives off others. Where all others play it, its start wins {now}; {before} would be chance.",
        SPOILER: f"it scores no more, but the others score {num(exploit.now)} instead of {num(exploit.before)}.",
    }[exploit.kind]


def _without(card: str, plan: Plan) -> str:
    """In which games the gain of a card is missed."""
    return "without it" if kinds_of(plan)[card].absent else "with an ordinary card in its place"


def _counters(tuned: Tuned) -> list[str]:
    """Which of the styles beat it."""
    beating = [among.others for among in tuned.among if among.won.interval[1] < among.won.even]
    return [f"It loses against: {', '.join(beating)}."] if beating else []


def recipe(tuned: Tuned, plan: Plan) -> list[str]:
    """How it plays, compared with its start: what it weighs, what it does, where its points come from, its cards.

    Nothing of a style that does not beat its start: what it does otherwise is chance.
    """
    if not tuned.beats_start:
        return []
    features = {feature.name: feature.description for feature in plan.game.features(plan.cards)}
    descriptions = {**features, **{knob.name: knob.description for knob in plan.game.knobs}}
    clear = [change for change in tuned.changes if change.clear][:MOST_CHANGES]
    lines = [change_text(change, descriptions[change.direction.name]) for change in clear]
    if not clear:
        lines.append("No single weight makes the difference: many small changes do.")
    return lines + _counts(tuned.habits, plan) + _sources(tuned.habits, plan) + _cards(tuned, plan)


def change_text(change: Adjustment, what: str) -> str:
    """What it weighs otherwise, and what that is worth: "Weighs tiles 2.1 times as much (...): +3 points"."""
    head = what.partition(":")[0]
    short = head if len(head.split()) >= FEW_WORDS else what
    return f"{_turned(f'`{change.direction.name}`', change)} ({short}): {gain(change.worth.value)}"


def _turned(name: str, change: Adjustment) -> str:
    before, after = change.before, change.after
    if change.direction.knob:
        return f"Sets {name} to {num(after)} instead of {num(before)}"
    if not before or before * after < 0:
        now = "Seeks" if after > 0 else "Avoids"
        return f"{now} {name}, which its start {'ignores' if not before else 'avoids' if after > 0 else 'seeks'}"
    ratio = after / before
    if ratio < LITTLE:
        return f"Ignores {name}"
    if ratio >= 1:
        return f"Weighs {name} {num(ratio)} times as much"
    return f"Weighs {name} only {num(ratio)} times as much"


def _changes_enough(habit: Habit) -> bool:
    return habit.clear and abs(habit.change) >= max(0.05, NOTICED * max(abs(habit.before), abs(habit.now)))


def _counts(seen: Sequence[Habit], plan: Plan) -> list[str]:
    """How long games last, what is scored, and the counts of ``seats`` that changed most clearly."""
    lines = []
    sentences = ((LENGTH, "Games last {} turns"), (SCORE, "It scores {}"), (OTHERS, "The others score {} each"))
    for what, sentence in sentences:
        habit = of(seen, what)
        if habit and habit.clear and abs(habit.change) > 0.02 * abs(habit.before):
            lines.append(f"{sentence.format(num(habit.now))} instead of {num(habit.before)}")
    for habit in seen:
        if habit.what == ENDS and habit.clear and abs(habit.change) > MOST_ENDS:
            reason = word(plan, habit.subject)
            lines.append(f"{_capital(reason)}: {percent(habit.now)} of games instead of {percent(habit.before)}")
    described = {column.name: column.description for column in plan.log_tables["seats"].columns if not column.part_of}
    counts = [habit for habit in seen if habit.what == COUNT and habit.subject in described and _changes_enough(habit)]
    counts.sort(key=lambda habit: -abs(habit.change) / max(habit.se, 1e-9))
    for habit in counts[:MOST_COUNTS]:
        description = described[habit.subject].partition(":")[0].partition(";")[0]
        lines.append(f"{_capital(description)}: {num(habit.now)} instead of {num(habit.before)}")
    return lines


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _sources(seen: Sequence[Habit], plan: Plan) -> list[str]:
    """Where more points come from, and where fewer."""
    clear = sorted(
        (habit for habit in seen if habit.what == SOURCE and habit.clear), key=lambda habit: -abs(habit.change)
    )
    parts = [
        f"{num(habit.now)} instead of {num(habit.before)} {_points(plan, habit.subject)}"
        for habit in clear[:MOST_SOURCES]
    ]
    return [f"Points: {', '.join(parts)}"] if parts else []


def _points(plan: Plan, column: str) -> str:
    return f"from {word(plan, column)}"


def _cards(tuned: Tuned, plan: Plan) -> list[str]:
    """Which cards it gains more often, and fewer; which it leans on."""
    clear = [
        habit for habit in tuned.habits if habit.what == CARD and habit.clear and abs(habit.change) >= CARD_NOTICED
    ]
    more = sorted((habit for habit in clear if habit.change > 0), key=lambda habit: -habit.change)[:MOST_CARDS]
    less = sorted((habit for habit in clear if habit.change < 0), key=lambda habit: habit.change)[:MOST_CARDS]
    lines = [f"Cards gained {what}: {', '.join(_card(habit, plan) for habit in some)}"
             for what, some in (("more often", more), ("less often", less)) if some]  # fmt: skip
    leans = [exploit for exploit in tuned.exploits if exploit.kind == ONE_CARD and not exploit.certain]
    if leans:
        parts = [f"{card_text(exploit.subject, [plan])} ({percent(exploit.now)} of the gain)" for exploit in leans]
        lines.append(f"Leans on: {', '.join(parts)}")
    return lines


def _card(habit: Habit, plan: Plan) -> str:
    return f"{card_text(habit.subject, [plan])} in {percent(habit.now)} of games instead of {percent(habit.before)}"


def rows(tuned: Tuned) -> list[tuple[str, ...]]:
    """The table of ``COLUMNS``: what it wins against every style, the field first."""
    field = Among(" and ".join(tuned.field), tuned.won)
    among = [field, *(rival for rival in tuned.among if rival.others != field.others)]
    return [(rival.others, *(percent(value) for value in (rival.won.share, *rival.won.interval))) for rival in among]


def explained(tuned: Tuned) -> str:
    """What the numbers mean, in two lines."""
    starts = ", ".join(run.start for run in tuned.runs)
    return (
        f"Searched from {starts}: {counted(tuned.generations, 'generation')}, {tuned.games:,} games with all checks. "
        f"The best of {len(tuned.runs)} was chosen on deals of its own;\nall win rates here are of deals that "
        f"nobody saw before. The worth of a weight: the win rate with it, less that with the start's weight."
    )


def toml(tuned: Tuned, plan: Plan) -> str:
    """The file of the style: what it is for people, what it weighs for ``--styles``."""
    how = [f"- {line}" for line in recipe(tuned, plan)]
    parts = [*sentences(tuned, plan), *(["How it plays, compared with its start:"] if how else []), *how]
    notes = [line for text in parts for line in textwrap.wrap(text, WIDTH, subsequent_indent="  ")]
    return as_toml(tuned.style, plan.game.id, plan.game.knobs, notes)


def as_json(tuned: Tuned, plan: Plan) -> dict[str, Any]:
    """All of it for programs; all shares: 0.01 = one point of win rate."""
    low, high = tuned.won.interval
    return {
        "style": tuned.style.name,
        "win_share": tuned.won.share,
        "low": low,
        "high": high,
        "neutral": tuned.neutral,
        "stronger": tuned.is_stronger,
        "against": list(tuned.field),
        "likes": tuned.likes,
        "start": tuned.start.name,
        "start_win_share": tuned.start_won.share,
        "best_start": tuned.best_start.style,
        "best_start_win_share": tuned.best_start.won.share,
        "strongest": tuned.strongest.style,
        "strongest_win_share": tuned.strongest.won.share,
        "gain": tuned.gain.value,
        "gain_low": tuned.gain.low,
        "gain_high": tuned.gain.high,
        "among": [_among_json(rival) for rival in tuned.among],
        "runs": [_run_json(run) for run in tuned.runs],
        **_exploits_json(tuned, plan),
        "changes": [_change_json(change) for change in tuned.changes],
        "recipe": recipe(tuned, plan),
        "about": tuned.style.about,
        "weights": dict(tuned.style.weights),
        "knobs": dict(tuned.style.knobs),
        "generations": tuned.generations,
        "games": tuned.games,
    }


def _among_json(among: Among) -> dict[str, Any]:
    low, high = among.won.interval
    return {"style": among.others, "win_share": among.won.share, "low": low, "high": high, "even": among.won.even}


def _run_json(run: RunResult) -> dict[str, Any]:
    return {"start": run.start, "win_share": run.won.share, "start_win_share": run.start_won.share}


def _change_json(change: Adjustment) -> dict[str, Any]:
    worth = {"worth": change.worth.value, "low": change.worth.low, "high": change.worth.high}
    return {"name": change.direction.name, "from": change.before, "to": change.after, **worth}


def _exploits_json(tuned: Tuned, plan: Plan) -> dict[str, Any]:
    certain = [exploit for exploit in tuned.exploits if exploit.certain]
    leans = [exploit for exploit in tuned.exploits if exploit.kind == ONE_CARD]
    return {
        "exploit": bool(certain),
        "exploits": [
            {"kind": sign.kind, "subject": sign.subject, "says": exploit_text(sign, plan)} for sign in certain
        ],
        "leans_on": [{"card": exploit.subject, "share_of_gain": exploit.now} for exploit in leans],
    }
