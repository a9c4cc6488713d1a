"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.engine.game import game_ids
from helpers.contract import contract_of
from helpers.modes import MODES, column_of, play_in, store

pytestmark = pytest.mark.slow

every_game = pytest.mark.parametrize("game", game_ids())


def played_alike(modes: Iterable[str], factory: pytest.TempPathFactory, *words: str) -> dict[str, pl.DataFrame]:
    """The tables by file, after a check that every mode gives the same."""
    wanted, *others = (play_in(mode, factory.mktemp(mode), *words) for mode in modes)
    for frames in others:
        assert frames.keys() == wanted.keys()
        for name, frame in frames.items():
            assert_frame_equal(frame, wanted[name])
    return wanted


@every_game
def test_plain_python_plays_a_game_as_it_is_compiled(game: str, tmp_path_factory):
    store(game, here := tmp_path_factory.mktemp("compiled"), quick=True)
    plain = play_in("plain", tmp_path_factory.mktemp("plain"), game, "quick")
    assert plain
    for name, frame in plain.items():
        assert_frame_equal(frame, pl.read_parquet(here / name))


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["fairy", "heroes"])  # the others take many minutes to compile in that way
def test_numba_unchanged_plays_a_game_as_ours(game: str, tmp_path_factory):
    played_alike(("compiled", "unchanged"), tmp_path_factory, game, "quick")


@pytest.mark.nightly
@every_game
def test_all_modes_give_the_same_rows(game: str, tmp_path_factory):
    """Compiling with bounds checks takes up to a minute the first time after an edit."""
    wanted = played_alike(MODES, tmp_path_factory, game)
    if worth_comparing := contract_of(game).worth_comparing:
        worth_comparing(column_of(wanted))
