"""Invariants of Fairy School about projects: drafted, kept, dropped, picked up, realized."""

from __future__ import annotations

from fairy_school.invariants.log import Logged
from helpers.logged_choices import check_choices


def ongoing_projects_go_on(log: Logged) -> None:
    """9. At most three, three after a draft; between drafts they leave when realized and come by idle picks."""
    log.none("ongoing", "SELECT * FROM turn WHERE len(going) > 3 OR len(done) > 3")
    log.none("kept", "SELECT * FROM turn WHERE drafted AND (len(had) <> 3 OR idle_pick IS NOT NULL)")
    log.none(
        "between drafts",
        """SELECT * FROM turn WHERE NOT drafted AND list_sort(had) <> list_sort(
                list_concat(going_before, CASE WHEN idle_pick IS NULL THEN [] ELSE [idle_pick] END))""",
    )
    log.none(
        "kept from another trimester",
        """SELECT * FROM (SELECT game_no, turn, seat, trimester AS now, going_before, unnest(had) AS card
                           FROM turn WHERE drafted)
            JOIN box USING (card) WHERE trimester <> now AND NOT list_contains(going_before, card)""",
    )


def idle_seats_pick(log: Logged) -> None:
    """FS-31 to FS-33: a seat without a project takes one of this trimester, those first in line first."""
    initiation = log.plan.variant == "initiation"
    log.none("idle in the end", "SELECT * FROM turn WHERE is_final AND idle_pick IS NOT NULL")
    log.none(
        "picked without being idle",
        "SELECT * FROM turn WHERE idle_pick IS NOT NULL AND (len(going_before) > 0 OR drafted)",
    )
    log.none(
        "picked from another trimester",
        "SELECT * FROM turn t JOIN box b ON b.card = t.idle_pick WHERE t.trimester <> b.trimester",
    )
    log.none(
        "picks",
        f"""WITH lying AS (
                SELECT game_no, now, {4 * log.players} - count(*) FILTER (b.trimester = now) AS there
                FROM (SELECT game_no, trimester AS now, unnest(had) AS card FROM turn WHERE drafted)
                JOIN box b USING (card) GROUP BY ALL),
            waiting AS (
                SELECT game_no, trimester AS now, turn, count(*) FILTER (len(going_before) = 0) AS idle,
                    count(idle_pick) AS picks
                FROM turn WHERE NOT drafted AND NOT is_final GROUP BY ALL)
            SELECT *, CASE WHEN {initiation} AND now = 1 THEN 0 ELSE there END
                - coalesce(sum(picks) OVER (PARTITION BY game_no, now ORDER BY turn
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS left_over
            FROM waiting JOIN lying USING (game_no, now) QUALIFY picks <> least(idle, left_over)""",
    )
    log.none(
        "the order of picks",
        """SELECT game_no, turn
           FROM (SELECT *, (kind_total - kind_gained) * 1000000 - elements AS claim FROM turn
                 WHERE NOT drafted AND NOT is_final AND len(going_before) = 0)
           GROUP BY ALL
           HAVING max(claim) FILTER (idle_pick IS NULL) > min(claim) FILTER (idle_pick IS NOT NULL)""",
    )


def drafts_add_up(log: Logged) -> None:
    """13. Cards dealt and unfinished projects are kept or dropped; no project is there more often than its copies."""
    initiation = log.plan.variant == "initiation"
    drafts = log.trimesters - initiation
    starts = log.initials if log.expert else 0
    log.none(
        "picks of a draft",
        f"""SELECT game_no, seat, sum(picked) FILTER (kind = 'project') AS projects,
                sum(picked) FILTER (kind = 'initial') AS initials, sum(seen_draft) AS seen
            FROM met JOIN box USING (card) GROUP BY ALL
            HAVING projects <> {4 * drafts} OR initials <> {starts}
                OR seen <> {10 * drafts + starts * (starts + 1) // 2}""",
    )
    log.none(
        "dropped",
        f"""SELECT game_no, seat, dropped, old, kept_ongoing FROM (
                SELECT game_no, seat, sum(dropped) AS dropped, sum(kept_ongoing) AS kept_ongoing
                FROM met JOIN box USING (card) GROUP BY ALL)
            JOIN (SELECT game_no, seat, sum(len(going_before)) FILTER (drafted) AS old FROM turn GROUP BY ALL)
            USING (game_no, seat) WHERE dropped <> {drafts} + old OR kept_ongoing <> {3 * log.trimesters}""",
    )
    given = "coalesce((deck = s_deck)::INT * copies, 0)" if initiation else "0"
    log.none(
        "where projects are",
        f"""SELECT * FROM met m JOIN box USING (card) JOIN seat s USING (game_no, seat)
            LEFT JOIN (SELECT game_no, seat, card, count(*) AS unfinished FROM (
                SELECT game_no, seat, unnest(going) AS card FROM turn WHERE is_last) GROUP BY ALL)
            USING (game_no, seat, card)
            WHERE kind = 'project'
                AND picked + idle_taken + {given} <> m.realized + dropped + coalesce(unfinished, 0)""",
    )
    log.none(
        "projects of a game",
        f"""SELECT game_no, card, copies, sum(picked + {given}) AS dealt, sum(dropped - idle_taken) AS in_the_discard
            FROM met JOIN box USING (card) JOIN seat USING (game_no, seat) WHERE kind = 'project'
            GROUP BY ALL HAVING dealt > copies OR in_the_discard < 0""",
    )
    log.none(
        "events of other cards",
        "SELECT * FROM met JOIN box USING (card) WHERE kind <> 'project' AND dropped + idle_taken + realized > 0",
    )


def choices_among_cards(log: Logged) -> None:
    """Section 6: picks of drafts, of the common discard and of final projects; nobody may refuse one."""
    log.connection.register("choice", check_choices(log.connection.sql("SELECT * FROM met").pl(), False).to_arrow())
    log.none(
        "what was chosen was picked, and what could be was seen",
        """SELECT * FROM met WHERE bit_count(chosen_in) > picked + idle_taken + chosen
               OR bit_count(options_in) > seen""",
    )
    drafts, starts = log.trimesters - (log.plan.variant == "initiation"), log.initials if log.expert else 0
    picks = 3 * drafts + max(0, starts - 1)
    if all(card.copies == 1 for card in log.cards.cards if card.kind in ("initial", "project")):
        log.none(
            "hands of two or more",
            f"""SELECT game_no, seat, sum(bit_count(chosen_in)) AS chosen,
                    sum(idle_taken) AS idle, {picks} AS picks
                FROM met GROUP BY ALL HAVING chosen < picks OR chosen > picks + idle + 1""",
        )
    else:
        log.none(
            "no more choices than picks",
            """SELECT c.* FROM (SELECT game_no, seat, count(*) AS choices FROM choice GROUP BY ALL) c
               JOIN (SELECT game_no, seat, sum(picked + idle_taken + chosen) AS picks FROM met GROUP BY ALL)
               USING (game_no, seat) WHERE choices > picks""",
        )
    log.connection.unregister("choice")


def projects_are_realized_once(log: Logged) -> None:
    """9. What turns tell of realized and picked projects is what seats and cards count."""
    log.none(
        "realized",
        """SELECT * FROM met m JOIN box USING (card) LEFT JOIN (
               SELECT game_no, seat, card, count(*) AS n, min(turn) AS first
               FROM (SELECT game_no, seat, turn, unnest(done) AS card FROM turn) GROUP BY ALL)
           USING (game_no, seat, card)
           WHERE realized <> coalesce(n, 0) OR realized_turn <> coalesce(first, 0)""",
    )
    log.none(
        "idle picks",
        """SELECT * FROM met m JOIN box USING (card) LEFT JOIN (
               SELECT game_no, seat, idle_pick AS card, count(*) AS n FROM turn GROUP BY ALL)
           USING (game_no, seat, card) WHERE idle_taken <> coalesce(n, 0)""",
    )
    log.none(
        "realized by a seat",
        f"""SELECT * FROM seat s JOIN (
                SELECT game_no, seat, sum(len(done)) AS n, count(idle_pick) AS idle FROM turn GROUP BY ALL)
            USING (game_no, seat)
            WHERE realized <> n OR idle_picks <> idle OR realized > {3 * log.trimesters} + idle_picks""",
    )
    log.none(
        "removed projects",
        """SELECT * FROM seat s JOIN (SELECT game_no, seat, coalesce(sum(removed) FILTER (kind = 'project'), 0) AS gone
                                      FROM met JOIN box USING (card) GROUP BY ALL) USING (game_no, seat)
           WHERE removed_projects <> gone OR removed_projects > realized""",
    )


def realized_projects_are_drawn_next(log: Logged) -> None:
    """10. They lie on top of the draw pile, so that the next phase 1 brings them, if it draws so many cards."""
    log.none(
        "drawn next",
        """SELECT * FROM (
               SELECT game_no, seat, card, count(*) AS due FROM (
                   SELECT game_no, seat, unnest(done) AS card FROM (
                       SELECT *, lead(drawn) OVER (PARTITION BY game_no, seat ORDER BY turn) AS next FROM turn)
                   WHERE next >= len(done)) GROUP BY ALL)
           JOIN met USING (game_no, seat, card) WHERE placed_top + placed_bottom < due""",
    )


INVARIANTS = (
    ongoing_projects_go_on,
    idle_seats_pick,
    drafts_add_up,
    choices_among_cards,
    projects_are_realized_once,
    realized_projects_are_drawn_next,
)
