"""What moved: every figure of A and B with its difference, as charts and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import polars as pl

from balance.analysis.changes import Change
from balance.analysis.comparison import NOT_COMPARABLE, UNDECIDED
from balance.analysis.paired import TOO_RARE, Difference
from balance.engine.game.headlines import SHARE_MARGIN
from balance.judging.compare import Outcome
from balance.report import charts
from balance.report.differences import of_card, size, subject_text
from balance.report.labels import form_of, number_text
from balance.report.page import FAVOURED, WHICH_CARDS, Block, ColumnView, DataTable, PageChart, Paragraph, Section
from balance.report.phrases import card_text

MOST_ROWS = 30
"""Rows of a chart: of more, the largest changes."""
INTERVAL = "the interval that holds the true difference, at every look at the comparison and for all figures at once"
FOREST_NOTE = (
    "Dot: the difference B minus A, written at the right. Bar: its interval. The grey band is the margin, within which "
    "nothing is called a change. A filled dot has moved, to the right (more in B) or to the left (less); a hollow grey "
    "one has not, or not clearly."
)
VERDICTS = "moved, same, at the margin (known well, and on neither side of it), undecided (more games would tell), "


def frame_of(differences: Iterable[Difference], outcome: Outcome, edited: Iterable[str] = ()) -> pl.DataFrame:
    """A row per figure, with its words, its numbers, and its place on the scale of margins. ``edited``: card ids."""
    edited = set(edited)
    rows = [_row(figure, outcome, edited) for figure in differences]
    return pl.DataFrame(rows, SHAPE, orient="row")


NUMBERS = ("before", "after", "difference", "low", "high", "in_margins", "low_in_margins", "high_in_margins")
WORDS = ("figure", "subject", "name", "means", "form", "change_form", "text", "margin", "verdict", "edited")
SHAPE: dict[str, pl.DataType | type[pl.DataType]] = {
    **dict.fromkeys(WORDS, pl.String),
    **dict.fromkeys(NUMBERS, pl.Float64),
    "moved": pl.Boolean,
}


def _row(figure: Difference, outcome: Outcome, edited: set[str]) -> dict[str, object]:
    of = figure.headline
    subject = subject_text(of, figure.subject, outcome.plans)
    text = number_text(figure.difference, "percent" if of.is_share else "", 1 if of.is_share else 2, signed=True)
    ends = (figure.difference, figure.low, figure.high)
    return {
        "figure": of.label,
        "subject": subject,
        "name": of.named(_brief(subject, figure)),
        "means": of.description,
        "form": form_of(of),
        "change_form": "points" if of.is_share else "signed",
        "text": text.replace(" %", " points") if of.is_share else text,
        "margin": f"{100 * figure.margin:.0f} point" if of.is_share else f"{figure.margin:.2f}",
        "verdict": verdict_text(figure),
        "edited": "edited" if of_card(figure) and figure.subject in edited else "",
        **dict(zip(NUMBERS[:2], (figure.before, figure.after), strict=True)),
        **dict(zip(NUMBERS[2:5], ends, strict=True)),
        **dict(zip(NUMBERS[5:], (None if end is None else end / figure.margin for end in ends), strict=True)),
        "moved": figure.verdict == "moved",
    }


def _brief(subject: str, figure: Difference) -> str:
    """A card without its id, which has little room in a chart; tables have it."""
    return subject.removesuffix(f" ({figure.subject})") if of_card(figure) else subject


def verdict_text(figure: Difference) -> str:
    """The verdict in words for a table."""
    if figure.verdict == NOT_COMPARABLE:
        return "only in A" if figure.after is None else "only in B"
    return "at the margin" if figure.verdict == UNDECIDED and figure.settled else figure.verdict


def interesting(outcome: Outcome) -> list[Difference]:
    """The figures that moved, or are about as far off as their margin, the largest changes first."""
    close = {id(figure) for figure in outcome.close}
    shown = [figure for figure in outcome.differences if figure.verdict == "moved" or id(figure) in close]
    return sorted(shown, key=lambda figure: (-size(figure), figure.figure, figure.subject))


# ---------------------------------------------------------------- chapters


def moved_section(outcome: Outcome, changes: Sequence[Change]) -> Section:
    """What was changed, what moved, and every figure that is not of a single card."""
    shown = interesting(outcome)
    blocks: list[Block] = [_changes_table(outcome, changes)] if changes else []
    if shown:
        blocks.append(_margins_chart("moved-chart", "What moved, and what is close to it", outcome, shown))
    else:
        blocks.append(Paragraph("No figure moved, and none is close to it."))
    rest = [figure for figure in outcome.differences if not of_card(figure)]
    title = "Every figure of the game, its seats and styles"
    blocks.append(_table("figures", title, frame_of(rest, outcome).sort("moved", descending=True, maintain_order=True)))
    intro = "All differences in one picture: each in units of its own margin, so that shares, points and turns compare."
    return Section("moved", "What moved", intro, blocks)


def _margins_chart(ident: str, title: str, outcome: Outcome, differences: Sequence[Difference]) -> PageChart:
    frame = frame_of(differences[:MOST_ROWS], outcome)
    first = "; ".join(f"{row['name']} {row['text']}" for row in frame.head(5).iter_rows(named=True))
    more = len(differences) - len(frame)
    note = f"{FOREST_NOTE} The scale counts margins: 1 is as far as the margin."
    if more > 0:
        note += f" The {len(frame)} largest of {len(differences)}; the others stand in the tables."
    draw = partial(
        charts.forest, frame=frame, label="name", value="in_margins", low="low_in_margins", high="high_in_margins",
        reference=0.0, band=1.0, sure="moved", texts="text", x_label="B minus A, in margins",
    )  # fmt: skip
    return PageChart(ident, title, draw, f"Differences B minus A with their intervals. The largest: {first}.", note)


def _changes_table(outcome: Outcome, changes: Sequence[Change]) -> DataTable:
    rows = [
        (
            card_text(change.card, outcome.plans) if change.card else "rules and table",
            "the whole row" if change.what == "row" else change.what,
            change.before,
            change.after,
        )
        for change in changes
    ]
    shape = dict.fromkeys(("of", "what", "before", "after"), pl.String)
    return DataTable(
        "changed",
        "What was changed",
        pl.DataFrame(rows, shape, orient="row"),
        [
            ColumnView("of", "Of", "text", "The card, by name and id; or what is changed for the whole game."),
            ColumnView("what", "What", "text", "The column of the card table, the setting, or the styles."),
            ColumnView("before", "In A", "text", "The cell or value in A; – is an empty cell."),
            ColumnView("after", "In B", "text", "The cell or value in B; – is an empty cell."),
        ],
    )


def _table(ident: str, title: str, frame: pl.DataFrame) -> DataTable:
    """Figures, a row each, in their own units."""
    return DataTable(
        ident, title, frame,
        [
            ColumnView("figure", "Figure", "text", "What was measured; the ? says how.", help_from="means"),
            ColumnView("subject", "Of", "text", "The seat, style, source of points or reason; – is the whole game."),
            *_columns(),
        ],
        filter_by="verdict",
    )  # fmt: skip


def _columns() -> list[ColumnView]:
    """A, B and their difference."""
    rare = f"{VERDICTS}{TOO_RARE} (counted in too few games to be judged), or only in one of the two."
    return [
        ColumnView("before", "A", "number", "The figure in A, in its own unit.", format_from="form"),
        ColumnView("after", "B", "number", "The figure in B, in its own unit.", format_from="form"),
        ColumnView(
            "difference", "B minus A", "signed",
            "The difference; of shares, in points.", "low", "high", "change_form", brackets=INTERVAL,
        ),
        ColumnView("margin", "Margin", "text", "How far a figure may differ and still count as the same."),
        ColumnView("verdict", "Verdict", "text", rare),
    ]  # fmt: skip


def seats_section(outcome: Outcome) -> Section:
    """Win shares of seats and styles, and the scores of styles."""
    wins = [figure for figure in outcome.differences if figure.figure in ("seat_win_share", "style_win_share")]
    scores = [figure for figure in outcome.differences if figure.figure == "style_score_mean"]
    blocks: list[Block] = []
    comparable = [figure for figure in wins if figure.difference is not None]
    if comparable:
        blocks.append(_points_chart("seats-chart", "Wins by seat and by style", outcome, comparable, "win rate"))
    comparable = [figure for figure in scores if figure.difference is not None]
    if comparable:
        blocks.append(_margins_chart("styles-chart", "Scores by style", outcome, comparable))
    frame = frame_of([*wins, *scores], outcome)
    blocks.append(_table("seats", "Seats and styles in numbers", frame))
    intro = "Who wins more or less in B than in A, by seat and by style."
    return Section("seats-and-styles", "Seats and styles", intro, blocks, FAVOURED)


def _points_chart(ident: str, title: str, outcome: Outcome, differences: Sequence[Difference], what: str) -> PageChart:
    """Differences of shares, in percentage points."""
    frame = frame_of(differences, outcome)
    said = "; ".join(f"{row['name']} {row['text']}" for row in frame.head(8).iter_rows(named=True))
    draw = partial(
        charts.forest, frame=frame, label="name", value="difference", low="low", high="high", reference=0.0,
        unit="percent", band=SHARE_MARGIN, sure="moved", texts="text",
        x_label=f"{what}: B minus A, in points",
    )  # fmt: skip
    note = f"{FOREST_NOTE} In percentage points."
    return PageChart(ident, title, draw, f"Differences B minus A with their intervals: {said}.", note)


def cards_section(outcome: Outcome, changes: Sequence[Change]) -> Section:
    """Every card's figures: the edited cards first, then the largest changes."""
    edited = {change.card for change in changes if change.card}
    differences = [figure for figure in outcome.differences if of_card(figure)]
    if not differences:
        text = "Cards were not compared: one run has no card log (--log seats)."
        return Section("cards-compared", "Cards", "", [Paragraph(text)], WHICH_CARDS)
    differences.sort(key=lambda figure: (figure.subject not in edited, -size(figure), figure.subject, figure.figure))
    judged = [figure for figure in differences if figure.difference and figure.verdict != TOO_RARE]
    judged.sort(key=lambda figure: (-size(figure), figure.subject, figure.figure))
    blocks: list[Block] = []
    if judged:
        few = judged[:MOST_ROWS]
        title = "The largest changes of cards" if len(judged) > len(few) else "Changes of cards"
        blocks.append(_points_chart("cards-chart", title, outcome, few, "share of players"))
    columns = [
        ColumnView("subject", "Card", "text", "Name and id of the card."),
        ColumnView("edited", "Edited", "text", "Whether this card differs between A and B."),
        ColumnView("figure", "Figure", "text", "Met or used, and by whom; the ? says how.", help_from="means"),
        *_columns(),
    ]
    frame = frame_of(differences, outcome, edited)
    title = "Every card in A and B"
    note = "Edited cards first, then the largest changes."
    blocks.append(DataTable("cards", title, frame, columns, note, searchable=True, filter_by="verdict"))
    intro = "How many players encounter a card, and how many of them use it. An edited card also changes others."
    return Section("cards-compared", "Cards", intro, blocks, WHICH_CARDS)
