"""From a plan and the card table to TABLE, the record the kernels read."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from balance.common.errors import InputError, Problem
from balance.engine.game import Plan
from balance.engine.game.styles import Style
from balance.engine.kernels.kernel import popcount
from balance.games.fairy.cards import Cards, fairy_mask, right_masks
from balance.games.fairy.state import BASE, CLAMP, COMPARE, FIFTEEN, SHARE
from balance.games.fairy.styles import TIE, features

VARIANTS = {"base": BASE, "fifteen": FIFTEEN}
TOP_RULES = {"compare": COMPARE, "clamp": CLAMP, "share": SHARE}


def fill_table(t: Any, plan: Plan, cards: Cards) -> None:
    """Set everything but seed, players and line-up. Raises InputError where plan and cards do not fit."""
    check(plan, cards)
    settings = plan.settings
    track = cards.track
    t.variant = VARIANTS[plan.variant]
    t.top_rule = TOP_RULES[str(settings["top_rule"])]
    t.initial_fairy_counts = settings["initial_fairy_counts"]
    t.end_fairies = end_fairies(plan)
    t.target = target(plan)
    t.floor, t.top, t.start = track.floor, track.top, track.start

    code = {card: i for i, card in enumerate(cards.ids)}
    t.cards = len(cards.deck)
    t.charms = len(cards.charms)
    t.doubles = any(charm.copies > 1 for charm in cards.charms)
    t.deck = np.uint64((1 << len(cards.deck)) - 1).astype(np.int64)  # bit 63 is the sign bit
    t.fairies = fairy_mask(cards)
    for i, charm in enumerate(cards.deck):
        t.card[i] = code[charm.id]
    t.guesses = len(cards.guesses)
    for g, guess in enumerate(cards.all_guesses):
        t.guess[g].gain = guess.gain
        t.guess[g].loss = guess.loss
    t.highest_gain = max(guess.gain for guess in cards.all_guesses)
    t.highest_loss = max(guess.loss for guess in cards.all_guesses)
    if cards.stand_in is not None:
        t.stand_in.there = 1
        t.stand_in.place = [guess.id for guess in cards.guesses].index(cards.stand_in.id)
        t.stand_in.other = len(cards.guesses)
    t.right[:] = right_masks(cards)
    fill_naive(t)
    for i, style in enumerate(plan.styles):
        fill_style(t.style[i], style, cards)


def check(plan: Plan, cards: Cards) -> None:
    """What a plan may ask of these cards (FY-5, FY-18, FY-30)."""
    track = cards.track
    if plan.players > track.copies:
        message = f"{plan.players} players need as many score cards"
        raise InputError([Problem(message, plan.card_table.file, allowed=f"2 to {track.copies} players")])
    known = {feature.name for feature in features(cards)}
    for style in plan.styles:
        lost = [name for name in style.weights if name not in known]
        if style.script and lost and any(style.name in seat for seat in plan.seated):
            raise InputError([Problem(f"style {style.name} likes a guess that is not in play: {lost[0]}")])
    needed = plan.settings["end_fairies"]
    if needed != "all" and int(needed) > fairies(cards):
        raise InputError([Problem(f"end_fairies cannot be {needed}", allowed=f"all, or 1 to {fairies(cards)}")])
    target = int(plan.settings["fifteen_target"])
    if plan.variant == "fifteen" and not track.start < target <= track.top:
        raise InputError([Problem(f"fifteen_target cannot be {target}", allowed=f"{track.start + 1} to {track.top}")])


def fairies(cards: Cards) -> int:
    """Fairies in the deck."""
    return sum(charm.fairy for charm in cards.deck)


def end_fairies(plan: Plan) -> int:
    """The fairies that end the main phase, but in the variant of fifteen."""
    needed = plan.settings["end_fairies"]
    return fairies(plan.cards) if needed == "all" else int(needed)


def target(plan: Plan) -> int:
    """The points that end the main phase (FY-19, FY-30)."""
    return int(plan.settings["fifteen_target"]) if plan.variant == "fifteen" else plan.cards.track.top


def fill_naive(t: Any) -> None:
    """The best guesses of a player who remembers nothing, by pile card (for the feature ``protect``)."""
    for pile in range(t.cards):
        values = []
        for g in range(t.guesses):
            p = popcount(t.right[pile, g]) / (t.cards - 1)
            values.append(p * t.guess[g].gain - (1.0 - p) * t.guess[g].loss)
        for g in range(t.guesses):
            t.naive[pile, g] = values[g] >= max(values) - TIE


def fill_style(row: Any, style: Style, cards: Cards) -> None:
    """A style's weights as the kernels use them (section 4.3)."""
    weights = style.weights
    for g, guess in enumerate(cards.all_guesses):
        if not guess.allowed:
            row.offset[g] = -math.inf
            continue
        ev = weights.get("ev", 0.0)
        row.offset[g] = weights.get(f"is_{guess.key}", 0.0) - ev * guess.loss
        row.slope[g] = ev * (guess.gain + guess.loss) + weights.get("p", 0.0)
    for name in ("floor_save", "risk", "reach", "chase", "protect", "due", "edge"):
        row[name] = weights.get(name, 0.0)
    row.noise = style.knobs.get("noise", 0.0)
    row.bent = any(row[name] != 0.0 for name in ("risk", "reach", "chase", "protect", "due", "noise"))
    row.retention = style.knobs.get("retention", 0.0)
    row.fairy_memory = style.knobs.get("fairy_memory", 0.0) >= 0.5
    row.watchful = style.knobs.get("watchful", 0.0) >= 0.5
