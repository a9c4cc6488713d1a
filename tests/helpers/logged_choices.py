"""The choices among cards that a log tells of, one by one, and what is true of them in every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import polars as pl

from balance.engine.kernels.choices import MOST_CHOICES


def choices_of(cards: pl.DataFrame) -> pl.DataFrame:
    """One row per game, seat, choice (from 0) and card that could be chosen: whether it was. ``cards``: as shown."""
    numbers = range(MOST_CHOICES)
    bits = pl.DataFrame({"choice": numbers, "bit": [1 << number for number in numbers]})
    rows = cards.filter(pl.col("options_in") != 0).join(bits, how="cross")
    return rows.filter(pl.col("options_in") & pl.col("bit") != 0).select(
        "game_no", "seat", "choice", "card", chosen=pl.col("chosen_in") & pl.col("bit") != 0
    )


def check_choices(cards: pl.DataFrame, declinable: bool = True) -> pl.DataFrame:
    """What holds in every game; the choices one by one, with their number of options and of chosen cards.

    ``declinable``: whether a choice may end with nothing.
    """
    none(cards.filter(pl.col("options_in") < 0), "bits beyond the first 63")
    none(cards.filter(pl.col("chosen_in") & ~pl.col("options_in") != 0), "what could not be chosen was")
    one_by_one = choices_of(cards)
    choices = one_by_one.group_by("game_no", "seat", "choice", maintain_order=True).agg(
        options=pl.col("card").n_unique(), rows=pl.len(), chosen=pl.col("chosen").sum()
    )
    none(choices.filter(pl.col("options") != pl.col("rows")), "a card twice")
    none(choices.filter(pl.col("options") < 2), "nothing to choose among")
    none(choices.filter(~pl.col("chosen").is_between(0 if declinable else 1, 1)), "not one chosen")
    seats = choices.group_by("game_no", "seat").agg(numbers=pl.len(), last=pl.col("choice").max())
    none(seats.filter(pl.col("last") != pl.col("numbers") - 1), "a gap in the numbers")
    return choices


def none(rows: pl.DataFrame, says: str) -> None:
    """Fail and show the first of these rows."""
    assert rows.is_empty(), f"{says}: such as {rows.row(0, named=True)}"


class ChoiceBook:
    """What the slow implementations book: choice by choice of a seat, the ids of the cards it could choose."""

    def __init__(self) -> None:
        self.choices: dict[int, list[tuple[set[str], str | None]]] = {}

    def log(self, seat: int, options: Iterable[str], chosen: str | None) -> None:
        """The seat chose ``chosen``, or none of them."""
        if len(set(options := list(options))) > 1:
            assert chosen is None or chosen in options
            self.choices.setdefault(seat, []).append((set(options), chosen))

    def masks(self) -> dict[tuple[int, str], tuple[int, int]]:
        """By seat and card, of those that were an option: options_in and chosen_in."""
        masks: dict[tuple[int, str], tuple[int, int]] = {}
        for seat, choices in self.choices.items():
            for number, (options, chosen) in enumerate(choices[:63]):
                for card in options:
                    could, did = masks.get((seat, card), (0, 0))
                    masks[seat, card] = (could + 2**number, did + 2**number * (card == chosen))
        return masks


def logged_masks(cards: Iterable[dict[str, Any]]) -> dict[tuple[int, str], tuple[int, int]]:
    """The same of the rows of one game."""
    rows = {(row["seat"], row["card"]): (row["options_in"], row["chosen_in"]) for row in cards}
    return {key: masks for key, masks in rows.items() if masks != (0, 0)}
