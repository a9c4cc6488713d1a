"""The questions about destiny, shelters, the end and stages, over hand-made tables."""

from __future__ import annotations

import pytest

from balance.analysis.stats import wilson
from fairy_conundrum.questions import ask, duel, duels
from helpers.asked import Row, one

pytestmark = pytest.mark.slow


def turn(game_no: int, seat: int, number: int = 1, **cells: object) -> Row:
    return {"game_no": game_no, "seat": seat, "turn": number, "deck": "a", "avatar": "a"} | cells


# ---- destiny


def destiny() -> list[Row]:
    """Two games of two turns: seat 0 plays first and wins the one; seat 1 plays first on turn 2 and wins the other."""
    games = duels(duel(0, "a", "a"), duel(1, "a", "a", 1), duel(2, "a", "a", -1))
    turns = [
        turn(0, 0, 1, destiny_pos=0, life_start=30),
        turn(0, 1, 1, destiny_pos=1, life_start=28, chose_first=1),
        turn(1, 0, 1, destiny_pos=0, life_start=30, chose_first=1),
        turn(1, 1, 1, destiny_pos=1, life_start=30),
        turn(1, 0, 2, destiny_pos=1, life_start=10),
        turn(1, 1, 2, destiny_pos=0, life_start=20),
        turn(2, 0, 1, destiny_pos=0, life_start=30),
        turn(2, 1, 1, destiny_pos=1, life_start=1),
    ]
    return ask("destiny", turns=turns, **games)


def test_the_first_player_of_turn_1_in_decided_games():
    row = destiny()[0]
    assert (row["win"], row["decided"], row["win_low"]) == (1 / 2, 2, None)


def test_gains_of_a_turn_are_against_an_even_share():
    row = one(destiny(), part="turn", turn=1)
    assert (row["games"], row["first"], row["chooser"], row["ahead"]) == (2, 0, -1 / 2, 1 / 2)


def test_how_often_the_chooser_takes_the_first_place_and_is_behind():
    row = one(destiny(), part="turn", turn=1)
    assert (row["itself"], row["poorer"]) == (1 / 2, 1 / 2)


def test_standing_and_place_over_all_turns():
    rows = destiny()
    assert one(rows, part="place", standing="ahead", place="first")["gain"] == 1 / 2
    assert one(rows, part="place", standing="behind", place="later")["share"] == 2 / 6
    assert one(rows, part="place", standing="level", place="first")["gain"] == -1 / 2


def test_an_even_share_is_that_of_the_seats_left():
    """Of three, one has fallen before turn 2."""
    seats = [{"seat": 0, "win_share": 1.0}, {"seat": 1, "rank": 2}, {"seat": 2, "rank": 3}]
    turns = [turn(0, seat, 1, destiny_pos=seat) for seat in range(3)] + [
        turn(0, seat, 2, destiny_pos=seat) for seat in (0, 1)
    ]
    rows = ask("destiny", seats=seats, games=[{"players": 3}], turns=turns)
    assert one(rows, part="turn", turn=1)["first"] == pytest.approx(2 / 3)
    assert one(rows, part="turn", turn=2)["first"] == pytest.approx(1 / 2)


def test_turns_that_few_games_reach_are_left_out():
    games = duels(*(duel(n, "a", "a") for n in range(40)))
    turns = [turn(n, seat, 1, destiny_pos=seat) for n in range(40) for seat in (0, 1)] + [
        turn(0, 0, 2),
        turn(0, 1, 2, destiny_pos=1),
    ]
    assert [row["turn"] for row in ask("destiny", turns=turns, **games) if row["part"] == "turn"] == [1]


# ---- shelters


def shelters() -> list[Row]:
    """40 duels. Winners have 2 guests on turn 1 and gather 3 on turn 2; losers have none, more ray, and gather 1."""
    games = duels(*(duel(n, "a", "a") for n in range(40)))
    turns = []
    for n in range(40):
        turns += [
            turn(n, 0, 1, guests=2, ray_total=1, explorers=1, joust_life_taken=0),
            turn(n, 0, 2, guests=2, gathered=3, ray_total=1),
        ]
        turns += [turn(n, 1, 1, ray_total=5, explorers=3, joust_life_taken=4), turn(n, 1, 2, ray_total=5, explorers=1)]
        turns += [turn(n, 0, 7, guests=0, gathered=0)]
    return ask("shelters", turns=turns, **games)


def test_the_quarter_with_most_guests_wins():
    row = one(shelters(), what="guests", quarter="many")
    assert (row["gain"], row["guests"], row["sparkles"], row["seats"]) == (1 / 2, 2, 2, 1 / 2)


def test_equal_seats_are_kept_together():
    assert {row["quarter"] for row in shelters()} == {"fewest", "many"}


def test_attackers_are_sorted_by_their_ray():
    row = one(shelters(), what="ray", quarter="many")
    assert (row["gain"], row["ray"], row["taken"]) == (-1 / 2, 5, 2)


def test_only_turns_1_to_6_sort_the_seats():
    assert one(shelters(), what="guests", quarter="fewest")["guests"] == 0


def test_a_guest_has_its_worth_in_the_next_gathering():
    """Two guests more on turn 1 go with two sparkles more on turn 2; on turn 2 there is nobody to compare with."""
    assert shelters()[0]["earned"] == pytest.approx(1)


def test_a_fairy_outside_has_its_worth_in_the_joust():
    """On turn 1 two fairies more take 4 life more; on turn 2 one more takes none."""
    assert shelters()[0]["struck"] == pytest.approx((1 * 2 + 1 * 2 + 0 + 0) / (1 + 1 + 1 / 4 + 1 / 4))


# ---- the end


def ending() -> list[Row]:
    played = [duel(n, "a", "b", turns=6) for n in range(3)]
    seats, game = duel(3, "a", "b", -1, turns=14, end_reason="no_winner")
    seats[0] |= {"score": 0, "rank": 1}
    seats[1] |= {"score": -5, "rank": 2}
    return ask("ending", **duels(*played, (seats, game)))


def test_the_ways_of_ending_the_most_common_first():
    rows = [row for row in ending() if row["part"] == "end"]
    assert [(row["what"], row["share"], row["turns"], row["life"]) for row in rows] == [
        ("life below 0", 3 / 4, 6, 10),
        ("nobody wins", 1 / 4, 14, 0),
    ]


def test_games_whose_last_avatar_stands_at_exactly_0():
    assert ending()[0]["zero"] == 1 / 4


def test_avatars_that_fall_together_leave_nobody_at_0():
    seats, game = duel(0, "a", "b", -1, end_reason="no_winner")
    for seat in seats:
        seat |= {"score": -1, "rank": 1}
    row = ask("ending", seats=seats, games=[game])[0]
    assert (row["zero"], row["nobody"]) == (0, 1)


def test_the_length_of_games():
    row = ending()[0]
    assert (row["mean"], row["middle"], row["p5"], row["p95"]) == (8, 6, 6, 14)


def test_every_turn_between_the_shortest_and_the_longest_game_has_its_share():
    rows = [row for row in ending() if row["part"] == "turn" and row["what"] == "life below 0"]
    assert [row["turn"] for row in rows] == list(range(6, 15))
    assert [row["share"] for row in rows] == [3 / 4] + [0] * 8


def test_the_life_that_winners_have_left():
    assert ending()[0]["winner_life"] == 10


@pytest.mark.parametrize(
    ("code", "what"),
    [("life", "life below 0"), ("deckout", "decks run out"), ("effect", "an effect"), ("stalemate", "last turn over")],
)
def test_the_words_for_an_end(code: str, what: str):
    assert one(ask("ending", **duels(duel(0, "a", "b", end_reason=code))), part="end")["what"] == what


def in_matches(played: dict[str, list[Row]], games: int) -> dict[str, list[Row]]:
    """The same, so many games in a row being a match."""
    for game in played["games"]:
        game["match_id"] = game["game_no"] // games
    return played


def test_the_games_of_a_match_are_one_case_where_nobody_is_left():
    """Of 40 games 12 end so, four by four: as little is known as of ten games."""
    ended = [duel(n, "a", "b") for n in range(40)]
    for n, (seats, game) in enumerate(ended):
        if n // 4 % 4 == 0:
            seats[0] |= {"score": 0, "win_share": 0.0}
            game |= {"winner": -1, "end_reason": "no_winner"}
    rows = ask("ending", **in_matches(duels(*ended), 4))
    zero = rows[0]["zero"]
    assert (rows[0]["zero_low"], rows[0]["zero_high"]) == pytest.approx(wilson(zero, 10))
    nobody = one(rows, part="end", what="nobody wins")
    assert (nobody["low"], nobody["high"]) == pytest.approx(wilson(zero, 10))
    at_once = one(rows, part="turn", what="nobody wins", turn=8)
    assert (at_once["low"], at_once["high"]) == pytest.approx(wilson(zero, 10))


# ---- stages


def stages() -> list[Row]:
    """Game 0: seat 0 climbs to stage III on turn 2 and falls back; seat 1 is there on turn 3. Game 1: nobody climbs."""
    climbs = {0: (1, 3, 2), 1: (1, 1, 3)}
    turns = [turn(0, seat, n + 1, stage=stage) for seat, steps in climbs.items() for n, stage in enumerate(steps)]
    turns += [turn(1, seat) for seat in (0, 1)]
    return ask("stages", turns=turns, **duels(duel(0, "a", "b"), duel(1, "a", "b", 1)))


def test_who_reaches_which_stage_and_when():
    row = one(stages(), part="deck", deck="all")
    assert (row["two"], row["three"], row["turn"]) == (1 / 2, 1 / 2, 5 / 2)


def test_the_final_stage_may_be_lower():
    row = one(stages(), part="deck", deck="a")
    assert (row["final"], row["back"]) == (3 / 2, 1 / 2)


def test_games_that_see_a_stage_iii():
    assert stages()[0]["seen"] == 1 / 2


def test_the_games_of_a_match_are_one_case_where_stage_iii_is_seen():
    """Of 40 games half see it, four by four: as little is known as of ten games."""
    turns = [turn(n, seat, stage=3 if n // 4 % 2 == 0 and seat == 0 else 1) for n in range(40) for seat in (0, 1)]
    played = in_matches(duels(*(duel(n, "a", "b", n // 8 % 2) for n in range(40))), 4)
    row = ask("stages", turns=turns, **played)[0]
    assert (row["seen"], row["lead_low"]) == (1 / 2, None)
    assert (row["seen_low"], row["seen_high"]) == pytest.approx(wilson(1 / 2, 10))


def test_who_is_there_first_alone():
    row = stages()[0]
    assert (row["lead"], row["lead_low"]) == (1, None)


def test_two_that_arrive_together_are_not_first():
    turns = [turn(0, seat, stage=3) for seat in (0, 1)]
    assert ask("stages", turns=turns, **duels(duel(0, "a", "b")))[0]["lead"] is None


def test_the_highest_stage_goes_with_a_gain():
    rows = [row for row in stages() if row["part"] == "stage" and row["deck"] == "a"]
    assert [(row["stage"], row["share"], row["gain"]) for row in rows] == [
        ("stage I", 1 / 2, -1 / 2),
        ("stage III", 1 / 2, 1 / 2),
    ]
