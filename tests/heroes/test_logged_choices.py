"""The columns options_in and chosen_in: heroes to pick, adversaries to take, missions to go on."""

from __future__ import annotations

import pytest

from balance.engine.kernels.choices import NOTHING, begin_choices
from balance.engine.kernels.kernel import new
from balance.games.heroes.log.events import log_spoils
from balance.games.heroes.play.choosing import DECLINE, choose_mission
from balance.games.heroes.state import STATE, Verb
from helpers.logged_choices import choices_of
from helpers.play import play
from heroes.play import make

A, B, C = 70, 71, 72  # adversaries of the row, as the log counts cards


@pytest.mark.slow
def test_every_seat_picks_from_hands_of_five_to_two_three_times():
    plan = make(players=3, games=1)
    log = play(plan, 0, 20)
    heroes = {hero.id for hero in plan.cards.heroes}
    one_by_one = choices_of(log.cards)
    for (game, seat), choices in one_by_one.group_by("game_no", "seat", maintain_order=True):
        picks = [rows for _, rows in choices.sort("choice").group_by("choice", maintain_order=True)]
        hands = [rows for rows in picks if rows["card"][0] in heroes]
        assert [rows.height for rows in hands] == [5, 4, 3, 2] * 3
        turns = log.turns.filter(game_no=game, seat=seat, phase="recruit")
        assert [rows.filter("chosen")["card"].to_list() for rows in hands] == [[hero] for hero in turns["hero"]]


def table():
    """A row of three adversaries."""
    s, t = new(STATE), make().table()
    begin_choices(s.choices, 2)
    for place, card in enumerate((A, B, C)):
        s.row[place] = card - t.adversary_code
    s.in_row = 3
    return s, t


@pytest.mark.parametrize(
    ("places", "could", "did"),
    [
        (0b010, (0b1, 0b1, 0b1), (0, 0b1, 0)),
        (0b011, (0b01, 0b10, 0b11), (0b01, 0b10, 0)),  # A and not C, then B and not C
        (0b111, (0, 0, 0), (0, 0, 0)),  # nothing stays: no choice
    ],
)
def test_an_adversary_is_taken_and_not_those_that_stay(places, could, did):
    s, t = table()
    log_spoils(s, t, 1, places)
    assert tuple(s.choices.options_in[1, A : C + 1]) == could
    assert tuple(s.choices.chosen_in[1, A : C + 1]) == did


@pytest.mark.parametrize(
    ("ranks", "rank", "could", "did"),
    [
        (0b111, 1, (1, 1, 1), (0, 1, 0)),
        (0b101, 2, (1, 0, 1), (0, 0, 1)),
        (0b110, DECLINE, (0, 1, 1), (0, 0, 0)),  # none of them
        (0b100, 2, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_a_mission_is_chosen_among_those_available(ranks, rank, could, did):
    s, t = table()
    for place, mission in enumerate((5, 0, 9)):
        s.pile[place, 0] = mission
    cards = [t.mission_code + mission for mission in (5, 0, 9)]
    choice = s.decision.force[0]
    choice.verb, choice.card, choice.target = Verb.DO, cards[rank], rank
    if rank == DECLINE:
        choice.verb, choice.card = Verb.LEAVE, NOTHING
    s.decision.forced = s.logs_turns = 1
    assert choose_mission(s, t, 0, ranks) == rank
    assert s.trouble == 0
    assert tuple(s.choices.options_in[0, cards]) == could
    assert tuple(s.choices.chosen_in[0, cards]) == did
