"""A cost that stands in another's place for one player: she pays by it and everybody else by the one that is there."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from balance.engine.game import Plan
from balance.engine.game.kinds import exchanged, find_card
from balance.engine.game.log import TABLES
from balance.engine.game.story import LoggedGame
from balance.engine.kernels.lineup import drawn_player
from balance.games.alfheim.cards.box import Cards
from balance.games.alfheim.kinds import KINDS
from balance.games.alfheim.tell import tell
from helpers.marks import by_day
from helpers.play import Log, logged_rows, make, play

GAMES = 40
ALONE = 200
(FAIRY,) = (kind for kind in KINDS if kind.name == "fairy")
PAIRS = (("nisse_1_a", "nisse_1_d"), ("tomte_c", "tomte_b"))
MORE_PAIRS = (("queen_e", "queen_a"), ("king_b", "king_e"))


def with_stand_in(plan: Plan, place: str, other: str) -> Plan:
    return replace(plan, cards=exchanged(plan.cards, FAIRY, place, other))


def for_everybody(plan: Plan, place: str, other: str) -> Plan:
    """Other numbers in a place, for all players."""
    cards: Cards = plan.cards
    cost = find_card(cards, other).cost
    fairies = tuple(replace(fairy, cost=cost) if fairy.id == place else fairy for fairy in cards.fairies)
    return replace(plan, cards=replace(cards, fairies=fairies))


def without_stroke(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col(pl.String).str.replace_all("'", "", literal=True))


def cards_of(log: Log) -> pl.DataFrame:
    return without_stroke(log.cards).sort("game_no", "seat", "card")


@pytest.mark.slow
@pytest.mark.parametrize("line_match", ["segment", "contains"])
@pytest.mark.parametrize(("place", "other"), by_day(PAIRS, MORE_PAIRS))
def test_alone_at_the_table_it_is_as_if_the_cards_were_others(place: str, other: str, line_match: str) -> None:
    plan = make("alfheim", players=1, agents="greedy", settings={"line_match": line_match})
    told = play(with_stand_in(plan, place, other), 0, ALONE)
    expected = play(for_everybody(plan, place, other), 0, ALONE)
    assert told.cards.filter(pl.col("card") == f"{place}'")["paid"].sum() > 0
    assert told.games.equals(expected.games)
    assert told.seats.equals(expected.seats)
    assert without_stroke(told.turns).equals(expected.turns)
    assert cards_of(told).equals(cards_of(expected))


@pytest.mark.nightly
@pytest.mark.parametrize("line_match", ["segment", "contains"])
@pytest.mark.parametrize(("place", "other"), [*PAIRS, *MORE_PAIRS])
def test_in_its_own_place_it_changes_nothing_at_tables_of_every_size(place: str, other: str, line_match: str) -> None:
    for players in (2, 5):
        plan = make("alfheim", players=players, settings={"line_match": line_match})
        before, after = play(plan, 0, GAMES), play(with_stand_in(plan, place, place), 0, GAMES)
        assert after.games.equals(before.games)
        assert after.seats.equals(before.seats)
        assert without_stroke(after.turns).equals(before.turns)
        assert cards_of(after).equals(cards_of(before))


def test_everybody_is_shown_the_cost_that_is_there_and_only_one_player_has_another() -> None:
    plan = with_stand_in(make("alfheim"), "nisse_1_a", "nisse_1_b")
    log = play(plan, 0, GAMES)
    revealed = log.games.select("game_no", shown=pl.concat_str("reveal_start", "reveal_prep", separator=";"))
    shown = revealed.filter(pl.col("shown").str.contains("nisse_1_a", literal=True))["game_no"]
    assert not revealed["shown"].str.contains("'").any()
    mine = log.cards.filter(pl.col("card") == "nisse_1_a'", pl.col("revealed") > 0)
    assert mine.sort("game_no")["game_no"].to_list() == shown.sort().to_list()
    assert mine["seat"].to_list() == [drawn_player(plan.seed, game, plan.players) for game in mine["game_no"]]
    rest = log.cards.filter(pl.col("card") == "nisse_1_a", pl.col("revealed") > 0)
    assert rest.height == mine.height * (plan.players - 1)


@pytest.mark.nightly
def test_stories_tell_what_the_player_pays_with() -> None:
    plan = with_stand_in(make("alfheim"), "nisse_1_a", "nisse_1_b")
    cost = find_card(plan.cards, "nisse_1_b").cost.text
    paid = 0
    for game_no in range(GAMES):
        rows = logged_rows(plan, game_no, 1)
        if any("nisse_1_a'" in row["placements"] for row in rows["turns"]):
            paid += 1
            assert cost in "\n".join(tell(LoggedGame(plan, rows["games"][0], *(rows[name] for name in TABLES[1:]))))
    assert paid
