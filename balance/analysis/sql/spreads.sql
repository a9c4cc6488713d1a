-- How much do length and score differ from game to game?
-- One row per figure that is no ratio of counts, so that no comparison judges it.
--   figure, subject    the figure, and what it is of
--   value, se          standard deviation, in turns or points, and its standard error
--   n                  games
SELECT 'turns_sd' AS figure, '' AS subject, coalesce(stddev(turns), 0) AS value, sd_se(turns) AS se, count(*) AS n
FROM games
UNION ALL
SELECT 'score_sd', '', coalesce(stddev(score), 0), sd_se(score), count(DISTINCT game_no) FROM seats
ORDER BY figure, subject
