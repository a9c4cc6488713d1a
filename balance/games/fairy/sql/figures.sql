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
       mean_se(turns_main) AS se, count(*) AS n
FROM games
UNION ALL
SELECT 'main_turns_sd', '', coalesce(stddev(turns_main), 0),
       sd_se(turns_main), count(*)
FROM games
UNION ALL
SELECT 'extra_turns_mean', '', avg(turns_extra), mean_se(turns_extra), count(*) FROM games
UNION ALL
SELECT 'tie_share', '', avg((margin = 0)::INT), mean_se((margin = 0)::INT), count(*) FROM games
UNION ALL
SELECT 'deck_out_share', '', avg((end_reason = 'deck_out')::INT),
       mean_se((end_reason = 'deck_out')::INT), count(*)
FROM games
UNION ALL
SELECT 'main_best_mean', '', avg(best), mean_se(best), count(*)
FROM (SELECT max(score_main) AS best FROM seats GROUP BY game_no)
UNION ALL
SELECT 'main_score_mean', agent, avg(score_main), mean_se(score_main), count(*)
FROM seats GROUP BY agent
UNION ALL
SELECT 'right_share', key, sum(hits) / nullif(sum(picks), 0), ratio_se(hits, picks), count(*)
FROM guesses GROUP BY key
ORDER BY figure, subject
