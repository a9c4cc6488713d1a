"""Random legal card tables for Fairy School, as odd as the notation of cards.csv allows, and plans to play them.

Most decks are small, so that cards with several copies, short offers and empty piles are common; some numbers lie at
the limits of state.py.
"""

from __future__ import annotations

from hypothesis import strategies as st

from balance.games.fairy_school import GAME
from balance.games.fairy_school.cards.box import DECKS, ELEMENTS, PLACES, TRIMESTERS
from balance.games.fairy_school.state import (
    MAX_ALTERNATIVES,
    MAX_DECK,
    MAX_FINALS,
    MOST_COST,
    MOST_CUBES,
    MOST_DRAWN,
    MOST_ELEMENTS,
    MOST_FINAL_TURNS,
    MOST_TIMES,
    MOST_TURNS,
)
from balance.games.fairy_school.styles.weights import FEATURES
from fairy_school.box import CREATURES, LONG, SHORT, default_rows, row, table_of
from fairy_school.invariants.log import make, own_style
from helpers.card_tables import Row, text_of
from helpers.own_plans import Drawn

STYLES = tuple(style.name for style in GAME.styles)
NAMES = tuple(name for name, _, _ in CREATURES)

few = st.sampled_from([1, 1, 1, 2, 2, 3])
counts = st.sampled_from([1, 1, 1, 1, 2, 2, 3, MOST_ELEMENTS])
creature = st.sampled_from(NAMES)
points = st.sampled_from([0, 1, 2, 3, 3, 3, 5, 99])


# ---------------------------------------------------------------- cells


def spelt(terms: dict[str, int]) -> str:
    """A bundle as it is written."""
    return "+".join(f"{count if count > 1 else ''}{element}" for element, count in terms.items())


def bundles(letters: str, most_kinds: int, numbers: st.SearchStrategy[int] = counts) -> st.SearchStrategy[str]:
    """A few kinds of elements."""
    return st.dictionaries(st.sampled_from(letters), numbers, min_size=1, max_size=most_kinds).map(spelt)


specials = st.one_of(
    st.sampled_from(["react", "react", "trash", "study", "take1", "take2", f"take{MOST_DRAWN}", "draw3.1"]),
    st.tuples(st.integers(1, MOST_DRAWN), st.integers(1, MOST_DRAWN)).map(lambda two: f"draw{max(two)}.{min(two)}"),
)


@st.composite
def lines(draw) -> str:
    """A gain or a transformation, with up to six alternatives; repeated only without specials."""
    times = draw(st.sampled_from([1, 1, 1, 2, MOST_TIMES]))
    cost = f"{draw(bundles('EPFWA', 2, few))}{f'x{times}' if times > 1 else ''}>" if draw(st.booleans()) else ""
    alternatives = []
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 3, MAX_ALTERNATIVES]))):
        items = [draw(specials)] if (times == 1 or not cost) and draw(st.integers(0, 2)) == 0 else []
        if not items or draw(st.booleans()):
            items.append(draw(bundles("EPFWAN", 3)))
        alternatives.append("+".join(items))
    return cost + "/".join(alternatives)


effects = st.one_of(lines(), st.lists(lines(), min_size=2, max_size=2).map("|".join))
costs = st.one_of(
    bundles("EPFW", 2, few), bundles("EPFWA", 5), bundles("EPFWA", 3, st.sampled_from([1, 4, 9, MOST_COST]))
)


# ---------------------------------------------------------------- rows


@st.composite
def split(draw, cards: int, most_kinds: int) -> list[int]:
    """So many cards, as copies of some kinds."""
    kinds = draw(st.integers(1, min(cards, most_kinds)))
    copies = [1] * kinds
    for _ in range(cards - kinds):
        copies[draw(st.integers(0, kinds - 1))] += 1
    return copies


@st.composite
def starts(draw) -> list[Row]:
    """Four starting sets: all the same, all different, or part of each."""
    shared = draw(st.sampled_from([0, 5, 12, 12]))
    rows = []
    for n, copies in enumerate(draw(split(shared, 12)) if shared else []):
        cells = {"set": "all", "copies": 4 * copies, "effect": draw(effects), "traits": f"creature={draw(creature)}"}
        rows.append(row(f"ST{n}", "start", **cells))
    for number in "1234" if shared < 12 else "":
        for n, copies in enumerate(draw(split(12 - shared, 3))):
            cells = {"set": number, "copies": copies, "effect": draw(effects), "traits": f"creature={draw(creature)}"}
            rows.append(row(f"ST-{number}-{n}", "start", **cells))
    return rows


@st.composite
def initials(draw, letters: str, plain: int) -> list[Row]:
    """Predefined decks with these letters, and so many plain starting cards."""
    rows = []
    for letter in letters:
        columns = draw(st.permutations(PLACES))[:2]
        gone = ["discard"] if draw(st.booleans()) else ["discard", "discard"]
        for n, place in enumerate((*columns, *gone)):
            copies = 2 if place == "discard" and len(gone) == 1 else 1
            traits = f"creature={draw(creature)}; place={place}"
            cells = {"set": f"S{letter}", "copies": copies, "effect": draw(effects), "traits": traits}
            rows.append(row(f"S{letter}{n}", "initial", **cells))
    for n, copies in enumerate(draw(split(plain, 8)) if plain else []):
        cells = {"set": "S", "copies": copies, "effect": draw(effects), "traits": f"creature={draw(creature)}"}
        rows.append(row(f"S{n}", "initial", **cells))
    return rows


@st.composite
def projects(draw, players: int, letters: str) -> list[Row]:
    """Trimester decks, often just large enough, and the three projects of each predefined deck."""
    rows = []
    for n, letter in enumerate(letters):
        for k, copies in enumerate(draw(split(3, 3))):
            traits = f"creature={draw(creature)}; deck={letter}"
            cells = {"set": "I", "copies": copies, "cost": draw(costs), "effect": draw(effects), "traits": traits}
            rows.append(row(f"I-{n}-{k}", "project", points=draw(points), **cells))
    for trimester in TRIMESTERS:
        there = sum(int(cells["copies"]) for cells in rows if cells["set"] == trimester)
        wanted = draw(st.sampled_from([4 * players, 4 * players + 1, 30, MAX_DECK]))
        for n, copies in enumerate(draw(split(max(1, wanted - there), 10))):
            cells = {"set": trimester, "copies": copies, "cost": draw(costs), "effect": draw(effects)}
            traits = f"creature={draw(creature)}"
            rows.append(row(f"{trimester}{n}", "project", points=draw(points), traits=traits, **cells))
    return rows


@st.composite
def finals(draw, players: int) -> list[Row]:
    """Just enough final projects, or many; cheap or dear ones, or such as are printed."""
    rows = []
    for length, steps, usual in (("long", 5, LONG), ("short", 4, SHORT)):
        number = draw(st.sampled_from([players, players + 1, MAX_FINALS // 2]))
        for n, copies in enumerate(draw(split(number, 4))):
            some = draw(st.lists(costs, min_size=steps, max_size=steps).map(";".join))
            cost = draw(st.sampled_from([usual, ";".join(["W"] * steps), some, some]))
            rows.append(row(f"{length}{n}", "final", set=length, copies=copies, cost=cost, points=draw(points)))
    return rows


@st.composite
def creatures(draw) -> list[Row]:
    """Twelve creatures in six pairs, any bonus."""
    rows = []
    for pair in range(1, 7):
        bonus = draw(st.sampled_from([*ELEMENTS, "N"]))
        for name in NAMES[2 * pair - 2 : 2 * pair]:
            rows.append(row(f"C-{name}", "creature", name=name, set=pair, effect=bonus, points=draw(points)))
    return rows


@st.composite
def odd_tables(draw, players: int, variant: str) -> list[Row]:
    """A table of five random parts, some of them perhaps as in the default table of the tests."""
    letters = "".join(DECKS[: draw(st.integers(min(players, 5), 5))])
    plain = draw(st.sampled_from([2, 3, 8]))
    if variant == "expert":
        letters = draw(st.sampled_from(["", "B", "".join(DECKS)]))
        least = max(4 * players, 10) - 4 * len(letters)
        plain = max(1, least, draw(st.sampled_from([1, 8, MAX_DECK - 20])))
    usual: dict[str, list[Row]] = {}
    for cells in default_rows():
        usual.setdefault(cells["kind"], []).append(cells)
    parts = {"start": starts(), "final": finals(players), "creature": creatures()}
    rows = [cells for kind, part in parts.items() for cells in (draw(part) if draw(st.integers(0, 3)) else usual[kind])]
    return [*rows, *draw(initials(letters, plain)), *draw(projects(players, letters))]


# ---------------------------------------------------------------- plans


@st.composite
def every_setting(draw, players: int) -> dict[str, object]:
    """All settings of the game; the usual values are frequent."""
    usual = st.just("usual")
    return {
        "length": draw(st.sampled_from(["long", "long", "short"])),
        "sharing": draw(st.sampled_from(["neighbours", "insensitive"])) if players >= 4 else "neighbours",
        "insensitive_alternation": draw(st.sampled_from(["per_card", "per_turn"])),
        "turns_per_trimester": draw(st.one_of(usual, usual, st.sampled_from([1, 2, 4, MOST_TURNS]))),
        "activation_cubes": draw(st.one_of(usual, usual, st.sampled_from([1, 2, 5, 12, MOST_CUBES]))),
        "draft_direction": draw(st.text("RL", min_size=3, max_size=3)),
        "must_play_two": draw(st.booleans()),
        "leader_bonus_at_zero": draw(st.booleans()),
        "final_turn_cap": draw(st.sampled_from([1, 2, 20, MOST_FINAL_TURNS])),
        "start_elements": draw(st.sampled_from(["1,1,1,1,0", "1,1,1,1,0", "0,0,0,0,0", "0,0,0,0,1", "20,3,0,1,20"])),
        "pass_mark": draw(st.sampled_from([85, 0, 60])),
        "honors_mark": draw(st.sampled_from([90, 1000, 60])),
    }


weights = st.dictionaries(
    st.sampled_from([feature.name for feature in FEATURES]), st.integers(-8, 8).map(lambda n: n / 4), max_size=25
)


@st.composite
def plans(draw, odd: bool = True, agents: str = "") -> Drawn:
    """A plan for a random table (``odd``) or the default one; any number of players, setup, settings and line-up."""
    players = draw(st.integers(2, 6))
    variant = draw(st.sampled_from(["advanced", "initiation", "expert"])) if players < 6 else "expert"
    rows = draw(odd_tables(players, variant)) if odd else default_rows()
    own = [own_style("own", draw(weights), slip=draw(st.sampled_from([0.0, 0.25, 0.9])))]
    names = st.sampled_from([*STYLES, "own", "own"])
    lineups = st.one_of(st.none(), st.lists(names, min_size=1, max_size=players).map(",".join))
    plan = make(
        table_of(rows),
        own,
        players=players,
        variant=variant,
        settings=draw(every_setting(players)),
        agents=agents or draw(lineups),
        fixed_seats=draw(st.booleans()),
        seed=draw(st.integers(0, 2**63 - 1)),
    )
    return Drawn(text_of(rows) if odd else "", plan)
