"""The questions about decks, other rules and larger tables, over hand-made tables."""

from __future__ import annotations

import pytest

from fairy_conundrum.questions import ask, duel, duels
from helpers.asked import Row, one, said_of

pytestmark = pytest.mark.slow

# ---- deck against deck


def decks() -> list[Row]:
    """dawn rush beats dusk snare in 3 of 4 games; one game nobody wins; ember plays itself."""
    played = [duel(game_no, "dawn_rush", "dusk_snare", winner) for game_no, winner in enumerate((0, 0, 0, 1, -1))]
    greedy = {"experiment": "greedy", "figure": "deck_against_share", "subject": "dawn rush against dusk snare"}
    return ask("decks", **duels(*played, duel(5, "ember", "ember")), experiments=[greedy | {"value": 0.6}])


def test_a_pair_is_compared_in_the_games_that_one_of_the_two_wins():
    row = one(decks(), part="pair")
    assert (row["deck"], row["other"], row["share"], row["games"]) == ("dawn rush", "dusk snare", 3 / 4, 4)


def test_few_games_have_no_interval():
    row = one(decks(), part="pair")
    assert (row["low"], row["high"], row["sure"]) == (None, None, False)


def test_a_pair_has_what_it_is_between_greedy_players():
    assert one(decks(), part="pair")["greedy"] == 0.6


def met_often(greedy: float) -> str:
    """What is said last of two decks of which the first wins 3 of 4 games, and so much between greedy players."""
    against = {"experiment": "greedy", "figure": "deck_against_share", "subject": "dawn against dusk", "value": greedy}
    against |= {"low": greedy - 0.04, "high": greedy + 0.04}
    played = duels(*(duel(n, "dawn", "dusk", int(n % 4 == 0)) for n in range(400)))
    return said_of("fairy_conundrum", "decks", ask("decks", **played, experiments=[against])).points[-1]


def test_a_pair_that_turns_round_with_other_players_is_named():
    turned = "It depends on who plays: between greedy players 1 of 1 pairs turns round"
    assert met_often(0.4) == f"{turned}; dusk wins 60 % (56 to 64) against dawn."


@pytest.mark.parametrize("greedy", [0.6, 0.49])
def test_a_pair_that_does_not_clearly_turn_round_is_not(greedy: float):
    assert met_often(greedy).startswith("Between greedy players the most lopsided pair is ")


def test_the_matrix_has_both_sides_and_is_even_on_the_diagonal():
    rows = decks()
    assert one(rows, part="cell", deck="dusk snare", other="dawn rush")["share"] == 1 / 4
    assert one(rows, part="cell", deck="ember", other="ember")["share"] == 1 / 2
    assert one(rows, part="cell", deck="ember", other="dawn rush")["share"] is None


def test_the_matrix_goes_from_the_best_to_the_worst_both_ways():
    cells = [row for row in decks() if row["part"] == "cell"]
    assert [row["deck"] for row in cells[::3]] == ["dawn rush", "ember", "dusk snare"]
    assert [row["other"] for row in cells[:3]] == ["dawn rush", "ember", "dusk snare"]


def test_a_deck_has_its_win_share_of_all_seats():
    row = one(decks(), part="deck", deck="dawn rush")
    assert (row["share"], row["seats"]) == (3 / 5, 5)


def test_games_that_nobody_wins_are_counted():
    assert decks()[0]["undecided"] == pytest.approx(1 / 6)


def test_at_a_larger_table_every_pair_of_seats_with_the_winner_counts():
    seats = [
        {"seat": 0, "deck": "a", "win_share": 1.0},
        {"seat": 1, "deck": "b", "rank": 2},
        {"seat": 2, "deck": "b", "rank": 3},
        {"seat": 3, "deck": "c", "rank": 4},
    ]
    rows = ask("decks", seats=seats, games=[{"players": 4}])
    assert one(rows, part="pair", deck="a", other="b")["games"] == 2
    assert one(rows, part="cell", deck="b", other="c")["share"] is None


def test_many_games_have_an_interval_that_holds_the_share():
    row = one(ask("decks", **duels(*(duel(n, "a", "b", int(n % 4 == 0)) for n in range(400)))), part="pair")
    assert 0.70 < row["low"] < row["share"] < row["high"] < 0.80
    assert row["sure"]


def test_an_even_pair_is_not_sure():
    row = one(ask("decks", **duels(*(duel(n, "a", "b", n % 2) for n in range(400)))), part="pair")
    assert (row["deck"], row["share"], row["sure"]) == ("a", 1 / 2, False)


def test_random_decks_are_told_by_their_avatars():
    seats, game = duel(0, "Luminelle", "Umbrelle", deck_mode="random_legal")
    for seat in seats:
        seat["deck"] = "random"
    rows = ask("decks", seats=seats, games=[game])
    assert rows[0]["made_up"]
    assert {row["deck"] for row in rows} == {"Luminelle", "Umbrelle"}


# ---- other rules


def arm(place: int, name: str, **figures: float) -> list[Row]:
    """The figures of an arm of 'rules': shares of decks as deck_a and so on; intervals of +/- 0.01."""
    rows = []
    for figure, value in figures.items():
        subject = figure.removeprefix("deck_") if figure.startswith("deck_") else ""
        cells = {"figure": "deck_win_share" if subject else figure, "subject": subject, "value": value}
        rows.append(
            {"experiment": "rules", "place": place, "arm": name, "low": value - 0.01, "high": value + 0.01} | cells
        )
    return rows


def rules(players: int = 2) -> list[Row]:
    usual = arm(0, "as it is", turns_mean=9.0, first_player_win_share=0.5, winner_life_mean=8, deck_a=0.55, deck_b=0.45)
    other = arm(
        1, "jousts at once", turns_mean=9.0, first_player_win_share=0.4, winner_life_mean=7, deck_a=0.65, deck_b=0.36
    )
    same = arm(2, "order by initiative", turns_mean=9.0, first_player_win_share=0.5, deck_a=0.55, deck_b=0.455)
    return ask("rules", experiments=[row | {"players": players} for row in (*usual, *other, *same)])


def test_the_largest_shift_of_a_deck_is_told():
    row = one(rules(), part="rule", rule="jousts at once")
    assert (row["shifted"], row["shift"]) == ("a", pytest.approx(0.1))
    assert row["sure"]


def test_the_rules_as_they_are_shift_nothing():
    row = one(rules(), part="rule", base=True)
    assert (row["rule"], row["shift"], row["sure"]) == ("as it is", None, False)


def test_best_and_worst_deck_under_other_rules():
    row = one(rules(), part="rule", rule="jousts at once")
    assert (row["best"], row["best_share"], row["worst"], row["worst_share"]) == ("a", 0.65, "b", 0.36)


def test_two_players_have_but_one_order():
    assert [row["rule"] for row in rules() if row["part"] == "rule"] == ["as it is", "jousts at once"]
    assert [row["rule"] for row in rules(3) if row["part"] == "rule"][2:] == ["order by initiative"]


def test_a_small_shift_is_not_sure():
    assert not one(rules(3), part="rule", rule="order by initiative")["sure"]


def test_every_deck_has_its_share_under_every_rule():
    assert one(rules(), part="deck", rule="jousts at once", deck="b")["share"] == 0.36


# ---- larger tables and matches


def crowd(players: int, figure: str, subject: str, value: float) -> Row:
    cells = {"experiment": "crowds", "arm": f"{players} players", "players": players, "figure": figure}
    return cells | {"subject": subject, "value": value, "low": value - 0.02, "high": value + 0.02}


def game(figure: str, subject: str, value: float) -> Row:
    cells = {"experiment": "crowds", "arm": "match of 3", "place": 2, "figure": figure, "subject": subject}
    return cells | {"value": value, "low": value - 0.02, "high": value + 0.02}


def crowds() -> list[Row]:
    return ask(
        "crowds",
        experiments=[
            crowd(4, "first_out_share", "place 1", 0.35),
            crowd(4, "place_win_share", "place 1", 0.2),
            crowd(4, "deck_first_out_share", "a", 0.15),
            crowd(4, "deck_win_share", "a", 0.4),
            game("deck_game_1_win_share", "a", 0.5),
            game("deck_game_2_win_share", "a", 0.6),
            game("match_turned_share", "", 0.2),
            game("deck_win_share", "a", 0.55),
        ],
    )


def test_who_falls_first_is_told_against_an_even_share():
    row = one(crowds(), kind="place", part="out")
    assert (row["who"], row["out"], row["win"]) == ("plays first", 0.35, 0.2)
    assert (row["more"], row["low"]) == (pytest.approx(0.1), pytest.approx(0.08))


def test_decks_that_fall_first_are_told_too():
    row = one(crowds(), part="out", kind="deck")
    assert (row["who"], row["out"], row["win"]) == ("a", 0.15, 0.4)


def test_the_reserve_is_first_against_second_games():
    row = one(crowds(), part="match")
    assert (row["opened"], row["second"], row["more"]) == (0.5, 0.6, pytest.approx(0.1))
    assert row["sure"]


def test_turned_matches_are_in_every_row():
    assert {row["turned"] for row in crowds()} == {0.2}


def test_without_matches_the_tables_are_still_told():
    rows = ask("crowds", experiments=[crowd(3, "first_out_share", "place 2", 0.3)])
    assert (rows[0]["who"], rows[0]["turned"]) == ("2nd in order", None)
