"""What a player at the table sees and hears: all that is open, and nothing that others hide (section 4)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from balance.engine.game.decisions import Decision, Option
from balance.games.fairy_conundrum.codes import DECK, HAND, OP_DMG, PIECE_BITS, Point, Said, Verb
from balance.games.fairy_conundrum.codes import CardEvent as E
from balance.games.fairy_conundrum.play.narration import lay_down
from balance.games.fairy_conundrum.rules.pieces import take_from_zone
from balance.games.fairy_conundrum.scenario import Position
from balance.games.fairy_conundrum.tell import look, news, remarks
from fairy_conundrum.table import position
from fairy_conundrum.test_redeal import redealt, started


def seen(game: Position, seat: int = 0) -> str:
    """The table as a seat sees it, as one text."""
    return "\n".join(look(plan_of(game), game.s, game.t, seat))


def plan_of(game: Position) -> Any:
    """As much of a plan as words need."""
    game.s.style[:] = 0
    return SimpleNamespace(players=int(game.t.players), cards=game.cards, style_names=("greedy",))


def heard(game: Position, *said: int, seat: int = 0) -> str | None:
    """What a seat hears of something that happens: whose it is, and the words."""
    happened = news(plan_of(game), game.s, game.t, seat, (*said, *[0] * (4 - len(said))))
    return f"{happened.seat}: {happened.words}" if happened else None


@pytest.mark.slow
def test_4_the_table_looks_the_same_whatever_is_hidden():
    game = started()
    before = [look(game.plan, game.s, game.t, seat) for seat in range(3)]
    for seat in range(3):
        for _ in redealt(game, seat, futures=20):
            assert look(game.plan, game.s, game.t, seat) == before[seat]


def test_4_in_the_opening_only_the_own_cards_are_seen():
    game = started()
    game.s.turn = 0
    told = look(game.plan, game.s, game.t, 1)
    assert told[1].startswith("You: ")
    assert not any("Player" in line for line in told)


def test_what_lies_in_the_valley_is_told_as_it_stands(tmp_path):
    player = {
        "life": 17, "hand": ["sleeper", "nook"], "rest": ["one"], "canvas": ["hall"],
        "valley": ["camp", {"id": "one", "host": "camp#1"}, {"id": "sleeper", "damage": 1, "actioned": True}],
    }  # fmt: skip
    told = seen(position(tmp_path, player, {"avatar": "moon-1", "hand": ["one", "nook"], "valley": ["camp"]}))
    for line in (
        "You: life 17, 20 sparkles; gathers 2, attack 2, defence 0, contribution for the next fairy 0.",
        "  Avatar Sun 1 (light, stage I, maturation 0, grows above 9, hand maximum 6)",
        "  Fairies in exploration, with ray/materialisation:",
        "    Sleeper 2/1 (cost 2, light, damage 1, turned): Trap, when a foe declares a joust on you: +1 sparkle.",
        "  Shelter Camp (number 1, 1 of 2 slots taken, stability 3, entry)",
        "    One 0/0 (cost 1, light)",
        "  Haversack 0; canvas 1 (next: Hall); rest: One.",
        "Your hand:",
        "  Nook, shelter 2, 1 slot, stability 3",
        "  2 cards in hand, among them Nook.",
    ):
        assert line in told.split("\n"), told


def test_fc_75_a_mesangette_is_seen_by_its_player_alone(tmp_path):
    game = position(tmp_path, {"hand": ["parry", "sleeper"]}, {})
    for p in [int(p) for p in game.s.seat[0].hand_card[:2]]:
        take_from_zone(game.s, p)
        lay_down(game.s, p)
        game.s.piece[p].live = game.s.down[0] == p
    own, others = seen(game), seen(game, seat=1)
    assert "    active: Parry, cost 1, neutral shard, mésangette for 1 life: Trap, when" in own
    assert "    inactive: Sleeper" in own
    assert "  2 mésangettes face down, 1 of them inactive." in others
    assert "Parry" not in others
    assert "Sleeper" not in others


@pytest.mark.parametrize(
    ("event", "own", "others"),
    [
        (E.DRAWN, "0: draw Parry", "0: draws a card"),
        (E.SET_DOWN, "0: set Parry face down", "0: sets a card face down"),
        (E.STORED_AWAY, "0: store Parry", "0: stores a card"),
        (E.TRAP_LAPSED, "0: let the mésangette Parry lapse", "0: lets a mésangette lapse"),
        (E.TRAP_FIRED, "0: activate the mésangette Parry", "0: activates the mésangette Parry"),
        (E.CALLED, "0: call Parry", "0: calls Parry"),
        (E.REAPED, "0: your Parry is reaped", "0: its Parry is reaped"),
        (E.BOUNCED, "0: your Parry returns to the hand", "0: its Parry returns to the hand"),
        (E.OPENING_SEEN, "0: draw Parry", None),
    ],
)
def test_4_of_what_happens_to_hidden_cards_others_hear_no_name(event, own, others, tmp_path):
    game = position(tmp_path, {"hand": ["parry"]}, {}, active=1)
    p = int(game.s.seat[0].hand_card[0])
    assert heard(game, event, p) == own
    assert heard(game, event, p, seat=1) == others


def test_who_hears_of_a_milled_card_hears_of_no_discard(tmp_path):
    game = position(tmp_path, {"hand": ["parry"]}, {}, active=1)
    p = int(game.s.seat[0].hand_card[0])
    assert heard(game, E.DISCARDED, p, 0, DECK) == "0: your Parry goes from the haversack to the rest"
    assert heard(game, E.DISCARDED, p, 0, HAND) == "0: discard Parry"


def test_what_a_player_has_just_chosen_is_not_told_again(tmp_path):
    game = position(tmp_path, {"hand": ["parry"]}, {})
    assert heard(game, E.SET_DOWN, int(game.s.seat[0].hand_card[0])) is None


def test_what_befalls_players_is_told_to_each_in_their_words(tmp_path):
    game = position(tmp_path, {"life": 3, "valley": ["one"]}, {"avatar": "moon-1"})
    mine, foe = int(game.s.lay[0]), int(game.s.seat[1].avatar)
    for said, own, others in (
        ((Said.LIFE, 0, -2), "0: lose 2 life (3 left)", "0: loses 2 life (3 left)"),
        ((Said.SHARED, 1, 2, 0),
         "1: receives 2 sparkles from your shard", "1: receive 2 sparkles from the shard of Player 1"),
        ((Said.SPARKLES, 0, -1), "0: lose 1 sparkle", "0: loses 1 sparkle"),
        ((Said.STAGE, 0, 1), "0: fall back to stage I: Sun 1", "0: falls back to stage I: Sun 1"),
        ((Said.FALL, 0), "0: fall and are out of the game", "0: falls and is out of the game"),
        ((Said.DAMAGED, mine, 0, 2), "0: your One takes 2 damage", "0: its One takes 2 damage"),
        ((Said.WORKS, foe, mine, OP_DMG), "1: its Moon 1 works on your One", "1: your Moon 1 works on One of Player 1"),
    ):  # fmt: skip
        assert heard(game, *said) == own
        assert heard(game, *said, seat=1) == others


def test_fc_163_who_hears_that_a_joust_is_cancelled_hears_of_no_attack(tmp_path):
    game = position(tmp_path, {"valley": ["one"]}, {"traps": ["parry"]})
    parry = int(game.s.down[0])
    cancelled = (Said.CANCELLED, parry, int(game.s.piece[parry].card), 0)
    assert heard(game, *cancelled) == "1: its Parry cancels your joust"
    assert heard(game, *cancelled, seat=1) == "1: your Parry cancels the joust of Player 1"
    assert heard(game, Said.JOUST, 0, 1, 0) == "0: joust Player 2: attack 0 against defence 0 takes no life"
    game.s.now[0].joust_cancelled = 1
    assert heard(game, Said.JOUST, 0, 1, 0) is None


def test_with_a_question_prices_and_abilities_are_told(tmp_path):
    game = position(tmp_path, {"avatar": "oracle-1", "hand": ["one", "sleeper"], "valley": ["camp", "one"]}, {})
    first, second = (int(p) for p in game.s.seat[0].hand_card[:2])
    game.s.seat[0].called = 1
    camp, guest, avatar = (int(p) for p in (*game.s.lay[:2], game.s.seat[0].avatar))
    done = ((Verb.PASS, 0), (Verb.CALL, first), (Verb.SET, second), (Verb.ACT, avatar))
    done = (*done, (Verb.SHELTER, guest | camp << PIECE_BITS))
    options = tuple(Option(verb, -1, target, None) for verb, target in done)
    told = remarks(plan_of(game), game.s, game.t, Decision(0, 0, 3, Point.NAR, 0, options, 0, False))
    assert told.about == "20 sparkles left"
    assert told.options == (
        "",
        "1 sparkle and 1 in contribution",
        "2 sparkles; Trap, when a foe declares a joust on you: +1 sparkle.",
        "+1 sparkle",
        "Camp; 0/0",
    )
