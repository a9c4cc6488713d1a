"""Trial edits: which numbers a card has, and what a step of one does, where the truth is known beforehand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from balance.analysis.trial_edits import as_json, from_json
from balance.common.errors import InputError
from balance.judging.again import Room
from balance.judging.edited import QUICK, edited_cards
from balance.judging.edits import edits
from balance.judging.effects import FEWEST, UNSEEN, effect
from balance.judging.moments import Moments
from balance.judging.sensitivity import AskedEdits, Counted, same_players, sensitivity
from balance.judging.trials import edit_for_all, edit_for_one, kinds_of, logged_cards
from helpers.edited_plans import edited
from helpers.play import compile_once, make

GAMES = 800


def table(game: str):
    compile_once(game)
    return make(game, games=GAMES, seed=5)


def tried(game: str, card: str, **cells: str) -> set[tuple[str, str]]:
    """The edits of a card whose cells are these first: column and cell."""
    plan = edited(make(game, games=10, seed=1), *((card, column, text) for column, text in cells.items()))
    return {(edit.column, edit.after) for edit in edits(plan, [card]).tried}


# ---------------------------------------------------------------- which numbers there are


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "card", "expected"),
    [
        # Given a hero with strength, an effect of two numbers, and slots that are places: those are left alone.
        (
            *("heroes", "HF24"),
            {
                *(("effect", f"fight {fight} / heal {heal}") for fight, heal in ((2, 2), (1, 3), (1, 1))),
                *(("traits", f"strength={number}; left=L-F; right=F-L; slots=0,0") for number in (3, 5)),
            },
        ),
        # Given a guess with a cost and points.
        ("fairy", "FYG4", {("cost", "0"), ("cost", "2"), ("points", "6"), ("points", "8")}),
        # Given a project in a notation that leaves a 1 out: one of the sparks it costs, and one of those it gives.
        (
            *("fairy_school", "FS111"),
            {
                *(("cost", text) for text in ("9E+2P+A+2F", "7E+2P+A+2F", "8E+3P+A+2F", "8E+1P+A+2F")),
                *(("cost", text) for text in ("8E+2P+2A+2F", "8E+2P+A+3F", "8E+2P+A+1F")),
                *(("effect", text) for text in ("2P+3N", "P+4N", "P+2N")),
                *(("points", text) for text in ("2", "4")),
            },
        ),
        # Given a queen: the points are those of all queens, the cost is icons.
        ("alfheim", "queen_a", {("points", "4"), ("points", "6")}),
    ],
)
def test_every_number_goes_a_step_up_and_down(game, card, expected):
    cells = tried(game, card)
    assert cells == expected  # the rules refuse "fight 0"


def test_what_the_rules_refuse_is_counted_and_not_tried():
    plan = edited(make("fairy", games=10, seed=1), ("FYG1", "cost", "0"))
    all_edits = edits(plan, ["FYG1"])
    assert {(edit.column, edit.after) for edit in all_edits.tried} == {("cost", "1"), ("points", "1"), ("points", "3")}
    assert all_edits.refused == 1  # a cost below 0


def test_the_number_of_another_card_is_no_amount():
    plan = make("fairy_conundrum", games=10, seed=1)
    card = next(row.id for row in plan.card_table.rows if "FC-T02" in row.effect and "token 1" in row.effect)
    texts = {edit.after for edit in edits(plan, [card]).tried if edit.column == "effect"}
    assert any("token 2 FC-T02" in text for text in texts)
    assert all("FC-T02" in text for text in texts)


def test_a_larger_step_goes_farther():
    plan = make("fairy", games=10, seed=1)
    assert {edit.after for edit in edits(plan, ["FYG4"], 3).tried if edit.column == "points"} == {"4", "10"}


def test_a_card_that_is_not_there_is_named():
    with pytest.raises(InputError, match="FYG9"):
        edits(make("fairy", games=10, seed=1), ["FYG9"])


# ---------------------------------------------------------------- what a step does


@pytest.mark.slow
def test_sums_say_what_rows_say():
    """The same edit, once as rows of players and once as sums: one mean, one standard error."""
    plan = table("heroes")
    other = edited(plan, ("HF24", "effect", "fight 2 / heal 2"))
    trial = edit_for_all("HF24", kinds_of(plan)["HF24"], other, "stronger")
    room = Room(plan)
    games = room.as_they_are(0, GAMES)
    met = games.met.filter(card=logged_cards(plan).index("HF24"))
    rows = room.again(trial, games, met)
    moments = room.counted(trial, games, met)
    change = moments.ratio({"win_before": 1.0, "win_after": -1.0}, "players", 0.5)
    expected = effect(rows)
    assert change is not None
    cases = met["game_no"].n_unique()
    assert change.value == pytest.approx(expected.value, abs=1e-6)
    assert change.se == pytest.approx(expected.se, rel=0.001)
    assert dict(zip(moments.names, moments.cases, strict=True))["players"] == rows["case"].n_unique() <= cases
    assert moments.sum("gained_before") == rows["gained"].sum()
    assert moments.sum("gained_after") == rows["gained_after"].sum()
    assert Moments.from_frame(moments.frame()).products == pytest.approx(moments.products)


def test_a_game_that_knows_no_turns_was_played_all_the_same(monkeypatch):
    plan = table("fairy")
    monkeypatch.setattr(Room, "_lengths", lambda room: room.batch.frame("games").select("game_no", turns=pl.lit(0)))
    trial = edit_for_all("FYG4", kinds_of(plan)["FYG4"], edited(plan, ("FYG4", "points", "8")), "more points")
    room = Room(plan)
    games = room.as_they_are(0, 50)
    met = games.met.filter(card=logged_cards(plan).index("FYG4"))
    moments = room.counted(trial, games, met)
    assert moments.sum("games") == met.height > 0
    assert moments.sum("seats") == met.height * plan.players


def test_sums_of_parts_are_the_sums_of_all():
    rng = np.random.default_rng(1)
    one, two = ({"a": rng.random(60), "b": rng.random(60) + 1} for _ in range(2))
    both = {name: np.concatenate([one[name], two[name]]) for name in one}
    added, whole = Moments.of(one) + Moments.of(two), Moments.of(both)
    assert added.cases.tolist() == whole.cases.tolist() == [120, 120]
    assert added.products == pytest.approx(whole.products)
    ratio = whole.ratio({"a": 1.0}, "b")
    assert ratio is not None
    assert ratio.value == pytest.approx(both["a"].sum() / both["b"].sum())


def gained_in(cases: int) -> Moments:
    """Of 2,000 games somebody gained the card in so many, and nothing changed."""
    players = np.zeros(2000)
    players[:cases] = 1
    return Moments.of({"change": np.zeros(2000), "players": players})


def test_only_games_in_which_somebody_gains_the_card_tell_of_it():
    """Nothing was seen to change in 40 games: one more of these could, whatever is in the 1,960 others."""
    ratio = gained_in(40).ratio({"change": 1.0}, "players", UNSEEN)
    assert ratio is not None
    assert ratio.se == pytest.approx(UNSEEN / 40)
    assert gained_in(FEWEST).ratio({"change": 1.0}, "players") is not None
    assert gained_in(FEWEST - 1).ratio({"change": 1.0}, "players") is None, "too few to say anything"


def test_intervals_of_a_ratio_hold_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(400):
        size = rng.poisson(2.0, 300).astype(float)
        moments = Moments.of({"hits": rng.binomial(size.astype(int), 0.3).astype(float), "size": size})
        ratio = moments.ratio({"hits": 1.0}, "size")
        assert ratio is not None
        held += ratio.low <= 0.3 <= ratio.high
    assert 0.92 <= held / 400 <= 0.98


def test_an_edit_that_changes_nothing_for_the_seats_moves_no_gap_between_them():
    """Who wins most in a hundred games does so by luck, which may not count as a gap that the edit has closed."""
    rng, changes, held = np.random.default_rng(3), [], 0
    trial = edit_for_all("FYG4", kinds_of(table("fairy"))["FYG4"], table("fairy"), "as it is")
    for _ in range(400):
        counted = {"games": np.ones(100)}
        for arm in ("before", "after"):
            won = np.eye(4)[rng.integers(4, size=100)]
            counted |= {f"seat_{seat}_{arm}": won[:, seat] for seat in range(4)}
        gap = Counted(trial, 0.015, moments=Moments.of(counted)).seat_gap(4)
        assert gap is not None
        changes.append(gap.change)
        held += gap.low <= 0 <= gap.high
    assert abs(np.mean(changes)) < 4 * np.std(changes) / 20
    assert 0.92 <= held / 400 <= 0.98


@pytest.mark.parametrize(("users", "rare"), [(49, True), (50, False)])
def test_a_card_is_rare_where_hardly_anybody_gains_it_with_the_edit_or_without(users, rare):
    """An edit may wake a card that nobody wanted."""
    plan = table("heroes")
    kind = kinds_of(plan)["HFM03"]
    trial = edit_for_all("HFM03", kind, plan, "as it is")
    assert Counted(trial, 0.015, games=1000, games_gained=10, users=users).rare == rare
    assert not Counted(trial, 0.015, games=1000, games_gained=50, users=users).rare


def test_an_edit_that_changes_nothing_moves_nothing():
    plan = table("heroes")
    share = same_players(plan, ["HF24"], plan.card_table, 0.05, GAMES)["HF24"]
    assert share is not None
    assert share.change == 0
    assert share.before == share.after


def test_the_same_players_are_those_of_the_first_plan_whoever_plays_the_other():
    compile_once("fairy")
    plan = make("fairy", games=1, seed=1)
    other = edited(make("fairy", games=1, seed=2, agents="greedy"), ("FYG4", "points", "9"))
    (card,) = edited_cards((plan, other), margin_for=lambda _: 0.025)
    mended = edited(plan, ("FYG4", "points", "9")).card_table
    assert card.same_players == same_players(plan, ["FYG4"], mended, QUICK.until, QUICK.most)["FYG4"]


@pytest.mark.slow
def test_a_card_that_pays_more_is_gained_more_and_its_users_win_more():
    plan = table("heroes")
    trial_edits = sensitivity(plan, AskedEdits(("HFM15",), 3, until=0.03, most=2_000))
    by_cell = {(edit.column, edit.after): edit for edit in trial_edits.edits}
    more, less = by_cell["points", "12;5"], by_cell["points", "6;5"]
    assert more.win_share is not None
    assert less.win_share is not None
    assert more.win_share.low > 0 > less.win_share.high
    assert more.pick_rate is not None
    assert more.pick_rate.change > 0
    assert from_json(as_json(trial_edits)) == replace(trial_edits, edits=tuple(trial_edits.ranked))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "card", "column"),
    [("alfheim", "king_c", "cost"), ("fairy_school", "FS011", "effect"), ("fairy_conundrum", "FC-E020", "effect")],
)
def test_what_several_players_have_is_edited_for_one_of_them(game, card, column):
    """Edited for all nobody has an advantage: the win shares of a game sum to one. For one player they do not."""
    plan = table(game)
    room = Room(plan)
    games = room.as_they_are(0, GAMES)
    changed = 0
    for edit in edits(plan, [card], 2).tried:
        trial = edit_for_one(plan, card, kinds_of(plan)[card], edit.plan, edit.text)
        rows = room.again(trial, games, games.met.filter(card=logged_cards(plan).index(card)))
        assert rows.height == rows["case"].n_unique()  # one player of every case
        changed += edit.column == column and rows["before"].to_list() != rows["after"].to_list()
    assert changed


@pytest.mark.slow
def test_what_must_be_alike_in_a_set_is_edited_in_all_of_it_and_said_so():
    trial_edits = sensitivity(table("alfheim"), AskedEdits(("queen_a",), most=200))
    assert {(edit.column, edit.whole_set, edit.alone) for edit in trial_edits.edits} == {("points", True, False)}


@pytest.mark.nightly
def test_sensitivity_depends_not_on_threads():
    plan = table("fairy")
    asked = AskedEdits(("FYG4",), most=GAMES)
    assert sensitivity(plan, asked) == sensitivity(plan, asked, workers=3)
