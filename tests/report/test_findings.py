"""What a report says first, of games so plain that every number here was worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from balance.analysis.luck import LuckAndSkill, Part
from balance.analysis.results import Results
from balance.analysis.verdicts import FAIR, TOO_STRONG, TOO_WEAK, UNDECIDED
from balance.engine.game import First
from balance.report import findings
from balance.report.page import Finding
from balance.report.seats import seat_check
from helpers.spaces import plain
from helpers.tiny_database import Tiny

SHARE = ("win_share", "win_share_low", "win_share_high")


def results(seats: dict[str, list], **games: list) -> Results:
    """Games of two, with these columns of ``seats`` (game after game) and of ``games``."""
    rows = pl.DataFrame(seats)
    of_games = pl.DataFrame(games) if games else pl.DataFrame({"game_no": range(rows.height // 2)})
    number = pl.int_range(pl.len())
    rows = rows.with_columns(game_no=number // 2, seat=number % 2)
    database = Tiny(seats=rows, games=of_games)
    database.plan = SimpleNamespace(
        logs_turns=True,
        players=2,
        game=SimpleNamespace(
            words={}, turns_include="", in_turn=False, first=First(nobody="all at once"), strata=("deck",)
        ),
    )
    return Results(database)


def said(finding: Finding | None) -> tuple[str, str]:
    """The weight and the words of a finding, its numbers behind bars, with plain spaces."""
    assert finding is not None
    return finding.weight, plain(" | ".join([finding.text, *finding.points]))


def wins(first: int, second: int, nobody: int, agents: tuple[str, str] = ("a", "b")) -> Results:
    """So many games are won by the first seat, by the second, and by nobody."""
    shares = [1.0, 0.0] * first + [0.0, 1.0] * second + [0.0, 0.0] * nobody
    games = len(shares) // 2
    return results(
        {"win_share": shares, "agent": list(agents) * games, "score": [0] * 2 * games, "pts_one": [0] * 2 * games},
        game_no=list(range(games)),
        winners=[1] * (first + second) + [0] * nobody,
        end_reason=["done"] * games,
        turns=[5] * games,
    )


def with_decks(won: int, lost: int, decks: tuple[str, str] = ("dusk_snare", "dawn")) -> Results:
    """Games of two decks: so many are won by the first, by the second."""
    shares = [1.0, 0.0] * won + [0.0, 1.0] * lost
    games = won + lost
    columns = {"win_share": shares, "agent": ["a"] * 2 * games, "score": [0] * 2 * games, "deck": [*decks] * games}
    return results(columns, game_no=list(range(games)), winners=[1] * games)


# ---------------------------------------------------------------- decks


def test_a_deck_that_clearly_wins_too_much_is_warned_of_with_its_numbers():
    weight, words = said(findings.strata(with_decks(700, 300)))
    assert weight == "warn"
    assert words == (
        "By deck, dusk snare wins most, dawn least. | dusk snare: 70.0 % (67.1 to 72.8 %) | "
        "dawn: 30.0 % (27.2 to 32.9 %) | An even share: 50.0 %"
    )


@pytest.mark.parametrize(("won", "lost"), [(530, 470), (7, 3)])
def test_decks_that_are_about_even_or_hardly_known_are_no_finding(won, lost):
    assert findings.strata(with_decks(won, lost)) is None


def test_one_deck_alone_is_no_finding():
    assert findings.strata(with_decks(700, 300, ("dawn", "dawn"))) is None


# ---------------------------------------------------------------- skill


def with_duel(name: str, share: float, low: float, high: float, best: str = "greedy") -> Results:
    """Games of which one duel is known."""
    made_up, nothing = wins(5, 5, 0), Part("luck", 1, 1, 1)
    made_up.luck = LuckAndSkill((), (), nothing, 10, best, (Part(name, share, low, high),))
    return made_up


def test_that_playing_well_hardly_pays_is_warned_of():
    weight, words = said(findings.skill(with_duel("random", 0.55, 0.53, 0.57)))
    assert weight == "warn"
    assert words == (
        "Playing well hardly pays: one against one, greedy wins 55.0 % against random choices. | "
        "Interval: 53.0 to 57.0 % | An even share: 50.0 %"
    )


@pytest.mark.parametrize(
    "made_up",
    [
        with_duel("random", 0.58, 0.55, 0.61),
        with_duel("novice", 0.55, 0.53, 0.57),
        with_duel("random", 0.5, 0.49, 0.51, "random"),
        wins(5, 5, 0),
    ],
    ids=["not clearly", "against whom thinking is little", "who plays at random", "not measured"],
)
def test_of_skill_that_may_pay_or_is_not_known_there_is_no_finding(made_up):
    assert findings.skill(made_up) is None


# ---------------------------------------------------------------- an even share


def test_an_even_share_is_what_is_left_of_the_games_that_somebody_wins():
    made_up = wins(450, 450, 100)
    assert made_up.even == pytest.approx((1 - 0.1) / 2)
    assert made_up.nobody == pytest.approx(0.1)
    assert wins(50, 50, 0).even == 0.5


def test_no_alarm_where_nobody_wins_some_games():
    """Both seats win 45 %: a tenth of all games is won by nobody, and neither seat is worse off than the other."""
    made_up = wins(4500, 4500, 1000)
    assert findings.seat_fairness(made_up) is None
    assert seat_check(made_up).startswith("A check of the program: no seat is clearly favoured.")


def test_a_favoured_seat_is_told_against_an_even_share():
    made_up = wins(5500, 3500, 1000)
    weight, text = said(findings.seat_fairness(made_up))
    assert (weight, text) == (
        "warn",
        "The seats are not equal: player 1 wins 10.0 points more than an even share. "
        "| 55.0 % (54.0 to 56.0 %) | An even share: 45.0 %",
    )
    assert seat_check(made_up).startswith("A check of the program: one seat is favoured.")


@pytest.mark.parametrize(("first", "second", "clear"), [(5130, 4870, False), (5205, 4795, False), (5220, 4780, True)])
def test_a_seat_is_favoured_only_where_it_is_clearly_more_than_a_point_from_even(first, second, clear):
    """Of 51.3 % in 10,000 games the interval leaves 50 % out, of 52.05 % also 51 %: one of two seats does so sooner."""
    made_up = wins(first, second, 0)
    assert made_up.seats["win_share_low"][0] > 0.5
    assert (findings.seat_fairness(made_up) is not None) is clear


def test_where_the_seat_is_who_goes_first_the_scorecard_says_it():
    made_up = wins(5500, 3500, 1000)
    made_up.plan.game.first = First()
    assert findings.seat_fairness(made_up) is None


@pytest.mark.parametrize(
    ("first", "second", "weight"),
    [(5500, 4500, "note"), (7700, 2300, "warn"), (7000, 3000, "note"), (77, 23, "note")],  # of the last: by luck?
)
def test_styles_that_win_far_from_evenly_are_worth_a_look(first, second, weight):
    assert said(findings.best_style(wins(first, second, 0, ("rival", "star"))))[0] == weight


@pytest.mark.parametrize(
    ("most", "least", "weight"),
    [
        ((0.43, 0.42, 0.44), (0.075, 0.07, 0.08), "warn"),  # more than 37.5 %, less than 12.5 %
        ((0.43, 0.42, 0.44), (0.19, 0.18, 0.20), "warn"),
        ((0.31, 0.30, 0.32), (0.075, 0.07, 0.08), "warn"),
        ((0.31, 0.30, 0.32), (0.19, 0.18, 0.20), "note"),
        ((0.43, 0.37, 0.49), (0.075, 0.02, 0.13), "note"),  # by luck?
    ],
)
def test_at_four_players_styles_are_held_against_a_quarter(most, least, weight):
    rows = [dict(zip(("agent", *SHARE), row, strict=True)) for row in (("rival", *most), ("star", *least))]
    made_up = SimpleNamespace(styles=pl.DataFrame(rows), even=0.25, uncontested="")
    assert said(findings.best_style(made_up))[0] == weight  # type: ignore[arg-type]


# ---------------------------------------------------------------- length


@pytest.mark.parametrize(
    ("games", "text"),
    [
        (1, "1 game of one length: too few to call it fixed."),
        (29, "29 games of one length: too few to call it fixed."),
        (30, "The rules fix the length: 5 turns."),
    ],
)
def test_that_all_games_last_as_long_is_a_rule_from_thirty_on(games, text):
    assert said(findings.length(wins(games, 0, 0))) == ("note", text)


# ---------------------------------------------------------------- points


def points(**parts: list[int]) -> Results:
    """Two seats with these points each of every component, in a hundred games."""
    seats = {f"pts_{name}": per_seat * 100 for name, per_seat in parts.items()}
    return results({**seats, "agent": ["a", "b"] * 100, "win_share": [1.0, 0.0] * 100})


def test_where_the_points_come_from():
    weight, text = said(findings.sources(points(cards=[6, 2], tokens=[1, 1], fines=[-1, 0])))
    assert (weight, text) == (
        "note",
        "The most points come from cards, then from tokens. | Cards: 80.0 % | Tokens: 20.0 %",
    )


def test_where_points_are_lost_if_nearly_all_were_there_at_the_start():
    made_up = points(life_initial=[3000, 3000], gained=[1, 0], jousts=[-1500, -900], traps=[-300, -300])
    assert said(findings.sources(made_up))[1] == (
        "Most points are lost to jousts; next to nothing is gained. | Jousts: 80.0 % | Traps: 20.0 %"
    )


def test_a_single_source_is_not_told():
    assert findings.sources(points(cards=[6, 2])) is None


# ---------------------------------------------------------------- cards that players misjudge


def judged_cards(**verdicts: tuple[str, str]) -> SimpleNamespace:
    """Results whose cards have these verdicts and roles."""
    rows = [{"id": name, "power_verdict": verdict, "role": role} for name, (verdict, role) in verdicts.items()]
    plan = SimpleNamespace(logs_turns=True, card_table=SimpleNamespace(rows=[]))
    return SimpleNamespace(
        plan=plan, power=object(), card_summary=SimpleNamespace(choices=object()), cards=pl.DataFrame(rows)
    )


def test_only_cards_whose_power_is_decided_are_said_to_be_misjudged():
    open_ones = {"Daisy": (UNDECIDED, "sleeper"), "Clover": (FAIR, "sleeper")}
    made_up = judged_cards(Well=(TOO_WEAK, "trap"), Rain=(TOO_STRONG, "sleeper"), Fog=(TOO_STRONG, ""), **open_ones)
    words = "These players misjudge 2 cards. | Wanted but too weak: Well | Too strong but passed over: Rain"
    assert said(findings.roles(made_up)) == ("note", words)
    assert findings.roles(judged_cards(**open_ones)) is None


# ---------------------------------------------------------------- turns


@pytest.mark.parametrize(("in_turn", "included"), [(False, ""), (True, " (waiting turns included)")])
def test_where_players_move_in_turn_the_turns_of_who_waits_count_and_are_told(in_turn: bool, included: str):
    ends = {f"dead{end}": [0.5] for end in ("", "_low", "_high")}
    game = SimpleNamespace(words={}, in_turn=in_turn)
    told = SimpleNamespace(
        plan=SimpleNamespace(logs_turns=True, game=game),
        gains=pl.DataFrame({"part": ["game"], "unchanged": [0.9]} | ends),
    )
    _, words = said(findings.quiet_turns(told))  # type: ignore[arg-type]
    assert words.startswith(f"On 90.0 % of the turns a player's score stays as it is{included}. | ")


@pytest.mark.parametrize(
    ("changes", "games", "numbers"),
    [
        ([0, 0], [3, 1], ["The lead never changes hands"]),
        (
            [0, 1],
            [999, 1],
            ["The lead changes hands less than 0.01 times a game", "In 99.9 % of the games it never does"],
        ),
        ([0, 4], [1, 1], ["The lead changes hands 2.0 times a game", "In 50.0 % of the games it never does"]),
    ],
)
def test_how_often_the_lead_changes_hands(changes: list[int], games: list[int], numbers: list[str]):
    class Told(dict):
        plan = SimpleNamespace(players=2)

    leads = pl.DataFrame({"lead_changes": changes, "games": games, "lead_share": [0.5 * count for count in games]})
    finding = findings.lead(Told(leads=leads))  # type: ignore[arg-type]
    assert finding is not None
    assert [plain(number) for number in finding.points] == numbers
