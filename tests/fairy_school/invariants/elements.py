"""Invariants of Fairy School about elements: every one that comes or goes has a reason."""

from __future__ import annotations

from balance.games.fairy_school.cards.box import ELEMENTS
from fairy_school.invariants.log import Logged

COLUMN_OF = {0: "E", 1: "P", 3: "F", 4: "W"}
WORDS = dict(zip(ELEMENTS, ("earth", "plants", "fire", "water", "air"), strict=True))


def any_of(pattern: str) -> str:
    """A condition that holds for one element, X, at least."""
    return " OR ".join(f"({pattern.replace('X', x)})" for x in ELEMENTS)


def sum_of(pattern: str) -> str:
    """A sum over the elements X."""
    return " + ".join(f"({pattern.replace('X', x)})" for x in ELEMENTS)


def stocks_go_on(log: Logged) -> None:
    """6. A stock is what it was, plus gains and exchanges, less what was spent; never negative; it begins as set."""
    changed = any_of("X_end <> X_start + X_gain - X_spend + X_conv")
    log.none("stock after a turn", f"SELECT * FROM turn WHERE {changed}")
    negative = any_of("X_start < 0 OR X_end < 0 OR X_gain < 0 OR X_spend < 0")
    log.none("negative elements", f"SELECT * FROM turn WHERE {negative}")
    before = ", ".join(f"lag({x}_end) OVER game AS {x}_before" for x in ELEMENTS)
    log.none(
        "stock between turns",
        f"""SELECT * FROM (SELECT *, {before} FROM turn WINDOW game AS (PARTITION BY game_no, seat ORDER BY turn))
            WHERE turn > 1 AND ({any_of("X_start IS DISTINCT FROM X_before")})""",
    )
    begins = " OR ".join(f"{x}_start <> {count}" for x, count in zip(ELEMENTS, log.start, strict=True))
    log.none("stock at the start", f"SELECT * FROM turn WHERE turn = 1 AND ({begins})")
    log.none(
        "elements at the end",
        f"SELECT * FROM turn JOIN seat USING (game_no, seat) WHERE is_last AND left_over <> {sum_of('X_end')}",
    )


def exchanges_lose_elements(log: Logged) -> None:
    """7. An exchange makes one of 3, 4 or 6 elements, a joker one of one; only what a cost asks for is made."""
    log.none("exchanges", f"SELECT * FROM turn WHERE {sum_of('X_conv')} <> -(2 * conv3 + 3 * conv4 + 5 * conv6)")
    log.none("airs", "SELECT * FROM turn WHERE A_conv <> conv6 - jokers")
    log.none("more made than spent", f"SELECT * FROM turn WHERE {any_of('X_conv > X_spend')}")
    log.none("exchanges in all", "SELECT * FROM turn WHERE least(conv3, conv4, conv6, jokers) < 0")


def columns_are_paid(log: Logged) -> str:
    """A query: what the columns of every turn cost."""
    costs = ", ".join(f"(col_a = {c})::INT + (col_b = {c})::INT AS {x}_cost" for c, x in COLUMN_OF.items())
    return f"SELECT game_no, turn, seat, {costs}, 0 AS A_cost FROM turn"


def spending(log: Logged) -> str:
    """A query: what columns, projects and steps cost, turn by turn."""
    costs = ", ".join(f"{x}_cost" for x in ELEMENTS)
    total = ", ".join(f"sum({x}_cost)::BIGINT AS {x}_known" for x in ELEMENTS)
    return f"""SELECT game_no, turn, seat, {total} FROM (
            {columns_are_paid(log)}
            UNION ALL SELECT game_no, turn, seat, {costs}
            FROM (SELECT game_no, turn, seat, unnest(done) AS card FROM turn) JOIN box USING (card)
            UNION ALL SELECT game_no, turn, seat, {costs}
            FROM turn JOIN step USING (final_id) WHERE step > steps_total - steps_now AND step <= steps_total)
        GROUP BY ALL"""


def lines_done(log: Logged) -> str:
    """A query: what the activated lines of every turn cost and gave, at least and at most."""
    bounds = ", ".join(
        f"coalesce(sum(l.{x}_cost), 0)::BIGINT AS {x}_least, coalesce(sum(l.{x}_cost * times), 0)::BIGINT AS {x}_most,"
        f"coalesce(sum({x}_low), 0)::BIGINT AS {x}_low, coalesce(sum({x}_high * times), 0)::BIGINT AS {x}_high"
        for x in ELEMENTS
    )
    return f"""SELECT game_no, turn, seat, {bounds}
        FROM (SELECT game_no, turn, seat FROM turn)
        LEFT JOIN (act JOIN box USING (number) JOIN line l USING (card, line)) USING (game_no, turn, seat)
        GROUP BY ALL"""


def spending_has_reasons(log: Logged) -> None:
    """5. Columns, projects, steps and the activated lines: nothing else is paid for, and nothing less."""
    log.none(
        "spent less than columns, projects and steps cost",
        f"""SELECT * FROM turn JOIN ({spending(log)}) USING (game_no, turn, seat)
            WHERE {any_of("X_spend < X_known")}
            OR (act_own + act_left + act_right = 0 AND ({any_of("X_spend <> X_known")}))""",
    )
    log.none(
        "spent for activations",
        f"""SELECT * FROM turn JOIN ({spending(log)}) USING (game_no, turn, seat)
            JOIN ({lines_done(log)}) USING (game_no, turn, seat)
            WHERE {any_of("X_spend - X_known NOT BETWEEN X_least AND X_most")}""",
    )


def gains_have_reasons(log: Logged) -> None:
    """Elements come from activated lines, bonuses and the lead in the race."""
    others = ", ".join(
        f"len([one FOR one IN bonuses IF one = '{word}']) + coalesce(leader_bonus = '{word}', false)::INT AS {x}_given"
        for x, word in WORDS.items()
    )
    log.none(
        "gained",
        f"""SELECT * FROM (SELECT *, {others} FROM turn) JOIN ({lines_done(log)}) USING (game_no, turn, seat)
            WHERE {any_of("X_gain - X_given NOT BETWEEN X_low AND X_high")}""",
    )
    log.none(
        "gained without activations",
        f"""SELECT * FROM (SELECT *, {others} FROM turn)
            WHERE {any_of("X_gain < X_given")}
            OR (act_own + act_left + act_right = 0 AND ({any_of("X_gain <> X_given")}))""",
    )


INVARIANTS = (
    stocks_go_on,
    exchanges_lose_elements,
    spending_has_reasons,
    gains_have_reasons,
)
