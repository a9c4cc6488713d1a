"""Heroes once more, slow and obvious, written from the rules page alone: the compiled game must agree with it.

Cards are objects, line-ups are lists, slots are things that are covered or not, and whatever the rules page proves by
a formula is found here by trying. Seats are numbered from 0 clockwise, so the left neighbour of seat i is seat i + 1
(HF-1).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np

from balance.games.heroes.cards.box import (
    ALL,
    COLORS,
    DICE,
    RANKS,
    TYPES,
    Action,
    Adversary,
    Cards,
    Damage,
    Hero,
    Mission,
    Step,
    Tile,
)

Row = dict[str, Any]

PRESETS = {  # HF-51: the faces of the named dice
    "mild": {"green": "0 0 0 1 1 2", "yellow": "1 1 1 2 L I", "red": "1 1 2 L LF FF"},
    "standard": {"green": "0 0 1 1 1 2", "yellow": "1 1 2 2 L I", "red": "1 2 2 L LF FF"},
    "harsh": {"green": "0 1 1 1 2 2", "yellow": "1 2 2 2 L I", "red": "1 2 L LF FF FF"},
}

# What a seat scores with. The first five move the Prestige track, the others wait for the end.
ON_THE_TRACK = ("shine", "tile_points", "gift", "mission", "prestige_slots")
AT_THE_END = tuple(
    f"adv_{part}" for part in ("base", "collection", "majority", "strength", "number", "color", "constellation")
)
BONUS_PART = {  # which component the bonus of an adversary belongs to
    "set": "adv_collection",
    "most": "adv_majority",
    "strongest": "adv_strength",
    "count": "adv_number",
    "each": "adv_color",
    "tile": "adv_constellation",
}

TURN_COLUMNS = (
    *("players", "seat", "agent", "turn", "round", "phase", "step", "score"),
    *("hero", "hand_size", "side", "icons_gained", "lineup_size"),  # recruit
    *("tile_in_force", "action", "option", "start_seat", "strength", "tiles_placed"),  # adventure, with hero
    *("k_offered", "k", "dice", "won", "adv_1", "adv_2", "adv_3"),  # fight
    *("free_l", "free_f", "free_i", "free_generic", "dmg_any", "dmg_l", "dmg_f", "dmg_i", "placed"),  # own damage
    *("victim", "victim_free_l", "victim_free_f", "victim_free_i", "victim_free_generic"),  # inflicted
    *("hit_any", "hit_l", "hit_f", "hit_i", "hit_placed", "victim_pslot"),
    *("mission", "mission_rank", "space", "mission_points", "failed", "declined", "cycled"),
    *("tile_drawn", "tile_fate", "tile_seat", "tile_position"),
    *("l_after", "f_after", "i_after", "plain_after", "pslot_after", "counters", "adv_held", "reserve"),  # state after
    *("track", "gained", "given", "gift_seat"),
    *("prestige_slots", "counters_removed", "discard_1", "discard_2", "discard_3", "tiles_lost"),  # return
)


@dataclass(frozen=True)
class Settings:
    """Section 3.12, but for the number of players."""

    dice: str = "cards"
    allow_decline: bool = True
    tile_timing: str = "flexible"
    discard_after_last_round: bool = True
    collection_mode: str = "exclusive"


# ---------------------------------------------------------------- damage


def parse_damage(text: str) -> Damage:
    """A face of a die as written: "0", "2", "LF", "1FF"."""
    untyped = sum(int(letter) for letter in text if letter.isdigit())
    return Damage(untyped, (text.count("L"), text.count("F"), text.count("I")))


def add_damage(parts: Iterable[Damage]) -> Damage:
    """All damage of one event is one vector (3.5)."""
    parts = list(parts)
    lightning, fire, ice = (sum(part.typed[energy] for part in parts) for energy in range(3))
    return Damage(sum(part.untyped for part in parts), (lightning, fire, ice))


def points_of(damage: Damage) -> int:
    return damage.untyped + sum(damage.typed)


def most_placed(damage: Damage, free: Sequence[int]) -> int:
    """The most points of this damage that fit on free slots (L, F, I, generic), by trying every way to place them."""
    points = "*" * damage.untyped + "".join(t * n for t, n in zip(TYPES, damage.typed, strict=True))
    slots = "".join(kind * n for kind, n in zip((*TYPES, "g"), free, strict=True))
    return _most_matched(points, slots)


@lru_cache(maxsize=100_000)
def _most_matched(points: str, slots: str) -> int:
    """The first point is lost or goes on a slot that takes it (HF-23); the rest does what it can."""
    if not points or not slots:
        return 0
    point, rest = points[0], points[1:]
    best = _most_matched(rest, slots)
    for slot in set(slots):
        if point in ("*", slot):
            best = max(best, 1 + _most_matched(rest, slots.replace(slot, "", 1)))
    return best


def can_place(damage: Damage, free: Sequence[int]) -> bool:
    """Whether every point finds a slot of its own."""
    return most_placed(damage, free) == points_of(damage)


# ---------------------------------------------------------------- heroes


def icons(left_hero: Hero, right_hero: Hero) -> list[str]:
    """The complete icons between two neighbours: same half-icon at the same height on both edges (HF-20, HF-21)."""
    edges = zip(left_hero.right, right_hero.left, strict=True)
    return [icon for icon, other in edges if icon == other and icon in TYPES]


def starting_seat(lineups: Sequence[Sequence[Hero]], age: Sequence[int]) -> int:
    """Who starts the adventure (HF-40, HF-41). ``age`` names the seats, youngest first."""
    totals = [sum(hero.strength for hero in lineup) for lineup in lineups]
    tied = [seat for seat in range(len(lineups)) if totals[seat] == max(totals)]
    for position in range(len(lineups[0])):
        most = max(lineups[seat][position].strength for seat in tied)
        tied = [seat for seat in tied if lineups[seat][position].strength == most]
    return next(seat for seat in age if seat in tied)


# ---------------------------------------------------------------- adversaries


def collection_bonus(held: Iterable[Adversary], mode: str) -> int:
    """The most that sets can bring (HF-106).

    A set pays the cards in it that show exactly its colours: all of them in mode "shared", only one in "exclusive".
    Of a table with many collection cards, trying out actual sets does not end: there, only colours are counted.
    """
    cards = tuple(sorted(held, key=lambda card: card.id))
    return (bonus_by_cards if sum(map(is_set, cards)) <= 3 else bonus_by_colors)(cards, mode)


@lru_cache(maxsize=100_000)
def bonus_by_cards(held: tuple[Adversary, ...], mode: str) -> int:
    """Every choice of disjoint sets of three actual cards is tried."""

    def pays(trio: Sequence[Adversary]) -> int:
        colors = sorted(card.color for card in trio)
        paid = [card.condition.bonus for card in trio if is_set(card) and sorted(card.condition.colors) == colors]
        return max(paid) if mode == "exclusive" else sum(paid)

    def best(leaders: tuple[Adversary, ...], free: tuple[Adversary, ...]) -> int:
        """The next collection card leads no set, or one with any two free cards that fit its picture."""
        if not leaders:
            return 0
        leader, rest = leaders[0], leaders[1:]
        value = best(rest, free)
        if leader in free:
            others = without(free, leader)
            for pair in set(combinations(others, 2)):
                if sorted(card.color for card in (leader, *pair)) == sorted(leader.condition.colors):
                    value = max(value, pays((leader, *pair)) + best(rest, without(others, *pair)))
        return value

    return best(tuple(filter(is_set, held)), held)


@lru_cache(maxsize=100_000)
def bonus_by_colors(held: tuple[Adversary, ...], mode: str) -> int:
    """Sets are paid that show no more of any colour than are held: a card stands in the set of its own picture."""
    sets = list(filter(is_set, held))
    counts = np.array([sum(card.color == color for card in held) for color in COLORS])
    return every_subset(sets, counts) if mode == "exclusive" else every_number_of_sets(sets, counts)


def pictured(colors: Sequence[str]) -> np.ndarray:
    return np.array([colors.count(color) for color in COLORS])


def every_subset(sets: Sequence[Adversary], counts: np.ndarray) -> int:
    """Where each paid card has a set to itself."""
    chosen = (np.arange(2 ** len(sets))[:, None] >> np.arange(len(sets))) & 1
    legal = (chosen @ np.stack([pictured(card.condition.colors) for card in sets]) <= counts).all(axis=1)
    return int((chosen @ np.array([card.condition.bonus for card in sets]))[legal].max())


def every_number_of_sets(sets: Sequence[Adversary], counts: np.ndarray) -> int:
    """Where a set pays all its cards: so many sets of each picture, with the best cards in them."""
    pictures = sorted({card.condition.colors for card in sets})
    best = 0
    for numbers in product(*(range(1 + sum(card.condition.colors == p for card in sets)) for p in pictures)):
        points = 0
        left = counts.copy()
        for picture, number in zip(pictures, numbers, strict=True):
            left -= number * pictured(picture)
            for color in set(picture):
                values = sorted(
                    (c.condition.bonus for c in sets if (c.color, c.condition.colors) == (color, picture)), reverse=True
                )
                points += sum(values[: number * picture.count(color)])
        if (left >= 0).all():
            best = max(best, points)
    return best


def is_set(card: Adversary) -> bool:
    return card.condition is not None and card.condition.head == "set"


def without(cards: Sequence[Any], *gone: Any) -> tuple[Any, ...]:
    """The cards less one copy of each that is gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def bonus(game: Game, seat: Seat, card: Adversary) -> int:
    """What the condition of an adversary pays its holder, sets apart (HF-101 to HF-105)."""
    condition, others = card.condition, [other for other in game.seats if other is not seat]
    if condition.head == "most":
        color = condition.colors[0]
        return condition.bonus * all(seat.held(color) > other.held(color) for other in others)
    if condition.head == "strongest":
        return condition.bonus * all(seat.strength() > other.strength() for other in others)
    if condition.head == "count":
        return condition.bonus * (len(seat.adversaries) >= condition.number)
    if condition.head == "each":
        return condition.bonus * seat.held(condition.colors[0])
    return condition.bonus * seat.tiles()


def end_scores(game: Game) -> list[dict[str, int]]:
    """The twelve components of every seat's score if the game ended now (3.11)."""
    scores = []
    for seat in game.seats:
        parts = seat.points | dict.fromkeys(AT_THE_END, 0)
        for card in seat.adversaries:
            parts["adv_base"] += card.points
            if card.condition is not None and not is_set(card):
                parts[BONUS_PART[card.condition.head]] += bonus(game, seat, card)
        parts["adv_collection"] = collection_bonus(seat.adversaries, game.settings.collection_mode)
        scores.append(parts)
    return scores


# ---------------------------------------------------------------- things on the table


@dataclass(eq=False)
class HeroCard:
    """One copy of a hero, with the tile that lies on it."""

    card: Hero
    tile: Tile | None = None

    @property
    def action(self) -> Action:
        """The action in force: that of the tile if there is one (HF-43)."""
        return self.tile.action if self.tile else self.card.action


@dataclass(eq=False)
class MissionCard:
    """One copy of a mission, with the seats that have a token on it, first space first."""

    card: Mission
    tokens: list[int] = field(default_factory=list)


@dataclass(eq=False)
class Slot:
    """A place for one damage counter: of an energy, or generic ("g") and worth 0 or more at the Return (HF-22)."""

    kind: str
    value: int = 0
    covered: bool = False


@dataclass(eq=False)
class Seat:
    """A player and everything in front of it."""

    number: int
    agent: Any
    hand: list[HeroCard] = field(default_factory=list)
    revealed: HeroCard | None = None  # picked and shown, not placed yet
    lineup: list[HeroCard] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    adversaries: list[Adversary] = field(default_factory=list)
    reserve: list[Tile] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ON_THE_TRACK, 0))
    rows: list[Row] = field(default_factory=list)

    def track(self) -> int:
        return sum(self.points.values())

    def strength(self) -> int:
        return sum(hero.card.strength for hero in self.lineup)

    def held(self, color: str) -> int:
        return sum(card.color == color for card in self.adversaries)

    def tiles(self) -> int:
        """On its heroes, whoever put them there, and in its reserve (HF-105)."""
        return sum(hero.tile is not None for hero in self.lineup) + len(self.reserve)

    def make_slots(self) -> None:
        """The slots of the present line-up, all free (HF-22, HF-24)."""
        pairs = zip(self.lineup, self.lineup[1:], strict=False)
        energies = [Slot(kind) for left, right in pairs for kind in icons(left.card, right.card)]
        self.slots = energies + [Slot("g", value) for hero in self.lineup for value in hero.card.slots]

    def free_slots(self, kind: str = "") -> list[Slot]:
        return [slot for slot in self.slots if not slot.covered and kind in ("", slot.kind)]

    def covered_slots(self) -> list[Slot]:
        return [slot for slot in self.slots if slot.covered]

    def free(self) -> tuple[int, ...]:
        """How many slots are free: L, F, I, generic."""
        return tuple(len(self.free_slots(kind)) for kind in (*TYPES, "g"))

    def uncovered_points(self) -> int:
        return sum(slot.value for slot in self.free_slots())


# ---------------------------------------------------------------- agents


class RandomAgent:
    """Chooses evenly among all legal choices (section 4)."""

    name = "random"

    def __init__(self, rng: random.Random):
        self.rng = rng

    def choose(self, point: str, seat: int, options: list[Any], game: Game) -> Any:
        return self.rng.choice(options)


# ---------------------------------------------------------------- the game


class Game:
    """One game. ``play`` plays it all; tests may also lay out the table themselves and play single turns."""

    def __init__(
        self,
        cards: Cards,
        players: int,
        agents: Sequence[Any] | None = None,
        settings: Settings | None = None,
        rng: random.Random | None = None,
    ):
        self.cards, self.settings, self.rng = cards, settings or Settings(), rng or random.Random()
        agents = agents or [RandomAgent(self.rng)] * players
        self.seats = [Seat(number, agents[number]) for number in range(players)]
        self.age = self.shuffled(range(players))  # youngest first (HF-7)
        self.deck = self.shuffled(HeroCard(hero) for hero in copies(cards.heroes))  # HF-6
        self.piles = {rank: self.mission_pile(rank) for rank in RANKS}
        self.supply = self.shuffled(copies(cards.tiles))  # HF-3
        self.tile_discard: list[Tile] = []
        self.adversary_deck = self.shuffled(copies(cards.adversaries))  # HF-4
        self.row: list[Adversary] = []
        self.refill_row()
        self.dice = {die.color: die.faces for die in cards.dice}
        if self.settings.dice != "cards":
            preset = PRESETS[self.settings.dice]
            self.dice = {color: tuple(map(parse_damage, preset[color].split())) for color in DICE}
        self.hero_discard: list[HeroCard] = []
        self.round = 0
        self.starts: list[int] = []
        self.max_counters = self.missions_cycled = self.supply_emptied = 0
        self.line: Row = {}  # the row of the log that is being written

    def shuffled(self, things: Iterable[Any]) -> list[Any]:
        things = list(things)
        self.rng.shuffle(things)
        return things

    def mission_pile(self, rank: str) -> list[MissionCard]:
        """First is top: the starting card, then the others shuffled (HF-2)."""
        pile = self.shuffled(mission for mission in copies(self.cards.missions) if mission.rank == rank)
        pile.sort(key=lambda mission: not mission.start)
        return [MissionCard(mission) for mission in pile]

    def choose(self, point: str, seat: Seat, options: Sequence[Any]) -> Any:
        """Ask the agent, unless there is nothing to choose."""
        options = list(options)
        if len(options) == 1:
            return options[0]
        chosen = seat.agent.choose(point, seat.number, options, self)
        if chosen not in options:
            raise ValueError(f"{point}: {chosen!r} is not a legal choice")
        return chosen

    def opponents(self, seat: Seat) -> list[int]:
        return [other.number for other in self.seats if other is not seat]

    def counters(self) -> int:
        return sum(len(seat.covered_slots()) for seat in self.seats)

    # -- the frame (3.2)

    def play(self) -> Game:
        """Three rounds (HF-10)."""
        for self.round in (1, 2, 3):
            self.recruit()
            self.adventure()
            self.return_home()
        return self

    def recruit(self) -> None:
        """Deal five, pick four one at a time; the fifth leaves the game (HF-12 to HF-16)."""
        for seat in self.seats:
            seat.hand = [self.deck.pop() for _ in range(5)]
        for pick in (1, 2, 3, 4):
            # Everybody chooses before anything is shown, and chooses a side before any side is shown (HF-14).
            chosen = [self.choose("D1", seat, seat.hand) for seat in self.seats]
            for seat, hero in zip(self.seats, chosen, strict=True):
                seat.revealed = hero
                seat.hand.remove(hero)
            sides = [self.choose("D2", seat, ["left", "right"]) if seat.lineup else "only" for seat in self.seats]
            lines = [self.place(seat, side, pick) for seat, side in zip(self.seats, sides, strict=True)]
            hands = [seat.hand for seat in self.seats]
            for seat in self.seats:
                seat.hand = hands[seat.number - 1]
            for seat, line in zip(self.seats, lines, strict=True):
                self.end_line(seat, line)
        for seat in self.seats:
            self.hero_discard += seat.hand
            seat.hand = []

    def place(self, seat: Seat, side: str, pick: int) -> Row:
        """Put the revealed hero at an end of the line-up (HF-13)."""
        line = self.start_line(seat, "recruit", pick)
        hero, seat.revealed = seat.revealed, None
        gained = 0
        if side == "left":
            gained = len(icons(hero.card, seat.lineup[0].card))
            seat.lineup.insert(0, hero)
        else:
            if side == "right":
                gained = len(icons(seat.lineup[-1].card, hero.card))
            seat.lineup.append(hero)
        seat.make_slots()
        line.update(hero=hero.card.id, hand_size=len(seat.hand) + 1, side=side)
        line.update(icons_gained=gained, lineup_size=len(seat.lineup))
        return line

    def adventure(self) -> None:
        """From the starting seat clockwise, hero by hero (HF-40 to HF-42)."""
        start = self.find_start()
        players = len(self.seats)
        for position in range(1, len(self.seats[0].lineup) + 1):
            for step in range(players):
                self.take_turn(self.seats[(start + step) % players], position)

    def find_start(self) -> int:
        lineups = [[hero.card for hero in seat.lineup] for seat in self.seats]
        self.starts.append(starting_seat(lineups, self.age))
        return self.starts[-1]

    def take_turn(self, seat: Seat, position: int) -> None:
        """Reserve, then the action in force on the hero at this position (HF-43)."""
        line = self.line = self.start_line(seat, "adventure", position)
        placed = self.offer_reserve(seat)
        hero = seat.lineup[position - 1]
        tile = hero.tile
        line.update(hero=hero.card.id, tile_in_force=tile and tile.id, start_seat=self.starts[-1])
        line.update(strength=seat.strength(), tiles_placed=placed)
        index, option = self.choose("D4", seat, list(enumerate(hero.action.options)))
        line.update(action=option.text, option=index)
        self.perform(seat, option.steps, "tile_points" if tile else "shine")
        self.end_line(seat, line)

    def return_home(self) -> None:
        """Score the free prestige slots, clear, discard three heroes (HF-90 to HF-93)."""
        lines = []
        for seat in self.seats:
            line = self.start_line(seat, "return", 0)
            line.update(prestige_slots=seat.uncovered_points(), counters_removed=len(seat.covered_slots()))
            seat.points["prestige_slots"] += seat.uncovered_points()
            lines.append(line)
        for slot in (slot for seat in self.seats for slot in seat.slots):
            slot.covered = False
        gone: list[tuple[HeroCard, ...]] = [()] * len(self.seats)
        if self.round < 3 or self.settings.discard_after_last_round:
            gone = [self.choose("D13", seat, list(combinations(seat.lineup, 3))) for seat in self.seats]
        for seat, line, heroes in zip(self.seats, lines, gone, strict=True):
            seat.lineup = [hero for hero in seat.lineup if hero not in heroes]
            seat.make_slots()
            tiles = [hero.tile for hero in heroes if hero.tile]
            line.update({f"discard_{n}": hero.card.id for n, hero in enumerate(heroes, start=1)})
            line.update(tiles_lost=len(tiles))
            self.hero_discard += heroes
            self.tile_discard += tiles  # HF-76
            for hero in heroes:
                hero.tile = None
        for seat, line in zip(self.seats, lines, strict=True):
            self.end_line(seat, line)

    # -- actions (3.6 to 3.9)

    def perform(self, seat: Seat, steps: Iterable[Step], source: str) -> None:
        """The steps of one option in written order (HF-46). ``source``: the component its shine counts for."""
        for step in steps:
            if step.word == "fight":
                self.fight(seat, step)
            elif step.word == "mission":
                self.go_on_mission(seat)
            elif step.word == "tile":
                self.draw_tile(seat)
            elif step.word == "heal":
                self.heal(seat, step.number)
            elif step.word == "shine":
                seat.points[source] += step.number  # HF-81
            elif step.word == "gift":
                self.give(seat, step.number)
            elif step.word == "roll":
                self.take_own_damage(seat, self.roll(step.dice))
            elif step.word in ("hit", "hitroll"):
                victim = self.seats[self.choose("D12", seat, self.opponents(seat))]
                self.inflict(victim, step.damage if step.word == "hit" else self.roll(step.dice))

    def roll(self, dice: Iterable[str]) -> Damage:
        return add_damage(self.rng.choice(self.dice[color]) for color in dice)

    def take_damage(self, seat: Seat, damage: Damage) -> int:
        """Place as many points as possible, typed ones first; the rest is lost (HF-30 to HF-33)."""
        most = most_placed(damage, seat.free())
        covered = []
        for kind, points in zip(TYPES, damage.typed, strict=True):
            covered += seat.free_slots(kind)[:points]
        for slot in covered:
            slot.covered = True
        for _ in range(min(damage.untyped, len(seat.free_slots()))):
            slot = self.choose("D7", seat, seat.free_slots())
            slot.covered = True
            covered.append(slot)
        assert len(covered) == most
        self.max_counters = max(self.max_counters, self.counters())
        return most

    def take_own_damage(self, seat: Seat, damage: Damage) -> bool:
        """Damage of an own fight, mission or roll; whether all of it was placed."""
        self.log("free_{}", ("l", "f", "i", "generic"), seat.free())
        self.log("dmg_{}", ("any", "l", "f", "i"), (damage.untyped, *damage.typed))
        placed = self.line["placed"] = self.take_damage(seat, damage)
        return placed == points_of(damage)

    def inflict(self, victim: Seat, damage: Damage) -> None:
        """The victim takes what it can and chooses the slots (HF-71, HF-32)."""
        self.line["victim"] = victim.number
        self.log("victim_free_{}", ("l", "f", "i", "generic"), victim.free())
        self.log("hit_{}", ("any", "l", "f", "i"), (damage.untyped, *damage.typed))
        self.line["hit_placed"] = self.take_damage(victim, damage)
        self.line["victim_pslot"] = victim.uncovered_points()

    def fight(self, seat: Seat, step: Step) -> None:
        """HF-50 to HF-56."""
        allowed = [color for color in DICE if color != step.with_die]  # an added die cannot be chosen too (HF-56)
        most = min(step.number, len(self.row), len(allowed))
        least = 0 if self.settings.allow_decline or most == 0 else 1  # HF-45
        k = self.choose("D5", seat, range(least, most + 1))
        self.line.update(k_offered=most, k=k, dice=None, won=None, adv_1=None, adv_2=None, adv_3=None)
        if k == 0:
            return
        chosen = self.choose("D6", seat, list(combinations(allowed, k)))
        dice = [color for color in DICE if color in chosen or color == step.with_die]
        won = self.take_own_damage(seat, self.roll(dice))
        self.line.update(dice="+".join(dice), won=int(won))
        if won:
            taken = self.choose("D8", seat, list(combinations(self.row, k)))
            self.row = list(without(self.row, *taken))
            seat.adversaries += taken
            self.line.update({f"adv_{n}": card.id for n, card in enumerate(taken, start=1)})
        self.refill_row()

    def refill_row(self) -> None:
        """Back to three while the deck lasts (HF-54)."""
        while len(self.row) < 3 and self.adversary_deck:
            self.row.append(self.adversary_deck.pop())

    def available(self) -> list[MissionCard]:
        """The top card of every pile (HF-2)."""
        return [self.piles[rank][0] for rank in RANKS]

    def attemptable(self, seat: Seat, mission: MissionCard) -> bool:
        """HF-62."""
        if seat.number in mission.tokens or len(seat.adversaries) < mission.card.have:
            return False
        return bool(mission.card.dice) or can_place(mission.card.wounds, seat.free())

    def go_on_mission(self, seat: Seat) -> None:
        """HF-60 to HF-66."""
        options: list[Any] = [mission for mission in self.available() if self.attemptable(seat, mission)]
        if not options:
            return
        mission = self.choose("D9", seat, [None, *options] if self.settings.allow_decline else options)
        self.line.update(dict.fromkeys(("mission", "mission_rank", "space", "mission_points", "failed", "cycled")))
        self.line["declined"] = int(mission is None)
        if mission is None:
            return
        card = mission.card
        achieved = self.take_own_damage(seat, add_damage([card.wounds, self.roll(card.dice)]))
        self.line.update(mission=card.id, mission_rank=card.rank, failed=int(not achieved), cycled=0)
        if not achieved:
            return
        points = card.spaces[len(mission.tokens)]
        mission.tokens.append(seat.number)
        seat.points["mission"] += points
        self.line.update(space=len(mission.tokens), mission_points=points)
        if len(mission.tokens) == len(card.spaces):  # HF-65
            mission.tokens = []
            pile = self.piles[card.rank]
            pile.append(pile.pop(0))
            self.missions_cycled += 1
            self.line["cycled"] = 1

    def heal(self, seat: Seat, number: int) -> None:
        """HF-80."""
        covered = len(seat.covered_slots())
        for _ in range(covered if number == ALL else min(number, covered)):
            self.choose("D11", seat, seat.covered_slots()).covered = False

    def give(self, seat: Seat, number: int) -> None:
        """An opponent of the seat's choice gains points (HF-73)."""
        other = self.choose("D12", seat, self.opponents(seat))
        self.seats[other].points["gift"] += number
        self.line["given"] += number
        self.line["gift_seat"] = other

    def draw_tile(self, seat: Seat) -> None:
        """HF-70 to HF-74."""
        if not self.supply:
            if not self.tile_discard:
                return
            self.supply, self.tile_discard = self.shuffled(self.tile_discard), []
            self.supply_emptied += 1
        tile = self.supply.pop()
        self.line.update(tile_drawn=tile.id, tile_fate="used", tile_seat=None, tile_position=None)
        if tile.set == "immediate":
            # All of it happens now, before the remaining steps of what drew it; only then is the tile discarded.
            _, option = self.choose("D4", seat, list(enumerate(tile.action.options)))
            self.perform(seat, option.steps, "tile_points")
            self.tile_discard.append(tile)
            return
        places = self.legal_places(seat, tile)
        keep = [None] if self.settings.tile_timing == "flexible" or not places else []
        place = self.choose("D10", seat, [*keep, *places])
        if place is None:
            seat.reserve.append(tile)
            self.line["tile_fate"] = "kept"
            return
        target, hero = place
        hero.tile = tile
        self.line["tile_fate"] = "own" if target == seat.number else "opponent"
        self.line.update(tile_seat=target, tile_position=self.seats[target].lineup.index(hero) + 1)

    def legal_places(self, seat: Seat, tile: Tile) -> list[tuple[int, HeroCard]]:
        """Any own hero, or an opponent's hero that shows the icon, without a tile so far (HF-72, HF-73, HF-75)."""
        if tile.set == "activation":
            return [(seat.number, hero) for hero in seat.lineup if hero.tile is None]
        return [
            (other, hero)
            for other in self.opponents(seat)
            for hero in self.seats[other].lineup
            if hero.tile is None and hero.card.action.has(tile.icon)
        ]

    def offer_reserve(self, seat: Seat) -> int:
        """At the start of a turn, each tile of the reserve once in the order of drawing; how many were placed."""
        if self.settings.tile_timing != "flexible":
            return 0
        placed = 0
        for tile in list(seat.reserve):
            places = self.legal_places(seat, tile)
            place = self.choose("D3", seat, [None, *places])
            if place is not None:
                seat.reserve.remove(tile)
                place[1].tile = tile
                placed += 1
        return placed

    # -- the log (section 6)

    def log(self, name: str, endings: Iterable[str], values: Iterable[int]) -> None:
        """Several columns whose names differ in one place."""
        self.line.update({name.format(end): value for end, value in zip(endings, values, strict=True)})

    def start_line(self, seat: Seat, phase: str, step: int) -> Row:
        line = dict.fromkeys(TURN_COLUMNS)
        line.update(players=len(self.seats), seat=seat.number, agent=seat.agent.name, turn=len(seat.rows) + 1)
        line.update(round=self.round, phase=phase, step=step, given=0, track=seat.track())
        return line

    def end_line(self, seat: Seat, line: Row) -> None:
        """The state after, with the slots of the present line-up."""
        lightning, fire, ice, generic = seat.free()
        prestige = sum(slot.value > 0 for slot in seat.free_slots())
        line.update(l_after=lightning, f_after=fire, i_after=ice, plain_after=generic - prestige)
        line.update(pslot_after=seat.uncovered_points(), counters=self.counters())
        line.update(adv_held=len(seat.adversaries), reserve=len(seat.reserve))
        line.update(gained=seat.track() - line["track"], track=seat.track())
        line["score"] = sum(end_scores(self)[seat.number].values())
        seat.rows.append(line)

    def turn_rows(self) -> list[Row]:
        """Seat by seat, each in its own order."""
        return [row for seat in self.seats for row in seat.rows]

    def seat_rows(self) -> list[Row]:
        """Final scores, ranks and win credits (HF-107)."""
        parts = end_scores(self)
        results = [(sum(parts[seat.number].values()), len(seat.adversaries)) for seat in self.seats]
        rows = []
        for seat, result in zip(self.seats, results, strict=True):
            row: Row = {"seat": seat.number, "agent": seat.agent.name, "score": result[0]}
            row |= {f"pts_{part}": points for part, points in parts[seat.number].items()}
            row["adv_held"] = result[1]
            row |= {f"held_{color}": seat.held(color) for color in COLORS}
            row |= {"final_strength": seat.strength(), "tiles_end": seat.tiles()}
            row["rank"] = 1 + sum(other > result for other in results)
            row["win_credit"] = 1 / results.count(result) if result == max(results) else 0.0
            rows.append(row)
        return rows

    def game_row(self) -> Row:
        return {
            "players": len(self.seats),
            "youngest": self.age[0],
            **{f"start_{number}": start for number, start in enumerate(self.starts, start=1)},
            "max_counters": self.max_counters,
            "row_left": len(self.row),
            "adv_deck_left": len(self.adversary_deck),
            "missions_cycled": self.missions_cycled,
            "supply_emptied": self.supply_emptied,
            "turns": len(self.seats[0].rows),
            "end_reason": "rounds",
        }


def copies(cards: Iterable[Any]) -> list[Any]:
    """Every card as often as it is in the box."""
    return [card for card in cards for _ in range(card.copies)]
