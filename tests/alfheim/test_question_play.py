"""The questions about how it is played, over hand-made tables."""

from __future__ import annotations

import pytest

from alfheim.questions import ask
from helpers.asked import Row, one, said_of

pytestmark = pytest.mark.slow

GAME = ({"game_no": 0},)


def seat(seat: int, win: float, **cells: object) -> Row:
    return {"seat": seat, "win_share": win} | cells


def turn(seat: int, turn: int, **cells: object) -> Row:
    return {"seat": seat, "turn": turn} | cells


# ---- Nisse and Tomte


def chain() -> list[Row]:
    seats = (
        seat(0, 1, score=20, pts_nisse=6, pts_tomte=4, pts_expert_tomte=5, agent="farmhand"),
        seat(1, 0, score=10, pts_nisse=6, tomte_left=1),
    )
    turns = (turn(0, 5, tomte_drawn="tomte_a"), turn(1, 9, tomte_drawn="tomte_b"), turn(1, 10))
    return ask("chain", seats=seats, games=GAME, turns=turns)


def test_who_gets_a_tomte_and_who_is_left_with_it():
    row = one(chain(), name="all")
    assert (row["got"], row["placed"], row["left_over"], row["unused"], row["round"]) == (1, 1 / 2, 1 / 2, 1, 7)


def test_what_the_chain_brings():
    row = one(chain(), name="all")
    assert (row["points"], row["share"]) == (21 / 2, 21 / 30)


@pytest.mark.parametrize(
    ("gain", "words"), [(0.1, "linked to winning"), (-0.1, "linked to losing"), (0.01, "not clearly linked to winning")]
)
def test_getting_a_tomte_is_linked_to_winning_or_not(gain: float, words: str):
    known = {"got_gain": gain, "got_gain_low": gain - 0.02, "got_gain_high": gain + 0.02, "players": 4}
    verdict = said_of("alfheim", "chain", [row | known for row in chain()]).verdict
    assert verdict.startswith(f"Getting a Tomte is {words}: ")


def test_the_chain_by_style():
    assert one(chain(), name="farmhand")["placed"] == 1
    assert one(chain(), name="greedy")["placed"] == 0


# ---- experts


def experts() -> list[Row]:
    seats = [
        seat(0, 1, score=20, pts_expert_king_queen=6),
        seat(1, 0, score=18),
        seat(2, 0, score=17, pts_expert_fairy=4),
    ]
    turns = (
        turn(0, 9, experts="king_queen=6*"),
        turn(1, 9, experts="king_queen=6*"),
        turn(2, 10, experts="king_queen=4;fairy=5"),
    )
    return ask("experts", seats=seats, games=[{"players": 3}], turns=turns)


def game_without_experts() -> tuple[list[Row], list[Row]]:
    """Two that tie at the second rank of a row, and a game in which nobody claims a tile."""
    seats = [{"game_no": game} | seat(place, place == 0, score=9 - place) for game in (0, 1) for place in (0, 1, 2)]
    turns = [turn(0, 8, experts="fairy=5"), turn(1, 9, experts="fairy=4*"), turn(2, 9, experts="fairy=4*")]
    return seats, turns


def test_seats_that_tie_have_the_same_rank():
    rows = {(row["row"], row["rank"]): (row["claims"], row["value"], row["tied"]) for row in experts()}
    assert rows == {
        ("King and Queen", 1): (2, 6, 1),
        ("King and Queen", 3): (1, 4, 0),
        ("three Fairies", 1): (1, 5, 0),
    }


def test_how_often_a_row_is_claimed_and_tied():
    row = one(experts(), row="King and Queen", rank=1)
    assert (row["any"], row["tie"]) == (1, 1)
    assert one(experts(), row="three Fairies")["tie"] == 0


def test_a_tie_further_down_is_none_for_first():
    seats, turns = game_without_experts()
    rows = ask("experts", seats=seats, games=[{"players": 3}, {"game_no": 1, "players": 3}], turns=turns)
    assert [(row["rank"], row["any"], row["tie"]) for row in rows] == [(1, 1 / 2, 0), (2, 1 / 2, 0)]


def test_ties_for_first_are_told_of_all_games():
    seats, _ = game_without_experts()
    turns = [turn(0, 8, experts="fairy=5*"), turn(1, 8, experts="fairy=5*")]
    rows = ask("experts", seats=seats, games=[{"players": 3}, {"game_no": 1, "players": 3}], turns=turns)
    assert one(rows, rank=1)["tie"] == 1 / 2


def test_expert_tiles_decide_where_others_would_win_without():
    assert experts()[0]["decides"] == 1


def test_expert_tiles_do_not_decide_where_the_same_would_win():
    seats = [seat(0, 1, score=30, pts_expert_fairy=5), seat(1, 0, score=18)]
    assert ask("experts", seats=seats, games=GAME, turns=[turn(0, 9, experts="fairy=5")])[0]["decides"] == 0


def test_where_one_of_two_winners_would_not_win_no_other_does():
    seats = [seat(0, 1 / 2, score=30, pts_expert_fairy=5), seat(1, 1 / 2, score=30), seat(2, 0, score=20)]
    assert ask("experts", seats=seats, games=[{"players": 3}], turns=[turn(0, 9, experts="fairy=5")])[0]["decides"] == 0


# ---- swaps


def swaps() -> list[Row]:
    seats = [seat(0, 1, score=20, n_swaps=2), seat(1, 0, score=10, agent="purist")]
    turns = [
        *(turn(0, n, swapped=int(n < 3), placements="king@1,1:king_a" if n > 1 else "") for n in (1, 2, 3, 4)),
        *(turn(1, n, agent="purist") for n in (1, 2, 3, 4)),
    ]
    arms = [
        {"experiment": "rules", "arm": arm, "place": place, "figure": figure, "value": value}
        for place, arm, value in ((0, "as it is", 25.0), (1, "no swaps", 21.0), (3, "lines with gaps", 44.0))
        for figure in ("score_mean", "lead_win_share")
    ]
    return ask("swaps", seats=seats, games=GAME, turns=turns, experiments=arms)


def test_how_often_a_seat_swaps():
    rows = swaps()
    assert one(rows, part="style", name="all")["swapped"] == 2 / 8
    assert one(rows, part="style", name="greedy")["swapped"] == 2 / 4
    assert one(rows, part="round", name="greedy", round=2)["swapped"] == 1


def test_fairies_after_a_swap_and_without():
    row = one(swaps(), part="style", name="greedy")
    assert (row["after_swap"], row["after_keep"]) == (1 / 2, 1)
    assert one(swaps(), part="style", name="purist")["after_swap"] is None


def test_arms_about_swaps_come_in_their_order():
    assert [row["name"] for row in swaps() if row["part"] == "arm"] == ["as it is", "no swaps"]


# ---- footprint


def footprint() -> list[Row]:
    seats = [seat(0, 1, score=12, pts_footprint=3), seat(1, 0, score=11, pts_footprint=1)]
    held = [{"seat": 0, "card": "foot_1", "held": 1}, {"seat": 1, "card": "foot_2", "held": 1}]
    return ask("footprint", seats=seats, games=GAME, met=held)


def test_points_for_the_footprint():
    rows = footprint()
    assert [(row["name"], row["seats"], row["rest"]) for row in rows] == [
        ("1 point", 1 / 2, 10),
        ("3 points", 1 / 2, 9),
    ]
    assert (rows[0]["mean"], rows[0]["share"]) == (2, 4 / 23)


def test_the_footprint_decides_where_others_would_win_without():
    assert footprint()[0]["decides"] == 1


def test_where_one_of_two_winners_would_not_win_without_the_footprint_no_other_does():
    seats = [seat(0, 1 / 2, score=12, pts_footprint=3), seat(1, 1 / 2, score=12), seat(2, 0, score=9)]
    held = [{"seat": place, "card": "foot_1", "held": 1} for place in range(3)]
    assert ask("footprint", seats=seats, games=[{"players": 3}], met=held)[0]["decides"] == 0


def test_the_share_of_a_tile_is_of_all_seats():
    """30 seats have the first tile, 10 the second, which is too few for a row."""
    seats = [{"game_no": game} | seat(0, 1, score=12, pts_footprint=3) for game in range(40)]
    held = [{"game_no": game, "card": "foot_1" if game < 30 else "foot_2", "held": 1} for game in range(40)]
    games = [{"game_no": game} for game in range(40)]
    tiles = [row for row in ask("footprint", seats=seats, games=games, met=held) if row["part"] == "tile"]
    assert [row["seats"] for row in tiles] == [3 / 4]


# ---- start pair


def start_pair(*pairs: str, opened: str = "nisse_1_a;nisse_2_a;fairy_1_a") -> list[Row]:
    seats = [seat(n, int(n == 0), score=10 * (n + 1)) for n in range(len(pairs))]
    turns = [turn(n, 1, start_icons=pair) for n, pair in enumerate(pairs)]
    return ask("start_pair", seats=seats, games=[{"reveal_start": opened}], turns=turns)


def test_the_order_of_a_start_pair_does_not_matter():
    assert one(start_pair("BC", "CB"), part="pair") | {"name": "BC", "icons": "bread and cheese", "seats": 1} == one(
        start_pair("BC", "CB"), part="pair"
    )


def test_doubles_and_pairs_of_different_icons():
    rows = start_pair("BB", "CH", "JJ")
    assert one(rows, name="doubles")["seats"] == pytest.approx(2 / 3)
    assert one(rows, name="different")["score"] == 20


@pytest.mark.parametrize(
    ("pair", "fits"),
    [("CH", 2), ("CJ", 2), ("BB", 1), ("BH", 1), ("MP", 0), ("HH", 0), ("CM", 1)],
)
def test_first_costs_that_ask_for_both_tiles(pair: str, fits: int):
    """The first costs are CHJ, BBH and CHJM."""
    assert one(start_pair(pair), part="fit")["fits"] == fits


@pytest.mark.parametrize(("pair", "fits"), [("BB", 1), ("BC", 0), ("CC", 1)])
def test_a_pattern_asks_for_as_many_of_an_icon_as_its_parts(pair: str, fits: int):
    cards = [
        {"id": f"own_{icon}", "kind": "clue", "set": "player", "name": icon, "effect": f"icon:{icon}"} for icon in "BC"
    ]
    cards.append({"id": "one", "kind": "fairy", "set": "queen", "cost": "#4"})
    rows = ask(
        "start_pair",
        seats=[seat(0, 1)],
        games=[{"reveal_start": "one"}],
        turns=[turn(0, 1, start_icons=pair)],
        cards=cards,
    )
    assert one(rows, part="fit")["fits"] == fits


def test_a_wild_sign_takes_any_tile():
    cards = [
        {"id": f"own_{icon}", "kind": "clue", "set": "player", "name": icon, "effect": f"icon:{icon}"} for icon in "BC"
    ]
    cards.append({"id": "one", "kind": "fairy", "set": "queen", "cost": "B?"})
    turns = [turn(0, 1, start_icons="BC")]
    rows = ask("start_pair", seats=[seat(0, 1)], games=[{"reveal_start": "one"}], turns=turns, cards=cards)
    assert one(rows, part="fit")["fits"] == 1


@pytest.mark.parametrize(
    ("most", "least", "words"),
    [
        ((-0.003, 0.1), (0.013, 0.1), "does not clearly matter: pairs with the most fits are linked to −0.3 "),
        ((0.08, 0.01), (-0.07, 0.01), "matters: pairs with the most fits are linked to +8"),
        ((0.2, 0.2), (-0.2, 0.2), "does not clearly matter"),
        ((0.03, 0.01), (-0.03, 0.01), "helps a little"),
    ],
)
def test_the_start_pair_matters_where_more_fits_clearly_win_more(most, least, words):
    """The gain of pairs with the most and with the fewest fits, and half of its interval."""
    fit = next(row for row in start_pair("BC", "CH") if row["part"] == "fit") | {"by_fit": 0.1, "by_pair": 0.1}
    ends = [{"gain": gain, "low": gain - half, "high": gain + half} for gain, half in (least, most)]
    rows = [fit | {"players": 5, "name": name} | gain for name, gain in zip(("fits none", "fits 4"), ends, strict=True)]
    said = said_of("alfheim", "start_pair", [row | {"two": False} for row in rows])
    assert said.verdict.startswith(f"The start pair {words}")
    assert said.points[0].startswith("Such a pair fits 4; one that fits none is linked to ")


# ---- pace


def pace() -> list[Row]:
    placed = {0: {2: "king@1,1:king_a;queen@2,1:queen_a", 5: "tomte@0,1:tomte_a"}, 1: {5: "king@1,1:king_a"}}
    scores = {0: {1: 0, 2: 11, 3: 11, 4: 11, 5: 15}, 1: {1: 0, 2: 0, 3: 0, 4: 0, 5: 20}}
    turns = [
        turn(place, n, placements=placed[place].get(n, ""), score=scores[place][n])
        for place in (0, 1)
        for n in range(1, 6)
    ]
    return ask("pace", seats=[seat(0, 0, score=15), seat(1, 1, score=20)], games=GAME, turns=turns)


def test_fairies_of_a_round():
    rows = pace()
    assert one(rows, part="round", round=2)["fairies"] == 2 / 2
    assert one(rows, part="round", round=2)["none"] == 1 / 2


def test_rounds_in_which_nobody_places_a_fairy():
    assert [row["nobody"] for row in pace() if row["part"] == "round"] == [1, 0, 1, 1, 0]


def test_how_often_the_leader_of_a_round_wins():
    leads = [row["leads"] for row in pace() if row["part"] == "round"]
    assert leads == [1 / 2, 0, 0, 0, 1]


def test_the_longest_wait_of_a_seat():
    """Rounds 3 and 4 for one seat, 1 to 4 for the other."""
    assert pace()[0]["longest"] == (2 + 4) / 2


def test_a_seat_that_never_waits():
    rows = ask("pace", seats=[seat(0, 1)], games=[{"players": 1}], turns=[turn(0, 1, placements="king@1,1:king_a")])
    assert one(rows, part="round")["none"] == 0


# ---- styles


def test_a_duel_is_against_greedy():
    arms = [
        {"experiment": "duels", "arm": "tracker against greedy", "figure": figure, "subject": style, "value": value}
        for style, win, score in (("tracker", 0.2, 24.0), ("greedy", 0.3, 26.0))
        for figure, value in (("style_win_share", win), ("style_score_mean", score))
    ]
    rows = ask("duels", seats=[seat(0, 1, agent="tracker"), seat(1, 0)], games=GAME, experiments=arms)
    row = one(rows, style="tracker")
    assert (row["duel"], row["more"], row["score"], row["other"]) == (0.2, pytest.approx(-0.05), 24, 26)
    assert (row["win"], row["lift"], row["part"]) == (1, 2, "duel")
    assert one(rows, style="greedy")["part"] == ""


# ---- where fairies end up


def places() -> list[Row]:
    turns = [
        turn(0, 1, x=2, y=0, placements="nisse_1@0,-1:nisse_1_a;king@1,-1:king_a"),
        turn(0, 2, x=1, y=1, placements="nisse_2@2,1:nisse_2_a"),
        turn(1, 1, x=None, y=None, placements="nisse_1@0,2:nisse_1_a"),
        turn(1, 7, x=-1, y=0, fp_x=-2, fp_y=0),
    ]
    return ask("places", seats=[seat(0, 1), seat(1, 0)], games=GAME, turns=turns)


def test_areas_that_hold_a_fairy_in_a_cell():
    rows = places()
    assert one(rows, x=0, y=-1)["fairy"] == 1 / 2
    assert one(rows, x=1, y=2)["fairy"] == 0
    assert one(rows, x=2, y=0)["clue"] == 1 / 2


def test_the_start_tiles_are_blank():
    rows = places()
    assert [one(rows, x=x, y=0)["fairy"] for x in (0, 1)] == [None, None]


def test_the_grid_is_whole_and_in_order():
    cells = [(row["y"], row["x"]) for row in places() if row["part"] == "cell"]
    assert cells == [(y, x) for y in range(-2, 3) for x in range(-1, 3)]


def test_fairies_beside_the_row_of_the_start_pair():
    rows = places()
    assert one(rows, name="all")["beside"] == 3 / 4
    assert one(rows, name="The Nisse no. 1")["far"] == (1 + 2) / 2
    assert [row["name"] for row in rows if row["part"] == "type"][-1] == "all"


def test_the_size_of_an_area():
    """Columns 0 to 2 and rows -1 to 1; columns -2 to 1 and rows 0 to 2."""
    row = places()[0]
    assert (row["wide"], row["high_"], row["wide_most"]) == ((3 + 4) / 2, (3 + 3) / 2, 4)
    assert row["long"] == 3
