-- How well does every play style do?
-- One row per style. Standard errors are clustered by game, or match: its seats are not independent.
--   agent       play style
--   seats       seats it played
--   win_share   mean win share (1/k for each of k winners)          se: win_share_se
--   score       mean score                                          se: score_se
--   score_sd    standard deviation of the score; blank for one seat
-- The size of the clustering is measured on the first games and carried over to all of them.
WITH per_case AS (
    SELECT agent, count(*) AS m, sum(win_share) AS w, sum(score)::DOUBLE AS s
    FROM first_seats
    GROUP BY case_no(game_no), agent
),
clustered AS (
    SELECT agent, ratio_se(w, m) AS win_se, ratio_se(s, m) AS score_se, sum(m) AS m FROM per_case GROUP BY agent
),
whole AS (
    SELECT agent, count(*) AS seats, avg(win_share) AS win_share, avg(score) AS score, stddev(score) AS score_sd
    FROM seats
    GROUP BY agent
)
SELECT agent, seats,
       win_share, win_se * sqrt(m / seats) AS win_share_se,
       score, score_se * sqrt(m / seats) AS score_se,
       score_sd
FROM whole JOIN clustered USING (agent)
ORDER BY win_share DESC, agent
