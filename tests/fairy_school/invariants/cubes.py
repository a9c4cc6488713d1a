"""Invariants of Fairy School about cubes: where they are, who gave them, and on which cards they were put."""

from __future__ import annotations

from balance.games.fairy_school.state import Said
from fairy_school.invariants.log import Logged


def given(log: Logged) -> str:
    """A query: how many cubes every giver gave every owner in every turn, pairs without any included."""
    return " UNION ALL ".join(
        f"SELECT game_no, turn, seat AS owner, {giver} AS giver, kind_from_{giver}::BIGINT AS cubes FROM turn"
        for giver in range(log.players)
    )


def cubes_are_somewhere(log: Logged) -> None:
    """2. A cube is in a supply or with somebody for good, at the table as for each seat."""
    log.none(
        "cubes of the table",
        f"""SELECT game_no, turn, sum(kind_total) + sum(cubes_supply) AS cubes FROM turn GROUP BY ALL
            HAVING cubes <> {log.cubes * log.players}""",
    )
    log.none(
        "cubes of a seat",
        f"""WITH out AS (SELECT game_no, turn, giver AS seat, sum(cubes) AS given FROM ({given(log)}) GROUP BY ALL)
            SELECT game_no, turn, seat, cubes_supply,
                sum(given) OVER (PARTITION BY game_no, seat ORDER BY turn) AS so_far
            FROM turn JOIN out USING (game_no, turn, seat)
            QUALIFY cubes_supply + so_far <> {log.cubes} OR cubes_supply < 0""",
    )
    log.none(
        "cubes at the end",
        """SELECT t.* FROM turn t JOIN seat s USING (game_no, seat) WHERE is_last AND cubes_left <> cubes_supply""",
    )


def kindness_is_what_was_received(log: Logged) -> None:
    """3. Kindness is the cubes that others gave, turn by turn; nobody gives to herself or from an empty seat."""
    log.none(
        "kindness",
        """SELECT game_no, turn, seat, kind_gained, kind_total,
               sum(kind_gained) OVER (PARTITION BY game_no, seat ORDER BY turn) AS so_far
           FROM turn QUALIFY so_far <> kind_total""",
    )
    received = " + ".join(f"kind_from_{giver}" for giver in range(log.players))
    log.none("kindness gained", f"SELECT * FROM turn WHERE kind_gained <> {received} OR kind_gained < 0")
    log.none("own cubes", f"SELECT * FROM ({given(log)}) WHERE owner = giver AND cubes <> 0")
    log.none(
        "average kindness",
        f"""SELECT game_no, avg(pts_kindness) AS average FROM seat GROUP BY ALL HAVING average > {log.cubes}""",
    )


def cubes_given_are_activations(log: Logged) -> None:
    """3. Every activation of a card of another seat is a cube on it."""
    log.none(
        "cubes given",
        f"""WITH out AS (SELECT game_no, turn, giver AS seat, sum(cubes) AS given FROM ({given(log)}) GROUP BY ALL)
            SELECT * FROM turn JOIN out USING (game_no, turn, seat) WHERE act_left + act_right <> given""",
    )
    n = log.players
    if not log.insensitive:
        left = "act_left + act_right" if n == 2 else "act_left"
        log.none(
            "cubes given to the left",
            f"""SELECT * FROM turn t JOIN ({given(log)}) g
                ON g.game_no = t.game_no AND g.turn = t.turn AND giver = seat AND owner = (seat + 1) % {n}
                WHERE {left} <> cubes""",
        )
        log.none(
            "cubes given beyond the neighbours",
            f"""SELECT * FROM ({given(log)}) WHERE cubes > 0 AND (owner - giver + {n}) % {n} NOT IN (1, {n - 1})""",
        )
        if n == 2:
            log.none("the right neighbour of two", "SELECT * FROM turn WHERE act_right <> 0")
    log.none(
        "more cubes from a seat than shared cards and its re-activations",
        f"""SELECT * FROM ({given(log)}) g
            JOIN turn o ON o.game_no = g.game_no AND o.turn = g.turn AND o.seat = owner
            JOIN turn i ON i.game_no = g.game_no AND i.turn = g.turn AND i.seat = giver
            WHERE cubes > len(o.tops) + i.react""",
    )


def activations_are_possible(log: Logged) -> None:
    """FS-41, FS-60: no activation without a cube, no re-activation without an activation and a card that may do it."""
    log.none(
        "more activations than cubes",
        f"""SELECT *, lag(cubes_supply, 1, {log.cubes}) OVER (PARTITION BY game_no, seat ORDER BY turn) AS cubes_before
            FROM turn QUALIFY act_own + act_left + act_right > cubes_before""",
    )
    log.none("more re-activations than half", "SELECT * FROM turn WHERE 2 * react > act_own + act_left + act_right")
    log.none(
        "more own activations than cards",
        "SELECT * FROM turn WHERE act_own > len(tops) + len(bottoms) + taken + drawn_placed + react",
    )
    numbers = ("drawn", "reshuffles", "act_own", "act_left", "act_right", "react", "taken", "drawn_placed", "removed")
    negative = " OR ".join(f"{name} < 0" for name in numbers)
    log.none("negative counts", f"SELECT * FROM turn WHERE {negative}")


def deeds_are_the_counts(log: Logged) -> None:
    """What is told of a turn, deed by deed, is what its columns count."""
    log.none(
        "deeds and counts",
        f"""SELECT * FROM turn LEFT JOIN (
                SELECT game_no, turn, seat,
                    count(*) FILTER (did <= {Said.AGAIN_2} AND second = seat) AS own,
                    count(*) FILTER (did <= {Said.AGAIN_2} AND second <> seat) AS others,
                    count(*) FILTER (did IN ({Said.AGAIN_1}, {Said.AGAIN_2})) AS again,
                    count(*) FILTER (did = {Said.TAKES}) AS took,
                    count(*) FILTER (did = {Said.PLACES}) AS placed,
                    count(*) FILTER (did = {Said.REMOVES}) AS gone,
                    count(*) FILTER (did = {Said.STUDIES}) AS studies
                FROM deed GROUP BY ALL) USING (game_no, turn, seat)
            WHERE coalesce(own, 0) <> act_own OR coalesce(others, 0) <> act_left + act_right
                OR coalesce(again, 0) <> react OR coalesce(took, 0) <> taken
                OR coalesce(placed, 0) <> drawn_placed OR coalesce(gone, 0) <> removed
                OR coalesce(studies, 0) <> len(by_effect)""",
    )
    cards = "SELECT number FROM act UNION ALL SELECT number FROM moved"
    log.none("deeds with no such card", f"SELECT * FROM ({cards}) ANTI JOIN box USING (number)")
    log.none("deeds of no such owner", f"SELECT * FROM act WHERE owner NOT BETWEEN 0 AND {log.players - 1}")


def lying(log: Logged) -> str:
    """A query: every shared card, and how far to the left and to the right of its owner sit those who reach it."""
    if not log.insensitive:
        return "SELECT game_no, turn, seat AS owner, unnest(tops) AS card, [-1, 0, 1] AS reach FROM turn"
    side = "(before + place) % 2 = 0"
    if log.plan.settings["insensitive_alternation"] == "per_turn":
        side = "turns_before % 2 = 0"
    return f"""
        SELECT game_no, turn, owner, card, CASE WHEN {side} THEN [0, -1, -2] ELSE [0, 1, 2] END AS reach FROM (
            SELECT game_no, turn, seat AS owner, unnest(tops) AS card, generate_subscripts(tops, 1) - 1 AS place,
                coalesce(before, 0) AS before, coalesce(turns_before, 0) AS turns_before
            FROM (SELECT *, sum(len(tops)) OVER earlier AS before,
                    count(*) FILTER (len(tops) > 0) OVER earlier AS turns_before
                  FROM turn WINDOW earlier AS
                    (PARTITION BY game_no, seat ORDER BY turn ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)))"""


def cubes_lie_on_cards_in_reach(log: Logged) -> None:
    """FS-39, FS-40, FS-85: each card in reach once, but for re-activations; on others only what they shared."""
    n = log.players
    reached = f"""SELECT game_no, turn, card, owner, seat, count(*) AS there FROM (
            SELECT DISTINCT game_no, turn, card, owner, copy,
                unnest([(owner + far + {n}) % {n} FOR far IN reach]) AS seat
            FROM (SELECT *, row_number() OVER () AS copy FROM ({lying(log)})))
        GROUP BY ALL"""
    log.none(
        "cubes on cards of others",
        f"""SELECT * FROM (SELECT game_no, turn, seat, owner, card, count(*) FILTER (NOT again) AS once
                           FROM act JOIN box USING (number) WHERE owner <> seat GROUP BY ALL)
            LEFT JOIN ({reached}) USING (game_no, turn, seat, owner, card) WHERE once > coalesce(there, 0)""",
    )
    own = f"""SELECT game_no, turn, seat, card, count(*) AS there FROM (
            SELECT game_no, turn, seat, unnest(list_concat(tops, bottoms)) AS card FROM turn
            UNION ALL SELECT game_no, turn, seat, card FROM moved JOIN box USING (number)
            WHERE did <> {Said.REMOVES}) GROUP BY ALL"""
    log.none(
        "cubes on own cards",
        f"""SELECT * FROM (SELECT game_no, turn, seat, card, count(*) FILTER (NOT again) AS once
                           FROM act JOIN box USING (number) WHERE owner = seat GROUP BY ALL)
            LEFT JOIN ({own}) USING (game_no, turn, seat, card) WHERE once > coalesce(there, 0)""",
    )


def cards_are_activated_again_as_they_may(log: Logged) -> None:
    """FS-60, FS-61: a re-activated card was activated before, re-activates nothing, and follows one that does."""
    log.none(
        "re-activations of cards that re-activate", "SELECT * FROM act JOIN box USING (number) WHERE again AND reacts"
    )
    log.none(
        "re-activations before an activation",
        """SELECT a.* FROM act a WHERE again AND NOT EXISTS (
               FROM act b WHERE (b.game_no, b.turn, b.seat, b.owner, b.number)
                   = (a.game_no, a.turn, a.seat, a.owner, a.number) AND NOT b.again AND b.nth < a.nth)""",
    )
    log.none(
        "re-activations without a card for it",
        """SELECT * FROM (SELECT game_no, turn, seat, again,
               lag(reacts) OVER (PARTITION BY game_no, turn, seat ORDER BY nth) AS before
           FROM act JOIN box USING (number)) WHERE again AND before IS NOT true""",
    )
    log.none("lines that are not there", "SELECT * FROM act JOIN box USING (number) WHERE line > lines")


def activations_do_something(log: Logged) -> None:
    """FS-42: a line that gives no elements and studies nothing re-activates a card, takes, places or removes one."""
    after = f"""(SELECT *, lag(nth) OVER (PARTITION BY game_no, turn, seat ORDER BY nth) AS before
                 FROM deed WHERE did NOT IN ({Said.SPENDS}, {Said.GAINS}))"""
    log.none(
        "activations for nothing",
        f"""SELECT * FROM (SELECT a.game_no, a.turn, a.seat, a.nth, b.card, b.line, d.did AS followed_by
               FROM act a JOIN box USING (number) JOIN (FROM line WHERE shows) b USING (card, line)
               LEFT JOIN {after} d ON (d.game_no, d.turn, d.seat, d.before) = (a.game_no, a.turn, a.seat, a.nth))
           WHERE followed_by IS NULL OR followed_by < {Said.AGAIN_1}""",
    )


INVARIANTS = (
    cubes_are_somewhere,
    kindness_is_what_was_received,
    cubes_given_are_activations,
    activations_are_possible,
    deeds_are_the_counts,
    cubes_lie_on_cards_in_reach,
    cards_are_activated_again_as_they_may,
    activations_do_something,
)
