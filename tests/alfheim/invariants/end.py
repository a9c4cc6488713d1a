"""Invariants of Fairies of Alfheim about scores, who wins, and what cards went through."""

from __future__ import annotations

from alfheim.invariants.log import Logged
from balance.games.alfheim.cards.box import EXPERTS, GROUPS
from helpers.logged_choices import check_choices

EVENTS = (
    "revealed",
    "paid",
    "held",
    "claimed",
    "drawn",
    "swapped_out",
    "swapped_in",
    "placed",
    "used_by_others",
    "kept",
)


def scores_add_up(log: Logged) -> None:
    """9. The parts of a score are the fairies placed and the experts claimed, and they add up to it."""
    assert log.areas
    fairies = ", ".join(f"coalesce(sum(points) FILTER (part = '{part}'), 0) AS {part}" for part in GROUPS)
    claims = ", ".join(f"coalesce(sum(value) FILTER (row = '{row}'), 0) AS {row}" for row in EXPERTS)
    parts = [f"pts_{part}" for part in GROUPS]
    wrong = [f"pts_{part} <> coalesce(f.{part}, 0)" for part in GROUPS]
    wrong += [f"pts_expert_{row} <> coalesce(c.{row}, 0) OR expert_{row} <> pts_expert_{row}" for row in EXPERTS]
    experts = [f"pts_expert_{row}" for row in EXPERTS]
    log.none(
        "parts",
        f"""SELECT * FROM seat
            LEFT JOIN (SELECT game_no, seat, {fairies} FROM fairy JOIN kind USING (type) GROUP BY ALL) f
                USING (game_no, seat)
            LEFT JOIN (SELECT game_no, seat, {claims} FROM claim GROUP BY ALL) c USING (game_no, seat)
            WHERE {" OR ".join(wrong)} OR fairy_points <> {" + ".join(parts)} OR footprint <> pts_footprint
                OR score <> {" + ".join([*parts, *experts, "pts_footprint"])}""",
    )


def footprints_bring_their_neighbours(log: Logged) -> None:
    """9. Points for the clues beside the footprint that match it, up to the cap."""
    assert log.areas
    log.none(
        "a footprint",
        f"""SELECT s.*, matching FROM seat s JOIN redrawn USING (game_no, seat)
            WHERE redrawn.turn = 11 AND pts_footprint <>
                least(matching * {log.settings["footprint_point"]}, {log.settings["footprint_cap"]})""",
    )


def scores_stay_in_bounds(log: Logged) -> None:
    """9. Nobody scores more than all fairies, the best experts and the whole footprint."""
    most = sum(log.cards.points.values()) + sum(expert.points for expert in log.cards.experts if expert.rank == 1)
    most += min(log.settings["footprint_cap"], 4 * log.settings["footprint_point"])
    log.none(
        "scores", f"SELECT * FROM seat WHERE score NOT BETWEEN 0 AND {most} OR pts_footprint NOT BETWEEN 0 AND {most}"
    )


def scores_are_told_as_they_stand(log: Logged) -> None:
    """9. Every round tells the fairies, experts and neighbours of the footprint so far; the last one is the score."""
    assert log.areas
    point, cap = log.settings["footprint_point"], log.settings["footprint_cap"]
    log.none(
        "a score",
        f"""SELECT t.*, coalesce(brought, 0) AS brought, coalesce(won, 0) AS won, matching FROM turn t
            JOIN redrawn USING (game_no, seat, turn)
            LEFT JOIN (
                SELECT game_no, seat, turn, sum(points) AS brought FROM fairy JOIN kind USING (type) GROUP BY ALL)
                USING (game_no, seat, turn)
            LEFT JOIN (SELECT game_no, seat, turn, sum(value) AS won FROM claim GROUP BY ALL)
                USING (game_no, seat, turn)
            QUALIFY score <> least(matching * {point}, {cap})
                + sum(coalesce(brought, 0) + coalesce(won, 0)) OVER (PARTITION BY game_no, seat ORDER BY turn)""",
    )
    log.none(
        "the last score",
        "SELECT * FROM seat s JOIN turn t USING (game_no, seat) WHERE turn = 11 AND s.score <> t.score",
    )


def wins_are_shared(log: Logged) -> None:
    """9. The best scores share the win."""
    log.none(
        "a win",
        """WITH ranked AS (
               SELECT *, rank() OVER game AS place, max(score) OVER (PARTITION BY game_no) AS best,
                   nth_value(score, 2) OVER (PARTITION BY game_no ORDER BY score DESC ROWS BETWEEN UNBOUNDED PRECEDING
                                             AND UNBOUNDED FOLLOWING) AS second
               FROM seat WINDOW game AS (PARTITION BY game_no ORDER BY score DESC)),
           shared AS (SELECT *, sum((place = 1)::INT) OVER (PARTITION BY game_no) AS sharing FROM ranked)
           SELECT * FROM shared JOIN game USING (game_no)
           WHERE rank <> place OR winners <> sharing OR margin <> best - coalesce(second, best)
               OR abs(win_share - CASE WHEN place = 1 THEN 1 / sharing ELSE 0 END) > 1e-6""",
    )


def leads_are_told(log: Logged) -> None:
    """9. How often the sole lead passed to another seat, and since when the winners led, and nobody else."""
    log.none(
        "who was ahead",
        """WITH standing AS (
               SELECT game_no, turn, seat, score, max(score) OVER (PARTITION BY game_no, turn) AS best FROM turn),
           sole AS (
               SELECT game_no, turn, any_value(seat) AS seat FROM standing WHERE score = best
               GROUP BY ALL HAVING count(*) = 1),
           passed AS (
               SELECT game_no, (lag(seat) OVER (PARTITION BY game_no ORDER BY turn) <> seat)::INT AS passed FROM sole),
           others AS (
               SELECT game_no, max(turn) AS turn FROM standing JOIN seat USING (game_no, seat)
               WHERE (rank = 1) <> (standing.score = best) GROUP BY ALL)
           SELECT * FROM game LEFT JOIN (SELECT game_no, sum(passed) AS passed FROM passed GROUP BY ALL) USING (game_no)
           LEFT JOIN others USING (game_no)
           WHERE lead_changes <> coalesce(passed, 0) OR lead_turn <> coalesce(turn, 0) + 1""",
    )


def card_events_are_the_turns(log: Logged) -> None:
    """Every card went through what the turns tell of it."""
    wanted = """
        SELECT game_no, seat, card AS what, 'revealed' AS event, 0 AS turn FROM reveal JOIN seat USING (game_no)
        UNION ALL SELECT game_no, seat, card, 'paid', turn FROM fairy
        UNION ALL SELECT game_no, s.seat, card, 'used_by_others', 0 FROM fairy f JOIN seat s USING (game_no)
            WHERE f.seat <> s.seat AND (f.game_no, s.seat, f.card) IN (
                SELECT game_no, seat, card FROM reveal JOIN seat USING (game_no)
                UNION ALL SELECT game_no, seat, tomte_drawn FROM turn WHERE tomte_drawn IS NOT NULL)
        UNION ALL SELECT game_no, seat, 'black ' || unnest(string_split(icons, '')), 'held', 0 FROM start
        UNION ALL SELECT game_no, seat, tomte_drawn, 'held', 0 FROM turn WHERE tomte_drawn IS NOT NULL
        UNION ALL SELECT game_no, seat, 'footprint ' || fp_icons, 'held', 0 FROM turn WHERE turn = 7
        UNION ALL SELECT game_no, seat, 'footprint ' || fp_icons, 'placed', turn FROM turn WHERE fp_x IS NOT NULL
        UNION ALL SELECT game_no, seat, 'own ' || drawn, 'drawn', 0 FROM turn
        UNION ALL SELECT game_no, seat, 'own ' || drawn, 'swapped_out', 0 FROM turn WHERE swapped = 1
        UNION ALL SELECT game_no, seat, 'own ' || kept, 'swapped_in', 0 FROM turn WHERE swapped = 1
        UNION ALL SELECT game_no, seat, 'own ' || kept, 'placed', turn FROM turn WHERE x IS NOT NULL
        UNION ALL SELECT game_no, seat, card, 'claimed', 0 FROM due JOIN expert USING (row, rank)
    """
    log.connection.execute(f"""
        CREATE OR REPLACE TABLE wanted AS
        WITH told AS ({wanted})
        FROM told
        UNION ALL SELECT game_no, seat, what, 'kept', 0 FROM told
            WHERE event IN ('placed', 'paid', 'claimed') OR what LIKE 'black %'
    """)
    log.none(
        "a card",
        f"""WITH found AS (
                SELECT game_no, seat, what, event, sum(times) AS times
                FROM (UNPIVOT met ON {", ".join(EVENTS)} INTO NAME event VALUE times) JOIN box USING (card)
                WHERE times > 0 GROUP BY ALL),
            counted AS (SELECT game_no, seat, what, event, count(*) AS wanted FROM wanted GROUP BY ALL)
            SELECT * FROM found FULL JOIN counted USING (game_no, seat, what, event)
            WHERE times IS DISTINCT FROM wanted""",
    )
    log.none(
        "first played",
        """WITH found AS (
               SELECT game_no, seat, what, max(first_turn) AS first_turn FROM met JOIN box USING (card) GROUP BY ALL)
           SELECT game_no, seat, what, first_turn, min(turn) AS wanted
           FROM found LEFT JOIN (FROM wanted WHERE event IN ('paid', 'placed')) USING (game_no, seat, what)
           GROUP BY ALL HAVING first_turn <> coalesce(wanted, 0)""",
    )
    log.none(
        "sums of events",
        """SELECT * FROM met WHERE seen <> revealed + held + drawn OR taken <> held + claimed OR played <> paid + placed
               OR used <> played OR seen + taken + played + used_by_others + swapped_in + swapped_out = 0""",
    )


def fairies_are_chosen_by_their_costs(log: Logged) -> None:
    """Section 6: a choice for each fairy placed while another cost could be paid, and one at most for stopping."""
    check_choices(log.connection.sql("SELECT * FROM met").pl())
    log.none(
        "only costs are chosen",
        """SELECT * FROM met WHERE (card NOT IN (SELECT card FROM tile) AND options_in <> 0)
               OR bit_count(chosen_in) > paid OR revealed + held = 0 AND options_in <> 0""",
    )
    log.none(
        "what was paid with, and stopping",
        """WITH choice AS (SELECT game_no, seat, k, bool_or((chosen_in >> k) & 1 = 1) AS taken
                FROM met, range(63) bits(k) WHERE (options_in >> k) & 1 = 1 GROUP BY ALL),
            found AS (SELECT game_no, seat, count(*) FILTER (taken) AS paid, count(*) FILTER (NOT taken) AS stopped
                FROM choice GROUP BY ALL),
            told AS (SELECT game_no, seat, sum(len(string_split(placements, ';'))) FILTER (placements <> '') AS most,
                count(*) FILTER (n_declined > 0) AS declined, count(*) FILTER (n_declined > 1) AS widely
                FROM turn GROUP BY ALL)
            SELECT * FROM told LEFT JOIN found USING (game_no, seat)
            WHERE coalesce(paid, 0) > coalesce(most, 0) OR coalesce(stopped, 0) NOT BETWEEN widely AND declined""",
    )


INVARIANTS = (
    scores_add_up,
    footprints_bring_their_neighbours,
    scores_stay_in_bounds,
    scores_are_told_as_they_stand,
    wins_are_shared,
    leads_are_told,
    card_events_are_the_turns,
    fairies_are_chosen_by_their_costs,
)
