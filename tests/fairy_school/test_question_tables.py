"""What the questions say of tables, styles, decks and seats, over hand-made figures of arms and a few seats."""

from __future__ import annotations

import pytest

from balance.report.sentences import Said
from fairy_school.questions import ask
from helpers.asked import Row, one, said_of

# ---------------------------------------------------------------- 5: generosity


def figure(experiment: str, place: int, figure: str, value: float, subject: str = "", **cells: object) -> Row:
    ends = {"low": value - 0.01, "high": value + 0.01}
    return (
        {"experiment": experiment, "place": place, "figure": figure, "value": value, "subject": subject} | ends | cells
    )


def crowd(
    generous: int, style: str, win: float, score: float, kindness: float = 20, cubes_left: float = 10
) -> list[Row]:
    what = {"win_share": win, "score_mean": score, "kindness_mean": kindness, "cubes_left_mean": cubes_left}
    return [figure("generosity", generous, f"style_{name}", value, style) for name, value in what.items()]


ARMS = [
    *(row for generous in (1, 2, 3, 4) for row in crowd(generous, "generous", 0.1 * generous, 80 + generous)),
    *(row for generous in (0, 1, 2, 3) for row in crowd(generous, "miser", 0.3, 70 + generous)),
    *(figure("generosity", generous, "score_mean", 75 + generous) for generous in range(5)),
    *(figure("generosity", generous, "capped_share", 0.25 * (generous == 4)) for generous in range(5)),
]
SLOPE_SEATS = [
    {"game_no": game, "seat": seat, "score": score, "win_share": win, "pts_kindness": kindness, "cubes_left": left}
    for game, (given, received) in enumerate([(4, 0), (0, 4)] * 20)
    for seat, sign in ((0, 1), (1, -1))
    for kindness, left in [(20 + sign * received, 10 - sign * given)]
    for score, win in [(80 + sign * (2 * received - given), 0.5 + sign * (0.1 * received - 0.05 * given))]
]
"""Two seats of one style: a cube received brings 2 points and 0.1 wins, a cube given costs 1 point and 0.05 wins."""


@pytest.fixture(scope="module")
def generosity() -> list[Row]:
    return ask("generosity", experiments=ARMS, seats=SLOPE_SEATS, games=[{"game_no": 0}])


def test_every_style_has_a_row_for_every_table_it_sits_at(generosity: list[Row]):
    tables = {(row["style"], row["generous"]) for row in generosity}
    assert tables == {*(("generous", n) for n in (1, 2, 3, 4)), *(("miser", n) for n in (0, 1, 2, 3))}


def test_the_seats_of_a_style(generosity: list[Row]):
    assert one(generosity, style="miser", generous=1)["seats"] == 3
    assert one(generosity, style="generous", generous=1)["seats"] == 1


def test_win_share_and_score_are_those_of_the_style(generosity: list[Row]):
    row = one(generosity, style="generous", generous=2)
    assert (row["win"], row["score"]) == pytest.approx((0.2, 82))


def test_the_interval_of_the_win_share(generosity: list[Row]):
    row = one(generosity, style="generous", generous=2)
    assert (row["low"], row["high"]) == pytest.approx((0.19, 0.21))


@pytest.mark.parametrize(("style", "generous"), [("miser", 0), ("generous", 4)])
def test_a_table_of_one_style_has_no_interval(generosity: list[Row], style: str, generous: int):
    row = one(generosity, style=style, generous=generous)
    assert (row["low"], row["high"]) == (None, None)


def test_cubes_given_are_those_not_left(generosity: list[Row]):
    assert one(generosity, style="miser", generous=0)["given"] == 37 - 10


def test_cubes_given_in_the_short_game():
    rows = ask("generosity", experiments=ARMS, seats=SLOPE_SEATS, games=[{"length": "short"}])
    assert one(rows, style="miser", generous=0)["given"] == 32 - 10


def test_cubes_given_with_another_number_of_cubes():
    rows = ask("generosity", experiments=ARMS, seats=SLOPE_SEATS, games=[{"activation_cubes": "40"}])
    assert one(rows, style="miser", generous=0)["given"] == 40 - 10


def test_games_in_which_nobody_can_go_on(generosity: list[Row]):
    assert one(generosity, style="generous", generous=4)["capped"] == 0.25


def test_what_a_style_wins_at_the_tables_of_the_run():
    seats = [row | {"agent": agent, "win_share": win}
             for row in SLOPE_SEATS for agent, win in (("generous", 0.4), ("miser", 0.1), ("racer", 0.5))]  # fmt: skip
    rows = ask("generosity", experiments=ARMS, seats=seats, games=[{}])
    assert {(row["style"], round(row["here"], 9)) for row in rows} == {("generous", 0.4), ("miser", 0.1)}


def test_what_a_style_wins_here_is_not_known_where_it_does_not_play(generosity: list[Row]):
    assert {row["here"] for row in generosity} == {None}


def of_crowds(generous: tuple[float, ...], misers: tuple[float, ...], here: tuple[float, float]) -> list[Row]:
    """Win rates of a generous player among 1 to 4, of a miser beside 0 to 3, and of both at the tables of the run."""
    arms = [row for at, win in enumerate(generous, 1) for row in crowd(at, "generous", win, 90)]
    arms += [row for at, win in enumerate(misers) for row in crowd(at, "miser", win, 70)]
    arms += [row for row in ARMS if row["figure"] in ("score_mean", "capped_share")]
    styles = zip(("generous", "miser"), here, strict=True)
    seats = [row | {"agent": agent, "win_share": win} for agent, win in styles for row in SLOPE_SEATS]
    return ask("generosity", experiments=arms, seats=seats, games=[{}])


def test_the_verdict_names_the_table_that_it_is_about():
    """A lone generous player wins no more than the misers; three of them win more than a lone miser."""
    said = said_of(
        "fairy_school", "generosity", of_crowds((0.25, 0.26, 0.27, 0.25), (0.25, 0.25, 0.25, 0.19), (0.3, 0.2))
    )
    assert (
        said.verdict == "Generosity pays: with 3 of 4 generous, generous wins 27 % (26 to 28), miser 19 % (18 to 20)."
    )
    assert (
        said.points[-1]
        == "Among all styles, at the tables of this run, generous wins 30.0 %, miser 20.0 % (even is 25 %)."
    )


def test_who_wins_less_than_even_among_all_styles_has_no_winning_plan():
    rows = of_crowds((0.25, 0.26, 0.27, 0.25), (0.25, 0.25, 0.25, 0.19), (0.22, 0.2))
    said = said_of("fairy_school", "generosity", [row | {"even": 0.25} for row in rows])
    assert said.verdict.startswith("Generosity beats miserliness: with 3 of 4 generous, ")


def test_where_the_tables_of_the_run_say_otherwise_it_depends_on_the_table():
    said = said_of(
        "fairy_school", "generosity", of_crowds((0.25, 0.26, 0.27, 0.25), (0.25, 0.25, 0.25, 0.19), (0.1, 0.2))
    )
    table = "with 3 of 4 generous, generous wins 27.0 %, miser 19.0 %"
    assert said.verdict == f"Whether generosity pays depends on the table: {table}."
    assert "With 3 generous, generous wins 27 % (26 to 28), miser 19 % (18 to 20)" in said.rest


def test_what_a_cube_received_brings(generosity: list[Row]):
    assert (generosity[0]["received_win"], generosity[0]["received_score"]) == pytest.approx((0.1, 2))


def test_what_a_cube_given_costs(generosity: list[Row]):
    assert (generosity[0]["given_win"], generosity[0]["given_score"]) == pytest.approx((-0.05, -1))


def test_what_is_exact_has_a_narrow_interval(generosity: list[Row]):
    assert (generosity[0]["given_win_low"], generosity[0]["given_win_high"]) == pytest.approx((-0.05, -0.05))


def test_a_table_without_the_comparison_has_nothing_to_say():
    assert ask("generosity", seats=SLOPE_SEATS, games=[{}]) == []


# ---------------------------------------------------------------- 3: sources of points


@pytest.fixture(scope="module")
def sources() -> list[Row]:
    seats = [
        {"agent": "greedy", "score": 10, "pts_kindness": 6, "pts_projects": 3, "pts_resources": 1},
        {"agent": "miser", "score": 30, "pts_kindness": 10, "pts_steps": 15, "pts_study": 5},
    ]
    arms = [
        figure("tables", 1, "part_share", 0.25, "kindness", arm="2 players", players=2),
        figure("tables", 1, "score_mean", 80, arm="2 players", players=2),
        figure("tables", 7, "part_share", 0.5, "kindness", arm="4, short game"),
        figure("tables", 7, "score_mean", 60, arm="4, short game"),
    ]
    return ask("sources", seats=seats, games=[{}], experiments=arms)


@pytest.mark.parametrize(("who", "share"), [("this run", 16 / 40), ("greedy", 6 / 10), ("miser", 10 / 30)])
def test_the_share_of_kindness(sources: list[Row], who: str, share: float):
    assert one(sources, who=who, source="kindness")["share"] == pytest.approx(share)


def test_points_are_for_each_seat(sources: list[Row]):
    assert one(sources, who="this run", source="final steps")["points"] == 7.5


def test_the_shares_of_a_style_make_up_its_score(sources: list[Row]):
    assert sum(row["share"] for row in sources if row["who"] == "miser") == pytest.approx(1)


def test_the_points_of_a_table_with_so_many_players(sources: list[Row]):
    row = one(sources, who="2 players", source="kindness")
    assert (row["share"], row["points"]) == pytest.approx((0.25, 20))


def test_only_tables_by_number_of_players_are_shown(sources: list[Row]):
    assert {row["who"] for row in sources} == {"this run", "greedy", "miser", "2 players"}


def test_the_chart_leaves_the_whole_run_out(sources: list[Row]):
    assert {row["who"] for row in sources if row["part"] == "chart"} == {"greedy", "miser", "2 players"}


# ---------------------------------------------------------------- 7: decks and seats


@pytest.fixture(scope="module")
def decks() -> list[Row]:
    seats = [
        {
            "game_no": game,
            "seat": seat,
            "s_deck": "AB"[seat],
            "win_share": float(seat == game % 4 // 3),
            "score": 80 + seat,
        }
        for game in range(400)
        for seat in (0, 1)
    ]
    cards = [
        {"id": f"S{n}", "kind": "initial", "set": "SA", "effect": effect} for n, effect in enumerate(["E+F", "2W"])
    ]
    return ask("decks", seats=seats, games=[{}], cards=cards)


@pytest.mark.parametrize(("name", "win"), [("deck A", 3 / 4), ("deck B", 1 / 4), ("seat 1", 3 / 4), ("seat 2", 1 / 4)])
def test_the_win_share_of_a_deck_or_seat(decks: list[Row], name: str, win: float):
    assert one(decks, name=name)["win"] == win


def test_the_win_share_is_compared_with_an_equal_one(decks: list[Row]):
    assert one(decks, name="deck A")["more"] == pytest.approx(0.25)


def test_the_interval_is_wilsons(decks: list[Row]):
    """For 0.75 of 400 cases: 0.7054 to 0.7898 (Wilson), here less 1/2."""
    row = one(decks, name="seat 1")
    assert (row["low"], row["high"]) == pytest.approx((0.2054, 0.2898), abs=2e-4)


def test_a_large_difference_is_sure(decks: list[Row]):
    assert one(decks, name="deck A")["sure"] is True


def test_the_score_of_a_deck(decks: list[Row]):
    assert one(decks, name="deck B")["score"] == 81


def test_the_effects_a_deck_holds(decks: list[Row]):
    assert one(decks, name="deck A")["holds"] == "E+F, 2W"


def test_a_run_without_predefined_decks_has_only_seats():
    rows = ask("decks", seats=[{"seat": 0, "win_share": 1.0}, {"seat": 1}], games=[{}])
    assert [row["name"] for row in rows] == ["seat 1", "seat 2"]


def strong(*decks: tuple[str, float, bool], seats: bool = False) -> Said:
    """What is said of these decks (name, points of win rate, sure), where the seats are sure to differ, or not."""
    rows = [{"name": f"deck {name}", "what": "deck", "more": more, "sure": sure} for name, more, sure in decks]
    rows += [{"name": f"seat {n}", "what": "seat", "more": 0.1 - n / 20, "sure": seats} for n in (1, 2, 3)]
    common = {"score": 80, "holds": "", "win": 0.3, "fair": 0.3}
    whole = [row | common | {"low": row["more"] - 0.1, "high": row["more"] + 0.1} for row in rows]
    return said_of("fairy_school", "decks", whole)


def test_decks_and_seats_that_may_differ_are_not_called_equal():
    said = strong(("A", 0.14, False), ("B", 0.0, False), ("C", -0.24, False))
    known = "Predefined decks are not known to differ: deck A +14 (+4 to +24) points, deck C −24 (−34 to −14)."
    assert said.verdict == known
    assert said.points == ("Seats are not known to differ: from 30 % (seat 3) to 30 % (seat 1).",)
    assert strong().verdict.startswith("Seats are not known to differ: best is seat 1, ")


def test_without_decks_what_is_known_of_seats_is_said_once():
    assert strong().points == ("Win rates go from 30 % (seat 3) to 30 % (seat 1).",)
    assert strong(seats=True).points[0].startswith("Clearly uneven: seat 1 wins ")


def test_the_deck_that_surely_differs_is_the_one_that_is_told():
    said = strong(("A", 0.14, False), ("B", 0.12, True), ("C", -0.24, False), seats=True)
    assert said.verdict == "Predefined decks are not equally strong: deck B +12 (+2 to +22) points."
    assert said.points[0].startswith("Seats are not equally strong: seat 1 wins ")


# ---------------------------------------------------------------- 10: other tables


def test_a_table_is_compared_with_four_players():
    arms = [
        figure("tables", 0, "score_mean", 80, arm="4 players"),
        figure("tables", 1, "score_mean", 86, arm="2 players"),
    ]
    rows = ask("tables", experiments=arms)
    assert {row["arm"]: row["change"] for row in rows} == {"4 players": 0, "2 players": 6}


def test_tables_stand_in_the_order_of_the_experiment():
    arms = [figure("tables", place, "score_mean", 80, arm=f"arm {place}") for place in (2, 0, 1)]
    assert [row["arm"] for row in ask("tables", experiments=arms)] == ["arm 0", "arm 1", "arm 2"]


def test_the_figures_of_a_table_have_their_columns():
    names = {"pass_share": "pass", "honors_share": "honors", "final_turns_mean": "final_turns", "turns_mean": "length"}
    names |= {"score_sd": "spread", "cubes_left_mean": "cubes_left", "margin_mean": "margin", "capped_share": "capped"}
    arms = [figure("tables", 0, name, place, arm="4 players") for place, name in enumerate(names)]
    row = ask("tables", experiments=arms)[0]
    assert [row[column] for column in names.values()] == list(range(len(names)))
