"""From a plan and the card table to TABLE, the record the kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.common.errors import InputError, Problem
from balance.engine.game import Plan
from balance.engine.game.styles import Style
from balance.games.fairy_school import state
from balance.games.fairy_school.cards.box import (
    ANY,
    DECKS,
    DISCARD,
    ELEMENTS,
    PLACES,
    STEPS,
    TRIMESTERS,
    Alternative,
    Card,
    Cards,
    Line,
)
from balance.games.fairy_school.cards.consistency import check_table
from balance.games.fairy_school.styles.weights import AT_A_GLANCE, KNOBS

USUAL = "usual"
"""The value of settings whose default depends on the table."""

SETUPS = {"advanced": state.ADVANCED, "initiation": state.INITIATION, "expert": state.EXPERT}
KINDS = {"start": state.START, "initial": state.INITIAL, "project": state.PROJECT}
SPECIALS = {"take": state.TAKE, "draw": state.DRAW, "react": state.REACT, "trash": state.TRASH, "study": state.STUDY}

PRICES = (1.0, 4 / 3, 4 / 3, 1.0, 2.0)
"""EE of an element, from the rates of exchange: 3, 4 and 6 are as 1 : 4/3 : 2."""

HINTS = {"take": 1.6, "draw": 2.2, "react": 2.4, "trash": 0.8, "study": 7.0}
"""EE of a special at a glance: a card more to activate, or 2 points."""

CHOICE = 1.1
"""A choice between outcomes is worth so much more than the best of them alone."""

MORE_OF_A_KIND = 0.75
"""So much n elements of a kind are worth as n ** 0.75 are: of the fourth one rarely all is needed. To a style with
``insight``; to others all are worth the same."""

STUDY_POINTS = 2

FINEST = 2**20
"""What cards are worth to a style comes in parts of this size."""


def trimesters_of(plan: Plan) -> int:
    """Trimesters before the final one (FS-83)."""
    return 2 if plan.settings["length"] == "short" else 3


def turns_of(plan: Plan) -> int:
    """Turns of each of them (FS-82)."""
    turns = plan.settings["turns_per_trimester"]
    return (5 if plan.players == 2 else 3) if turns == USUAL else int(turns)


def cubes_of(plan: Plan) -> int:
    """Activation cubes of a seat (FS-15)."""
    cubes = plan.settings["activation_cubes"]
    return (32 if plan.settings["length"] == "short" else 37) if cubes == USUAL else int(cubes)


def fill_table(t: Any, plan: Plan, cards: Cards) -> None:
    """Set everything but seed, players and line-up. Raises InputError where plan and cards do not fit."""
    settings = plan.settings
    length = str(settings["length"])
    problems = check_table(cards, plan.players, plan.variant, length)
    if settings["sharing"] == "insensitive" and plan.players < 4:
        message = f"seat-insensitive sharing needs four players or more, not {plan.players}"
        problems.append(Problem(message, allowed="--players 4 to 6, or --set sharing=neighbours"))
    if problems:
        raise InputError(problems)
    t.order[:] = range(state.MAX_SEATS)
    t.setup = SETUPS[plan.variant]
    t.insensitive = settings["sharing"] == "insensitive"
    t.per_turn = settings["insensitive_alternation"] == "per_turn"
    t.trimesters = trimesters_of(plan)
    t.turns = turns_of(plan)
    t.steps = STEPS[length]
    t.cubes = cubes_of(plan)
    t.passing[:] = [-1 if letter == "R" else 1 for letter in str(settings["draft_direction"])]
    t.must_play_two = settings["must_play_two"]
    t.bonus_at_zero = settings["leader_bonus_at_zero"]
    t.final_turns = settings["final_turn_cap"]
    t.start[:] = [int(number) for number in str(settings["start_elements"]).split(",")]
    t.price[:] = PRICES
    for word, worth in HINTS.items():
        t.hint[SPECIALS[word]] = worth
    _fill_creatures(t, cards)
    _fill_cards(t, cards)
    _fill_stand_in(t, cards)
    _fill_decks(t, cards, plan)
    _fill_finals(t, cards, length)
    for i, style in enumerate(plan.styles):
        fill_style(t.style[i], style, cards)


def _fill_creatures(t: Any, cards: Cards) -> None:
    for i, creature in enumerate(cards.creatures):
        others = (k for k, other in enumerate(cards.creatures) if other.pair == creature.pair and k != i)
        t.creature[i].partner = next(others)
        t.creature[i].bonus = state.ELEMENTS if creature.bonus == ANY else ELEMENTS.index(creature.bonus)
        t.creature[i].points = creature.points


def _fill_cards(t: Any, cards: Cards) -> None:
    t.cards = len(cards.cards)
    lines = alternatives = 0
    for i, card in cards.small.items():
        row = t.card[i]
        row.kind = KINDS[card.kind]
        row.trimester = TRIMESTERS.index(card.set) if card.kind == "project" else -1
        row.creature = card.creature
        row.points = card.points if card.kind == "project" else 0
        row.cost[:] = card.cost.counts
        row.first = lines
        row.lines = len(card.effect.lines)
        for line in card.effect.lines:
            _fill_line(t.line[lines], line, alternatives)
            for alternative in line.outcomes:
                _fill_alternative(t.alternative[alternatives], alternative)
                row.reacts |= alternative.special is not None and alternative.special.word == "react"
                alternatives += 1
            lines += 1
        t.makes[i, :] = [exact(count) for count in makes(card)]


def _fill_stand_in(t: Any, cards: Cards) -> None:
    if cards.stand_in is not None:
        t.stand_in.there = 1
        t.stand_in.place = cards.ids.index(cards.stand_in.id)
        t.stand_in.other = len(cards.ids) - 1


def _fill_line(row: Any, line: Line, first: int) -> None:
    row.cost[:] = line.cost.counts
    row.costs = sum(line.cost.counts)
    row.times = line.times
    row.always = row.costs == 0 and all(sum(outcome.gains.counts) + outcome.free > 0 for outcome in line.outcomes)
    row.first = first
    row.alternatives = len(line.outcomes)


def _fill_alternative(row: Any, alternative: Alternative) -> None:
    row.gain[:] = alternative.gains.counts
    row.free = alternative.free
    row.gains = sum(alternative.gains.counts) + alternative.free
    if alternative.special is not None:
        row.special = SPECIALS[alternative.special.word]
        row.number = alternative.special.number
        row.placed = alternative.special.placed


def _fill_decks(t: Any, cards: Cards, plan: Plan) -> None:
    """The piles before shuffling, in the order of the card table."""
    numbered = list(enumerate(cards.cards))
    for number in range(state.START_SETS):
        own = [
            i
            for i, card in numbered
            if card.kind == "start"
            for _ in range(card.copies // state.START_SETS if card.set == "all" else card.copies)
            if card.set in ("all", str(number + 1))
        ]
        t.start_set[number, :] = own
    for trimester, word in enumerate(TRIMESTERS):
        deck = _copies(i for i in numbered if i[1].kind == "project" and i[1].set == word)
        t.deck_cards[trimester] = len(deck)
        t.deck[trimester, : len(deck)] = deck
    expert = plan.variant == "expert"
    initials = _copies(i for i in numbered if i[1].kind == "initial" and (expert or i[1].set == "S"))
    t.initials = len(initials)
    t.initial[: len(initials)] = initials
    if not expert:
        _fill_letters(t, cards, plan)


def _fill_letters(t: Any, cards: Cards, plan: Plan) -> None:
    """The predefined decks that are there, in the order A to E."""
    numbered = list(enumerate(cards.cards))
    for letter in DECKS:
        own = _copies((i, card) for i, card in numbered if card.set == f"S{letter}")
        if not own:
            continue
        tops = [i for i in own if cards.cards[i].place != DISCARD]
        deck = t.letters
        t.letter[deck] = DECKS.index(letter)
        t.letter_top[deck, :] = tops
        t.letter_column[deck, :] = [PLACES.index(cards.cards[i].place) for i in tops]
        t.letter_discard[deck, :] = [i for i in own if cards.cards[i].place == DISCARD]
        if plan.variant == "initiation":
            projects = ((i, card) for i, card in numbered if card.kind == "project" and card.deck == letter)
            t.letter_project[deck, :] = _copies(projects)
        t.letters += 1


def _copies(numbered: Any) -> list[int]:
    """The numbers of cards, one for every copy."""
    return [i for i, card in numbered for _ in range(card.copies)]


def _fill_finals(t: Any, cards: Cards, length: str) -> None:
    t.finals = len(cards.finals)
    deck = _copies((i, final) for i, final in enumerate(cards.finals) if final.length == length)
    t.final_cards = len(deck)
    t.final_deck[: len(deck)] = deck
    for i, final in enumerate(cards.finals):
        t.final[i].points = final.points
        for k, step in enumerate(final.steps):
            t.final[i].cost[k, :] = step.counts
    for i in deck:
        t.final_cost += t.final[i].cost.sum(axis=0) / len(deck)


# What cards are worth


def elements_worth(counts: Sequence[float], more: float = 1.0) -> float:
    """EE of elements, of which ``count ** more`` of a kind count."""
    return sum(count**more * price for count, price in zip(counts, PRICES, strict=True))


def outcome_worth(alternative: Alternative, weights: dict[str, float], more: float) -> float:
    """EE of an alternative on average, in the eyes of a style; ``more`` as of ``elements_worth``."""
    worth = elements_worth(alternative.gains.counts, more) + CHOICE * alternative.free
    if alternative.special is None:
        return worth
    word = alternative.special.word
    special = HINTS[word]
    if word == "take":
        special += 0.8 * (min(alternative.special.number, 2) - 1)
    elif word == "draw":
        special += 0.8 * (min(alternative.special.placed, 2) - 1)
    elif word == "study":
        special = STUDY_POINTS * weights.get("study_now", 0.0)
    elif word == "trash":
        special = 4.0 * weights.get("thin", 0.0)
    return worth + special


def line_worth(line: Line, weights: dict[str, float], more: float) -> float:
    """EE of a line on average: a transformation finds what it needs most of the time."""
    worths = sorted((outcome_worth(alternative, weights, more) for alternative in line.outcomes), reverse=True)
    worth = worths[0] * (CHOICE if len(worths) > 1 else 1.0)
    if not any(line.cost.counts):
        return worth
    times = 1.0 + 0.6 * (line.times - 1)
    return max(0.0, times * (worth - elements_worth(line.cost.counts)))


def card_worth(card: Card, weights: dict[str, float], more: float) -> float:
    """EE an activation of the card brings on average, in the eyes of a style; ``more`` as of ``elements_worth``."""
    worths = sorted((line_worth(line, weights, more) for line in card.effect.lines), reverse=True)
    return worths[0] * (CHOICE if len(worths) > 1 else 1.0)


def exact(number: float) -> float:
    """The number with so few binary places that sums of such numbers are the same in whatever order they are made.

    Nobody knows the order of a pile, so no style may see it by the last digits of a sum.
    """
    return round(number * FINEST) / FINEST


def makes(card: Card) -> list[float]:
    """Elements an activation of the card brings on average: lines and alternatives chosen evenly, costs taken off."""
    total = [0.0] * len(ELEMENTS)
    for line in card.effect.lines:
        for alternative in line.outcomes:
            share = 1.0 / (len(card.effect.lines) * len(line.outcomes))
            gained = list(alternative.gains.counts)
            for i, count in enumerate(gained):
                total[i] += share * (count - line.cost.counts[i])
            for i in range(len(ELEMENTS) - 1):
                total[i] += share * alternative.free / (len(ELEMENTS) - 1)
    return total


def fill_style(row: Any, style: Style, cards: Cards) -> None:
    """A style's weights, and what every card is worth to it."""
    weights = dict(style.weights)
    for knob in KNOBS:
        row[knob.name] = style.knobs.get(knob.name, knob.default)
    for name, weight in weights.items():
        row[name] = weight
    for name, fixed in AT_A_GLANCE.items():
        row["glance"][name] = row[name] if row["insight"] else fixed
    for i, card in cards.small.items():
        row.worth[i] = exact(card_worth(card, weights, MORE_OF_A_KIND if row["insight"] else 1.0))
