"""Fairy in plain, straightforward Python: four seats, three one-step maximisers and one random seat.

What one would write in an afternoon to answer one question. It is here to be beaten, and to show that
the engine's speed is not bought by playing another game: the mean scores of both are printed side by side.
"""

from __future__ import annotations

import random

NUMBERS = range(1, 22)
FAIRIES = {4, 11, 18}
GAIN = {"higher": 2, "lower": 2, "same": 4, "catch": 7}


def suit(number: int) -> int:
    return (number - 1) // 7


def is_right(guess: str, pile: int, card: int) -> bool:
    if guess == "higher":
        return card > pile
    if guess == "lower":
        return card < pile
    if guess == "same":
        return suit(card) == suit(pile)
    return card in FAIRIES


def best_guess(pile: int, unseen: list[int], score: int, luck: random.Random) -> str:
    """The guess with the best expected points, counting every card and the floor."""
    values = {}
    for guess, gain in GAIN.items():
        p = sum(is_right(guess, pile, card) for card in unseen) / len(unseen)
        loss = min(1, score + 4)
        values[guess] = p * gain - (1 - p) * loss
    best = max(values.values())
    return luck.choice([guess for guess, value in values.items() if value >= best - 1e-9])


def play(luck: random.Random, seats: int = 4) -> tuple[list[int], int]:
    """One game: the final scores and the number of turns."""
    deck = list(NUMBERS)
    luck.shuffle(deck)
    pile = deck.pop()
    fairies = pile in FAIRIES
    score = [0] * seats
    playing = list(range(seats))
    main, turns = True, 0
    while True:
        turns += 1
        guesses = {
            seat: luck.choice(list(GAIN)) if seat == seats - 1 else best_guess(pile, deck, score[seat], luck)
            for seat in playing
        }
        card = deck.pop()
        fairies += card in FAIRIES
        for seat, guess in guesses.items():
            if is_right(guess, pile, card):
                score[seat] += GAIN[guess]
            else:
                score[seat] = max(-4, score[seat] - 1)
        pile = card
        if main and max(score) < 24 and fairies < 3:
            continue
        main = False
        best = max(score[seat] for seat in playing)
        playing = [seat for seat in playing if score[seat] == best]
        if len(playing) == 1 or not deck:
            return score, turns
