"""The rules FA-34 to FA-41: experts, points, who wins, playing alone, settings."""

from __future__ import annotations

from collections import defaultdict

import pytest

from alfheim.box import box
from alfheim.table import Sheet, log_of, plan_for, play
from balance.common.errors import InputError
from balance.games.alfheim import GAME
from balance.games.alfheim.cards.box import EXPERTS, TYPES
from balance.games.alfheim.rules.scoring import crown

FAIRIES = ("fairy_1", "fairy_2", "fairy_3")
NISSE = ("nisse_1", "nisse_2", "nisse_3")

# ---------------------------------------------------------------- experts


def claims(*types: str, experts: str = "") -> dict[str, int]:
    """What a seat with these fairies claims, when it has claimed one row already."""
    game = Sheet(2)
    game.begin(5)
    game.has(*types)
    if experts:
        game.s.seat[0].experts = 1 << EXPERTS.index(experts)
    game.claim()
    return game.claims()[0]


def test_fa_34_king_and_queen():
    assert claims("king", "queen") == {"king_queen": 6}
    assert claims("king") == claims("queen") == {}


def test_fa_34_the_tomte():
    assert claims("tomte") == {"tomte": 5}


def test_fa_34_all_three_fairies():
    assert claims(*FAIRIES) == {"fairy": 5}
    assert [claims(*(name for name in FAIRIES if name != missing)) for missing in FAIRIES] == [{}] * 3


def test_fa_34_the_three_nisse_bring_none():
    assert claims(*NISSE) == {}


def test_fa_34_several_rows_in_one_round():
    assert claims(*TYPES) == {"king_queen": 6, "tomte": 5, "fairy": 5}


def test_fa_34_one_of_a_row_for_each_player():
    game = Sheet(2)
    game.has("tomte")
    game.begin(5)
    game.claim()
    game.begin(6)
    game.claim()
    assert game.claims() == [{}, {}]
    assert list(game.s.claims) == [0, 1, 0]
    assert claims("tomte", *FAIRIES, experts="tomte") == {"fairy": 5}


def test_fa_34_other_sets_may_be_asked_for():
    needs = {"king_queen": ("nisse_1", "queen"), "tomte": ("king",), "fairy": ("nisse_2", "tomte", "fairy_1")}
    game = Sheet(3, cards=box(needs=needs))
    for seat, types in enumerate((("queen", "nisse_1"), ("king",), ("tomte", "fairy_1", "nisse_2"))):
        game.has(*types, seat=seat)
    game.begin(5)
    game.claim()
    assert game.claims() == [{"king_queen": 6}, {"tomte": 5}, {"fairy": 5}]


def test_fa_34_a_set_is_claimed_in_the_round_in_which_it_is_completed():
    log = log_of(4, ("greedy",), 60)
    placed: dict = defaultdict(set)
    claimed = 0
    for row in sorted(log["turns"], key=lambda row: row["turn"]):
        mine = placed[row["game_no"], row["seat"]]
        before = set(mine)
        mine |= {part.split("@")[0] for part in row["placements"].split(";")}
        complete = {
            name: need <= mine and not need <= before
            for name, need in (("king_queen", {"king", "queen"}), ("tomte", {"tomte"}), ("fairy", set(FAIRIES)))
        }
        rows = [claim.split("=")[0] for claim in row["experts"].split(";") if claim]
        assert rows == [name for name, done in complete.items() if done]
        claimed += len(rows)
    assert claimed > 100


def in_rounds(*rounds: tuple[int, ...], row: str = "fairy", types: tuple[str, ...] = FAIRIES) -> list[dict[int, int]]:
    """The values by seat, round by round, when these seats complete a set in them."""
    game = Sheet(5)
    values = []
    for turn, seats in enumerate(rounds, 3):
        game.begin(turn)
        for seat in seats:
            game.has(*types, seat=seat)
        game.claim()
        values.append({seat: claim[row] for seat, claim in enumerate(game.claims()) if claim})
    return values


def test_fa_35_one_after_another_the_highest_that_is_left():
    assert in_rounds((2,), (0,), (4,), (1,), (3,)) == [{2: 5}, {0: 4}, {4: 3}, {1: 2}, {3: 1}]


def test_fa_35_all_of_a_round_get_the_same_and_use_up_as_many():
    assert in_rounds((1, 4), (0,), (2, 3)) == [{1: 5, 4: 5}, {0: 3}, {2: 2, 3: 2}]
    assert in_rounds((0, 1, 2, 3, 4)) == [dict.fromkeys(range(5), 5)]
    assert in_rounds((0,), (1, 2, 3, 4)) == [{0: 5}, dict.fromkeys((1, 2, 3, 4), 4)]


def test_fa_35_rows_are_counted_apart():
    game = Sheet(3)
    game.begin(8)
    game.has("tomte", seat=0)
    game.claim()
    game.begin(9)
    game.has("tomte", "king", "queen", seat=1)
    game.has(*FAIRIES, seat=2)
    game.claim()
    assert game.claims() == [{}, {"king_queen": 6, "tomte": 4}, {"fairy": 5}]


def test_fa_35_ties_are_logged_with_the_tile_whose_value_was_got():
    game = Sheet(3)
    game.has("tomte", seat=0)
    game.begin(8)
    game.claim()
    assert (game.s.now[0].tied[1], game.s.now[0].rank[1]) == (0, 0)
    for seat in (1, 2):
        game.has("tomte", seat=seat)
    game.begin(9)
    game.claim()
    assert [(game.s.now[seat].tied[1], game.s.now[seat].rank[1]) for seat in (1, 2)] == [(1, 1), (1, 1)]


def test_fa_35_it_does_not_matter_who_was_served_first():
    for game_no in range(10):
        game = Sheet(4, game_no=game_no)
        game.begin(4)
        for seat in (1, 3):
            game.has("tomte", seat=seat)
        game.claim()
        assert game.claims() == [{}, {"tomte": 5}, {}, {"tomte": 5}]


# ---------------------------------------------------------------- the end


def test_fa_36_after_round_11_it_is_over():
    log = log_of(4, ("greedy",), 60)
    assert {row["turns"] for row in log["games"]} == {11}
    assert {row["end_reason"] for row in log["games"]} == {"rounds"}
    assert max(row["turn"] for row in log["turns"]) == 11


POINTS = {"king": 6, "queen": 5, "nisse_1": 2, "nisse_2": 2, "nisse_3": 2, "fairy_1": 3, "fairy_2": 3, "fairy_3": 4}


@pytest.mark.parametrize(("name", "points"), [*POINTS.items(), ("tomte", 4)])
def test_fa_37_every_fairy_brings_the_points_of_its_type(name, points):
    game = Sheet(2)
    game.has(name)
    assert sum(game.points()) == points == game.s.score[0]


def test_fa_37_fairies_experts_and_footprint_are_added():
    game = Sheet(2)
    game.begin(9)
    game.lay("B#C")
    game.footprint("BC")
    game.has(*TYPES)
    game.claim()
    assert game.points() == [6, 5, 6, 10, 4, 6, 5, 5, 2]
    assert game.s.score[0] == 49


def test_fa_37_nothing_brings_nothing():
    game = Sheet(2)
    assert game.points() == [0] * 9


def test_fa_37_the_score_is_that_of_the_last_round():
    log = log_of(3, ("greedy",), 20)
    last = {(row["game_no"], row["seat"]): row["score_after"] for row in log["turns"] if row["turn"] == 11}
    assert {(row["game_no"], row["seat"]): row["score"] for row in log["seats"]} == last


def test_fa_37_the_score_is_the_sum_of_its_parts():
    for row in log_of(3, ("greedy",), 20)["seats"]:
        assert row["score"] == sum(value for name, value in row.items() if name.startswith("pts_"))


def test_fa_37_counting_again_changes_nothing():
    game = Sheet()
    game.has("king")
    assert game.points() == game.points()
    assert game.s.score[0] == 6


def bonus(*picture: str, icons: str = "BC", **settings: object) -> int:
    """The points of a footprint in this area."""
    game = Sheet(**settings)
    game.lay(*picture)
    game.footprint(icons)
    return game.points()[-1]


def test_fa_38_one_point_for_each_matching_clue_at_its_sides():
    assert bonus("B#") == bonus("#B") == bonus("C", "#") == bonus("#", "C") == 1
    assert bonus(".B.", "C#B", ".C.") == 4
    assert bonus(".B.", "H#J", ".C.") == 2


def test_fa_38_nothing_at_the_corners_and_nothing_for_fairies():
    assert bonus("BCB", "*#*", "CHC") == 1
    assert bonus("B.C", ".#.", "C.B") == 0


def test_fa_38_the_other_icons_bring_nothing():
    assert bonus(".M.", "H#J", ".P.") == 0
    assert bonus(".M.", "H#J", ".P.", icons="HJ") == 2


def test_fa_38_points_for_each_and_the_cap_on_points_are_settings():
    assert bonus(".B.", "C#B", ".C.", footprint_point=3) == 4
    assert bonus(".B.", "C#H", ".C.", footprint_point=2, footprint_cap=9) == 6
    assert bonus(".B.", "C#B", ".C.", footprint_cap=2) == 2
    assert bonus(".B.", "C#B", ".C.", footprint_point=0) == 0


def test_fa_38_clues_laid_later_count_too():
    game = Sheet()
    game.lay("B#")
    game.footprint("BC")
    game.put("C", (1, 1))
    assert game.points()[-1] == 2


def crowned(*scores: int) -> tuple[list[int], list[int]]:
    """Who wins with these scores, and the places."""
    game = Sheet(len(scores))
    game.s.score[: len(scores)] = scores
    crown(game.s, game.t)
    assert game.s.winners == sum(game.s.won[: len(scores)])
    return [int(flag) for flag in game.s.won[: len(scores)]], [int(rank) for rank in game.s.ranking[: len(scores)]]


def test_fa_39_the_highest_score_wins():
    assert crowned(20, 31, 7) == ([0, 1, 0], [2, 1, 3])


def test_fa_39_equal_scores_share_the_win():
    assert crowned(20, 9, 20, 20) == ([1, 0, 1, 1], [1, 4, 1, 1])
    assert crowned(0, 0) == ([1, 1], [1, 1])


def test_fa_39_win_shares_add_up_to_1():
    shares: dict[int, list[float]] = defaultdict(list)
    for row in log_of(4, ("random",), 100)["seats"]:
        shares[row["game_no"]].append(row["win_share"])
    assert all(sum(game_shares) == pytest.approx(1) for game_shares in shares.values())
    assert any(max(game_shares) < 1 for game_shares in shares.values())


def test_fa_40_one_alone_plays_the_same_game_and_wins_it():
    log = log_of(1, ("greedy",), 30)
    assert {(row["lead"], row["turns"]) for row in log["games"]} == {(0, 11)}
    assert {row["win_share"] for row in log["seats"]} == {1.0}
    assert {claim for row in log["turns"] for claim in row["experts"].split(";")} == {
        "",
        "king_queen=6",
        "tomte=5",
        "fairy=5",
    }


# ---------------------------------------------------------------- settings


def test_fa_41_what_can_be_set_and_how_it_is_by_itself():
    assert {setting.name: setting.default for setting in GAME.settings} == {
        "line_match": "segment",
        "process_order": "random",
        "swap": True,
        "second_reveal": True,
        "footprint_point": 1,
        "footprint_cap": 4,
    }
    assert {setting.name: setting.words for setting in GAME.settings if setting.words} == {
        "line_match": ("segment", "contains"),
        "process_order": ("random", "lead_first"),
    }


def test_fa_41_settings_reach_the_table():
    t = plan_for(
        line_match="contains", process_order="lead_first", swap="off", second_reveal="off", footprint_point=2,
        footprint_cap=7,
    ).table()  # fmt: skip
    assert (t.contains, t.lead_first, t.swap, t.second_reveal, t.footprint_point, t.footprint_cap) == (1, 1, 0, 0, 2, 7)
    t = plan_for().table()
    assert (t.contains, t.lead_first, t.swap, t.second_reveal, t.footprint_point, t.footprint_cap) == (0, 0, 1, 1, 1, 4)


@pytest.mark.parametrize("wrong", [{"line_match": "any"}, {"rounds": "12"}, {"footprint_cap": "-1"}])
def test_fa_41_nothing_else_can_be_set(wrong):
    with pytest.raises(InputError):
        plan_for(**wrong)


@pytest.mark.slow
@pytest.mark.parametrize(
    "setting", [{"line_match": "contains"}, {"swap": "off"}, {"second_reveal": "off"}, {"footprint_point": 3}]
)
def test_fa_41_every_setting_changes_scores(setting):
    usual, other = (
        [row["score"] for row in play(plan_for(4, None, ("greedy",), **settings), 30)["seats"]]
        for settings in ({}, setting)
    )
    assert usual != other
