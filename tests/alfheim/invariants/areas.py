"""Invariants of Fairies of Alfheim about areas and fairies: where tiles lie, what is paid, revealed and claimed."""

from __future__ import annotations

from alfheim.invariants.log import Logged
from balance.games.alfheim.cards.box import AFTER, PREPARATION, START


def cells_hold_one_tile(log: Logged) -> None:
    """4. No two tiles of an area lie on the same cell."""
    log.none(
        "a cell",
        """SELECT game_no, seat, x, y, count(*) AS tiles FROM (
               SELECT game_no, seat, unnest([0, 1]) AS x, 0 AS y FROM seat
               UNION ALL SELECT game_no, seat, x, y FROM turn WHERE x IS NOT NULL
               UNION ALL SELECT game_no, seat, fp_x, fp_y FROM turn WHERE fp_x IS NOT NULL
               UNION ALL SELECT game_no, seat, x, y FROM fairy)
           GROUP BY ALL HAVING tiles > 1""",
    )


def clues_join_the_area(log: Logged) -> None:
    """4. Each clue touches a clue or the footprint when it is laid; it is not laid only if no cell is left."""
    assert log.areas
    log.none(
        "a clue",
        """SELECT t.*, cells, clue_fits FROM turn t JOIN redrawn USING (game_no, seat, turn)
           WHERE n_cells <> cells OR (x IS NULL) <> (y IS NULL) OR (x IS NULL) <> (n_cells = 0) OR NOT clue_fits""",
    )


def footprints_join_the_area(log: Logged) -> None:
    """4. So does the footprint, in round 7 and no other."""
    assert log.areas
    log.none(
        "a footprint",
        """SELECT t.*, print_cells, print_fits FROM turn t JOIN redrawn USING (game_no, seat, turn)
           WHERE (fp_icons IS NULL) <> (turn <> 7) OR (fp_x IS NULL) <> (fp_y IS NULL)
               OR (fp_x IS NULL) <> (turn <> 7 OR print_cells = 0) OR NOT print_fits""",
    )
    log.none(
        "footprints of a game",
        """SELECT * FROM (SELECT game_no, fp_icons, count(*) AS dealt FROM turn WHERE turn = 7 GROUP BY ALL)
           LEFT JOIN (SELECT what, sum(copies) AS copies FROM box GROUP BY ALL) ON what = 'footprint ' || fp_icons
           WHERE dealt > coalesce(copies, 0)""",
    )


def areas_grow(log: Logged) -> None:
    """4. After round r an area has 2 + r clues less those that were blocked; it hangs together."""
    assert log.areas
    log.none(
        "an area",
        """SELECT *, sum((n_cells = 0)::INT) OVER (PARTITION BY game_no, seat ORDER BY turn) AS blocked
           FROM turn JOIN redrawn USING (game_no, seat, turn) QUALIFY clues <> 2 + turn - blocked OR groups <> 1""",
    )


def fairies_are_placed_once(log: Logged) -> None:
    """5. One fairy of a type; those revealed in the preparation not before it."""
    log.none("twice", "SELECT game_no, seat, type, count(*) AS placed FROM fairy GROUP BY ALL HAVING placed > 1")
    log.none(
        "too early",
        f"SELECT * FROM fairy JOIN kind USING (type) WHERE shown = '{PREPARATION}' AND turn < 7",
    )
    log.none(
        "fairies of a seat",
        """SELECT game_no, seat, n_fairies, count(type) AS placed FROM seat LEFT JOIN fairy USING (game_no, seat)
           GROUP BY ALL HAVING placed <> n_fairies""",
    )


def secret_tiles_come_once(log: Logged) -> None:
    """5. A secret tile comes in the round in which the last type that brings it is placed, and never else."""
    log.none(
        "a secret tile",
        """WITH last AS (
               SELECT game_no, seat, max(turn) AS turn FROM fairy JOIN kind USING (type) WHERE brings
               GROUP BY ALL HAVING count(*) = (SELECT count(*) FROM kind WHERE brings))
           SELECT game_no, turn, seat, tomte_drawn, last.turn IS NOT NULL AS wanted
           FROM turn LEFT JOIN last USING (game_no, seat, turn)
           WHERE (tomte_drawn IS NOT NULL) <> (last.turn IS NOT NULL)""",
    )
    log.none(
        "copies of a secret tile",
        f"""SELECT * FROM (
                SELECT game_no, tomte_drawn, count(*) AS given FROM turn WHERE tomte_drawn IS NOT NULL GROUP BY ALL)
            LEFT JOIN tile ON card = tomte_drawn LEFT JOIN kind USING (type)
            WHERE given > coalesce(copies, 0) OR shown <> '{AFTER}'""",
    )
    log.none(
        "a secret tile is left",
        f"""SELECT game_no, seat, tomte_left, count(tomte_drawn) AS received, coalesce(any_value(placed), 0) AS placed
            FROM seat JOIN turn USING (game_no, seat)
            LEFT JOIN (SELECT game_no, seat, count(*) AS placed FROM fairy JOIN kind USING (type)
                       WHERE shown = '{AFTER}' GROUP BY ALL) USING (game_no, seat)
            GROUP BY ALL HAVING tomte_left <> received - coalesce(any_value(placed), 0)""",
    )


def costs_are_in_force(log: Logged) -> None:
    """6. The cost of a fairy is one of its type, revealed by then, or that of the seat's own secret tile."""
    log.none(
        "a cost",
        f"""SELECT f.* FROM fairy f LEFT JOIN tile USING (card) LEFT JOIN kind k ON k.type = f.type
            WHERE tile.type IS DISTINCT FROM f.type OR NOT CASE WHEN shown = '{AFTER}'
                THEN EXISTS (FROM turn t WHERE t.game_no = f.game_no AND t.seat = f.seat AND t.turn <= f.turn
                                         AND t.tomte_drawn = f.card)
                ELSE EXISTS (FROM reveal r WHERE r.game_no = f.game_no AND r.card = f.card AND r.turn <= f.turn) END""",
    )


def fairies_are_paid(log: Logged) -> None:
    """6. A line beside the cell of each fairy pays its cost, and no cost that comes before it in the card table."""
    assert log.areas
    log.none("a fairy", "SELECT * FROM turn JOIN redrawn USING (game_no, seat, turn) WHERE unpaid <> ''")


def payable_types_are_counted(log: Logged) -> None:
    """6. So many types could be placed, and could still be placed."""
    assert log.areas
    log.none(
        "payable types",
        """SELECT * FROM turn JOIN redrawn USING (game_no, seat, turn)
           WHERE n_payable <> payable OR n_declined <> declined""",
    )


def costs_are_revealed(log: Logged) -> None:
    """7. A first cost of every open type; in round 7 that of types that wait, and second ones if a tile is left."""
    log.none(
        "costs revealed",
        f"""WITH early AS (SELECT game_no, type, count(*) AS placed FROM fairy WHERE turn < 7 GROUP BY ALL),
            found AS (
                SELECT game_no, turn, type, count(*) AS costs FROM reveal LEFT JOIN tile USING (card) GROUP BY ALL),
            wanted AS (
                SELECT game_no, 1 AS turn, type, (shown = '{START}')::INT AS wanted FROM game, kind
                UNION ALL
                SELECT game_no, 7, type, CASE shown WHEN '{PREPARATION}' THEN 1 WHEN '{START}'
                    THEN ({bool(log.settings["second_reveal"])} AND coalesce(placed, 0) <= 3)::INT ELSE 0 END
                FROM game CROSS JOIN kind LEFT JOIN early USING (game_no, type))
            SELECT * FROM wanted FULL JOIN found USING (game_no, turn, type)
            WHERE coalesce(costs, 0) IS DISTINCT FROM wanted""",
    )
    log.none(
        "copies of a cost",
        """SELECT game_no, card, copies, count(*) AS found FROM reveal JOIN tile USING (card)
           GROUP BY ALL HAVING found > copies""",
    )


def experts_are_claimed(log: Logged) -> None:
    """8. A complete set takes an expert tile at the end of its round, and all of a round take the same value."""
    log.none(
        "experts",
        """SELECT * FROM claim c FULL JOIN (SELECT * FROM due JOIN expert USING (row, rank)) d
               USING (game_no, seat, row)
           WHERE (c.turn, c.value, c.tied) IS DISTINCT FROM (d.turn, d.value, d.tied)""",
    )


INVARIANTS = (
    cells_hold_one_tile,
    clues_join_the_area,
    footprints_join_the_area,
    areas_grow,
    fairies_are_placed_once,
    secret_tiles_come_once,
    costs_are_in_force,
    fairies_are_paid,
    payable_types_are_counted,
    costs_are_revealed,
    experts_are_claimed,
)
