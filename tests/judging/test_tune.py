"""A stronger style: found, confirmed, the same every time, and named where it is an exploit."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from balance.common.errors import InputError
from balance.engine.game import Plan
from balance.engine.game.plan import check_styles
from balance.judging.exploits import ONE_CARD, ONE_SOURCE
from balance.judging.tune import FEWEST, AskedTune, Tuned, check, free_name, named, tune
from balance.report.recipes import headline
from helpers.edited_plans import edited
from helpers.play import compile_once, make, own_style

QUICK = AskedTune(against=("greedy",), starts=("greedy",), runs=2, generations=4, games=250, confirm=2_000)


class Kept:
    """Parts in memory; after ``most`` that were stored, the user stops."""

    def __init__(self, most: float = float("inf")):
        self.parts: dict[str, pl.DataFrame] = {}
        self.most = most

    def load(self, name: str) -> pl.DataFrame | None:
        return self.parts.get(name)

    def store(self, name: str, part: pl.DataFrame) -> None:
        assert name not in self.parts, f"{name} was played twice"
        if len(self.parts) >= self.most:
            raise KeyboardInterrupt
        self.parts[name] = part


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Four players of Fairy."""
    compile_once("fairy")
    return make("fairy", games=1, seed=5)


@pytest.fixture(scope="module")
def kept() -> Kept:
    return Kept()


@pytest.fixture(scope="module")
def found(plan, kept) -> Tuned:
    return tune(plan, QUICK, 2, parts=kept)


@pytest.mark.slow
def test_it_wins_more_than_its_start_and_more_than_an_even_share(found):
    assert found.is_stronger
    assert found.gain.low > 0.03
    assert found.won.interval[0] > found.neutral == 0.25
    assert found.start_won.share == pytest.approx(0.25, abs=0.04)  # greedy among greedy
    assert [run.start for run in found.runs] == ["greedy", "greedy"]
    assert found.runs[0].won != found.runs[1].won  # two runs from one start are two searches
    assert found.generations == 4
    assert {**found.style.knobs, "watchful": 0} == {**found.start.knobs, "watchful": 0}  # memory is no play


@pytest.mark.slow
def test_what_changes_are_worth_is_told_the_dearest_first(found):
    worth = [change.worth.value for change in found.changes]
    assert worth == sorted(worth, reverse=True)
    assert all(change.before != change.after for change in found.changes)
    assert any(change.clear for change in found.changes)


@pytest.mark.nightly
def test_threads_change_nothing(plan, found):
    again = tune(plan, QUICK, 1)
    assert again == found


@pytest.mark.nightly
def test_who_is_stopped_anywhere_goes_on_from_there_and_finds_the_same(plan, kept, found):
    """Whatever was stored is not played again (``Kept`` refuses that), and the answer is the same."""
    for most in (2, len(kept.parts) - 1):
        some = Kept(most)
        with pytest.raises(KeyboardInterrupt):
            tune(plan, QUICK, 2, parts=some)
        some.most = float("inf")
        assert tune(plan, QUICK, 2, parts=some) == found
        assert some.parts.keys() == kept.parts.keys()


@pytest.mark.slow
def test_what_was_asked_before_plays_nothing(plan, kept, found, monkeypatch):
    def never(*_: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr("balance.judging.sittings.play_tables", never)
    monkeypatch.setattr("balance.judging.habits.simulated", never)
    assert tune(plan, QUICK, 2, parts=kept) == found


@pytest.mark.slow
def test_a_time_limit_ends_the_search_and_what_it_found_is_remembered(plan):
    parts = Kept()
    asked = replace(QUICK, seconds=0.001)
    hasty = tune(plan, asked, 2, parts=parts)
    assert hasty.generations == 1
    assert tune(plan, asked, 2, parts=parts) == hasty


@pytest.mark.slow
def test_where_there_is_little_time_fewer_games_are_played_and_what_was_found_is_remembered(plan):
    parts = Kept()
    asked = AskedTune(("greedy",), ("greedy",), runs=2, seconds=0.001)
    hasty = tune(plan, asked, 2, parts=parts)
    assert hasty.games < asked.confirming_games(plan)
    assert tune(plan, asked, 2, parts=parts) == hasty
    assert (hasty.won.cases, tune(plan, replace(asked, confirm=2_000), 2).won.cases) == (FEWEST, 2_000)


@pytest.mark.slow
def test_more_generations_go_on_from_those_that_were_played(plan, kept, found):
    before = {name for name in kept.parts if name.startswith("generation-")}
    more = tune(plan, replace(QUICK, generations=5), 2, parts=kept)
    after = {name for name in kept.parts if name.startswith("generation-")}
    assert more.generations == 5
    assert len(before) == 4
    assert len(after - before) == 1


def test_likes_sit_at_every_table_of_the_search_and_share_what_is_won(plan):
    """Three of four who play alike win a third each where they win all; one alone wins more among such players."""
    alone = AskedTune(("random",), ("greedy",), runs=1, generations=1, games=50, confirm=400)
    among_likes = tune(plan, replace(alone, likes=2))
    for won in (among_likes.won, among_likes.start_won, *(run.won for run in among_likes.runs)):
        assert 0.25 < won.share <= 1 / 3
    assert tune(plan, alone).won.share > 1 / 3
    assert "against random, 2 others playing it, too" in headline(among_likes)


def test_nothing_stronger_is_said_to_be_so(plan):
    """A start that nobody beats by a step: it wants one guess so much that no step makes it guess otherwise."""
    stubborn = replace(plan, styles=(*plan.styles, own_style("fairy", "stubborn", {"is_catch": 10_000.0})))
    asked = AskedTune(("stubborn",), ("stubborn",), runs=1, generations=1, games=50, confirm=400)
    tuned = tune(stubborn, asked)
    assert not tuned.is_stronger
    assert tuned.exploits == ()


@pytest.mark.slow
def test_who_beats_its_start_is_not_stronger_than_a_style_from_which_nobody_started(plan, found):
    """Among the field a champion wins most that does not win most among all: there it is alike to many others."""
    champion = replace(found.style, name="champion")
    again = tune(replace(plan, styles=(found.start, champion)), replace(QUICK, generations=1), 2)
    assert again.gain.low > 0
    assert again.won.interval[0] > again.neutral
    assert (again.best_start.style, again.strongest.style) == ("greedy", "champion")
    assert again.strongest.won == found.won, "on the same deals"
    assert not again.is_stronger


@pytest.mark.slow
def test_a_card_that_pays_too_much_is_found_and_named(plan):
    """Planted: Catch pays 40, and the only one to play, who wants to be right whatever it pays, never guesses that."""
    careful = own_style("fairy", "careful", {"p": 1.0}, retention=0.5, fairy_memory=1.0)
    away = [replace(style, in_mixed=False) for style in plan.styles]
    planted = edited(replace(plan, styles=(*away, careful)), ("FYG4", "points", "40"))
    asked = AskedTune(("careful",), ("careful",), runs=1, generations=6, games=200, confirm=2_000)
    tuned = tune(planted, asked, 2)
    assert tuned.won.share > 0.9
    by_kind = {exploit.kind: exploit for exploit in tuned.exploits if exploit.certain}
    assert by_kind[ONE_CARD].subject == "FYG4"
    assert by_kind[ONE_CARD].now > 0.8  # of the gain
    assert by_kind[ONE_SOURCE].subject == "pts_catch"


# ---------------------------------------------------------------- what is asked


@pytest.mark.slow
def test_the_field_and_the_starts_are_the_strongest_that_are_there(plan):
    asked = AskedTune(generations=1, games=20, confirm=400)
    tuned = tune(plan, asked)
    assert len(tuned.field) == 2
    assert tuned.field[0] == "greedy"
    assert [run.start for run in tuned.runs][:2] == list(tuned.field)
    assert len(tuned.runs) == 3
    assert {among.others for among in tuned.among} >= {"greedy", "forgetful", "cautious"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (None, ()),
        ("greedy", ("greedy",)),
        ("greedy, chaser,greedy", ("greedy", "chaser")),
        ("mixed(novice,chaser),greedy", ("novice", "chaser", "greedy")),
        ("mixed", ("greedy", "forgetful", "cautious", "dreamer", "chaser", "watcher", "daredevil")),
    ],
)
def test_styles_are_named_as_elsewhere(plan, text, names):
    assert named(plan, text) == names


def test_who_is_not_there_is_an_error_with_the_nearest(plan):
    with pytest.raises(InputError, match="gredy"):
        check(plan, AskedTune(against=("gredy",)))
    with pytest.raises(InputError, match="2 or more"):
        check(make("alfheim", games=1, players=1), AskedTune())


def test_a_name_that_is_taken_is_not_given_twice(plan):
    assert free_name(plan, "tuned") == "tuned"
    taken = replace(plan, styles=check_styles((*plan.styles, own_style("fairy", "tuned", {}))))
    assert free_name(taken, "tuned") == "tuned-2"
