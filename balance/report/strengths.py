"""How good the players are, in sentences, as tables and as JSON."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from balance.analysis.ratings import ANCHOR, Rating
from balance.common.units import counted
from balance.engine.game.story import seat_name
from balance.judging.regret import Lost, Regret
from balance.judging.strength import MEASURE, Rung, Strength, Yardstick
from balance.judging.tournament import WinShare
from balance.report.commands import cards_option, options
from balance.report.labels import MISSING
from balance.report.phrases import card_text, plain_number, signed_points

LOOK_AHEAD = ("among", "games a decision", "wins", "low", "high", "games", "decisions a game", "ms a decision")
COSTS = ("looked at", "better known", "points each", "low", "high")
DECISIONS = ("decision", "a game", *COSTS)
MOST_CARDS = 5


def sentences(strength: Strength) -> list[str]:
    """Who is strongest, by how much, and how much better players could be."""
    if strength.uncontested:
        return [f"With {counted(strength.players, 'player')} styles cannot be rated: {strength.uncontested}."]
    first, *rest = strength.ratings
    after = f", then {_rated(rest[0])}; the weakest is {_rated(rest[-1])}" if rest else ""
    lines = [f"With {counted(strength.players, 'player')} the strongest style is {_rated(first)}{after}."]
    lines += [f"  Cycle: {' beats '.join((*some, some[0]))}." for some in strength.cycles]
    lines += [
        f"  {a} and {b}: each wins more than its share where all others play the other." for a, b in strength.invading
    ]
    lines += [f"  {a} and {b}: it is best to play as most others do." for a, b in strength.defending]
    return [*lines, *(line for stick in strength.yardsticks for line in _yardstick_lines(stick))]


def _rated(rating: Rating) -> str:
    return f"{rating.style} ({_integer(rating.rating)})"


def _yardstick_lines(stick: Yardstick) -> list[str]:
    """How much a look-ahead player wins, and whether it would win more if it looked ahead farther."""
    won = stick.best.won
    even = won.even
    low, high = won.interval
    verdict = (
        f"So these players miss choices worth {_points(won.share - even)} points of win rate ({_points(low - even)} to"
        f" {_points(high - even)})."
        if low > even
        else "It finds nothing that they miss."
        if high < even
        else "Whether they miss anything is not decided: play more games (--ahead)."
    )
    top = stick.sees_all.won.share
    rise, least, most = (_points(value) for value in stick.rise)
    flat = "no clear gain" if stick.is_flat else "looking farther helps"
    return [
        f"A look-ahead player among {stick.against} players wins {_pct(won.share)} ({_pct(low)} to {_pct(high)});"
        f" {_pct(even)} would be even.",
        f"  {verdict}",
        f"  Twice the games a decision: {rise} points ({least} to {most}), {flat}.",
        f"  If it knew all hidden cards and all luck to come: {_pct(top)}, about the most there is.",
    ]


def columns(strength: Strength) -> tuple[str, ...]:
    """Of ``rows``: the style, and numbers."""
    return "style", "rating", "low", "high", f"wins among {strength.anchor}"


def rows(strength: Strength) -> list[list[str]]:
    """Ratings, the strongest first."""
    return [
        [
            rating.style,
            *(_integer(value) for value in (rating.rating, rating.low, rating.high)),
            _pct(_share_among(strength, rating.style, strength.anchor), 1),
        ]
        for rating in strength.ratings
    ]


def matrix(strength: Strength) -> tuple[list[str], list[list[str]]]:
    """Columns and rows: what one player with the style of the row wins among players of the column's, in %."""
    names = [rating.style for rating in strength.ratings]
    cells = {pair: f"{100 * meeting.won.share:.1f}" for pair, meeting in strength.by_styles.items()}
    return ["one", *names], [[style, *(cells.get((style, others), "") for others in names)] for style in names]


def look_ahead_rows(strength: Strength) -> list[list[str]]:
    """What the look-ahead player wins, by how far it looks."""
    return [[stick.against, *_numbers_of(rung)] for stick in strength.yardsticks for rung in stick.rungs]


def _numbers_of(rung: Rung) -> list[str]:
    ends = [_pct(value) for value in (rung.won.share, *rung.won.interval)]
    far = f"{rung.playouts:,}" if rung.playouts else "sees all"
    return [far, *ends, f"{rung.won.cases:,}", f"{rung.decisions:.0f}", f"{1000 * rung.seconds:.0f}"]


def _pct(value: float, digits: int = 0) -> str:
    return f"{plain_number(100 * value, digits)} %"


def _points(value: float) -> str:
    return plain_number(100 * value, 0, "+")


def _integer(value: float) -> str:
    return plain_number(value, 0)


def explained(strength: Strength) -> str:
    """What the numbers are."""
    anchor = strength.anchor
    return (
        f"Rating: 400 more are odds of ten to one of winning, one against one; {anchor} stays at {ANCHOR:,.0f};"
        f" 95 % intervals. Wins among {anchor}: one player with the style, all others {anchor}. Look-ahead: tries its"
        " options in many futures, knows only what its player may know, and plays on by its style."
    )


REGRET_EXPLAINED = (
    "Points each: what the best option wins more than the chosen one, on average over all such decisions, judged in"
    " other futures than those that chose it. Better known: the look-ahead player would choose otherwise. Costs do not"
    " add up: who chooses better once has less to win later."
)


# Regret


def regret_sentences(regret: Regret) -> list[str]:
    """Where better choices exist."""
    costs = regret.by_point
    name = next((name for name, lost in costs.items() if lost.known), None)
    if name is None and any(lost.cost > 0 for lost in costs.values()):
        return ["Too few games were looked at to say where better choices exist."]
    if name is None or costs[name].cost <= 0:
        return ["No decision was found where another choice wins more."]
    lost = costs[name]
    lines = [
        f"Most is to be won at: {name}, {signed_points(lost.cost)} points of win rate a decision"
        f" ({signed_points(lost.low)} to {signed_points(lost.high)}), {lost.a_game:.1f} decisions a game."
    ]
    cards = [(card, count) for card, count in regret.passed_over.most_common(MOST_CARDS) if count > 1]
    if cards:
        named = [f"{card_text(card, [regret.plan])}, {count} times" for card, count in cards]
        lines.append(f"Better than what was chosen, most often: {'; '.join(named)}.")
    return lines


def regret_rows(regret: Regret) -> list[list[str]]:
    """What decisions cost, by what was to be decided."""
    return [[name, f"{lost.a_game:.1f}", *_numbers_lost(lost)] for name, lost in regret.by_point.items()]


def style_rows(regret: Regret) -> list[list[str]]:
    """The same by style."""
    return [[name, *_numbers_lost(lost)] for name, lost in regret.by_style.items()]


def _numbers_lost(lost: Lost) -> list[str]:
    ends = [signed_points(end) if lost.known else MISSING for end in (lost.low, lost.high)]
    return [f"{lost.looked_at:,}", _pct(lost.better), signed_points(lost.cost), *ends]


def worst_lines(regret: Regret) -> list[str]:
    """The worst decisions in words, and the commands that show the first."""
    if not regret.worst:
        return []
    lines = ["The worst decisions:"]
    for worst, made in regret.worst:
        chosen, best = (regret.wording.option(made, made.options[place]) for place in (worst.chosen, worst.best))
        low, high = worst.interval
        asked = regret.wording.points[worst.point]
        lines.append(f"  Game {worst.game_no}, decision {worst.number}, {seat_name(worst.seat, worst.agent)}, {asked}:")
        lines.append(
            f"    chose {chosen}; {best} wins {signed_points(worst.more)} points more"
            f" ({signed_points(low)} to {signed_points(high)})"
        )
    return [*lines, *how_to_see(regret)]


def how_to_see(regret: Regret) -> list[str]:
    """The commands that show the worst decision; none with own styles, for a plan does not know their file."""
    plan, (worst, _) = regret.plan, regret.worst[0]
    game = plan.game.typed
    if tuple(style.base for style in plan.styles) != plan.game.styles:
        return []
    games = f"--games {worst.game_no + 1} --seed {plan.seed}"
    play = " ".join(["balance simulate", game, *options(plan), *cards_option(plan), games])
    return [f"See the first: `{play}`, then `balance replay {game} {worst.game_no} --what-if {worst.number}`."]


# JSON


def as_json(strength: Strength) -> dict[str, Any]:
    """As JSON; all shares: 0.01 is one point of win rate. Times are left out: they are the machine's."""
    return {
        "players": strength.players,
        "neutral": strength.neutral,
        "styles": [
            {
                "style": rating.style,
                "rating": rating.rating,
                "low": rating.low,
                "high": rating.high,
                "win_share_against_greedy": _share_among_greedy(strength, rating.style),
            }
            for rating in strength.ratings
        ],
        "pairs": [{"style": pair.style, "others": pair.others, **_won(pair.won)} for pair in strength.pairs],
        "cycles": strength.cycles,
        "invading": strength.invading,
        "defending": strength.defending,
        "yardstick": _stick(strength.yardsticks[0]) if strength.yardsticks else None,
        "yardsticks": [_stick(stick) for stick in strength.yardsticks],
    }


def _share_among_greedy(strength: Strength, style: str) -> float | None:
    """None: there is no greedy."""
    return _share_among(strength, style, MEASURE) if strength.anchor == MEASURE else None


def _share_among(strength: Strength, style: str, others: str) -> float:
    """What one player with the style wins; who is among equals, what any player won on average among the style."""
    if style != others:
        return strength.by_styles[style, others].won.share
    return fmean(pair.won.even for pair in strength.pairs if pair.others == others)


def _won(won: WinShare) -> dict[str, Any]:
    low, high = won.interval
    return {"win_share": won.share, "low": low, "high": high, "games": won.cases, "even": won.even}


def _stick(stick: Yardstick) -> dict[str, Any]:
    rise, low, high = stick.rise
    return {
        "against": stick.against,
        **_won(stick.best.won),
        "base": stick.base,
        "playouts": stick.best.playouts,
        "rungs": [{"playouts": rung.playouts, **_won(rung.won)} for rung in stick.rungs[:-1]],
        "rise": {"win_share": rise, "low": low, "high": high, "flat": stick.is_flat},
        "sees_all": _won(stick.sees_all.won),
    }


def regret_as_json(regret: Regret) -> dict[str, Any]:
    """As JSON: what decisions cost by point and style, cards passed over, and the worst decisions."""
    return {
        "by_point": {name: _lost(lost) for name, lost in regret.by_point.items()},
        "by_style": {name: _lost(lost) for name, lost in regret.by_style.items()},
        "passed_over": dict(regret.passed_over.most_common()),
        "worst": [
            {
                "game_no": worst.game_no,
                "decision": worst.number,
                "seat": worst.seat,
                "style": worst.agent,
                "point": regret.wording.points[worst.point],
                "win_share": worst.more,
                "low": worst.interval[0],
                "high": worst.interval[1],
            }
            for worst, _ in regret.worst
        ],
    }


def _lost(lost: Lost) -> dict[str, Any]:
    return vars(lost) | ({} if lost.known else {"low": None, "high": None})
