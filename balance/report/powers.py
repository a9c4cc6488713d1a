"""The power of cards, in sentences and as a table."""

from __future__ import annotations

from collections import Counter

from balance.analysis.verdicts import FAIR, NONE, UNDECIDED, Among, CardPower, Power
from balance.engine.game import Plan
from balance.engine.game.agents import among
from balance.engine.game.story import listed
from balance.judging.power import FULL
from balance.judging.rounds import SURPLUS
from balance.report.phrases import card_text, signed_points, two_digits

MOST_SHOWN = 5
"""Cards that are named in sentences."""
LUCKY = 0.005
"""By so much at least a new measurement would differ on average before it is said."""
EVERYBODY = 0.9
"""Of a card that more players gain than this share, nearly all have it alike."""
NUMBERS = ("power", "low", "high", "users", "two-way", "reach")
COLUMNS = ("card", "verdict", *NUMBERS)


def mostly_decided(power: Power) -> bool:
    """Whether at least as many cards are known to be fair as are undecided."""
    return power.count(FAIR) >= power.count(UNDECIDED)


def no_change(power: Power) -> str:
    """What is said where no card is to be changed: no more than is known."""
    return "No card needs a change" if mostly_decided(power) else "No card is known to need a change"


def nothing_stands_out(power: Power) -> str:
    """Why no card needs a change: none is worth much more or less than others, or than doing without it."""
    margin = points_text(power.margin)
    if power.against_nothing:
        return f"none is known to cost its players {margin} of win rate"
    return f"none is known to be worth {margin} more or less than others"


def left_open(power: Power, plan: Plan) -> str:
    """Where most cards are not decided, what decides most of them; "" where these are few, or all was measured."""
    undecided, judged, more = power.count(UNDECIDED), len(power.cards) - power.count(NONE), _more_games(power)
    if 2 * undecided <= judged or not more:
        return ""
    return (
        f"{undecided} of {judged} cards are not decided yet: `balance report {plan.game.typed} "
        f"--power full` decides most of them, with about {two_digits(more):,.0f} games more"
    )


def _more_games(power: Power) -> int:
    """About how many games are played beyond those of now where power is measured in full."""
    most = FULL.most / power.games
    known = [card for card in power.measured if card.users_high is not None and card.users_low is not None]
    wider = [((card.users_high - card.users_low) / (2 * FULL.until)) ** 2 * SURPLUS for card in known]  # type: ignore[operator]
    return round(sum(card.games * max(0.0, min(times, most) - 1) for card, times in zip(known, wider, strict=True)))


def sentences(power: Power, plan: Plan) -> list[str]:
    """What to weaken first, and what to strengthen; or that nothing needs a change."""
    if all(card.power is None for card in power.cards):
        return ["No card was measured. The reasons:"]
    depends = _depends(power, plan)
    if not power.weaken and not power.strengthen:
        open_ = power.count(UNDECIDED)
        more = f" {open_} {'is' if open_ == 1 else 'are'} not decided yet." if open_ else ""
        if depends:
            return [f"No card is too strong or too weak for everyone.{more}", *depends]
        return [f"{no_change(power)}: {nothing_stands_out(power)}.{more}"]
    lines = []
    for head, cards in (("Weaken first", power.weaken), ("Strengthen first", power.strengthen)):
        if cards:
            lines.append(f"{head}:")
            lines += [f"  {sentence(power, card, plan)}" for card in cards[:MOST_SHOWN]]
            rest = len(cards) - MOST_SHOWN
            lines += [f"  and {rest} more, in the table below"] if rest > 0 else []
    return lines + depends


def _depends(power: Power, plan: Plan) -> list[str]:
    """The cards whose verdict does not hold for all, and so is no reason to change them."""
    cards = power.depends
    lines = [f"  {card_text(card.card, [plan])}: {contested(card)}" for card in cards[:MOST_SHOWN]]
    rest = len(cards) - MOST_SHOWN
    more = [f"  and {rest} more"] if rest > 0 else []
    return ["Look at who plays before you change these:", *lines, *more] if lines else []


def contested(card: CardPower) -> str:
    """The verdict on a card that does not hold for all: "too strong, but clearly the opposite for meek"."""
    return f"{card.verdict}, but {opposite(card)}"


def opposite(card: CardPower) -> str:
    """For whom, and at which tables, power clearly has the other sign: "clearly the opposite at strong tables"."""
    parts = []
    if card.against_it:
        parts.append(f"for {', '.join(card.against_it)}")
    if card.tables_against_it:
        parts.append(f"at {' and '.join(card.tables_against_it)} tables")
    return f"clearly the opposite {' and '.join(parts)}"


def details(card: CardPower, plan: Plan) -> list[str]:
    """Power for the players of every style, and at weak, mixed and strong tables; nothing where neither is known."""
    groups = {
        "by style": [_among_them(of) for of in card.by_style],
        "by table": [_among_them(of) for of in card.by_table],
    }
    lines = [f"  {head}: {', '.join(those)}" for head, those in groups.items() if len(those) > 1]
    if card.depends:
        lines.append(f"  {opposite(card)}")
    if card.bench is not None:
        ends = ends_text(card.bench_low, card.bench_high)
        lines.append(f"  users, against the weakest fifth of its kind (the bench): {signed(card.bench)} {ends}")
    return [f"{card_text(card.card, [plan])}, power among those who gain it:", *lines] if lines else []


def _among_them(of: Among) -> str:
    return f"{of.name} {signed(of.power)} {ends_text(of.low, of.high)}"


LIKELY = "Likely about: what a new measurement would show on average, for the farthest of many cards are partly lucky."
TABLES_EXPLAINED = (
    "By table: weak, mixed and strong thirds, by how much the styles of the other players win on average."
)


def sentence(power: Power, card: CardPower, plan: Plan) -> str:
    """One card: what it is worth, and how often that is noticed."""
    ends, likely = ends_text(card.low, card.high), likely_about(power, card)
    worth = f"worth {signed(card.power)} {ends}{likely and f', {likely},'} to players who gain it"
    return f"{card_text(card.card, [plan])}: {worth} ({_share(card.gain_share)} do); {noticed(card, plan.players)}"


def likely_about(power: Power, card: CardPower) -> str:
    """What a new measurement would show on average, of a card that was named for being far out: "likely about +6.7".

    Nothing where that is much the same.
    """
    again = power.again(card)
    if again is None or card.power is None or abs(card.power - again) < LUCKY:
        return ""
    return f"likely about {signed(again)}"


def noticed(card: CardPower, players: int) -> str:
    """In table terms: in how many games it makes another one win."""
    if card.gain_share is not None and card.gain_share > EVERYBODY:
        return "hardly anybody does without it, so it decides little between players"
    moved = abs(card.weight) * players
    if moved <= 0:
        return "it decides no game"
    games = max(1, round(1 / moved))
    return "it decides nearly every game" if games == 1 else f"it decides about one game in {games:,}"


def who_played(*powers: Power) -> str:
    """Among how many and which players the verdicts hold, in a line. Several: the same with other numbers of them."""
    many = listed([str(power.players) for power in powers], " or ")
    players = dict.fromkeys(among(power.agents) for power in powers)
    many += " player" if many == "1" else " players"
    return f"With {many}, {'; '.join(players)}."


def explained(*powers: Power) -> str:
    """What the numbers mean. Several: of other numbers of players."""
    margin = points_text(powers[0].margin)
    if len(powers) > 1:
        margin = f"the margin ({', '.join(f'{points_text(power.margin)} with {power.players}' for power in powers)})"
    ordinary = (
        "Power: points of win rate that players who gain a card owe to it, with the same luck, beyond what the cards "
        "of its kind bring on average; with 95 % intervals. Users: the same without taking off that average. "
        "Two-way: over all who gain what stands in its place, with it or without. Too strong, too weak: clearly "
        f"beyond {margin}, and two-way on the same side. Cards that fewer than 1 of 20 games have somebody gain are "
        "waited for only with --card."
    )
    if any(likely_about(power, card) for power in powers for card in (*power.weaken, *power.strengthen)):
        ordinary += f" {LIKELY}"
    alone = (
        "Power: points of win rate by which players who gain a card win more than without it, with the same luck; with "
        "95 % intervals. No other card can stand in for one of these. Any useful card beats nothing, so it may be too "
        f"weak (clearly more than {margin} below) but never too strong."
    )
    return alone if all(power.against_nothing for power in powers) else ordinary


def rows(power: Power, plan: Plan) -> list[tuple[str, ...]]:
    """COLUMNS of every card that was measured, the strongest first."""
    return [
        (
            *(card_text(card.card, [plan]), card.verdict),
            *map(signed, (card.power, card.low, card.high, card.users_power, card.two_way)),
            _share(card.gain_share),
        )
        for card in power.measured
    ]


def unmeasured(power: Power, plan: Plan) -> list[str]:
    """Of the other cards, why there is no number: a line each, or for all of a kind that have the same reason."""
    others = [card for card in power.cards if card.power is None]
    lines = [f"{card_text(card.card, [plan])}: {card.verdict}. {card.why}" for card in others if card.verdict != NONE]
    reasons = Counter((card.kind, card.why) for card in others if card.verdict == NONE)
    return lines + [f"{count} of kind {kind}: {why}" for (kind, why), count in reasons.items()]


def signed(share: float | None) -> str:
    """A difference of win shares in points: "+8.2"; "-" where it is not known."""
    return "-" if share is None else signed_points(share)


def ends_text(low: float | None, high: float | None) -> str:
    """The interval of a difference of win shares, in points: "(+5.0 to +11.3)"."""
    return f"({signed(low)} to {signed(high)})"


def points_text(share: float) -> str:
    """A difference of win shares in points: "2.5 points"."""
    return f"{100 * share:.3g} points"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{two_digits(100 * share):g} %"
