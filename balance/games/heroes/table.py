"""From a plan and the card table to TABLE, the record the kernels read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any

from balance.common.errors import InputError, Problem
from balance.engine.game import Plan
from balance.engine.game.styles import Style
from balance.games.heroes import state
from balance.games.heroes.cards.box import (
    ALL,
    COLORS,
    DICE,
    ICONS,
    RANKS,
    SETS,
    TYPES,
    Action,
    Adversary,
    Cards,
    Damage,
    Hero,
    Mission,
    Option,
    Step,
    Tile,
)
from balance.games.heroes.cards.notation import parse_faces
from balance.games.heroes.cards.read import most_players
from balance.games.heroes.styles.weights import KNOBS

OPS = {
    "none": state.NONE,
    "mission": state.MISSION,
    "tile": state.TILE,
    "fight": state.FIGHT,
    "heal": state.HEAL,
    "shine": state.SHINE,
    "gift": state.GIFT,
    "roll": state.ROLL,
    "hit": state.HIT,
    "hitroll": state.HITROLL,
}
HEADS = {
    "set": state.SET,
    "most": state.MOST,
    "strongest": state.STRONGEST,
    "count": state.COUNT,
    "each": state.EACH,
    "tile": state.EACH_TILE,
}
ICON_BITS = {"fight": state.ICON_FIGHT, "shine": state.ICON_SHINE, "tile": state.ICON_TILE}

PRESETS = {
    "mild": ("0 0 0 1 1 2", "1 1 1 2 L I", "1 1 2 L LF FF"),
    "standard": ("0 0 1 1 1 2", "1 1 2 2 L I", "1 2 2 L LF FF"),
    "harsh": ("0 1 1 1 2 2", "1 2 2 2 L I", "1 2 L LF FF FF"),
}
"""The faces of green, yellow and red (HF-51)."""

MOST_HEALED = 4
"""Counters a healer is thought to find at most (4.1)."""

SCARCE = 0.25
"""Typed damage to expect of an energy that no die and no mission asks for."""


def fill_table(t: Any, plan: Plan, cards: Cards) -> None:
    """Set everything but seed, players and line-up. Raises InputError where plan and cards do not fit."""
    most = most_players(cards)
    if plan.players > most:
        message = f"{plan.players} players need {state.HEROES_PER_SEAT * plan.players} heroes, copies counted"
        raise InputError([Problem(message, plan.card_table.file, allowed=f"2 to {most} players with these cards")])
    settings = plan.settings
    t.allow_decline = settings["allow_decline"]
    t.tile_timing = state.ON_DRAW if settings["tile_timing"] == "on_draw" else state.FLEXIBLE
    t.discard_last = settings["discard_after_last_round"]
    t.collection_mode = state.SHARED if settings["collection_mode"] == "shared" else state.EXCLUSIVE
    faces = dice_faces(str(settings["dice"]), cards)
    _fill_dice(t, faces)
    _fill_options(t, cards)
    _fill_heroes(t, cards, faces)
    _fill_adversaries(t, cards)
    _fill_missions(t, cards)
    _fill_tiles(t, cards)
    _fill_need(t, faces, cards)
    points = tuple(mean_points(outcomes(dice, faces)) for dice in range(state.DICE_SETS))
    for i, style in enumerate(plan.styles):
        fill_style(t.style[i], style, cards, points)


def dice_faces(preset: str, cards: Cards) -> tuple[tuple[Damage, ...], ...]:
    """The six faces of green, yellow and red: from the card table, or one of the PRESETS."""
    if preset == "cards":
        return tuple(die.faces for die in cards.dice)
    return tuple(parse_faces(text) for text in PRESETS[preset])


def vector(damage: Damage) -> tuple[int, int, int, int]:
    """L, F, I, untyped: as the kernels write damage."""
    return (*damage.typed, damage.untyped)


def set_of(dice: Iterable[str]) -> int:
    """A set of dice as bits."""
    return sum(1 << DICE.index(die) for die in dice)


@lru_cache(maxsize=64)
def outcomes(dice: int, faces: tuple[tuple[Damage, ...], ...]) -> Mapping[tuple[int, ...], float]:
    """Every different result of a set of dice and its probability."""
    rolled = [faces[die] for die in range(len(DICE)) if (dice >> die) & 1]
    counted = Counter(
        tuple(sum(points) for points in zip((0, 0, 0, 0), *(vector(face) for face in roll), strict=True))
        for roll in product(*rolled)
    )
    total = counted.total()
    return {hit: count / total for hit, count in sorted(counted.items())}


def _fill_dice(t: Any, faces: tuple[tuple[Damage, ...], ...]) -> None:
    for die, die_faces in enumerate(faces):
        for i, face in enumerate(die_faces):
            t.face[die, i] = vector(face)
    for dice in range(state.DICE_SETS):
        results = outcomes(dice, faces)
        rolls, count = t.rolls[dice], len(results)
        rolls.outcomes = count
        rolls.outcome["p"][:count] = list(results.values())
        rolls.outcome["hit"][:count] = list(results)


def _fill_options(t: Any, cards: Cards) -> None:
    by_text: dict[str, Option] = {}
    acting: tuple[Hero | Tile, ...] = (*cards.heroes, *cards.tiles)
    for card in acting:
        for option in card.action.options:
            by_text.setdefault(option.text, option)
    first = 0
    for i, text in enumerate(cards.options):
        steps = by_text[text].steps
        t.option[i].first = first
        t.option[i].steps = len(steps)
        for step in steps:
            _fill_step(t.step[first], step)
            first += 1


def _fill_step(row: Any, step: Step) -> None:
    row.op = OPS[step.word]
    row.n = -1 if step.number == ALL else step.number
    row.added = set_of([step.with_die]) if step.with_die else 0
    row.dice = set_of(step.dice)
    row.hit[:] = vector(step.damage)


def _fill_action(row: Any, action: Action, places: Mapping[str, int]) -> None:
    row.options = len(action.options)
    for i, option in enumerate(action.options):
        row.option[i] = places[option.text]


def _places(cards: Cards) -> dict[str, int]:
    return {text: i for i, text in enumerate(cards.options)}


def _deck(rows: Iterable[Any]) -> list[int]:
    """One number for every copy."""
    return [i for i, row in enumerate(rows) for _ in range(row.copies)]


def _fill_heroes(t: Any, cards: Cards, faces: tuple[tuple[Damage, ...], ...]) -> None:
    places = _places(cards)
    deck = _deck(cards.heroes)
    t.heroes, t.hero_cards = len(cards.heroes), len(deck)
    t.hero_deck[: len(deck)] = deck
    damage = damage_of(cards, faces)
    for row, hero in zip(t.hero, cards.heroes, strict=False):
        _fill_hero(row, hero)
        row.damage = max(sum(damage(step) for step in option.steps) for option in hero.action.options)
        _fill_action(row, hero.action, places)


def _fill_hero(row: Any, hero: Hero) -> None:
    row.strength = hero.strength
    for e, letter in enumerate(TYPES):
        row.left[e] = sum(1 << i for i, half in enumerate(hero.left) if half == letter)
        row.right[e] = sum(1 << i for i, half in enumerate(hero.right) if half == letter)
    row.halves_left = sum(half in TYPES for half in hero.left)
    row.halves_right = sum(half in TYPES for half in hero.right)
    prestige = [value for value in hero.slots if value]
    row.plain = len(hero.slots) - len(prestige)
    row.prestige = len(prestige)
    row.value[: len(prestige)] = prestige
    row.icons = sum(ICON_BITS[icon] for icon in ICONS if hero.action.has(icon))
    row.heals = most_healed(hero.action)
    row.hurts = hero.action.has("fight") or hero.action.has("mission")


def _fill_adversaries(t: Any, cards: Cards) -> None:
    deck = _deck(cards.adversaries)
    t.adversaries, t.adversary_cards = len(cards.adversaries), len(deck)
    t.adversary_code = t.heroes
    t.adversary_deck[: len(deck)] = deck
    for row, adversary in zip(t.adversary, cards.adversaries, strict=False):
        _fill_adversary(row, adversary)


def _fill_adversary(row: Any, adversary: Adversary) -> None:
    row.color = COLORS.index(adversary.color)
    row.points = adversary.points
    condition = adversary.condition
    row.head = HEADS[condition.head] if condition else state.WITHOUT
    if condition is None:
        return
    row.bonus = condition.bonus
    if condition.head == "set":
        for color in condition.colors:
            row.need[COLORS.index(color)] += 1
    else:
        row.number = COLORS.index(condition.colors[0]) if condition.colors else condition.number


def _fill_missions(t: Any, cards: Cards) -> None:
    t.missions = len(cards.missions)
    t.mission_code = t.adversary_code + t.adversaries
    for row, mission in zip(t.mission, cards.missions, strict=False):
        _fill_mission(row, mission)
    for rank, letter in enumerate(RANKS):
        rows = [(i, mission) for i, mission in enumerate(cards.missions) if mission.rank == letter]
        pile = [i for i, mission in sorted(rows, key=lambda row: not row[1].start) for _ in range(mission.copies)]
        t.pile_cards[rank] = len(pile)
        t.pile[rank, : len(pile)] = pile


def _fill_mission(row: Any, mission: Mission) -> None:
    row.rank = RANKS.index(mission.rank)
    row.spaces = len(mission.spaces)
    row.point[: len(mission.spaces)] = mission.spaces
    row.hit[:] = vector(mission.wounds)
    row.dice = set_of(mission.dice)
    row.have = mission.have


def _fill_tiles(t: Any, cards: Cards) -> None:
    places = _places(cards)
    deck = _deck(cards.tiles)
    t.tiles, t.tile_cards = len(cards.tiles), len(deck)
    t.tile_code = t.mission_code + t.missions
    t.tile_deck[: len(deck)] = deck
    for row, tile in zip(t.tile, cards.tiles, strict=False):
        row.kind = SETS.index(tile.set)
        row.icon = ICON_BITS[tile.icon] if tile.icon else 0
        row.heals = most_healed(tile.action)
        _fill_action(row, tile.action, places)


def _fill_need(t: Any, faces: tuple[tuple[Damage, ...], ...], cards: Cards) -> None:
    """How much typed damage of each energy to expect, from the dice and the missions (for D7 and D11)."""
    missions = sum(mission.copies for mission in cards.missions)
    for e in range(len(TYPES)):
        rolled = sum(face.typed[e] for die in faces for face in die) / state.FACES
        asked = sum(mission.copies * mission.wounds.typed[e] for mission in cards.missions) / missions
        t.need[e] = SCARCE + rolled + asked


def fill_style(row: Any, style: Style, cards: Cards, points: Sequence[float]) -> None:
    """A style's weights as the kernels use them (section 4.1). ``points``: by set of dice, what it deals on average."""
    weights = style.weights
    for knob in KNOBS:
        row[knob.name] = style.knobs.get(knob.name, knob.default)
    for name in (
        *("heal", "icons", "open", "late_heal", "short", "deny", "returns"),
        *("adv", "mis", "pts", "pslot", "wounds", "scarce", "healed", "tiles", "hurt", "gift", "deny_adv"),
    ):
        row[name] = weights.get(name, 0.0)
    for stage in range(state.ROUNDS):
        fresh = 1.0 - row.fading * stage / (state.ROUNDS - 1)
        _fill_worths(row, stage, cards, {**weights, "tile": weights.get("tile", 0.0) * fresh}, points)


def _fill_worths(row: Any, stage: int, cards: Cards, weights: Mapping[str, float], points: Sequence[float]) -> None:
    """What heroes and actions are worth in this round, by the weights of the round."""
    act = partial(worth_of_action, weights=weights, points=points)
    unhealed = partial(worth_of_action, weights={**weights, "heal": 0.0}, points=points)
    # A whole column at once: setting a cell of a record takes longer than finding out what belongs there.
    heroes, tiles = len(cards.heroes), len(cards.tiles)
    row.act_hero[:heroes, stage] = acts = [act(hero.action) for hero in cards.heroes]
    row.heals[:heroes, stage] = [of - unhealed(hero.action) for of, hero in zip(acts, cards.heroes, strict=True)]
    row.hero[:heroes, stage] = [_worth_of_hero(hero, of, weights) for of, hero in zip(acts, cards.heroes, strict=True)]
    row.act_tile[:tiles, stage] = acts = [act(tile.action) for tile in cards.tiles]
    row.heals_tile[:tiles, stage] = [of - unhealed(tile.action) for of, tile in zip(acts, cards.tiles, strict=True)]


def _worth_of_hero(hero: Hero, act: float, weights: Mapping[str, float]) -> float:
    """What a hero is worth whose action is worth ``act``: with its generic slots and its Strength (4.1)."""
    slots = weights.get("plain", 0.0) * sum(value == 0 for value in hero.slots)
    slots += weights.get("prestige", 0.0) * sum(hero.slots)
    slots += weights.get("pslots", 0.0) * sum(value > 0 for value in hero.slots)
    return act + slots + weights.get("strength", 0.0) * hero.strength


def most_healed(action: Action) -> int:
    """Counters that the best healing option is thought to heal; 0 when none heals."""
    return max(
        sum(
            MOST_HEALED if step.number == ALL else min(step.number, MOST_HEALED)
            for step in option.steps
            if step.word == "heal"
        )
        for option in action.options
    )


def worth_of_action(action: Action, weights: Mapping[str, float], points: Sequence[float]) -> float:
    """What an action is worth to a hero, before anything is known: its best option (4.1)."""
    return max(sum(_worth_of_step(step, weights, points) for step in option.steps) for option in action.options)


def _worth_of_step(step: Step, weights: Mapping[str, float], points: Sequence[float]) -> float:
    def weight(name: str) -> float:
        return weights.get(name, 0.0)

    if step.word == "fight":
        # A die that is added brings wounds, and losses, without a prize.
        return weight(f"dice_{step.number}") * (0.5 if step.with_die else 1.0)
    if step.word in ("mission", "tile"):
        return weight(step.word)
    if step.word == "heal":
        return weight("heal") * (MOST_HEALED if step.number == ALL else min(step.number, MOST_HEALED))
    if step.word == "shine":
        return weight("shine") * step.number
    if step.word == "gift":
        return weight("gift") * step.number
    dealt = sum(vector(step.damage)) + points[set_of(step.dice)]
    if step.word == "roll":
        return weight("wounds") * dealt
    return weight("hurt") * dealt  # hit, hitroll; 0 for none


def damage_of(cards: Cards, faces: tuple[tuple[Damage, ...], ...]) -> Callable[[Step], float]:
    """A function of a step: the counters it brings on average, a fight with the mildest dice; negative: it heals."""
    rolled = [mean_points(outcomes(dice, faces)) for dice in range(state.DICE_SETS)]
    mildest = [
        min(rolled[dice] for dice in range(state.DICE_SETS) if dice.bit_count() == k) for k in range(len(DICE) + 1)
    ]
    missions = [
        mission.copies * (sum(vector(mission.wounds)) + rolled[set_of(mission.dice)]) for mission in cards.missions
    ]
    mission = sum(missions) / sum(mission.copies for mission in cards.missions)

    def damage(step: Step) -> float:
        if step.word == "fight":
            return mildest[step.number] + (rolled[set_of([step.with_die])] if step.with_die else 0.0)
        if step.word == "heal":
            return -float(MOST_HEALED if step.number == ALL else min(step.number, MOST_HEALED))
        if step.word == "roll":
            return rolled[set_of(step.dice)]
        return mission if step.word == "mission" else 0.0

    return damage


def mean_points(results: Mapping[tuple[int, ...], float]) -> float:
    """The mean number of points of damage of the outcomes of a set of dice; 0 for the empty set."""
    return float(sum(p * sum(hit) for hit, p in results.items()))
