"""Runs that go on until figures are known well enough: where they end, and that nothing else decides it."""

from __future__ import annotations

import math
import shutil

import numpy as np
import pytest

from balance.analysis.paired import FALSE_ALARM_RATE, anytime_z, half_widths
from balance.analysis.stats import FORESEEABLE
from balance.analysis.sums import Sums
from balance.analysis.tally import Counter, games_of_cases
from balance.common.errors import InputError
from balance.engine.game.headlines import SHARED
from balance.engine.playing.runner import Interrupted, Watcher, play_in_memory, simulate
from balance.engine.runs.run import Run, RunError, open_run
from balance.judging.until import MORE, Until, Wish, read_wishes
from helpers.play import make
from helpers.run_tools import assert_same_rows, limit_parts, played, small_plan

pytestmark = pytest.mark.slow

PART = 100
KNOWN = {headline.name: headline for headline in SHARED}
WISHES = (Wish("seat_win_share", None, 0.17), Wish("turns_mean", None, 1.06))
MOST = 1500


@pytest.fixture
def plan(monkeypatch):
    """At most 1,500 games, in parts of 100."""
    limit_parts(monkeypatch, PART)
    return small_plan(games=MOST)


def until(plan, folder, workers: int = 1, wishes=WISHES) -> tuple[Run, Until]:
    goal = Until(wishes, plan)
    return simulate(plan, folder, workers, goal=goal), goal


@pytest.fixture(scope="module")
def ended(tmp_path_factory) -> tuple[Run, Until]:
    """The run that ended by itself, on one thread, and its goal. Nobody may change it."""
    with pytest.MonkeyPatch.context() as patch:
        limit_parts(patch, PART)
        return until(small_plan(games=MOST), tmp_path_factory.mktemp("ended") / "run")


def copied(run: Run, folder) -> Run:
    """A copy to go on with, or to spoil."""
    shutil.copytree(run.path, folder)
    return open_run(folder)


def looks() -> list[int]:
    """After how many parts it is looked."""
    after = [1]
    while after[-1] < MOST // PART:
        after.append(min(MOST // PART, max(after[-1] + 1, math.ceil(after[-1] * MORE))))
    return after


# ---------------------------------------------------------------- where it ends


def test_a_run_ends_with_the_first_look_that_finds_all_narrow_enough(plan, ended):
    run, goal = ended
    parts = len(run.done_chunks())
    assert goal.fulfilled
    assert run.complete
    assert run.manifest["games"] == parts * PART < MOST
    widths = {wish.figure: wish.width for wish in WISHES}
    narrow = []
    for look in looks():
        if look > parts:
            break
        sums = Sums.of((Counter(plan).rows(play_in_memory(plan, 0, look * PART), 0, 1), None), look * PART, 1)
        halves = half_widths(sums, FALSE_ALARM_RATE / 5, KNOWN)  # four seats and the length
        narrow.append(all(half <= widths[key[0]] for key, half in halves.items() if key[0] in widths))
    assert narrow == [False] * (len(narrow) - 1) + [True]
    assert looks()[len(narrow) - 1] == parts


def test_what_it_holds_is_what_an_ordinary_run_of_so_many_games_holds(plan, ended, tmp_path):
    run, _ = ended
    assert_same_rows(run, played(tmp_path / "plain", games=run.manifest["games"]))
    folders = [{file.name for file in (run.path / table).iterdir()} for table in run.tables()]
    assert folders == [{part.name for part in run.parts("games")}] * 4


@pytest.mark.nightly
@pytest.mark.parametrize("workers", [2, 3])
def test_the_end_depends_on_no_threads(plan, ended, tmp_path, workers):
    run, _ = until(plan, tmp_path / "run", workers)
    assert_same_rows(run, ended[0])
    folders = [{file.name for file in (run.path / table).iterdir()} for table in run.tables()]
    assert folders == [{part.name for part in run.parts("games")}] * 4


@pytest.mark.nightly
def test_a_run_that_was_stopped_ends_where_it_would_have(plan, ended, tmp_path):
    class Stop(Watcher):
        def played(self, games: int) -> None:
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises((Interrupted, KeyboardInterrupt)):
            simulate(plan, tmp_path / "run", watcher=Stop(), goal=Until(WISHES, plan))
        simulate_some(plan, tmp_path / "run", parts=2)
    run, _ = until(plan, tmp_path / "run", 2)
    assert_same_rows(run, ended[0])


def simulate_some(plan, folder, parts: int) -> None:
    """Go on for some parts and be stopped."""

    class Few(Watcher):
        games = 0

        def played(self, games: int) -> None:
            self.games += games
            if self.games >= parts * PART:
                raise KeyboardInterrupt

    with pytest.raises((Interrupted, KeyboardInterrupt)):
        simulate(plan, folder, watcher=Few(), goal=Until(WISHES, plan))


@pytest.mark.nightly
def test_a_run_that_is_never_sharp_enough_has_all_its_games(plan, tmp_path):
    run, goal = until(plan, tmp_path / "run", wishes=[Wish("seat_win_share", "seat 1", 0.0001)])
    assert run.complete
    assert run.manifest["games"] == MOST
    assert not goal.fulfilled
    assert goal.games() > 10**6


def test_the_same_wish_again_finds_it_complete_and_another_is_refused(plan, ended, tmp_path):
    run = copied(ended[0], tmp_path / "run")
    before = (run.path / "manifest.json").read_bytes()
    assert until(plan, tmp_path / "run")[0].complete
    assert (run.path / "manifest.json").read_bytes() == before
    with pytest.raises(RunError, match="holds another run"):
        until(plan, tmp_path / "run", wishes=[Wish("turns_mean", None, 0.4)])
    with pytest.raises(RunError, match="holds another run"):
        simulate(plan, tmp_path / "run")


def test_what_a_kill_left_beyond_the_end_is_removed(plan, ended, tmp_path):
    """Killed after the end was found and written, before the parts beyond it were gone."""
    run = copied(ended[0], tmp_path / "run")
    surplus = run.path / "games" / f"part-{MOST // PART - 1:08}.parquet"
    surplus.write_bytes(b"")
    text = (run.path / "manifest.json").read_text().replace('"complete": true', '"complete": false')
    (run.path / "manifest.json").write_text(text)
    again, _ = until(plan, tmp_path / "run")
    assert again.complete
    assert not surplus.exists()
    assert open_run(run.path).manifest["games"] == run.manifest["games"]


# ---------------------------------------------------------------- what is known


def test_the_sums_of_parts_are_those_of_their_games(plan, tmp_path):
    run = played(tmp_path / "run", games=700)
    goal = Until([*WISHES, Wish("card_met_share", None, 0.1)], plan)
    sums = goal._read(run, range(3)) + goal._read(run, range(3, 7))
    rows = Counter(plan).rows(play_in_memory(plan, 0, 700), 0, 1)
    wanted = Sums.of((rows, None), 700, 1)
    assert (sums.keys, sums.cases, sums.of_all_games) == (wanted.keys, wanted.cases, wanted.of_all_games)
    assert np.allclose(sums.total, wanted.total)
    assert np.allclose(sums.products, wanted.products)


def test_matches_count_the_games_they_play(tmp_path):
    match = {"game": "fairy_conundrum", "games": 60, "settings": {"match_games": "3"}}
    run, plan = played(tmp_path / "run", **match), small_plan(**match)
    goal = Until([Wish("turns_mean", None, 0.5)], plan)
    sums = goal._read(run, range(len(run.chunks())))
    tables = play_in_memory(plan, 0, 60)
    games = games_of_cases(tables, 0, 20, 3)
    assert games.sum() < 60
    wanted = Sums.of((goal.counter.rows(tables, 0, 3), None), 20, 3, (games, np.zeros(20)))
    assert (sums.keys, sums.cases, sums.of_all_games) == (wanted.keys, wanted.cases, wanted.of_all_games)
    for mine, others in [
        *((sums.games, wanted.games), (sums.games_products, wanted.games_products)),
        *((sums.total, wanted.total), (sums.products, wanted.products)),
    ]:
        assert np.allclose(mine, others)


def test_a_share_is_known_as_its_binomial_error_says():
    plan = small_plan(games=2000)
    rows = Counter(plan).rows(play_in_memory(plan, 0, 2000), 0, 1)
    sums = Sums.of((rows, None), 2000, 1)
    share = sums.total[0, sums.keys.index(("shared_share", ""))] / 2000
    half = half_widths(sums, 0.05, KNOWN)[("shared_share", "")]
    assert half == pytest.approx(anytime_z(2000, 0.05) * math.sqrt(share * (1 - share) / 2000), rel=0.01)


def test_what_never_happened_is_not_known_for_sure():
    plan = small_plan(games=400)
    rows = Counter(plan).rows(play_in_memory(plan, 0, 400), 0, 1)
    sums = Sums.of((rows, None), 400, 1)
    assert sums.total[0, sums.keys.index(("no_winner_share", ""))] == 0
    assert half_widths(sums, 0.05, KNOWN)[("no_winner_share", "")] > 1 / 400


def test_the_games_it_will_take_are_foreseen(ended):
    assert Until(WISHES, small_plan(games=MOST)).games() == pytest.approx(ended[0].manifest["games"], rel=0.4)


def test_a_figure_that_never_varies_takes_hardly_a_game():
    plan = make("heroes", games=400)
    assert Until([Wish("turns_mean", None, 0.5)], plan).games() <= 2


def test_where_nothing_is_known_more_games_are_foreseen_than_can_be_played(monkeypatch):
    goal = Until(WISHES, small_plan(games=MOST))
    monkeypatch.setattr(goal, "wide", lambda sums: math.inf)
    assert goal.games() > FORESEEABLE


# ---------------------------------------------------------------- how it is asked for


def test_wishes_are_read():
    assert read_wishes(["0.3pp"], KNOWN) == (Wish("seat_win_share", None, 0.003), Wish("style_win_share", None, 0.003))
    assert read_wishes(["turns_mean=0.05"], KNOWN) == (Wish("turns_mean", None, 0.05),)
    assert read_wishes(["card_used_share:FY01=1pp"], KNOWN) == (Wish("card_used_share", "FY01", 0.01),)
    assert read_wishes(["seat_win_share:seat 1=0.01"], KNOWN) == (Wish("seat_win_share", "seat 1", 0.01),)


@pytest.mark.parametrize(
    "words",
    [["x"], ["-1pp"], ["0"], ["nan"], ["inf"], ["60pp"], ["turns_mean=1pp"], ["turns_mean="], ["=1"], ["1pp", "1pp"]],
)
def test_what_is_no_wish_is_refused(words):
    with pytest.raises(InputError):
        Until(read_wishes(words, KNOWN), small_plan())


@pytest.mark.parametrize("wish", [Wish("turnsmean", None, 1), Wish("seat_win_share", "seat 9", 0.1)])
def test_an_unknown_figure_is_an_error_with_the_nearest(wish):
    with pytest.raises(InputError, match="did you mean"):
        Until([wish], small_plan())
