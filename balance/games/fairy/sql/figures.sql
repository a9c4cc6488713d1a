-- Fairy's own headline figures.
-- One row per figure: figure, subject, value, se, n (see the shared figures).
--   main_turns_mean, main_turns_sd   length of the main phase, in turns
--   extra_turns_mean                 extra turns, in turns
--   tie_share                        games with a tie for first place when the main phase ended
--   deck_out_share                   games whose deck ran out in the main phase
--   main_best_mean                   best score at the end of the main phase, in points
--   main_score_mean (style)          score at the end of the main phase, in points
--   right_share (guess)              how often a guess was right when it was made, main phase
WITH per_game AS (
    SELECT game_no, sum(COLUMNS('^(n|right)_')) AS "\0" FROM first_seats GROUP BY game_no
),
picks AS (
    SELECT game_no, replace(name, 'n_', '') AS key, picks
    FROM (UNPIVOT (SELECT game_no, COLUMNS('^n_') FROM per_game) ON COLUMNS('^n_') INTO NAME name VALUE picks)
),
hits AS (
    SELECT game_no, replace(name, 'right_', '') AS key, hits
    FROM (UNPIVOT (SELECT game_no, COLUMNS('^right_') FROM per_game) ON COLUMNS('^right_') INTO NAME name VALUE hits)
),
guesses AS (SELECT * FROM picks JOIN hits USING (game_no, key))
SELECT 'main_turns_mean' AS figure, '' AS subject, avg(turns_main) AS value,
       coalesce(stddev(turns_main), 0) / sqrt(count(*)) AS se, count(*) AS n
FROM games
UNION ALL
SELECT 'main_turns_sd', '', coalesce(stddev(turns_main), 0),
       coalesce(sqrt(greatest(0, kurtosis_pop(turns_main) + 2) / count(*)) * stddev(turns_main) / 2, 0), count(*)
FROM games
UNION ALL
SELECT 'extra_turns_mean', '', avg(turns_extra), coalesce(stddev(turns_extra), 0) / sqrt(count(*)), count(*) FROM games
UNION ALL
SELECT 'tie_share', '', avg((margin = 0)::INT), coalesce(stddev((margin = 0)::INT), 0) / sqrt(count(*)), count(*) FROM games
UNION ALL
SELECT 'deck_out_share', '', avg((end_reason = 'deck_out')::INT),
       coalesce(stddev((end_reason = 'deck_out')::INT), 0) / sqrt(count(*)), count(*)
FROM games
UNION ALL
SELECT 'main_best_mean', '', avg(best), coalesce(stddev(best), 0) / sqrt(count(*)), count(*)
FROM (SELECT max(score_main) AS best FROM seats GROUP BY game_no)
UNION ALL
SELECT 'main_score_mean', agent, avg(score_main), coalesce(stddev(score_main), 0) / sqrt(count(*)), count(*)
FROM seats GROUP BY agent
UNION ALL
SELECT 'right_share', key, any_value(r), sqrt(sum((hits - r * picks) ** 2)) / nullif(sum(picks), 0), count(*)
FROM (SELECT *, sum(hits) OVER (PARTITION BY key) / nullif(sum(picks) OVER (PARTITION BY key), 0) AS r FROM guesses)
GROUP BY key
ORDER BY figure, subject
