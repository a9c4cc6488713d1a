"""Arrows between the rooms of the program point one way: see docs/decisions/rooms.md."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import balance

pytestmark = pytest.mark.slow

PACKAGE = Path(balance.__file__).parent
FILES = {
    ".".join(["balance", *file.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__"): file
    for file in sorted(PACKAGE.rglob("*.py"))
}
ENGINE = ("engine.kernels", "engine.game", "engine.runs", "engine.playing")
ARROWS = {
    "common": (),
    "cards": ("common",),
    "engine.kernels": ("common",),
    "engine.game": ("common", "cards", "engine.kernels"),
    "engine.plain": ("common", "cards", "engine.kernels", "engine.game"),
    "engine.runs": ("common", "engine.kernels", "engine.game"),
    "engine.playing": ("common", "engine.kernels", "engine.game", "engine.runs"),
    "games": ("common", "cards", "engine.kernels", "engine.game"),
    "analysis": ("common", "cards", "engine.kernels", "engine.game", "engine.runs"),
    "judging": ("common", "cards", *ENGINE, "engine.plain", "analysis"),
    "report": ("common", "cards", *ENGINE, "analysis", "judging"),
    "api": ("common", "cards", *ENGINE, "analysis", "judging", "report"),
    "cli": ("common", "cards", *ENGINE, "engine.plain", "analysis", "judging", "report", "api"),
}
"""By room, the rooms that it may know."""


def room(module: str) -> str:
    """The room of a module; "" of the package itself."""
    _, *parts = module.split(".")
    return ".".join(parts[:2]) if parts[:1] == ["engine"] else parts[0] if parts else ""


def known(file: Path) -> Iterator[str]:
    """The modules of balance that a file imports: at its head, in functions, for types."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in FILES)
        if isinstance(node, ast.ImportFrom) and node.module in FILES:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in FILES else node.module


@functools.cache
def imports() -> dict[str, set[str]]:
    """By module, the modules of balance that it imports."""
    return {module: set(known(file)) - {module} for module, file in FILES.items()}


def test_no_module_leads_back_to_itself():
    TopologicalSorter(imports()).prepare()  # raises CycleError, which names the circle


@pytest.mark.parametrize("name", ARROWS)
def test_a_room_knows_only_those_below_it(name: str):
    forbidden = {
        f"{module} -> {other}"
        for module, others in imports().items()
        if room(module) == name
        for other in others
        if room(other) not in ("", name, *ARROWS[name])
    }
    assert forbidden == set()


def test_every_module_is_in_a_room():
    assert {room(module) for module in FILES} - {"", "engine", "__main__"} == {*ARROWS}


def test_games_never_import_each_other():
    def game(module: str) -> str:
        return module.split(".")[2] if module.startswith("balance.games.") else ""

    across = [(a, b) for a, others in imports().items() for b in others if game(a) and game(b) and game(a) != game(b)]
    assert across == []
