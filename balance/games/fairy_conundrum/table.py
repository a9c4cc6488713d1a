"""From a plan and the card table to TABLE, the record the kernels read."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from balance.common.errors import InputError, Problem, unknown
from balance.engine.game import Plan
from balance.engine.game.styles import Style
from balance.engine.kernels.kernel import new
from balance.games.fairy_conundrum import codes, state
from balance.games.fairy_conundrum.cards import ASTRALAE, KINDS, MORPHEMES, RADIANCES, Card, Cards
from balance.games.fairy_conundrum.cards.cells import MIXED_DECKS
from balance.games.fairy_conundrum.cards.encode import Coded, encode, word_bits
from balance.games.fairy_conundrum.styles.weights import FEATURES, KNOBS
from balance.games.fairy_conundrum.styles.worths import ability_worth, card_worth, step_worth

WORDS = {
    "narration_mode": ("whole", "alternate"),
    "order_after_first": ("clockwise", "initiative"),
    "shard_maturation": ("label", "cost", "both"),
    "maturation_timing": ("moment", "continuous"),
    "joust_mode": ("sequential", "simultaneous"),
    "joust_assign": ("avatar", "split"),
    "deck_mode": ("prebuilt", "random_legal"),
}
"""The words of settings, in the order of their codes."""

NUMBERS = (
    "turn_cap", "narration_cap", "trigger_cap", "gather_base", "dream_base", "match_games", "start_sparkles",
    "start_hand", "mes_set_cost", "conspiracy", "opposite_regresses",
)  # fmt: skip
OF_CARDS = (
    "cards", "card", "ability", "ability_worth", "step", "step_worth", "selector", "condition", "avatars", "avatar",
    "canvases", "canvas", "canvas_cards",
)  # fmt: skip
"""The fields that follow from the cards alone."""
SCRIPTS = {"passive": codes.PASSIVE, "curve": codes.CURVE}


def fill_table(t: Any, plan: Plan, cards: Cards) -> None:
    """Set everything but seed, players and line-up. Raises InputError where plan and cards do not fit."""
    fill_rules(t, plan, cards)
    _fill_decks(t, plan, cards)
    for number, style in enumerate(plan.styles):
        _fill_style(t.style[number], style)


def fill_rules(t: Any, plan: Plan, cards: Cards) -> None:
    """Settings and cards: all but decks and styles."""
    for name in NUMBERS:
        t[name] = int(plan.settings[name])
    for name, words in WORDS.items():
        t[name] = words.index(str(plan.settings[name]))
    known = _of_cards(_box_of(cards))
    for name in OF_CARDS:
        t[name] = known[name]
    if cards.stand_in is not None:
        t.cards = len(cards.cards)
        _fill_stand_in(t, cards, cards.stand_in)


def _box_of(cards: Cards) -> Cards:
    """The cards whose abilities TABLE holds: a stand-in with abilities of its own lies behind all others."""
    card, box = cards.stand_in, replace(cards, stand_in=None)
    if card is None or not card.abilities or any(_has_abilities_of(other, card) for other in cards.cards):
        return box
    return replace(box, cards=(*cards.cards, replace(card, id=f"{card.id}'")))


@functools.lru_cache(maxsize=2)
def _of_cards(cards: Cards) -> Any:
    """A TABLE with the fields OF_CARDS alone. Working them out takes longer than most positions are played."""
    t = new(state.TABLE)
    coded = encode(cards)
    _fill_cards(t, cards, coded)
    _fill_records(t, coded)
    return t


def _fill_cards(t: Any, cards: Cards, coded: Coded) -> None:
    t.cards = len(cards.cards)
    order = {id: place for place, id in enumerate(sorted(card.id for card in cards.cards))}
    for number, card in enumerate(cards.cards):
        row = t.card[number]
        _fill_card(row, card)
        row.order = order[card.id]
        row.first, row.abilities = coded.spans[number]
        row.words = word_bits(card.name, coded.words)
    t.avatars = len(cards.avatars)
    for number, stages in enumerate(cards.avatars):
        t.avatar[number] = stages
    t.canvases = len(cards.canvases)
    for number, shelters in enumerate(cards.canvases):
        t.canvas_cards[number] = len(shelters)
        t.canvas[number, : len(shelters)] = shelters


def _fill_card(row: Any, card: Card) -> None:
    row.kind = KINDS.index(card.kind)
    for name in (
        "cost",
        "ray",
        "mat",
        "slots",
        "vol",
        "mes",
        "entry",
        "passage",
        "teleport",
        "rank",
        "life",
        "handmax",
    ):
        row[name] = int(getattr(card, name))
    row.radiance = RADIANCES.index(card.radiance)
    row.letter = ASTRALAE.index(card.astralae) if card.astralae else codes.NO_LETTER
    row.morphs = len(card.morphs)
    row.morph[: len(card.morphs)] = [MORPHEMES.index(code) for code in card.morphs]
    row.most = card.limit
    row.low, row.high = codes.LOWEST, codes.HIGHEST
    if card.mature:
        row.low = codes.LOWEST if card.mature.low is None else card.mature.low
        row.high = codes.HIGHEST if card.mature.high is None else card.mature.high
        row.coefficient[:] = card.mature.coefficients


def _fill_stand_in(t: Any, cards: Cards, card: Card) -> None:
    """One row more: a card of the box in the place of another, with the abilities of that one, and the place's name."""
    t.stand_in.there = 1
    t.stand_in.place = cards.numbers[card.id]
    t.stand_in.other = len(cards.cards)
    row, place = t.card[t.stand_in.other], t.card[t.stand_in.place]
    _fill_card(row, card)
    row.order, row.words = place.order, place.words
    if card.abilities:
        all_with = enumerate((*cards.cards, card))
        like = next(number for number, other in all_with if _has_abilities_of(other, card))
        row.first, row.abilities = t.card[like].first, t.card[like].abilities
    row.worth = card_worth(t, int(t.stand_in.other))


def _has_abilities_of(other: Card, card: Card) -> bool:
    """Whether the records of an ability, and what they are worth, are the same for both."""
    return (other.kind, other.mes, other.abilities) == (card.kind, card.mes, card.abilities)


def _fill_records(t: Any, coded: Coded) -> None:
    """The abilities, and what they are worth to styles."""
    for name in ("ability", "step", "selector", "condition"):
        records = getattr(coded, name)
        t[name][: len(records)] = records
    for number in range(len(coded.ability)):
        ability = t.ability[number]
        for step in range(ability.first, ability.first + ability.steps):
            t.step_worth[step] = step_worth(t, ability, step)
        t.ability_worth[number] = ability_worth(t, number)
    for number in range(t.cards):
        t.card[number].worth = card_worth(t, number)


def _fill_decks(t: Any, plan: Plan, cards: Cards) -> None:
    """The prebuilt decks, and who plays which (FC-192)."""
    t.decks = len(cards.decks)
    sizes = [] if t.deck_mode == codes.RANDOM_LEGAL else [sum(count for _, count in deck.cards) for deck in cards.decks]
    t.turn_cap = max(t.turn_cap, max([codes.MIN_DECK, *sizes]) // 2 + 20)  # FC-102
    for number, deck in enumerate(cards.decks):
        row = t.deck[number]
        row.avatar, row.canvas = deck.avatar, deck.canvas
        listed = [card for card, count in deck.cards for _ in range(count)]
        row.cards = len(listed)
        row.card[: len(listed)] = listed
        spare = [card for card, count in deck.reserve for _ in range(count)]
        row.reserves = len(spare)
        row.reserve[: len(spare)] = spare
    if t.deck_mode == codes.RANDOM_LEGAL:
        _check_cards_for_random_decks(cards)
        return
    if not cards.decks:
        allowed = "cards with numbers in the column decks, or --set deck_mode=random_legal"
        raise InputError([Problem("the card table has no decks", plan.card_table.file, allowed=allowed)])
    names = str(plan.settings["decks"])
    t.mixed_decks = names == MIXED_DECKS
    if t.mixed_decks:
        return
    wanted = names.split(",")
    for name in wanted:
        if name not in cards.deck_names:
            raise unknown("deck", name, [*cards.deck_names, MIXED_DECKS])
    if len(wanted) > plan.players:
        message = f"{len(wanted)} decks for {plan.players} players"
        raise InputError([Problem(message, allowed="one per player, or fewer: a short list is repeated")])
    for seat in range(plan.players):
        t.seat_deck[seat] = cards.deck_names.index(wanted[seat % len(wanted)])


def _check_cards_for_random_decks(cards: Cards) -> None:
    """FC-191 needs an avatar, a canvas, and enough copies for 40 cards."""
    copies = sum(card.limit for card in cards.cards if card.astralae != "F")
    if cards.avatars and cards.canvases and copies >= codes.MIN_DECK:
        return
    message = (
        f"random decks cannot be made: {len(cards.avatars)} avatars, {len(cards.canvases)} canvases, {copies} copies"
    )
    allowed = f"at least one avatar, one canvas and {codes.MIN_DECK} copies of fairies and shards"
    raise InputError([Problem(message, allowed=allowed)])


def _fill_style(row: Any, style: Style) -> None:
    for knob in KNOBS:
        row[knob.name] = style.knobs.get(knob.name, knob.default)
    row.script = SCRIPTS.get(style.name, codes.NO_SCRIPT) if style.script else codes.NO_SCRIPT
    for feature in FEATURES:
        row.weight[getattr(codes, f"W_{feature.name.upper()}")] = style.weights.get(feature.name, 0.0)
