"""The page that lists every rule of every game with the tests named by it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RULE = re.compile(r"^- \*\*([A-Z]{2})-(\d+)\*\*", re.MULTILINE)


def rules_of(game: str) -> list[tuple[str, int]]:
    """The rules of a game as its page states them: prefix and number."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    return [(prefix, int(number)) for prefix, number in RULE.findall(page)]


def named_tests(game: str, prefix: str) -> dict[int, list[str]]:
    """What a game's test functions ``test_<prefix><number>_...`` test, by number: file and the rest of the name."""
    found: dict[int, list[str]] = {}
    for path in sorted((ROOT / "tests" / game).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (named := re.match(rf"test_{prefix}_?(\d+)_", node.name, re.I)):
                found.setdefault(int(named[1]), []).append(f"{path.stem[5:]}: {named.string[named.end() :]}")
    return found


def rules_page(games: Mapping[str, str]) -> str:
    """The page as Markdown for these games (id -> name): for each rule the file and, in words, what is tested."""
    parts = [
        "# Rules and their tests",
        "",
        "Every rule of every game is named by at least one test. Before the colon: the file in `tests/<game>/`,",
        "without `test_` and `.py`. After it: what is tested, in the words of the test's name.",
    ]
    for game, name in games.items():
        rules = rules_of(game)
        tests = named_tests(game, rules[0][0])
        parts += ["", f"## {name}", "", "| rule | tests |", "| --- | --- |"]
        for prefix, number in rules:
            said = "; ".join(test.replace("_", " ") for test in tests.get(number, ()))
            parts.append(f"| [{prefix}-{number}](../games/{game}.md) | {said or '**none**'} |")
    return "\n".join(parts) + "\n"
