"""The rules FA-1 to FA-12: players, the lead, areas, what is dealt. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from alfheim.box import ICONS, box
from alfheim.lines import drawn
from alfheim.table import Sheet, evenly, log_of, plan_for
from balance.common.errors import InputError
from balance.games.alfheim import GAME
from balance.games.alfheim.cards.box import AFTER, EXPERTS, START, TYPES, Reveal
from balance.games.alfheim.cards.box import PREPARATION as IN_PREPARATION
from balance.games.alfheim.rules.setup import find_equal
from balance.games.alfheim.state import NONE, NOWHERE, PREPARATION, STACK

OPEN = [name for name in TYPES if name not in ("king", "tomte")]


def deals(players: int, games: int, **request: object):
    """The same table dealt anew, again and again."""
    game = Sheet(players, **request)
    for game_no in range(games):
        game.deal(game_no)
        yield game


def letters(icons) -> str:
    return "".join(ICONS[icon] for icon in icons)


# ---------------------------------------------------------------- players and the lead


def test_fa_1_two_to_five_players_and_one_alone_and_four_as_a_rule():
    assert GAME.seats == (1, 5)
    assert GAME.usual_seats == 4
    with pytest.raises(InputError):
        plan_for(6)


def test_fa_1_five_players_have_the_whole_box():
    game = Sheet(5)
    game.play()
    assert len({tuple(sorted(game.s.seat[seat].start)) for seat in range(5)}) == 5


@pytest.mark.parametrize("players", [2, 4, 5])
def test_fa_2_any_seat_may_be_the_lead(players):
    assert evenly(Counter(int(game.s.lead) for game in deals(players, 500)), range(players))


def test_fa_2_one_alone_is_the_lead():
    assert {int(game.s.lead) for game in deals(1, 5)} == {0}


@pytest.mark.parametrize("players", [1, 4])
def test_2_nothing_is_left_over_from_the_last_game(players):
    """Neither on the table nor in front of anybody, whatever was played."""
    game, fresh = Sheet(players, agents=("greedy",)), Sheet(players, agents=("greedy",), game_no=1)
    game.play()
    game.deal(1)
    for name in ("turn", "lead", "stack", "left", "centres", "top", "in_centre", "centre_start", "deck", "first",
                 "second", "in_force", "taken", "secrets", "claims", "score", "leader", "lead_changes"):  # fmt: skip
        assert np.array_equal(game.s[name], fresh.s[name]), name
    assert game.stack() == fresh.stack()
    for seat in range(players):
        assert (game.area(seat), game.edge(seat)) == (fresh.area(seat), fresh.edge(seat))
        for name in ("tiles", "start", "footprint", "footprint_at", "fairies", "secret", "experts", "value", "points",
                     "lacks", "swaps"):  # fmt: skip
            assert np.array_equal(game.s.seat[seat][name], fresh.s.seat[seat][name]), name
    game.play()
    fresh.play()
    assert list(game.s.score) == list(fresh.s.score)


def test_fa_2_the_lead_stays_the_lead():
    game = Sheet(3)
    before = game.s.lead
    game.play()
    assert game.s.lead == before


# ---------------------------------------------------------------- areas


def test_fa_3_neighbours_are_the_four_cells_at_the_sides():
    game = Sheet()
    game.lay("B")
    assert sorted(game.edge()) == [(-1, 0), (0, -1), (0, 1), (1, 0)]


def test_fa_3_a_cell_that_is_taken_is_not_legal_again():
    game = Sheet()
    game.lay("BC")
    game.put("H", (1, 1))
    game.put("queen", (0, 1))
    assert not {(0, 0), (1, 0), (1, 1), (0, 1)} & set(game.edge())


def test_fa_3_an_area_may_grow_in_a_straight_line_to_any_side():
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        game = Sheet()
        game.lay_out({(n * dx, n * dy): "B" for n in range(14)})
        assert len(game.edge()) == 30
        assert len(game.area()) == 14


@pytest.mark.parametrize("agents", [("random",), ("greedy",)])
def test_fa_3_what_lies_stays(agents):
    game = Sheet(3, agents=agents)
    before = [game.area(seat) for seat in range(3)]
    for _ in game.go():
        now = [game.area(seat) for seat in range(3)]
        assert all(old.items() <= new.items() for old, new in zip(before, now, strict=True))
        before = now


# ---------------------------------------------------------------- fairies


def test_fa_4_nine_decks_of_five():
    for game in deals(4, 20):
        for kind, name in enumerate(TYPES):
            ids = [game.id(number) for number in game.s.deck[kind]]
            assert sorted(ids) == [f"{name}_{letter}" for letter in "abcde"]


@pytest.mark.slow
@pytest.mark.parametrize("name", TYPES)
def test_fa_4_a_deck_may_lie_in_any_order(name):
    orders = Counter(tuple(game.s.deck[TYPES.index(name)]) for game in deals(1, 2400))
    first = min(min(order) for order in orders)
    assert evenly(orders, permutations(range(first, first + 5)))


def test_fa_5_the_top_costs_of_all_types_but_king_and_tomte_are_in_force():
    for game in deals(4, 20):
        tops = {game.id(game.s.deck[TYPES.index(name), 4]) for name in OPEN}
        assert game.in_force() == tops
        assert len(tops) == 7


def test_fa_5_none_of_the_king_and_the_tomte_is_revealed():
    for game in deals(4, 20):
        assert [name for name, cost in zip(TYPES, game.s.first, strict=True) if cost == NONE] == ["king", "tomte"]
        assert set(game.s.second) == {NONE}


def test_fa_5_other_types_may_be_the_ones_that_wait():
    """It is the effect of the fairies that says so, not their name."""
    reveal = {"king": Reveal(START), "queen": Reveal(IN_PREPARATION)}
    game = Sheet(cards=box(reveal=reveal | {"tomte": Reveal(START), "fairy_1": Reveal(AFTER, ("queen",))}))
    assert {id[:-2] for id in game.in_force()} == set(TYPES) - {"queen", "fairy_1"}


# ---------------------------------------------------------------- clues


def test_fa_6_two_of_each_icon_in_a_colour_set():
    for game in deals(3, 5):
        assert letters(sorted(game.s.stack)) == "BBCCHHJJMMPP"
        assert list(game.s.left) == [2] * 6


def test_fa_7_everybody_has_two_black_tiles_and_no_pair_is_there_twice():
    for players in (2, 3, 4, 5):
        for game in deals(players, 300):
            pairs = [tuple(sorted(game.s.seat[seat].start)) for seat in range(players)]
            assert len(set(pairs)) == players
            dealt = letters(icon for pair in pairs for icon in pair) + game.stack()
            assert Counter(dealt) == Counter(ICONS * 3)


def test_fa_7_a_pair_may_be_two_of_an_icon():
    doubles = sum(game.s.seat[0].start[0] == game.s.seat[0].start[1] for game in deals(1, 2000))
    assert chisquare([doubles, 2000 - doubles], [2000 * 2 / 17, 2000 * 15 / 17]).pvalue > 1e-5


@pytest.mark.slow
def test_fa_7_two_players_get_any_two_pairs_that_differ():
    """Equal pairs are all dealt again, so what counts is how often different ones would be dealt at once."""
    wanted: Counter = Counter()
    for four in permutations(range(18), 4):
        icons = [tile % 6 for tile in four]
        pair, other = tuple(sorted(icons[:2])), tuple(sorted(icons[2:]))
        wanted[pair[0] == pair[1], other[0] == other[1]] += pair != other
    games = 4000
    counts: Counter = Counter()
    for game in deals(2, games):
        start, other = (game.s.seat[seat].start for seat in range(2))
        counts[bool(start[0] == start[1]), bool(other[0] == other[1])] += 1
    kinds = sorted(wanted)
    expected = [games * wanted[kind] / wanted.total() for kind in kinds]
    assert chisquare([counts[kind] for kind in kinds], expected).pvalue > 1e-5


def equal_pairs(*pairs: str) -> list[int]:
    """The seats that have to draw again."""
    game = Sheet(len(pairs))
    for seat, pair in enumerate(pairs):
        game.s.seat[seat].start[:] = [ICONS.index(icon) for icon in pair]
    count = find_equal(game.s, game.t)
    again = [seat for seat in range(len(pairs)) if game.s.wants[seat]]
    assert count == len(again)
    return again


def test_fa_7_all_who_have_a_pair_of_another_draw_again():
    assert equal_pairs("BC", "CB", "BC", "MP", "HH") == [0, 1, 2]
    assert equal_pairs("BB", "HH", "BB", "HH") == [0, 1, 2, 3]


def test_fa_7_pairs_with_one_icon_in_common_differ():
    assert equal_pairs("BC", "BB", "CC", "BH", "CH") == []


def test_fa_7_who_kept_her_pair_is_compared_again_after_the_redraw():
    """So in games of five that were dealt anew the pair of nobody is there twice either."""
    game = Sheet(5)
    for seat, pair in enumerate(("BC", "MP", "MP", "HH", "JJ")):
        game.s.seat[seat].start[:] = [ICONS.index(icon) for icon in pair]
    assert find_equal(game.s, game.t) == 2
    game.s.seat[1].start[:] = [ICONS.index(icon) for icon in "CB"]
    assert find_equal(game.s, game.t) == 2
    assert list(game.s.wants[:5]) == [1, 1, 0, 0, 0]


def test_fa_8_the_first_tile_dealt_lies_on_0_0_and_the_other_right_of_it():
    for game in deals(3, 20):
        for seat in range(3):
            first, second = letters(game.s.seat[seat].start)
            assert game.area(seat) == drawn(first + second)
            assert set(game.edge(seat)) == {(-1, 0), (2, 0), (0, -1), (1, -1), (0, 1), (1, 1)}


@pytest.mark.parametrize(("players", "tiles"), [(1, 16), (2, 14), (3, 12), (4, 10), (5, 8)])
def test_fa_9_the_centre_stack_is_what_is_left_of_18(players, tiles):
    for game in deals(players, 3):
        assert len(game.stack()) == tiles
        assert [game.stack().count(icon) for icon in ICONS] == list(game.s.in_centre)


def test_fa_9_any_icon_may_be_on_top_and_at_the_bottom_of_the_centre_stack():
    ends = [(game.stack()[0], game.stack()[-1]) for game in deals(5, 1200)]
    assert evenly(Counter(top for top, _ in ends), ICONS)
    assert evenly(Counter(bottom for _, bottom in ends), ICONS)


# ---------------------------------------------------------------- footprints and experts


def test_fa_10_everybody_has_a_footprint_of_her_own():
    counts: Counter = Counter()
    for game in deals(5, 400):
        own = [int(game.s.seat[seat].footprint) for seat in range(5)]
        assert len(set(own)) == 5
        counts.update(enumerate(own))
    assert evenly(counts, [(seat, row) for seat in range(5) for row in range(6)])


def test_fa_10_nobody_lays_it_before_round_7():
    game = Sheet(4, agents=("greedy",))
    for turn, point in game.go():
        if turn < PREPARATION or point == "footprint":
            assert {int(game.s.seat[seat].footprint_at) for seat in range(4)} == {NOWHERE}


def test_fa_11_three_rows_of_five_highest_first():
    game = Sheet()
    assert game.t.expert.tolist() == [[6, 5, 4, 3, 2], [5, 4, 3, 2, 1], [5, 4, 3, 2, 1]]
    assert game.s.claims.tolist() == [0] * len(EXPERTS)


# ---------------------------------------------------------------- the stack of the lead


def test_fa_12_any_icon_may_be_drawn_in_any_round_or_be_the_one_removed():
    places: Counter = Counter()
    for game in deals(1, 1500):
        places.update(enumerate(letters(game.s.stack)))
    for place in range(STACK):
        assert evenly(Counter({icon: places[place, icon] for icon in ICONS}), ICONS)


@pytest.mark.slow
def test_fa_12_two_tiles_of_an_icon_may_lie_anywhere():
    apart = Counter()
    for game in deals(1, 3300):
        apart[tuple(place for place, icon in enumerate(game.s.stack) if icon == 2)] += 1
    assert evenly(apart, combinations(range(STACK), 2))


def test_fa_12_eleven_of_the_twelve_are_drawn_and_one_is_removed_unseen():
    for row in log_of()["games"]:
        assert len(row["draw_order"]) == 11
        assert Counter(row["draw_order"] + row["removed"]) == Counter(ICONS * 2)
