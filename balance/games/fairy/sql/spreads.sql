-- How much does the length of the main phase differ from game to game?
-- The columns are those of the shared spreads.
SELECT 'main_turns_sd' AS figure, '' AS subject, coalesce(stddev(turns_main), 0) AS value, sd_se(turns_main) AS se, count(*) AS n
FROM games
