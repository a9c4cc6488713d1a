"""The rows of every game at every number of players, in every variant and of every play style: what holds in all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
import pytest

from balance.analysis.database import Database
from balance.common.errors import InputError
from balance.engine.game import Plan, find_game, game_ids
from balance.engine.game.log import TABLES
from balance.engine.playing.game_batch import GameBatch
from helpers.contract import FROZEN, contract_of, tables_of
from helpers.frozen import FrozenRuns
from helpers.logged_choices import check_choices, none
from helpers.modes import usual_plans
from helpers.play import Log, compile_once, make, play

GAMES = 20
COMMON = {
    "games": {
        "game_no": pl.Int64,
        "players": pl.Int8,
        "turns": pl.Int16,
        "winners": pl.Int8,
        "end_reason": pl.String,
        "margin": pl.Int32,
        "lead_changes": pl.Int16,
    },
    "seats": {
        "game_no": pl.Int64,
        "seat": pl.Int8,
        "agent": pl.String,
        "score": pl.Int32,
        "rank": pl.Int8,
        "win_share": pl.Float32,
    },
    "turns": {"game_no": pl.Int64, "turn": pl.Int16, "seat": pl.Int8, "score": pl.Int32},
    "cards": {
        "game_no": pl.Int64,
        "seat": pl.Int8,
        "card": pl.String,
        **dict.fromkeys(("seen", "taken", "played", "used", "used_by_others", "first_turn", "kept"), pl.Int16),
    },
}
"""The columns that every game has, and their types."""


def tables() -> list[Any]:
    """Every number of players in every variant, and every style at the usual table."""
    listed = []
    for game in map(find_game, game_ids()):
        low, high = game.seats
        for variant in game.variants:
            for players in range(low, high + 1):
                listed.append((game.id, {"players": players, "variant": variant.name}))
        listed += [(game.id, {"agents": style.name}) for style in game.styles]
    return [pytest.param(game, table, id="-".join([game, *map(str, table.values())])) for game, table in listed]


@pytest.mark.parametrize("game", game_ids())
def test_nothing_that_stood_in_the_buffers_before_shows_in_the_rows(game: str):
    """A kernel writes a cell in every row, or its column is blank where it does not."""
    compile_once(game)
    for name, plan, _ in (contract_of(game).plans or (lambda: usual_plans(game)))():
        games = min(10, GameBatch(plan).room) // plan.match_games * plan.match_games
        clean, other = (rows_on(plan, games, before) for before in (0, 0x55))
        for table, frame in clean.items():
            assert other[table].equals(frame), (name, table)


def rows_on(plan: Plan, games: int, before: int) -> dict[str, pl.DataFrame]:
    """The tables of some games, played into buffers whose every byte is ``before``."""
    batch = GameBatch(plan)
    for block in batch.blocks.values():
        for field in block.dtype.names:
            block[field].view(np.uint8)[...] = before
    batch.play(0, games)
    return {name: batch.frame(name) for name in TABLES}


@pytest.mark.parametrize(("game", "table"), tables())
def test_the_rows_of_a_game_agree_with_each_other(game: str, table: dict[str, Any]):
    try:
        plan = make(game, seed=3, **table)
    except InputError:
        if table["variant"] == usual_variant(game, table["players"]):
            raise
        return  # a variant that is not for so many
    log = play(plan, 10**6, -(-GAMES // plan.match_games) * plan.match_games)
    for holds in (types, games_end, scores_add_up, wins_are_shared, turns_are_in_order, cards_are_counted, copies_last):
        holds(log, plan)
    check_choices(log.cards)


@pytest.mark.parametrize("game", game_ids())
def test_no_game_of_players_who_think_is_given_up(game: str, frozen: FrozenRuns):
    """In the hundreds of games that most tests read."""
    plan = make(game, **tables_of(game)[FROZEN])
    with Database(frozen.run(game)) as database:
        ends = set(database.frame("SELECT DISTINCT end_reason FROM games")["end_reason"].cast(pl.String))
    assert ends <= set(contract_of(game).ends(plan))


@pytest.mark.parametrize("game", game_ids())
def test_what_copies_limit_happens_and_is_said_of_every_kind_that_is_gained(game: str):
    plan, own = make(game, seed=3), contract_of(game)
    limits = dict(counts_of_copies(play(plan, 0, GAMES // plan.match_games * plan.match_games), plan))
    assert [what for what, counted in limits.items() if not counted["times"].sum()] == []
    if own.shared or own.own:
        assert {kind.name for kind in plan.game.kinds if kind.gained} <= {*own.shared, *own.own}


def usual_variant(game: str, players: int) -> str:
    """The variant that so many play when nobody says."""
    known = find_game(game)
    return known.usual_variant(players) if known.usual_variant else known.variants[0].name


def types(log: Log, plan: Plan) -> None:
    """The common columns are there, with the types they have in every game."""
    for name in TABLES:
        schema = getattr(log, name).schema
        assert {column: schema.get(column) for column in COMMON[name]} == COMMON[name]
        nameless = [column for column in COMMON[name] if getattr(log, name)[column].null_count()]
        assert nameless == []
    parts = {column: kind for column, kind in log.seats.schema.items() if column.startswith("pts_")}
    assert parts
    assert set(parts.values()) == {pl.Int32}


def games_end(log: Log, plan: Plan) -> None:
    """Every game is there once, in order, and ends for a reason that has a word."""
    games = log.games
    assert games["game_no"].to_list() == list(range(10**6, 10**6 + len(games)))
    none(games.filter(pl.col("players") != plan.players), "another number of players")
    none(games.filter(pl.col("turns") < 1), "no turn")
    none(games.filter(~pl.col("end_reason").is_in(list(plan.game.words))), "an end without a word")
    ends = list(contract_of(plan.game.id).ends(plan))
    none(games.filter(~pl.col("end_reason").is_in(ends)), "an end that these rules do not know")
    none(games.filter(pl.min_horizontal("margin", "lead_changes") < 0), "below 0")


def scores_add_up(log: Log, plan: Plan) -> None:
    """One row a seat, of a style that may sit there; the parts of its score are its score."""
    seats = log.seats
    places = [(game, seat) for game in log.games["game_no"] for seat in range(plan.players)]
    assert seats.select("game_no", "seat").rows() == places
    may = set(plan.lineup) or {style.name for style in plan.styles if style.in_mixed and not style.script}
    none(seats.filter(~pl.col("agent").is_in(list(may))), "a style that was not asked for")
    parts = [name for name in seats.columns if name.startswith("pts_")]
    none(seats.filter(pl.sum_horizontal(parts) != pl.col("score")), "parts that are not the score")


def wins_are_shared(log: Log, plan: Plan) -> None:
    """Ranks have no gaps but those of ties, winners are first, and share one win alike."""
    seats = log.seats.join(log.games.select("game_no", "winners"), on="game_no")
    ranked = seats.with_columns(due=pl.col("rank").rank("min").over("game_no"))
    none(ranked.filter(pl.col("rank") != pl.col("due")), "a rank that nobody leaves")
    none(seats.filter((pl.col("win_share") > 0) & (pl.col("rank") > 1)), "a winner who is not first")
    shared = pl.when(pl.col("win_share") > 0).then((pl.col("win_share") * pl.col("winners") - 1).abs()).otherwise(0)
    none(seats.filter(shared > 1e-6), "a win not shared alike")
    wins = seats.group_by("game_no", "winners").agg(found=(pl.col("win_share") > 0).sum())
    none(wins.filter(pl.col("found") != pl.col("winners")), "another number of winners")


def turns_are_in_order(log: Log, plan: Plan) -> None:
    """Turns from 1 to the last, by seat, of the game's seats; the last score of a seat is its score."""
    turns = log.turns
    keys = turns.select("game_no", "turn", "seat")
    assert keys.rows() == sorted(set(keys.rows()))
    none(turns.filter(~pl.col("seat").is_between(0, plan.players - 1)), "a seat that is not there")
    told = turns.group_by("game_no").agg(first=pl.col("turn").min(), last=pl.col("turn").max(),
                                         numbers=pl.col("turn").n_unique())  # fmt: skip
    whole = (pl.col("first") == 1) & (pl.col("last") == pl.col("turns")) & (pl.col("numbers") == pl.col("turns"))
    none(told.join(log.games, on="game_no", how="right").filter(~whole.fill_null(False)), "turns that are missing")
    last = turns.group_by("game_no", "seat", maintain_order=True).last()
    ended = last.join(log.seats, on=["game_no", "seat"], how="right")
    none(ended.filter(pl.col("score").ne_missing(pl.col("score_right"))), "a last score that is not the score")


def cards_are_counted(log: Log, plan: Plan) -> None:
    """A row for a seat and a card of the table that it met, and no event that cannot have been."""
    cards = log.cards
    ids = {card.id for card in plan.card_table.rows}
    assert set(cards["card"]) <= ids
    none(cards.filter(pl.struct("game_no", "seat", "card").is_duplicated()), "a card twice")
    counts = [name for name, kind in COMMON["cards"].items() if kind == pl.Int16]
    none(cards.filter(pl.min_horizontal(counts) < 0), "below 0")
    ends = log.games.select("game_no", "turns")
    none(cards.join(ends, on="game_no").filter(pl.col("first_turn") > pl.col("turns")), "played after the end")


def copies_last(log: Log, plan: Plan) -> None:
    """Nobody gets a card of which there is no copy left: see ``Contract.shared`` and ``own``."""
    for what, counted in counts_of_copies(log, plan):
        none(counted.filter(pl.col("times") > pl.col("copies")), f"{what} more often than there are copies")


def counts_of_copies(log: Log, plan: Plan) -> Iterator[tuple[str, pl.DataFrame]]:
    """What is limited by copies, and how often it happened to each card in each game, or there to each seat."""
    box = [(row.id, row.kind, int(row.copies)) for row in plan.card_table.rows if row.copies]
    met = log.cards.join(pl.DataFrame(box, ["card", "kind", "copies"], orient="row"), on="card")
    own = contract_of(plan.game.id)
    for limited, keys in ((own.shared, ()), (own.own, ("seat",))):
        for kind, events in limited.items():
            for event in events:
                times = met.filter(kind=kind).with_columns(times=pl.sql_expr(event).cast(pl.Int64))
                sums = times.group_by("game_no", "card", "copies", *keys).agg(pl.col("times").sum())
                yield f"{kind}: {event}", sums
