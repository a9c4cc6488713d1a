-- How did the seats of each kind do with each card?
-- One row per card, cell (see seat_cells) and what the seat did with the card in its game (at least once):
-- card, cell, seen, taken, played, used, n (seats), w (sum of their win shares), s (sum of their scores).
SELECT card, cell, seen > 0 AS seen, taken > 0 AS taken, played > 0 AS played, used > 0 AS used,
       count(*) AS n, sum(win_share) AS w, sum(score) AS s
FROM cards
JOIN (
    SELECT game_no, seat, cell, f.win_share, score
    FROM seat_facts f JOIN seat_cells USING (seat, agent, stratum, company)
) USING (game_no, seat)
GROUP BY ALL
ORDER BY ALL
