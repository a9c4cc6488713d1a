"""What a report says below its scorecard: a short sentence each, its numbers as a list, linked to its evidence.

A finding is one small function: results -> a sentence of at most MOST_WORDS words, or None when there is nothing to
say. What a tile of the scorecard says is folded: it is there, with more numbers, for who asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from balance.analysis.cards.peers import FEW
from balance.analysis.results import Results
from balance.analysis.stats import weighted_quantile, wilson
from balance.analysis.verdicts import TOO_STRONG, TOO_WEAK, UNDECIDED
from balance.analysis.win_probability import calibration_error
from balance.common.units import counted
from balance.engine.game.styles import RANDOM
from balance.report.page import Finding
from balance.report.phrases import (
    SPACE,
    amount,
    between,
    card_names,
    card_text,
    num,
    pct,
    points,
    share,
    signed_points,
    some_names,
    times,
    waiting,
    word,
)
from balance.report.powers import left_open, no_change, nothing_stands_out, sentence
from balance.report.seats import favoured_seat
from balance.report.sections.lead import MOMENTS
from balance.report.sections.length import long_share
from balance.report.sections.scores import most_lost, score_word
from balance.report.survivals import survival_text, where_firm

MOST_WORDS = 20
"""Words of a finding's sentence."""
UNEVEN = 0.2
"""Decks are uneven where one clearly wins so much more or less than an even share, as a share of it; styles are even
where all clearly win no more, and no less, than that."""
STYLE_SPREAD = 0.5
"""A style is worth a look when it clearly wins so much more, or less, than an even share, as a share of it."""
TIE_RATE = 0.2
LITTLE_SKILL = 0.6
"""Playing well hardly pays where the best clearly wins less than this, one against one, against random choices."""
ONE_SOURCE = 0.99
"""From this share of all points gained on, one source is all there is, and what is lost says more."""
MOST_POINTS = 3
"""Lines of numbers below a sentence."""
SELECTED = 0.05
"""A card is linked to winning and not worth it where the two are so far apart."""
CARDS_NAMED = 3
"""Cards named in a sentence."""
RUNAWAY = 0.75
"""From this win rate on, who leads after a third of the game runs away with it."""
QUIET = 0.1
"""From this share on, turns that leave a player's score as it was are worth a sentence."""
LONG_GAMES = 0.05
ENOUGH_GAMES = 200
"""With fewer, chances and what happened differ by chance."""
CHANCE_ERROR = 0.03
"""Chances that are further off than this should not be believed."""


def total_of(column: pl.Series) -> float:
    """The sum of a column."""
    return float(column.sum())


def unfinished(results: Results) -> Finding | None:
    """Games that did not end by their rules: counted and shown, never dropped."""
    stuck, total = results.unfinished
    if not stuck:
        return None
    text = f"{stuck:,} of {total:,} games did not end by the rules."
    number = f"{pct(stuck / total)} ({between(*wilson(stuck / total, total))})"
    return Finding(text, "length", "warn", [number], target="unfinished")


def best_style(results: Results) -> Finding | None:
    """The style that wins most, and the one that wins least."""
    styles = results.styles
    if styles.height < 2 or results.uncontested:
        return None
    top, last = styles.row(0, named=True), styles.row(-1, named=True)
    even = results.even
    too_much, too_little = (1 + STYLE_SPREAD) * even, (1 - STYLE_SPREAD) * even
    uneven = top["win_share_low"] > too_much or last["win_share_high"] < too_little
    text = f"Players with {top['agent']} win most, with {last['agent']} least."
    weight = "warn" if uneven else "note"
    numbers = _against_even({row["agent"]: row for row in (top, last)}, even)
    return Finding(text, "styles", weight, numbers, folded=True, target="style_spread")


def _against_even(rows: Mapping[str, Mapping[str, Any]], even: float) -> list[str]:
    """What each of these wins, by its name, and what would be even."""
    wins = [
        f"{name}: {pct(row['win_share'])} ({between(row['win_share_low'], row['win_share_high'])})"
        for name, row in rows.items()
    ]
    return [*wins, f"An even share: {pct(even)}"]


def strata(results: Results) -> Finding | None:
    """The deck that wins most and the one that wins least, or whatever else the game names, where these are uneven."""
    known = results.strata
    if results.uncontested or known.height < 2:
        return None
    even = results.even
    for (of,), rows in known.group_by("of", maintain_order=True):
        top, last = rows.row(0, named=True), rows.row(-1, named=True)
        if top["win_share_low"] <= (1 + UNEVEN) * even and last["win_share_high"] >= (1 - UNEVEN) * even:
            continue
        what, most, least = (word(results.plan, str(code)) for code in (of, top["name"], last["name"]))
        text = f"By {what}, {most} wins most, {least} least."
        return Finding(text, "questions", "warn", _against_even({most: top, least: last}, even))
    return None


def skill(results: Results) -> Finding | None:
    """That playing well hardly pays, where the best wins hardly more than who chooses at random."""
    luck = results.luck
    duel = next((duel for duel in luck.duels if duel.name == RANDOM.name), None) if luck else None
    if luck is None or duel is None or luck.best == RANDOM.name or duel.high >= LITTLE_SKILL:
        return None
    text = f"Playing well hardly pays: one against one, {luck.best} wins {pct(duel.share)} against random choices."
    return Finding(text, "duels", "warn", [f"Interval: {between(duel.low, duel.high)}", f"An even share: {pct(0.5)}"])


def seat_fairness(results: Results) -> Finding | None:
    """A seat that is clearly favoured, where that is not what going first is worth: then the program is wrong."""
    worst = favoured_seat(results)
    if worst is None:
        return None
    side = "more" if worst["gap"] > 0 else "less"
    number, gap = worst["seat"] + 1, points(worst["gap"])
    numbers = [
        f"{pct(worst['win_share'])} ({between(worst['win_share_low'], worst['win_share_high'])})",
        f"An even share: {pct(results.even)}",
    ]
    text = f"The seats are not equal: player {number} wins {gap} {side} than an even share."
    return Finding(text, "seats", "warn", numbers, target="seat_gap")


def length(results: Results) -> Finding | None:
    """How long games last."""
    frame = results["length"]
    turns, games = frame["turns"].to_list(), frame["games"].to_list()
    mean = sum(t * g for t, g in zip(turns, games, strict=True)) / sum(games)
    low, high = weighted_quantile(turns, games, 0.05), weighted_quantile(turns, games, 0.95)
    unit, included = word(results.plan, "turns"), results.plan.game.turns_include
    if len(turns) == 1:
        text = f"The rules fix the length: {turns[0]} {unit}." if sum(games) >= FEW else same_length(sum(games))
        return Finding(text, "length", folded=True)
    text = f"A game lasts {num(mean)} {unit} on average{included and f', {included}'}."
    return Finding(text, "length", "note", [f"Nine in ten games last {low:.0f} to {high:.0f}"], folded=True)


def same_length(games: int) -> str:
    """That all of few games last as long: too few to tell whether the rules want it."""
    return f"{counted(games, 'game')} of one length: too few to call it fixed."


def ends(results: Results) -> Finding | None:
    """How games end."""
    frame = results["ends"].group_by("end_reason").agg(pl.col("games").sum()).sort("games", descending=True)
    if frame.height < 2:
        return None
    total = total_of(frame["games"])
    parts = [
        f"{pct(row['games'] / total)}: {word(results.plan, row['end_reason'])}"
        for row in frame.head(MOST_POINTS).iter_rows(named=True)
    ]
    return Finding(f"Games end in {frame.height} ways.", "length", "note", parts, folded=True)


def ties(results: Results) -> Finding | None:
    """How many victories are shared."""
    if results.plan.players < 2:
        return None
    frame = results["ends"]
    total = total_of(frame["games"])
    shared = total_of(frame.filter(pl.col("winners") > 1)["games"]) / total
    if shared == 0:
        return Finding("No victory is shared.", "length", "good", folded=True)
    weight = "warn" if shared > TIE_RATE else "note"
    text = f"{pct(shared)} of the games end in a shared victory."
    numbers = [f"Interval: {between(*wilson(shared, total))}"]
    return Finding(text, "length", weight, numbers, folded=weight != "warn", target="tie_rate")


def sources(results: Results) -> Finding | None:
    """Where the points come from; where nearly all come from one place, where they are lost."""
    words = pl.col("component").map_elements(lambda code: word(results.plan, code), return_dtype=pl.String)
    frame = results.components.group_by(words.alias("source")).agg(pl.col("points").sum())
    gains = source_shares(frame.filter(pl.col("points") > 0))
    losses = source_shares(frame.filter(pl.col("points") < 0))
    if len(gains) < 2:
        return None
    source, share = gains[0]
    parts = losses if share > ONE_SOURCE and losses else gains
    numbers = [f"{name[:1].upper()}{name[1:]}: {pct(part)}" for name, part in parts[:MOST_POINTS]]
    if parts is losses:
        text = f"{most_lost(results.plan, parts[0][0])}; next to nothing is gained."
    else:
        text = f"The most points come from {source}, then from {gains[1][0]}."
    return Finding(text, "scores", "note", numbers)


def source_shares(frame: pl.DataFrame) -> list[tuple[str, float]]:
    """(source, its share of all these points) of a frame with source and points, the largest first."""
    total = total_of(frame["points"])
    rows = frame.sort(pl.col("points").abs(), descending=True).iter_rows(named=True)
    return [(row["source"], row["points"] / total) for row in rows]


def lead(results: Results) -> Finding | None:
    """When the winner takes the lead for good: from then on nobody else has it."""
    if results.plan.players < 2:
        return None
    frame = results["leads"]
    games = total_of(frame["games"])
    if not games:
        return None
    changes = total_of(frame["lead_changes"] * frame["games"]) / games
    never = total_of(frame.filter(pl.col("lead_changes") == 0)["games"]) / games
    late = total_of(frame["lead_share"]) / games
    text = f"On average the winner goes ahead for good after {share(late)} of the game."
    numbers = [f"The lead changes hands {times(amount(changes))} a game", f"In {pct(never)} of the games it never does"]
    if not changes:
        numbers = ["The lead never changes hands"]
    return Finding(text, "lead", "note", numbers)


def runaway(results: Results) -> Finding | None:
    """Whether the player who leads early runs away with the game."""
    if not results.plan.logs_turns or results.plan.players < 2 or results.uncontested:
        return None
    rows = results.runaway.filter(pl.col("win_share").is_not_null())
    if rows.height < len(MOMENTS):
        return None
    third, half = (rows.filter(pl.col("sixths") == sixths).row(0, named=True) for sixths in (2, 3))
    text = f"The leader after a third of the game wins {pct(third['win_share'])}; {pct(results.even)} would be even."
    numbers = [
        f"After a third: {between(third['win_share_low'], third['win_share_high'])}",
        f"After half: {pct(half['win_share'])} ({between(half['win_share_low'], half['win_share_high'])})",
        f"The winner led alone from a third on: {pct(third['runaway'])} of the games",
    ]
    return Finding(text, "runaway", "warn" if third["win_share_low"] > RUNAWAY else "note", numbers, folded=True)


def comeback(results: Results) -> Finding | None:
    """How many winners were once all but beaten."""
    if results.plan.players < 2:
        return None
    frame = results.lowest_of_winners
    if not frame.height:
        return None
    games = total_of(frame["games"])
    low = total_of(frame.filter(pl.col("tenth") == 0)["games"]) / games
    text = f"In {pct(low)} of the games the winner once had less than a 10{SPACE}% chance."
    return Finding(text, "lowest-chance", "note", [f"Interval: {between(*wilson(low, games))}"], folded=True)


def quiet_turns(results: Results) -> Finding | None:
    """How many turns leave a player's score as it was, where they are many."""
    if not results.plan.logs_turns:
        return None
    overall = results.gains.filter(pl.col("part") == "game")
    if not overall.height or overall["unchanged"][0] < QUIET:
        return None
    row = overall.row(0, named=True)
    stays = f"a player's {score_word(results.plan)} stays as it is{waiting(results.plan)}"
    text = f"On {pct(row['unchanged'])} of the turns {stays}."
    numbers = [f"So does the standing: {pct(row['dead'])} ({between(row['dead_low'], row['dead_high'])})"]
    return Finding(text, "gains-by-third", "note", numbers, folded=True)


def chances(results: Results) -> Finding | None:
    """Whether the chances of a replay can be believed."""
    if results.win_model is None or results.win_model.games < ENOUGH_GAMES or not results.reliability.height:
        return None
    error = calibration_error(results.reliability)
    text = f"The win chances of a replay are {points(error)} off on average, in games new to the model."
    wrong = error > CHANCE_ERROR
    return Finding(text, "reliability", "warn" if wrong else "good", folded=not wrong)


def long_games(results: Results) -> Finding | None:
    """Games that drag on, where they are many."""
    turns, games = results["length"]["turns"].to_list(), results["length"]["games"].to_list()
    share = long_share(turns, games)
    if share <= LONG_GAMES:
        return None
    text = f"{pct(share)} of the games last more than 1.5 times the median length."
    numbers = [f"Interval: {between(*wilson(share, sum(games)))}"]
    return Finding(text, "length-tail", "warn", numbers, folded=True, target="length_band")


def cards(results: Results) -> Finding | None:
    """Which card to weaken first, which to strengthen, or that none needs a change."""
    power = results.power
    if power is None or all(card.power is None for card in power.cards):
        return None
    heads = (("weaken", power.weaken), ("strengthen", power.strengthen))
    if any(those for _, those in heads):
        counts = [f"{counted(len(those), 'card')} to {what}" for what, those in heads if those]
        numbers = [
            f"{what.title()} first: {sentence(power, those[0], results.plan)}"
            + (" (firm)" if power.firm and those[0].card in power.firm else "")
            for what, those in heads
            if those
        ]
        return Finding(f"{', '.join(counts)}.", "power-verdicts", "warn", numbers, folded=True)
    undecided = power.count(UNDECIDED)
    text = f"{no_change(power)}: {nothing_stands_out(power)}."
    plays_on = f"{undecided} not decided: `balance power {results.plan.game.typed}` plays on"
    more = [left_open(power, results.plan) or plays_on] if undecided else []
    return Finding(text, "power-verdicts", "note" if undecided else "good", more, folded=True)


def survival(results: Results) -> Finding | None:
    """Whether the verdicts on cards hold among other players."""
    robust = results.robust
    if robust is None or not robust.survivals:
        return None
    turned, judged = robust.reversals, sorted(robust.survivals, key=lambda survival: not survival.firm)
    numbers = [
        f"{card_text(survival.card, [results.plan])}: {survival_text(survival)}"
        for survival in (turned or judged)[:MOST_POINTS]
    ]
    if turned:
        text = f"{len(turned)} of {len(judged)} verdicts on cards are reversed among other players."
        return Finding(text, "robust-cards", "warn", numbers)
    if robust.peers:
        firm = sum(survival.firm for survival in judged)
        text = f"{firm} of {len(judged)} verdicts on cards {'is' if firm == 1 else 'are'} firm: {where_firm(robust)}."
    else:
        holding = sum(len(survival.same) == survival.groups for survival in judged)
        text = f"{holding} of {len(judged)} verdicts on cards hold among all players tried; none is reversed."
    return Finding(text, "robust-cards", "note", numbers)


def selection(results: Results) -> Finding | None:
    """The card that seems to do most and clearly does not: who gains it was winning anyway."""
    if results.power is None or not results.plan.logs_turns:
        return None
    table = results.cards.drop_nulls(["alike", "alike_low", "alike_high", "power_users"])
    told = {row["id"]: (row, said) for row in table.iter_rows(named=True) if (said := _selected(row))}
    if not told:
        return None
    row, said = max(told.values(), key=lambda one: abs(one[0]["alike"] - one[0]["power_users"]))
    text = f"{card_names(results.plan).get(row['id'], row['id'])} is {said}."
    numbers = [
        f"Linked to winning: {signed_points(row['alike'])} points of win rate, against other players like them",
        f"Owed to the card: {signed_points(row['power_users'])} points, by the same games played without it",
        f"Worth {signed_points(row['power'])} points against an average card of its kind: {row['power_verdict']}",
    ]
    if results.power.against_nothing:
        numbers.pop()
    return Finding(text, "power-selection", "note", numbers)


def _selected(row: dict[str, Any]) -> str:
    """What a clear link hides of a card's worth; "": the link is not clear, or about what the card is worth."""
    wins = row["alike"] > 0
    link, low, high = _towards(wins, row, "alike")
    owed, owed_low, owed_high = _towards(wins, row, "power_users")
    if low <= 0 or abs(link - owed) < SELECTED:
        return ""
    if owed_high < 0:
        return "linked to winning, though it hurts its players" if wins else "linked to losing, though it helps"
    if owed_high < low and 2 * owed < link:
        return f"linked to {'winning' if wins else 'losing'}, but is mostly not the cause"
    return "worth more than its players win with it" if wins and owed_low > high else ""


def _towards(up: bool, row: dict[str, Any], column: str) -> tuple[float, float, float]:
    """A number and the ends of its interval, turned round where it is to be looked at downwards."""
    value, low, high = (row[f"{column}{end}"] for end in ("", "_low", "_high"))
    return (value, low, high) if up else (-value, -high, -low)


def roles(results: Results) -> Finding | None:
    """Traps and sleepers: cards that are wanted and too weak, or too strong and passed over, by their verdicts."""
    if not results.plan.logs_turns or results.power is None or results.card_summary.choices is None:
        return None
    judged = results.cards.filter(pl.col("power_verdict").is_in([TOO_STRONG, TOO_WEAK]))
    cards = judged.with_columns(name=pl.col("id").replace(card_names(results.plan)))
    by_role = {role: cards.filter(pl.col("role") == role)["name"].to_list() for role in ("trap", "sleeper")}
    many = sum(map(len, by_role.values()))
    if not many:
        return None
    heads = {"trap": "Wanted but too weak", "sleeper": "Too strong but passed over"}
    numbers = [f"{heads[role]}: {some_names(names, CARDS_NAMED)}" for role, names in by_role.items() if names]
    return Finding(f"These players misjudge {counted(many, 'card')}.", "card-map", "note", numbers)


FINDINGS: tuple[Callable[[Results], Finding | None], ...] = (
    unfinished,
    best_style,
    strata,
    skill,
    seat_fairness,
    length,
    ends,
    long_games,
    ties,
    lead,
    runaway,
    comeback,
    quiet_turns,
    chances,
    sources,
    cards,
    survival,
    selection,
    roles,
)


def find(
    results: Results,
    made: Callable[..., Finding | None] = lambda make, of: make(of),
    passed_measures: Collection[str] = (),
    missed_measures: Collection[str] = (),
) -> list[Finding]:
    """Everything worth saying, warnings first and what is folded last. ``made`` gives None where it cannot be made.

    ``passed_measures``, ``missed_measures``: those whose targets are met, missed. What a met one settles is no warning,
    for it is as the designer wants it; what a missed one speaks of is a warning, however usual it may be.
    """
    findings = []
    for make in FINDINGS:
        finding = made(make, results)
        if finding is None:
            continue
        if finding.weight == "warn" and finding.target in passed_measures:
            finding = replace(finding, weight="note", folded=True)
        elif finding.target in missed_measures:
            finding = replace(finding, weight="warn")
        findings.append(finding)
    return sorted(findings, key=lambda finding: (finding.folded, finding.weight != "warn"))
