"""Did it work? The first lines of a comparison: edited cards, players, styles, length, and a line for the rest."""

from __future__ import annotations

from collections.abc import Sequence

from balance.analysis.changes import Change, edits
from balance.analysis.comparison import SAME
from balance.analysis.paired import FIRST_LOOK, Difference
from balance.analysis.verdicts import NONE, NOTHING, CardPower
from balance.common.units import counted
from balance.engine.playing.batches import games_of_a_case
from balance.judging.compare import Outcome
from balance.judging.edited import EditedCard, not_judged
from balance.report.differences import headline, moved, of_card, sentence, size, stayed, summary
from balance.report.phrases import card_text
from balance.report.powers import ends_text, signed
from balance.report.sensitivities import points_change

MOST_CHANGED = 3
"""Lines about what was changed."""
TOPICS = {
    "Players": ("seat_win_share", "seat_range_share"),
    "Styles": ("style_win_share", "style_range_share", "style_score_mean"),
    "Length": ("turns_mean",),
}


def text(outcome: Outcome, cards: Sequence[EditedCard] = (), every: bool = False) -> str:
    """A comparison for a terminal: at most eight lines, and with ``every`` all that moved behind them."""
    lines = [headline(outcome), *changed(outcome, cards)]
    if outcome.proved or (outcome.alike == outcome.pairs > 0 and not outcome.differs):
        return "\n".join([*lines, *summary(outcome)])
    if too_few(outcome):
        least = f"--max-games {fewest_games(outcome)} is the least"
        if outcome.runs is not None:
            least = f"play runs of {fewest_games(outcome):,} or more"
        return "\n".join([*lines, f"{too_few(outcome)}: {least}."])
    lines += [_topic(outcome, name) for name in TOPICS]
    lines.append(_rest(outcome))
    if every:
        lines += ["", *(sentence(figure, outcome.plans) for figure in moved(outcome)), *summary(outcome)]
    return "\n".join(lines)


def fewest_games(outcome: Outcome) -> int:
    """Games before which nothing is judged."""
    return FIRST_LOOK * games_of_a_case(*outcome.plans)


def too_few(outcome: Outcome) -> str:
    """That nothing is judged, where the games are so few; else ""."""
    fewest = fewest_games(outcome)
    games = min(outcome.games)
    return f"Nothing was judged: {games:,} games are fewer than {fewest:,}" if games < fewest else ""


def changed(outcome: Outcome, cards: Sequence[EditedCard], most: int = MOST_CHANGED) -> list[str]:
    """What was changed, a line each: of cards also whether it worked."""
    changes = edits(*outcome.plans)
    judged = {card.card: card for card in cards}
    rules = [change.text for change in changes if not change.card]
    ids = list(dict.fromkeys(change.card for change in changes if change.card))
    lines = ["; ".join(rules)] if rules else []
    lines += [card_line([change for change in changes if change.card == id], judged.get(id), outcome) for id in ids]
    if len(lines) > most:
        unjudged = not_judged(outcome.plans, cards)
        note = f", {unjudged} of them not judged one by one" if unjudged else ""
        lines = [*lines[: most - 1], f"and {counted(len(lines) - most + 1, 'more edited card')}{note}"]
    return [f"  {line}" for line in lines]


def card_line(changes: Sequence[Change], judged: EditedCard | None, outcome: Outcome) -> str:
    """An edited card: its cells, its power and verdict before and after, and its players."""
    id = changes[0].card
    cells = ", ".join(change.words for change in changes)
    head = f"{card_text(id, outcome.plans)}: {cells}"
    verdict = did_it_work(judged) if judged else ""
    return f"{head}. {verdict[:1].upper()}{verdict[1:]}" if verdict else head


def did_it_work(card: EditedCard) -> str:
    """Verdict and power before and after, and what the same players win; "" where nobody gains such a card."""
    parts = []
    known = [power for power in (card.before, card.after) if power is not None and power.verdict != NONE]
    if card.before and card.after and len(known) == 2:
        parts.append(_verdicts(card.before, card.after))
    elif known:
        parts.append(f"{known[0].verdict}{_worth(known[0])}")
    if card.same_players is not None:
        was, now = (f"{100 * share:.1f} %" for share in (card.same_players.before, card.same_players.after))
        parts.append(f"the same players win {now} instead of {was} ({points_change(card.same_players)})")
    return "; ".join(parts) + "." if parts else ""


def _verdicts(before: CardPower, after: CardPower) -> str:
    said = f"still {after.verdict}" if before.verdict == after.verdict else f"{after.verdict}, was {before.verdict}"
    if before.power is None or after.power is None:
        return said
    was, now = signed(before.power), signed(after.power)
    if now == was:
        return f"{said}: worth {now} points{_ends(after)}, as before{_measured_against(after)}"
    return f"{said}: worth {now} points{_ends(after)} instead of {was}{_ends(before)}{_measured_against(after)}"


def _worth(power: CardPower) -> str:
    if power.power is None:
        return ""
    return f", worth {signed(power.power)} points{_ends(power)}{_measured_against(power)}"


def _ends(power: CardPower) -> str:
    return "" if power.low is None else f" {ends_text(power.low, power.high)}"


def _measured_against(power: CardPower) -> str:
    """Nothing for most cards, which stand beside another of their kind; of the others a useful one is worth much."""
    return " compared with doing without it" if power.against == NOTHING else ""


def moved_of(outcome: Outcome, topic: str) -> list[Difference]:
    """The figures of one of TOPICS that moved."""
    return [figure for figure in moved(outcome) if figure.figure in TOPICS[topic]]


def figures_of(outcome: Outcome, topic: str) -> list[Difference]:
    """All figures of one of TOPICS."""
    return [figure for figure in outcome.differences if figure.figure in TOPICS[topic]]


def _topic(outcome: Outcome, name: str) -> str:
    """The largest movement of the figures of a topic; or that they are as before, as far as is known."""
    differences = figures_of(outcome, name)
    changes = sorted(moved_of(outcome, name), key=size, reverse=True)
    if changes:
        more = f" {counted(len(changes) - 1, 'more figure')} {_move(len(changes) - 1)}." if len(changes) > 1 else ""
        return f"{name}: {sentence(changes[0], outcome.plans)}{more}"
    if all(figure.verdict == SAME for figure in differences):
        return f"{name}: as before, within the margin."
    hides = may_hide(differences)
    return f"{name}: nothing clearly changed{hides and f'; {hides}'}."


def may_hide(differences: Sequence[Difference]) -> str:
    """How large a change there may be all the same: "any change is below 4.2 points"; "" where that is not known.

    Of shares where there are any: a style's scores stand beside its win rate.
    """
    known = [figure for figure in differences if figure.low is not None and figure.high is not None]
    shares = [figure for figure in known if figure.headline.is_share]
    largest = max((max(-(figure.low or 0.0), figure.high or 0.0) for figure in shares or known), default=0.0)
    if not largest:
        return ""
    size = f"{100 * largest:.1f} points" if shares else f"{largest:.2g} {known[0].headline.unit}"
    return f"any change is below {size}"


def _rest(outcome: Outcome) -> str:
    """One line for all the rest."""
    named = {figure for figures in TOPICS.values() for figure in figures}
    edited = {change.card for change in edits(*outcome.plans) if change.card}
    rest = [figure for figure in moved(outcome) if figure.figure not in named]
    of_cards = [figure for figure in rest if of_card(figure) and figure.subject not in edited]
    others = [figure for figure in rest if figure not in of_cards]
    lines = []
    if of_cards:
        count = len({figure.subject for figure in of_cards})
        shifts = sorted(100 * abs(figure.difference or 0.0) for figure in of_cards)
        cards = "1 other card is" if count == 1 else f"{count} other cards are"
        ends = dict.fromkeys(f"{shift:.1f}" for shift in (shifts[0], shifts[-1]))
        lines.append(f"{cards} encountered or used more or less often, by {' to '.join(ends)} points")
    if others:
        lines.append(f"{counted(len(others), 'more figure')} {_move(len(others))}{_most_of_all(others, outcome)}")
    text = f"{'; '.join(lines)} (--all). " if lines else ""
    return f"{text[:1].upper()}{text[1:]}{stayed(outcome)}"


def _most_of_all(others: Sequence[Difference], outcome: Outcome) -> str:
    """The largest movement of the game itself, such as of a deck; an edited card's own is no surprise."""
    of_game = [figure for figure in others if not of_card(figure)]
    if not of_game:
        return ""
    largest = sentence(max(of_game, key=size), outcome.plans).removesuffix(".")
    return f"{', most of all' * (len(others) > 1)}: {largest}"


def _move(count: int) -> str:
    return "moves" if count == 1 else "move"
