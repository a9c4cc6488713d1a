"""The rules FS-26 to FS-29: project drafts. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from balance.games.fairy_school.cards.box import DECKS
from balance.games.fairy_school.play.choosing import choose_kept
from balance.games.fairy_school.play.games import draft_projects, give_starting_cards
from balance.games.fairy_school.rules.setup import deal_projects, gather_pool, keep_or_drop
from fairy_school.games import dealt, evenly, log_of, plan_for, taken
from fairy_school.reference.box import box, project
from fairy_school.table import Sheet

DECK_I, DECK_II, DECK_III = (
    [i for i, card in enumerate(box().cards) if card.set == name] for name in ("I", "II", "III")
)
OLD = [project(cost, set="I") for cost in ("E", "P", "F")]
NEW = [project(cost, set="II") for cost in ("2E", "2P", "2F")]


@cache
def logged(setup: str, players: int) -> list[dict[str, Any]]:
    return log_of(players, **({"setup": setup} if setup == "initiation" else {}))["turns"]


def drafted(stage: int, games: int, **request: Any) -> list[Any]:
    """The state after the draft of this trimester, in many games."""

    def to_stage(s: Any, t: Any) -> None:
        s.stage = stage

    plan = plan_for(4, **request)
    return [taken(s) for s in dealt(plan, games, give_starting_cards, to_stage, draft_projects)]


def hands(stage: int, games: int, **request: Any) -> list[list[list[int]]]:
    """The hands as dealt."""

    def to_stage(s: Any, t: Any) -> None:
        s.stage = stage

    plan = plan_for(4, **request)
    return [s.draft[:4, :4].tolist() for s in dealt(plan, games, give_starting_cards, to_stage, deal_projects)]


# ---------------------------------------------------------------- drafts


def test_fs_26_the_initiation_game_skips_the_first_draft_only():
    (s,) = drafted(0, 1, setup="initiation")
    for me in s.seat[:4]:
        assert {box().cards[card].deck for card in me.ongoing[: me.projects]} == {DECKS[me.letter]}
    assert s.common == 0
    (s,) = drafted(1, 1, setup="initiation")
    assert s.common == 4 * (4 + 3 - 3)


@pytest.mark.parametrize(("stage", "deck"), [(0, DECK_I), (1, DECK_II), (2, DECK_III)])
def test_fs_27_four_projects_of_the_trimester_for_every_seat(stage, deck):
    dealt_first = Counter()
    for hand in hands(stage, 300):
        cards = [card for own_hand in hand for card in own_hand]
        assert len(set(cards)) == 16
        assert set(cards) <= set(deck)
        dealt_first[cards[0]] += 1
    assert evenly(dealt_first, deck)


@pytest.mark.parametrize(
    ("direction", "passing"), [(None, (-1, -1, 1)), ("RLR", (-1, 1, -1)), ("LLL", (1, 1, 1)), ("rrr", (-1, -1, -1))]
)
def test_fs_27_what_is_left_of_a_hand_is_passed(direction, passing):
    settings = {"draft_direction": direction} if direction else {}
    for stage, step in enumerate(passing):
        for hand, s in zip(hands(stage, 4, **settings), drafted(stage, 4, **settings), strict=True):
            for seat in range(4):
                aside = s.aside[seat, :4].tolist()
                assert [aside[pick] in hand[(seat - step * pick) % 4] for pick in range(4)] == [True] * 4


def test_fs_27_every_card_of_the_hand_may_be_put_aside():
    picked = Counter()
    for hand, s in zip(hands(0, 200), drafted(0, 200), strict=True):
        picked[hand[2].index(s.aside[2, 0])] += 1
    assert evenly(picked, range(4))


def test_fs_28_three_are_kept_and_the_others_go_to_the_common_discard():
    for s in drafted(0, 20):
        kept = [card for me in s.seat[:4] for card in me.ongoing[: me.projects].tolist()]
        dropped = s.common_discard[: s.common].tolist()
        assert [me.projects for me in s.seat[:4]] == [3] * 4
        assert sorted(kept + dropped) == sorted(card for seat in range(4) for card in s.aside[seat, :4].tolist())


def test_fs_28_any_three_of_the_drafted_and_the_unfinished_may_be_kept():
    game = Sheet()
    game.ongoing(0, *OLD[:2])
    game.s.aside[0, :3] = [game.number(card) for card in NEW]
    game.s.picks = 3
    kept = Counter()
    for _ in game.again(400):
        gather_pool(game.s, 0)
        keep = int(choose_kept(game.s, game.t, 0))
        keep_or_drop(game.s, 0, keep)
        assert len(game.lies("ongoing")) == 3
        assert game.s.common == 2
        kept[tuple(sorted(game.lies("ongoing")))] += 1
    everything = [card.id for card in (*OLD[:2], *NEW)]
    assert evenly(kept, [tuple(sorted(three)) for three in combinations(everything, 3)])


@pytest.mark.parametrize("setup", ["initiation", "advanced"])
def test_fs_28_never_more_than_three_ongoing_and_three_after_each_draft(setup):
    for row in logged(setup, 3):
        ongoing = [*row["ongoing"].split(";"), *row["realized"].split(";")]
        count = sum(map(bool, ongoing))
        assert count <= 3
        if row["turn_in_trimester"] == 1 and row["trimester"] < 4:
            assert count == 3


def test_fs_29_cards_that_are_not_dealt_are_out_of_the_game():
    for s in drafted(1, 20):
        dealt_ones = {card for seat in range(4) for card in s.aside[seat, :4].tolist()}
        assert len(dealt_ones) == 16
        assert {int(card) for card in s.common_discard[: s.common]} <= dealt_ones
