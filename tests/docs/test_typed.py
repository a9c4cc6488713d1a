"""Every command on a page can be typed, and the quick ones are run, page by page, in their order."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
import typer

from balance.engine.game import find_game, game_ids
from balance.engine.game.plan import Request, make_plan
from balance.judging.until import Until, read_wishes
from helpers.cards import frozen_cards
from helpers.command_line import balance
from helpers.marks import by_day
from helpers.object_store import object_store
from helpers.pages import DOCS, PAGES, command_lines, fences, name, parsed, steps
from helpers.plain_games import forgotten
from helpers.typed import write_piece

FEW = {
    "simulate": ("--games", 300),
    "compare": ("--max-games", 1000, "--power", "off", "--no-report"),
    "power": ("--max-games", 200),
    "sensitivity": ("--max-games", 200),
    "doctor": ("--games", 20),
}
QUICK = {"agents", "cards", "games", "new", "query", "replay", "runs", *FEW}
"""What is run, and with how much to do."""
LARGE = set(game_ids()) - {"fairy"}
"""Games that take long to compile."""


def is_quick(words: list[str]) -> bool:
    """Whether a command is run here: of the small games, or about one card, without a git history or a cluster."""
    small = "--card" in words or not any(game in word for game in LARGE for word in words)
    return words[0] in QUICK and small and not {"--against", "--scheduler"} & set(words)


def few(words: list[str]) -> tuple[object, ...]:
    """Options with which a command has little to do; two runs have as many games as they have."""
    more = FEW.get(words[0], ())
    return more[2:] if words[0] == "compare" and "runs/" in words[1] else more


TYPED = {page: lines for page in PAGES if (lines := list(command_lines(page)))}
RUN = [page for page, lines in TYPED.items() if any(map(is_quick, lines))]
LONG = [DOCS / "tutorials" / "too-strong.md", DOCS / "how-to" / "judge-a-card.md"]
"""Pages that judge card after card, with commands that other pages have as well."""


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what pages take for granted: a card table and its edit, play styles, a run."""
    folder = tmp_path_factory.mktemp("typed")
    table = frozen_cards().read_text(encoding="utf-8")
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    (folder / "edited.csv").write_text(table.replace(",fairy,7,key=catch,", ",fairy,9,key=catch,"), encoding="utf-8")
    (folder / "my-styles.toml").write_text(fences(DOCS / "how-to" / "own-play-style.md", "toml")[0], encoding="utf-8")
    (folder / "strong.toml").write_text('[tuned]\ngame = "fairy"\nweights = { ev = 1 }\n', encoding="utf-8")
    with chdir(folder):
        for run in ("first", "small"):
            assert balance("simulate", "fairy", "--out", f"runs/fairy/{run}", *FEW["simulate"]).code == 0
    return folder


@pytest.fixture(scope="module")
def bucket() -> Iterator[None]:
    """A store on this machine, which has the bucket of the pages."""
    with object_store("my-bucket"):
        yield


@pytest.mark.slow
@pytest.mark.parametrize("page", TYPED, ids=name)
def test_every_command_of_a_page_is_understood(page: Path, given: Path):
    with chdir(given):
        for words in TYPED[page]:
            if not any(word.endswith(".py") for word in words):  # a game that the page has just begun
                understood(words)


def understood(words: list[str]) -> None:
    """Ask for what is typed, as far as that is quick: an unknown word, game or style is an error."""
    command, said = parsed(words)
    named = said.get("game") or said.get("what") or ()
    for game in [named] if isinstance(named, str) else named:
        if not set("./") & set(game):  # neither a run nor a file
            find_game(game)
    if command == "simulate":
        planned(said)


def planned(said: dict[str, Any]) -> None:
    """Make the plans of what `balance simulate` is told, and read what it shall wait for."""
    names = ("games", "players", "variant", "agents", "seed", "cards", "styles", "log", "log_every")
    given = {key: said[key] for key in names if said[key] is not None}
    for game in said["game"] or game_ids():
        plan = make_plan(Request(game=game, settings=dict(pair.split("=") for pair in said["settings"] or []), **given))
        if said["until"]:
            Until(read_wishes(said["until"], plan.game.figures), plan)


@pytest.mark.slow
@pytest.mark.usefixtures("bucket")
@pytest.mark.parametrize("page", by_day([page for page in RUN if page not in LONG], LONG), ids=name)
def test_the_quick_commands_of_a_page_run(page: Path, given: Path, tmp_path: Path):
    shutil.copytree(given, tmp_path / "here")
    with chdir(tmp_path / "here"), forgotten():
        for step in steps(page):
            if isinstance(step, str):
                write_piece(Path(), step)
            elif step[0] == "cd":
                os.chdir(step[1])
            elif step[0] == "cp":
                shutil.copy(*step[1:])
            elif step[0] == "balance" and is_quick(step[1:]):
                said = balance(*step[1:], *few(step[1:]))
                assert said.code == 0, (step, said.err)


@pytest.mark.parametrize("words", [["fly"], ["simulate", "--wings", "2"], ["cards"], ["query", "runs/fairy/first"]])
def test_a_wrong_command_would_be_noticed(words: list[str]):
    with pytest.raises((AssertionError, typer.TyperException)):
        parsed(words)


def test_there_are_commands_to_try():
    assert sum(map(len, TYPED.values())) > 100
    assert len(RUN) > 8
