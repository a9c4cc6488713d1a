"""Which cards a seat could choose, and which it chose: two columns of ``cards`` that every game has.

They answer how often a card is taken when it can be, against how often by chance, and what is taken instead of what.
A game puts ``choices_record`` into its STATE, begins with ``begin_choices``, logs every choice with ``log_choice``
and fills the two columns of every row of ``cards`` with ``fill_choices``. One that keeps what was chosen anyway, as
Fairy does, fills them from there.
"""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, record

MOST_CHOICES = 63
"""Choices of a seat and game that are recorded: one bit each, and none for the sign."""

RECORDED = (1 << MOST_CHOICES) - 1
"""All bits that may be set."""

CHOICES = {"options_in": np.int64, "chosen_in": np.int64}
"""The fields that ``fill_choices`` fills, for the ``block`` of cards. On disk narrower ones would be no smaller."""

NOTHING = -1
"""The card chosen by a seat that took none of those it could have taken."""


def choices_record(seats: int, cards: int, options: int) -> np.dtype:
    """What choices are logged in: for so many seats, kinds of cards, and options of one choice, copies counted."""
    return record(
        made=(np.int64, seats),  # choices so far
        option=(np.int64, options),  # the options of the choice about to be logged, as codes of the log
        options_in=(np.int64, (seats, cards)),  # by seat and card, as in the log
        chosen_in=(np.int64, (seats, cards)),
    )


@kernel
def begin_choices(choices, players):
    """A game begins: nobody has chosen yet."""
    for seat in range(players):
        choices.made[seat] = 0


@kernel
def log_choice(choices, seat, count, chosen):
    """The seat chooses ``chosen`` (a card, or NOTHING) among the first ``count`` cards of ``choices.option``.

    Equal copies are one option. With fewer than two different ones there is nothing to choose and nothing is logged.
    """
    nth = choices.made[seat]
    if nth >= MOST_CHOICES:
        return
    first = choices.option[0]
    different = 0
    for i in range(1, count):
        different |= choices.option[i] ^ first
    if different == 0:
        return
    bit = 1 << nth
    for i in range(count):
        choices.options_in[seat, choices.option[i]] |= bit
    if chosen != NOTHING:
        choices.chosen_in[seat, chosen] |= bit
    choices.made[seat] = nth + 1


@kernel
def fill_choices(cards, n, choices, seat, card):
    """Say in row ``n`` in which choices the card was an option and chosen: the fields CHOICES of the block ``cards``.

    Forgets it, for the next game.
    """
    cards.options_in[n] = choices.options_in[seat, card]
    cards.chosen_in[n] = choices.chosen_in[seat, card]
    choices.options_in[seat, card] = 0
    choices.chosen_in[seat, card] = 0
