-- Is a seat favoured?
-- One row per seat.
--   seat        0 = first
--   games       games
--   win_share   mean win share        se: win_share_se (one value per game, so games are independent)
--   score       mean score            se: score_se
SELECT seat, count(*) AS games,
       avg(win_share) AS win_share, mean_se(win_share) AS win_share_se,
       avg(score) AS score, mean_se(score) AS score_se
FROM seats
GROUP BY seat
ORDER BY seat
