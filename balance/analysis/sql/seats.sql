-- Is a seat favoured?
-- One row per seat.
--   seat        0 = first
--   games       games
--   win_share   mean win share        se: win_share_se (clustered by match, where games are those of a match)
--   score       mean score            se: score_se
-- The size of the clustering is measured on the first games and carried over to all of them.
WITH per_case AS (
    SELECT seat, count(*) AS m, sum(win_share)::DOUBLE AS w, sum(score)::DOUBLE AS s
    FROM first_seats
    GROUP BY seat, case_no(game_no)
),
clustered AS (
    SELECT seat, max(m) AS most, ratio_se(w, m) AS win_se, ratio_se(s, m) AS points_se, sum(m) AS m
    FROM per_case
    GROUP BY seat
),
whole AS (
    SELECT seat, count(*) AS games, avg(win_share) AS win_share, mean_se(win_share) AS win_share_se,
           avg(score) AS score, mean_se(score) AS score_se
    FROM seats
    GROUP BY seat
)
SELECT seat, whole.games,
       win_share, CASE WHEN most = 1 THEN win_share_se ELSE win_se * sqrt(m / games) END AS win_share_se,
       score, CASE WHEN most = 1 THEN score_se ELSE points_se * sqrt(m / games) END AS score_se
FROM whole JOIN clustered USING (seat)
ORDER BY seat
