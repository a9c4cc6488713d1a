"""The rules FC-37, FC-102, FC-103, FC-122, FC-162: caps, stalemates, and how games end."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.games.fairy_conundrum.codes import MAX_TOKENS, NARRATION
from balance.games.fairy_conundrum.play.turns import play_moment
from fairy_conundrum.box import changed_rows, fairy
from fairy_conundrum.table import plan_for, play, position


def ends(log) -> Counter:
    return Counter((row["turns"], row["end_reason"], row["winner"]) for row in log["games"])


def large(cards: int) -> list[dict[str, str]]:
    """The default rows with a haversack of so many cards."""
    return changed_rows(more=[fairy(f"X{n}", decks="dawn:5") for n in range((cards - 40) // 5)])


# ---------------------------------------------------------------- the turn cap


@pytest.mark.parametrize("cap", [40, 60, 75])
def test_fc_102_a_stalemate_after_the_turn_cap(cap):
    """Nobody draws and nobody strikes."""
    log = play(plan_for(2, turn_cap=cap, dream_base=0), 2)
    assert ends(log) == {(cap, "stalemate", -1): 2}
    assert {(row["score"], row["rank"]) for row in log["seats"]} == {(20, 1)}


def test_fc_102_nobody_wins_by_more_life():
    rows = changed_rows({"AV1": {"effect": "AT destiny {turn=40}: life -5 foe"}})
    log = play(plan_for(2, rows, turn_cap=40, dream_base=0))
    assert ends(log) == {(40, "stalemate", -1): 1}
    assert {row["score"] for row in log["seats"]} == {15}


@pytest.mark.parametrize(("cards", "turns"), [(40, 40), (60, 50), (80, 60)])
def test_fc_102_never_less_than_half_the_haversack_and_20(cards, turns):
    """With a cap of 40; nobody draws, so that nothing else ends the game."""
    assert ends(play(plan_for(2, large(cards), turn_cap=40, dream_base=0))) == {(turns, "stalemate", -1): 1}


def test_fc_102_a_game_may_end_on_the_last_turn():
    rows = changed_rows({"AV1": {"effect": "AT awakening {turn=40}: life -99 foe"}})
    ((_, reason, winner),) = ends(play(plan_for(2, rows, turn_cap=40, dream_base=0)))
    assert reason == "life"
    assert winner in (0, 1)


# ---------------------------------------------------------------- why games end


def test_fc_103_deckout():
    log = play(plan_for(2), 5)
    assert {row["end_reason"] for row in log["games"]} == {"deckout"}


def test_fc_103_no_winner_when_all_fall_together():
    rows = changed_rows({"AV1": {"effect": "AT joust {turn=3}: life -99 all"}})
    log = play(plan_for(3, rows), 2)
    assert ends(log) == {(3, "no_winner", -1): 2}
    assert {row["rank"] for row in log["seats"]} == {1}


def test_fc_103_ranks_go_by_elimination():
    """The first player of each of the turns 2 and 3 fells a foe."""
    rows = changed_rows({"AV1": {"effect": "AT destiny {turn>=2}: life -99 foe"}})
    log = play(plan_for(2, rows))
    assert sorted(row["rank"] for row in log["seats"]) == [1, 2]
    assert [row["turns"] for row in log["games"]] == [2]


def test_fc_171_the_fallen_have_no_later_rows():
    rows = changed_rows({"AV1": {"effect": "AT destiny {turn>=2} {first}: life -99 foe"}})
    log = play(plan_for(4, rows))
    last = {seat: max(row["turn"] for row in log["turns"] if row["seat"] == seat) for seat in range(4)}
    assert log["games"][0]["turns"] == max(last.values())
    assert sorted(row["rank"] for row in log["seats"]) == [1, 2, 3, 4]


# ---------------------------------------------------------------- caps of one action


def test_fc_37_the_narration_ends_after_the_cap(tmp_path):
    at = position(tmp_path, {"hand": ["one"] * 6, "valley": ["camp"]}, {}, agents=("curve", "passive"),
                  settings={"narration_cap": 4})  # fmt: skip
    play_moment(at.s, at.t, NARRATION)
    assert (int(at.s.seat[0].hand), int(at.s.now[0].cut)) == (2, 1)


def test_fc_37_without_the_cap_it_ends_when_the_player_says_so(tmp_path):
    at = position(tmp_path, {"hand": ["one"] * 3, "valley": ["camp"]}, {}, agents=("curve", "passive"))
    play_moment(at.s, at.t, NARRATION)
    assert (int(at.s.seat[0].hand), int(at.s.now[0].cut)) == (0, 0)


def test_fc_37_every_narration_has_the_whole_cap():
    """A cap of 2, and more to do on the first turns: 2 actions, and cut, each time."""
    log = play(plan_for(2, agents=("curve",), narration_cap=2, start_sparkles=60), 4)
    turns = [row for row in log["turns"] if row["turn"] <= 2]
    assert {(row["fairies_called"] + row["shelters_called"], row["cut"]) for row in turns} == {(2, True)}


def test_fc_162_what_is_more_than_the_cap_is_dropped(tmp_path):
    """A life lost costs a life, which costs a life: 2 paid and 5 lost, then it ends, and the row says so."""
    at = position(tmp_path, {"valley": ["bleeder", "lancer"], "life": 50}, {}, settings={"trigger_cap": 5})
    at.do(["act", "lancer", 0])
    assert (at.value(["life", 0, 0]), int(at.s.now[0].cut)) == (43, 1)


def test_fc_162_the_next_action_has_the_whole_cap(tmp_path):
    at = position(tmp_path, {"valley": ["bleeder", "lancer", "lancer"], "life": 50}, {}, settings={"trigger_cap": 5})
    at.do(["act", "lancer", 0])
    at.do(["act", "lancer#2", 0])
    assert at.value(["life", 0, 0]) == 36


def test_fc_122_a_33rd_token_is_not_made(tmp_path):
    at = position(tmp_path, {"hand": ["make-imp"] * (MAX_TOKENS + 1)}, {})
    for number in range(MAX_TOKENS):
        at.do(["call", f"make-imp#{number + 1}"])
    assert (int(at.s.laid), int(at.s.now[0].cut)) == (2 * MAX_TOKENS, 0)
    at.do(["call", f"make-imp#{MAX_TOKENS + 1}"])
    assert (int(at.s.laid), int(at.s.now[0].cut)) == (2 * MAX_TOKENS + 1, 1)


def test_fc_122_a_token_that_left_makes_room(tmp_path):
    at = position(tmp_path, {"hand": ["make-imp"] * (MAX_TOKENS + 1) + ["vanish"]}, {})
    for number in range(MAX_TOKENS):
        at.do(["call", f"make-imp#{number + 1}"])
    at.do(["call", "vanish", ["imp#5"]])
    at.do(["call", f"make-imp#{MAX_TOKENS + 1}"])
    assert at.s.now[0].cut == 0


# ---------------------------------------------------------------- a turn is a turn


def test_fc_45_a_shelter_in_every_turn():
    """What may be done once a turn may be done again on the next."""
    log = play(plan_for(2, agents=("curve",), dream_base=3))
    placed = [row["shelters_called"] for row in log["turns"] if row["seat"] == 0]
    assert placed[:2] == [1, 1]
    assert max(placed) == 1


def test_fc_41_every_narration_counts_its_own_fairies():
    """The toll of a turn is that of its fairies: 1 for the first over, 2 for the second."""
    log = play(plan_for(2, agents=("curve",)))
    for row in log["turns"]:
        k, shelters = row["fairies_called"], row["shelters_in_valley"]
        assert row["spent_toll"] == sum(max(0, n + 1 - shelters) for n in range(k))


def test_fc_161_an_ability_of_the_avatar_in_every_turn(tmp_path):
    at = position(tmp_path, {"avatar": "oracle-1"}, {})
    at.do(["act", "oracle-1", 0])
    at.do(["moment", "destiny"])
    at.do(["act", "oracle-1", 0])
    assert at.value(["sparkles", 0, 0]) == 22
