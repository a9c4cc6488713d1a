"""What a game says of its kinds of cards, and what happens where one card stands in another's place."""

from __future__ import annotations

import functools
from dataclasses import replace

import polars as pl
import pytest

from balance.engine.game import Plan, find_game, game_ids
from balance.engine.game.kinds import Kind, exchanged, find_card, kinds_by_card, peers
from balance.engine.kernels.lineup import drawn_player
from helpers.marks import few_by_day
from helpers.play import Log, make, play

GAMES = 48
DECLARED = [game for game in game_ids() if find_game(game).kinds]
KINDS = [(game, kind) for game in DECLARED for kind in find_game(game).kinds if kind.gained]
EXCHANGED = [(game, kind) for game, kind in KINDS if kind.absent is None]
STANDING = ("game_no", "turn", "seat", "score")
FOR_ONE = [(game, kind) for game, kind in EXCHANGED if kind.one_player]


def name_of(value: object) -> str:
    return value.name if isinstance(value, Kind) else str(value)


def of_kind(plan: Plan, kind: Kind) -> list[str]:
    """The ids of the cards in play of this kind, in table order."""
    kind_of = {row.id: row.kind for row in plan.card_table.rows}
    logged = plan.log_tables["cards"].words("card")
    return [id for id in logged if kind_of[id] == kind.name]


def with_exchange(plan: Plan, kind: Kind, place: str, other: str) -> Plan:
    return replace(plan, cards=exchanged(plan.cards, kind, place, other))


def games_of(plan: Plan) -> Log:
    return play(plan, 0, GAMES // plan.match_games * plan.match_games)


@functools.cache
def usual(game: str) -> tuple[Plan, Log]:
    """Games of the usual table, as they are."""
    plan = make(game, games=GAMES)
    return plan, games_of(plan)


def met_of(game: str, kind: Kind) -> pl.DataFrame:
    """Of every card of this kind, seat and game in which it was met: how often it was gained and offered."""
    plan, log = usual(game)
    met = log.cards.filter(pl.col("card").is_in(of_kind(plan, kind)))
    return met.select(gained=pl.sql_expr(kind.gained), offered=pl.sql_expr(kind.offered))


def drawn(plan: Plan) -> pl.Expr:
    """Whether the seat is the one that has another card than the others."""
    seats = [drawn_player(plan.seed, game // plan.match_games, plan.players) for game in range(GAMES)]
    return pl.col("seat") == pl.col("game_no").replace_strict(dict(enumerate(seats)))


def some_gained(plan: Plan, kind: Kind, log: Log) -> list[str]:
    """Of the cards of this kind that somebody gained in these games the first, one in the middle and the last."""
    gained = set(log.cards.filter(pl.sql_expr(kind.gained) > 0)["card"].cast(pl.String))
    places = [place for place in of_kind(plan, kind) if place in gained]
    return [places[0], places[len(places) // 2], places[-1]]


def without_stroke(rows: pl.DataFrame, place: str) -> pl.DataFrame:
    """The rows with what stands in a place called by the id of the place."""
    return rows.with_columns(pl.col(pl.String).str.replace_all(f"{place}'", place, literal=True))


@pytest.mark.parametrize("game", DECLARED)
def test_every_kind_of_the_table_is_declared_and_says_why(game: str) -> None:
    plan = make(game)
    kinds = [kind.name for kind in plan.game.kinds]
    assert sorted(kinds) == sorted({row.kind for row in plan.card_table.rows})
    assert all(kind.why.endswith(".") for kind in plan.game.kinds)


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=name_of)
def test_a_gained_card_was_offered(game: str, kind: Kind) -> None:
    counts = met_of(game, kind)
    assert counts["gained"].sum() > 0
    assert counts.filter((pl.col("gained") > 0) & (pl.col("offered") == 0)).is_empty()


@pytest.mark.parametrize(("game", "kind"), EXCHANGED, ids=name_of)
def test_every_card_has_a_peer_alike_and_bears_its_numbers_in_the_place(game: str, kind: Kind) -> None:
    plan = make(game)
    places = of_kind(plan, kind)
    for place in places:
        others = peers(plan.cards, kind, place, frozenset(places))
        assert others
        assert place not in others
        mine, other = find_card(plan.cards, place), find_card(plan.cards, others[0])
        assert all(getattr(mine, name) == getattr(other, name) for name in kind.alike)
        changed = exchanged(plan.cards, kind, place, others[0])
        stands = changed.stand_in if kind.one_player else find_card(changed, place)
        kept = {name: getattr(mine, name) for name in ("id", "name", "copies", *kind.keeps)}
        assert stands == replace(other, **kept)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), few_by_day(EXCHANGED, 3), ids=name_of)
def test_a_card_in_its_own_place_changes_nothing(game: str, kind: Kind) -> None:
    plan, before = usual(game)
    for place in some_gained(plan, kind, before):
        after = games_of(with_exchange(plan, kind, place, place))
        assert after.games.equals(before.games)
        assert after.seats.equals(before.seats)
        # What was done is logged by a card's code in some games, and that is another one for what stands in a place.
        assert after.turns.select(STANDING).equals(before.turns.select(STANDING))
        keys = ["game_no", "seat", "card"]
        assert without_stroke(after.cards, place).sort(keys).equals(before.cards.sort(keys))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), few_by_day(EXCHANGED, 3), ids=name_of)
def test_another_card_in_a_place_changes_games(game: str, kind: Kind) -> None:
    plan, before = usual(game)
    places = of_kind(plan, kind)
    changed = 0
    for place in some_gained(plan, kind, before):
        other = peers(plan.cards, kind, place, frozenset(places))[-1]
        changed += not games_of(with_exchange(plan, kind, place, other)).seats.equals(before.seats)
    assert changed


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), FOR_ONE, ids=name_of)
def test_for_one_player_means_that_nobody_else_meets_the_other_card(game: str, kind: Kind) -> None:
    plan = make(game, games=GAMES)
    places = of_kind(plan, kind)
    met = 0
    for place in some_gained(plan, kind, games_of(plan)):
        other = peers(plan.cards, kind, place, frozenset(places))[0]
        cards = games_of(with_exchange(plan, kind, place, other)).cards
        stand_in = cards.filter(pl.col("card") == f"{place}'")
        met += stand_in.height
        assert stand_in.filter(~drawn(plan)).is_empty()
        assert cards.filter((pl.col("card") == place) & drawn(plan)).is_empty()
    assert met


def test_a_kind_that_the_game_does_not_name_is_gained_by_nobody() -> None:
    named = kinds_by_card((Kind("hero", gained="taken"),), {"A": "hero", "B": "die"})
    assert (named["A"].gained, named["B"].gained) == ("taken", "")
