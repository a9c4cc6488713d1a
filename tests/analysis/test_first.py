"""What going first is worth, over hand-made tables in which every number was worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from balance.analysis.results import Results
from balance.analysis.stats import share_interval, wilson
from balance.engine.game import First, Game, find_game, game_ids
from helpers.tiny_database import Tiny


def first(game: Game | None, players: int = 2, whole: bool = True, **frames: pl.DataFrame) -> pl.DataFrame:
    """The answer of this game's query over these frames; None: a game that says nothing of it."""
    database = Tiny(**frames)
    said = game or SimpleNamespace(id="own", folder=find_game("fairy").folder / "tell", first=First())
    database.plan = SimpleNamespace(logs_turns=whole, players=players, game=said)  # type: ignore[assignment]
    return Results(database).first


def seats(*shares: tuple[float, ...]) -> pl.DataFrame:
    """A row per game and seat, with its win share."""
    rows = [(game, seat, share) for game, won in enumerate(shares) for seat, share in enumerate(won)]
    return pl.DataFrame(rows, ["game_no", "seat", "win_share"], orient="row")


def table(frame: pl.DataFrame) -> list[tuple]:
    return frame.select("place", "games", "share", "even", "gain").rows()


def test_a_game_that_says_nothing_means_the_first_at_the_table():
    places = first(None, seats=seats((1, 0), (1, 0), (0, 1), (0, 0)))  # nobody wins the last game
    assert table(places) == [(1, 4, 0.5, 0.375, 0.125), (2, 4, 0.25, 0.375, -0.125)]
    se = ((3 * 0.5**2 + 0.5**2) / 3) ** 0.5 / 2
    assert places["gain_se"][0] == pytest.approx(se)
    low, high = share_interval(0.5, se, 4)
    assert (places["gain_low"][0], places["gain_high"][0]) == (low - 0.375, high - 0.375)


def test_a_place_that_won_no_game_keeps_the_interval_that_so_few_games_leave():
    """Five players, forty games that nobody of seat 0 wins: no more than 8.8 % are known to be possible."""
    places = first(None, 5, seats=seats(*[(0, 1, 0, 0, 0)] * 20, *[(0, 0, 1, 0, 0)] * 20))
    assert places["gain"][0] == pytest.approx(-0.2)
    assert places["gain_low"][0] == pytest.approx(-0.2)
    assert places["gain_high"][0] == pytest.approx(wilson(0, 40)[1] - 0.2)
    assert places.columns == first(None, seats=seats((1, 0))).columns


def test_of_one_game_alone_there_is_no_interval():
    assert first(None, seats=seats((1, 0)))["gain_low"].to_list() == [None, None]


def test_a_game_of_ours_has_no_interval_where_its_place_won_no_game():
    games = pl.DataFrame({"game_no": [0, 1, 2], "lead": [0, 0, 0], "players": [3, 3, 3]})
    places = first(find_game("alfheim"), 3, seats=seats((0, 1, 0), (0, 0, 1), (0, 1, 0)), games=games)
    assert places["gain_low"].is_null().to_list() == [True, False, False]


def test_in_alfheim_the_lead_player_is_first_and_the_others_follow_clockwise():
    """The lead is in seat 2, then in seat 0; the player after the lead wins both games."""
    games = pl.DataFrame({"game_no": [0, 1], "lead": [2, 0], "players": [3, 3]})
    places = first(find_game("alfheim"), 3, seats=seats((1, 0, 0), (0, 1, 0)), games=games)
    assert table(places) == [
        (1, 2, 0, pytest.approx(1 / 3), pytest.approx(-1 / 3)),
        (2, 2, 1, pytest.approx(1 / 3), pytest.approx(2 / 3)),
        (3, 2, 0, pytest.approx(1 / 3), pytest.approx(-1 / 3)),
    ]
    assert places["who"].to_list() == ["the lead player", "next to the lead", "2 places on"]


def test_in_conundrum_only_equal_initiative_counts_and_the_games_of_a_match_count_as_one_case():
    """Matches of two games: who is first wins both games of match 0, one of match 1, and neither of match 2.

    Nobody wins the second game of match 1. In match 3 the first has more initiative: that tells nothing.
    """
    played = ((0, 0, 0), (1, 0, 1), (2, 1, 0), (3, 1, 1), (4, 2, 0), (5, 2, 1), (6, 3, 0))
    turns = pl.DataFrame(
        [
            *((game, match, 1, seat, int(seat != starter), 29 + (match == 3) * (seat == starter))
              for game, match, starter in played for seat in (0, 1)),
            *((game, match, 2, seat, seat, 29) for game, match, _ in played for seat in (0, 1)),  # a later turn
        ],
        ["game_no", "match_id", "turn", "seat", "destiny_pos", "initiative"],
        orient="row",
    )  # fmt: skip
    won = seats((1, 0), (0, 1), (1, 0), (0, 0), (0, 1), (1, 0), (1, 0))
    places = first(find_game("fairy_conundrum"), seats=won, turns=turns)
    even, gain = pytest.approx(5 / 12), pytest.approx(1 / 12)
    assert table(places) == [(1, 6, 0.5, even, gain), (2, 6, pytest.approx(1 / 3), even, pytest.approx(-1 / 12))]
    sums = (1 - 2 / 12, 0.5 - 2 / 12, -1 - 2 / 12)  # of the gains of a match, less two mean gains
    assert places["gain_se"][0] == pytest.approx(sum(excess**2 for excess in sums) ** 0.5 / 6)


def test_in_heroes_only_rounds_count_that_do_not_go_to_the_strongest():
    """Game 0: two of three tie in round 1, and the starter wins; in round 2 one is strongest: that tells nothing.

    Game 1: all tie in round 3, and the starter, seat 2, does not win. So starters win a half of 1/2 + 1/3, on average.
    """
    turns = pl.DataFrame(
        [
            *((0, 1, "adventure", 1, seat, strength, 1) for seat, strength in enumerate((2, 4, 4))),
            *((0, 2, "adventure", 1, seat, strength, 0) for seat, strength in enumerate((9, 4, 4))),
            *((0, 2, "adventure", 2, seat, strength, 0) for seat, strength in enumerate((4, 4, 4))),  # no beginning
            *((1, 3, "recruit", 1, seat, 5, 0) for seat in range(3)),  # nor this
            *((1, 3, "adventure", 1, seat, 7, 2) for seat in range(3)),
        ],
        ["game_no", "round", "phase", "step", "seat", "strength", "start_seat"],
        orient="row",
    )
    places = first(find_game("heroes"), 3, seats=seats((0, 1, 0), (1, 0, 0)), turns=turns)
    assert table(places) == [
        (1, 2, 0.5, pytest.approx(5 / 12), pytest.approx(1 / 12)),
        (2, 2, 0.25, pytest.approx(5 / 12), pytest.approx(-1 / 6)),
    ]
    gaps = (1 - 1 / 2 - 1 / 12, 0 - 1 / 3 - 1 / 12)
    assert places["gain_se"][0] == pytest.approx((gaps[0] ** 2 + gaps[1] ** 2) ** 0.5 / 2)


def test_without_turns_only_what_needs_none_is_told():
    assert first(find_game("heroes"), whole=False, seats=seats((1, 0))).is_empty()
    games = pl.DataFrame({"game_no": [0], "lead": [1], "players": [2]})
    assert first(find_game("alfheim"), whole=False, seats=seats((1, 0)), games=games).height == 2


@pytest.mark.parametrize("name", game_ids())
def test_every_game_says_who_is_first_or_why_nobody_is(name):
    rule = find_game(name).first
    assert rule != First()
    assert bool(rule.nobody) != (find_game(name).folder / "sql" / "first.sql").exists()
    if rule.nobody:
        assert first(find_game(name), seats=seats((1, 0))).is_empty()
