"""A style that was found, in sentences: what it gains, how it plays, what it leans on, whether it is an exploit."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

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
from balance.judging.tune import Among, Change, RunResult, Tuned
from balance.report.phrases import SPACE, card_text, gain, num, share, word

MOST_CHANGES, MOST_COUNTS, MOST_SOURCES, MOST_CARDS = 6, 4, 3, 3
"""So many of each kind are told."""
NOTICED, CARD_NOTICED = 0.2, 0.05
"""A figure is told where it changes by so much of itself; a card, where it is gained in so many more or fewer games."""
LITTLE = 0.15
"""A weight that is so small beside what it was is none."""
MOST_ENDS = 0.1
"""A reason to end is told where so many more, or fewer, games end by it."""
FEW_WORDS = 3
"""What stands before a colon explains a weight, if it has as many words."""
COLUMNS = ("others", "win rate", "low", "high")
NUMBERS = COLUMNS[1:]
WIDTH = 110


def percent(value: float, low: float | None = None, high: float | None = None) -> str:
    """A share as a terminal and a file of settings show it: with a plain space."""
    return share(value, low, high).replace(SPACE, " ")


def headline(found: Tuned) -> str:
    """What it wins, and against whom."""
    won, who = found.won, " and ".join(found.field)
    chance = f"{percent(found.neutral)} would be chance"
    if not found.is_stronger:
        wins = f"the best of {len(found.runs)} searches wins {percent(won.share, *won.interval)} against {who}"
        return f"Nothing clearly stronger than {found.best_start.start} was found: {wins} ({chance})."
    return f"{found.style.name} wins {percent(won.share, *won.interval)} of games against {who}; {chance}."


def sentences(found: Tuned, plan: Plan) -> list[str]:
    """The verdict first, then what it gains and whether it is an exploit."""
    better = gain(found.gain.value, found.gain.low, found.gain.high)
    lines = [headline(found)]
    lines.append(f"{found.start.name}, its start, wins {percent(found.start_won.share)} of the same games: {better}.")
    best = found.best_start
    if best.start != found.start.name:
        lines.append(f"The strongest style so far, {best.start}, wins {percent(best.start_won.share)} among the same.")
    lines += exploit_lines(found, plan)
    return lines + _counters(found)


def exploit_lines(found: Tuned, plan: Plan) -> list[str]:
    """Whether it is an exploit, and why."""
    certain = [one for one in found.exploits if one.certain]
    if certain:
        return [f"Exploit ({one.kind}): {exploit_text(one, plan)}" for one in certain]
    if not found.is_stronger:
        return []
    looked = "longer games, points late or from one source, one card, players who help or live off each other"
    return [f"No sign of an exploit (looked for: {looked})."]


def exploit_text(one: Exploit, plan: Plan) -> str:
    """Why this is degenerate, with its two numbers."""
    if one.kind == ONE_CARD:
        name = card_text(one.subject, [plan])
        gone = f"{_without(one.subject, plan)} {percent(min(1.0, one.now))} of the gain is gone"
        return f"it lives by {name}: {gone}. It has the card in {percent(one.before)} of its wins."
    now, before = percent(one.now), percent(one.before)
    return {
        STALL: f"games last {num(one.now)} turns instead of {num(one.before)}.",
        HOARD: f"{now} of its points come in the last quarter of a game, instead of {before}.",
        ONE_SOURCE: f"{now} of its points are {_points(plan, one.subject)}, instead of {before}.",
        COLLUSION: f"two players with it win {now} each; one alone wins {before}.",
        PARASITE: f"it lives off others. Where all others play it, its start wins {now}; {before} would be chance.",
        SPOILER: f"it scores no more, but the others score {num(one.now)} instead of {num(one.before)}.",
    }[one.kind]


def _without(card: str, plan: Plan) -> str:
    """In which games the gain of a card is missed."""
    return "without it" if kinds_of(plan)[card].absent else "with an ordinary card in its place"


def _counters(found: Tuned) -> list[str]:
    """Which of the styles beat it."""
    beating = [one.others for one in found.among if one.won.interval[1] < found.neutral]
    return [f"It loses against: {', '.join(beating)}."] if beating else []


def recipe(found: Tuned, plan: Plan) -> list[str]:
    """How it plays, compared with its start: what it weighs, what it does, where its points come from, its cards.

    Nothing of a style that is no stronger: what it does otherwise is chance.
    """
    if not found.is_stronger:
        return []
    features = {one.name: one.description for one in plan.game.features(plan.cards)}
    helps = {**features, **{one.name: one.description for one in plan.game.knobs}}
    clear = [one for one in found.changes if one.clear][:MOST_CHANGES]
    lines = [change_text(one, helps[one.direction.name]) for one in clear]
    if not clear:
        lines.append("No single weight makes the difference: many small changes do.")
    return lines + _counts(found.habits, plan) + _sources(found.habits, plan) + _cards(found, plan)


def change_text(one: Change, what: str) -> str:
    """What it weighs otherwise, and what that is worth: "Weighs tiles 2.1 times as much (...): +3 points"."""
    head = what.partition(":")[0]
    short = head if len(head.split()) >= FEW_WORDS else what
    return f"{_turned(f'`{one.direction.name}`', one)} ({short}): {gain(one.worth.value)}"


def _turned(name: str, one: Change) -> str:
    before, after = one.before, one.after
    if one.direction.knob:
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


def _noticed(one: Habit) -> bool:
    return one.clear and abs(one.change) >= NOTICED * max(abs(one.before), abs(one.now)) and abs(one.change) >= 0.05


def _counts(seen: Sequence[Habit], plan: Plan) -> list[str]:
    """How long games last, what is scored, and the counts of ``seats`` that changed most clearly."""
    lines = []
    for what, says in ((LENGTH, "Games last {} turns"), (SCORE, "It scores {}"), (OTHERS, "The others score {} each")):
        one = of(seen, what)
        if one and one.clear and abs(one.change) > 0.02 * abs(one.before):
            lines.append(f"{says.format(num(one.now))} instead of {num(one.before)}")
    for one in seen:
        if one.what == ENDS and one.clear and abs(one.change) > MOST_ENDS:
            reason = word(plan, one.subject)
            lines.append(f"{_capital(reason)}: {percent(one.now)} of games instead of {percent(one.before)}")
    says_of = {one.name: one.description for one in plan.game.tables(plan, plan.cards)["seats"].columns}
    counts = [one for one in seen if one.what == COUNT and _noticed(one) and not one.subject.startswith("score")]
    counts = [one for one in counts if not says_of[one.subject].startswith("of th")]  # it means nothing without another
    counts.sort(key=lambda one: -abs(one.change) / max(one.se, 1e-9))
    for one in counts[:MOST_COUNTS]:
        says = says_of[one.subject].partition(":")[0].partition(";")[0]
        lines.append(f"{_capital(says)}: {num(one.now)} instead of {num(one.before)}")
    return lines


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _sources(seen: Sequence[Habit], plan: Plan) -> list[str]:
    """Where more points come from, and where fewer."""
    clear = sorted((one for one in seen if one.what == SOURCE and one.clear), key=lambda one: -abs(one.change))
    parts = [
        f"{num(one.now)} instead of {num(one.before)} {_points(plan, one.subject)}" for one in clear[:MOST_SOURCES]
    ]
    return [f"Points: {', '.join(parts)}"] if parts else []


def _points(plan: Plan, column: str) -> str:
    return f"from {word(plan, column)}"


def _cards(found: Tuned, plan: Plan) -> list[str]:
    """Which cards it gains more often, and fewer; which it leans on."""
    clear = [one for one in found.habits if one.what == CARD and one.clear and abs(one.change) >= CARD_NOTICED]
    more = sorted((one for one in clear if one.change > 0), key=lambda one: -one.change)[:MOST_CARDS]
    less = sorted((one for one in clear if one.change < 0), key=lambda one: one.change)[:MOST_CARDS]
    lines = [f"Cards gained {what}: {', '.join(_card(one, plan) for one in some)}"
             for what, some in (("more often", more), ("less often", less)) if some]  # fmt: skip
    leans = [one for one in found.exploits if one.kind == ONE_CARD and not one.certain]
    if leans:
        parts = [f"{card_text(one.subject, [plan])} ({percent(one.now)} of the gain)" for one in leans]
        lines.append(f"Leans on: {', '.join(parts)}")
    return lines


def _card(one: Habit, plan: Plan) -> str:
    return f"{card_text(one.subject, [plan])} in {percent(one.now)} of games instead of {percent(one.before)}"


def rows(found: Tuned) -> list[tuple[str, ...]]:
    """The table of ``COLUMNS``: what it wins against every style, the field first."""
    field = Among(" and ".join(found.field), found.won)
    among = [field, *(one for one in found.among if one.others != field.others)]
    return [(one.others, *(percent(value) for value in (one.won.share, *one.won.interval))) for one in among]


def explained(found: Tuned) -> str:
    """What the numbers mean, in two lines."""
    starts = ", ".join(one.start for one in found.runs)
    return (
        f"Searched from {starts}: {found.generations} generations, {found.games:,} games with all checks. The best of "
        f"{len(found.runs)} was chosen on deals of its own;\nall win rates here are of deals that nobody saw before. "
        f"The worth of a weight: the win rate with it, less that with the start's weight."
    )


def toml(found: Tuned, plan: Plan) -> str:
    """The file of the style: what it is for people, what it weighs for ``--styles``."""
    how = [f"- {line}" for line in recipe(found, plan)]
    parts = [*sentences(found, plan), *(["How it plays, compared with its start:"] if how else []), *how]
    notes = [line for text in parts for line in textwrap.wrap(text, WIDTH, subsequent_indent="  ")]
    return as_toml(found.style, plan.game.id, plan.game.knobs, notes)


def as_json(found: Tuned, plan: Plan) -> dict[str, Any]:
    """All of it for programs; all shares: 0.01 = one point of win rate."""
    low, high = found.won.interval
    return {
        "style": found.style.name,
        "win_share": found.won.share,
        "low": low,
        "high": high,
        "neutral": found.neutral,
        "stronger": found.is_stronger,
        "against": list(found.field),
        "start": found.start.name,
        "start_win_share": found.start_won.share,
        "best_start": found.best_start.start,
        "best_start_win_share": found.best_start.start_won.share,
        "gain": found.gain.value,
        "gain_low": found.gain.low,
        "gain_high": found.gain.high,
        "among": [_among_json(one) for one in found.among],
        "runs": [_run_json(one) for one in found.runs],
        **_exploits_json(found, plan),
        "changes": [_change_json(one) for one in found.changes],
        "recipe": recipe(found, plan),
        "about": found.style.about,
        "weights": dict(found.style.weights),
        "knobs": dict(found.style.knobs),
        "generations": found.generations,
        "games": found.games,
    }


def _among_json(one: Among) -> dict[str, Any]:
    low, high = one.won.interval
    return {"style": one.others, "win_share": one.won.share, "low": low, "high": high}


def _run_json(one: RunResult) -> dict[str, Any]:
    return {"start": one.start, "win_share": one.won.share, "start_win_share": one.start_won.share}


def _change_json(one: Change) -> dict[str, Any]:
    worth = {"worth": one.worth.value, "low": one.worth.low, "high": one.worth.high}
    return {"name": one.direction.name, "from": one.before, "to": one.after, **worth}


def _exploits_json(found: Tuned, plan: Plan) -> dict[str, Any]:
    certain = [one for one in found.exploits if one.certain]
    leans = [one for one in found.exploits if one.kind == ONE_CARD]
    return {
        "exploit": bool(certain),
        "exploits": [{"kind": one.kind, "subject": one.subject, "says": exploit_text(one, plan)} for one in certain],
        "leans_on": [{"card": one.subject, "share_of_gain": one.now} for one in leans],
    }
