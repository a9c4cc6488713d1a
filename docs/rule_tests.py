"""The pages that list every rule of a game with the tests named by it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FUNCTION = re.compile(r"^def (\w+)", re.MULTILINE)
RULE = re.compile(r"^- \*\*([A-Z]{2})-(\d+)\*\*", re.MULTILINE)


def rules_of(game: str) -> list[tuple[str, int]]:
    """The rules of a game as its page states them: prefix and number."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    return [(prefix, int(number)) for prefix, number in RULE.findall(page)]


def named_tests(game: str, prefix: str) -> dict[int, list[str]]:
    """What is tested in a game, by number: file and the rest of the name.

    Test functions are named ``test_<prefix><number>_...``; data in examples.py is named ``<prefix><number>: ...``.
    """
    tests: dict[int, list[str]] = {}
    folder = ROOT / "tests" / game
    for path in [*sorted(folder.glob("test_*.py")), *folder.glob("examples.py")]:
        text = path.read_text(encoding="utf-8")
        data = _texts(text) if re.search(rf"[\"']{prefix}\d+: ", text, re.I) else ()
        for name in (*FUNCTION.findall(text), *data):
            if named := re.match(rf"(?:test_{prefix}_?(\d+)_|{prefix}(\d+): )", name, re.I):
                said = f"{path.stem.removeprefix('test_')}: {name[named.end() :]}"
                tests.setdefault(int(named[1] or named[2]), []).append(said)
    return tests


def _texts(source: str) -> list[str]:
    """The texts in a file of Python; to parse it takes a hundred times as long as to find what it defines."""
    nodes = ast.walk(ast.parse(source))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def rules_page(game: str, name: str) -> str:
    """The page of a game as Markdown: for each rule the file and, in words, what is tested."""
    rules = rules_of(game)
    tests = named_tests(game, rules[0][0])
    parts = [
        f"# Rules of {name}, and their tests",
        "",
        "Every rule is named by at least one test. Before the colon: the file in",
        f"`tests/{game}/`, without `test_` and `.py`. After it: what is tested, in the words of the test's name.",
        "",
        "| rule | tests |",
        "| --- | --- |",
    ]
    for prefix, number in rules:
        said = "; ".join(test.replace("_", " ") for test in tests.get(number, ()))
        parts.append(f"| [{prefix}-{number}](../games/{game}.md) | {said or '**none**'} |")
    return "\n".join(parts) + "\n"
