"""The scorecard: what a designer asks first of any game, each question in a word, a number and a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from balance.analysis.cards.peers import FEW
from balance.analysis.results import Results
from balance.analysis.stats import weighted_quantile, wilson
from balance.analysis.targets.measures import POWER
from balance.analysis.verdicts import FAIR, TOO_STRONG, TOO_WEAK, UNDECIDED, CardPower, Power
from balance.engine.game.story import listed
from balance.report.findings import LONG_GAMES, RUNAWAY, STYLE_SPREAD, UNEVEN, same_length
from balance.report.page import Tile, Urgent
from balance.report.phrases import SPACE, between, card_names, num, pct, signed_points, word
from balance.report.pictures import histogram, in_bars, levels, ranked, zones
from balance.report.powers import (
    contested,
    left_open,
    likely_about,
    mostly_decided,
    no_change,
    nothing_stands_out,
    noticed,
    points_text,
)
from balance.report.sections.lead import MOMENTS
from balance.report.sections.length import long_share

ASKS = ("Who goes first?", "Which strategy?", "Cards", "Length", "Comebacks")
FIRST_GAP = 0.02
"""Going first is unfair when it is clearly worth more than this, and fair when it is clearly worth less."""
NAMED = 2
"""Cards that are named behind the first one."""
TENTH = 0.1
"""Comebacks are frequent where clearly more than this share of the winners were once below a tenth."""
OPEN = "open"
NOT_DECIDED = ("Not decided", OPEN)
NEVER_END = "Some never end"
AS_WANTED = ("As wanted", "good")
"""The verdict on what would be a warning, or open, where the designer's own target is met."""
OFF_TARGET = ("Off target", "warn")
"""The verdict on what would be fine, or open, where one is missed."""
ASKED = {
    "Which strategy?": ("style_spread",),
    "Cards": (POWER,),
    "Length": ("length", "length_band", "unfinished"),
    "Comebacks": ("comeback",),
}
"""By question, the measures of targets that ask the same."""


def scorecard(results: Results, made: Callable[..., Tile | None] = lambda make, of: make(of)) -> list[Tile]:
    """The five tiles; without one that cannot be ``made``, as where a mistake in the game forbids it.

    FEW games decide nothing, however alike they are: but a game that never ends is one too many, and cards are measured
    in games of their own.
    """
    tiles = [tile for make in TILES if (tile := made(make, results)) is not None]
    if results["length"]["games"].sum() >= FEW:
        return tiles
    verdict, weight = NOT_DECIDED
    decided = [tile.number != "" and tile.verdict != NEVER_END and tile.question != ASKS[2] for tile in tiles]
    return [
        replace(tile, verdict=verdict, weight=weight) if said else tile
        for tile, said in zip(tiles, decided, strict=True)
    ]


# ---- who goes first


def first(results: Results) -> Tile:
    """What it is worth to be first, in points of win rate; or why nobody is."""
    question, rule = ASKS[0], results.plan.game.first
    if results.plan.players < 2:
        return _unknown(question, "There is one player only.", verdict="Nobody")
    if rule.nobody:
        return _nobody(results, rule.nobody)
    if results.uncontested:
        return _unknown(question, f"{results.uncontested.capitalize()}: being first decides nothing.")
    rows = results.first.to_dicts()
    if not rows:
        return _unknown(question, "This run kept no turns that tell.")
    strongest = rows[0]
    if strongest["gain_low"] is None:
        few = strongest["games"] > 1
        return _unknown(question, "Too few games tell." if few else "One game alone does not tell.")
    ends = ("gain_low", "gain_high")
    values = [(row["gain"], *(row["gain"] if row[end] is None else row[end] for end in ends)) for row in rows]
    gains = (f"{row['who']} {signed_points(row['gain'])}" for row in rows)
    alt = f"Points of win rate against {rule.against}: {', '.join(gains)}."
    verdict, weight = fairness(strongest["gain_low"], strongest["gain_high"])
    number = f"{signed_points(strongest['gain'])} points"
    range_ = between(strongest["gain_low"], strongest["gain_high"], signed_points)
    who = f"{rule.who}, vs. {rule.against}"
    caption = f"{who}; fair is within {points_text(FIRST_GAP)}" if weight == OPEN else who
    return Tile(question, verdict, weight, number, range_, caption, levels(values, 0.0, alt), "first", settled=who)


def _nobody(results: Results, why: str) -> Tile:
    rows = results.seats.to_dicts()
    values = [(row["win_share"], row["win_share_low"], row["win_share_high"]) for row in rows]
    alt = f"Win rate by place at the table: {', '.join(pct(value) for value, _, _ in values)}."
    picture = levels(values, results.even, alt, marked=-1)
    return Tile(ASKS[0], "Nobody", "good", "", "", f"{why[:1].upper()}{why[1:]}.", picture, "first")


def fairness(low: float, high: float) -> tuple[str, str]:
    """The verdict on what going first is worth, from its interval, and its weight."""
    if low > FIRST_GAP or high < -FIRST_GAP:
        return "Unfair", "warn"
    return ("Fair", "good") if low >= -FIRST_GAP and high <= FIRST_GAP else NOT_DECIDED


# ---- which strategy


def strategy(results: Results) -> Tile:
    """Whether one style wins too much, or too little."""
    rows, even = results.styles.to_dicts(), results.even
    if len(rows) < 2:
        return _unknown(ASKS[1], "All players have the same style.", "styles", "One style only")
    if results.uncontested:
        return _by_score(rows)
    top, last = rows[0], rows[-1]
    ends = [(row["win_share_low"], row["win_share_high"]) for row in (top, last)]
    verdict, weight = styles_verdict(*ends[0], *ends[1], even)
    behind = verdict == "Uneven" and top["win_share_low"] <= (1 + UNEVEN) * even  # only the last is off
    named = last if behind or verdict == "One falls behind" else top
    enough = f"{between((1 - UNEVEN) * even, (1 + UNEVEN) * even)} for every style"
    shares = enough if weight == OPEN else pct(even)
    caption = f"{named['agent']} wins {'least' if named is last else 'most'}; even is {shares}"
    alt = f"Win rate of {len(rows)} styles, from {_rate(last)} to {_rate(top)}; {pct(even)} is even."
    picture = ranked([row["win_share"] for row in rows], even, alt)
    number, range_ = pct(named["win_share"]), between(*ends[named is last])
    settled = f"{named['agent']} wins most; even is {pct(even)}" if weight == OPEN else ""
    return Tile(ASKS[1], verdict, weight, number, range_, caption, picture, "styles", "style_spread", settled)


def _by_score(rows: Sequence[dict[str, Any]]) -> Tile:
    """The style that scores most, where all games are won or none: no share of the win says whether that is much."""
    top = max(rows, key=lambda row: row["score"])
    number, ends = num(top["score"]), between(top["score_low"], top["score_high"], num)
    return Tile(ASKS[1], "By score", OPEN, number, ends, f"{top['agent']} scores most on average", None, "styles")


def _rate(row: dict[str, Any]) -> str:
    return f"{row['agent']} {pct(row['win_share'])}"


def styles_verdict(top_low: float, top_high: float, last_low: float, last_high: float, even: float) -> tuple[str, str]:
    """The verdict on styles, from the intervals of the best and the worst, and its weight."""
    if top_low > (1 + STYLE_SPREAD) * even:
        return "One dominates", "warn"
    if last_high < (1 - STYLE_SPREAD) * even:
        return "One falls behind", "warn"
    if top_high <= (1 + UNEVEN) * even and last_low >= (1 - UNEVEN) * even:
        return "Even", "good"
    uneven = top_low > (1 + UNEVEN) * even or last_high < (1 - UNEVEN) * even
    return ("Uneven", "note") if uneven else NOT_DECIDED


# ---- cards


def cards(results: Results) -> Tile:
    """How many cards to weaken and to strengthen, and what the most urgent one is worth."""
    power = results.power
    if results.uncontested:
        return _unknown(ASKS[2], f"{results.uncontested.capitalize()}: no card decides who wins.")
    if power is None or not power.measured:
        unasked = results.other_rules or "This report measured no cards (--power off)."
        why = unasked if power is None else "No card could be measured."
        return _unknown(ASKS[2], why, "power")
    first_card = power.most_urgent or power.measured[0]
    verdict, weight = to_change(power)
    low, high = first_card.low or 0.0, first_card.high or 0.0
    urgent = "the most urgent" if power.most_urgent else "the strongest"
    dots = [(card.power or 0.0, card.off) for card in power.measured]
    picture = zones(dots, power.margin, _zones_text(power), power.against_nothing)
    number, ends = f"{signed_points(first_card.power or 0.0)} points", between(low, high, signed_points)
    alternative = ", vs. doing without it" if power.against_nothing else ""
    caption = f"{name_of(results, first_card)}, {urgent}{alternative}"
    return Tile(ASKS[2], verdict, weight, number, ends, caption, picture, "power-verdicts")


def to_change(power: Power) -> tuple[str, str]:
    """The verdict on the cards, and its weight: "3 to weaken, 1 to strengthen"."""
    counts = ((len(power.weaken), "to weaken"), (len(power.strengthen), "to strengthen"))
    if any(count for count, _ in counts):
        return ", ".join(f"{count} {what}" for count, what in counts if count).replace(
            " to ", f"{SPACE}to{SPACE}"
        ), "warn"
    if power.depends:
        many = len(power.depends)
        return f"{many}{SPACE}depend{'s' if many == 1 else ''} on who plays", "note"
    fine = "None too weak" if power.against_nothing else "No change needed"
    return (fine, "note" if power.count(UNDECIDED) else "good") if mostly_decided(power) else NOT_DECIDED


def _zones_text(power: Power) -> str:
    kinds = ((TOO_WEAK, "too weak"), (FAIR, "fair"), (TOO_STRONG, "too strong"), (UNDECIDED, "not decided"))
    counts = (f"{sum(card.verdict == kind for card in power.measured)} {label}" for kind, label in kinds)
    return f"{len(power.measured)} cards by what they are worth: {', '.join(counts)}."


def urgent(results: Results) -> list[Urgent]:
    """What to weaken and what to strengthen first, or that no card needs a change, and how to learn more.

    Nothing where nobody knows.
    """
    power = results.power
    if power is None or not power.measured:
        return []
    heads = (("Weaken first", power.weaken), ("Strengthen first", power.strengthen))
    said = [
        Urgent(head, name_of(results, those[0]), _weights_text(results, power, those), "power-verdicts")
        for head, those in heads
        if those
    ]
    more = left_open(power, results.plan)
    if said:
        return [*said, Urgent("To find more", "", more, "power-verdicts")] if more else said
    if power.depends:
        card = power.depends[0]
        return [Urgent("Look at who plays", name_of(results, card), contested(card), "power-verdicts")]
    undecided = power.count(UNDECIDED)
    stands_out = f"{nothing_stands_out(power)}{f'; {undecided} not decided' if undecided else ''}"
    return [Urgent(no_change(power), "", more or stands_out, "power-verdicts")]


def _weights_text(results: Results, power: Power, those: Sequence[CardPower]) -> str:
    strongest, others = those[0], [name_of(results, card) for card in those[1 : NAMED + 1]]
    worth = f"{signed_points(strongest.power or 0.0)} points of win rate"
    likely = likely_about(power, strongest)
    text = f"{worth}{likely and f', {likely}'}; {noticed(strongest, results.plan.players)}"
    text += whose(results, strongest)
    rest = len(those) - 1 - len(others)
    parts = [*others, f"{rest} more"] if rest else others
    return f"{text}. Then {listed(parts)}" if parts else text


def whose(results: Results, card: CardPower) -> str:
    """What else is known of a card that stands in one deck only, where changing it makes the decks less even."""
    name, strong = results.only_in.get(card.card, ""), card.verdict == TOO_STRONG
    for deck in results.strata.filter(pl.col("name") == name).iter_rows(named=True) if name else ():
        told = f"; only {word(results.plan, name)} has it, which wins"
        if strong and deck["win_share_high"] < results.even:
            return f"{told} no more than {pct(deck['win_share'])} as it is"
        if not strong and deck["win_share_low"] > results.even:
            return f"{told} {pct(deck['win_share'])} as it is"
    return ""


def name_of(results: Results, card: CardPower) -> str:
    """What a card is called."""
    return card_names(results.plan).get(card.card, card.card)


# ---- length


def length(results: Results) -> Tile:
    """How long a game lasts, and whether some last much longer."""
    turns, games = results["length"]["turns"].to_list(), results["length"]["games"].to_list()
    mean = sum(t * g for t, g in zip(turns, games, strict=True)) / sum(games)
    unit, included = word(results.plan, "turns"), results.plan.game.turns_include
    low, high = (weighted_quantile(turns, games, at) for at in (0.05, 0.95))
    share = long_share(turns, games)
    verdict, weight = lasting(len(turns), share, bool(results.unfinished[0]), sum(games))
    bars = in_bars(list(zip(turns, games, strict=True)))
    late = 1.5 * weighted_quantile(turns, games, 0.5)
    alt = f"Games by their length, from {min(turns)} to {max(turns)} {unit}."
    picture = histogram([count for _, count in bars], [at <= late for at, _ in bars], alt)
    if len(turns) == 1:
        why = "The rules fix the length." if sum(games) >= FEW else same_length(sum(games))
        return Tile(ASKS[3], verdict, weight, f"{turns[0]} {unit}", included, why, picture, "length")
    caption = f"{pct(share)} last over 1.5 times the median" if share else "No game lasts over 1.5 times the median"
    most = f"{low:.0f} to {high:.0f}" if low < high else f"just {low:.0f}"
    ends = ", ".join(filter(None, (f"9 in 10 last {most}", included)))
    target = "unfinished" if results.unfinished[0] else "length_band"
    return Tile(ASKS[3], verdict, weight, f"{mean:.1f} {unit}", ends, caption, picture, "length", target)


def lasting(lengths: int, long: float, stuck: bool, games: int) -> tuple[str, str]:
    """The verdict on so many different lengths, such a share of long games, and games that do not end.

    That all of few ``games`` last as long may be chance.
    """
    if stuck:
        return NEVER_END, "warn"
    if lengths == 1:
        return ("Fixed", "good") if games >= FEW else NOT_DECIDED
    return ("Drags on", "warn") if long > LONG_GAMES else ("Steady", "good")


# ---- comebacks


def comebacks(results: Results) -> Tile:
    """How many winners were once all but beaten, or whether the early leader runs away."""
    question = ASKS[4]
    if results.plan.players < 2:
        return _unknown(question, "One player has nobody to come back against.", "made", "None")
    frame = results.lowest_of_winners
    if not results.plan.logs_turns:
        return _unknown(question, "This run kept no turns that tell.")
    if not frame.height:
        return _unknown(question, "No game was won by one player alone after more than one turn.")
    counts = dict(frame.select("tenth", "games").rows())
    games = sum(counts.values())
    share = counts.get(0, 0) / games
    low, high = wilson(share, games)
    leader = _early_leader(results)
    alt = f"Winners by their lowest chance, in tenths: {', '.join(pct(counts.get(at, 0) / games) for at in range(10))}."
    picture = histogram([counts.get(at, 0) / games for at in range(10)], [at == 0 for at in range(10)], alt)
    if leader is not None and leader["win_share_low"] > RUNAWAY:
        ends = between(leader["win_share_low"], leader["win_share_high"])
        caption = "of those who lead after a third of the game win"
        return Tile(question, "Runaway", "warn", pct(leader["win_share"]), ends, caption, picture, "runaway")
    verdict, weight = coming_back(low, high)
    caption = f"of winners once had less than a 10{SPACE}% chance"
    if results.even / 2 <= TENTH:
        verdict, weight = "Not judged", OPEN
        caption += f"; with {results.plan.players} players everybody begins near it"
    ends = between(low, high)
    return Tile(question, verdict, weight, pct(share), ends, caption, picture, "lowest-chance", "comeback")


def coming_back(low: float, high: float) -> tuple[str, str]:
    """The verdict on the share of winners who were all but beaten, from its interval, and its weight."""
    if low > TENTH:
        return "Frequent", "good"
    return ("Rare", "note") if high < TENTH else NOT_DECIDED


def _early_leader(results: Results) -> dict[str, Any] | None:
    rows = results.runaway.filter(pl.col("win_share").is_not_null() & (pl.col("sixths") == min(MOMENTS)))
    return rows.row(0, named=True) if rows.height else None


def _unknown(question: str, why: str, evidence: str = "made", verdict: str = "Not measured") -> Tile:
    return Tile(question, verdict, OPEN, "", "", why, None, evidence)


TILES: tuple[Callable[[Results], Tile | None], ...] = (first, strategy, cards, length, comebacks)
"""One function for each of ASKS."""
