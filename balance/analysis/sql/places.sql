-- Which points separate the winners from the last?
-- One row per score component, from the first games that have a winner and a loser.
--   component     a column pts_...
--   games         games
--   winners       mean points of the winners                se: winners_se
--   last          mean points of those of the last rank     se: last_se
--   gap           winners - last                            se: gap_se
-- Several winners (or last ones) of a game count as their mean: one value per game. Games are independent, but for those of a match.
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
),
per_case AS (
    SELECT component, sum(w) AS w, sum(l) AS l, sum(w - l) AS gap, count(*) AS m
    FROM per_game
    GROUP BY component, case_no(game_no)
)
SELECT component, sum(m)::BIGINT AS games,
       sum(w) / sum(m) AS winners, case_se(w, m) AS winners_se,
       sum(l) / sum(m) AS last, case_se(l, m) AS last_se,
       sum(gap) / sum(m) AS gap, case_se(gap, m) AS gap_se
FROM per_case
GROUP BY component
ORDER BY component
