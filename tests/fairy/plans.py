"""Random plans for Fairy: players, variants, settings, styles, seeds, and edited card tables."""

from __future__ import annotations

from hypothesis import strategies as st

from fairy.table import REFERENCE_CHARMS, REFERENCE_GUESSES, card_table, make, own_style
from helpers.own_plans import Drawn

SUITS = ("A", "B", "C", "Dawn")
STYLES = ("random", "greedy", "novice", "forgetful", "cautious", "dreamer", "chaser", "watcher")
SCRIPTS = ("always_higher", "always_lower", "always_same", "always_catch")
FEATURES = ("ev", "floor_save", "p", "risk", "reach", "chase", "protect", "due", "edge")
MEMORIES = {"none": (0.0, 0.0), "fairies": (0.0, 1.0), "half": (0.5, 1.0), "full": (1.0, 1.0)}
"""Retention and fairy_memory of the memories of section 4.2."""

COMPARISONS = (">", "<", ">=", "<=", "=", "!=")

numbers = st.integers(-3, 30)
gains = st.one_of(st.integers(0, 9), st.integers(0, 9), st.just(1000))


@st.composite
def decks(draw) -> list[tuple[int, str, bool, int]]:
    """3 to 64 charm cards, some with copies, at least one fairy, of any numbers and suits."""
    kinds = draw(st.sampled_from([3, 4, 8, 15, 24, 60]))
    most = {60: 1, 24: 2}.get(kinds, 3)
    charms = []
    for _ in range(kinds):
        fairy = draw(st.integers(0, 5)) == 0
        charms.append((draw(numbers), draw(st.sampled_from(SUITS)), fairy, draw(st.integers(0, most))))
    extra = draw(st.sampled_from([3, 4])) if kinds == 60 else 3
    numbered = [(draw(numbers), draw(st.sampled_from(SUITS)), i == 0, 1) for i in range(extra)]
    full = [(number, suit, fairy, 1) for number, suit, fairy, _ in charms] if draw(st.booleans()) else charms
    return [*numbered, *full]


@st.composite
def conditions(draw, suits: tuple[str, ...]) -> str:
    """A condition from the grammar of section 5.2."""
    value = st.one_of(
        numbers.map(str),
        st.sampled_from(["next", "pile", "gap"]),
        st.builds("{} mod {}".format, st.sampled_from(["next", "pile", "gap"]), st.integers(1, 9)),
    )
    test = st.one_of(
        st.builds("{} {} {}".format, value, st.sampled_from(COMPARISONS), value),
        st.sampled_from(["same suit", "fairy", "pile fairy", "next > pile", "next < pile"]),
        st.builds("suit {} {}".format, st.sampled_from(["=", "!="]), st.sampled_from(suits)),
    )
    unit = st.one_of(test, st.builds("not {}".format, test))
    nested = st.recursive(
        unit,
        lambda inner: st.one_of(
            st.builds("({} and {})".format, inner, inner),
            st.builds("not ({} or {})".format, inner, inner),
            st.builds("({} or {} and {})".format, inner, inner, inner),
        ),
        max_leaves=4,
    )
    return draw(st.one_of(unit, nested, st.builds("{} or {}".format, nested, unit)))


@st.composite
def tables(draw) -> tuple[str, tuple[str, ...], int, tuple[int, int]]:
    """The text of an edited card table, its guess keys, its fairies, and (start, top) of its track."""
    charms = draw(st.one_of(decks(), st.just(list(REFERENCE_CHARMS))))
    suits = tuple({suit for _, suit, _, _ in charms})
    guesses = list(REFERENCE_GUESSES)
    if draw(st.booleans()):
        keys = ["higher", "lower", "same", "catch", "g5", "g6", "g7", "g8"][: draw(st.integers(2, 8))]
        guesses = [(key, draw(conditions(suits)), draw(gains), draw(st.integers(0, 3))) for key in keys]
    floor = draw(st.integers(-8, 0))
    start = draw(st.integers(floor, floor + 6))
    top = draw(st.integers(start + 1, start + 40))
    text = card_table(charms, guesses, f"floor {floor}; top {top}; start {start}")
    fairies = sum(copies for _, _, fairy, copies in charms if fairy)
    return text, tuple(key for key, *_ in guesses), fairies, (start, top)


@st.composite
def own_styles(draw, keys: tuple[str, ...]) -> list:
    """Two own styles, with any features, memory and noise."""
    features = (*FEATURES, *(f"is_{key}" for key in keys))
    weights = st.dictionaries(st.sampled_from(features), st.integers(-8, 8).map(lambda n: n / 4), max_size=5)
    return [
        own_style(
            name,
            draw(weights),
            retention=draw(st.sampled_from([0.0, 0.3, 0.5, 1.0])),
            fairy_memory=draw(st.sampled_from([0.0, 1.0])),
            noise=draw(st.sampled_from([0.0, 0.0, 0.25, 2.0])),
            watchful=draw(st.sampled_from([0.0, 1.0])),
        )
        for name in ("own-1", "own-2")
    ]


@st.composite
def plans(draw, edited: bool = True) -> Drawn:
    """A card table (the reference set unless ``edited``) and a plan for it."""
    text, keys, fairies, (start, top) = card_table(), ("higher", "lower", "same", "catch"), 3, (0, 24)
    if edited and draw(st.booleans()):
        text, keys, fairies, (start, top) = draw(tables())
    rules = {
        "initial_fairy_counts": draw(st.booleans()),
        "end_fairies": draw(st.one_of(st.just("all"), st.integers(1, fairies))),
        "top_rule": draw(st.sampled_from(["compare", "clamp", "share"])),
    }
    variant = draw(st.sampled_from(["base", "fifteen"]))
    if variant == "fifteen" and (start, top) != (0, 24):
        low = max(1, start + 1)
        if top < low:
            variant = "base"  # the setting fifteen_target begins at 1
        else:
            rules["fifteen_target"] = draw(st.integers(low, top))
    elif draw(st.booleans()):
        rules["fifteen_target"] = draw(st.integers(1, 24))
    own = draw(own_styles(keys))
    players = draw(st.integers(2, 10))
    scripts = (script for script in SCRIPTS if script.removeprefix("always_") in keys)  # the others are refused
    names = ("own-1", "own-2", *STYLES, *scripts, "mixed", "mixed(own-1,greedy)")
    agents = draw(st.one_of(st.none(), st.lists(st.sampled_from(names), min_size=1, max_size=players).map(",".join)))
    plan = make(
        text,
        own,
        players=players,
        variant=variant,
        settings=rules,
        agents=agents,
        fixed_seats=draw(st.booleans()),
        seed=draw(st.integers(0, 2**63 - 1)),
    )
    return Drawn(text, plan)
