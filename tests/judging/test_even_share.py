"""An even share where nobody wins some of the games: what is left of the wins, in the very games that are compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from balance.analysis.ratings import Rating
from balance.engine.game import Plan, find_game
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.runner import Watcher
from balance.judging import strength as ladders
from balance.judging.answers import NoParts
from balance.judging.exploits import PARASITE, _by_company
from balance.judging.look_ahead import LookAhead
from balance.judging.sittings import Sitting, Sittings
from balance.judging.strength import AskedStrength, Rung, Strength, Yardstick, strength
from balance.judging.strength_cache import _gap
from balance.judging.tournament import WinShare, win_share
from balance.judging.tune import AskedTune, tune
from balance.report.sections.styles import how_good
from balance.report.strengths import as_json, rows, sentences
from helpers.plain_games import DROWNED, FLOOD, forgotten, write_game
from helpers.shelf import Shelf


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder, and what it opens is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    with forgotten():
        yield


def plan_of(agents: str = "mixed(rush,dash)", players: int = 2) -> Plan:
    """Of a game that nobody wins in 4 of 10 times, whoever plays."""
    game = find_game(str(write_game(Path(), FLOOD)))
    return make_plan(Request(game.id, games=1, players=players, agents=agents))


@pytest.mark.parametrize("players", [2, 3])
def test_equal_styles_do_not_lose_to_each_other_because_nobody_wins_some_games(players):
    ladder = strength(plan_of(players=players), AskedStrength(games=400, ahead=0))
    assert ladder.neutral == pytest.approx((1 - DROWNED) / players, abs=0.03)
    for pair in ladder.pairs:
        wins = pair.won.share + (players - 1) * pair.others_won.share
        assert pair.won.even == pair.others_won.even == pytest.approx(wins / players)
        assert pair.won.interval[1] < 1 / players, "or the games are too few to tell"
    assert (ladder.invading, ladder.defending) == ([], [])
    assert as_json(ladder)["neutral"] == ladder.neutral
    (of_anchor,) = (row for row in rows(ladder) if row[0] == ladder.anchor)
    assert of_anchor[-1] == f"{100 * ladder.neutral:.1f} %"


def test_who_wins_less_than_half_beats_another_who_wins_still_less():
    ladder = strength(plan_of("mixed(rush,idle)"), AskedStrength(games=400, ahead=0))
    assert ladder.by_styles["rush", "idle"].won.interval[0] < 0.5
    assert ladder.beats("rush", "idle")


def test_every_pair_of_styles_is_judged_by_its_own_games():
    """Games of one pair are all won, of the other 4 in 10 are not: in both all are equal."""
    won = {"a": WinShare(0.5, 0.005, 10_000, 0.5), "b": WinShare(0.3, 0.005, 10_000, 0.3)}
    ladder = Strength(
        2, tuple(ladders.Pair(style, "ba"["ab".index(style)], won[style], won[style]) for style in "ab"), (), ()
    )
    assert [ladder.side(*pair) for pair in (("a", "b"), ("b", "a"))] == [0, 0]


# ---------------------------------------------------------------- the look-ahead player


class Stub:
    """A batch whose games end as they are told, three of them: won by the first, by the second, by nobody."""

    shares = ((1.0, 0.0), (0.0, 1.0), (0.0, 0.0))

    def clear(self) -> None:
        self.games = getattr(self, "games", -1)

    def take(self, plan: Plan) -> None:
        self.games += 1

    def standing(self) -> pl.DataFrame:
        return pl.DataFrame({"win_share": self.shares[self.games]})


def test_a_look_ahead_player_is_measured_by_what_was_won_in_its_games(monkeypatch):
    monkeypatch.setattr(ladders, "play_ahead", lambda *_: [])
    batch = Stub()
    pool = SimpleNamespace(each=lambda play, firsts: [play(batch, first) for first in firsts], go_on=lambda: None)
    plans = [replace(plan_of("rush,dash"), fixed_seats=True)] * 2
    rung = ladders._rung(pool, plans, LookAhead(8, None), 3, Watcher(), NoParts())  # type: ignore[arg-type]
    assert (rung.won.share, rung.won.cases) == (pytest.approx(2 / 3), 3), "it sits first, then second"
    assert rung.won.even == pytest.approx(2 / 6)


def stick(share: float, stderr: float, even: float) -> Strength:
    """A ladder with a yardstick among players with `rush`: what it wins, with the most playouts."""
    rung = Rung(8, WinShare(share, stderr, 5_000, even), (share, share), 1.0, 1.0)
    pair = ladders.Pair("rush", "dash", WinShare(0.5, stderr, 5_000, even), rung.won)
    return Strength(2, (pair,), (Rating("rush", 1000, 990, 1010),), (Yardstick("rush", "rush", (rung,) * 4),))


@pytest.mark.parametrize(
    ("share", "verdict", "on_page"),
    [
        (0.3, "Whether they miss anything is not decided", "It is not known to find anything that they miss."),
        (0.35, "So these players miss choices worth +5 points", "So better play exists"),
        (0.25, "It finds nothing that they miss.", "It is not known to find anything that they miss."),
    ],
)
def test_it_finds_what_others_miss_where_it_wins_more_than_they(share, verdict, on_page):
    yardstick = stick(share, 0.005, even=0.3)
    told = " ".join(sentences(yardstick))
    assert "30 % would be even" in told
    assert verdict in told
    assert as_json(yardstick)["yardstick"]["even"] == 0.3
    page = how_good(SimpleNamespace(plan=plan_of(), gap=_gap(yardstick)))  # type: ignore[arg-type]
    assert "30.0" in page
    assert on_page in page


# ---------------------------------------------------------------- a style that was found


def test_what_any_player_won_is_kept_beside_what_the_style_won():
    plan, shelf = plan_of(), Shelf()
    sittings = [Sitting(plan.styles[0], "dash"), Sitting(plan.styles[2], "mixed(rush,dash)")]
    tables = [Sittings(plan, 1, Watcher(), shelf).won_and_even("x", sittings, 200) for _ in range(2)]
    for shares, again in zip(*tables, strict=True):
        assert np.array_equal(shares, again)
        assert win_share(*shares).even == pytest.approx((1 - DROWNED) / 2, abs=0.06)
        assert set(shares[1]) == {0.0, 0.5}
    assert shelf.loaded == 1


def test_a_style_wins_more_than_even_that_wins_more_than_was_to_be_won_by_chance():
    asked = AskedTune(against=("idle",), starts=("idle",), runs=1, generations=2, games=30, confirm=400)
    tuned = tune(plan_of(), asked)
    assert tuned.neutral == tuned.won.even == pytest.approx((1 - DROWNED) / 2, abs=0.04)
    assert tuned.neutral < tuned.won.interval[0] < 0.5
    assert tuned.gain.low > 0


@pytest.mark.parametrize(("share", "kinds"), [(0.2, []), (0.25, [PARASITE])])
def test_who_lives_off_others_wins_more_than_was_to_be_won_by_chance(share, kinds):
    """At tables of three at which nobody wins 4 of 10 games: 20 % would be chance."""
    even = np.resize([1 / 3, 1 / 3, 1 / 3, 0, 0], 10_000)
    equal, own = (np.resize([win, win, win, 0, 0], 10_000) for win in (1 / 3, share / 0.6))
    plan = plan_of(players=3)
    sittings = SimpleNamespace(plan=plan, won_and_even=lambda *_: [(equal, even), (equal, even), (own, even)])
    signs = _by_company(sittings, plan.styles[0], plan.styles[1], 10_000)  # type: ignore[arg-type]
    assert [(sign.kind, sign.now, sign.before) for sign in signs] == [
        (kind, pytest.approx(share), pytest.approx(0.2)) for kind in kinds
    ]
