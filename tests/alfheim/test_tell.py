"""Logged games in plain words: one whole game that is kept, what must hold in every game, and rounds made by hand.

The whole game is in golden/story.txt. See ``assert_told_as_kept``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from alfheim.box import ICONS
from alfheim.lines import fairy_cells, matches, pays
from alfheim.tell import area_of, book_of, plan_of, turn_of
from balance.engine.game.story import LoggedGame
from balance.games.alfheim.cards.notation import parse_cost
from balance.games.alfheim.tell import tell
from balance.games.alfheim.tell.area import Area, Clue, Placed, final_areas, start_areas
from balance.games.alfheim.tell.drawing import draw_area, draw_areas
from balance.games.alfheim.tell.turns import tell_footprint, tell_turn
from balance.games.alfheim.tell.words import Book, describe_cost, open_book, read_placements
from helpers.told import assert_told_as_kept, logged_games

GOLDEN = Path(__file__).parent / "golden" / "story.txt"

OTHERS: dict[str, dict[str, Any]] = {
    "mixed": {"agents": "mixed", "players": 4},
    "alone": {"agents": "greedy", "players": 1},
    "five, easy costs": {"easy": True, "players": 5},
    "any tiles of a line": {"agents": "greedy", "players": 3, "settings": {"line_match": "contains"}},
    "no swaps": {"players": 2, "settings": {"swap": "off", "second_reveal": "off", "process_order": "lead_first"}},
}
"""Games of all styles, and by chance."""


def test_a_whole_game(tmp_path):
    assert_told_as_kept(plan_of(tmp_path, easy=True, players=3, settings={"footprint_point": "2"}), 2, GOLDEN)


@pytest.fixture(scope="module", params=OTHERS)
def games(request, tmp_path_factory) -> list[LoggedGame]:
    """Some games of one kind."""
    folder = tmp_path_factory.mktemp("others")
    return logged_games(plan_of(folder, **OTHERS[request.param]))


@pytest.mark.slow
def test_every_round_of_every_seat_is_told(games):
    for game in games:
        lines = tell(game)
        assert sum(" lays it at " in line or " and lays that at " in line for line in lines) == len(game.turns)
        assert "None" not in "".join(lines)


@pytest.mark.slow
def test_every_fairy_is_told(games):
    for game in games:
        placed = sum(len(read_placements(row)) for row in game.turns)
        assert sum(", paid by " in line for line in tell(game)) == placed


@pytest.mark.slow
def test_every_expert_tile_is_told(games):
    for game in games:
        values = [int(value) for row in game.turns for value in re.findall(r"=(\d+)", row["experts"] or "")]
        told = [int(number) for line in tell(game) for number in re.findall(r" expert, (\d+) points?", line)]
        assert told == values


@pytest.mark.slow
def test_the_parts_of_every_score_add_up(games):
    for game in games:
        for row in game.seats:
            (told,) = [line for line in tell(game) if re.match(rf"  Player {row['seat'] + 1} \(\w+\): \d", line)]
            score, *parts = map(int, re.findall(r"(?<!Player) (\d+)(?=:|,| and |;|\.)", told))
            assert (score, sum(parts)) == (row["score"], row["score"])


def test_what_is_said_to_have_paid_pays(games):
    for game in games:
        book = open_book(game)
        for area in final_areas(game, book).values():
            for placed in area.fairies():
                assert pays(placed.fairy.cost, area.letters(placed.paid_by))
                assert set(placed.paid_by) <= set(placed.line)


def test_fairies_lie_beside_the_line_that_paid(games):
    for game in games:
        book = open_book(game)
        for area in final_areas(game, book).values():
            for placed in area.fairies():
                line = {cell: area.letters([cell]) for cell in placed.line}
                match = "contains" if book.contains else "segment"
                assert placed.cell in fairy_cells(line, placed.fairy.cost, match)
                assert placed.clue_cell in placed.paid_by


def test_the_final_areas_hold_everything_that_was_laid(games):
    for game in games:
        for seat, area in final_areas(game, open_book(game)).items():
            kinds = Counter(type(tile).__name__ for tile in area.tiles.values())
            fairies = game.seats[seat]["n_fairies"]
            assert kinds == Counter(Clue=13, Footprint=1, Placed=fairies)


def test_the_clues_that_match_the_footprint_are_found(games):
    for game in games:
        for area in final_areas(game, open_book(game)).values():
            icons = {cell: "#" if cell == area.footprint() else area.letters([cell]) for cell in area.tiles}
            there = area.footprint()
            assert there is not None
            tile = area.tiles[there]
            assert not isinstance(tile, (Clue, Placed))
            assert len(area.matching()) == matches({cell: icon for cell, icon in icons.items() if icon}, tile.icons)


def test_a_seat_begins_with_its_start_tiles(games):
    for game in games:
        for row in game.turns:
            assert start_areas(game)[row["seat"]].letters([(0, 0), (1, 0)]) == row["start_icons"]


def test_the_set_up_lists_the_experts_and_what_is_known_later(tmp_path):
    game, *_ = logged_games(plan_of(tmp_path, games=1, settings={"footprint_point": "2"}))
    lines = tell(game)[: tell(game).index("")]
    assert [line for line in lines if line.startswith("Experts for ")] == [
        "Experts for Fairy King and Fairy Queen: First court expert 6, Second court expert 5, Third court expert 4, "
        "Fourth court expert 3, Fifth court expert 2.",
        "Experts for Tomte: First farm expert 5, Second farm expert 4, Third farm expert 3, Fourth farm expert 2, "
        "Fifth farm expert 1.",
        "Experts for Dew Fairy, Moon Fairy and Sun Fairy: First light expert 5, Second light expert 4, "
        "Third light expert 3, Fourth light expert 2, Fifth light expert 1.",
    ]
    (costs,) = [line for line in lines if line.startswith("First costs: ")]
    assert costs.endswith(
        ". That of Fairy King comes before round 7."
        " That of Tomte is a secret of who has placed Barn Nisse, Mill Nisse and Attic Nisse."
    )
    assert "The footprint: 2 points for each clue beside it that shows one of its two icons, at most 4." in lines


# Rounds by hand


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> Book:
    """The words of the card table of the tests."""
    return book_of(plan_of(tmp_path_factory.mktemp("book")))


ROW_OF_THREE = {(0, 0): "C", (1, 0): "H", (2, 0): "J"}


@pytest.mark.parametrize(
    ("tiles", "cell", "place"),
    [
        (ROW_OF_THREE, (3, 0), "at the right end of the row CHJB"),
        (ROW_OF_THREE, (-1, 0), "at the left end of the row BCHJ"),
        (ROW_OF_THREE, (1, 1), "to begin the column HB"),
        ({(0, 0): "C", (1, 0): "H", (0, 1): "M"}, (1, 1), "to begin the row MB and the column HB"),
        ({(0, 0): "C", (0, 1): "H"}, (0, -1), "at the upper end of the column BCH"),
        ({(0, 0): "C", (0, 1): "H"}, (0, 2), "at the lower end of the column CHB"),
        ({(0, 0): "C", (0, 2): "H"}, (0, 1), "in the gap of the column CBH"),
        ({(0, 0): "C", (0, 1): "BP"}, (0, 2), "below the footprint, which it matches"),
        ({(0, 0): "C", (0, 1): "CP"}, (1, 1), "right of the footprint"),
    ],
)
def test_where_a_clue_lies_is_said_by_what_it_joins(book, tiles, cell, place):
    told = tell_turn(turn_of(book, area_of(tiles), x=cell[0], y=cell[1]), book)
    assert told == [f"Player 1 (greedy) lays it at ({cell[0]}, {cell[1]}), {place}."]


def test_a_clue_without_room_is_lost(book):
    told = tell_turn(turn_of(book, area_of(ROW_OF_THREE)), book)
    assert told == ["Player 1 (greedy) finds no room for it: it is lost."]


def test_a_swap_says_what_came(book):
    told = tell_turn(turn_of(book, area_of(ROW_OF_THREE), swapped=1, kept="M", x=3, y=0), book)
    assert told[0].startswith("Player 1 (greedy) swaps it for Milk and lays that at (3, 0), ")


def test_a_swap_may_bring_the_same_icon(book):
    told = tell_turn(turn_of(book, area_of(ROW_OF_THREE), swapped=1, x=3, y=0), book)
    assert "swaps it for another Bread and lays" in told[0]


def test_several_swaps_have_an_order(book):
    told = tell_turn(turn_of(book, area_of(ROW_OF_THREE), served=1, swapped=1, kept="M", x=3, y=0), book)
    assert "swaps it for Milk (second to be served) and lays" in told[0]


def test_a_fairy_is_told_with_the_line_that_paid(book):
    area = area_of({**ROW_OF_THREE, (3, 0): "P"})
    told = tell_turn(turn_of(book, area, placements="nisse_1@1,-1:nisse_1_a", score=2), book)
    assert told[1] == "Barn Nisse at (1, -1), above Honey: CHJ, paid by CHJ in row CHJP from (0, 0) to (2, 0). Now 2."


def test_a_fairy_is_told_with_the_tile_of_the_line_that_paid(book):
    """(1, 1) lies beside two tiles; only the column pays."""
    area = area_of({(0, 0): "C", (0, 1): "H", (0, 2): "J", (1, 0): "M"})
    told = tell_turn(turn_of(book, area, placements="nisse_1@1,1:nisse_1_a"), book)
    assert told[1] == "Barn Nisse at (1, 1), right of Honey: CHJ, paid by column CHJ from (0, 0) to (0, 2)."


def test_any_tiles_of_a_line_may_pay_where_the_rules_allow_it(book):
    area = area_of({(0, 0): "C", (1, 0): "P", (2, 0): "H", (3, 0): "J"})
    told = tell_turn(turn_of(replace(book, contains=True), area, placements="nisse_1@3,1:nisse_1_a"), book)
    assert told[1] == "Barn Nisse at (3, 1), below Juice: CHJ, paid by CHJ in row CPHJ from (0, 0) to (3, 0)."


def test_a_fairy_that_nothing_pays_for_is_a_mistake_of_the_log(book):
    with pytest.raises(ValueError, match=r"nothing pays for nisse_1_a at \(3, 0\)"):
        turn_of(book, area_of(ROW_OF_THREE), placements="nisse_1@3,0:nisse_1_a")


def test_fairies_left_out_are_told(book):
    told = [tell_turn(turn_of(book, area_of(ROW_OF_THREE), n_declined=number), book)[1] for number in (1, 2)]
    assert told == ["Could place 1 more fairy, but does not.", "Could place 2 more fairies, but does not."]


def test_a_secret_tile_is_told(book):
    told = tell_turn(turn_of(book, area_of(ROW_OF_THREE), tomte_drawn="tomte_b"), book)
    assert told[1] == "For Barn Nisse, Mill Nisse and Attic Nisse: a secret Tomte that asks for CHP."


def test_an_expert_tile_is_told_with_those_who_tie(book):
    experts = {expert.id: expert for expert in book.cards.experts}
    rich = replace(book, experts={0: {"fairy": experts["fairy_2"]}})
    turn = turn_of(book, area_of(ROW_OF_THREE), experts="fairy=4*")
    turn.tied["fairy"].append("Player 2 (greedy)")
    told = tell_turn(turn, rich)
    assert told[1] == "For Dew Fairy, Moon Fairy and Sun Fairy: Second light expert, 4 points, like Player 2 (greedy)."


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ({(0, 0): "C"}, "below Cheese: it does not match."),
        ({(0, 0): "B"}, "below Bread: it matches."),
        ({(0, 0): "B", (1, 1): "P"}, "left of Porridge and below Bread: both match."),
        ({(0, 0): "C", (1, 1): "J"}, "left of Juice and below Cheese: none of them matches."),
        (
            {(0, 0): "B", (-1, 1): "J", (1, 1): "J"},
            "left of Juice, right of Juice and below Bread: one of them matches.",
        ),
    ],
)
def test_the_footprint_says_what_it_lies_beside(book, tiles, told):
    turn = turn_of(book, area_of(tiles), fp_x=0, fp_y=1, fp_icons="BP")
    assert (
        tell_footprint(turn, book)
        == f"The footprint of Player 1 (greedy), for Bread and Porridge, goes to (0, 1), {told}"
    )


@pytest.mark.slow
def test_what_a_score_is_now_is_said_where_the_points_are_won(games):
    """Those of the footprint in the preparation, not at the clue that is laid after it."""
    for game in games:
        now = {row["seat"]: 0 for row in game.seats}
        for line in tell(game):
            if turn := re.match(r"  (?:The footprint of )?Player (\d)", line):
                seat = int(turn[1]) - 1
            if score := re.search(r" Now (\d+)\.$", line):
                gained = int(score[1]) - now[seat]
                now[seat] += gained
                assert gained > 0
                assert "The footprint" not in line or gained <= 4
        assert now == {row["seat"]: row["score"] for row in game.seats}


def test_a_footprint_without_room_is_lost(book):
    turn = turn_of(book, area_of(ROW_OF_THREE), fp_icons="BP")
    assert (
        tell_footprint(turn, book)
        == "The footprint of Player 1 (greedy), for Bread and Porridge, finds no room: it is lost."
    )


# Words and drawings


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ("BBCHM", "BBCHM"),
        ("BC??", "BC?? (? is any clue)"),
        ("#3+1", "#3+1 (3 alike and 1 other)"),
        ("#2+2", "#2+2 (2 alike and 2 others alike)"),
        ("#3+2+1", "#3+2+1 (3 alike, 2 others alike and 1 other)"),
        ("#3+1+1", "#3+1+1 (3 alike and 2 different others)"),
        ("#1+1+1+1+1+1", "#1+1+1+1+1+1 (6 different)"),
        ("#4", "#4 (4 alike)"),
    ],
)
def test_costs_in_words(cost, words):
    assert describe_cost(parse_cost(cost)) == words


def test_a_type_is_called_by_the_words_that_its_tiles_share(book):
    assert book.types["nisse_1"] == "Barn Nisse"
    assert book.types["tomte"] == "Tomte"


def test_types_that_no_words_tell_apart_are_called_as_in_the_rules(tmp_path):
    names = {f"nisse_{n}_{letter}": {"name": f"Nisse {n}{letter}"} for n in (1, 2) for letter in "abcde"}
    names |= {f"queen_{letter}": {"name": f"{letter} Queen"} for letter in "abcde"}
    types = book_of(plan_of(tmp_path, names=names)).types
    assert [types[kind] for kind in ("nisse_1", "nisse_2", "queen")] == ["Nisse 1", "Nisse 2", "Queen"]


def test_areas_are_drawn_with_their_numbers(book):
    area = area_of({(0, 0): "C", (1, 0): "H", (2, 0): "J", (0, 1): "BP"})
    turn_of(book, area, placements="nisse_1@1,-1:nisse_1_a")
    assert draw_area(area) == [
        "      0  1  2",
        "  -1  . n1  .",
        "   0  C  H  J",
        "   1  #  .  .",
    ]


def test_areas_are_drawn_side_by_side_as_far_as_there_is_room():
    def wide(cells: int) -> Area:
        return Area({(x, 0): Clue(ICONS[x % len(ICONS)]) for x in range(cells)})

    beside = ["one              two", "      0  1  2          0  1", "   0  B  C  H       0  B  C"]
    assert draw_areas({"one": wide(3), "two": wide(2)}) == beside
    names = [line for line in draw_areas({"one": wide(20), "two": wide(20)}) if line in ("one", "two")]
    assert names == ["one", "two"]
