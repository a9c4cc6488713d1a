"""The page of a comparison, and its file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from balance.analysis.changes import Change, edits
from balance.analysis.paired import DEVIATION_MARGIN, FALSE_ALARM_RATE, FIRST_LOOK, KNOWN, RARE, Difference
from balance.analysis.stats import round_number
from balance.analysis.verdicts import FAIR
from balance.engine.game.headlines import CARD, MEAN_MARGIN, SEAT, SHARE_MARGIN, STYLE
from balance.judging.compare import Outcome
from balance.judging.edited import EditedCard
from balance.report.brief import brief
from balance.report.comparison.distributions import distributions_section
from balance.report.comparison.divergence import divergence_section
from balance.report.comparison.figures import cards_section, moved_section, seats_section
from balance.report.comparison.opening import TOPICS, did_it_work, figures_of, may_hide, moved_of, too_few
from balance.report.differences import correlation, headline, missing, moved, of_card, sentence, size, stayed
from balance.report.layout import blocks_of
from balance.report.page import (
    DIVERGE,
    FAVOURED,
    HOW_LONG,
    WHICH_CARDS,
    Definition,
    Finding,
    Page,
    Paragraph,
    Section,
)
from balance.report.phrases import asked, card_text, game_line, made_by, some_names
from balance.report.powers import points_text
from balance.report.render import write_page
from balance.report.run_labels import run_labels
from balance.report.terms import WIN_RATE

DEFINITIONS = (
    Definition(
        "A and B",
        "A is before (the first table or run), B is after. A difference is always B minus A: above 0, B has more.",
    ),
    Definition(
        "interval",
        "The range in brackets holds the true difference. It is a confidence sequence: right at every look at the "
        "comparison, so that it may end when all is decided, and wide enough for all figures at once.",
        r"\b[Ii]ntervals?\b|\([-+−]?[\d.,]+(?:\s%| points)?, [-+−]?[\d.,]+ to [-+−]?[\d.,]+\)",
    ),
    Definition(
        "margin",
        f"How far a figure may differ and still count as the same: {100 * SHARE_MARGIN:.0f} point for shares, "
        f"{100 * MEAN_MARGIN:.0f} % for means, and more for means that are near zero.",
        r"\b[Mm]argins?\b",
    ),
    Definition(
        "moved",
        "The difference is larger than the margin, and its interval leaves zero out.",
        r"\bmoved?\b",
    ),
    Definition("same", "The whole interval of the difference lies inside the margin.", r"\bstays? within\b"),
    Definition(
        "at the margin",
        f"The difference is about as large as the margin, and its interval reaches no further than {100 * KNOWN:.0f} % "
        "of the margin to either side: more games would tell little.",
        r"\bas far off as the margin\b",
    ),
    Definition(
        "undecided",
        "Not decided yet; the text says about how many games would decide it.",
        r"\bundecided\b|\bnot decided\b",
    ),
    Definition("too rare", f"Counted among less than {100 * RARE:.0f} % of the cases: not judged.", r"\btoo rarely\b"),
    Definition(
        "pair",
        "The same game played in A and in B with the same luck: the same shuffles, dice and whims of the players. It "
        "is alike when every cell of its log is the same in both.",
        r"\b[Pp]airs?\b|\balike\b",
    ),
    Definition(
        "correlation",
        "How alike a figure is in the two games of a pair: 1 as if nothing had been changed, 0 as two games with other "
        "luck. Figures that are the same in every pair are left out.",
    ),
    replace(WIN_RATE, pattern=r"\b[Ww]in (?:rate|share)\b|\bwins\b"),
    Definition(
        "points",
        "Behind the difference of two shares: percentage points. Behind a score: points of the game.",
        r"\bpercentage points\b",
    ),
)
OPEN = 3
"""Changes that stand open; the others are folded."""
MOST_MOVED, MOST_CARDS = 16, 8
"""Sentences about the game, and about cards, at the top; the tables have them all."""
MOST_CHANGES = 6
"""Changes named at the top; the table has them all."""
EVIDENCE = {"turns_mean": "length-chart", "best_score_mean": "best-chart", "margin_mean": "margin-chart"}


def write_comparison(
    outcome: Outcome, out: Path, command: str, judged: Sequence[EditedCard] = (), in_brief: bool = False
) -> Path:
    """Write the page ``compare-<game>.html`` into the folder ``out``. ``command``: what makes it again, in full."""
    page = comparison_page(outcome, command, judged)
    return write_page(brief(page, command) if in_brief else page, out / f"compare-{outcome.plans[0].game.id}.html")


def comparison_page(outcome: Outcome, command: str, judged: Sequence[EditedCard] = ()) -> Page:
    """The page: did it work, what moved, then the evidence, then how it was judged. ``command``: what makes it again.

    ``judged``: what is known of edited cards.
    """
    changes = edits(*outcome.plans)
    names = run_labels(outcome.plans, ["first", "second"])
    labels = f"A: {names[0]}", f"B: {names[1]}"
    sections = [
        moved_section(outcome, changes),
        distributions_section(outcome.distributions, labels),
        seats_section(outcome),
        cards_section(outcome, changes),
        divergence_section(outcome, labels),
        judged_section(outcome, judged),
    ]
    known = {block.id for block in blocks_of(sections) if not isinstance(block, Paragraph)}
    return Page(
        title=f"{outcome.plans[0].game.name}: A and B compared",
        subtitle=headline(outcome).partition(": ")[2],
        findings=[
            *_changed(outcome, changes, labels),
            *_worked(outcome, judged),
            *_topics(outcome),
            *_largest_first(_moved(outcome, changes, known)),
            *(replace(finding, folded=True) for finding in _others(outcome)),
        ],
        sections=sections,
        made=list(_made(outcome, command)),
        definitions=DEFINITIONS,
        biases=(
            "Players here are heuristic styles, not people. What an edit does to them, it need not do to people, who "
            "learn what has become good.",
            "The styles keep their weights in A and B: a style that was made for the rules of A may play B badly.",
        ),
    )


# ---------------------------------------------------------------- findings


def _changed(outcome: Outcome, changes: Sequence[Change], labels: Sequence[str]) -> Iterator[Finding]:
    """What was compared."""
    if not changes:
        yield Finding(f"Cards, rules and styles are the same in both: {labels[0]}; {labels[1]}.", "figures")
        return
    said = [_change_text(change, outcome) for change in changes[:MOST_CHANGES]]
    if len(changes) > len(said):
        said.append(f"and {len(changes) - len(said)} more changes")
    yield Finding(f"B differs from A: {'; '.join(said)}.", "changed")


def _worked(outcome: Outcome, judged: Sequence[EditedCard]) -> Iterator[Finding]:
    """Of every edited card, whether the edit worked."""
    for card in judged:
        verdict = did_it_work(card)
        if verdict:
            fair = card.after is not None and card.after.verdict == FAIR
            yield Finding(f"{card_text(card.card, outcome.plans)} is {verdict}", "changed", "good" if fair else "note")


def _topics(outcome: Outcome) -> Iterator[Finding]:
    """Players, styles and length, where nothing of them moved: what did has a sentence of its own."""
    if outcome.proved:
        return
    if too_few(outcome):
        yield Finding(f"{too_few(outcome)}.", "seats", "warn")
        return
    calm = [name for name in TOPICS if not moved_of(outcome, name)]
    if calm:
        figures = {name: figures_of(outcome, name) for name in calm}
        unsettled = any(not figure.settled for those in figures.values() for figure in those)
        points = [f"{name}: {hides}" for name, those in figures.items() if (hides := may_hide(those))]
        text = f"{some_names(calm, len(calm)).capitalize()}: nothing clearly changed{' so far' * unsettled}."
        yield Finding(text, "seats", "note" if unsettled else "good", points)


def _change_text(change: Change, outcome: Outcome) -> str:
    return change.text_of(card_text(change.card, outcome.plans) if change.card else "")


def _moved(outcome: Outcome, changes: Sequence[Change], known: set[str]) -> Iterator[Finding]:
    """A sentence for every figure that moved, the game first and edited cards before others; not all of many."""
    edited = {change.card for change in changes if change.card}
    differences = moved(outcome)
    game = [figure for figure in differences if not of_card(figure)]
    cards = [figure for figure in differences if of_card(figure)]
    cards.sort(key=lambda figure: (figure.subject not in edited, -size(figure)))
    for figure in [*game[:MOST_MOVED], *cards[:MOST_CARDS]]:
        weight = "warn" if figure.headline.of in (SEAT, STYLE) or figure.headline.unit == "turns" else "note"
        yield Finding(sentence(figure, outcome.plans), _evidence(figure, known), weight, topic=_topic(figure))
    for left, of, evidence in (
        (len(game) - MOST_MOVED, "figures of the game", "figures"),
        (len(cards) - MOST_CARDS, "figures of cards", "cards"),
    ):
        if left > 0:
            yield Finding(f"{left} more {of} moved: see the table.", evidence)


def _evidence(figure: Difference, known: set[str]) -> str:
    """Where a figure is shown best."""
    if of_card(figure):
        return "cards"
    if figure.headline.of in (SEAT, STYLE):
        return "seats"
    ident = EVIDENCE.get(figure.figure, "figures")
    return ident if ident in known else "figures"


def _topic(figure: Difference) -> str:
    """What a figure that moved says something about."""
    if figure.headline.unit == "turns":
        return HOW_LONG
    return {CARD: WHICH_CARDS, SEAT: FAVOURED, STYLE: FAVOURED}.get(figure.headline.of, "")


def _largest_first(found: Iterator[Finding]) -> Iterator[Finding]:
    """The largest changes open, those behind them folded, but for what asks to be looked at."""
    for place, finding in enumerate(found):
        yield replace(finding, folded=place >= OPEN and finding.weight != "warn")


def _others(outcome: Outcome) -> Iterator[Finding]:
    """What did not move, what only one has, and how sharp the comparison is."""
    yield Finding(stayed(outcome), "figures", "good" if outcome.settled and not outcome.differs else "note")
    for line, of_cards in missing(outcome):
        yield Finding(line, "cards" if of_cards else "figures")
    if not outcome.pairs:
        text = "A and B were played with other luck. Runs with one seed are compared game by game, which is sharper."
        yield Finding(text, "judged")
        return
    if outcome.alike is not None:
        text = f"{outcome.alike:,} of {outcome.pairs:,} games are alike in A and B, cell by cell: there the change did"
        text += " nothing at all. In the others the two diverge sooner or later."
        text = text if outcome.first_different is not None else text.partition(" In the others")[0]
        yield Finding(text, "divergence", topic=DIVERGE)
    if outcome.correlation is not None and outcome.unpaired_games is not None:
        yield Finding(
            f"The same luck in both made {outcome.pairs:,} games of each as precise as"
            f" {round_number(outcome.unpaired_games):,} independent ones: pairs have a correlation of"
            f" {correlation(outcome.correlation)} (medians of the figures that differ at all).",
            "judged",
        )


# ---------------------------------------------------------------- how it was judged and made


def judged_section(outcome: Outcome, judged: Sequence[EditedCard] = ()) -> Section:
    """How the comparison judges, in words."""
    games, others = outcome.games
    luck = (
        f"A and B played the same {games:,} games: game by game the same shuffles, dice and whims. Every figure is "
        "compared within these pairs, so that luck, which both share, cancels out."
        if outcome.pairs
        else f"A ({games:,} games) and B ({others:,} games) had other luck: their figures are compared as means."
    )
    sequence = (
        "The intervals hold at every look (a confidence sequence), so the comparison may look again and again, and end "
        "by itself when every figure has moved, stays within its margin, or has an interval that reaches no further "
        f"than {100 * KNOWN:.0f} % of the margin to either side. Nothing is judged before {FIRST_LOOK:,} games."
    )
    many = (
        "There are many figures, and they share one allowance: of comparisons of a game with itself, with other luck, "
        f"at most {100 * FALSE_ALARM_RATE:.0f} in 100 call anything moved. Half of it belongs to the figures of single "
        "cards, half to all others."
    )
    margins = (
        f"The margin is {100 * SHARE_MARGIN:.0f} percentage point for shares and {100 * MEAN_MARGIN:.0f} % for means; "
        f"of a mean near zero it is {100 * DEVIATION_MARGIN:.1f} % of its spread from game to game."
    )
    words = [luck, sequence, many, margins]
    if judged:
        words.append(
            "What an edited card is worth was measured apart from these games, with its interval: others were played "
            "again with an ordinary card of its kind in its place, in A and in B. It is fair if that is clearly less "
            f"than {points_text(judged[0].margin)} from the average of its kind. `balance power` measures all cards so."
        )
    if outcome.stopped:
        words.append("The comparison was stopped early. What it says holds all the same.")
    return Section("judged", "How it was judged", "", [Paragraph(text) for text in words])


def _made(outcome: Outcome, command: str) -> Iterator[tuple[str, str]]:
    """How the page was made: enough to make it again."""
    before, after = outcome.plans
    yield "command", command
    yield game_line(before)
    yield "games", f"{outcome.games[0]:,} in A, {outcome.games[1]:,} in B; {outcome.pairs:,} of them pairs"
    for (what, in_a), (_, in_b) in zip(asked(before), asked(after), strict=True):
        if in_a == in_b:
            yield what, in_a
        else:
            yield f"{what} in A", in_a
            yield f"{what} in B", in_b
    for arm, run in zip("AB", outcome.runs or (), strict=False):
        yield f"run {arm}", f"{run.path}, played by balance {run.manifest['balance']}"
    yield from made_by()
