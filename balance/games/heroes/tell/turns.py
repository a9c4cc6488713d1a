"""One turn of the adventure in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from balance.common.units import counted
from balance.engine.game.story import Row, listed
from balance.games.heroes.cards.box import Step
from balance.games.heroes.tell.words import Book, damage, describe_adversary, placed

DAMAGING = ("fight", "mission", "roll")
"""Steps that bring damage to the seat itself; the columns tell the last one's."""

HITTING = ("hit", "hitroll")


@dataclass
class Reserve:
    """The tiles that a seat has kept, as far as the rows tell which they are."""

    size: int = 0
    tiles: list[str] | None = field(default_factory=list)  # None: not known
    laid: set[str] = field(default_factory=set)  # tiles that have come to lie on heroes of its own

    def place(self, number: int) -> list[str] | None:
        """So many tiles leave it. Returns which, None where that is not known."""
        self.size -= number
        known = self.tiles
        if known is None or (number < len(known) and len(set(known)) > 1):
            self.tiles = None
            return None
        self.tiles = known[number:]
        return known[:number]

    def end_turn(self, row: Row) -> None:
        """After the seat's turn: the tile drawn last may be here now, and others that the rows do not name."""
        kept = [row["tile_drawn"]] if row["tile_fate"] == "kept" else []
        self.laid |= {row["tile_drawn"]} if row["tile_fate"] == "own" else set()
        if self.tiles is not None:
            self.tiles = [*self.tiles, *kept] if row["reserve"] == self.size + len(kept) else None
        self.size = row["reserve"]
        if not self.size:
            self.tiles = []


@dataclass(frozen=True)
class Turn:
    """A turn and what its row tells about it."""

    row: Row
    book: Book
    lineups: Mapping[int, Sequence[str]]  # of every seat
    counters: int  # damage counters on the table before it
    steps: tuple[Step, ...]  # of the option, those of an immediate tile after its draw
    sure: bool  # these were all steps, and no two of them share columns
    harmful: tuple[str, ...]  # the DAMAGING ones that were performed, in order

    def has_damage(self, word: str) -> bool:
        """Whether the columns of damage are about this kind of step."""
        return self.sure and self.harmful[-1:] == (word,)

    def total(self, word: str) -> int:
        """The numbers of all steps of this kind."""
        return sum(step.number for step in self.steps if step.word == word)


def find_turn(row: Row, book: Book, lineups: Mapping[int, Sequence[str]], counters: int) -> Turn:
    """What the seat did in its turn."""
    tile = book.tiles[row["tile_drawn"]] if row["tile_fate"] == "used" else None
    steps: list[Step] = []
    for step in book.options[row["action"]].steps:
        steps.append(step)
        if step.word == "tile" and tile:
            steps += tile.action.options[0].steps
    words = [step.word for step in steps]
    sure = all(words.count(word) <= 1 for word in ("tile", "gift", *DAMAGING))
    sure = sure and sum(word in HITTING for word in words) <= 1
    if "tile" in words:
        sure = sure and not book.chains and (tile is None or len(tile.action.options) == 1)
    done = {"fight": bool(row["k"]), "mission": row["mission"] is not None, "roll": True}
    return Turn(row, book, lineups, counters, tuple(steps), sure, tuple(word for word in words if done.get(word)))


def tell_turn(turn: Turn, reserve: Reserve) -> str:
    """A hero's turn."""
    row, book = turn.row, turn.book
    hero = book.heroes[row["hero"]].name
    tile = f" under {book.tiles[row['tile_in_force']].name}" if row["tile_in_force"] else ""
    pieces = [_tell_placing(turn, reserve)]
    reserve.end_turn(row)
    if turn.sure:
        pieces += [TELLERS[word](turn) for word in dict.fromkeys(step.word for step in turn.steps)]
    else:
        pieces += _tell_unsure(turn)
    return (
        f"{book.seats[row['seat']]}, {hero}{tile}: {'; '.join(filter(None, pieces))}."
        f" Now {row['score']} (track {row['track']}), {counted(row['counters'], 'counter')} on the table."
    )


def _tell_placing(turn: Turn, reserve: Reserve) -> str:
    number = turn.row["tiles_placed"]
    if not number:
        return ""
    tiles = reserve.place(number)
    if tiles is None:
        return f"places {counted(number, 'tile')} from its reserve"
    book = turn.book
    own = [tile for tile in tiles if book.tiles[tile].set == "activation"]
    others = [tile for tile in tiles if book.tiles[tile].set != "activation"]
    where = [(own, _tell_own_hero(own, turn.row, reserve))]
    where += [(others, "an opponent's hero" if len(others) == 1 else "heroes of opponents")]
    phrases = [f"{listed([book.tiles[tile].name for tile in those])} on {hero}" for those, hero in where if those]
    return f"from its reserve places {listed(phrases)}"


def _tell_own_hero(tiles: Sequence[str], row: Row, reserve: Reserve) -> str:
    """Where tiles went: the log does not say, but a tile that lies nowhere else is in force where it was put."""
    known = not reserve.laid & set(tiles)
    reserve.laid.update(tiles)
    if len(tiles) != 1:
        return "heroes of its own"
    if not known:
        return "a hero of its own"
    return "this hero" if row["tile_in_force"] == tiles[0] else "another hero of its own"


def _tell_unsure(turn: Turn) -> list[str]:
    """A turn in which columns may be about one of several steps: what they tell, and no more."""
    row = turn.row
    columns = {"fight": "k", "mission": "mission", "tile": "tile_drawn", "hit": "victim", "gift": "gift_seat"}
    pieces = [f"{row['action']}, told as far as the log tells the last of each kind"]
    pieces += [TELLERS[word](turn) for word, column in columns.items() if row[column] is not None]
    if row["placed"] is not None:
        pieces.append(f"the last damage is {damage(row, 'dmg_')[1]}, {placed(row, 'dmg_', 'free_', 'placed')}")
    return [*pieces, f"gains {row['gained']} in all" if row["gained"] else ""]


# A step each


def _tell_fight(turn: Turn) -> str:
    row = turn.row
    if not row["k"]:
        return "declines to fight" if row["k_offered"] else "finds nobody to fight"
    fewer = f" of up to {row['k_offered']}" if row["k"] < row["k_offered"] else ""
    phrases = [f"fights {row['k']}{fewer} with {listed(row['dice'].split('+'))}"]
    if turn.has_damage("fight"):
        phrases.append(f"{'takes' if row['won'] else 'rolls'} {damage(row, 'dmg_')[1]}")
    if row["won"]:
        taken = [row[f"adv_{i}"] for i in (1, 2, 3) if row[f"adv_{i}"]]
        end = f"wins {listed([describe_adversary(turn.book.adversaries[card]) for card in taken])}"
    else:
        end = "loses" + _tell_placed(turn, "fight")
    return f"{', '.join(phrases)} and {end}"


def _tell_placed(turn: Turn, word: str) -> str:
    """How much of the damage of a failure found a slot."""
    return f": {placed(turn.row, 'dmg_', 'free_', 'placed')}" if turn.has_damage(word) else ""


def _tell_mission(turn: Turn) -> str:
    row = turn.row
    if row["mission"] is None:
        return "declines to go on a mission" if row["declined"] else "finds no mission to go on"
    mission = turn.book.missions[row["mission"]]
    points, words = damage(row, "dmg_")
    phrases = [f"goes on {mission.name} ({mission.rank})"]
    if turn.has_damage("mission") and (points or mission.dice):
        phrases.append(f"takes {words}" if not row["failed"] else f"meets {words}")
    if row["failed"]:
        return f"{', '.join(phrases)} and fails{_tell_placed(turn, 'mission')}"
    end = f"{', '.join(phrases)} and achieves it: {row['mission_points']} on space {row['space']}"
    return end + (", and the card goes below its pile" if row["cycled"] else "")


def _tell_tile(turn: Turn) -> str:
    row, book = turn.row, turn.book
    if row["tile_drawn"] is None:
        return "finds no tile to draw"
    draws = f"draws {book.tiles[row['tile_drawn']].name}"
    if row["tile_fate"] == "used":
        return draws
    if row["tile_fate"] == "kept":
        return f"{draws} and keeps it"
    seat, position = row["tile_seat"], row["tile_position"]
    of = f" of {book.seats[seat]}" if row["tile_fate"] == "opponent" else ""
    return f"{draws} and puts it on hero {position}{of}, {book.heroes[turn.lineups[seat][position - 1]].name}"


def _tell_hit(turn: Turn) -> str:
    row = turn.row
    left = f"{row['victim_pslot']} on its uncovered prestige slots"
    placement = placed(row, "hit_", "victim_free_", "hit_placed")
    return f"hits {turn.book.seats[row['victim']]} with {damage(row, 'hit_')[1]}, {placement}, leaving {left}"


def _tell_roll(turn: Turn) -> str:
    dice = next(step.dice for step in turn.steps if step.word == "roll")
    if not turn.has_damage("roll"):
        return f"rolls {listed(list(dice))}"
    points, words = damage(turn.row, "dmg_")
    placement = f", {placed(turn.row, 'dmg_', 'free_', 'placed')}" if points else ""
    return f"rolls {listed(list(dice))}: {words}{placement}"


def _tell_heal(turn: Turn) -> str:
    if len(turn.harmful) > 1:
        return "heals"
    row = turn.row
    healed = turn.counters + (row["placed"] or 0) + (row["hit_placed"] or 0) - row["counters"]
    return f"heals {healed}" if healed else "finds nothing to heal"


def _tell_shine(turn: Turn) -> str:
    return f"gains {turn.total('shine')}"


def _tell_gift(turn: Turn) -> str:
    return f"gives {turn.row['given']} to {turn.book.seats[turn.row['gift_seat']]}"


def _tell_nothing(turn: Turn) -> str:
    return "does nothing"


TELLERS: Mapping[str, Callable[[Turn], str]] = {
    "fight": _tell_fight,
    "mission": _tell_mission,
    "tile": _tell_tile,
    "hit": _tell_hit,
    "hitroll": _tell_hit,
    "roll": _tell_roll,
    "heal": _tell_heal,
    "shine": _tell_shine,
    "gift": _tell_gift,
    "none": _tell_nothing,
}
