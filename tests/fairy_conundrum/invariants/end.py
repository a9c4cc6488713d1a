"""Invariants of Fairy Conundrum about life, ends, ranks, decks, and what cards went through."""

from __future__ import annotations

from fairy_conundrum.invariants.log import Logged
from helpers.logged_choices import check_choices

PARTS = ("life_initial", "gained", "lost_joust", "lost_damage", "lost_direct", "paid_mes", "paid_cost")

SAME = {  # a column of turns, added up over a game, and the events of the game's cards that it counts
    "drawn_haversack": "drawn FILTER (kind <> 'shelter')",
    "traps_set": "set",
    "traps_fired": "trap_fired",
    "traps_lapsed": "trap_lapsed",
    "abilities_used": "acted",
    "exits": "exited",
    "reaped_own": "reaped",
    "bewitched": "bewitched",
}


MOST = 255
"""Events of a kind that are counted for one piece."""


def lives_add_up(log: Logged) -> None:
    """(c) The parts of a final life add up to it; what is lost or paid is never positive."""
    parts = [f"pts_{part}" for part in PARTS]
    log.none(
        "a life",
        f"""SELECT * FROM seat WHERE score <> {" + ".join(parts)} OR pts_gained < 0
                OR greatest({", ".join(parts[2:])}) > 0""",
    )
    log.none(
        "the start",
        """SELECT * FROM seat JOIN box ON box.of = seat.avatar AND box.kind = 'avatar' AND box.stage = 1
           WHERE pts_life_initial <> life""",
    )
    log.none(
        "jousts",
        """SELECT game_no, seat, pts_lost_joust, sum(joust_life_lost) AS lost FROM seat JOIN turn USING (game_no, seat)
           GROUP BY ALL HAVING lost <> -pts_lost_joust""",
    )
    log.none("the last turn", "SELECT * FROM last JOIN seat USING (game_no, seat) WHERE last.score <> seat.score")


def ends_are_what_they_say(log: Logged) -> None:
    """(l) The last to fall below 0 ends the game by `life`, unless nobody with life is left."""
    log.none(
        "a winner",
        """SELECT * FROM game LEFT JOIN seat ON seat.game_no = game.game_no AND seat.seat = game.winner
           WHERE (winner >= 0) <> (end_reason IN ('life', 'deckout', 'effect')) OR winners <> (winner >= 0)::INT
               OR (winner >= 0 AND (rank <> 1 OR seat.score < 1))""",
    )
    log.none(
        "the last to fall",
        """SELECT game_no, end_reason, list(score) AS scores FROM game JOIN seat USING (game_no)
           WHERE rank = 2 AND winner >= 0 GROUP BY ALL
           HAVING (max(score) < 0 AND end_reason <> 'life') OR (min(score) >= 0 AND end_reason = 'life')""",
    )
    log.none(
        "nobody left",
        """SELECT game_no, count(*) AS ends_together, max(score) AS best FROM game JOIN seat USING (game_no)
           WHERE end_reason = 'no_winner' AND rank = 1 GROUP BY ALL HAVING ends_together = 1 AND best <> 0""",
    )
    log.none(
        "a stalemate",
        """SELECT game_no, count(*) FILTER (rank = 1 AND score >= 0) AS standing FROM game JOIN seat USING (game_no)
           WHERE end_reason = 'stalemate' GROUP BY ALL HAVING standing < 2""",
    )


def ranks_are_by_elimination(log: Logged) -> None:
    """6. Who falls later is ranked better; those who fall in different turns never share a rank."""
    log.none(
        "ranks",
        """SELECT game_no, list(rank ORDER BY rank) AS ranks FROM seat GROUP BY ALL
           HAVING ranks <> [1 + len([other FOR other IN ranks IF other < one]) FOR one IN ranks]""",
    )
    log.none(
        "a rank",
        """WITH stood AS (SELECT game_no, seat, rank, last.turn FROM last JOIN seat USING (game_no, seat))
           SELECT * FROM stood a JOIN stood b USING (game_no)
           WHERE (a.turn > b.turn AND a.rank >= b.rank)""",
    )
    log.none("win shares", "SELECT * FROM seat JOIN game USING (game_no) WHERE win_share <> (winner = seat)::INT")
    log.none(
        "a margin",
        """SELECT game_no, margin, list(score ORDER BY score DESC) AS scores FROM game JOIN seat USING (game_no)
           GROUP BY ALL HAVING margin <> scores[1] - scores[2]""",
    )


def decks_are_legal(log: Logged) -> None:
    """(i) No more copies than FC-16 allows, one F, 40 to 80 cards, a whole canvas, one avatar."""
    log.none("copies", "SELECT * FROM met JOIN box USING (card) WHERE kind IN ('fairy', 'shard') AND taken > copies")
    log.none(
        "a deck",
        """SELECT game_no, seat, sum(taken) FILTER (kind IN ('fairy', 'shard')) AS cards,
               coalesce(sum(taken) FILTER (letter = 'F' AND kind <> 'token'), 0) AS finals,
               count(DISTINCT of) FILTER (kind = 'shelter') AS canvases, sum(taken) FILTER (kind = 'avatar') AS avatars
           FROM met JOIN box USING (card) GROUP BY ALL
           HAVING cards NOT BETWEEN 40 AND 80 OR finals > 1 OR canvases <> 1 OR avatars <> 1""",
    )
    log.none(
        "a canvas",
        """WITH whole AS (SELECT of, count(*) AS shelters FROM box WHERE kind = 'shelter' GROUP BY ALL)
           SELECT game_no, seat, of, shelters, sum(taken) AS taken FROM met JOIN box USING (card) JOIN whole USING (of)
           WHERE kind = 'shelter' GROUP BY ALL HAVING sum(met.taken) <> shelters OR max(met.taken) > 1""",
    )
    if log.settings["deck_mode"] == "random_legal":
        log.none(
            "a random deck",
            """SELECT game_no, seat, sum(taken) AS cards FROM met JOIN box USING (card)
               WHERE kind IN ('fairy', 'shard') GROUP BY ALL HAVING sum(met.taken) <> 40""",
        )


def cards_stay_with_their_owners(log: Logged) -> None:
    """(a) At the end of a game, hand, haversack, canvas and valley hold no more than the owner's cards and tokens."""
    log.none(
        "cards",
        """WITH owned AS (
               SELECT game_no, seat, sum(taken) AS cards, coalesce(sum(token_made), 0) AS tokens, sum(kept) AS kept
               FROM met GROUP BY ALL)
           SELECT * FROM owned JOIN last USING (game_no, seat)
           WHERE kept > cards + tokens OR (turn < (SELECT turns FROM game g WHERE g.game_no = last.game_no)
               AND kept > 0) OR hand_end + deck_end + canvas_end > cards""",
    )


def card_events_are_the_turns(log: Logged) -> None:
    """6. What the turns count happened to the cards of the game."""
    for counted, event in SAME.items():
        column, _, which = event.partition(" ")
        log.none(
            event,
            f"""WITH told AS (SELECT game_no, sum({counted}) AS told FROM turn GROUP BY ALL),
                 met AS (SELECT game_no, coalesce(sum({column}) {which}, 0) AS met, max({column}) AS most
                         FROM met JOIN box USING (card) GROUP BY ALL)
                 SELECT * FROM told JOIN met USING (game_no) WHERE told <> met AND most < {MOST}""",
        )
    log.none(
        "called",
        """WITH told AS (SELECT game_no, sum(fairies_called + shards_called) AS calls, sum(shelters_called) AS shelters
                         FROM turn GROUP BY ALL),
            found AS (SELECT game_no, sum(called) AS called, sum(placed) AS placed FROM met GROUP BY ALL),
            seats AS (SELECT game_no, count(*) AS seats FROM seat GROUP BY ALL)
            SELECT * FROM told JOIN found USING (game_no) JOIN seats USING (game_no)
            WHERE calls > called OR shelters + seats > placed""",
    )
    log.none(
        "sums of events",
        """SELECT * FROM met WHERE seen <> opening_seen + drawn OR played <> called + placed + token_made
               OR (first_turn > 0) <> (played > 0) OR (called_turn > 0) <> (called > 0)
               OR in_valley_at_end <> kept OR least(taken, kept, seen, played) < 0""",
    )


def calls_are_choices(log: Logged) -> None:
    """Section 6: cards of the hand are called instead of others of the hand; to pass is no choice."""
    check_choices(log.connection.sql("SELECT * FROM met").pl(), declinable=False)
    log.none(
        "what was chosen was called or placed",
        f"""SELECT * FROM met JOIN box USING (card)
           WHERE (bit_count(chosen_in) > called + placed AND called < {MOST} AND placed < {MOST})
               OR (options_in <> 0 AND kind NOT IN ('fairy', 'shard', 'shelter'))""",
    )


INVARIANTS = (
    lives_add_up,
    ends_are_what_they_say,
    ranks_are_by_elimination,
    decks_are_legal,
    cards_stay_with_their_owners,
    card_events_are_the_turns,
    calls_are_choices,
)
