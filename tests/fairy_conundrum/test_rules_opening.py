"""The rules FC-23 to FC-28: the first hand. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.games.fairy_conundrum.codes import DECK, NOBODY, VALLEY
from fairy_conundrum.box import changed_rows, default_rows
from fairy_conundrum.table import Opening, evenly

IDS = [f"FA{n}" for n in range(1, 7)] + ["SH1", "SH2"]
STOP = NOBODY


def counted(opening: Opening, seat: int = 0) -> tuple[int, int, int, int]:
    """Sparkles, hand, haversack and canvas of a seat."""
    me = opening.s.seat[seat]
    return int(me.sparkles), int(me.hand), int(me.deck), int(me.canvas)


# ---------------------------------------------------------------- the entry


def test_fc_23_the_entry_lies_in_the_valley():
    opening = Opening()
    opening.open()
    assert opening.valley() == ["CV1"]
    entry = opening.s.piece[opening.s.lay[0]]
    assert (int(entry.zone), int(entry.owner), int(entry.narr), int(entry.host)) == (VALLEY, 0, 0, NOBODY)


def test_fc_23_the_entry_is_free_and_was_not_called():
    opening = Opening(rows=changed_rows({"CV1": {"cost": 3, "effect": "CALL: spark 9; WHEN own.place: spark 9"}}))
    opening.open()
    assert counted(opening)[0] == 5
    assert opening.s.seat[0].placed == 0


# ---------------------------------------------------------------- five cards, five sparkles


def test_fc_24_five_cards_and_five_sparkles():
    opening = Opening()
    opening.open()
    assert counted(opening) == (5, 5, 35, 2)


def test_fc_24_the_haversack_is_shuffled():
    """The first card of the hand is any of the eight cards, all equally often."""
    opening = Opening()
    firsts: Counter = Counter()
    for game_no in range(400):
        opening.open_all(game_no)
        firsts[opening.hand()[0]] += 1
    assert evenly(firsts, IDS)


def test_fc_24_haversacks_are_shuffled_each_by_itself():
    opening = Opening()
    opening.open_all(0)
    assert opening.hand(0) != opening.hand(1)


@pytest.mark.parametrize(("sparkles", "hand"), [(0, 5), (9, 5), (5, 0), (5, 12)])
def test_fc_24_settings_change_both(sparkles, hand):
    opening = Opening(start_sparkles=sparkles, start_hand=hand)
    opening.open()
    assert counted(opening)[:3] == (sparkles, hand, 40 - hand)


# ---------------------------------------------------------------- discards and draws


def discarding(count: int, drawing: int, shelter: int = 0, **request) -> tuple[Opening, list[int]]:
    """An opening in which the first cards of the hand are discarded and others drawn; and the discarded pieces."""
    trial = Opening(**request)
    trial.open()
    gone = trial.hand_pieces()[:count]
    opening = Opening(**request)
    for p in (*gone, STOP):
        opening.answer("S1", p)
    for answer in (1,) * drawing + (0,):
        opening.answer("S2", answer)
    opening.answer("S3", shelter)
    opening.open()
    return opening, gone


def test_x2_discard_2_draw_3_and_a_shelter():
    """7 sparkles, then 4 and a hand of 6, then 3 and the second shelter."""
    opening, _ = discarding(2, 3, shelter=1)
    assert counted(opening) == (3, 7, 34, 1)
    assert opening.hand()[-1] == "CV2"


def test_fc_25_a_sparkle_for_every_discarded_card():
    opening, _ = discarding(5, 0)
    assert counted(opening) == (10, 0, 40, 2)


def test_fc_25_a_card_for_every_sparkle():
    opening, _ = discarding(0, 5)
    assert counted(opening) == (0, 10, 30, 2)


def test_fc_25_drawing_ends_with_the_last_sparkle():
    opening, _ = discarding(1, 6)
    assert counted(opening) == (0, 10, 30, 2)


def test_fc_25_what_was_discarded_is_shuffled_back_in():
    opening, gone = discarding(3, 0)
    assert set(gone) <= set(opening.deck())
    assert {int(opening.s.piece[p].zone) for p in opening.deck()} == {DECK}
    assert len(set(opening.deck())) == 38


@pytest.fixture(scope="module")
def back() -> Counter[int]:
    """How often one of the five discarded cards lies at each place of the haversack, of 240 times."""
    places: Counter[int] = Counter()
    for seed in range(1, 241):
        opening, gone = discarding(5, 0, seed=seed)
        places.update(place for place, card in enumerate(opening.deck()) if card in gone)
    return places


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 39])
def test_fc_25_back_in_it_may_lie_anywhere(back, place):
    """Of the five discarded cards some come to lie at the bottom, and some on top, as often as any other card."""
    assert 10 <= back[place] <= 55  # 240 x 5 / 40 = 30


def test_fc_25_discarded_cards_are_not_drawn_again():
    opening, gone = discarding(5, 10)
    assert not set(gone) & set(opening.hand_pieces())
    assert set(gone) <= set(opening.deck())


def test_fc_25_without_a_discard_nothing_is_shuffled():
    """The cards that are drawn later are those that would have been drawn without the opening's purchases."""
    bought, _ = discarding(0, 3)
    plain, _ = discarding(0, 0)
    assert plain.deck()[: len(bought.deck())] == bought.deck()


@pytest.mark.parametrize("agent", ["random", "greedy", "gatherer"])
def test_fc_25_sparkles_and_hand_are_ten(agent):
    """Whatever was discarded and drawn; a shelter drawn for the last sparkle is both at once."""
    opening = Opening(agents=(agent,))
    for game_no in range(40):
        opening.open_all(game_no)
        for seat in range(2):
            sparkles, hand, deck, canvas = counted(opening, seat)
            assert sparkles + hand == 10
            assert deck == 40 - (hand - (2 - canvas))


def test_fc_25_an_empty_haversack_sells_nothing():
    opening, _ = discarding(0, 36, start_hand=5, start_sparkles=40)
    assert counted(opening) == (5, 40, 0, 2)


# ---------------------------------------------------------------- maturation, the second shelter


def test_fc_26_maturation_is_that_of_the_entry_and_changes_no_stage():
    opening = Opening(rows=changed_rows({"CV1": {"cost": 12}}))
    opening.open()
    assert (int(opening.s.seat[0].maturation), int(opening.s.seat[0].stage)) == (12, 0)


def test_fc_26_it_is_0_for_an_entry_that_costs_nothing():
    opening = Opening()
    opening.open()
    assert opening.s.seat[0].maturation == 0


def test_fc_26_an_entry_of_the_opposite_radiance_makes_it_negative():
    opening = Opening(rows=changed_rows({"CV1": {"cost": 2, "radiance": "D"}}))
    opening.open()
    assert opening.s.seat[0].maturation == -2


def test_fc_27_the_second_shelter_for_a_sparkle():
    opening = Opening()
    opening.answer("S3", 1)
    opening.open()
    assert counted(opening) == (4, 6, 35, 1)
    assert opening.hand()[-1] == "CV2"


def test_fc_27_only_once():
    opening = Opening()
    opening.answer("S3", 1)
    opening.answer("S3", 1)
    opening.open()
    assert opening.s.answers == 1
    assert counted(opening)[3] == 1


def test_fc_27_not_without_a_sparkle():
    opening = Opening(start_sparkles=0)
    opening.answer("S3", 1)
    opening.open()
    assert opening.s.answers == 1
    assert counted(opening) == (0, 5, 35, 2)


def test_fc_27_not_from_an_empty_canvas():
    rows = [row for row in default_rows() if row["id"] not in ("CV2", "CV3")]
    opening = Opening(rows=rows)
    opening.answer("S3", 1)
    opening.open()
    assert counted(opening) == (5, 5, 35, 0)


# ---------------------------------------------------------------- one seat after the other


def test_fc_28_the_hand_maximum_does_not_apply():
    rows = changed_rows({"AV1": {"handmax": 2}})
    opening = Opening(rows=rows)
    for answer in (1,) * 5:
        opening.answer("S2", answer)
    opening.open()
    assert counted(opening)[1] == 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fc_28_everybody_opens(players):
    opening = Opening(players)
    opening.open_all(0)
    assert [counted(opening, seat) for seat in range(players)] == [(5, 5, 35, 2)] * players
    assert opening.valley() == ["CV1"] * players


def test_fc_28_what_others_do_changes_nobodys_luck():
    """Seat 1 gets the same cards whatever seat 0 discards and buys."""
    hands = []
    for agents in (("passive", "passive"), ("random", "passive")):
        opening = Opening(agents=agents)
        opening.open_all(3)
        hands.append(opening.hand(1))
    assert hands[0] == hands[1]
