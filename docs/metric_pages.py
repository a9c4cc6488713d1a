"""docs/reference/metrics.md, metrics-GAME.md and queries.md: figures, questions and the queries that answer them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import card_numbers
from game_columns import Columns, plan_of
from page_text import ROOT, code, listed, paragraphs, rows

from balance.analysis import paired, win_probability
from balance.analysis.cards import metrics
from balance.analysis.database import FIRST_GAMES, Database
from balance.analysis.figures import COUNTED, FIGURES, SPREADS, SQL, case_of, filled, own_file
from balance.analysis.results import Results
from balance.analysis.targets.measures import MEASURES, Measure
from balance.analysis.trial_edits import Sensitivity, Shift, Tried
from balance.analysis.verdicts import FAIR, Among, CardPower, Power
from balance.engine.game import Plan, find_game, game_ids, headlines
from balance.engine.playing import batches
from balance.engine.playing.runner import simulate
from balance.report.build import BIASES, DEFINITIONS
from balance.report.findings import FINDINGS
from balance.report.page import DataTable, PageChart, Section
from balance.report.sections import SECTIONS
from balance.report.side_by_side import SUMMARY

CARD_METRICS = {metric.name for metric in metrics.ALL}
"""Explained in a chapter of their own, not table by table."""


FIRST = (
    f"Where a query reads `first_games`, `first_seats`, `first_turns` or `first_cards`, the first {FIRST_GAMES:,} "
    "games of the run stand for all of them ([why](../decisions/first-games.md)). `turn_games`, `turn_seats` and "
    "`turn_cards` are the games of `first_turns`: in a run with `--log-every` those that kept their turns. A number "
    "behind a name, as in `first_cards(20_000)`, asks for fewer games."
)


def made_up(plan: Plan) -> Power:
    """Some power for every card: what a chapter is made of does not depend on it."""
    worth = (0.01, 0.0, 0.02)
    numbers = (*worth * 3, 1.0, 0.0, 2.0, None, None, None, 0.2, 100, "another", (Among("greedy", *worth, *worth),))
    rows = plan.card_table.rows
    return Power(plan.players, 0.025, 0.01, 100, tuple(CardPower(row.id, row.kind, FAIR, "", *numbers) for row in rows))


def made_up_edits(plan: Plan) -> Sensitivity:
    """An edit of the first card: what a chapter is made of does not depend on it."""
    change = Shift(0.25, 0.26, 0.01, 0.0, 0.02)
    edit = Tried(plan.card_table.rows[0].id, "points", 0, "1", "2", True, *[change] * 5, 100)
    return Sensitivity(plan.players, 1, 0.015, 100, 0, 0, (edit,))


def metrics_page() -> str:
    """docs/reference/metrics.md"""
    own = ", ".join(f"[{find_game(name).name}](metrics-{name}.md)" for name in game_ids())
    return paragraphs(
        "# Metrics",
        "Every number that `balance report`, `balance baseline` and `balance check` show of every game: what it "
        "means, which columns it reads and which query works it out. Shares are between 0 and 1 in files and shown in "
        f"percent. What one game adds: {own}. The SQL behind the numbers: [queries](queries.md).",
        "## Words",
        rows(("word", "meaning"), [(d.word, d.meaning) for d in DEFINITIONS]),
        "## Headline figures of every game",
        "These are stored by `balance baseline` and compared by `balance check`. A share has moved when it differs "
        f"by more than {100 * headlines.SHARE_MARGIN:g} percentage point, a mean when it differs by more than "
        f"{100 * headlines.MEAN_MARGIN:g} % (at least {headlines.LEAST_MEAN_MARGIN:g}), and the interval of the "
        "difference must leave 0 out: see [guard in CI](../how-to/guard-in-ci.md#verdicts).",
        rows(
            ("figure", "one for each", "what it is", "formula", "unit", "reads"),
            [
                (code(figure.name), figure.of, figure.description, figure.counted, figure.unit, code(figure.reads))
                for figure in headlines.SHARED
            ],
        ),
        f"They are counted by {', '.join(map(_sql_link, (*COUNTED.values(), SQL / f'{SPREADS}.sql')))}.",
        "### Figures of several versions and runs",
        "`balance history` and `balance bisect` know these too, and pages with several runs.",
        rows(
            ("figure", "what it is"),
            [(code(figure.name), figure.description) for figure in (*headlines.RANGES, *headlines.GAINS)],
        ),
        *_targets(),
        "## Numbers in a report",
        "A report has these chapters. Intervals are 95 %. The sentences quoted beside charts are those of a small test "
        "run of one game: they show the form, and their numbers mean nothing.",
        "### Findings",
        "The sentences at the top. A sentence that has nothing to say is left out; those marked *Look* come first, and "
        "what the scorecard says already is folded.",
        "\n".join(f"- {(finding.__doc__ or '').splitlines()[0]}" for finding in FINDINGS),
        *map(_chapter, report_chapters(game_ids()[0])),
        "### Side by side",
        "Where a page has several runs of a game: every figure with its interval, and which runs clearly differ.",
        rows(("figure", "what it is"), [(figure.label, figure.description) for figure in SUMMARY]),
        *_card_numbers(),
        *_comparison(),
        "## Known biases",
        "\n".join(f"- {bias}" for bias in BIASES),
    )


def queries_page(columns: Columns) -> str:
    """docs/reference/queries.md"""
    return paragraphs(
        "# The queries behind the numbers",
        "The SQL of every game, by file: the question it answers, its columns, and what it reads. What the numbers "
        f"mean is in [metrics](metrics.md), and what a game adds on its own page there. {FIRST}",
        "## The queries of every game",
        *(_query(columns, file) for file in sorted(SQL.glob("*.sql"))),
        "## The queries of the headline figures",
        "They count case by case: a run is summed up from them, and a comparison keeps nothing but sums of them.",
        *(_query(columns, file) for file in COUNTED.values()),
        "## The queries beside the win chances",
        "Every seat's chance to win is worked out by a model that is fitted on the run's first games; `strengths` "
        f"holds what it says. {_model_text()}",
        *(_query(None, file) for file in sorted(win_probability.SQL.glob("*.sql"))),
    )


def own_metrics_page(columns: Columns) -> str:
    """docs/reference/metrics-<game>.md"""
    game = columns.plan.game
    return paragraphs(
        f"# Metrics of {game.name} only",
        "What the reports of this game show beside the [metrics of every game](metrics.md). The columns that are read: "
        f"[the log](../reference/{game.id}.md#columns-of-the-log).",
        _own_figures(columns),
        _questions(columns),
        *_own_queries(columns),
    )


def _targets() -> Iterator[str]:
    """What targets.toml can ask for."""
    yield "## Targets"
    yield (
        "What `targets.toml` can ask of a game, and `balance check` judges: see "
        "[guard in CI](../how-to/guard-in-ci.md#targets)."
    )
    lines = (
        (
            code(_asked(measure)),
            measure.description,
            listed(measure.ends),
            measure.unit,
            f"{measure.margin:g}",
            _answered(measure),
        )
        for measure in MEASURES.values()
    )
    yield rows(("target", "what it is", "band", "unit", "usual margin", "query"), lines)


def _asked(measure: Measure) -> str:
    return f"{measure.name}.{measure.each.upper()}" if measure.each else measure.name


def _answered(measure: Measure) -> str:
    return _sql_link(SQL / f"{measure.query}.sql") if measure.query else "[card numbers](#card-numbers)"


def _comparison() -> Iterator[str]:
    """How a comparison judges, as its module says."""
    yield "## How a comparison judges"
    for part in (paired.__doc__ or "").split("\n\n")[1:]:
        yield " ".join(part.replace("``", "`").split())
    numbers = (
        ("false alarms", paired.FALSE_ALARM_RATE, "how often a comparison of a game with itself calls a figure moved"),
        ("DEVIATION_MARGIN", paired.DEVIATION_MARGIN, "the least margin of a mean, in standard deviations of a case"),
        ("known", paired.KNOWN, "settled: half the interval is at most this share of the margin"),
        ("rare", paired.RARE, "counted among fewer than so many a case: not judged"),
        ("first look", paired.FIRST_LOOK, "cases before anything is judged"),
        ("batch", batches.BATCH, "games of each arm between two looks"),
    )
    yield rows(("number", "value", "what it is"), [(code(name), f"{value:g}", says) for name, value, says in numbers])


def _model_text() -> str:
    """What the model is, as its module says, on one line."""
    return " ".join((win_probability.__doc__ or "").split("\n\n")[1].replace("``", "`").split())


def _own_figures(columns: Columns) -> str:
    plan = columns.plan
    if not plan.game.headlines:
        return ""
    files = [file for name in (FIGURES, SPREADS) if (file := own_file(plan, name))]
    return paragraphs(
        "## Headline figures",
        f"From {' and '.join(map(_sql_link, files))}; compared as [those of every game]"
        "(metrics.md#headline-figures-of-every-game) are.",
        rows(
            ("figure", "one for each", "what it is", "unit"),
            [(code(figure.name), figure.of, figure.description, figure.unit) for figure in plan.game.headlines],
        ),
    )


@dataclass(frozen=True)
class Chapter:
    """A chapter of the report and the queries it is made from."""

    section: Section
    queries: list[str]


def report_chapters(game: str) -> list[Chapter]:
    """The report's chapters, built from a tiny run; their words only are used."""
    plan = plan_of(game)
    with tempfile.TemporaryDirectory() as folder, Database(simulate(plan, Path(folder) / "run")) as database:
        chapters = []
        for make in SECTIONS:
            results = Results(database)
            results.power, results.edits = made_up(results.plan), made_up_edits(results.plan)
            results.plan = replace(results.plan, games=FIRST_GAMES)
            chapters.append(Chapter(make(results), sorted(results.queries)))
    return chapters


def _chapter(chapter: Chapter) -> str:
    section = chapter.section
    parts = []
    for block in section.blocks:
        if isinstance(block, PageChart):
            parts.append(f"- Chart **{block.title}**: {block.note}")
        elif isinstance(block, DataTable):
            parts.append(f"- Table **{block.title}**:")
            parts += [
                f"  - {view.label} (`{view.name}`): {view.help}"
                for view in block.columns
                if view.name not in CARD_METRICS
            ]
    queries = ", ".join(_sql_link(SQL / f"{name}.sql") for name in chapter.queries if (SQL / f"{name}.sql").exists())
    return paragraphs(f"### {section.title}", section.intro, "\n".join(parts), f"From {queries}." if queries else "")


def _card_numbers() -> Iterator[str]:
    yield "## Card numbers"
    yield from card_numbers.words()
    for title, heads, cells in card_numbers.tables():
        yield f"### {title}"
        yield rows(heads, cells)
    links = ", ".join(f"[{file.name}](../../{file.relative_to(ROOT)})" for file in card_numbers.queries())
    yield f"The sums and cases behind them: {links}."


def _questions(columns: Columns) -> str:
    game = columns.plan.game
    if not game.questions:
        return ""
    cells = []
    for question in game.questions:
        arms = [e for e in game.experiments if e.name in question.experiments]
        beside = "; ".join(f"{e.name}: {' / '.join(arm.name for arm in e.arms)}" for e in arms)
        file = game.folder / "sql" / f"{question.sql}.sql"
        cells.append((question.number, question.text, _sql_link(file), beside))
    return paragraphs(
        "## The designer's questions",
        f"The last column names what is played beside the run, {game.arm_games:,} games for every arm (at most a "
        "quarter of the run), on the same seed ([why](../decisions/experiments.md)).",
        rows(("no", "question", "query", "played beside the run"), cells),
    )


def _own_queries(columns: Columns) -> Iterator[str]:
    game = columns.plan.game
    files = sorted((game.folder / "sql").glob("*.sql"))
    if files:
        yield "## Queries"
    for file in files:
        yield _query(columns, file)


def _query(columns: Columns | None, file: Path) -> str:
    """What a query answers and reads; without ``columns``, of one that does not run by itself, what it answers."""
    header = Header.of(file)
    needed = columns.needed_by(filled(file, columns.plan, case_of(columns.plan))) if columns else {}
    reads = "; ".join(f"{code(relation)} ({listed(names) or 'its rows'})" for relation, names in needed.items())
    return paragraphs(
        f"### {_name_of(file)}",
        f"**{header.question}** {_sql_link(file)}",
        header.text,
        "\n".join(f"- `{name}`: {says}" for name, says in header.entries),
        f"Reads {reads}." if reads else "",
    )


def _name_of(file: Path) -> str:
    """A query's name as the code says it: cards, fairy/ties."""
    if file.parent == SQL:
        return file.stem
    return f"{(file.parent if file.parent.parent == SQL else file.parents[1]).name}/{file.stem}"


def _sql_link(file: Path) -> str:
    place = file.resolve().relative_to(ROOT) if file.resolve().is_relative_to(ROOT) else None
    return f"[{_name_of(file)}.sql](../../{place})" if place else code(file.name)


@dataclass(frozen=True)
class Header:
    """The comment at the head of a query: the question, its words, and the columns it explains."""

    question: str
    text: str
    entries: list[tuple[str, str]]

    @classmethod
    def of(cls, file: Path) -> Header:
        lines = []
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith("--"):
                break
            lines.append(line[2:].removeprefix(" ").rstrip())
        text: list[str] = []
        entries: list[list[str]] = []
        for line in lines[1:]:
            entry = re.match(r"\s{2,}(\S.*?)\s{3,}(.*)", line)
            if entry:
                entries.append([entry[1], entry[2]])
            elif line.startswith("  ") and entries:
                entries[-1][1] += f" {line.strip()}"
            else:
                text.append(line.strip())
        told = [(name, re.sub(r"\s{3,}", "; ", says)) for name, says in entries]
        return cls(lines[0] if lines else "", " ".join(text), told)
