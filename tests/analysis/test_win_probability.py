"""The win-chance model finds the chances that games were made with, and says how far it is off."""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl
import pytest

from balance.analysis.database import Database
from balance.analysis.win_probability import (
    EVEN,
    MODEL_GAMES,
    ODD,
    WinModel,
    calibration_error,
    fit_win_model,
    put_to_the_test,
)
from helpers.run_tools import played
from helpers.tiny_database import Tiny

pytestmark = pytest.mark.slow

PLANTED = WinModel(np.array([[0.4, 0.2, 0.1, 0], [0.8, 0.5, 0.3, 0]]), 1.0, np.zeros(2), 0)
"""Weights after turns 1 and 2, per point."""
STYLED = WinModel(
    np.array([[0.4, 0.2, 0.1, 0, 1.5, 0, -1.5, 0.4, 0, -0.4], [0.8, 0.5, 0.3, 0, 0.5, 0, -0.5, 0.4, 0, -0.4]]),
    *(1.0, np.zeros(2), 0, ("bold", "calm", "shy"), 3),
)
"""What a style is worth falls from turn 1 to turn 2, what a seat is worth stays."""
GAMES = 9000


def made_up(chance_of, **asked) -> Tiny:
    """See ``rows_made_up``."""
    return Tiny(**rows_made_up(chance_of, **asked))


def rows_made_up(
    chance_of, seats: int = 3, games: int = GAMES, nobody: float = 0.0, styles=("calm",), seed: int = 5
) -> dict[str, pl.DataFrame]:
    """Games whose winner is drawn from ``chance_of(turn, scores, styles)``: even pairs end after turn 2, odd ones
    after 3. Every player draws one of ``styles``.

    Games of three turns stand level after the first, so that every game shows one turn at work.
    """
    random, style_of = np.random.default_rng(seed), np.random.default_rng(seed + 1)

    @cache
    def chances(turn: int, scores: tuple[int, ...], agents: tuple[str, ...]) -> list[float]:
        given = chance_of(turn, dict(enumerate(scores)), dict(enumerate(agents)))
        return [given[seat] for seat in range(seats)]

    rows: dict[str, list[dict]] = {"games": [], "seats": [], "turns": []}
    for game in range(games):
        shown = 1 + game // 2 % 2
        scores = tuple(random.integers(0, 9, seats).tolist())
        agents = tuple(styles[style] for style in style_of.integers(len(styles), size=seats))
        drawn = int(random.choice(seats, p=chances(shown, scores, agents)))
        winner = -1 if random.random() < nobody else drawn
        rows["games"].append({"game_no": game, "turns": shown + 1, "winners": int(winner >= 0)})
        for seat in range(seats):
            rows["seats"].append(
                {"game_no": game, "seat": seat, "agent": agents[seat], "win_share": float(seat == winner)}
            )
            by_turn = [0] * (shown - 1) + [scores[seat]] * 2
            rows["turns"] += [
                {"game_no": game, "turn": turn, "seat": seat, "score": score} for turn, score in enumerate(by_turn, 1)
            ]
    return {name: pl.DataFrame(table) for name, table in rows.items()}


@pytest.fixture(scope="module")
def planted_rows() -> dict[str, pl.DataFrame]:
    return rows_made_up(PLANTED.share)


@pytest.fixture(scope="module")
def planted(planted_rows) -> Tiny:
    return Tiny(**planted_rows)


@pytest.fixture(scope="module")
def planted_model(planted) -> WinModel:
    return fit_win_model(planted)


@pytest.mark.parametrize("turn", [1, 2])
def test_planted_chances_are_found(planted_model, turn):
    model = planted_model
    assert model.games == GAMES
    for scores in ((0, 0, 0), (5, 4, 4), (8, 2, 0), (3, 3, 0), (7, 6, 1), (0, 8, 8)):
        table = dict(enumerate(scores))
        assert model.share(turn, table) == pytest.approx(PLANTED.share(turn, table), abs=0.03)


@pytest.fixture(scope="module")
def styled() -> Tiny:
    return made_up(STYLED.share, styles=STYLED.styles, seed=7)


@pytest.fixture(scope="module")
def styled_model(styled) -> WinModel:
    return fit_win_model(styled)


def test_the_model_knows_styles_and_seats(styled_model):
    model = styled_model
    assert (model.styles, model.seats) == (STYLED.styles, 3)
    scores = {0: 4, 1: 4, 2: 5}
    for agents in (("bold", "calm", "shy"), ("shy", "calm", "bold"), ("calm", "calm", "calm"), ("shy", "bold", "bold")):
        table = dict(enumerate(agents))
        assert model.share(2, scores, table) == pytest.approx(STYLED.share(2, scores, table), abs=0.03)


def test_luck_of_few_games_does_not_look_like_what_a_seat_is_worth():
    """Forty games among four equal players: whoever sat where the luck was had 40 % after the first turn, not 25."""
    for seed in range(5):
        games = made_up(lambda *_: dict.fromkeys(range(4), 1 / 4), seats=4, games=40, seed=seed)
        chances = fit_win_model(games).share(1, dict.fromkeys(range(4), 0))
        assert chances == pytest.approx(dict.fromkeys(range(4), 1 / 4), abs=0.06)


def test_what_a_style_is_worth_changes_over_the_game(styled_model):
    bold, shy = (4 + STYLED.styles.index(style) for style in ("bold", "shy"))
    worth = styled_model.weights[:, bold] - styled_model.weights[:, shy]
    assert worth[1] == pytest.approx(1, abs=0.15)
    assert worth[0] > worth[1] + 0.3  # not 3, since turn 1 of longer games counts, too


def test_chances_are_right_within_each_style_and_tell_more_than_the_styles(styled):
    tested = put_to_the_test(styled)
    for row in tested["by_style"].to_dicts():
        assert abs(row["off"]) < 4 * row["off_se"]
        assert row["off_se"] < 0.03
    assert (tested["skill"]["skill"] > 4 * tested["skill"]["skill_se"]).all()


@pytest.mark.parametrize("turn", [1, 2])
def test_one_table_has_the_chances_that_its_rows_have_among_others(styled_model, turn):
    """Two players of one style, and one whose style no game has shown."""
    scores, agents = {0: 6, 1: 2, 2: 6}, {0: "bold", 1: "bold", 2: "new"}
    rows = {"game_no": [7] * 3, "seat": [0, 1, 2], "agent": list(agents.values()), "gap": [0, -4, 0]}
    rows = {name: [*{"game_no": [6], "seat": [0], "agent": ["bold"], "gap": [1]}[name], *rows[name]] for name in rows}
    given = styled_model.after(turn, pl.DataFrame(rows))[1:]
    assert list(styled_model.share(turn, scores, agents).values()) == given.tolist()


def test_a_model_without_the_styles_is_seen_to_be_off_and_worse_than_they_are(styled, styled_model, monkeypatch):
    """As the model was that knew scores alone."""
    blind = fit_win_model(made_up(lambda turn, scores, _: STYLED.share(turn, scores), games=2000))
    fit = "balance.analysis.win_probability.fit_win_model"
    monkeypatch.setattr(fit, lambda *_, by_score, **__: blind if by_score else full)
    full = styled_model
    tested = put_to_the_test(styled)
    off = {row["agent"]: row for row in tested["by_style"].to_dicts() if row["part"] == 0}
    assert off["bold"]["off"] < -0.08 < 0.08 < off["shy"]["off"]
    assert tested["skill"].filter(part=0)["skill"].item() < 0


def test_a_style_seen_once_is_near_the_middle_and_one_never_seen_is_the_middle():
    database = made_up(PLANTED.share, games=2000, styles=("calm", "cool"))
    database.connection.execute("UPDATE turn_seats SET agent = 'rare' WHERE game_no = 0 AND win_share = 1")
    model = fit_win_model(database)
    given = {who: model.share(1, {0: 3, 1: 3, 2: 3}, {0: who, 1: "calm", 2: "cool"})[0] for who in ("rare", "never")}
    assert given["never"] == pytest.approx(1 / 3, abs=0.03)
    assert given["never"] < given["rare"] < 0.55


def test_planted_chances_are_calibrated(planted):
    """Fitted on one half of the games, right in the other, up to what chance does to so many games."""
    table = put_to_the_test(planted)["reliability"]
    assert calibration_error(table) < 0.015
    for row in table.filter(pl.col("games") > 200).to_dicts():
        assert row["predicted"] == pytest.approx(row["win_share"], abs=4 * row["win_share_se"])


def test_the_error_of_a_model_that_is_wrong_is_seen(planted_rows):
    """Even games are won by who leads, odd ones by anybody: what the even ones teach is wrong for the odd ones."""
    database = Tiny(**planted_rows)
    even = "UPDATE turn_seats SET win_share = (seat = game_no // 2 % 3)::DOUBLE WHERE game_no % 2 = 1"
    database.connection.execute(even)
    assert calibration_error(put_to_the_test(database)["reliability"]) > 0.1


def test_two_seats_have_complementary_chances():
    model = fit_win_model(made_up(PLANTED.share, seats=2, games=3000))
    given = model.share(2, {0: 6, 1: 3})
    assert sum(given.values()) == pytest.approx(1)
    assert given == pytest.approx(PLANTED.share(2, {0: 6, 1: 3}), abs=0.05)


def test_games_nobody_wins_are_set_aside():
    database = made_up(PLANTED.share, games=4000, nobody=0.2)
    given = fit_win_model(database).share(1, {0: 5, 1: 1, 2: 0})
    assert sum(given.values()) == pytest.approx(0.8, abs=0.03)
    assert calibration_error(put_to_the_test(database)["reliability"]) < 0.02


def test_a_point_more_never_makes_a_chance_smaller():
    """Even where leaders lose: then the score says nothing."""

    def upside_down(turn: int, scores: dict[int, int], styles: dict[int, str]) -> dict[int, float]:
        return PLANTED.share(turn, {seat: -score for seat, score in scores.items()})

    model = fit_win_model(made_up(upside_down, games=3000))
    assert (model.weights[:, :3] >= 0).all()
    for others in ((0, 0), (4, 4), (2, 7)):
        given = [model.share(1, {0: own, 1: others[0], 2: others[1]})[0] for own in range(12)]
        assert given == sorted(given)
        assert given[-1] < 0.4


def test_the_last_seat_wins_whatever_its_score():
    assert PLANTED.share(2, {1: -5}) == {1: 1.0}


def test_turns_later_than_any_seen_count_as_the_last():
    assert PLANTED.share(9, {0: 4, 1: 0}) == PLANTED.share(2, {0: 4, 1: 0})


@pytest.mark.parametrize(("match_games", "every"), [(1, 1), (3, 1), (3, 2), (1, 2)])
def test_the_games_of_a_match_stand_on_one_side(tmp_path, match_games, every):
    """Of the matches that kept their turns every other one teaches, and the others test."""
    settings = {"match_games": str(match_games)}
    run = played(tmp_path / "run", game="fairy_conundrum", games=48, settings=settings, log_every=every)
    with Database(run) as database:
        sides = [
            {game // match_games // every for game in database.frame(f"FROM turn_games WHERE {side}")["game_no"]}
            for side in (EVEN, ODD)
        ]
    matches = range(48 // match_games // every)
    assert sides == [set(matches[::2]), set(matches[1::2])]


def test_only_the_first_games_are_used(monkeypatch):
    monkeypatch.setattr("balance.analysis.win_probability.MODEL_GAMES", 500)
    assert fit_win_model(made_up(PLANTED.share, games=700)).games == 500
    assert MODEL_GAMES == 10_000


def test_without_turns_there_is_no_model(tmp_path):
    with Database(played(tmp_path / "run", games=20, log="seats")) as database:
        assert fit_win_model(database) is None
        assert put_to_the_test(database) is None


def test_a_run_of_one_seat_has_no_model(tmp_path):
    with Database(played(tmp_path / "run", game="alfheim", players=1, games=20)) as database:
        assert fit_win_model(database) is None
