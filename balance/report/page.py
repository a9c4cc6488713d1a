"""What a report page is made of, before it is HTML: findings, sections, charts, tables.

All text here is plain text and is escaped when it is rendered; nothing from a card table can become markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from markupsafe import Markup

from balance.engine.game.faces import Face


@dataclass(frozen=True)
class ColumnView:
    """How a table shows one column."""

    name: str
    label: str
    format: str = "text"
    """text, int, number (2 decimals), percent (a share as 52.1 %), points (a difference of shares as +2.1), lift,
    signed (a difference of lifts as +0.12)."""
    help: str = ""
    """What the number means, with its unit: shown on the column's heading and in the definitions."""
    low: str = ""
    high: str = ""
    """Columns with the ends of its 95 % interval; shown beside the number, sorted with it."""
    format_from: str = ""
    """A column that names the format of every row, where rows differ (a mean in one, a share in the next)."""
    help_from: str = ""
    """A column that says what every row means: shown on the row's own cell and in the definitions."""
    brackets: str = "its 95 % interval"
    """What the interval is."""
    mark: str = ""
    """A text column with a word to put behind the number ("higher")."""
    group: str = ""
    """What the column is about, in tables of which a reader chooses the columns."""
    shown: bool = True
    """Whether the column is there before the reader chooses. Hidden columns are data until then, and weigh little."""
    drawn: bool = False
    """Whether a dot with its interval stands before the number, all of a column on one scale."""
    link: str = ""
    """A column with the ids of the cards that the cells name."""


@dataclass(frozen=True)
class DataTable:
    """A table a reader can sort, search and download as CSV."""

    id: str
    title: str
    frame: pl.DataFrame
    columns: Sequence[ColumnView]
    note: str = ""
    searchable: bool = False
    filter_by: str | tuple[str, ...] = ""
    """Text columns to filter by, each with a drop-down list of its values; of an Enum in its order."""
    folded: bool = False
    """Opened on demand: it only repeats in numbers what a chart shows."""
    stacked: bool = False
    """Intervals stand below their numbers, not beside: there are too many for the width of a page."""


@dataclass(frozen=True)
class PageChart:
    """A chart: ``draw`` draws on the given matplotlib axes; ``alt`` says in words what it shows."""

    id: str
    title: str
    draw: Callable[[Any], None]
    alt: str
    note: str = ""
    height: float = 3.2
    """Inches, at a width of 7."""
    detail: bool = False
    """Left out where the pages that matter are printed."""


@dataclass(frozen=True)
class Paragraph:
    """Plain text."""

    text: str
    folded: str = ""
    """The words to open it by, where it is there on demand only."""


@dataclass(frozen=True)
class Story:
    """How a game goes on and ends: lines of a story, the last ones of each part shown on demand."""

    label: str
    lines: Sequence[str]
    more: Sequence[str]
    ending: Sequence[str]
    more_ending: Sequence[str]


@dataclass(frozen=True)
class Stories:
    """One game told in several ways, side by side: first what they share."""

    id: str
    title: str
    note: str
    shared: Sequence[str]
    stories: Sequence[Story]


@dataclass(frozen=True)
class Answered:
    """A designer's question with its answer; the evidence follows it."""

    id: str
    number: int
    question: str
    answer: str
    """The verdict: one sentence."""
    evidence: Sequence[PageChart | DataTable] = ()
    sql: str = ""
    """The query behind it, shown on demand."""
    see: str = ""
    """The id, as it stands on the finished page, of where the answer is given instead."""
    points: Sequence[str] = ()
    """What is worth knowing besides: a sentence each, three at most."""
    rest: str = ""
    """Everything else, shown on demand."""

    @property
    def full_text(self) -> str:
        """All that is said, as one text."""
        return " ".join(part for part in (self.answer, *self.points, self.rest) if part)


@dataclass(frozen=True)
class BookCard:
    """A card as the page draws it, and what its own page says beside the numbers of the table."""

    id: str
    name: str
    kind: str
    of: str
    """Kind and set in a few words: "hero", "adversary, blue"."""
    face: Face
    verdict: str = ""
    """The verdict's word, where its power was measured."""
    explanation: str = ""
    """What the verdict means for this card, in sentences."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Lists for its page, as JSON (see ``balance.report.cards.pages``)."""


@dataclass(frozen=True)
class CardBook:
    """All cards: drawn, and as the one table of their numbers. Row i of the table is that of card i."""

    id: str
    title: str
    cards: Sequence[BookCard]
    table: DataTable
    note: str = ""
    replay: str = ""
    """The command that tells a game of the run, without the game's number."""
    also: tuple[str, ...] = ()
    """Other ids that lead here."""
    prefix: str = ""
    """Begins the ids of the cards, where several runs share a page."""
    who: str = ""
    """Among whom the verdicts hold."""


Block = Paragraph | PageChart | DataTable | Stories | Answered | CardBook


@dataclass(frozen=True)
class Section:
    """A chapter of the page."""

    id: str
    title: str
    intro: str
    blocks: Sequence[Block]
    topic: str = ""
    """What it answers: one of TOPICS, or none."""


FAVOURED, WHICH_CARDS, HOW_LONG, DIVERGE = TOPICS = (
    "Who is favoured?",
    "Which cards?",
    "How long?",
    "Where do games diverge?",
)
"""What readers ask first of a page without a scorecard."""


@dataclass(frozen=True)
class Finding:
    """One plain sentence at the top of the page, of at most 20 words, with a link to its evidence."""

    text: str
    evidence: str
    """The id of a section, figure, table or question."""
    weight: str = "note"
    """good (as it should be), warn (look at this), note (worth knowing)."""
    points: Sequence[str] = ()
    """The numbers behind it, at most three lines."""
    folded: bool = False
    """Shown on demand: a tile says it already, or it is only worth knowing."""
    target: str = ""
    """The measure of a target that settles it: met, it is no warning; missed, it is one."""
    topic: str = ""
    """What it answers: one of TOPICS, or none."""


@dataclass(frozen=True)
class Picture:
    """A picture of a few marks, without words. ``markup`` is made of numbers alone, ``alt`` says what it shows."""

    markup: Markup
    alt: str


@dataclass(frozen=True)
class Tile:
    """One question of the scorecard: its verdict in a word, one number, a picture, and where the evidence is."""

    question: str
    verdict: str
    weight: str
    """good, warn or note, as of a finding; open: not decided or not measured."""
    number: str
    """The one number that matters, with its unit; empty where there is none."""
    range: str
    """What lies between which ends, in words: "−0.4 to +1.2"; empty where there is no number."""
    caption: str
    """What the number is, in a few words."""
    picture: Picture | None
    evidence: str
    """The id of a section, figure, table or question."""
    target: str = ""
    """The measure of a target that, where it is met, settles the verdict: "As wanted"."""
    settled: str = ""
    """The caption where a target settles the verdict; empty: the same."""


@dataclass(frozen=True)
class Chip:
    """A target of the designer: whether it is met, what is, and what is wanted."""

    measure: str
    """What it is about: a name of ``analysis.targets.measures.MEASURES``."""
    name: str
    verdict: str
    """met, missed or open."""
    measured: str
    wanted: str


@dataclass(frozen=True)
class Urgent:
    """What to change first: "Weaken first", the card's name, and how that is noticed."""

    head: str
    card: str
    text: str
    evidence: str


@dataclass(frozen=True)
class Trend:
    """Did my edit work? How a run compares with the reference figures, and which command judges an edit."""

    word: str
    """same, moved, or open: more games would tell, or there are none to compare with."""
    text: str
    """A sentence, and in it what a reader types."""
    edited: str = ""
    """Which cards were edited since the reference figures, a sentence."""
    command: str = ""
    """What a designer types to have an edit judged."""
    why: str = ""
    """Why that is surer, and what to type elsewhere: shown on demand."""


@dataclass(frozen=True)
class Definition:
    """A word of the report and what it means exactly."""

    word: str
    meaning: str
    pattern: str = ""
    """A regular expression for the ways a sentence says it, if not by the very word: there it explains itself."""


@dataclass(frozen=True)
class Page:
    """What one run says. Several of one game are shown side by side on one page."""

    title: str
    subtitle: str
    findings: Sequence[Finding]
    sections: Sequence[Section]
    made: Sequence[tuple[str, str]]
    """How the report was made: (what, value)."""
    definitions: Sequence[Definition] = ()
    biases: Sequence[str] = ()
    about: str = ""
    """What the game is, for who has never heard of it."""
    played: str = ""
    """Who played, when, and with how many cards."""
    label: str = ""
    """What sets this run apart from the others beside it: "4 players"."""
    tiles: Sequence[Tile] = ()
    """The scorecard."""
    chips: Sequence[Chip] = ()
    """The designer's targets, the missed ones first; none where there are no targets of these games."""
    urgent: Sequence[Urgent] = ()
    """What to change first; one line without a card where nothing needs a change."""
    trend: Trend | None = None
    """How the run compares with the reference figures, and how to judge an edit."""
    in_brief: str = ""
    """What a page in brief leaves out, and what a reader types to see all of it; "": it is there."""


@dataclass(frozen=True)
class IndexEntry:
    """A report on the index: its scorecard, or the first thing it says where it has none."""

    title: str
    subtitle: str
    href: str
    findings: Sequence[Finding] = field(default_factory=tuple)
    tiles: Sequence[Tile] = ()
    chips: Sequence[Chip] = ()
    urgent: Sequence[Urgent] = ()
    date: str = ""
    """When the games were played: 2026-11-25."""
    trend: Trend | None = None
