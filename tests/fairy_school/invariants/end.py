"""Invariants of Fairy School about time, the final race and the score."""

from __future__ import annotations

from balance.games.fairy_school.cards.box import ELEMENTS
from balance.games.fairy_school.state import Said
from fairy_school.invariants.log import Logged


def rows_are_turns(log: Logged) -> None:
    """One row for every seat and turn; trimesters follow each other; settings stand in every game's row."""
    n = log.players
    log.none(
        "rows of a game",
        f"""SELECT game_no, g.turns, count(t.turn) AS n, count(DISTINCT (t.turn, t.seat)) AS different,
                max(t.turn) AS last
            FROM games g LEFT JOIN turn t USING (game_no) GROUP BY ALL
            HAVING n <> {n} * g.turns OR different <> n OR last <> g.turns""",
    )
    log.none("seats of a game", f"SELECT game_no, count(*) AS n FROM seat GROUP BY ALL HAVING n <> {n}")
    log.none("unknown seats", f"SELECT * FROM turn WHERE seat NOT BETWEEN 0 AND {n - 1} OR turn < 1")
    log.none("agents", "SELECT * FROM turn t JOIN seat s USING (game_no, seat) WHERE t.agent <> s.agent")
    log.none(
        "trimesters",
        f"""SELECT * FROM turn
            WHERE trimester <> CASE WHEN turn > {log.before} THEN {log.trimesters + 1}
                ELSE (turn - 1) // {log.turns} + 1 END
            OR turn_in_trimester <> turn - (trimester - 1) * {log.turns}
            OR is_final <> (turn > {log.before})""",
    )
    log.none("players", f"SELECT * FROM games WHERE players <> {n} OR variant <> '{log.plan.variant}'")


def games_end_in_time(log: Logged) -> None:
    """11. The turn in which somebody has all steps is the last; without anybody, cubes or turns have run out."""
    log.none(
        "length",
        f"""SELECT * FROM games WHERE turns <> {log.before} + final_turns OR final_turns NOT BETWEEN 1 AND {log.cap}""",
    )
    steps = 4 if log.short else 5
    log.none(
        "going on after the end",
        f"SELECT * FROM turn WHERE steps_total >= {steps} AND NOT is_last OR steps_total > {steps}",
    )
    log.none(
        "going on without cubes",
        """SELECT game_no, turn, sum(cubes_supply) AS cubes FROM turn WHERE is_final AND NOT is_last
           GROUP BY ALL HAVING cubes = 0""",
    )
    log.none(
        "why it ended",
        f"""SELECT g.*, cubes, seats FROM games g
            JOIN (SELECT game_no, sum(cubes_left) AS cubes, sum(finished::INT) AS seats FROM seat GROUP BY ALL)
            USING (game_no)
            WHERE (end_reason = 'finished') <> (finishers > 0) OR finishers > seats
                OR (end_reason = 'capped' AND cubes > 0 AND final_turns < {log.cap})""",
    )
    log.none("finished", f"SELECT * FROM seat WHERE finished <> (steps = {steps})")


def steps_add_up(log: Logged) -> None:
    """12. Steps are counted from 0 in the final trimester, of one final project, which few enough others have."""
    log.none(
        "steps",
        """SELECT *, sum(steps_now) OVER (PARTITION BY game_no, seat ORDER BY turn) AS so_far
           FROM turn QUALIFY so_far <> steps_total OR steps_now < 0 OR (steps_now > 0 AND NOT is_final)""",
    )
    log.none("final projects", "SELECT * FROM turn WHERE is_final <> (final_id IS NOT NULL)")
    length = "short" if log.short else "long"
    log.none(
        "the final project of a seat",
        f"""SELECT * FROM seat s LEFT JOIN turn t USING (game_no, seat) LEFT JOIN step x ON x.final_id = s.final_id
            WHERE is_last AND step = 1 AND (t.final_id <> s.final_id OR steps_total <> steps OR length <> '{length}'
                OR pts_steps <> steps * x.points)""",
    )
    log.none(
        "changed final projects",
        "SELECT game_no, seat FROM turn WHERE is_final GROUP BY ALL HAVING count(DISTINCT final_id) <> 1",
    )
    log.none(
        "final projects with too few copies",
        """SELECT game_no, final_id, count(*) AS seats, any_value(copies) AS copies
           FROM seat JOIN (FROM step WHERE step = 1) USING (final_id) GROUP BY ALL HAVING seats > any_value(copies)""",
    )


def finals_are_chosen_in_order(log: Logged) -> None:
    """FS-32, FS-64: one choice less for each in turn: most kindness first, then fewest elements."""
    chosen = f"""SELECT game_no, seat, kind_total AS kindness, {" + ".join(f"{x}_end" for x in ELEMENTS)} AS elements,
            offers, choices FROM turn
        JOIN (SELECT game_no, seat, sum(offered) AS offers, sum(chosen) AS choices FROM met
              WHERE card IN (SELECT final_id FROM step) GROUP BY ALL) USING (game_no, seat)
        WHERE turn = {log.before}"""
    there = log.value(f"SELECT sum(copies) FROM step WHERE step = 1 AND length = '{'short' if log.short else 'long'}'")
    most = min(log.players + 1, there)
    log.none(
        "offers",
        f"""SELECT game_no, list_sort(list(offers)) AS offers FROM ({chosen}) GROUP BY ALL
            HAVING offers <> range({most - log.players + 1}, {most + 1})""",
    )
    log.none(
        "chosen",
        """SELECT * FROM met JOIN seat USING (game_no, seat) WHERE card IN (SELECT final_id FROM step)
               AND (chosen <> (card = final_id)::INT OR steps_done <> chosen * steps OR offered < chosen)""",
    )
    log.none(
        "the order of choosing",
        f"""SELECT * FROM (SELECT *, kindness * 1000000 - elements AS claim FROM ({chosen}))
            QUALIFY claim > min(claim) OVER (PARTITION BY game_no ORDER BY offers DESC
                                             RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)""",
    )


def leaders_gain_an_element(log: Logged) -> None:
    """FS-67, FS-68: all with the most steps, in every turn of the final trimester but the last."""
    at_zero = bool(log.plan.settings["leader_bonus_at_zero"])
    log.none(
        "leaders",
        f"""SELECT *, max(steps_total) OVER (PARTITION BY game_no, turn) AS best FROM turn
            QUALIFY (leader_bonus IS NOT NULL)
                <> (is_final AND NOT is_last AND steps_total = best AND ({at_zero} OR best > 0))""",
    )
    log.none("airs for leaders", "SELECT * FROM turn WHERE leader_bonus NOT IN ('earth', 'plants', 'fire', 'water')")


def last_spending_leaves_nothing(log: Logged) -> None:
    """FS-70: who has not finished can pay for nothing more that brings points, nor for a further step."""
    stock = ", ".join(f"{x}_end" for x in ELEMENTS)
    cost = ", ".join(f"{x}_cost" for x in ELEMENTS)
    log.none(
        "a step left",
        f"""SELECT * FROM turn JOIN step USING (final_id)
            WHERE is_last AND step = steps_total + 1 AND affordable({stock}, {cost})""",
    )
    steps = 4 if log.short else 5
    log.none(
        "a project left",
        f"""SELECT * FROM (SELECT *, unnest(going) AS card FROM turn WHERE is_last) JOIN box USING (card)
            WHERE steps_total < {steps} AND points > 0 AND affordable({stock}, {cost})""",
    )


def scores_add_up(log: Logged) -> None:
    """1. The parts of a score add up to it; projects, kindness and left-overs are what they are."""
    log.none(
        "parts",
        """SELECT * FROM seat WHERE score <> pts_kindness + pts_projects + pts_steps + pts_study + pts_resources""",
    )
    left = " + ".join(f"{x}_end" for x in ELEMENTS)
    log.none(
        "kindness, left-overs and the last row",
        f"""SELECT * FROM seat s JOIN turn t USING (game_no, seat) WHERE is_last AND (s.score <> t.score
                OR pts_kindness <> kind_total OR pts_resources <> ({left} + A_end) // 10)""",
    )
    log.none(
        "projects",
        """SELECT * FROM seat s JOIN (
               SELECT game_no, seat, sum(m.kept * points) AS worth,
                   sum(m.realized - m.removed) FILTER (kind = 'project') AS projects
               FROM met m JOIN box USING (card) GROUP BY ALL) USING (game_no, seat)
           WHERE pts_projects <> worth OR projects <> realized - removed_projects""",
    )
    marks = log.plan.settings["pass_mark"], log.plan.settings["honors_mark"]
    log.none("marks", f"SELECT * FROM seat WHERE passed <> (score >= {marks[0]}) OR honors <> (score >= {marks[1]})")


def scores_are_told_as_they_stand(log: Logged) -> None:
    """FS-73: the score after every turn."""
    left = " + ".join(f"{x}_end" for x in ELEMENTS)
    log.none(
        "score as it stands",
        f"""WITH worth AS (
                SELECT game_no, seat, turn, sum(points) AS points FROM (
                    SELECT game_no, seat, turn, points
                    FROM (SELECT game_no, seat, turn, unnest(done) AS card FROM turn) JOIN box USING (card)
                    UNION ALL SELECT game_no, seat, turn, -points FROM moved JOIN box USING (number)
                    WHERE did = {Said.REMOVES}
                    UNION ALL SELECT game_no, seat, turn, points FROM creature JOIN (
                        SELECT game_no, seat, turn, unnest(list_concat([studied_corner], by_effect)) AS name FROM turn)
                    USING (name)) GROUP BY ALL)
            SELECT game_no, seat, turn, score, kind_total + coalesce(sum(w.points) OVER game, 0)
                + steps_total * coalesce(x.points, 0) + ({left} + A_end) // 10 AS counted
            FROM turn t LEFT JOIN worth w USING (game_no, seat, turn)
            LEFT JOIN (FROM step WHERE step = 1) x USING (final_id)
            WINDOW game AS (PARTITION BY game_no, seat ORDER BY turn)
            QUALIFY score <> counted""",
    )


def wins_are_shared(log: Logged) -> None:
    """14. The best score wins; a win is shared evenly, and the shares of a game add up to 1."""
    log.none(
        "ranks",
        """SELECT *, rank() OVER (PARTITION BY game_no ORDER BY score DESC) AS place FROM seat QUALIFY rank <> place""",
    )
    log.none(
        "win shares",
        """SELECT game_no, sum(win_share) AS shares, count(*) FILTER (rank = 1) AS best, any_value(winners) AS winners,
               max(abs(win_share - (rank = 1)::INT / winners)) AS off
           FROM seat JOIN games USING (game_no) GROUP BY ALL
           HAVING abs(shares - 1) > 1e-5 OR best <> any_value(winners) OR off > 1e-6""",
    )
    log.none(
        "margin",
        """SELECT game_no, any_value(margin) AS told, list_reverse_sort(list(score)) AS scores
           FROM seat JOIN games USING (game_no) GROUP BY ALL HAVING told <> scores[1] - scores[2]""",
    )


INVARIANTS = (
    rows_are_turns,
    games_end_in_time,
    steps_add_up,
    finals_are_chosen_in_order,
    leaders_gain_an_element,
    last_spending_leaves_nothing,
    scores_add_up,
    scores_are_told_as_they_stand,
    wins_are_shared,
)
