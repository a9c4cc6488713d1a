"""Where two play, both know which hands come back, and a style may weigh how the draft goes on (HF-13, HF-17, 4.1)."""

from __future__ import annotations

import pytest

from balance.engine.game.styles import Style
from balance.games.heroes.cards.box import Hero
from balance.games.heroes.state import HAND, LEFT, RIGHT
from balance.games.heroes.styles.drafting import goes_on, goes_on_beside, weigh_hand, weigh_sides
from heroes.box import hero
from heroes.sheet import Sheet

EDGE = hero("none", left="L--", right="L--", id="edge")
FITS = hero("none", left="L--", right="L--", id="fits")
"""Worth an icon beside the edge, and nothing to anybody else."""
WANTED = hero("shine 3", id="wanted")
LITTLE = hero("shine 2", id="little")
NOTHING = hero("none", id="nothing")
SEEN = (WANTED, FITS, LITTLE, NOTHING)


def at_the_second_pick(players: int = 2, **weights: float) -> Sheet:
    """The seats have picked once; seat 0 holds ``SEEN``, all others four heroes worth nothing."""
    drafts = Style("drafts", "", {"shine": 1.0, "icons": 4.0, **weights})
    others = [[NOTHING]] * (players - 1)
    game = Sheet([EDGE], *others, more=list(SEEN), agents=[drafts])
    game.s.passes, game.s.hand_size = 1, HAND - 1
    for seat in range(players):
        hold(game, seat, SEEN if seat == 0 else [NOTHING] * 4)
    return game


def hold(game: Sheet, seat: int, heroes: tuple[Hero, ...] | list[Hero]) -> None:
    first = (seat - game.s.passes) % game.players
    for i, card in enumerate(heroes):
        game.s.hand[first, i] = game.heroes.index(card)


def weighed(game: Sheet) -> dict[str, float]:
    """What each hero of the hand is worth to seat 0."""
    weigh_hand(game.s, game.t, 0)
    hand = game.s.hand[-game.s.passes % game.players, : game.s.hand_size]
    return {game.heroes[card].id: float(game.s.decision.worth[i]) for i, card in enumerate(hand)}


def test_hf_17_who_sees_what_comes_back_takes_first_what_the_other_wants():
    """Given a hero that fits only here and one that both want, then that goes first, and the other comes back."""
    blind, seeing = weighed(at_the_second_pick()), weighed(at_the_second_pick(returns=1.0))
    assert blind == {"wanted": 3, "fits": 4, "little": 2, "nothing": 0}
    assert seeing == {
        "wanted": 3 - 2 + 4,  # the other takes little, and fits comes back
        "fits": 4 - 3 + 2,  # the other takes wanted, little comes back
        "little": 2 - 3 + 4,
        "nothing": 0 - 3 + 4,
    }


@pytest.mark.parametrize(("fits", "comes_back"), [(4.0, True), (12.0, False)])
def test_hf_17_the_other_is_thought_to_keep_what_is_worth_much_to_who_comes_next(fits, comes_back):
    """Given a hero that is worth much here and nothing to the other, then the other is thought to take it away."""
    game = at_the_second_pick(returns=1.0, icons=fits)
    assert weighed(game)["wanted"] == (3 - 2 + fits if comes_back else 3 - 0 + 2)


def test_a_weight_counts_the_share_of_what_comes_after():
    assert weighed(at_the_second_pick(returns=0.5))["wanted"] == pytest.approx(3 + 0.5 * (4 - 2))


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_hands_do_not_come_back_in_time(players):
    assert weighed(at_the_second_pick(players, returns=1.0)) == weighed(at_the_second_pick(players))


@pytest.mark.parametrize("other", [NOTHING, WANTED, FITS])
def test_hf_14_at_the_first_pick_the_other_hand_is_not_looked_at(other):
    """Given any other hand, then of one's own the other takes the second and the fourth, and what is left is out."""
    game = at_the_second_pick(returns=1.0)
    game.s.passes, game.s.hand_size = 0, HAND
    hold(game, 0, [*SEEN, LITTLE])
    hold(game, 1, [other] * HAND)
    assert weighed(game)["wanted"] == 3 - 2 + 4 - 2


def test_at_the_last_pick_nothing_comes_after():
    game = at_the_second_pick(returns=1.0)
    game.s.hand_size = 2
    assert weighed(game) == {"wanted": 3, "fits": 4}


def test_thinking_of_the_draft_leaves_the_table_as_it_is():
    game = at_the_second_pick(returns=1.0)
    before = [game.lineup(seat) for seat in range(2)], game.s.hand.tolist(), int(game.s.hand_size)
    goes_on(game.s, game.t, game.t.style[game.s.style[0]], 0, 0)
    assert ([game.lineup(seat) for seat in range(2)], game.s.hand.tolist(), int(game.s.hand_size)) == before


# ---- the end of the line-up (D2)

ONE_EDGE = hero("none", left="---", right="L--", id="one edge")


def placing(returns: float, picks: int, hand: list[Hero], others: list[Hero]) -> tuple[float, float]:
    """What the left and the right end are worth for a hero without half-icons beside ``ONE_EDGE``.

    Both seats have picked so many times; ``hand`` has just come to seat 0, ``others`` to its rival.
    """
    drafts = Style("drafts", "", {"shine": 1.0, "icons": 4.0, "returns": returns})
    game = Sheet([ONE_EDGE], [NOTHING], more=[*SEEN, LITTLE], agents=[drafts])
    game.s.passes, game.s.hand_size = picks, HAND - picks
    hold(game, 0, hand)
    hold(game, 1, others)
    for seat in range(2):
        game.s.seat[seat].picked = game.heroes.index(NOTHING)
    before = [game.lineup(seat) for seat in range(2)]
    weigh_sides(game.s, game.t, 0)
    goes_on_beside(game.s, game.t, game.t.style[game.s.style[0]], 0, LEFT)
    assert [game.lineup(seat) for seat in range(2)] == before
    return float(game.s.decision.worth[LEFT]), float(game.s.decision.worth[RIGHT])


@pytest.mark.parametrize(("returns", "gain"), [(0.0, 0), (0.5, 2), (1.0, 4)])
def test_a_hero_leaves_the_edge_open_that_one_to_come_will_join(returns, gain):
    """Given a hero in the hand to come that makes an icon on the right, then the hero picked goes to the left."""
    left, right = placing(returns, 2, [FITS, NOTHING, NOTHING], [NOTHING] * 3)
    assert left - right == gain


def test_hf_13_the_hand_that_has_just_come_after_the_first_pick_is_not_looked_at():
    """Given any hand that comes, then only what is left of the hand passed on counts."""
    hands = ([NOTHING] * 4, [FITS, NOTHING, NOTHING, NOTHING], [WANTED] * 4)
    worths = [placing(1.0, 1, hand, [NOTHING] * 4) for hand in hands]
    assert worths == [(0, 0)] * 3
    left, right = placing(1.0, 1, [NOTHING] * 4, [FITS, WANTED, NOTHING, NOTHING])
    assert left > right
