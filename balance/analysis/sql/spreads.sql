-- How much do length and score differ from game to game?
-- One row per figure that is no ratio of counts, so that no comparison judges it.
--   figure, subject    the figure, and what it is of
--   value, se          standard deviation, in turns or points, and its standard error (clustered by game, or by match: it
--                      is that of a mean, of how far squared distances are from the variance)
--   n                  games
WITH length AS (SELECT avg(turns) AS mean, nullif(var_pop(turns), 0) AS variance, stddev(turns) AS sd FROM games),
score AS (SELECT avg(score) AS mean, nullif(var_pop(score), 0) AS variance, stddev(score) AS sd FROM seats),
lengths AS (
    SELECT sum((turns - mean) ** 2 / variance - 1) AS d, count(*) AS m FROM games, length GROUP BY case_no(game_no)
),
scores AS (
    SELECT sum((score - mean) ** 2 / variance - 1) AS d, count(*) AS m FROM seats, score GROUP BY case_no(game_no)
)
SELECT 'turns_sd' AS figure, '' AS subject, coalesce(sd, 0) AS value,
       coalesce(sd * (SELECT ratio_se(d, m) FROM lengths) / 2, 0) AS se, (SELECT count(*) FROM games) AS n
FROM length
UNION ALL
SELECT 'score_sd', '', coalesce(sd, 0),
       coalesce(sd * (SELECT ratio_se(d, m) FROM scores) / 2, 0), (SELECT count(DISTINCT game_no) FROM seats)
FROM score
ORDER BY figure, subject
