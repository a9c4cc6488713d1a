"""The report of a game, on one run or on several side by side, and the index of several games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import polars as pl

from balance.analysis.cards.export import export_results
from balance.analysis.database import FIRST_GAMES, Database
from balance.analysis.luck import LuckAndSkill
from balance.analysis.ratings import Gap
from balance.analysis.results import Results
from balance.analysis.robust import Robust
from balance.analysis.trial_edits import Sensitivity
from balance.analysis.verdicts import Power
from balance.cards.read import CardTable
from balance.common.errors import InputError, plain
from balance.common.faults import GameFault
from balance.common.files import write_text
from balance.common.units import counted
from balance.engine.game import Plan, others_go_on
from balance.engine.game.agents import MIXED, drawn_from, lineup_text
from balance.engine.game.plan import plan_from_manifest
from balance.engine.playing.threads import Ahead, result_of
from balance.engine.runs.run import Run
from balance.engine.runs.store import Place
from balance.judging.experiments import games_of_an_arm
from balance.judging.experiments_cache import cached_experiments
from balance.report import answers
from balance.report.brief import brief
from balance.report.findings import find
from balance.report.index import write_index
from balance.report.layout import MADE, blocks_of, ids_of
from balance.report.page import (
    Chip,
    Definition,
    Finding,
    IndexEntry,
    Page,
    PageChart,
    Section,
    Tile,
    Trend,
    Urgent,
)
from balance.report.phrases import asked, game_line, log_text, made_by
from balance.report.render import drawn, render_report
from balance.report.run_labels import run_labels
from balance.report.scorecard import scorecard, urgent
from balance.report.seats import seat_check
from balance.report.sections import SECTIONS
from balance.report.side_by_side import Compared, compared, side_by_side
from balance.report.terms import WIN_RATE
from balance.report.yardsticks import (
    NO_YARDSTICKS,
    Yardsticks,
    as_wanted,
    chips,
    missed_measures,
    passed_measures,
    trend,
    yardsticks_here,
)

DEFINITIONS = (
    WIN_RATE,
    Definition(
        "seat",
        "A player's place at the table. Pages, replays and targets count from 1; the data of a run, and with it "
        "`balance query` and the queries on this page, from 0: seat 0 there is player 1 here.",
        r"\b[Ss]eat \d+\b",
    ),
    Definition(
        "interval",
        "The range in brackets holds the true value in 95 of 100 such runs. Shares use Wilson's interval; the players "
        "of one game count as a group, and so do the games of one match.",
        r"\b[Ii]ntervals?\b|\([-+−]?[\d.,]+(?:\s%)? to [-+−]?[\d.,]+(?:\s%)?\)",
    ),
    Definition(
        "power",
        "Points of win rate that those who gain a card owe to it: what they won, less what the same players won in the "
        "same games with an ordinary card of its kind in its place, less the mean of that over the kind. Where no card "
        "can stand in, as for a guess: what they won, less what the same players won without it.",
        r"\b[Pp]ower\b|\bworth [-+−][\d.]+",
    ),
    Definition(
        "likely about",
        "What a new measurement of the card would show on average. Cards are named for being far out, and with few "
        "games some are so by luck; the wider the intervals beside how far the cards of a kind lie apart, the more.",
        r"\b[Ll]ikely about\b",
    ),
    Definition(
        "linked to winning",
        "How much more players win who did something with a card than others like them who saw it and did not: same "
        "seat, same style, equally strong opponents, same deck. Part of it is the card, part is who holds it.",
        r"\b[Ll]inked\b",
    ),
    Definition(
        "too strong, too weak, fair",
        "Too strong or too weak: power is clearly beyond the margin, and two-way on the same side. At most 5 % of such "
        "verdicts are chance, however many cards there are (Benjamini and Hochberg). Fair: the whole interval lies "
        "inside the margin; of a card that is compared with doing without it, not below the margin, for it may well be "
        "worth more than nothing. Ignored: offered and hardly ever gained. Undecided: all others.",
        r"\b[Tt]oo (?:strong|weak)\b|\b[Uu]ndecided\b",
    ),
    Definition(
        "trap, sleeper",
        "A trap is picked more than the average card and is worth less. A sleeper is picked less and is worth more. "
        "Both clearly.",
    ),
    Definition(
        "even share",
        "What every player would win if all were equal: (1 − share of the games that nobody wins) / players.",
        r"\b[Ee]ven (?:share|is)\b",
    ),
    Definition("sole lead", "One player alone has the best score after a turn."),
    Definition(
        "lead for good",
        "From this turn to the end the winner alone has the best score after every turn; winners who share the win "
        "lead together. Being level is no lead. A win by tie-break alone counts as taken in the last turn.",
    ),
    Definition(
        "spread",
        "Standard deviation: of a bell-shaped distribution, about two thirds lie within one spread of the mean.",
    ),
    Definition(
        "first games",
        f"Questions that look at games one by one use the first {FIRST_GAMES:,} games of a run. Games are independent, "
        "so the first are as good as any.",
    ),
)


class Measured(NamedTuple):
    """What was found by playing a run's games again; None: nobody asked."""

    power: Power | None = None
    edits: Sensitivity | None = None
    """Of the strongest and the weakest cards."""
    luck: LuckAndSkill | None = None
    gap: Gap | None = None
    """How much better its players could be: measured before, or not at all."""
    robust: Robust | None = None
    """How the verdicts fare among other players."""


Measure = Callable[[Run, Plan], Measured]
"""Gives what is known of the power of a run's cards; None: nobody wants to know."""
InFull = Callable[[Sequence[Run]], str]
"""Gives what a reader types to see all of the page of these runs."""
LARGEST_PAGE = 5_000_000
"""Bytes."""
Leading = TypeVar("Leading", Tile, Finding, Urgent)
"""What leads to its evidence."""

BIASES = (
    "Players here are heuristic styles, not people. They never tire, bluff or learn; a verdict that holds for "
    "all styles is worth more than one for a single style.",
    "Cards are judged in the hands of these styles: one that they play badly is weak for that reason, too.",
    "What is linked to winning is correlation. Players who use a card well often play well anyway (selection), and a "
    "card used late was used in a game that lasted (survival).",
    "With mixed styles, a style's win rate depends on who else sits at the table.",
    "Equal styles make equal choices: tables of like minds tie more often than people would.",
)


@dataclass(frozen=True)
class Reading:
    """What one run says: its page, its figures for the comparison with others, and its cards with their results."""

    page: Page
    compared: Compared | None
    """None where the game does not log what every other does."""
    cards: tuple[CardTable, int, pl.DataFrame] | None
    """The card table, the games played and a row per card; None where the run kept no cards."""
    left_out: Sequence[str] = ()
    """What the page does not say, and why."""
    trend: Trend | None = None
    """How it compares with the reference figures."""


class LeftOut:
    """Parts of a page that a mistake in the game leaves out, so that the rest can be read."""

    def __init__(self) -> None:
        self.parts: dict[str, list[str]] = {}
        """What is wrong -> the names of the parts."""

    def made(self, name: str, make: Callable[..., Any], *of: Any) -> Any:
        """The part ``name`` as ``make`` makes it; None, and a word, where it cannot be made."""
        try:
            return make(*of)
        except GameFault as error:
            self.parts.setdefault(str(error).partition("\n")[0], []).append(name)
            return None

    def lines(self) -> list[str]:
        """A sentence or two for each mistake."""
        return [
            f"{mistake} Left out of the report: {', '.join(dict.fromkeys(parts))}."
            for mistake, parts in self.parts.items()
        ]


def build_report(
    run: Run,
    on_stage: Callable[[str], None] = lambda _: None,
    label: str = "",
    first: bool = True,
    measure: Measure = lambda run, plan: Measured(),
    yardsticks: Yardsticks = NO_YARDSTICKS,
    workers: int | None = None,
) -> Reading:
    """Read one run. ``measure``: gives what its cards do, or nothing. ``yardsticks``: what it is held against.

    The experiments of the game's questions are played beside the ``first`` run of a page; the others lead there.
    ``workers``: as many of them at a time as that; None: as there are processors.
    """
    with Database(run) as database:
        results = Results(database)
        on_stage(f"measuring what cards do {label}".strip())
        measured = Measured() if results.uncontested else measure(run, results.plan)
        results.power, results.edits, results.luck, results.gap, results.robust = measured
        on_stage(f"reading the run {label}".strip())
        out = LeftOut()
        chapters = _chapters(results, out, first, on_stage, workers)
        plan = results.plan
        opening = _opening(results, out, chapters, yardsticks)
        findings = find(
            results, partial(out.made, "findings"), passed_measures(opening.chips), missed_measures(opening.chips)
        )
        comparison = out.made("comparison of runs", compared, results, label)
        cards = out.made("cards", _cards, results) if plan.logs_turns else None
        compared_with = out.made("trend", trend, results, yardsticks.baselines)
        page = replace(
            _page(run, plan, chapters, opening),
            findings=[*(Finding(line, "", "warn") for line in out.lines()), *leading(findings, {*ids_of(chapters)})],
            made=[*made(run, plan), *_checks(results, out)],
            label=label,
            trend=compared_with,
        )
        return Reading(page, comparison, cards, out.lines(), compared_with)


def _page(run: Run, plan: Plan, chapters: list[Section], opening: _Opening) -> Page:
    """The page but for its findings and how it was made, which are known last."""
    return Page(
        title=plan.game.name,
        subtitle=_subtitle(run, plan),
        findings=[],
        sections=chapters,
        made=[],
        definitions=DEFINITIONS,
        biases=BIASES,
        about=plan.game.about,
        played=_played(run, plan),
        tiles=opening.tiles,
        chips=opening.chips,
        urgent=opening.urgent,
    )


def _chapters(
    results: Results, out: LeftOut, first: bool, on_stage: Callable[[str], None], workers: int | None
) -> list[Section]:
    """What a page says of a run, the answers to the game's questions first; the charts are drawn meanwhile."""
    chapters = []
    with while_reading(results, first, on_stage, workers) as (experiments, draw):
        for chapter in SECTIONS:
            section = out.made(chapter.__name__, chapter, results)
            if section:
                chapters.append(section)
                draw(section)
        out.made("experiments", experiments)
        on_stage("answering the questions")
        chapters.insert(0, answers.questions(results, played_beside=first))
        draw(chapters[0])
        on_stage("drawing the charts")
    return [section for section in chapters if section.blocks]


class _Opening(NamedTuple):
    """The first screen of a run."""

    tiles: Sequence[Tile]
    chips: Sequence[Chip]
    urgent: Sequence[Urgent]


def _opening(results: Results, out: LeftOut, sections: Sequence[Section], yardsticks: Yardsticks) -> _Opening:
    """The scorecard, the targets and what to change first, each leading to evidence that is on the page."""
    there = {*ids_of(sections)}
    tiles = scorecard(results, partial(out.made, "scorecard"))
    first = out.made("cards", urgent, results) or []
    targets = out.made("targets", chips, results, yardsticks.targets) or []
    tiles = [as_wanted(tile, targets) for tile in tiles]
    return _Opening(leading(tiles, there), targets, leading(first, there))


def leading(shown: Sequence[Leading], there: set[str]) -> list[Leading]:
    """The same, each leading to evidence that is on the page: to how that was made, where its own is not there."""
    return [item if item.evidence in there else replace(item, evidence=MADE) for item in shown]


def _checks(results: Results, out: LeftOut) -> list[tuple[str, str]]:
    """What shows that the program is right."""
    said = out.made("seats", seat_check, results) if results.plan.players > 1 else None
    return [("seats", said)] if said else []


@contextmanager
def while_reading(
    results: Results, first: bool, on_stage: Callable[[str], None], workers: int | None
) -> Iterator[tuple[Callable[[], None], Callable[[Section], None]]]:
    """What goes on while the run is read: (waits for the experiments beside a ``first`` run, draws a section).

    Each uses the time in which others wait: reading is DuckDB's, playing is the kernels', drawing is Python's. So the
    queries of the game's questions are begun as well, as soon as the experiments are there. At the end all is drawn.
    """

    def played() -> None:
        rows = cached_experiments(results.plan, on_stage, workers) if first else pl.DataFrame()
        if rows.height:
            results.database.add("experiments", rows)

    def asked() -> None:
        with suppress(GameFault):
            experiments.result()
        answers.ask_ahead(results, first)

    experiments = Ahead(played)
    Ahead(asked)
    artist = ThreadPoolExecutor(1)
    drawings: list[Future[Any]] = []

    def draw(section: Section) -> None:
        drawings.extend(artist.submit(drawn, block) for block in blocks_of([section]) if isinstance(block, PageChart))

    try:
        yield experiments.result, draw
        for drawing in drawings:
            result_of(drawing)
    finally:
        artist.shutdown(wait=False, cancel_futures=True)


def _cards(results: Results) -> tuple[CardTable, int, pl.DataFrame]:
    return results.plan.card_table, results.database.run.games_done(), results.cards


def _subtitle(run: Run, plan: Plan) -> str:
    games, players = counted(run.games_done(), "game"), counted(plan.players, "player")
    text = f"{games}, {players}, {plan.variant} rules, {_agents(plan)}"
    return text if plan.log_every == 1 else f"{text}, {log_text(plan)}"


def _played(run: Run, plan: Plan) -> str:
    """Who played, when, and with how many cards: for whoever was sent the page."""
    cards = sum(row.copies != "0" for row in plan.card_table.rows)
    day, with_cards = date.fromisoformat(_date(run)), f" with {counted(cards, 'card')}" if cards else ""
    return f"Played by computer on {day.day} {day:%B %Y}{with_cards}."


def _date(run: Run) -> str:
    """The day on which the run was played."""
    return str(run.manifest["finished"] or run.manifest["created"])[:10]


def _agents(plan: Plan) -> str:
    return (
        lineup_text(plan.lineup, ", ") if plan.lineup else f"mixed styles ({', '.join(drawn_from(MIXED, plan.styles))})"
    )


def made(run: Run, plan: Plan) -> list[tuple[str, str]]:
    """How the report was made: enough to make it again."""
    manifest = run.manifest
    return [
        game_line(plan, manifest["rules_version"]),
        ("games", f"{run.games_done():,} of {plan.games:,}"),
        *asked(plan),
        ("experiments", f"{games_of_an_arm(plan):,} games each, same seed"),
        *made_by(manifest),
        ("played", f"{manifest['created']} to {manifest['finished'] or 'unfinished'}"),
    ]


@dataclass(frozen=True)
class Written:
    """The files of a report."""

    index: Path
    pages: Sequence[Path]
    left_out: Sequence[str] = ()
    """What the pages do not say, and why."""
    pageless: Sequence[str] = ()
    """Which games have no page, and why: a mistake in their code, or they are not there any more; a line for each."""

    @property
    def too_large(self) -> list[Path]:
        """Pages that take long to open and to send."""
        return [page for page in self.pages if page.stat().st_size > LARGEST_PAGE]


def write_reports(
    runs: Sequence[Run],
    out: Path,
    on_stage: Callable[[str], None] = lambda _: None,
    measure: Measure = lambda run, plan: Measured(),
    cards_out: Path | None = None,
    yardsticks: Yardsticks | None = None,
    workers: int | None = None,
    in_full: InFull | None = None,
) -> Written:
    """A page per game, with all its runs side by side, and ``index.html`` in the folder ``out``.

    ``yardsticks``: what the runs are held against; None: targets and reference figures of this folder. ``measure``:
    gives what a run's cards do, or nothing. ``cards_out``: a file for the card tables, with the results of every
    game's first run. ``workers``: as of ``build_report``. ``in_full``: the pages are to be in brief. A game with a
    mistake in its code has no page, nor has one of several that is not there any more; raises GameFault where no game
    has one.
    """
    pages: list[WrittenPage] = []
    faults: list[GameFault] = []
    games = by_game(runs)
    for game, group in games.items():
        with others_go_on(faults.append):
            if len(games) > 1:
                _see_that_it_can_be_read(group)
            pages.append(write_page(game, group, out, on_stage, measure, yardsticks, workers, in_full))
    if faults and not pages:
        raise GameFault("\n".join(map(str, faults)))
    index = write_index([page.entry for page in pages], out)
    if cards_out:
        export_results([page.cards for page in pages if page.cards], cards_out)
    left_out = dict.fromkeys(line for page in pages for line in page.left_out)
    pageless = [fault.and_so("This game has no page.") for fault in faults]
    return Written(index, [page.file for page in pages], list(left_out), pageless)


def _see_that_it_can_be_read(runs: Sequence[Run]) -> None:
    """Raises GameFault for runs that cannot be read here, as where their game is not installed any more."""
    for run in runs:
        try:
            plan_from_manifest(run.manifest)
        except InputError as error:
            raise GameFault(f"{plain(str(run.path))}: {error}") from None


@dataclass(frozen=True)
class WrittenPage:
    """The page of a game: what the index says of it, its file, and the cards with their results of its first run."""

    entry: IndexEntry
    file: Path
    cards: tuple[CardTable, int, pl.DataFrame] | None
    left_out: Sequence[str] = ()
    """What the page does not say, and why."""


def write_page(
    game: str,
    runs: Sequence[Run],
    out: Path,
    on_stage: Callable[[str], None] = lambda _: None,
    measure: Measure = lambda run, plan: Measured(),
    yardsticks: Yardsticks | None = None,
    workers: int | None = None,
    in_full: InFull | None = None,
) -> WrittenPage:
    """The page of one game in the folder ``out``, with all its runs side by side; ``in_full``: in brief."""
    held = yardsticks_here() if yardsticks is None else yardsticks
    out.mkdir(parents=True, exist_ok=True)
    labels = run_labels([plan_from_manifest(run.manifest) for run in runs], [run.path.name for run in runs])
    read = [
        build_report(run, on_stage, label, first=place == 0, measure=measure, yardsticks=held, workers=workers)
        for place, (run, label) in enumerate(zip(runs, labels, strict=True))
    ]
    pages = [brief(entry.page, in_full(runs)) if in_full else entry.page for entry in read]
    on_stage("writing the page")
    file = out / f"{game}.html"
    write_text(file, render_report(pages, side_by_side([entry.compared for entry in read if entry.compared])))
    entry = _entry(pages, labels, file.name, runs[0], read[0].trend)
    return WrittenPage(entry, file, read[0].cards, [line for entry in read for line in entry.left_out])


def _entry(pages: Sequence[Page], labels: Sequence[str], href: str, run: Run, moved: Trend | None) -> IndexEntry:
    """What the index says of a page: the scorecard of its first run."""
    first = pages[0]
    said = first.subtitle if len(pages) == 1 else f"{len(pages)} runs side by side: {'; '.join(labels)}. The first one:"
    return IndexEntry(
        *(first.title, said, href, first.findings[:3], first.tiles, first.chips, first.urgent, _date(run), moved)
    )


def by_game(runs: Sequence[Run]) -> dict[str, list[Run]]:
    """The runs of every game in the order given, each once."""
    games: dict[str, dict[Place, Run]] = {}
    for run in runs:
        games.setdefault(run.manifest["game"], {}).setdefault(run.path.resolve(), run)
    return {game: list(group.values()) for game, group in games.items()}
