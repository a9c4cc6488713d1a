"""Games of Fairy School in DuckDB for the invariants: the four views of the log, and what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar, Self

import polars as pl

from balance.engine.game import Plan
from balance.games.fairy_school.cards.box import ELEMENTS, TRIMESTERS, Line
from balance.games.fairy_school.state import Said
from balance.games.fairy_school.table import cubes_of, trimesters_of, turns_of
from helpers import play
from helpers.logged_sql import LoggedGames

IDS = ("top_card_a", "top_card_b", "bottom_card_a", "bottom_card_b", "idle_pick", "final_id", "studied_corner")
JOINED = {"realized": "done", "ongoing": "going", "studied_effect": "by_effect", "bonus_element": "bonuses"}
"""Columns of several words, and the lists that are made of them."""

AFFORDABLE = """
    CREATE OR REPLACE MACRO affordable(e, p, f, w, a, e_cost, p_cost, f_cost, w_cost, a_cost) AS (
        WITH short AS (SELECT greatest(e_cost - e, 0) + greatest(w_cost - w, 0) AS cheap,
                greatest(p_cost - p, 0) + greatest(f_cost - f, 0) AS dear, greatest(a - a_cost, 0) AS airs,
                greatest(e - e_cost, 0) + greatest(p - p_cost, 0) + greatest(f - f_cost, 0) + greatest(w - w_cost, 0)
                AS over)
        SELECT 6 * greatest(a_cost - a, 0) + 4 * greatest(dear - airs, 0)
            + 3 * greatest(cheap - greatest(airs - dear, 0), 0) <= over FROM short)
"""
"""FS-9: whether a stock can pay a cost."""


make = partial(play.make, "fairy_school")
own_style = partial(play.own_style, "fairy_school")
compile_once = partial(play.compile_once, "fairy_school")


class Logged(LoggedGames):
    """Games of one plan: the views ``games``, ``seats``, ``turns``, ``cards``, and tables made of views and box.

    ``turn``: ``turns`` with lists beside joined words, and what follows from the turns before: cards in the forest
    and in all zones, the ongoing projects before. ``deed``: one row for each thing that happened in a turn, ``act``
    those that are activations, ``moved`` cards these moved. ``met``: ``cards`` with the copies owned from the start.
    ``box``, ``line``, ``step``, ``creature``: the card table as the game knows it.
    """

    TABLES: ClassVar = {}

    def __init__(self, plan: Plan, rows: Mapping[str, pl.DataFrame], happened: pl.DataFrame):
        """``happened``: as ``helpers.play.told`` gives it."""
        super().__init__(plan, rows)
        self.trimesters = trimesters_of(plan)
        self.turns = turns_of(plan)
        self.before = self.trimesters * self.turns  # turns before the final trimester
        self.cubes = cubes_of(plan)
        self.start = [int(number) for number in str(plan.settings["start_elements"]).split(",")]
        self.cap = int(plan.settings["final_turn_cap"])
        self.short = plan.settings["length"] == "short"
        self.insensitive = plan.settings["sharing"] == "insensitive"
        self.expert = plan.variant == "expert"
        self.initials = 5 if plan.players == 2 else 4
        self.owned = 12 + self.initials
        self.connection.execute(AFFORDABLE)
        self._open_box()
        self._unpack(happened)

    @classmethod
    def of(cls, plan: Plan, first: int, games: int) -> Self:
        plan = replace(plan, log="turns")
        player, happened = play.told(plan, first, games)
        return cls(plan, {name: player.frame(name) for name in player.tables}, happened)

    def _unpack(self, happened: pl.DataFrame) -> None:
        lists = ", ".join(
            f"[word FOR word IN string_split({name}, ';') IF word <> ''] AS {new}" for name, new in JOINED.items()
        )
        names = ", ".join(f"{name}::VARCHAR AS {name}" for name in (*IDS, "leader_bonus"))
        self.connection.execute(f"""
            CREATE OR REPLACE TABLE turn AS
            SELECT *, 2 + sum(drawn - left_it) OVER game AS forest,
                forest - drawn + left_it AS forest_before,
                {self.owned} + sum(len(done) - removed) OVER game AS deck,
                deck - len(done) + removed AS deck_before,
                coalesce(lag(going) OVER game, []) AS going_before
            FROM (
                SELECT *, len(tops) + len(bottoms) + removed + corner_discards AS left_it,
                    list_concat(going, done) AS had, turn_in_trimester = 1 AND NOT is_final AS drafted,
                    E_start + P_start + F_start + W_start + A_start AS elements
                FROM (
                    SELECT t.* REPLACE ({names}), {lists}, t.turn = g.turns AS is_last,
                        [card::VARCHAR FOR card IN [top_card_a, top_card_b] IF card IS NOT NULL] AS tops,
                        [card::VARCHAR FOR card IN [bottom_card_a, bottom_card_b] IF card IS NOT NULL] AS bottoms
                    FROM turns t JOIN (SELECT game_no, turns FROM games) g USING (game_no)))
            WINDOW game AS (PARTITION BY game_no, seat ORDER BY turn)""")
        self.connection.execute("""
            CREATE OR REPLACE TABLE seat AS SELECT * REPLACE (final_id::VARCHAR AS final_id) FROM seats""")
        self.connection.execute("""
            CREATE OR REPLACE TABLE met AS
            SELECT c.* REPLACE (card::VARCHAR AS card),
                (card IN (SELECT card FROM box WHERE kind IN ('start', 'initial')))::INT * taken AS owned
            FROM cards c""")
        self.add("deed", happened.rename({"what": "did", "first": "seat"}))
        self.connection.execute(f"""
            CREATE OR REPLACE VIEW act AS
            SELECT * RENAME (second AS owner, third AS number), did >= {Said.AGAIN_1} AS again, 1 + did % 2 AS line
            FROM deed WHERE did <= {Said.AGAIN_2}""")
        self.connection.execute(f"""
            CREATE OR REPLACE VIEW moved AS
            SELECT * EXCLUDE third RENAME (second AS number)
            FROM deed WHERE did BETWEEN {Said.TAKES} AND {Said.REMOVES}""")

    def _open_box(self) -> None:
        cards = self.cards
        names = [creature.name for creature in cards.creatures]
        self.add(
            "box",
            [
                {
                    "number": i,
                    "card": card.id,
                    "kind": card.kind,
                    "suit": card.set,
                    "trimester": TRIMESTERS.index(card.set) + 1 if card.kind == "project" else 0,
                    "copies": card.copies,
                    "points": card.points,
                    "creature": names[card.creature],
                    "place": card.place,
                    "deck": card.deck,
                    "lines": len(card.effect.lines),
                    "reacts": any(_reacts(line) for line in card.effect.lines),
                    **{f"{x}_cost": count for x, count in zip(ELEMENTS, card.cost.counts, strict=True)},
                }
                for i, card in enumerate(cards.cards)
            ],
        )
        self.add(
            "line",
            [
                {"card": card.id, "line": k, "times": line.times, "shows": _shows(line)} | _bounds(line)
                for card in cards.cards
                for k, line in enumerate(card.effect.lines, start=1)
            ],
        )
        steps = [
            {"final_id": final.id, "step": k, "points": final.points, "copies": final.copies, "length": final.length}
            | {f"{x}_cost": count for x, count in zip(ELEMENTS, step.counts, strict=True)}
            for final in cards.finals
            for k, step in enumerate(final.steps, start=1)
        ]
        self.add("step", steps)
        creatures = [
            {"name": creature.name, "pair": creature.pair, "bonus": creature.bonus, "points": creature.points}
            for creature in cards.creatures
        ]
        self.add("creature", creatures)


def _reacts(line: Line) -> bool:
    return any(outcome.special is not None and outcome.special.word == "react" for outcome in line.outcomes)


def _shows(line: Line) -> bool:
    """Whether every outcome is without elements and tells a further deed: a re-activation, or a card that moves."""
    return all(
        not outcome.free
        and not any(outcome.gains.counts)
        and outcome.special is not None
        and outcome.special.word != "study"
        for outcome in line.outcomes
    )


def _bounds(line: Line) -> dict[str, int]:
    """By element, for one repetition: what it costs, and what it gives at least and at most."""
    bounds = {}
    for i, x in enumerate(ELEMENTS):
        gains = [outcome.gains.counts[i] for outcome in line.outcomes]
        most = [outcome.gains.counts[i] + (outcome.free if x != "A" else 0) for outcome in line.outcomes]
        bounds |= {f"{x}_cost": line.cost.counts[i], f"{x}_low": min(gains), f"{x}_high": max(most)}
    return bounds


logged = Logged.of
