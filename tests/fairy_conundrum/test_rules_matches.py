"""The rules FC-180 to FC-182: matches and the reserve. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from balance.games.fairy_conundrum.codes import Point
from balance.games.fairy_conundrum.play.games import end_game, open_game, start_match
from balance.games.fairy_conundrum.play.swaps import swap_cards
from fairy_conundrum.box import changed_rows
from fairy_conundrum.table import Opening, plan_for, play


class Match(Opening):
    """A match between its games."""

    def __init__(self, players: int = 2, agents=("passive",), **request) -> None:
        super().__init__(players, agents=agents, **{"match_games": 3} | request)
        self.s.game_no = 0
        start_match(self.s, self.t, 0)

    def haversack(self, player: int = 0) -> list[str]:
        match = self.s.match
        return [self.id(card) for card in match.card[player, : match.cards[player]]]

    def reserve(self, player: int = 0) -> list[str]:
        match = self.s.match
        return [self.id(card) for card in match.reserve[player, : match.reserves[player]]]

    def id(self, card: int) -> str:
        return str(self.plan.cards.ids[card])


def matches(log: dict) -> list[list[dict]]:
    """The games of every match."""
    return [list(rows) for _, rows in groupby(log["games"], key=lambda row: row["match_id"])]


# ---------------------------------------------------------------- how many games


@pytest.mark.parametrize("games", [3, 5])
def test_fc_180_a_match_has_several_games(games):
    by_match = matches(play(plan_for(2, agents=("random", "random"), match_games=games), games * 6))
    assert len(by_match) == 6
    for rows in by_match:
        assert games // 2 + 1 <= len(rows) <= games
        assert [row["match_game"] for row in rows] == list(range(len(rows)))
        first = rows[0]["match_id"] * games
        assert [row["game_no"] for row in rows] == list(range(first, first + len(rows)))


def test_fc_182_it_ends_when_somebody_has_won_more_than_half():
    log = play(plan_for(2, agents=("curve", "random"), match_games=3), 30)
    for rows in matches(log):
        won: Counter = Counter()
        for number, row in enumerate(rows):
            assert max(won.values(), default=0) < 2
            if row["winner"] is not None and row["winner"] >= 0:
                won[(row["winner"] - number) % 2] += 1
        assert max(won.values(), default=0) == 2 or len(rows) == 3


def test_fc_182_a_game_without_winner_counts_for_none():
    """Nobody draws, nobody strikes: stalemates, and all three games are played."""
    log = play(plan_for(2, match_games=3, dream_base=0), 3)
    assert [row["end_reason"] for row in log["games"]] == ["stalemate"] * 3


def test_fc_182_seats_alternate():
    log = play(plan_for(3, agents=("passive", "curve", "random"), match_games=3, dream_base=0), 3)
    seated = {(row["game_no"], row["seat"]): row["agent"] for row in log["seats"]}
    for game in {game for game, _ in seated}:
        for seat in range(3):
            assert seated[game, (seat + game) % 3] == ("passive", "curve", "random")[seat]


def test_fc_182_destiny_says_who_begins():
    """Everybody is equal on turn 1 of these games: the die, not the seat of the last game."""
    log = play(plan_for(2, match_games=3, dream_base=0), 90)
    firsts = Counter((row["match_game"], row["first_player_t1"]) for row in log["games"])
    assert set(firsts) == {(game, seat) for game in range(3) for seat in range(2)}
    assert min(firsts.values()) > 5


# ---------------------------------------------------------------- the reserve


def decks_of(match: Match, game: int) -> list[tuple[list[str], list[str]]]:
    """Deck and reserve of every participant after the openings of the first games."""
    for number in range(game + 1):
        match.s.game_no = number
        open_game(match.s, match.t, number)
        match.s.won[:] = 0
        end_game(match.s, match.t)
    return [(match.haversack(player), match.reserve(player)) for player in range(match.t.players)]


def test_fc_181_no_swaps_before_the_second_game():
    match = Match(agents=("random",))
    before = [(match.haversack(player), match.reserve(player)) for player in range(2)]
    assert decks_of(match, 0) == before


def test_fc_181_swaps_before_the_second_one_card_out_for_each_in():
    changed = 0
    for seed in range(1, 31):
        match = Match(agents=("random",), seed=seed)
        before = [Counter(match.haversack(number)) + Counter(match.reserve(number)) for number in range(2)]
        deck = match.haversack(0)
        after = decks_of(match, 1)
        for player, (cards, reserve) in enumerate(after):
            assert (len(cards), len(reserve)) == (40, 7)
            assert Counter(cards) + Counter(reserve) == before[player]
        changed += after[0][0] != deck
    assert changed > 5


def test_fc_181_the_cards_of_the_game_are_those_of_the_swapped_deck():
    match = Match(agents=("random",), seed=3)
    decks = decks_of(match, 1)
    for player in range(2):
        seat = (player + 1) % 2
        first = match.s.seat[seat].avatar + 1
        pieces = [match.id_of(p) for p in range(first, first + 40)]
        assert pieces == decks[player][0]


def test_fc_181_passive_swaps_nothing():
    match = Match()
    before = match.haversack(), match.reserve()
    assert decks_of(match, 2)[0] == before


def test_fc_181_against_a_new_opponent_the_deck_is_as_it_was():
    match = Match(agents=("random",), seed=4)
    before = [(match.haversack(player), match.reserve(player)) for player in range(2)]
    decks_of(match, 2)
    start_match(match.s, match.t, 1)
    assert [(match.haversack(player), match.reserve(player)) for player in range(2)] == before


def test_fc_181_without_a_reserve_nothing_is_asked():
    rows = changed_rows({"FK1": {"decks": ""}, "FL1": {"decks": ""}})
    match = Match(agents=("random",), rows=rows)
    swap_cards(match.s, match.t, 0, 0)
    assert match.s.decision.asked[0, Point.SWAP] == 0


def test_fc_181_every_place_of_the_reserve_is_used_once_at_most():
    """At most seven cards are others, however often is swapped."""
    most = 0
    for seed in range(1, 61):
        match = Match(agents=("random",), seed=seed)
        before = Counter(match.haversack(0))
        most = max(most, sum((Counter(decks_of(match, 1)[0][0]) - before).values()))
    assert 1 <= most <= 7
