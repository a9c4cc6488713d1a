"""Random legal card tables for Heroes, as odd as the notation of cards.csv allows, and plans to play them.

Tables have few rows, so that cards with several copies, short rows of adversaries and empty supplies are common.
"""

from __future__ import annotations

from hypothesis import strategies as st

from balance.cards.read import parse_cards
from balance.games.heroes.cards.box import COLORS, DICE, RANKS, TYPES
from balance.games.heroes.styles.weights import FEATURES
from helpers.card_tables import Row, text_of
from helpers.own_plans import Drawn
from heroes.play import make, own_style
from heroes.table import default_rows, row

STYLES = ("random", "greedy", "brawler", "quester", "star", "astrologer", "rival")
MOST_COLLECTORS = 16  # of all adversaries, copies counted
MOST_CHAINS = 1  # immediate tiles that draw several; more are legal, but then a turn may take long

numbers = st.sampled_from([1, 1, 1, 2, 2, 3, 4, 7, 20, 1000])
small = st.sampled_from([1, 1, 1, 2, 2, 3])


# ---------------------------------------------------------------- cells


@st.composite
def damages(draw, most: int = 3) -> str:
    """Up to so many untyped points, up to so many letters."""
    untyped = draw(st.integers(0, most))
    letters = "".join(draw(st.lists(st.sampled_from(TYPES), max_size=most)))
    return f"{untyped or ''}{letters}" or "0"


some_dice = st.lists(st.sampled_from(DICE), min_size=1, max_size=3, unique=True).map(",".join)

steps = st.one_of(
    st.sampled_from(["none", "mission", "tile", "fight 1", "fight 2", "fight 3", "heal all"]),
    st.sampled_from(["mission", "tile", "fight 1", "fight 2", "fight 3"]),
    st.builds("fight {} with {}".format, st.integers(1, 2), st.sampled_from(DICE)),
    st.builds("heal {}".format, small),
    st.builds("shine {}".format, numbers),
    st.builds("gift {}".format, numbers),
    st.builds("roll {}".format, some_dice),
)
hits = st.one_of(st.builds("hit {}".format, damages()), st.builds("hitroll {}".format, some_dice))


@st.composite
def actions(draw, most_steps: int = 6, hitting: bool = False) -> str:
    """Up to six options of up to six steps, but mostly short ones. ``hitting``: opponents may be hit, too."""
    step = st.one_of(steps, steps, hits) if hitting else steps
    options = draw(st.sampled_from([1, 1, 1, 2, 2, 3, 6]))
    length = st.sampled_from([1, 1, 1, 2, 2, 3, most_steps]).map(lambda n: min(n, most_steps))
    return " / ".join(
        " + ".join(draw(st.lists(step, min_size=(n := draw(length)), max_size=n))) for _ in range(options)
    )


def draws_several(action: str) -> bool:
    """Whether an option draws two tiles or more."""
    return any(option.count("tile") >= 2 for option in action.split(" / "))


conditions = st.one_of(
    st.just(""),
    st.builds("most {} = {}".format, st.sampled_from(COLORS), numbers),
    st.builds("strongest = {}".format, numbers),
    st.builds("count {} = {}".format, st.integers(1, 6), numbers),
    st.builds("each {} = {}".format, st.sampled_from(COLORS), numbers),
    st.builds("each tile = {}".format, numbers),
)


@st.composite
def sets(draw, color: str) -> str:
    """The condition of a collection card of this colour; colours may be pictured twice or three times."""
    others = draw(st.lists(st.sampled_from(COLORS), min_size=2, max_size=2))
    pictured = draw(st.permutations([color, *others]))
    return f"set {'+'.join(pictured)} = {draw(numbers)}"


@st.composite
def requirements(draw) -> str:
    """Wounds, dice, adversaries to hold, or several of these."""
    terms = []
    if draw(st.booleans()):
        terms += [f"wounds {draw(damages(2))}" for _ in range(draw(st.integers(1, 2)))]
    if draw(st.booleans()):
        terms.append(f"roll {draw(some_dice)}")
    if not terms or draw(st.integers(0, 3)) == 0:
        terms.append(f"have {draw(st.integers(1, 5))}")
    return " + ".join(terms)


# ---------------------------------------------------------------- rows


@st.composite
def heroes(draw, players: int) -> list[Row]:
    """A few kinds, together enough for the players, with edges of any one length."""
    positions = draw(st.sampled_from([1, 1, 2, 3, 3, 5, 16]))
    halves = st.sampled_from([*TYPES, "-"]) if draw(st.booleans()) else st.sampled_from([*"LF-"])
    edge = st.lists(halves, min_size=positions, max_size=positions).map("".join)
    kinds = draw(st.integers(1, 8))
    rows = []
    for n in range(1, kinds + 1):
        slots = draw(st.lists(st.sampled_from([0, 0, 1, 2, 3, 1000]), max_size=draw(st.sampled_from([0, 2, 3, 8]))))
        traits = f"strength={draw(st.sampled_from([0, 1, 1, 2, 3, 100]))}; left={draw(edge)}; right={draw(edge)}; "
        traits += f"slots={','.join(map(str, slots))}"
        copies = -(-15 * players // kinds) + draw(st.integers(0, 3))
        rows.append(row(f"H{n}", "hero", copies=copies, effect=draw(actions()), traits=traits))
    return rows


@st.composite
def adversaries(draw) -> list[Row]:
    """Sometimes so few that the row gets short or empty; up to 16 of them with a set."""
    kinds = draw(st.sampled_from([1, 2, 3, 5, 12, 20]))
    most_copies = draw(st.sampled_from([1, 2, 4]))
    collectors = draw(st.sampled_from([0, 2, 8, 16]))
    rows = []
    for n in range(1, kinds + 1):
        color = draw(st.sampled_from(COLORS))
        copies = draw(st.integers(1, most_copies))
        effect = draw(conditions)
        if collectors >= copies and draw(st.booleans()):
            effect, collectors = draw(sets(color)), collectors - copies
        points = draw(st.sampled_from([0, 1, 1, 2, 3, 1000]))
        rows.append(row(f"A{n}", "adversary", set=color, copies=copies, points=points, effect=effect))
    missing = 3 - sum(int(cells["copies"]) for cells in rows)
    if missing > 0:
        rows.append(row("A0", "adversary", set=draw(st.sampled_from(COLORS)), copies=missing, points=1))
    return rows


@st.composite
def missions(draw) -> list[Row]:
    """A starting card in every rank, and perhaps others; one to six spaces."""
    rows = []
    for rank in RANKS:
        for n in range(draw(st.sampled_from([1, 1, 2, 3]))):
            spaces = draw(st.lists(numbers, min_size=1, max_size=draw(st.sampled_from([1, 2, 2, 3, 6]))))
            cells = {"set": rank, "cost": draw(requirements()), "points": ";".join(map(str, spaces))}
            cells |= {"traits": "" if n else "start", "copies": draw(small) if n else 1}
            rows.append(row(f"M-{rank}{n}", "mission", **cells))
    return draw(st.permutations(rows))


@st.composite
def tiles(draw) -> list[Row]:
    """None, few, or many."""
    rows = []
    chains = MOST_CHAINS
    for n in range(1, draw(st.sampled_from([0, 1, 2, 4, 8])) + 1):
        kind = draw(st.sampled_from(["immediate", "activation", "interaction", "interaction"]))
        effect = draw(actions(3, hitting=kind == "immediate"))
        copies = draw(small)
        if kind == "immediate" and draws_several(effect):
            chains -= copies
            effect = effect if chains >= 0 else "tile"
        traits = f"on={draw(st.sampled_from(['fight', 'shine', 'tile']))}" if kind == "interaction" else ""
        rows.append(row(f"T{n}", "tile", set=kind, copies=copies, effect=effect, traits=traits))
    return rows


@st.composite
def dice(draw) -> list[Row]:
    """Any six faces."""
    face = damages(draw(st.sampled_from([1, 2, 4])))
    return [
        row(f"D-{color}", "die", set=color, effect=" ".join(draw(st.lists(face, min_size=6, max_size=6))))
        for color in DICE
    ]


@st.composite
def odd_tables(draw, players: int) -> list[Row]:
    """A table of five random parts, some of them perhaps as in the default table of the tests."""
    usual: dict[str, list[Row]] = {}
    for cells in default_rows():
        usual.setdefault(cells["kind"], []).append(cells)
    parts = {"hero": heroes(players), "adversary": adversaries(), "mission": missions(), "tile": tiles(), "die": dice()}
    return [cells for kind, rows in parts.items() for cells in (draw(rows) if draw(st.integers(0, 3)) else usual[kind])]


# ---------------------------------------------------------------- plans


every_setting = st.fixed_dictionaries(
    {
        "dice": st.sampled_from(["cards", "cards", "mild", "standard", "harsh"]),
        "allow_decline": st.booleans(),
        "tile_timing": st.sampled_from(["flexible", "on_draw"]),
        "discard_after_last_round": st.booleans(),
        "collection_mode": st.sampled_from(["exclusive", "shared"]),
    }
)

weights = st.dictionaries(
    st.sampled_from([feature.name for feature in FEATURES]), st.integers(-8, 8).map(lambda n: n / 4), max_size=25
)


@st.composite
def plans(draw, odd: bool = True, agents: str = "") -> Drawn:
    """A plan for a random table (``odd``) or the packaged one; any number of players, settings and line-up."""
    players = draw(st.integers(2, 4))
    text = text_of(draw(odd_tables(players))) if odd else ""
    own = [own_style("own", draw(weights), slip=draw(st.sampled_from([0.0, 0.25, 0.9])))]
    names = st.sampled_from([*STYLES, "own", "own"])
    lineups = st.one_of(st.none(), st.lists(names, min_size=1, max_size=players).map(",".join))
    plan = make(
        parse_cards(text, "cards.csv", ["heroes"]).tables["heroes"] if odd else None,
        own,
        players=players,
        settings=draw(every_setting),
        agents=agents or draw(lineups),
        fixed_seats=draw(st.booleans()),
        seed=draw(st.integers(0, 2**63 - 1)),
    )
    return Drawn(text, plan)
