"""Invariants of Fairy School about the forest, the piles and the cards of a deck."""

from __future__ import annotations

from fairy_school.invariants.log import Logged

SLOTS = 10


def forests_are_filled(log: Logged) -> None:
    """FS-34: a card is drawn for every empty slot, as far as there are cards in the two piles; 8 on turn 1 (15.)."""
    log.none("forest", f"SELECT * FROM turn WHERE forest NOT BETWEEN 0 AND {SLOTS}")
    log.none(
        "cards drawn",
        f"""SELECT * FROM turn
            WHERE drawn <> least({SLOTS} - forest_before, deck_before - forest_before)""",
    )
    log.none("cards of turn 1", "SELECT * FROM turn WHERE turn = 1 AND drawn <> 8")


def piles_are_shuffled_when_empty(log: Logged) -> None:
    """FS-30: the discard pile is shuffled when a card is wanted and the draw pile is empty, and only then.

    Followed turn by turn; a turn with draws by effects breaks the thread, until the next shuffle in phase 1.
    """
    log.none(
        "reshuffles",
        """WITH RECURSIVE piles AS (
               SELECT 0::SMALLINT AS turn, game_no, seat, 12::BIGINT AS pile, NULL::SMALLINT AS found, false AS wanted
               FROM seat
               UNION ALL
               SELECT f.turn, game_no, seat,
                   CASE WHEN f.drawn_placed > 0 THEN NULL
                       WHEN coalesce(f.drawn > p.pile, f.reshuffles > 0)
                           THEN f.deck_before - f.forest_before - f.drawn + len(f.done)
                       ELSE p.pile - f.drawn + len(f.done) END,
                   f.reshuffles, CASE WHEN f.drawn_placed = 0 THEN f.drawn > p.pile END
               FROM piles p JOIN turn f USING (game_no, seat) WHERE f.turn = p.turn + 1)
           SELECT * FROM piles WHERE found <> wanted::INT""",
    )


def columns_are_legal(log: Logged) -> None:
    """5. One or two different columns with cards; none only when the free one is empty; both when it must be two."""
    log.none(
        "columns",
        """SELECT * FROM turn WHERE col_a NOT BETWEEN -1 AND 4 OR col_b NOT BETWEEN -1 AND 4
               OR (col_a = col_b AND col_a >= 0) OR (col_a < 0 AND col_b >= 0)""",
    )
    for column in "ab":
        log.none(
            "cards of a column",
            f"""SELECT * FROM turn
                WHERE (col_{column} >= 0) <> (top_card_{column} IS NOT NULL OR bottom_card_{column} IS NOT NULL)""",
        )
    full = f"SELECT * FROM turn WHERE forest_before + drawn = {SLOTS}"
    log.none("a full forest and no column", f"SELECT * FROM ({full}) WHERE col_a < 0")
    log.none(
        "a full forest and half a column",
        f"SELECT * FROM ({full}) WHERE len(tops) <> len(bottoms) OR len(tops) <> 1 + (col_b >= 0)::INT",
    )
    log.none("columns without elements", f"SELECT * FROM ({full}) WHERE elements = 0 AND (col_a <> 2 OR col_b >= 0)")
    if log.plan.settings["must_play_two"]:
        log.none("two columns", f"SELECT * FROM ({full}) WHERE elements > 0 AND col_b < 0")
    costs = ", ".join(f"(col_a = {c})::INT + (col_b = {c})::INT" for c in (0, 1, 3, 4))
    log.none(
        "columns that cannot be paid for",
        f"SELECT * FROM turn WHERE NOT affordable(E_start, P_start, F_start, W_start, A_start, {costs}, 0)",
    )


def decks_hold_what_came(log: Logged) -> None:
    """4. Cards in the end: those of the start and the realized ones, but for those removed; card by card."""
    log.none(
        "cards of a deck",
        "SELECT * FROM met JOIN box USING (card) WHERE kept + removed <> owned + realized OR least(kept, removed) < 0",
    )
    log.none(
        "cards of all decks",
        """SELECT game_no, seat, sum(kept) AS cards, any_value(deck) AS counted
           FROM met JOIN (SELECT game_no, seat, deck FROM turn WHERE is_last) USING (game_no, seat)
           GROUP BY ALL HAVING cards <> any_value(deck)""",
    )
    log.none(
        "cards of the start",
        f"""SELECT game_no, seat, sum(owned) FILTER (kind = 'start') AS starts,
                sum(owned) FILTER (kind = 'initial') AS initials
            FROM met JOIN box USING (card) GROUP BY ALL HAVING starts <> 12 OR initials <> {log.initials}""",
    )


def starting_cards_are_dealt(log: Logged) -> None:
    """FS-17, FS-18, FS-22: starting sets as often as they are there, decks once, S cards as often as they are there."""
    log.none(
        "starting sets",
        f"""SELECT game_no, start_set, count(*) AS seats FROM seat GROUP BY ALL
            HAVING seats > {-(-log.players // 4)} OR start_set NOT BETWEEN 1 AND 4""",
    )
    log.none(
        "cards of a starting set",
        """SELECT * FROM met m JOIN seat s USING (game_no, seat) JOIN box b USING (card)
           WHERE kind = 'start' AND owned <> CASE suit WHEN 'all' THEN copies // 4 WHEN start_set::VARCHAR THEN copies
               ELSE 0 END""",
    )
    log.none(
        "more initial cards than there are",
        """SELECT game_no, card, sum(owned) AS cards, any_value(copies) AS copies
           FROM met JOIN box USING (card) WHERE kind = 'initial' GROUP BY ALL HAVING cards > any_value(copies)""",
    )
    log.none(
        "s_cards",
        """SELECT * FROM (SELECT game_no, seat, list_sort(string_split(s_cards, ';')) AS told FROM seat)
           JOIN (SELECT game_no, seat, list_sort(flatten(list(list_resize([card], owned, card)))) AS had
                 FROM met JOIN box USING (card) WHERE kind = 'initial' AND owned > 0 GROUP BY ALL)
           USING (game_no, seat) WHERE told <> had""",
    )
    if log.expert:
        log.none("s_deck of a draft", "SELECT * FROM seat WHERE s_deck IS NOT NULL")
        return
    log.none("s_deck", "SELECT game_no, s_deck, count(*) AS seats FROM seat GROUP BY ALL HAVING seats > 1")
    log.none(
        "cards of a predefined deck",
        """SELECT game_no, seat, any_value(s_deck) AS deck, sum(owned) FILTER (suit = 'S' || s_deck) AS cards,
               sum(owned) FILTER (suit <> 'S' || s_deck AND suit <> 'S') AS others
           FROM met JOIN box USING (card) JOIN seat USING (game_no, seat) WHERE kind = 'initial' GROUP BY ALL
           HAVING cards IS DISTINCT FROM 4 OR others > 0""",
    )


def card_events_are_the_turns(log: Logged) -> None:
    """What is counted card by card is what was counted turn by turn."""
    log.none(
        "events of a seat",
        """SELECT * FROM (
               SELECT game_no, seat, sum(drawn) AS drew, sum(placed_top + placed_bottom) AS laid,
                   sum(played_shared) AS shared, sum(played_personal) AS private, sum(taken_back) AS back,
                   sum(m.removed) AS gone, sum(corner_discarded) AS corners, sum(act_owner) AS mine,
                   sum(act_others) AS others, sum(reactivated) AS again
               FROM met m JOIN box USING (card) GROUP BY ALL)
           JOIN (SELECT game_no, seat, sum(drawn) AS hands, sum(len(tops)) AS tops, sum(len(bottoms)) AS bottoms,
                   sum(taken) AS taken, sum(drawn_placed) AS placed, sum(removed) AS removed,
                   sum(corner_discards) AS corner_discards, sum(act_own) AS own, sum(kind_gained) AS cubes
                 FROM turn GROUP BY ALL) USING (game_no, seat)
           WHERE laid <> hands OR drew < hands + placed OR shared <> tops OR private <> bottoms + taken + placed
               OR back <> taken OR gone <> removed OR corners <> corner_discards OR mine <> own OR others <> cubes""",
    )
    log.none(
        "re-activations of a game",
        """SELECT * FROM (SELECT game_no, sum(reactivated) AS counted FROM met JOIN box USING (card) GROUP BY ALL)
           JOIN (SELECT game_no, sum(react) AS told FROM turn GROUP BY ALL) USING (game_no) WHERE counted <> told""",
    )
    log.none(
        "lines",
        """SELECT * FROM met JOIN box USING (card) WHERE line1 + line2 <> act_owner + act_others
               OR (lines = 1 AND line2 > 0) OR (reacts AND reactivated > 0)
               OR used <> act_owner OR used_by_others <> act_others""",
    )
    log.none(
        "cards drawn and placed",
        """SELECT * FROM met JOIN box USING (card) WHERE drawn < placed_top + placed_bottom OR played <> played_shared
               + played_personal OR (played > 0) <> (first_turn > 0) OR drawn > 0 AND owned + realized = 0""",
    )
    log.none(
        "cards played",
        """SELECT * FROM (SELECT game_no, seat, card, count(*) FILTER (top) AS tops,
                              count(*) FILTER (NOT top) AS bottoms, min(turn) AS first
                          FROM (SELECT game_no, seat, turn, unnest(tops) AS card, true AS top FROM turn
                                UNION ALL SELECT game_no, seat, turn, unnest(bottoms), false FROM turn) GROUP BY ALL)
           FULL JOIN (SELECT * FROM met SEMI JOIN box USING (card)) m USING (game_no, seat, card)
           WHERE coalesce(tops, 0) <> played_shared OR coalesce(bottoms, 0) > played_personal - taken_back
               OR first_turn > first""",
    )


def creatures_are_studied_once(log: Logged) -> None:
    """8. At most one creature at the study slots, shown by a card there; none twice; each pair gives its bonus."""
    studies = "SELECT game_no, seat, turn, unnest(list_concat([studied_corner], by_effect)) AS name FROM turn"
    log.none("corners", "SELECT * FROM turn WHERE corner_discards NOT BETWEEN 0 AND 2")
    log.none("no card at the corner", "SELECT * FROM turn WHERE studied_corner IS NOT NULL AND corner_discards = 0")
    log.none(
        "twice",
        f"SELECT game_no, seat, name, count(*) AS n FROM ({studies}) WHERE name <> '' GROUP BY ALL HAVING n > 1",
    )
    log.none(
        "a creature on no card at the corner",
        """SELECT * FROM turn t WHERE studied_corner IS NOT NULL AND NOT EXISTS (
               FROM met m JOIN box b USING (card) WHERE m.game_no = t.game_no AND m.seat = t.seat
                   AND creature = studied_corner AND corner_discarded > 0)""",
    )
    log.none(
        "studies of a seat",
        f"""SELECT * FROM seat s LEFT JOIN (
                SELECT game_no, seat, count(*) AS n, sum(points) AS worth
                FROM ({studies}) JOIN creature USING (name) GROUP BY ALL) USING (game_no, seat)
            WHERE studied <> coalesce(n, 0) OR pts_study <> coalesce(worth, 0) OR studied > 12 OR s.bonuses > 6""",
    )
    pairs = f"""SELECT game_no, seat, pair, max(turn) AS turn, any_value(bonus) AS bonus
        FROM ({studies}) JOIN creature USING (name) GROUP BY ALL HAVING count(*) = 2"""
    words = "['earth', 'plants', 'fire', 'water', 'air']"
    log.none(
        "bonuses",
        f"""SELECT game_no, seat, turn, bonuses, given, kinds FROM turn LEFT JOIN (
                SELECT game_no, seat, turn, count(*) AS given, list(bonus) AS kinds FROM ({pairs}) GROUP BY ALL)
            USING (game_no, seat, turn)
            WHERE len(bonuses) <> coalesce(given, 0) OR len([word FOR word IN bonuses IF word = 'air']) <>
                coalesce(len([kind FOR kind IN kinds IF kind = 'A']), 0)
            OR len([kind FOR kind IN kinds IF kind <> 'N' AND
                NOT list_contains(bonuses, {words}[strpos('EPFWA', kind)])]) > 0""",
    )
    log.none(
        "bonuses of a seat",
        """SELECT * FROM seat s JOIN (SELECT game_no, seat, sum(len(bonuses)) AS n FROM turn GROUP BY ALL)
           USING (game_no, seat) WHERE s.bonuses <> n""",
    )


INVARIANTS = (
    forests_are_filled,
    piles_are_shuffled_when_empty,
    columns_are_legal,
    decks_hold_what_came,
    starting_cards_are_dealt,
    card_events_are_the_turns,
    creatures_are_studied_once,
)
