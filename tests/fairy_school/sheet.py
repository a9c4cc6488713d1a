"""The card table that tests of whole games of Fairy School play with."""

from __future__ import annotations

from balance.cards import CardTable
from helpers.cards import frozen_table


def reference_table() -> CardTable:
    """The school's rows of the frozen card table."""
    return frozen_table("fairy_school")
