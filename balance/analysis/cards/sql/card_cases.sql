-- The single cases behind the card numbers, of the first {games} games: how sure they are is measured on these.
-- One row per game, seat and card it met: card, game_no, seat, cell (see seat_cells), seen, taken, played, used (at
-- least once), win_share, score, first_turn, met_turn, turns (of the game), options_in, chosen_in (see the log).
-- A match is one game here, with the seats of all its games, for these are not independent.
SELECT card, case_no(game_no) AS game_no, {seat} AS seat, cell, seen > 0 AS seen, taken > 0 AS taken, played > 0 AS played, used > 0 AS used,
       f.win_share, score, first_turn, {met_turn} AS met_turn, turns{choices}
FROM first_cards({games})
JOIN (
    SELECT game_no, seat, cell, f.win_share, score, turns
    FROM seat_facts f JOIN seat_cells USING (seat, agent, stratum, company)
    WHERE game_no < {games}
) f USING (game_no, seat)
ORDER BY game_no, seat, card
