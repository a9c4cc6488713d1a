"""Card events: counted in packed numbers, and read out of them as columns."""

from __future__ import annotations

import random
from collections import Counter
from enum import IntEnum

import duckdb
import numpy as np
import polars as pl
import pytest

from balance.engine.game.columns import event_columns, event_count
from balance.engine.game.log import Derived, Table
from balance.engine.kernels.buffers import block
from balance.engine.kernels.events import Events, count_event, fill_events
from balance.engine.kernels.kernel import new, record

ROWS = 3


@pytest.mark.parametrize("bits", [4, 9, 12, 16])
@pytest.mark.parametrize("number", [1, 7, 11])
def test_what_is_counted_is_read_and_a_full_count_stays_full(bits: int, number: int):
    codes = IntEnum("codes", {f"E{i}": i for i in range(number)})
    events = Events(codes, bits)
    met, cards = new(record(**events.fields)), new(block(**events.fields))
    often = (1 << bits) + 3 if bits < 10 else 40
    wanted = []
    for row in range(ROWS):
        happens = Counter(random.Random(row).choices(list(codes), k=50)) + Counter({codes.E0: often})
        for event in happens.elements():
            count_event(met.counts, event, bits)
        fill_events(cards.counts, row, met.counts)
        wanted.append([min(happens[event], (1 << bits) - 1) for event in codes])
    derived = [Derived(event.name.lower(), "", event_count(events, event)) for event in codes]
    both = Derived("both", "", event_count(events, *list(codes)[:2]))
    table = Table("cards", (*event_columns(events), *derived, both))
    stored = table.frame(cards, ROWS)
    assert stored.width == events.words == -(-number // (64 // bits))
    with duckdb.connect(":memory:") as connection:
        connection.register("stored", stored.to_arrow())
        shown: pl.DataFrame = connection.sql(table.view("stored")).pl()
    assert [list(row[:-1]) for row in shown.iter_rows()] == wanted
    assert shown["both"].to_list() == [sum(counts[:2]) for counts in wanted]
    assert not np.any(met.counts), "forgotten for the next game"
