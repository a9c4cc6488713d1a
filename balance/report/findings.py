"""What a report says first: plain sentences with their numbers, each linked to its evidence.

A finding is one small function: results -> a sentence, or None when there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from balance.analysis.chances import calibration_error
from balance.analysis.results import UNFINISHED, Results
from balance.analysis.stats import weighted_quantile, wilson
from balance.judging.verdicts import UNDECIDED, CardPower
from balance.report.page import Finding
from balance.report.phrases import SPACE, between, num, pct, points, signed_points, some_names, word
from balance.report.powers import nothing_stands_out, sentence
from balance.report.sections.lead import MOMENTS
from balance.report.sections.length import long_share

SEAT_GAP = 0.01
"""A seat is favoured when its win share is this far from even, beyond doubt."""
STYLE_SPREAD = 0.5
"""A style is worth a look when it clearly wins so much more, or less, than an even share, as a share of it."""
TIE_RATE = 0.2
ONE_SOURCE = 0.99
"""From this share of all points gained on, one source is all there is, and what is lost says more."""
SOURCES_NAMED = 3
SELECTED = 0.05
"""A card is linked to winning and not worth it where the two are so far apart."""
CARDS_NAMED = 3
"""Cards named in a sentence."""
RUNAWAY = 0.75
"""From this win share on, a seat that leads after a third of the game runs away with it."""
QUIET = 0.1
"""From this share on, turns that leave a seat's score as it was are worth a sentence."""
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
    ends = results["ends"]
    stuck = total_of(ends.filter(pl.col("end_reason").is_in(UNFINISHED))["games"])
    if not stuck:
        return None
    total = total_of(ends["games"])
    low, high = wilson(stuck / total, total)
    text = f"{stuck:,.0f} of {total:,.0f} games ({pct(stuck / total)}, {between(low, high)}) did not end by the rules."
    return Finding(text, "length", "warn")


def best_style(results: Results) -> Finding | None:
    """The style that wins most, and the one that wins least."""
    styles = results.styles
    if styles.height < 2:
        return None
    top, last = styles.row(0, named=True), styles.row(-1, named=True)
    even = results.even
    text = (
        f"{top['agent']} wins most: {pct(top['win_share'])} of its games "
        f"({between(top['win_share_low'], top['win_share_high'])}), where even is {pct(even)}. "
        f"{last['agent']} wins least: {pct(last['win_share'])}"
        f" ({between(last['win_share_low'], last['win_share_high'])})."
    )
    too_much, too_little = (1 + STYLE_SPREAD) * even, (1 - STYLE_SPREAD) * even
    uneven = top["win_share_low"] > too_much or last["win_share_high"] < too_little
    return Finding(text, "styles", "warn" if uneven else "note")


def seat_fairness(results: Results) -> Finding | None:
    """Whether a seat is favoured."""
    even = results.even
    rows = results.seats.with_columns(
        (pl.col("win_share") - even).alias("gap"),
        ((pl.col("win_share_low") > even) | (pl.col("win_share_high") < even)).alias("sure"),
    )
    worst = rows.sort(pl.col("gap").abs(), descending=True).row(0, named=True)
    interval = between(worst["win_share_low"], worst["win_share_high"])
    seat = f"seat {worst['seat'] + 1}"
    if worst["sure"] and abs(worst["gap"]) > SEAT_GAP:
        side = "more" if worst["gap"] > 0 else "less"
        text = (
            f"Seats are not equal: {seat} wins {pct(worst['win_share'])} ({interval}), {points(worst['gap'])} "
            f"{side} than an even share of {pct(even)}."
        )
        return Finding(text, "seats", "warn")
    text = (
        f"No seat is favoured: the largest gap is {seat} with {pct(worst['win_share'])} ({interval}), where "
        f"even is {pct(even)}."
    )
    return Finding(text, "seats", "good")


def length(results: Results) -> Finding | None:
    """How long games last."""
    frame = results["length"]
    turns, games = frame["turns"].to_list(), frame["games"].to_list()
    mean = sum(t * g for t, g in zip(turns, games, strict=True)) / sum(games)
    low, high = weighted_quantile(turns, games, 0.05), weighted_quantile(turns, games, 0.95)
    unit = word(results.plan, "turns")
    text = f"A game lasts {num(mean)} {unit} on average; nine in ten last {low:.0f} to {high:.0f}."
    if len(turns) == 1:
        text = f"Every game lasts {turns[0]} {unit}."
    return Finding(text, "length", "note")


def ends(results: Results) -> Finding | None:
    """How games end."""
    frame = results["ends"].group_by("end_reason").agg(pl.col("games").sum()).sort("games", descending=True)
    if frame.height < 2:
        return None
    total = total_of(frame["games"])
    parts = [
        f"{pct(row['games'] / total)} because {word(results.plan, row['end_reason'])}"
        for row in frame.iter_rows(named=True)
    ]
    return Finding(f"Games end: {'; '.join(parts)}.", "length", "note")


def ties(results: Results) -> Finding | None:
    """How many victories are shared."""
    frame = results["ends"]
    total = total_of(frame["games"])
    shared = total_of(frame.filter(pl.col("winners") > 1)["games"]) / total
    if shared == 0:
        return Finding("No victory is shared.", "length", "good")
    low, high = wilson(shared, total)
    weight = "warn" if shared > TIE_RATE else "note"
    return Finding(f"{pct(shared)} of the games ({between(low, high)}) end in a shared victory.", "length", weight)


def sources(results: Results) -> Finding | None:
    """Where the points come from; where nearly all come from one place, where they are lost."""
    words = pl.col("component").map_elements(lambda code: word(results.plan, code), return_dtype=pl.String)
    frame = results.components.group_by(words.alias("source")).agg(pl.col("points").sum())
    gains = source_shares(frame.filter(pl.col("points") > 0))
    losses = source_shares(frame.filter(pl.col("points") < 0))
    if len(gains) < 2:
        return None
    source, share = gains[0]
    if share > ONE_SOURCE and losses:
        parts = [f"{pct(share)} {name}" for name, share in losses[:SOURCES_NAMED]]
        text = f"Next to nothing is gained beyond {source}. Of what is lost: {', '.join(parts)}."
    else:
        parts = [f"{name} {pct(share)}" for name, share in gains[:SOURCES_NAMED]]
        text = f"Of the points gained, most come from: {', '.join(parts)}."
    return Finding(text, "scores", "note")


def source_shares(frame: pl.DataFrame) -> list[tuple[str, float]]:
    """(source, its share of all these points) of a frame with source and points, the largest first."""
    total = total_of(frame["points"])
    rows = frame.sort(pl.col("points").abs(), descending=True).iter_rows(named=True)
    return [(row["source"], row["points"] / total) for row in rows]


def lead(results: Results) -> Finding | None:
    """When the winner takes the lead for good: from then on nobody else has it."""
    frame = results["leads"]
    games = total_of(frame["games"])
    if not games:
        return None
    changes = total_of(frame["lead_changes"] * frame["games"]) / games
    never = total_of(frame.filter(pl.col("lead_changes") == 0)["games"]) / games
    share = total_of(frame["lead_share"]) / games
    text = (
        f"The lead changes hands {num(changes)} times a game ({pct(never)} of the games see no change);"
        f" on average the winner takes the lead for good after {pct(share)} of the game."
    )
    return Finding(text, "lead", "note")


def runaway(results: Results) -> Finding | None:
    """Whether the seat that leads early runs away with the game."""
    if not results.plan.whole or results.plan.players < 2:
        return None
    rows = results.runaway.filter(pl.col("win_share").is_not_null())
    if rows.height < len(MOMENTS):
        return None
    third, half = (rows.filter(pl.col("sixths") == sixths).row(0, named=True) for sixths in (2, 3))
    text = (
        f"A seat alone in the lead after a third of the game ({pct(third['led'])} of the games have one) wins "
        f"{pct(third['win_share'])}"
        f" ({between(third['win_share_low'], third['win_share_high'])}), where even is {pct(results.even)};"
        f" half-way it is {pct(half['win_share'])}"
        f" ({between(half['win_share_low'], half['win_share_high'])}). In {pct(third['runaway'])} of the games"
        f" ({between(third['runaway_low'], third['runaway_high'])}) the winner led alone from a third on."
    )
    return Finding(text, "runaway", "warn" if third["win_share_low"] > RUNAWAY else "note")


def comeback(results: Results) -> Finding | None:
    """How many winners were once all but beaten."""
    if results.plan.players < 2:
        return None
    frame = results.lowest_of_winners
    if not frame.height:
        return None
    games = total_of(frame["games"])
    low = total_of(frame.filter(pl.col("tenth") == 0)["games"]) / games
    text = f"In {pct(low)} of the games ({between(*wilson(low, games))}) the winner's chance was once below 10{SPACE}%."
    return Finding(text, "lowest-chance", "note")


def quiet_turns(results: Results) -> Finding | None:
    """How many turns leave a seat's score as it was, where they are many."""
    if not results.plan.whole:
        return None
    whole = results.gains.filter(pl.col("part") == "game")
    if not whole.height or whole["unchanged"][0] < QUIET:
        return None
    row = whole.row(0, named=True)
    text = (
        f"{pct(row['unchanged'])} of a seat's turns ({between(row['unchanged_low'], row['unchanged_high'])}) leave its "
        f"score as it was, {pct(row['dead'])} ({between(row['dead_low'], row['dead_high'])}) its standing, too."
    )
    return Finding(text, "gains-by-third", "note")


def chances(results: Results) -> Finding | None:
    """Whether the chances of a replay can be believed."""
    if results.chances is None or results.chances.games < ENOUGH_GAMES or not results.reliability.height:
        return None
    error = calibration_error(results.reliability)
    text = f"The win chances of a replay are {points(error)} off on average, in games the model has not seen."
    return Finding(text, "reliability", "warn" if error > CHANCE_ERROR else "good")


def long_games(results: Results) -> Finding | None:
    """Games that drag on, where they are many."""
    turns, games = results["length"]["turns"].to_list(), results["length"]["games"].to_list()
    share = long_share(turns, games)
    if share <= LONG_GAMES:
        return None
    low, high = wilson(share, sum(games))
    text = f"{pct(share)} of the games ({between(low, high)}) last more than 1.5 times the median length."
    return Finding(text, "length-tail", "warn")


def cards(results: Results) -> Finding | None:
    """Which card to weaken first, which to strengthen, or that none needs a change."""
    found = results.power
    if found is None or all(one.power is None for one in found.cards):
        return None
    heads = (("Weaken first", found.weaken), ("Strengthen first", found.strengthen))
    said = [f"{head}: {sentence(those[0], results.plan)}{_more(those)}" for head, those in heads if those]
    if said:
        return Finding(f"{'. '.join(said)}.", "power-verdicts", "warn")
    undecided = sum(one.verdict == UNDECIDED for one in found.cards)
    text = f"No card needs a change: {nothing_stands_out(found)}"
    more = f"; {undecided} are not decided (`balance power {results.plan.game.id}` plays on)" if undecided else ""
    return Finding(f"{text}{more}.", "power-verdicts", "note" if undecided else "good")


def _more(cards: Sequence[CardPower]) -> str:
    return f" (and {len(cards) - 1} more)" if len(cards) > 1 else ""


def selection(results: Results) -> Finding | None:
    """The card that seems to do most and does not: who gains it was winning anyway."""
    if results.power is None or not results.plan.whole:
        return None
    table = results.cards.filter(pl.col("alike").is_not_null() & pl.col("power_users").is_not_null())
    table = table.with_columns(gap=pl.col("alike") - pl.col("power_users")).sort(pl.col("gap").abs(), descending=True)
    if table.is_empty() or abs(table["gap"][0]) < SELECTED:
        return None
    row = table.row(0, named=True)
    text = (
        f"Linked, not worth: those who gain {row['name']} win {signed_points(row['alike'])} points more "
        "than others like "
        f"them, of which {signed_points(row['power_users'])} are the card's: they were winning anyway."
    )
    return Finding(text, "power-selection", "note")


def roles(results: Results) -> Finding | None:
    """Traps and sleepers: cards that are wanted and weak, or strong and passed over."""
    if not results.plan.whole or results.power is None or results.card_summary.choices is None:
        return None
    parts = []
    for role, words in (("trap", "wanted but weak (traps)"), ("sleeper", "strong but passed over (sleepers)")):
        names = results.cards.filter(pl.col("role") == role)["name"].to_list()
        if names:
            parts.append(f"{words}: {some_names(names, CARDS_NAMED)}")
    text = "; ".join(parts)
    return Finding(f"{text[:1].upper()}{text[1:]}.", "card-map", "note") if parts else None


FINDINGS: tuple[Callable[[Results], Finding | None], ...] = (
    unfinished,
    best_style,
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
    selection,
    roles,
)


def find(results: Results, made: Callable[..., Finding | None] = lambda make, of: make(of)) -> list[Finding]:
    """Everything worth saying, warnings first. ``made`` makes a finding, or None where it cannot be made."""
    found = [finding for make in FINDINGS if (finding := made(make, results)) is not None]
    return sorted(found, key=lambda finding: finding.weight != "warn")
