-- Which points separate the winners from the last?
-- One row per score component, from the first games that have a winner and a loser.
--   component     a column pts_...
--   games         games
--   winners       mean points of the winners                se: winners_se
--   last          mean points of those of the last rank     se: last_se
--   gap           winners - last                            se: gap_se
-- Several winners (or last ones) of a game count as their mean: one value per game, so games are independent.
WITH ends AS (
    SELECT *, CASE WHEN win_share > 0 THEN 1 WHEN rank = max(rank) OVER (PARTITION BY game_no) THEN 0 END AS won
    FROM first_seats
),
per_game AS (
    SELECT game_no, component, avg(points) FILTER (won = 1) AS w, avg(points) FILTER (won = 0) AS l
    FROM (
        UNPIVOT (SELECT game_no, won, COLUMNS('pts_.*') FROM ends WHERE won IS NOT NULL)
        ON COLUMNS('pts_.*') INTO NAME component VALUE points
    )
    GROUP BY game_no, component
    HAVING w IS NOT NULL AND l IS NOT NULL
)
SELECT component, count(*) AS games,
       avg(w) AS winners, mean_se(w) AS winners_se,
       avg(l) AS last, mean_se(l) AS last_se,
       avg(w - l) AS gap, mean_se(w - l) AS gap_se
FROM per_game
GROUP BY component
ORDER BY component
