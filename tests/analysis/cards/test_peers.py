"""What is said of cards, from numbers made up for it."""

from __future__ import annotations

import math

import polars as pl
import pytest

from balance.analysis.cards.peers import against_peers, roles

ROW = {"card": "A", "effect": 0.0, "effect_se": 0.01, "did": 1000, "didnt": 1000}
KINDS = {
    "card": pl.String,
    "effect": pl.Float64,
    "effect_se": pl.Float64,
    "effect_low": pl.Float64,
    "effect_high": pl.Float64,
    "did": pl.Int64,
    "didnt": pl.Int64,
    "kind": pl.String,
    "set": pl.String,
    "event": pl.String,
    "group": pl.String,
    "verdict": pl.String,
}


def frame(*rows: dict) -> pl.DataFrame:
    """These rows, with what is usual where they say nothing."""
    full = [ROW | row for row in rows]
    for row in full:
        if row["effect"] is not None and row["effect_se"] is not None:
            row.setdefault("effect_low", row["effect"] - 1.96 * row["effect_se"])
            row.setdefault("effect_high", row["effect"] + 1.96 * row["effect_se"])
    return pl.DataFrame([{name: row.get(name) for name in KINDS} for row in full], schema=KINDS)


def test_usual_is_the_mean_of_the_others_of_its_kind_and_set_weighed_by_seats():
    base = [{"card": name, "kind": "spell", "set": "one", "event": "taken", "did": 100} for name in "ABCD"]
    effects = (0.1, 0.2, 0.3, 0.4)
    rows = [row | {"effect": effect} for row, effect in zip(base, effects, strict=True)]
    rows[3]["did"] = 700
    usual = [(20 + 30 + 280) / 900, (10 + 30 + 280) / 900, (10 + 20 + 280) / 900, (10 + 20 + 30) / 300]
    stranger = {"card": "E", "kind": "spell", "set": "two", "event": "taken", "effect": 0.9, "did": 1000}
    other = {"card": "F", "kind": "tool", "set": "one", "event": "taken", "effect": 0.9, "did": 1000}
    nothing = {"card": "G", "kind": "spell", "set": "one", "event": None, "effect": None, "did": None}
    compared = against_peers(frame(*rows, stranger, other, nothing))
    assert compared["usual"].to_list()[:4] == pytest.approx(usual)
    assert compared["effect"].to_list()[:4] == pytest.approx([e - u for e, u in zip(effects, usual, strict=True)])
    others = math.sqrt(100**2 + 100**2 + 700**2) / 900  # of their errors, 0.01 each
    error = 0.01 * math.sqrt(1 + others**2)
    assert compared["effect_se"][0] == pytest.approx(error), "its own error and that of the mean it is measured by"
    assert compared["effect_low"][0] == pytest.approx(0.1 - usual[0] - 1.959964 * error)
    assert compared["usual"][4] == pytest.approx((10 + 20 + 30 + 280) / 1000), "of its set alone: then its kind"
    assert compared["usual"][5] == 0, "of its kind alone"
    assert compared["effect"][6] is None


# ---------------------------------------------------------------- roles


def role(*rows: tuple[float | None, float | None, float | None, float | None]) -> list[str]:
    """Of desire, its error, power and its error."""
    names = ("desire", "desire_se", "power", "power_se")
    return roles(pl.DataFrame(rows, schema=dict.fromkeys(names, pl.Float64), orient="row")).to_list()


def test_traps_and_sleepers():
    assert role((1, 0.1, -0.1, 0.01), (-1, 0.1, 0.1, 0.01)) == ["trap", "sleeper"]
    assert role((1, 0.1, 0.1, 0.01), (-1, 0.1, -0.1, 0.01)) == ["", ""], "wanted and good, or neither"
    assert role((1, 0.1, -0.01, 0.01), (0.1, 0.1, -0.1, 0.01)) == ["", ""], "one of the two may be luck"
    assert role((None, None, -0.1, 0.01), (1, 0.1, None, None), (1, None, -1, 0.1)) == ["", "", ""]


def test_what_is_held_against_nothing_is_no_sleeper():
    """Any useful card beats nothing: that it does, and is wanted less than others, says little."""
    rows = {"desire": [-1.0, -1.0], "desire_se": [0.1, 0.1], "power": [0.1, 0.1], "power_se": [0.01, 0.01]}
    cards = pl.DataFrame(rows | {"power_against": ["nothing", "another guess"]})
    assert roles(cards).to_list() == ["", "sleeper"]


def test_among_many_cards_a_trap_must_be_surer():
    trap, other = (1, 0.1, -0.0220, 0.01), (1, 0.1, 0.0, 0.01)
    assert role(trap) == ["trap"]
    assert role(trap, *[other] * 99)[0] == ""
