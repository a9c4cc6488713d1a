"""Writes the pages of docs/reference/ from the code: commands, games, metrics, rules and their tests.

    python docs/generate.py            write them
    python docs/generate.py --check    only say which are stale; exit code 1 when one is

The pages depend on the code and on the packaged card table, and on nothing else.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import card_numbers
import decision_points
import duckdb
import polars as pl
import typer.main
from rule_tests import rules_page

from balance.analysis import paired, win_probability
from balance.analysis.cards import metrics
from balance.analysis.database import EVEN_SHARE, FIRST_GAMES, Database, card_frame
from balance.analysis.figures import COUNTED, FIGURES, SPREADS, SQL, case_of, filled, own_file
from balance.analysis.results import Results
from balance.analysis.stats import SQL_MACROS
from balance.analysis.targets.measures import MEASURES, Measure
from balance.analysis.verdicts import FAIR, Among, CardPower, Power
from balance.cli import commands
from balance.cli.app import app
from balance.engine.game import Game, Plan, find_game, game_ids, headlines
from balance.engine.game.log import TABLES, Column, Derived, Table
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing import batches
from balance.engine.playing.runner import GameBatch, simulate
from balance.judging.sensitivity import Change, Sensitivity, Tried
from balance.report.beside import SUMMARY
from balance.report.build import BIASES, DEFINITIONS
from balance.report.findings import FINDINGS
from balance.report.page import DataTable, Figure, Section
from balance.report.sections import SECTIONS

ROOT = Path(__file__).resolve().parents[1]
CARDS = ROOT / "tests" / "data" / "cards.csv"
REFERENCE = ROOT / "docs" / "reference"
NOTE = "<!-- Written by docs/generate.py: `make docs` writes it again. -->"
TINY_RUN = 400
"""Games of the run that the report's chapters are read from; none of their numbers gets into a page."""


def pages() -> dict[str, str]:
    """Every generated page: its file name in docs/reference/ and its text."""
    games = {name: Columns(plan_of(name)) for name in game_ids()}
    any_game = next(iter(games.values()))
    found = {"commands.md": commands_page(), "metrics.md": metrics_page(), "queries.md": queries_page(any_game)}
    for name, columns in games.items():
        found[f"{name}.md"] = game_page(columns)
        found[f"metrics-{name}.md"] = own_metrics_page(columns)
        found[f"rules-{name}.md"] = rules_page(name, columns.plan.game.name)
    return {name: f"{NOTE}\n\n{text.rstrip()}\n" for name, text in sorted(found.items())}


def plan_of(game: str, games: int = TINY_RUN) -> Plan:
    """The plan the pages speak of: everything as it comes; a card edited in cards.csv makes no page stale."""
    return make_plan(Request(game=game, games=games, cards=CARDS))


# ---------------------------------------------------------------- Markdown


def rows(heads: Sequence[str], cells: Iterable[Sequence[Any]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *cells]
    return "\n".join("| " + " | ".join(cell_text(cell) for cell in line) + " |" for line in lines)


def cell_text(cell: Any) -> str:
    """One cell: on one line, without a bar that would end it."""
    return " ".join(str(cell).split()).replace("|", r"\|")


def code(text: Any) -> str:
    """``text`` as code."""
    return f"`{text}`"


def listed(words: Iterable[str]) -> str:
    """Names as code, with commas between them."""
    return ", ".join(code(word) for word in words)


def paragraphs(*parts: str) -> str:
    """Blocks of a page with blank lines between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part)


# ---------------------------------------------------------------- commands


@dataclass(frozen=True)
class Command:
    """One command as it is typed, without the word `balance`."""

    words: str
    command: Any

    @property
    def arguments(self) -> list[Any]:
        return [p for p in self.command.params if p.param_type_name == "argument"]

    @property
    def options(self) -> list[Any]:
        return [p for p in self.command.params if p.param_type_name == "option" and not p.hidden]


def all_commands() -> list[Command]:
    """Every command there is, in alphabetical order."""
    assert commands.__all__  # importing them has registered them
    return sorted(_below(typer.main.get_command(app), ""), key=lambda one: one.words)


def _below(group: Any, prefix: str) -> Iterator[Command]:
    for name, command in group.commands.items():
        words = f"{prefix}{name}"
        if hasattr(command, "commands"):
            yield from _below(command, f"{words} ")
        else:
            yield Command(words, command)


def commands_page() -> str:
    """docs/reference/commands.md"""
    found = all_commands()
    first = [
        (f"[`balance {one.words}`](#balance-{one.words.replace(' ', '-')})", _paragraphs_of(one)[0]) for one in found
    ]
    own = [p for p in typer.main.get_command(app).params if not p.hidden]
    return paragraphs(
        "# Commands",
        "`balance COMMAND --help` says the same in the terminal. Exit codes: 0 success, 1 a check found something, "
        "2 bad usage or bad input, 130 stopped with Ctrl-C. Errors go to standard error.",
        rows(("command", "what it does"), first),
        rows(("option of `balance` itself", "what it does"), [(_names(p), p.help) for p in own]),
        *(_command_text(one) for one in found),
    )


def _command_text(one: Command) -> str:
    usage = " ".join(["balance", one.words, "[OPTIONS]" if one.options else "", *map(_place, one.arguments)])
    return paragraphs(
        f"## balance {one.words}",
        *_paragraphs_of(one),
        code(" ".join(usage.split())),
        rows(("argument", "what it is"), [(code(_place(p)), p.help or "") for p in one.arguments])
        if one.arguments
        else "",
        rows(("option", "default", "what it is"), [(_names(p), _default(p), p.help or "") for p in one.options])
        if one.options
        else "",
    )


def _paragraphs_of(one: Command) -> list[str]:
    return [" ".join(part.split()) for part in (one.command.help or "").split("\n\n")]


def _place(argument: Any) -> str:
    """An argument as a usage line shows it: in brackets where it may be left out."""
    name = (argument.metavar or argument.name.upper()).strip("[] .")
    name = f"{name} ..." if argument.nargs == -1 else name
    return name if argument.required else f"[{name}]"


def _names(option: Any) -> str:
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    return ", ".join(code(name + value) for name in (*option.opts, *option.secondary_opts))


def _default(option: Any) -> str:
    if option.default is None or option.is_flag:
        return ""
    return code(option.default)


# ---------------------------------------------------------------- games


def game_page(columns: Columns) -> str:
    """docs/reference/<game>.md"""
    plan, game = columns.plan, columns.plan.game
    return paragraphs(
        f"# {game.name}: settings, styles, columns",
        f"{game.about} Usually {game.usual_seats} seats; rules version {game.rules_version}. "
        f"The rules in words: [games/{game.id}.md](../games/{game.id}.md).",
        "## Variants",
        rows(("`--variant`", "what it is"), [(code(v.name), v.description) for v in game.variants]),
        "## Settings",
        rows(
            ("`--set`", "default", "allowed", "what it is", "rule"),
            [(code(s.name), code(s.show(s.default)), s.allowed, s.description, s.rule) for s in game.settings],
        ),
        *_style_text(plan),
        *_decision_text(plan),
        *_column_text(game, columns),
    )


def _style_text(plan: Plan) -> Iterator[str]:
    yield "## Play styles"
    yield (
        "A style gives every option the sum of weight x feature and takes the best. In `mixed` every player draws one "
        "of the styles marked so. Reference styles are never tuned; scripts are for tests."
    )
    cells = []
    for style in plan.game.styles:
        kind = [word for word, so in (("reference", style.reference), ("script", style.script)) if so]
        mixed = "yes" if style.in_mixed and not style.script else "no"
        weights = _numbers(style.weights) or "all 0"
        cells.append((code(style.name), weights, _numbers(style.knobs), mixed, ", ".join(kind), style.about))
    yield rows(("style", "weights", "else", "in `mixed`", "kind", "how it plays"), cells)
    yield "## Features a style can weigh"
    features = plan.game.features(plan.cards)
    yield rows(("feature", "unit", "what it is"), [(code(f.name), f.unit, f.description) for f in features])
    yield "## What else makes a style"
    cells = []
    for knob in plan.game.knobs:
        words = [f"{code(word)} = {_numbers(values) or 'all 0'}" for word, values in knob.presets.items()]
        cells.append((code(knob.name), "; ".join(words) or f"{knob.low:g} to {knob.high:g}", knob.description))
    yield rows(("name", "allowed", "what it is"), cells)


def _decision_text(plan: Plan) -> Iterator[str]:
    if plan.game.wording is None:
        return
    yield "## Decisions"
    yield (
        f"In {decision_points.GAMES:,} games of the usual table: how often each is asked in a game, among how many "
        "options on average, and how often each style takes the first of them, in the order of the offer. A style "
        "that nearly always takes the first, or never, deserves a look: `balance replay --why` shows what it thinks."
    )
    yield rows(*decision_points.table(plan))
    if plan.game.handy is not None:
        handy = plan.handy
        yield "A [scenario](../how-to/write-a-scenario.md) may set by hand, under `piles` and `dice`:"
        things = [("pile", pile.name, pile.description) for pile in handy.piles]
        things += [("die", die.name, die.description) for die in handy.dice]
        yield rows(("what", "name", "in which order"), [(what, f"`{name}`", says) for what, name, says in things])


def _numbers(values: Any) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in values.items() if value)


def _column_text(game: Game, columns: Columns) -> Iterator[str]:
    yield "## Columns of the log"
    yield (
        "`balance query` shows the tables below. A stored column is on disk; a derived one is worked out when it is "
        "asked for, by the expression given (here with the packaged cards, the default settings and the usual number "
        "of players). Stored columns that only serve such expressions are listed apart: a query does not see them."
    )
    for name in TABLES:
        table = columns.tables[name]
        yield f"### {name}"
        yield rows(
            ("column", "type", "meaning", "stored or derived"),
            [
                (code(c.name), columns.types[name][c.name], c.description, _origin(c))
                for c in table.columns
                if not c.hidden
            ],
        )
        hidden = [c for c in table.columns if c.hidden]
        if hidden:
            yield f"For the expressions of `{name}` only:"
            yield rows(
                ("name", "meaning", "stored or derived"), [(code(c.name), c.description, _origin(c)) for c in hidden]
            )
    yield (
        "Queries to start from: [query a run](../how-to/query-a-run.md). What reports show: [metrics](metrics.md), "
        f"and [those of {game.name}](metrics-{game.id}.md)."
    )


def _origin(column: Column | Derived) -> str:
    if isinstance(column, Derived):
        return f"derived: {code(' '.join(column.sql.split()))}"
    return "stored, or NULL" if column.blank else "stored"


class Columns:
    """The tables of a game without rows, to ask for types and for what a query needs."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.tables: dict[str, Table] = plan.game.tables(plan, plan.cards)
        self.connection = duckdb.connect(":memory:")
        player = GameBatch(plan)
        for name, table in self.tables.items():
            self._add(f"stored_{name}", player.frame(name))
            self.connection.execute(f"CREATE TABLE all_{name} AS {table.view(f'stored_{name}')}")
        self._add("all_card_table", card_frame(plan.card_table).clear())
        self._add("all_experiments", EXPERIMENT_ROWS)
        self.types = {name: self._described(f"all_{name}") for name in (*TABLES, "card_table", "experiments")}
        self.types |= {f"{first}_{name}": self.types[name] for first in ("first", "turn") for name in TABLES}
        for relation in self.types:
            self._show(relation)
        self.connection.execute(f"{SQL_MACROS}{EVEN_SHARE}; CREATE MACRO kept_no(game_no) AS game_no")

    def needed_by(self, sql: str) -> dict[str, list[str]]:
        """The columns of every table without which ``sql`` would not run; n_* stands for all that begin so."""
        body = re.sub(r"--[^\n]*", "", sql)
        patterns = re.findall(r"COLUMNS\('([^']+)'\)", body)
        needed = {}
        for relation, columns in self.types.items():
            if not re.search(rf"(\b(FROM|JOIN)\s+|,\s*){relation}\b", body):
                continue
            matched = [c for c in columns if any(re.search(pattern, c) for pattern in patterns)]
            stars = dict.fromkeys(f"{c.partition('_')[0]}_*" for c in matched)
            named = (c for c in columns if c not in matched and re.search(rf"\b{c}\b", body))
            needed[relation] = [*(c for c in named if self._fails_without(relation, c, sql)), *stars]
        return needed

    def _fails_without(self, relation: str, column: str, sql: str) -> bool:
        self._show(relation, without=column)
        try:
            self.connection.execute(f"EXPLAIN {sql}")
        except duckdb.Error:
            return True
        finally:
            self._show(relation)
        return False

    def _add(self, name: str, frame: pl.DataFrame) -> None:
        self.connection.register("incoming", frame.to_arrow())
        self.connection.execute(f"CREATE TABLE {name} AS SELECT * FROM incoming")
        self.connection.unregister("incoming")

    def _show(self, relation: str, without: str = "") -> None:
        left_out = f' EXCLUDE ("{without}")' if without else ""
        source = f"all_{relation.removeprefix('first_').removeprefix('turn_')}"
        self.connection.execute(f"CREATE OR REPLACE VIEW {relation} AS SELECT *{left_out} FROM {source}")

    def _described(self, name: str) -> dict[str, str]:
        found = self.connection.execute(f"DESCRIBE {name}").fetchall()
        return {row[0]: "text" if row[1].startswith(("ENUM", "VARCHAR")) else row[1].lower() for row in found}


EXPERIMENT_ROWS = pl.DataFrame(
    schema={
        **dict.fromkeys(("experiment", "arm"), pl.String),
        **dict.fromkeys(("place", "players"), pl.Int32),
        **dict.fromkeys(("figure", "subject"), pl.String),
        **dict.fromkeys(("value", "se"), pl.Float64),
        "n": pl.Int64,
        **dict.fromkeys(("low", "high"), pl.Float64),
    }
)
"""The table `experiments` that the report adds for the questions that need side plays."""


# ---------------------------------------------------------------- metrics


CARD_METRICS = {metric.name for metric in metrics.ALL}
"""Explained in a chapter of their own, not table by table."""

FIRST = (
    f"Where a query reads `first_games`, `first_seats`, `first_turns` or `first_cards`, the first {FIRST_GAMES:,} "
    "games of the run stand for all of them ([why](../decisions/first-games.md)). `turn_games`, `turn_seats` and "
    "`turn_cards` are the games of `first_turns`: in a run with `--log-every` those that kept their turns."
)


def made_up(plan: Plan) -> Power:
    """Some power for every card: what a chapter is made of does not depend on it."""
    worth = (0.01, 0.0, 0.02)
    numbers = (*worth * 3, 1.0, 0.0, 2.0, None, 0.2, 100, "another", (Among("greedy", *worth, *worth),))
    rows = plan.card_table.rows
    return Power(plan.players, 0.025, 0.01, 100, tuple(CardPower(row.id, row.kind, FAIR, "", *numbers) for row in rows))


def made_up_edits(plan: Plan) -> Sensitivity:
    """An edit of the first card: what a chapter is made of does not depend on it."""
    change = Change(0.25, 0.26, 0.01, 0.0, 0.02)
    one = Tried(plan.card_table.rows[0].id, "points", 0, "1", "2", True, *[change] * 5, 100)
    return Sensitivity(plan.players, 1, 0.015, 100, 0, 0, (one,))


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
        f"{100 * headlines.MEAN_MARGIN:g} % (at least {headlines.LEAST_MEAN_MARGIN:g}), and only clear changes count: "
        "see [guard in CI](../how-to/guard-in-ci.md#verdicts).",
        rows(
            ("figure", "one for each", "what it is", "formula", "unit", "reads"),
            [
                (code(one.name), one.of, one.description, one.counted, one.unit, code(one.reads))
                for one in headlines.SHARED
            ],
        ),
        f"They are counted by {', '.join(map(_sql_link, (*COUNTED.values(), SQL / f'{SPREADS}.sql')))}.",
        "### Figures of several versions and runs",
        "`balance history` and `balance bisect` know these too, and pages with several runs.",
        rows(
            ("figure", "what it is"),
            [(code(one.name), one.description) for one in (*headlines.RANGES, *headlines.GAINS)],
        ),
        *_targets(),
        "## Numbers in a report",
        "A report has these chapters. Intervals are 95 %.",
        "### Findings",
        "The sentences at the top. A sentence that has nothing to say is left out; those marked *Look* come first.",
        "\n".join(f"- {(finding.__doc__ or '').splitlines()[0]}" for finding in FINDINGS),
        *map(_chapter, report_chapters(game_ids()[0])),
        "### Side by side",
        "Where a page has several runs of a game: every figure with its interval, and which runs clearly differ.",
        rows(("figure", "what it is"), [(one.label, one.description) for one in SUMMARY]),
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
        (code(_asked(one)), one.description, listed(one.ends), one.unit, f"{one.margin:g}", _answered(one))
        for one in MEASURES.values()
    )
    yield rows(("target", "what it is", "band", "unit", "usual margin", "query"), lines)


def _asked(one: Measure) -> str:
    return f"{one.name}.{one.each.upper()}" if one.each else one.name


def _answered(one: Measure) -> str:
    return _sql_link(SQL / f"{one.query}.sql") if one.query else "[card numbers](#card-numbers)"


def _comparison() -> Iterator[str]:
    """How a comparison judges, as its module says."""
    yield "## How a comparison judges"
    for part in (paired.__doc__ or "").split("\n\n")[1:]:
        yield " ".join(part.replace("``", "`").split())
    numbers = (
        ("false alarms", paired.FALSE_ALARM_RATE, "how often a comparison of a game with itself calls a figure moved"),
        ("SPREAD_MARGIN", paired.SPREAD_MARGIN, "the least margin of a mean, in standard deviations of a case"),
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
            [(code(one.name), one.of, one.description, one.unit) for one in plan.game.headlines],
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
        found = []
        for make in SECTIONS:
            results = Results(database)
            results.power, results.edits = made_up(results.plan), made_up_edits(results.plan)
            results.plan = replace(results.plan, games=FIRST_GAMES)
            found.append(Chapter(make(results), sorted(results.queries)))
    return found


def _chapter(chapter: Chapter) -> str:
    section = chapter.section
    parts = []
    for block in section.blocks:
        if isinstance(block, Figure):
            parts.append(f"- Chart **{block.title}**: {block.note}")
        elif isinstance(block, DataTable):
            parts.append(f"- Table **{block.title}**:")
            parts += [
                f"  - {view.label} (`{view.name}`): {view.help}"
                for view in block.columns
                if view.name not in CARD_METRICS
            ]
    queries = ", ".join(_sql_link(SQL / f"{name}.sql") for name in chapter.queries if (SQL / f"{name}.sql").exists())
    return paragraphs(f"### {section.title}", section.intro, "\n".join(parts), f"From {queries}.")


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
        cells.append((question.number, question.ask, _sql_link(file), beside))
    return paragraphs(
        "## The designer's questions",
        f"The last column names what is played beside the run, {game.arm_games:,} games for every arm, on the same "
        "seed ([why](../decisions/experiments.md)).",
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
            found = re.match(r"\s{2,}(\S.*?)\s{3,}(.*)", line)
            if found:
                entries.append([found[1], found[2]])
            elif line.startswith("  ") and entries:
                entries[-1][1] += f" {line.strip()}"
            else:
                text.append(line.strip())
        told = [(name, re.sub(r"\s{3,}", "; ", says)) for name, says in entries]
        return cls(lines[0] if lines else "", " ".join(text), told)


# ---------------------------------------------------------------- writing


def stale(wanted: dict[str, str]) -> list[Path]:
    """The generated pages that are not as ``wanted``, and those nobody writes any more."""
    there = {path.name: path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md")}
    return [REFERENCE / name for name in sorted(wanted.keys() | there.keys()) if wanted.get(name) != there.get(name)]


def main(words: Sequence[str]) -> int:
    """Write the pages, or with --check say which are stale. Returns the exit code."""
    if list(words) not in ([], ["--check"]):
        print("usage: python docs/generate.py [--check]", file=sys.stderr)
        return 2
    wanted = pages()
    found = stale(wanted)
    if words:
        for path in found:
            print(f"{path.relative_to(ROOT)} is stale: `make docs` writes it again", file=sys.stderr)
        return 1 if found else 0
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for path in found:
        if path.name in wanted:
            path.write_text(wanted[path.name], encoding="utf-8")
        else:
            path.unlink()
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
