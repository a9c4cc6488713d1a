"""Fields that a record and a buffer share."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.kernels.buffers import block
from balance.engine.kernels.fields import copies, kept
from balance.engine.kernels.kernel import PLAIN, kernel, new, record

HIT = {"victim": np.int8, "hit": (np.int16, 4)}
ROLL = {"dice": np.int8}
NOW = record(**kept(HIT, ROLL), others=np.int64)
ROWS = block(game_no=np.int64, **HIT, **ROLL)


@copies(HIT, ROLL)
def log_now(rows, n, now):
    """Who was hit."""


def happened():
    now = new(NOW)
    now.victim, now.dice, now.others = -1, 6, 99
    now.hit[:] = [300, 0, -2, 5]
    return now


def test_a_record_keeps_whole_numbers_and_a_buffer_the_types_declared():
    assert {name: NOW.fields[name][0].base for name in ("victim", "hit", "dice")} == dict.fromkeys(
        ("victim", "hit", "dice"), np.dtype(np.int64)
    )
    assert (ROWS.fields["victim"][0].base, ROWS.fields["hit"][0].base) == (np.dtype(np.int8), np.dtype(np.int16))


@pytest.mark.parametrize("compiled", [True, False])
def test_all_fields_are_copied_into_the_row_and_no_other_row_changes(compiled):
    rows = new(ROWS)
    log = log_now if compiled or PLAIN else log_now.py_func
    log(rows, 3, happened())
    assert (rows.victim[3], list(rows.hit[:, 3]), rows.dice[3]) == (-1, [300, 0, -2, 5], 6)
    assert not rows.hit[:, [0, 1, 2, 4]].any()
    assert rows.game_no[3] == 0


def test_a_kernel_calls_it_as_any_other():
    @kernel
    def log_twice(rows, now):
        for n in range(2):
            log_now(rows, n, now)

    rows = new(ROWS)
    log_twice(rows, happened())
    assert list(rows.dice[:3]) == [6, 6, 0]


def test_it_keeps_its_name_its_sentence_and_its_file():
    function = log_now if PLAIN else log_now.py_func
    assert (function.__name__, function.__doc__, function.__code__.co_filename) == ("log_now", "Who was hit.", __file__)
