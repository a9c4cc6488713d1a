"""What a person reads is said in plain words: some words are never used there, each with the one that is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEVER = {
    r"\b[Ss]urely\b": "clearly",
    r"\bbeyond doubt\b": "clearly",
    r"\b(?:is|are|be|was) (?:no|more than) luck\b|\bdiffers? by more than luck\b": "clearly",
    r"\b[Aa]nyhow\b": "on average",
    r"\bso-manieth\b": "Nth",
    r"\bgo(?:es)? with (?:winning|losing|[-+−{]?\d|\{)": "is linked to",
    r"\b[Mm]ore or less\"": "vs. expected",
    r"\b[Ww]in share, more or less\b": "win rate vs. expected",
    r"\b[Oo]f (?:all |the )seats\b": "of players",
    r"\b[Ss]eats? (?:that|who) (?:met|saw|took|play|played|use|used|did|do|had|share)\b|\b[Ss]eats alike\b": "players",
    r"\bone seat alone\b|\bper seat\b|\bevery seat draws\b": "player",
    r"\b[Aa] seat (?:wins|gets|has|scores|plays|makes|gains|meets|places|swaps|studies)\b": "a player",
    r"\bpoints of percent\b": "points",
    r"\bwhat shall be done\b": "print help",
}
"""By pattern: what is said instead."""
DOCS = ("README.md", "docs/README.md", *("docs/how-to/*.md", "docs/decisions/*.md"))
QUERIES = ("balance/**/*.sql",)
"""A page shows them; they speak of data, where a seat is a seat."""
TEMPLATES = ("balance/report/templates/*.html", "balance/games/*/sql/*.txt")
CODE = (
    *(
        "balance/cli/*.py",
        "balance/api/*.py",
        "balance/report/**/*.py",
        "balance/analysis/**/*.py",
        "balance/judging/*.py",
    ),
    *("balance/games/*/questions.py", "balance/games/*/face.py", "balance/games/*/__init__.py"),
)
"""Not the words of a replay: there a game is told as its rules speak."""


def texts(file: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of what a person may read: of code, its strings; docstrings only where they are a command's help."""
    if file.suffix != ".py":
        yield from enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        return
    tree = ast.parse(file.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node for node in ast.walk(tree) if isinstance(node, documented)]
    unread = {id(statement.value) for node in bodies if not is_command(node) for statement in node.body
              if isinstance(statement, ast.Expr)}  # fmt: skip
    # The words after a constant explain it to readers of the code.
    unread |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)} - {
        id(node.body[0].value) for node in bodies if is_command(node) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unread:
            yield node.lineno, f'{node.value}"'


def is_command(node: ast.AST) -> bool:
    """Whether the docstring is shown as help."""
    decorators = getattr(node, "decorator_list", [])
    return any(isinstance(decorator, ast.Call) and "command" in ast.unparse(decorator.func) for decorator in decorators)


def files(*patterns: str) -> list[Path]:
    return [file for pattern in patterns for file in sorted(ROOT.glob(pattern))]


def wrong(texts: Iterator[tuple[int, str]], never: dict[str, str] = NEVER) -> list[str]:
    """Where a word stands that is never used, and what to say."""
    return [
        f"line {line}: {match[0]!r}; say: {instead}"
        for line, text in texts
        for pattern, instead in never.items()
        if (match := re.search(pattern, text))
    ]


@pytest.mark.slow
def test_no_word_is_used_that_is_never_used() -> None:
    read = files(*DOCS, *TEMPLATES, *CODE)
    assert len(read) > 120
    assert [f"{file.relative_to(ROOT)}, {said}" for file in read for said in wrong(texts(file))] == []


def test_no_query_says_such_a_word() -> None:
    never = {pattern: instead for pattern, instead in NEVER.items() if "player" not in instead}
    read = files(*QUERIES)
    assert len(read) > 60
    assert [f"{file.relative_to(ROOT)}, {said}" for file in read for said in wrong(texts(file), never)] == []


@pytest.mark.parametrize(
    "text",
    [
        "the cards that surely help",
        "for 3 of 20 heroes the difference is no luck",
        "against what the same styles win anyhow",
        "one cube goes with 0.5 points",
        "A seat wins 27 % of the games",
        "played by 12 % of the seats",
        "compared with seats that did not",
        "won by one seat alone",
    ],
)
def test_such_a_word_is_found(text: str, tmp_path: Path) -> None:
    page, code = tmp_path / "page.md", tmp_path / "code.py"
    page.write_text(f"# A page\n\n{text}.\n", encoding="utf-8")
    code.write_text(f'"""{text}"""\nSAID = "{text}"\n"""{text}"""\n', encoding="utf-8")
    assert len(wrong(texts(page))) == 1
    assert [said.partition(":")[0] for said in wrong(texts(code))] == ["line 2"], "of code, what is shown"


def test_a_docstring_is_read_where_it_is_a_command_s_help(tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    code.write_text('@app.command()\ndef go():\n    """What surely helps."""\n', encoding="utf-8")
    assert len(wrong(texts(code))) == 1
