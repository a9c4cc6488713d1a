"""Invariants of Fairy Conundrum about turns: sparkles, calls, hands, destiny, jousts, sharing."""

from __future__ import annotations

from fairy_conundrum.invariants.log import Logged

PAID = "spent_calls + spent_toll + spent_mes + spent_other"
FREE_OF_TOLLS = {"contrib", "token", "hush"}
GOES_ON = "(game_no, seat, t.turn + 1) IN (SELECT game_no, seat, turn FROM turn)"
"""The row ``t`` of a turn is not the seat's last."""

BRINGS_CARDS = {"draw", "canvas", "wish", "fetch", "bounce", "unstore", "todeck", "handmax", "morph", "stealm", "free"}


def purses_add_up(log: Logged) -> None:
    """(b) What a turn brings and costs is what the purse gains; it is never negative, and nothing happens between."""
    log.none(
        "a purse",
        f"""SELECT * FROM turn WHERE sparkles_end < 0 OR sparkles_start < 0
                OR least(shared_received, spent_calls, spent_toll, spent_mes, spent_other, gathered) < 0
                OR sparkles_end <> sparkles_start + gathered + effect_sparkles + shared_received - ({PAID})""",
    )
    log.none(
        "between two turns",
        """SELECT *, lag(sparkles_end) OVER (PARTITION BY game_no, seat ORDER BY turn) AS before FROM turn
           QUALIFY sparkles_start <> before""",
    )


def openings_are_paid(log: Logged) -> None:
    """(b) FC-25, FC-27: what is discarded brings a sparkle each, what is drawn beyond the first hand costs one."""
    sparkles, hand = log.settings["start_sparkles"], log.settings["start_hand"]
    log.none(
        "an opening",
        f"""WITH opening AS (
                SELECT game_no, seat, sum(opening_seen) AS drawn, sum(opening_discarded) AS aside,
                    sum(CASE WHEN kind <> 'shelter' THEN taken ELSE 0 END) AS haversack,
                    coalesce(sum(drawn) FILTER (kind = 'shelter'), 0) AS shelters
                FROM met JOIN box USING (card) WHERE kind <> 'avatar' GROUP BY ALL),
            later AS (SELECT game_no, seat, sum(drawn_canvas) AS drawn_canvas FROM turn GROUP BY ALL)
            SELECT * FROM start JOIN opening USING (game_no, seat) JOIN later USING (game_no, seat)
            WHERE shelters - later.drawn_canvas NOT IN (0, 1) OR drawn < least({hand}, haversack) OR aside > {hand}
                OR sparkles_start <> {sparkles} + aside - (drawn - least({hand}, haversack))
                    - (shelters - later.drawn_canvas)""",
    )


def all_gather(log: Logged) -> None:
    """(d) Whoever was there for Gathering gained at least one sparkle."""
    log.none("gathered", f"SELECT * FROM turn t WHERE gathered < 1 AND {GOES_ON}")


def hands_are_held(log: Logged) -> None:
    """(e) Nobody keeps more cards than the hand maximum of the avatar's stage, unless effects bring or hold them."""
    if log.words & BRINGS_CARDS:
        return
    log.none(
        "a hand",
        f"""SELECT t.*, handmax FROM turn t JOIN box ON box.of = t.avatar
               AND box.kind = 'avatar' AND box.stage = t.stage
           WHERE hand_end > handmax AND {GOES_ON}""",
    )


def one_shelter_a_turn(log: Logged) -> None:
    """(f) At most one shelter is called by a player in a turn."""
    log.none("shelters", "SELECT * FROM turn WHERE shelters_called NOT IN (0, 1)")


def tolls_are_paid(log: Logged) -> None:
    """(h) The k-th fairy beyond the free ones costs k sparkles; exactly so where nothing but shelters frees any."""
    log.none(
        "a toll",
        """SELECT * FROM turn WHERE spent_toll > fairies_called * (fairies_called + 1) // 2
               OR (fairies_called = 0 AND spent_toll <> 0)""",
    )
    if "contrib" in log.words:
        return
    toll = "list_sum([greatest(0, k - {free}) FOR k IN range(1, fairies_called + 1)])"
    fewest = f"coalesce({toll.format(free='shelters_in_valley')}, 0)"
    most = f"coalesce({toll.format(free='(shelters_in_valley - shelters_called)')}, 0)"
    if not log.words & {
        "reap",
        "dissipate",
        "bounce",
        "todeck",
        "dmg",
        "imprison",
        "bewitch",
        "life",
        "summon",
        "morph",
    }:
        log.none("a toll", f"""SELECT t.*, {fewest} AS fewest, {most} AS most FROM turn t
                 WHERE spent_toll NOT BETWEEN {fewest} AND {most}
                     AND {GOES_ON}""")  # fmt: skip


def jousts_take_what_is_lost(log: Logged) -> None:
    """(m) What the attackers of a seat took in a turn is what it lost in jousts; no joust takes more than it may."""
    log.none(
        "a joust",
        """WITH taken AS (SELECT game_no, turn, joust_target AS seat, sum(joust_life_taken) AS taken FROM turn
                          WHERE joust_target IS NOT NULL GROUP BY ALL)
           SELECT * FROM turn LEFT JOIN taken USING (game_no, turn, seat)
           WHERE joust_life_lost <> coalesce(taken, 0)""",
    )
    log.none(
        "a blow",
        """SELECT * FROM turn WHERE joust_target = seat OR joust_life_taken < 0
               OR (joust_target IS NULL AND (joust_life_taken <> 0 OR joust_attack <> 0 OR joust_defence <> 0))
               OR joust_life_taken > greatest(0, joust_attack - joust_defence)""",
    )
    if log.settings["joust_assign"] != "split":  # then a part of the attack goes to fairies
        log.none(
            "a whole blow",
            """SELECT * FROM turn WHERE joust_target IS NOT NULL
                   AND joust_life_taken NOT IN (0, greatest(0, joust_attack - joust_defence))""",
        )


def destiny_is_an_order(log: Logged) -> None:
    """(n) Places in destiny order are a permutation of the living seats; the lowest initiative chooses."""
    log.none(
        "an order",
        """SELECT game_no, turn, list(destiny_pos ORDER BY destiny_pos) AS places, sum(chose_first) AS choosers
           FROM turn GROUP BY ALL HAVING places <> range(0, count(*)) OR choosers <> 1""",
    )
    log.none(
        "a chooser",
        """SELECT *, min(initiative) OVER (PARTITION BY game_no, turn) AS lowest FROM turn
           QUALIFY chose_first = 1 AND initiative <> lowest""",
    )
    log.none(
        "the first player",
        """SELECT * FROM game JOIN turn USING (game_no)
           WHERE turn = 1 AND (destiny_pos = 0) <> (seat = first_player_t1)""",
    )
    if log.settings["order_after_first"] == "clockwise":
        log.none(
            "clockwise",
            f"""SELECT game_no, turn, list((seat - first + {log.players}) % {log.players} ORDER BY destiny_pos) AS steps
                FROM (SELECT *, first_value(seat) OVER (PARTITION BY game_no, turn ORDER BY destiny_pos) AS first
                      FROM turn)
                GROUP BY ALL HAVING steps <> list_sort(steps)""",
        )


def shares_are_of_opposite_shards(log: Logged) -> None:
    """(o) Nobody receives more than the others spent on shards of opposite radiance; the one other receives it all."""
    log.none(
        "a share",
        """SELECT *, sum(spent_opposite) OVER (PARTITION BY game_no, turn) - spent_opposite AS spent FROM turn
           QUALIFY shared_received > spent OR spent_opposite > spent_calls OR spent_opposite < 0""",
    )
    log.none(
        "all shares",
        """SELECT game_no, turn, sum(shared_received) AS received, sum(spent_opposite) AS spent FROM turn GROUP BY ALL
           HAVING received > spent""",
    )
    if log.players == 2:
        log.none(
            "the whole share",
            """SELECT *, sum(spent_opposite) OVER (PARTITION BY game_no, turn) - spent_opposite AS spent
               FROM turn QUALIFY shared_received <> spent""",
        )


def rows_are_turns(log: Logged) -> None:
    """(k) Every seat has a row for each turn from the first to its last; a dead seat has no later rows."""
    log.none(
        "rows",
        """SELECT game_no, seat, count(*) AS rows, max(turn) AS last FROM turn GROUP BY ALL
           HAVING rows <> last OR min(turn) <> 1 OR count(DISTINCT turn) <> rows""",
    )
    log.none(
        "the dead",
        """SELECT * FROM last JOIN game USING (game_no) JOIN seat USING (game_no, seat)
           WHERE last.turn < turns AND rank = 1""",
    )
    log.none("below 0", f"SELECT * FROM turn t WHERE score < 0 AND {GOES_ON}")
    log.none("seats", f"SELECT game_no, count(*) AS n FROM start GROUP BY ALL HAVING n <> {log.players}")


def life_goes_on(log: Logged) -> None:
    """(c) A turn begins with the life the last one ended with; the first with the avatar's."""
    log.none(
        "life",
        """SELECT t.*, before, life FROM
               (SELECT *, lag(score) OVER (PARTITION BY game_no, seat ORDER BY turn) AS before FROM turn) t
           JOIN box ON box.of = t.avatar AND box.kind = 'avatar' AND box.stage = 1
           WHERE life_start <> coalesce(before, life)""",
    )


def games_are_short(log: Logged) -> None:
    """(p) No game has more turns than the cap, and a stalemate has as many."""
    log.none(
        "turns",
        f"""SELECT * FROM game WHERE turns > {log.turn_cap} OR turns < 1
                OR (end_reason = 'stalemate' AND turns < {log.settings["turn_cap"]})
                OR turns <> (SELECT max(turn) FROM turn WHERE turn.game_no = game.game_no)""",
    )


INVARIANTS = (
    purses_add_up,
    openings_are_paid,
    all_gather,
    hands_are_held,
    one_shelter_a_turn,
    tolls_are_paid,
    jousts_take_what_is_lost,
    destiny_is_an_order,
    shares_are_of_opposite_shards,
    rows_are_turns,
    life_goes_on,
    games_are_short,
)
