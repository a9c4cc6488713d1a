"""Random legal card tables for Fairies of Alfheim, as odd as the notation of cards.csv allows, and plans to play them.

Short costs are frequent, so that many fairies are placed and areas are closed; some numbers lie at the limits of
state.py.
"""

from __future__ import annotations

from itertools import combinations
from string import ascii_uppercase

from hypothesis import strategies as st

from alfheim.cards import default_rows, row, table_of
from alfheim.invariants.log import make, own_style
from balance.games.alfheim import GAME
from balance.games.alfheim.cards.box import CENTRE_TILES, EXPERTS, FAIRIES_OF_A_TYPE, ICONS, PLAYER_TILES, RANKS, TYPES
from balance.games.alfheim.cards.consistency import MOST_BLACK
from balance.games.alfheim.cards.notation import rank_text
from balance.games.alfheim.cards.read import MOST_POINTS
from balance.games.alfheim.state import MAX_FOOTPRINTS
from balance.games.alfheim.styles.weights import FEATURES
from helpers.card_tables import Row, text_of
from helpers.own_plans import Drawn

STYLES = tuple(style.name for style in GAME.styles)
LETTERS = "abcde"
KINDS = ("clue", "fairy", "footprint", "expert")

points = st.sampled_from([0, 1, 2, 3, 5, MOST_POINTS])
lengths = st.sampled_from([2, 2, 2, 3, 3, 4, 5, 6])


# ---------------------------------------------------------------- cells


@st.composite
def sets(draw, icons: str) -> str:
    """A cost of named icons and wild ones."""
    length = draw(lengths)
    wild = draw(st.sampled_from([0, 0, 0, 1, length - 1, length]))
    named = [draw(st.sampled_from(icons)) for _ in range(length - wild)]
    return "".join(sorted(named)) + "?" * wild


@st.composite
def patterns(draw) -> str:
    """A cost of equal icons, whichever."""
    left = draw(lengths)
    parts = []
    while left:
        parts.append(draw(st.integers(1, min([left, *parts]))))
        left -= parts[-1]
    return "#" + "+".join(map(str, parts))


@st.composite
def split(draw, tiles: int, kinds: int, most: int) -> list[int]:
    """So many tiles as copies of so many kinds, at least one and at most ``most`` of each."""
    copies = [1] * kinds
    for _ in range(tiles - kinds):
        copies[draw(st.sampled_from([kind for kind in range(kinds) if copies[kind] < most]))] += 1
    return copies


@st.composite
def some_types(draw, types: tuple[str, ...] = TYPES) -> list[str]:
    """At least one type, and often few."""
    return draw(st.lists(st.sampled_from(types), min_size=1, max_size=draw(st.sampled_from([1, 2, 3, 9])), unique=True))


# ---------------------------------------------------------------- rows


@st.composite
def clues(draw, icons: str) -> list[Row]:
    """Six icons, as unequally frequent as may be."""
    rows = []
    for name, tiles, usual, most in (("player", PLAYER_TILES, 2, 7), ("centre", CENTRE_TILES, 3, MOST_BLACK)):
        copies = [usual] * ICONS if draw(st.booleans()) else draw(split(tiles, ICONS, most))
        rows += [
            row(f"{name}_{icon}", "clue", set=name, copies=n, effect=f"icon:{icon}")
            for icon, n in zip(icons, copies, strict=True)
        ]
    return rows


@st.composite
def fairies(draw, icons: str) -> list[Row]:
    """Any costs; any type is the secret one, and any others bring it."""
    secret = draw(st.sampled_from(TYPES))
    others = tuple(type for type in TYPES if type != secret)
    shown = {type: draw(st.sampled_from(["reveal:start"] * 3 + ["reveal:prep"])) for type in others}
    shown[secret] = f"after:{','.join(draw(some_types(others)))}"
    one_cost = draw(st.one_of(st.none(), st.none(), st.none(), st.sampled_from(["??", "#1+1", "#2"])))
    cost = st.just(one_cost) if one_cost else st.one_of(sets(icons), sets(icons), patterns())
    rows = []
    for type in TYPES:
        kinds = draw(st.sampled_from([FAIRIES_OF_A_TYPE, FAIRIES_OF_A_TYPE, 3, 1]))
        cells = {"set": type, "effect": shown[type], "points": draw(points)}
        for n, copies in enumerate(draw(split(FAIRIES_OF_A_TYPE, kinds, FAIRIES_OF_A_TYPE))):
            rows.append(row(f"{type}_{LETTERS[n]}", "fairy", copies=copies, cost=draw(cost), **cells))
    return rows


@st.composite
def footprints(draw, icons: str) -> list[Row]:
    """Just enough, the usual six, or as many as there is room for; the same pair may be there twice."""
    tiles = draw(st.sampled_from([5, 6, MAX_FOOTPRINTS]))
    pairs = ["".join(pair) for pair in combinations(icons, 2)]
    return [
        row(f"foot_{n}", "footprint", copies=copies, effect=f"match:{draw(st.sampled_from(pairs))}")
        for n, copies in enumerate(draw(split(tiles, draw(st.integers(1, tiles)), tiles)))
    ]


@st.composite
def experts(draw) -> list[Row]:
    """Any types are needed; values that do not rise."""
    rows = []
    for name in EXPERTS:
        need = draw(some_types())
        values = sorted(draw(st.lists(points, min_size=RANKS, max_size=RANKS)), reverse=True)
        for rank, value in enumerate(values, start=1):
            rows.append(row(f"expert_{name}_{rank}", "expert", set=name, effect=rank_text(rank, need), points=value))
    return rows


@st.composite
def odd_tables(draw) -> list[Row]:
    """A table of four random parts, some of them perhaps as in the default table of the tests; rows in either order."""
    usual: dict[str, list[Row]] = {kind: [] for kind in KINDS}
    for cells in default_rows():
        usual[cells["kind"]].append(cells)
    kept = draw(st.booleans())
    icons = "BCHJMP" if kept else "".join(sorted(draw(st.permutations(ascii_uppercase))[:ICONS]))
    parts = {"clue": clues(icons), "fairy": fairies(icons), "footprint": footprints(icons), "expert": experts()}
    rows: list[Row] = []
    for kind, part in parts.items():
        rows += usual[kind] if kept and draw(st.integers(0, 3)) == 0 else draw(part)
    return rows[::-1] if draw(st.booleans()) else rows


# ---------------------------------------------------------------- plans


@st.composite
def every_setting(draw) -> dict[str, object]:
    """All settings of the game; the usual values are frequent."""
    return {
        "line_match": draw(st.sampled_from(["segment", "contains"])),
        "process_order": draw(st.sampled_from(["random", "random", "lead_first"])),
        "swap": draw(st.sampled_from(["on", "on", "off"])),
        "second_reveal": draw(st.sampled_from(["on", "on", "off"])),
        "footprint_point": draw(st.sampled_from([1, 1, 0, 9])),
        "footprint_cap": draw(st.sampled_from([4, 4, 0, 36])),
    }


weights = st.dictionaries(
    st.sampled_from([feature.name for feature in FEATURES]), st.integers(-8, 8).map(lambda n: n / 4), max_size=18
)


@st.composite
def plans(draw, odd: bool = True, agents: str = "") -> Drawn:
    """A plan for a random table (``odd``) or the default one; any number of players, settings and line-up."""
    players = draw(st.integers(1, 5))
    rows = draw(odd_tables()) if odd else default_rows()
    own = [own_style("own", draw(weights), slip=draw(st.sampled_from([0.0, 0.25, 0.9])))]
    names = st.sampled_from([*STYLES, "own", "own"])
    lineups = st.one_of(st.none(), st.just("random"), st.lists(names, min_size=1, max_size=players).map(",".join))
    plan = make(
        table_of(rows),
        own,
        players=players,
        settings=draw(every_setting()),
        agents=agents or draw(lineups),
        fixed_seats=draw(st.booleans()),
        seed=draw(st.integers(0, 2**63 - 1)),
    )
    return Drawn(text_of(rows) if odd else "", plan)
