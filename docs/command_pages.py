"""docs/reference/commands.md: every command with its options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import typer.main
from page_text import code, paragraphs, rows

from balance.cli import commands
from balance.cli.app import app


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
    return sorted(_below(typer.main.get_command(app), ""), key=lambda command: command.words)


def _below(group: Any, prefix: str) -> Iterator[Command]:
    for name, command in group.commands.items():
        words = f"{prefix}{name}"
        if hasattr(command, "commands"):
            yield from _below(command, f"{words} ")
        else:
            yield Command(words, command)


def commands_page() -> str:
    """docs/reference/commands.md"""
    every = all_commands()
    first = [
        (f"[`balance {command.words}`](#balance-{command.words.replace(' ', '-')})", _paragraphs_of(command)[0])
        for command in every
    ]
    own = [p for p in typer.main.get_command(app).params if not p.hidden]
    return paragraphs(
        "# Commands",
        "`balance COMMAND --help` says the same in the terminal. Exit codes: 0 success, 1 a check found something, "
        "2 bad usage or bad input, 130 stopped with Ctrl-C. Errors go to standard error.",
        rows(("command", "what it does"), first),
        rows(("option of `balance` itself", "what it does"), [(_names(p), p.help) for p in own]),
        *(_command_text(command) for command in every),
    )


def _command_text(command: Command) -> str:
    usage = " ".join(
        ["balance", command.words, "[OPTIONS]" if command.options else "", *map(_place, command.arguments)]
    )
    return paragraphs(
        f"## balance {command.words}",
        *_paragraphs_of(command),
        code(" ".join(usage.split())),
        rows(("argument", "what it is"), [(code(_place(p)), p.help or "") for p in command.arguments])
        if command.arguments
        else "",
        rows(("option", "default", "what it is"), [(_names(p), _default(p), p.help or "") for p in command.options])
        if command.options
        else "",
    )


def _paragraphs_of(command: Command) -> list[str]:
    return [" ".join(part.split()) for part in (command.command.help or "").split("\n\n")]


def _place(argument: Any) -> str:
    """An argument as a usage line shows it: in brackets where it may be left out."""
    name = (argument.metavar or argument.name.upper()).removesuffix("...").strip()
    name = name[1:-1] if name.startswith("[") else name
    name = f"{name} ..." if argument.nargs == -1 else name
    return name if argument.required else f"[{name}]"


def _names(option: Any) -> str:
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    return ", ".join(code(name + value) for name in (*option.opts, *option.secondary_opts))


def _default(option: Any) -> str:
    if option.default is None or option.is_flag:
        return ""
    return code(option.default)
