"""What the questions say of cubes, the race, the trimesters and study, over a few hand-made games."""

from __future__ import annotations

from math import sqrt
from statistics import mean, pstdev, stdev

import pytest

from balance.analysis.stats import Z
from balance.report.sentences import Said
from fairy_school.questions import ask
from helpers.asked import Row, one, said_of

# ---------------------------------------------------------------- 4: cubes


@pytest.fixture(scope="module")
def cubes() -> list[Row]:
    left = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]
    seats = [{"game_no": game, "agent": "miser", "cubes_left": cubes_left} for game, cubes_left in enumerate(left)]
    turns = [
        *({"game_no": game, "agent": "miser", "turn": 1, "cubes_supply": 30 + game} for game in range(10)),
        *({"game_no": game, "agent": "miser", "turn": 2, "cubes_supply": 2 * game} for game in range(10)),
        {"game_no": 0, "agent": "miser", "turn": 3, "trimester": 2, "cubes_supply": 0, "is_final": True},
    ]
    arms = [
        {"experiment": "cubes", "place": place, "arm": arm, "figure": name, "value": value, "subject": subject}
        for place, arm, scale in ((0, "as it is", 1), (1, "27 cubes", 2))
        for name, value, subject in (
            ("score_mean", 80 * scale, ""),
            ("cubes_left_mean", 5 * scale, ""),
            ("style_win_share", 0.3, "miser"),
            ("style_win_share", 0.2 * scale, "greedy"),
        )
    ]
    return ask("cubes", seats=seats, turns=turns, experiments=arms)


@pytest.mark.parametrize(("column", "value"), [("rest", 9), ("least", 0), ("middle", 8), ("most", 16), ("short", 0.3)])
def test_what_is_left_at_the_end(cubes: list[Row], column: str, value: float):
    assert one(cubes, part="end", name="all")[column] == pytest.approx(value)


def test_seats_without_a_cube_at_the_end(cubes: list[Row]):
    """1 of 10: Wilson's interval goes from 1.8 to 40.4 %."""
    row = one(cubes, part="end", name="miser")
    assert row["dry"] == pytest.approx(0.1)
    assert (row["dry_low"], row["dry_high"]) == pytest.approx((0.018, 0.404), abs=1e-3)


def test_the_supply_after_a_turn(cubes: list[Row]):
    assert one(cubes, part="curve", agent="miser", turn=1)["supply"] == 34.5


def test_a_turn_that_a_tenth_of_the_games_reach_is_shown(cubes: list[Row]):
    assert [row["turn"] for row in cubes if row["part"] == "curve"] == [1, 2, 3]


def test_a_turn_that_fewer_games_reach_is_not():
    turns = [{"game_no": game, "turn": 1} for game in range(11)] + [{"game_no": 0, "turn": 2}]
    rows = ask("cubes", seats=[{"cubes_left": 1}], turns=turns)
    assert [row["turn"] for row in rows if row["part"] == "curve"] == [1]


def test_a_trimester_is_judged_after_its_last_turn(cubes: list[Row]):
    row = one(cubes, part="trimester")
    assert (row["name"], row["turn"], row["rest"], row["dry"], row["short"]) == ("trimester I", 2, 9, 0.1, 0.3)


def test_the_arms(cubes: list[Row]):
    row = one(cubes, part="arm", name="27 cubes")
    assert (row["score"], row["rest"], row["best"], row["best_win"]) == (160, 10, "greedy", 0.4)


def said_of_cubes(more: float, fewer: float, left: int = 9) -> Said:
    """The answer where scores average 80, and so much with more and with fewer cubes."""
    arms = [
        {"experiment": "cubes", "place": place, "arm": arm, "figure": name, "value": value, "subject": subject}
        | {"low": value - 0.5, "high": value + 0.5}
        for place, (arm, score) in enumerate((("as it is", 80), ("27 cubes", fewer), ("47 cubes", more)))
        for name, value, subject in (("score_mean", score, ""), ("style_win_share", 0.3, "miser"))
    ]
    seats = [{"game_no": game, "cubes_left": left} for game in range(40)]
    arms += [
        row | {"figure": name, "value": 2} for name in ("cubes_left_mean", "final_turns_mean") for row in arms[::2]
    ]
    return said_of("fairy_school", "cubes", ask("cubes", seats=seats, turns=[{"turn": 1}], experiments=arms))


def test_that_fewer_cubes_would_bind_does_not_make_those_of_the_box_a_limit():
    said = said_of_cubes(more=81, fewer=70)
    verdict = "Cubes are hardly a limit: scores average 80.0 (79.5 to 80.5), with 47 cubes 81.0 (80.5 to 81.5)."
    assert said.verdict == verdict
    assert said.points[0] == "With 27 cubes they average 70.0 (69.5 to 70.5): so few would be a real limit."


@pytest.mark.parametrize(
    ("more", "left", "word"), [(82.5, 9, "a mild"), (90, 9, "a real"), (81, 0, "a real"), (70, 9, "hardly a")]
)
def test_cubes_are_a_limit_where_more_of_them_bring_more_or_none_are_left(more: float, left: int, word: str):
    assert said_of_cubes(more, 69, left).verdict.startswith(f"Cubes are {word} limit: scores average 80.0")


# ---------------------------------------------------------------- 6: the race

FINALS = (
    {"id": "L1", "name": "Dam", "kind": "final", "set": "long", "cost": "3E+2W; 2P+A"},
    {"id": "L2", "name": "Bell", "kind": "final", "set": "long", "cost": "6F; E"},
)


@pytest.fixture(scope="module")
def race() -> list[Row]:
    done = {"finished": True, "steps": 2}
    seats = [
        {"game_no": 0, "seat": 0, "final_id": "L1", "win_share": 1.0, "left_over": 1} | done,
        {"game_no": 0, "seat": 1, "final_id": "L2", "steps": 1},
        {"game_no": 1, "seat": 0, "final_id": "L1", "left_over": 5} | done,
        {"game_no": 1, "seat": 1, "final_id": "L1", "steps": 1, "win_share": 1.0},
    ]
    turns = [
        {"game_no": 0, "seat": 0, "turn": 9, "steps_total": 0, "leader_bonus": "earth"},
        *({"game_no": game, "seat": 0, "turn": 10, "is_final": True, "steps_total": 1} for game in (0, 1)),
        *({"game_no": game, "seat": 1, "turn": 10, "is_final": True, "steps_total": 0} for game in (0, 1)),
        *({"game_no": game, "seat": 0, "turn": 11, "is_final": True, "steps_total": 2} for game in (0, 1)),
        *({"game_no": game, "seat": 1, "turn": 11, "is_final": True, "steps_total": 1} for game in (0, 1)),
    ]
    for row in turns[1:3]:
        row["leader_bonus"] = "fire"
    turns[5]["leader_bonus"] = "water"
    met = [
        {"game_no": 0, "card": "L1", "offered": 1, "chosen": 1},
        {"game_no": 0, "seat": 1, "card": "L2", "offered": 1, "chosen": 1},
        {"game_no": 1, "card": "L1", "offered": 1, "chosen": 1},
        {"game_no": 1, "card": "L2", "offered": 1},
        {"game_no": 1, "seat": 1, "card": "L2", "offered": 1},
    ]
    games = [{"game_no": 0, "final_turns": 2}, {"game_no": 1, "final_turns": 8, "finishers": 1}]
    return ask("race", cards=FINALS, seats=seats, turns=turns, met=met, games=games)


def test_final_projects_that_finish_most_come_first(race: list[Row]):
    assert [(row["name"], row["finished"]) for row in race] == [("Dam", pytest.approx(2 / 3)), ("Bell", 0)]


def test_the_cost_of_all_steps(race: list[Row]):
    assert {row["name"]: row["worth"] for row in race} == pytest.approx({"Dam": 5 + 8 / 3 + 2, "Bell": 9})


def test_how_often_an_offer_is_taken(race: list[Row]):
    assert {row["name"]: row["wanted"] for row in race} == {"Dam": 1, "Bell": 0.5}


def test_the_length_of_the_race(race: list[Row]):
    assert (race[0]["turns_mean"], race[0]["within"]) == (5, 0.5)


def test_the_length_of_the_race_and_who_needed_the_bonus_in_words(race: list[Row]):
    known = {
        "within": 0.857,
        "turns_least": 1,
        "turns_most": 3,
        "capped": 0.0,
        "needed_least": 0.012,
        "needed_most": 0.057,
    }
    known |= {"bonus_finished": 0.63, "bonus_other": 0.16, "bonus_share": 0.011}
    rest = said_of("fairy_school", "race", [row | known for row in race]).rest
    assert rest.startswith("The race should last 2 to 6 turns, and does in 85.7 % of games; nine of ten last 1 to 3. ")
    assert "Of those who finish, 1.2 to 5.7 % could not have done so without it; how many" in rest


def test_the_interval_of_the_mean_length_of_the_race(race: list[Row]):
    """30 games of 2 to 4 turns, and none for two games."""
    assert (race[0]["turns_low"], race[0]["turns_high"]) == (None, None)
    lengths = [2, 3, 4] * 10
    seats = [{"game_no": game, "final_id": "L1"} for game in range(30)]
    games = [{"game_no": game, "final_turns": turns} for game, turns in enumerate(lengths)]
    row = ask("race", cards=FINALS, seats=seats, turns=[{"is_final": True}], games=games)[0]
    error = Z * stdev(lengths) / sqrt(30)
    assert (row["turns_low"], row["turns_high"]) == pytest.approx((3 - error, 3 + error))


def test_who_gets_all_steps_by_the_last_spending(race: list[Row]):
    """Two seats have all steps, and the games count two finishers before the last spending."""
    assert race[0]["last_spending"] == 0


def test_leader_bonuses_count_in_the_race_alone(race: list[Row]):
    """Of seats with all steps one got 2 elements and the other 1; the others got none."""
    assert (race[0]["bonus_finished"], race[0]["bonus_other"]) == (1.5, 0)


def test_who_needed_the_leader_bonus_for_sure(race: list[Row]):
    """One element left against 2 gained as a leader; 5 left against 1."""
    assert race[0]["needed_least"] == 0.5


def test_who_could_have_needed_it(race: list[Row]):
    """1 left is less than 4 x 2, 5 left is not less than 4 x 1."""
    assert race[0]["needed_most"] == 0.5


def test_the_bonus_as_a_share_of_the_cost(race: list[Row]):
    """2 and 1 of the 8 elements of the Dam."""
    assert race[0]["bonus_share"] == pytest.approx(1.5 / 8)


def test_who_is_ahead_is_judged_after_the_first_turn_of_the_race(race: list[Row]):
    """Seat 1 of both games is ahead and wins one of them, as a seat does on average."""
    assert (race[0]["ahead"], race[0]["behind"]) == pytest.approx((0, 0))


def finishing(*wins: tuple[float, bool]) -> Row:
    """30 games of seats with this win share, that have all steps or not."""
    seats = [
        {"game_no": game, "seat": seat, "final_id": "L1", "win_share": win, "finished": finished}
        for game in range(30)
        for seat, (win, finished) in enumerate(wins)
    ]
    games = [{"game_no": game, "final_turns": 3} for game in range(30)]
    return ask("race", cards=FINALS, seats=seats, turns=[{"is_final": True}], games=games)[0]


def test_who_finishes_is_compared_with_who_does_not():
    """Of three that finish one wins every game: each wins a third of them, though finishers win all."""
    row = finishing((1.0, True), (0.0, True), (0.0, True), (0.0, False))
    assert (row["finisher_win"], row["other_win"]) == pytest.approx((1 / 3, 0))


@pytest.mark.parametrize(
    ("finisher", "other", "words"),
    [
        ((0.29, 0.28, 0.3), (0.13, 0.12, 0.138), "wins far more: 29.0 % (28.0 to 30.0) of games, who does not 13.0 %"),
        ((0.26, 0.25, 0.27), (0.22, 0.2, 0.24), "wins more: "),
        ((0.26, 0.22, 0.3), (0.22, 0.2, 0.24), "wins neither clearly more nor less: "),
        ((0.2, 0.19, 0.21), (0.3, 0.29, 0.31), "wins less: "),
    ],
)
def test_whether_who_finishes_wins_more_in_words(race: list[Row], finisher, other, words: str):
    ends = ("win", "low", "high")
    known = {f"finisher_{end}": value for end, value in zip(ends, finisher, strict=True)}
    known |= {f"other_{end}": value for end, value in zip(ends, other, strict=True)}
    said = said_of("fairy_school", "race", [row | known for row in race])
    assert said.points[-1].startswith(f"Who finishes {words}")


# ---------------------------------------------------------------- 8: the pace of the trimesters

PROJECTS = ({"id": "I1", "cost": "3E"}, {"id": "I2", "cost": "3F"}, {"id": "II1", "set": "II", "cost": "A+4W"})


@pytest.fixture(scope="module")
def pace() -> list[Row]:
    turns = [
        {"turn": 1, "E_gain": 3, "W_gain": 1, "E_end": 9},
        {"turn": 2, "E_gain": 2, "E_end": 2, "A_end": 1, "idle_pick": "I2"},
        {"turn": 3, "trimester": 2, "F_gain": 5, "F_end": 7},
        {"turn": 4, "trimester": 3, "is_final": True, "E_end": 50},
    ]
    met = [
        {"card": "I1", "kept_ongoing": 1, "realized": 1, "realized_turn": 2},
        {"card": "I2", "kept_ongoing": 2, "realized": 1, "realized_turn": 3},
        {"card": "II1", "kept_ongoing": 1},
    ]
    return ask("pace", cards=PROJECTS, seats=[{}], turns=turns, met=met)


def test_realized_in_time_later_or_never(pace: list[Row]):
    row = one(pace, trimester="I", agent="all")
    assert (row["in_time"], row["late"], row["never"]) == (0.5, 0.5, 0)


def test_a_project_that_is_never_realized(pace: list[Row]):
    row = one(pace, trimester="II", agent="all")
    assert (row["in_time"], row["late"], row["never"]) == (0, 0, 1)


def test_the_mean_cost_of_the_projects_kept(pace: list[Row]):
    assert [one(pace, trimester=name, agent="greedy")["worth"] for name in ("I", "II")] == [3.5, 6]


def test_elements_left_after_the_last_turn_of_a_trimester(pace: list[Row]):
    assert [one(pace, trimester=name, agent="all")["left_over"] for name in ("I", "II")] == [3, 7]


def test_elements_gained_in_a_turn(pace: list[Row]):
    assert [one(pace, trimester=name, agent="all")["income"] for name in ("I", "II")] == [3, 5]


def test_idle_picks_of_a_trimester(pace: list[Row]):
    assert [one(pace, trimester=name, agent="all")["idle"] for name in ("I", "II")] == [1, 0]


def test_a_project_taken_idle_is_not_one_kept_from_the_draft():
    met = [{"card": "I1", "kept_ongoing": 1, "idle_taken": 1}, {"card": "I2", "kept_ongoing": 1, "realized_turn": 1}]
    rows = ask("pace", cards=PROJECTS, seats=[{}], turns=[{}], met=met)
    assert (rows[0]["kept"], rows[0]["in_time"]) == (1, 1)


# ---------------------------------------------------------------- 9: study


@pytest.fixture(scope="module")
def study() -> list[Row]:
    seats = [
        {"game_no": game, "seat": seat, "studied": 8 + 2 * seat, "pts_study": 16 + 4 * seat, "bonuses": 3 + seat}
        | {"score": 80 + 6 * seat, "win_share": float(seat)}
        for game in range(30)
        for seat in (0, 1)
    ]
    turns = [
        {"game_no": 0, "seat": 0, "studied_corner": "elf", "studied_effect": "ent;gnome"},
        {"game_no": 0, "seat": 0, "turn": 2, "studied_effect": "unicorn"},
        {"game_no": 0, "seat": 1, "studied_corner": "ent"},
        {"game_no": 0, "seat": 1, "turn": 2},
    ]
    cards = [
        {"id": "III1", "name": "Book", "set": "III", "effect": "E+P>study"},
        {"id": "III2", "name": "Rock", "set": "III", "effect": "6E"},
    ]
    met = [
        *(
            {"game_no": game, "seat": 1, "card": "III1", "kept_ongoing": 1, "realized": 1, "act_owner": 2}
            for game in range(30)
        ),
        *({"game_no": game, "seat": 0, "card": "III2", "realized": 1} for game in range(30)),
    ]
    return ask("study", seats=seats, turns=turns, cards=cards, met=met)


def test_the_win_share_by_creatures_studied(study: list[Row]):
    gains = {row["creatures"]: row["gain"] for row in study if row["part"] == "count"}
    assert gains == pytest.approx({8: -0.5, 10: 0.5})


def test_the_share_of_a_number_studied_is_of_all_seats():
    """30 seats study 8, 10 study 9, which are too few for a row."""
    seats = [{"game_no": game, "studied": 8 if game < 30 else 9} for game in range(40)]
    rows = ask("study", seats=seats, turns=[{}])
    assert [(row["creatures"], row["share"]) for row in rows if row["part"] == "count"] == [(8, 3 / 4)]


def test_creatures_studied_at_the_slots_and_by_effects(study: list[Row]):
    """2 and 3 of them among 60 seats."""
    row = one(study, part="style", name="all")
    assert (row["corner"], row["effect"]) == pytest.approx((2 / 60, 3 / 60))


def test_intervals_of_the_creatures_studied_take_games_as_cases():
    """Both seats of a game study alike: 30 games are 30 cases, not 60. Every seat studies one at a slot in game 0."""
    counts = [6, 8, 10] * 10
    seats = [{"game_no": game, "seat": seat, "studied": counts[game]} for game in range(30) for seat in (0, 1)]
    turns = [{"game_no": 0, "seat": seat, "studied_corner": "elf"} for seat in (0, 1)]
    row = one(ask("study", seats=seats, turns=turns), part="style", name="all")
    for name, values in (("creatures", counts), ("corner", [1] + 29 * [0])):
        error = Z * pstdev(values) / sqrt(30)
        assert row[name] == pytest.approx(mean(values))
        assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx((mean(values) - error, mean(values) + error))


def test_few_games_have_no_interval_of_the_creatures_studied():
    seats = [{"game_no": game, "seat": seat, "studied": game} for game in range(29) for seat in (0, 1)]
    row = one(ask("study", seats=seats), part="style", name="all")
    assert (row["creatures_low"], row["corner_high"]) == (None, None)


def test_the_share_of_the_turns_with_a_creature_at_a_slot(study: list[Row]):
    assert one(study, part="style", name="all")["turns"] == 0.5


def test_the_means_of_a_style(study: list[Row]):
    row = one(study, part="style", name="greedy")
    assert (row["creatures"], row["points"], row["bonuses"], row["win"]) == (9, 18, 3.5, 0.5)


def test_what_one_more_creature_goes_with(study: list[Row]):
    """Two creatures apart lie 6 points and a whole win."""
    row = one(study, part="worth")
    assert (row["slope"], row["gain"]) == pytest.approx((3, 0.5))


def test_a_study_card_is_compared_with_the_projects_of_its_trimester(study: list[Row]):
    """Who realizes it wins 0.5 more than the style, who realizes the other 0.5 less: the mean is 0."""
    row = one(study, part="card")
    assert (row["name"], row["kept"], row["realized"], row["uses"], row["gain"]) == (
        "Book",
        30,
        30,
        2,
        pytest.approx(0.5),
    )
