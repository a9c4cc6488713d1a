"""A comparison in sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from balance.analysis.comparison import MOVED, NOT_COMPARABLE, SAME, UNDECIDED
from balance.analysis.paired import TOO_RARE, Difference
from balance.analysis.tally import Counter
from balance.analysis.trial_edits import Shift as SameShift
from balance.analysis.verdicts import FAIR, NONE, NOTHING, TOO_STRONG, CardPower
from balance.engine.game import find_game, game_ids
from balance.engine.game.headlines import find_headline
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.runner import play_in_memory
from balance.judging.compare import Outcome
from balance.judging.edited import EditedCard
from balance.report.comparison.opening import did_it_work, text
from balance.report.comparison.page import _topics
from balance.report.differences import correlation, sentence, sentences, summary
from helpers.cards import frozen_cards
from helpers.edited_plans import edited
from helpers.run_tools import small_plan

PLANS = (small_plan(), small_plan())


def difference(figure: str, subject: str = "", verdict: str = MOVED, **more) -> Difference:
    """A figure that went from 0.253 to 0.271, give or take 0.006."""
    numbers = {"before": 0.253, "after": 0.271, "difference": 0.018, "low": 0.012, "high": 0.024, "margin": 0.01}
    rest = {"games_needed": None, "correlation": 0.9, "unpaired_games": 40_000}
    of = find_headline(figure, PLANS[0].game.figures)
    return Difference(of, subject, verdict=verdict, **(numbers | rest | more))


def outcome(*differences: Difference, **more) -> Outcome:
    return Outcome(
        **({"plans": PLANS, "games": (4000, 4000), "pairs": 4000, "alike": 1234} | more), differences=[*differences]
    )


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (difference("seat_win_share", "seat 1"), "Player 1 wins 27.1 % instead of 25.3 % (+1.8 points, +1.2 to +2.4)."),
        (
            difference("card_used_share", "FYG4"),
            "Catch (FYG4) is used by 27.1 % of players who encounter it instead of 25.3 % (+1.8 points, +1.2 to +2.4).",
        ),
        (
            difference("end_share", "deck_out"),
            "27.1 % of games end because the deck ran out, instead of 25.3 % (+1.8 points, +1.2 to +2.4).",
        ),
        (  # a difference of two shares is not a share
            difference("seat_range_share"),
            "The best seat wins 27.1 points more than the worst, instead of 25.3 points (+1.8 points, +1.2 to +2.4).",
        ),
        (
            difference("turns_mean", before=16.02, after=15.4, difference=-0.62, low=-0.7, high=-0.54),
            "A game lasts 15.40 turns instead of 16.02 (−0.62, −0.70 to −0.54).",
        ),
        (
            difference("turns_mean", before=116.02, after=215.4, difference=99.38, low=80.1, high=118.9),
            "A game lasts 215.4 turns instead of 116.0 (+99.4, +80.1 to +118.9).",
        ),
        (
            difference("component_mean", "pts_catch", before=1.0, after=2.0, difference=1.0, low=0.9, high=1.1),
            "Points of a player, Catch: 2.0 instead of 1.0 (+1.0, +0.9 to +1.1).",
        ),
        (
            difference("component_mean", "pts_tb_same", before=1.0, after=2.0, difference=1.0, low=0.9, high=1.1),
            "Points of a player, tie-break (pts_tb_same): 2.0 instead of 1.0 (+1.0, +0.9 to +1.1).",
        ),
    ],
)
def test_a_sentence_for_what_moved(one, says):
    assert sentence(one, PLANS) == says


def test_the_game_comes_first_and_large_changes_before_small_ones():
    small, large = difference("seat_win_share", "seat 2"), difference("seat_win_share", "seat 3", difference=-0.05)
    told = sentences(outcome(difference("card_met_share", "FY01"), small, large, difference("turns_mean")))
    assert [line.split()[:2] for line in told] == [["A", "game"], ["Player", "3"], ["Player", "2"], ["Charm", "1"]]
    assert sentences(outcome(difference("turns_mean", verdict=UNDECIDED))) == []


def test_one_line_for_what_did_not_move():
    same = [difference("seat_win_share", f"seat {seat}", SAME) for seat in range(3)]
    open_ones = [difference("turns_mean", verdict=UNDECIDED, games_needed=needed) for needed in (9000, 41_234)]
    near = difference("shared_share", verdict=UNDECIDED)
    rare = difference("card_used_share", "FY01", TOO_RARE)
    new = difference("card_used_share", "FY02", NOT_COMPARABLE, before=None, difference=None, low=None, high=None)
    assert summary(outcome(*same, *open_ones, near, rare, new)) == [
        "3 figures stay within their margins; 1 is about as far off as the margin; 2 are not decided"
        " (about 42,000 games would: --max-games 42000; slowest: Length of a game).",
        "Only one of the two has: Charm 2 (FY02).",
        "Met too rarely to be judged: Charm 1 (FY01).",
        "1,234 of 4,000 games are alike, cell by cell.",
        "Pairs have a correlation of 0.90: as sharp as 40,000 games of each with other luck (medians of the figures"
        " that differ at all).",
    ]


def test_what_a_game_calls_its_points_is_said_of_their_sources():
    plans = (make_plan(Request("fairy_conundrum", games=1)),) * 2
    lost = find_headline("component_mean", plans[0].game.figures)
    figure = Difference(lost, "pts_lost_damage", -1.7, -1.61, 0.09, 0.05, 0.13, 0.03, MOVED)
    said = "Life of a player, lost to damage of effects: −1.61 instead of −1.70 (+0.09, +0.05 to +0.13)."
    assert sentence(figure, plans) == said


def test_figures_that_never_differ_make_pairs_no_more_alike():
    same = [difference(name, SAME, correlation=1.0, unpaired_games=None) for name in ("turns_mean", "margin_mean")]
    edited = [difference("shared_share", SAME, correlation=0.6, unpaired_games=10_000)]
    assert outcome(*same, *edited).correlation == 0.6
    assert outcome(*same).correlation == 1


def test_pairs_are_whole_alike_only_where_nothing_differs():
    assert [correlation(value) for value in (0.6, 0.9996, 0.999999, 1)] == [
        "0.60",
        "0.9996",
        "more than 0.9999",
        "1.00",
    ]


def test_a_comparison_opens_with_seats_styles_length_and_one_line_for_the_rest():
    seats = [difference("seat_win_share", f"seat {seat}", difference=seat / 100) for seat in (1, 2)]
    styles = [difference("style_win_share", "greedy", SAME)]
    length = [difference("turns_mean", verdict=UNDECIDED)]
    cards = [difference("card_used_share", "FY01"), difference("card_used_share", "FY02", difference=-0.042)]
    said = text(outcome(*seats, *styles, *length, *cards, difference("shared_share"))).splitlines()
    assert said == [
        "Fairy: 4,000 games of each, the same games with the same luck.",
        "Players: Player 2 wins 27.1 % instead of 25.3 % (+2.0 points, +1.2 to +2.4). 1 more figure moves.",
        "Styles: as before, within the margin.",
        "Length: nothing clearly changed; any change is below 0.024 turns.",
        "2 other cards are encountered or used more or less often, by 1.8 to 4.2 points; 1 more figure moves: "
        "The win is shared in 27.1 % of games instead of 25.3 % (+1.8 points, +1.2 to +2.4) (--all). "
        "1 figure stays within its margin; 1 is about as far off as the margin.",
    ]
    everything = text(outcome(*seats, *cards), every=True).splitlines()
    assert sum(line.startswith(("Player ", "Charm ")) for line in everything) == 4


POWERS = {
    "before": CardPower("FYG4", "guess", TOO_STRONG, "", power=0.08),
    "after": CardPower("FYG4", "guess", FAIR, "", power=0.011),
}
SHIFT = SameShift(0.407, 0.353, -0.054, -0.06, -0.048)


@pytest.mark.parametrize(
    ("card", "says"),
    [
        (
            EditedCard("FYG4", **POWERS, same_players=SHIFT),
            "fair, was too strong: worth +1.1 points instead of +8.0; the same players win 35.3 % instead of 40.7 %"
            " (−5.4 points, −6.0 to −4.8).",
        ),
        (
            EditedCard("FYG4", POWERS["before"], POWERS["before"], None),
            "still too strong: worth +8.0 points, as before.",
        ),
        (EditedCard("FYG4", None, POWERS["after"], None), "fair, worth +1.1 points."),
        (
            EditedCard("FYG4", None, CardPower("FYG4", "guess", FAIR, "", power=0.05, against=NOTHING), None),
            "fair, worth +5.0 points compared with doing without it.",
        ),
        (EditedCard("FYG4", CardPower("FYG4", "guess", NONE, "why"), None, None), ""),
    ],
)
def test_of_an_edited_card_it_is_said_whether_it_worked(card, says):
    assert did_it_work(card) == says


def test_what_an_edited_card_is_worth_stands_with_its_intervals():
    before, after = (replace(power, low=power.power - 0.015, high=power.power + 0.015) for power in POWERS.values())
    says = did_it_work(EditedCard("FYG4", before, after, None))
    assert says == "fair, was too strong: worth +1.1 points (−0.4 to +2.6) instead of +8.0 (+6.5 to +9.5)."


def test_what_may_hide_behind_nothing_clearly_changed_is_said():
    """A seat may win 4 points less, a game last 0.24 turns longer, and nobody would know yet."""
    seats = [difference("seat_win_share", f"seat {n}", UNDECIDED, low=-0.042 + n / 100, high=0.03) for n in (0, 1)]
    length = [difference("turns_mean", verdict=UNDECIDED, low=-0.1, high=0.2351)]
    lines = text(outcome(*seats, *length)).splitlines()
    assert "Players: nothing clearly changed; any change is below 4.2 points." in lines
    assert "Length: nothing clearly changed; any change is below 0.24 turns." in lines


def test_the_page_has_no_tick_where_a_change_may_hide():
    seat = difference("seat_win_share", "seat 0", UNDECIDED, low=-0.042, high=0.03, games_needed=20_000)
    (found,) = _topics(outcome(seat))
    assert (found.weight, found.text) == ("note", "Players, styles, length: nothing clearly changed so far.")
    assert found.points == ["Players: any change is below 4.2 points"]
    (settled,) = _topics(outcome(difference("seat_win_share", "seat 0", SAME, difference=0.0, low=0.0, high=0.0)))
    assert (settled.weight, settled.points) == ("good", [])


def test_an_opening_has_eight_lines_at_most():
    other = edited(PLANS[0], *((f"FY{number:02}", "traits", f"number={number + 50}") for number in range(1, 9)))
    other = replace(other, variant="fifteen")
    figures = [difference(name, "x") for name in PLANS[0].game.figures]
    lines = text(outcome(*figures, plans=(PLANS[0], other))).splitlines()
    assert len(lines) == 8
    assert lines[1] == "  variant fifteen instead of base"
    assert lines[2] == "  Charm 1 (FY01): number 51 instead of 1"
    assert lines[3] == "  and 7 more edited cards"


def test_more_games_than_can_be_played_are_no_forecast():
    far = difference("turns_mean", verdict=UNDECIDED, games_needed=514_902_106)
    assert "1 is not decided (more games than can be played, over 10 million, would; slowest: " in text(outcome(far))


def test_games_that_are_all_alike_need_no_more_words():
    assert text(outcome(difference("turns_mean", verdict=SAME), alike=4000)).splitlines()[-1] == (
        "The same: all 4,000 games are alike, cell by cell."
    )


@pytest.mark.slow
def test_every_figure_of_every_game_is_declared():
    for game in game_ids():
        plan = make_plan(Request(game, games=3, cards=frozen_cards()))
        assert find_game(game) is plan.game
        assert {*Counter(plan).rows(play_in_memory(plan), 0, 1)["figure"]} <= plan.game.figures.keys()
