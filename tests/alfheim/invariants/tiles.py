"""Invariants of Fairies of Alfheim about clue tiles: how they are dealt, drawn, swapped, and where they end up."""

from __future__ import annotations

from alfheim.invariants.log import Logged


def rows_are_rounds(log: Logged) -> None:
    """1. Every seat has one row for each of eleven rounds, and the same start pair in all of them."""
    log.none(
        "rounds of a seat",
        f"""SELECT game_no, seat, list(turn ORDER BY turn) AS rounds, count(DISTINCT start_icons) AS pairs
            FROM turn GROUP BY ALL
            HAVING rounds <> range(1, 12) OR pairs > 1 OR seat NOT BETWEEN 0 AND {log.players - 1}""",
    )
    log.none("another round", "SELECT * FROM turn WHERE round <> turn OR score_after <> score")
    log.none(
        "seats of a game",
        f"""SELECT game_no, count(DISTINCT seat) AS seats FROM game LEFT JOIN turn USING (game_no)
            GROUP BY ALL HAVING seats <> {log.players}""",
    )
    log.none(
        "other agents",
        "SELECT * FROM turn t FULL JOIN seat s USING (game_no, seat) WHERE t.agent IS DISTINCT FROM s.agent",
    )
    log.none("another end", "SELECT * FROM game WHERE turns <> 11 OR end_reason <> 'rounds'")


def all_draw_the_same(log: Logged) -> None:
    """1. What the lead draws is what everybody has drawn."""
    log.none("drawn", "SELECT * FROM turn JOIN game USING (game_no) WHERE drawn <> substr(draw_order, turn, 1)")


def stacks_are_colour_sets(log: Logged) -> None:
    """1. The tiles drawn and the one removed are those of a colour; the lead is a seat."""
    log.none(
        "the lead's stack",
        """SELECT game_no, draw_order, removed, icon, own FROM game, icon
           WHERE tally(draw_order || removed, icon) <> own OR length(draw_order) <> 11 OR length(removed) <> 1""",
    )
    log.none("lead", f"SELECT game_no, lead FROM game WHERE lead NOT BETWEEN 0 AND {log.players - 1}")


def start_pairs_differ(log: Logged) -> None:
    """2. No two seats begin with the same pair, in whatever order."""
    log.none(
        "start pairs",
        """SELECT game_no, a.icons, b.icons FROM start a JOIN start b USING (game_no)
           WHERE a.seat < b.seat AND a.pair = b.pair""",
    )


def black_tiles_are_dealt(log: Logged) -> None:
    """2. Start pairs and the centre stack are the black tiles."""
    log.none(
        "black tiles",
        f"""SELECT game_no, dealt, centre_start, icon, black
            FROM icon, game
            JOIN (SELECT game_no, string_agg(icons, '') AS dealt FROM start GROUP BY ALL) USING (game_no)
            WHERE tally(dealt || centre_start, icon) <> black OR length(centre_start) <> {18 - 2 * log.players}""",
    )


def queues_are_orders(log: Logged) -> None:
    """3. Every round serves the seats in an order; with `lead_first` clockwise from the lead."""
    log.none(
        "queue",
        f"""SELECT game_no, turn, list(queue ORDER BY queue) AS places FROM turn GROUP BY ALL
            HAVING places <> range({log.players})""",
    )
    if log.settings["process_order"] == "lead_first":
        log.none(
            "queue of the lead",
            f"""SELECT * FROM turn JOIN game USING (game_no)
                WHERE queue <> (seat - lead + {log.players}) % {log.players}""",
        )


def tiles_are_swapped_as_allowed(log: Logged) -> None:
    """3. Who does not swap keeps what was drawn; nobody swaps what cannot be laid, or against the settings."""
    forbidden = "n_cells = 0" if log.settings["swap"] else "true"
    log.none(
        "swaps",
        f"""SELECT * FROM turn
            WHERE swapped NOT IN (0, 1) OR swapped = 0 AND kept <> drawn OR swapped = 1 AND ({forbidden})""",
    )
    log.none(
        "number of swaps",
        """SELECT game_no, seat, n_swaps FROM turn JOIN seat USING (game_no, seat)
           GROUP BY ALL HAVING sum(swapped) <> n_swaps""",
    )


def centre_stack_is_gone_through(log: Logged) -> None:
    """3. Of the centre stack as it was and the tiles put under it, in the order of serving, each swap has the next."""
    log.none(
        "swapped in",
        """WITH swap AS (
               SELECT *, row_number() OVER (PARTITION BY game_no ORDER BY turn, queue) AS nth
               FROM turn WHERE swapped = 1)
           SELECT s.*, centre_start, former.drawn AS put_under
           FROM swap s JOIN game USING (game_no)
           LEFT JOIN swap former ON former.game_no = s.game_no AND former.nth = s.nth - length(centre_start)
           WHERE s.kept IS DISTINCT FROM CASE WHEN s.nth <= length(centre_start)
               THEN substr(centre_start, s.nth::INT, 1) ELSE former.drawn END""",
    )


def tiles_are_somewhere(log: Logged) -> None:
    """10. Of each icon: laid or blocked, in the centre stack, not played or removed."""
    log.none(
        "clue tiles",
        f"""SELECT game_no, icon, sum((kept = icon)::INT) + any_value(tally(dealt, icon)) AS taken,
                any_value(tally(centre_start, icon))
                    + sum(swapped * ((drawn = icon)::INT - (kept = icon)::INT)) AS centre,
                {log.players} * any_value((removed = icon)::INT) AS unplayed
            FROM turn JOIN game USING (game_no)
            JOIN (SELECT game_no, string_agg(icons, '') AS dealt FROM start GROUP BY ALL) USING (game_no), icon
            GROUP BY game_no, icon, own, black HAVING taken + centre + unplayed <> {log.players} * own + black""",
    )


INVARIANTS = (
    rows_are_rounds,
    all_draw_the_same,
    stacks_are_colour_sets,
    start_pairs_differ,
    black_tiles_are_dealt,
    queues_are_orders,
    tiles_are_swapped_as_allowed,
    centre_stack_is_gone_through,
    tiles_are_somewhere,
)
