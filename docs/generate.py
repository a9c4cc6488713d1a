"""Writes the pages of docs/reference/ from the code: commands, games, decisions, metrics, rules and their tests.

    python docs/generate.py            write them
    python docs/generate.py --quick    but those of decisions: ten thousand games are played for each
    python docs/generate.py --check    only say which are stale; exit code 1 when one is

The pages depend on the code and on the packaged card table, and on nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from command_pages import commands_page
from decision_points import decisions_page
from game_columns import Columns, plan_of
from game_pages import game_page
from metric_pages import metrics_page, own_metrics_page, queries_page
from page_text import ROOT
from rule_tests import rules_page

from balance.engine.game import game_ids

REFERENCE = ROOT / "docs" / "reference"
NOTE = "<!-- Written by docs/generate.py: `make docs` writes it again. -->"


def pages(quick: bool = False) -> dict[str, str]:
    """Every generated page, those of decisions only if not ``quick``: its file name in docs/reference/ and its text."""
    games = {name: Columns(plan_of(name)) for name in game_ids()}
    any_game = next(iter(games.values()))
    texts = {"commands.md": commands_page(), "metrics.md": metrics_page(), "queries.md": queries_page(any_game)}
    for name, columns in games.items():
        texts[f"{name}.md"] = game_page(columns)
        if not quick:
            texts[f"decisions-{name}.md"] = decisions_page(columns.plan)
        texts[f"metrics-{name}.md"] = own_metrics_page(columns)
        texts[f"rules-{name}.md"] = rules_page(name, columns.plan.game.name)
    return {name: f"{NOTE}\n\n{text.rstrip()}\n" for name, text in sorted(texts.items())}


def stale(wanted: dict[str, str], quick: bool = False) -> list[Path]:
    """The generated pages that are not as ``wanted``, and those nobody writes any more."""
    there = {path.name: path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md")}
    if quick:
        there = {name: text for name, text in there.items() if not name.startswith("decisions-")}
    return [REFERENCE / name for name in sorted(wanted.keys() | there.keys()) if wanted.get(name) != there.get(name)]


def main(words: Sequence[str]) -> int:
    """Write the pages, or with --check say which are stale. Returns the exit code."""
    if not {*words} <= {"--check", "--quick"}:
        print("usage: python docs/generate.py [--quick] [--check]", file=sys.stderr)
        return 2
    quick = "--quick" in words
    wanted = pages(quick)
    stale_pages = stale(wanted, quick)
    if "--check" in words:
        for path in stale_pages:
            print(f"{path.relative_to(ROOT)} is stale: `make docs` writes it again", file=sys.stderr)
        return 1 if stale_pages else 0
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for path in stale_pages:
        if path.name in wanted:
            path.write_text(wanted[path.name], encoding="utf-8")
        else:
            path.unlink()
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
