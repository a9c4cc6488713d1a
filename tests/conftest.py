"""What all tests share: the card table they find, runs that are played once, and which tests ``--game`` leaves."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import chdir, suppress
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Error, sync_playwright

from balance.engine.game import game_ids
from balance.engine.runs.run import Run
from helpers.cards import frozen_cards
from helpers.compiled import leave_single_rules_as_they_are
from helpers.frozen import FrozenRuns, frozen_runs
from helpers.marks import NIGHTLY
from helpers.play import compile_once

TESTS = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
BEGUN = pytest.StashKey[bool]()
"""Set by the first test of a process."""
SELDOM = 100_000
"""New things after which rubbish is looked for. By default it is after 700: one second of eight."""
settings.register_profile("balance", deadline=None, max_examples=40)  # nothing is timed here: machines are shared
settings.register_profile(NIGHTLY, deadline=None, max_examples=500)
settings.load_profile("balance")
leave_single_rules_as_they_are()


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--game heroes``: what is to be run after an edit in one game."""
    parser.addoption("--game", choices=game_ids(), help="only the tests of this game, and its part of the contract")


def pytest_xdist_auto_num_workers() -> int:
    """One more process than there are cores: a test waits a seventh of its time, for a browser or a command."""
    return (os.cpu_count() or 1) + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``--game``: no folder but the game's own and those with tests of every game."""
    game = config.getoption("--game")
    room = collection_path.relative_to(TESTS).parts[:1] if collection_path.is_relative_to(TESTS) else ()
    return True if game and room and room[0] not in (game, "contract", "helpers") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--game``: of the tests of every game, this game's."""
    game = config.getoption("--game")
    if not game:
        return
    others = {item for item in items if isinstance(item, pytest.Function) and not is_of(item, game)}
    config.hook.pytest_deselected(items=list(others))
    items[:] = [item for item in items if item not in others]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before its first test, compile the games whose rules this process is going to test: what it learns of them serves
    their single rules, too.

    The other processes load them then. And what is there before the first test stays to the last: nobody need look for
    rubbish in it again and again, and seldom in what comes after it.
    """
    if BEGUN in item.session.stash:
        return
    item.session.stash[BEGUN] = True
    for game in own_games(item):
        with suppress(Exception):  # its tests say what is wrong with it
            compile_once(game)
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM, 20, 20)


def own_games(first: pytest.Item) -> list[str]:
    """The games of whose tests the middle one is in the part that xdist deals to this process at first.

    Which part that is, its first test says: processes get theirs in the order in which they are ready.
    """
    items, processes = first.session.items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0"))
    if not processes:
        return []
    begin = items.index(first)
    part = range(begin, begin + -(-len(items) // processes))
    places = {game: [n for n, item in enumerate(items) if TESTS / game in item.path.parents] for game in game_ids()}
    return [game for game, at in places.items() if at and at[len(at) // 2] in part]


def is_of(item: pytest.Function, game: str) -> bool:
    """Whether a test is the game's: by its folder, or by its parameter ``game``."""
    if (TESTS / game) in item.path.parents:
        return True
    return hasattr(item, "callspec") and item.callspec.params.get("game") == game


@pytest.fixture(scope="session", autouse=True)
def cards_found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where no card table is named, the frozen one is found: not the project's, which a person edits."""
    with chdir(tmp_path_factory.mktemp("empty")), patch("balance.cards.read.packaged_cards", frozen_cards):
        yield


@pytest.fixture(scope="session")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrozenRuns]:
    """The runs of every game that many tests read."""
    runs = frozen_runs(tmp_path_factory)
    yield runs
    runs.close()


@pytest.fixture(scope="session")
def small_run(frozen: FrozenRuns) -> Run:
    """Fairy: 1500 games of four mixed styles, every turn logged."""
    return frozen.run("fairy")


@pytest.fixture
def blank_charts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Charts without a line, for tests of what stands around them: drawing them takes half as long as all of a page."""
    from balance.report import render

    monkeypatch.setattr(render, "svg_of", lambda figure: '<svg class="wide"></svg><svg class="narrow"></svg>')
    render.drawn.cache_clear()
    yield
    render.drawn.cache_clear()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser. A machine without one fails the tests that need it: a page nobody looked at is not tested."""
    options = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    options += " --disable-component-update --disable-sync"
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options.split())
        except Error as error:
            pytest.fail(f"Chromium could not be started from {CHROMIUM}; the browser tests need it. {error}")
        yield browser
        browser.close()
