"""docs/reference/GAME.md: settings, styles and columns of a game."""

from __future__ import annotations

from collections.abc import Iterator

from game_columns import Columns
from page_text import code, paragraphs, rows

from balance.cli.agents import all_numbers, numbers
from balance.engine.game import Game, Plan
from balance.engine.game.log import TABLES, Column, Derived


def game_page(columns: Columns) -> str:
    """docs/reference/<game>.md"""
    plan, game = columns.plan, columns.plan.game
    return paragraphs(
        f"# {game.name}: settings, styles, columns",
        f"{game.about} Usually {game.usual_seats} seats; rules version {game.rules_version}. "
        f"The rules in words: [games/{game.id}.md](../games/{game.id}.md). "
        f"What there is to decide: [decisions-{game.id}.md](decisions-{game.id}.md).",
        "## Variants",
        rows(("`--variant`", "what it is"), [(code(v.name), v.description) for v in game.variants]),
        "## Settings",
        rows(
            ("`--set`", "default", "allowed", "what it is", "rule"),
            [(code(s.name), code(s.show(s.default)), s.allowed, s.description, s.rule) for s in game.settings],
        ),
        *_style_text(plan),
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
        weights = numbers(style.weights) or "all 0"
        cells.append((code(style.name), weights, numbers(style.knobs), mixed, ", ".join(kind), style.about))
    yield rows(("style", "weights", "else", "in `mixed`", "kind", "how it plays"), cells)
    where_two = [(code(style.name), all_numbers(style.two_players)) for style in plan.game.styles if style.two_players]
    if where_two:
        yield "What is otherwise where two play:"
        yield rows(("style", "weights and else"), where_two)
    yield "## Features a style can weigh"
    features = plan.game.features(plan.cards)
    yield rows(("feature", "unit", "what it is"), [(code(f.name), f.unit, f.description) for f in features])
    yield "## What else makes a style"
    cells = []
    for knob in plan.game.knobs:
        words = [f"{code(word)} = {numbers(values) or 'all 0'}" for word, values in knob.presets.items()]
        cells.append((code(knob.name), "; ".join(words) or f"{knob.low:g} to {knob.high:g}", knob.description))
    yield rows(("name", "allowed", "what it is"), cells)


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
