"""The pages of the documentation, and the commands that they tell people to type."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from balance.cli import commands
from balance.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def fences(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return [fence[2] for fence in FENCE.finditer(page.read_text(encoding="utf-8")) if fence[1] == language]


def shell_lines(page: Path) -> Iterator[str]:
    """What a reader of the page does, in order: a line of the shell as it is typed, or a class to write."""
    for _, language, block in (fence.group(0, 1, 2) for fence in FENCE.finditer(page.read_text(encoding="utf-8"))):
        if language == "sh":
            yield from filter(str.strip, re.sub(r"\s*\\\n\s*", " ", block).splitlines())
        elif language == "py" and is_class(block):
            yield block


def is_class(piece: str) -> bool:
    """Whether a piece of Python is to be written into a game."""
    return piece.startswith("class ")


def steps(page: Path) -> Iterator[list[str] | str]:
    """The same as words, as far as there are any: those of a line of the shell, or a class to write."""
    for line in shell_lines(page):
        if is_class(line):
            yield line
        elif words := words_of(line):
            yield words


def command_lines(page: Path) -> Iterator[list[str]]:
    """The words after `balance` of every command in the page's shell examples."""
    yield from (words[1:] for words in steps(page) if words[0] == "balance")


def words_of(line: str) -> list[str]:
    """The words of the first command of a line of the shell, pipes, redirections and comments cut off."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    end = next((i for i, word in enumerate(words) if set(word) <= set("|&;<>")), len(words))
    return words[:end]


@functools.cache
def command_tree() -> Any:
    """All commands; making them reads every option, which takes a fifth of a second."""
    assert commands.__all__  # importing them has registered them
    return typer.main.get_command(app)


def parsed(words: list[str]) -> tuple[str, dict[str, Any]]:
    """The command that ``words`` call and its parameters; an unknown command or option is an error."""
    command, path = command_tree(), ["balance"]
    while hasattr(command, "commands"):
        assert words, "a command is missing"
        assert words[0] in command.commands, f"there is no command {words[0]}"
        command, path, words = command.commands[words[0]], [*path, words[0]], words[1:]
    return " ".join(path[1:]), command.make_context(" ".join(path), list(words)).params
