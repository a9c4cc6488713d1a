"""Card events: how often each happened to a card of a seat, packed into few numbers of a record and of a logged row.

A game declares them once, as an enumeration whose names in small letters are those of the columns:

    class Event(IntEnum):
        SEEN = 0
        TAKEN = 1

    EVENT_BITS = 12
    EVENTS = Events(Event, EVENT_BITS)
    MET = record(first_turn=np.int64, **EVENTS.fields)
    CARDS = block(**MET_FIELDS, **EVENTS.fields)

Its kernels count one with ``count_event`` and write a row with ``fill_events``; its columns are made of ``EVENTS`` by
``event_columns`` and ``event_count`` (balance.engine.game.columns).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from balance.engine.kernels.kernel import kernel

WORD = 64
"""Bits of a number in which counts are packed."""


@dataclass(frozen=True)
class Events:
    """Card events that share packed numbers. Where these would use the last bit, readers must mask, not compare."""

    codes: type[IntEnum]
    """From 0 on."""
    bits: int
    """Of each count."""
    field: str = "counts"

    @property
    def per_word(self) -> int:
        """Counts in one number."""
        return WORD // self.bits

    @property
    def words(self) -> int:
        """Numbers in which all of them are packed."""
        return -(-len(self.codes) // self.per_word)

    @property
    def fields(self) -> dict[str, tuple[type[np.int64], int]]:
        """The field that holds them, of a record or a block."""
        return {self.field: (np.int64, self.words)}


@kernel
def count_event(counts, event, bits):
    """One more of the event; a count that is full stays so. ``counts``: int64[words], ``bits`` for each event."""
    word = 0
    if len(counts) > 1:  # a division would be felt
        per_word = WORD // bits
        word = event // per_word
        event -= word * per_word
    shift = event * bits
    full = (1 << bits) - 1
    if (counts[word] >> shift) & full < full:
        counts[word] += 1 << shift


@kernel
def add_events(counts, bits, others, other_bits):
    """Add the counts ``others`` of the same events, ``other_bits`` for each; a count that is full stays so."""
    per_word, full = WORD // bits, (1 << bits) - 1
    other_per_word, other_full = WORD // other_bits, (1 << other_bits) - 1
    for other_word in range(len(others)):
        packed = others[other_word]
        if packed == 0:
            continue
        for place in range(other_per_word):
            more = (packed >> (place * other_bits)) & other_full
            if more > 0:
                event = other_word * other_per_word + place
                word = event // per_word
                shift = (event - word * per_word) * bits
                counts[word] += min(more, full - ((counts[word] >> shift) & full)) << shift


@kernel
def forget_events(counts):
    """Nothing has happened yet."""
    for word in range(len(counts)):
        counts[word] = 0


@kernel
def fill_events(column, n, counts):
    """Write the counts into row ``n`` of their field in the block ``cards``, and forget them for the next game."""
    for word in range(len(counts)):
        column[word, n] = counts[word]
        counts[word] = 0
