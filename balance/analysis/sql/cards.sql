-- What does every card do for those who meet it?
-- One row per card. Rates are over all seats of all games; win shares are of the seats named, with
-- standard errors clustered by game, measured on the first games.
--   card          id
--   met           seats that met it, as a share of all seats
--   taken, played, used       times per seat that met it
--   used_seats    share of the seats that met it that used it at least once; taken_seats the same for taken
--   win_used      mean win share of the seats that used it
--   win_unused    mean win share of the seats that met it and did not use it
--   swing         win_used - win_unused                          se: swing_se
--   win_taken, win_untaken, taken_swing, taken_swing_se          the same for taken
WITH shown AS (
    SELECT card, count(*) AS rows, avg(taken) AS taken, avg(played) AS played, avg(used) AS used,
           avg((used > 0)::INT) AS used_seats, avg((taken > 0)::INT) AS taken_seats
    FROM cards
    GROUP BY card
),
per_game AS (
    SELECT card, game_no,
           sum(u) AS mu, sum(w * u) AS wu, sum(1 - u) AS mn, sum(w * (1 - u)) AS wn,
           sum(k) AS mt, sum(w * k) AS wt, sum(1 - k) AS mk, sum(w * (1 - k)) AS wk
    FROM (
        SELECT c.card, c.game_no, (c.used > 0)::DOUBLE AS u, (c.taken > 0)::DOUBLE AS k, s.win_share AS w
        FROM first_cards c JOIN first_seats s USING (game_no, seat)
    )
    GROUP BY card, game_no
),
total AS (
    SELECT card, sum(mu) AS mu, sum(mn) AS mn, sum(mt) AS mt, sum(mk) AS mk,
           sum(wu) / nullif(sum(mu), 0) AS ru, sum(wn) / nullif(sum(mn), 0) AS rn,
           sum(wt) / nullif(sum(mt), 0) AS rt, sum(wk) / nullif(sum(mk), 0) AS rk
    FROM per_game
    GROUP BY card
),
spread AS (
    SELECT p.card,
           sqrt(sum(((p.wu - ru * p.mu) / t.mu - (p.wn - rn * p.mn) / t.mn) ** 2)) AS swing_se,
           sqrt(sum(((p.wt - rt * p.mt) / t.mt - (p.wk - rk * p.mk) / t.mk) ** 2)) AS taken_swing_se
    FROM per_game p JOIN total t USING (card)
    GROUP BY p.card
)
SELECT card, rows / (SELECT count(*) FROM seats) AS met, taken, played, used, used_seats, taken_seats,
       CASE WHEN mu > 0 THEN ru END AS win_used, CASE WHEN mn > 0 THEN rn END AS win_unused,
       CASE WHEN mu > 0 AND mn > 0 THEN ru - rn END AS swing, CASE WHEN mu > 0 AND mn > 0 THEN swing_se END AS swing_se,
       CASE WHEN mt > 0 THEN rt END AS win_taken, CASE WHEN mk > 0 THEN rk END AS win_untaken,
       CASE WHEN mt > 0 AND mk > 0 THEN rt - rk END AS taken_swing,
       CASE WHEN mt > 0 AND mk > 0 THEN taken_swing_se END AS taken_swing_se
FROM shown LEFT JOIN total USING (card) LEFT JOIN spread USING (card)
ORDER BY card
