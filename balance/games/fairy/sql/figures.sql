-- What do the headline figures of Fairy itself count in every case?
-- One row per figure, subject and case, with the columns of the shared figures; what each figure is stands in the game's headlines.
WITH per_case AS (SELECT {pair} AS pair, sum(COLUMNS('^(n|right)_')) AS "\0" FROM seats GROUP BY {pair}),
picks AS (
    SELECT pair, replace(name, 'n_', '') AS key, picks
    FROM (UNPIVOT (SELECT pair, COLUMNS('^n_') FROM per_case) ON COLUMNS('^n_') INTO NAME name VALUE picks)
),
hits AS (
    SELECT pair, replace(name, 'right_', '') AS key, hits
    FROM (UNPIVOT (SELECT pair, COLUMNS('^right_') FROM per_case) ON COLUMNS('^right_') INTO NAME name VALUE hits)
)
SELECT figure, '' AS subject, pair, x, 1 AS m
FROM (
    UNPIVOT (
        SELECT {pair} AS pair, turns_main::DOUBLE AS main_turns_mean, turns_extra::DOUBLE AS extra_turns_mean,
               (margin = 0)::DOUBLE AS tie_share, (end_reason = 'deck_out')::DOUBLE AS deck_out_share
        FROM games
    ) ON COLUMNS(* EXCLUDE pair) INTO NAME figure VALUE x
)
UNION ALL
SELECT 'main_best_mean', '', pair, best, 1
FROM (SELECT any_value({pair}) AS pair, max(score_main) AS best FROM seats GROUP BY game_no)
UNION ALL SELECT 'main_score_mean', agent, {pair}, score_main, 1 FROM seats
UNION ALL SELECT 'right_share', key, pair, hits, picks FROM picks JOIN hits USING (pair, key)
