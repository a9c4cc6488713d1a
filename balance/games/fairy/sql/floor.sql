-- How often does the floor act, and for whom?
-- part 'style': one row per style: name, share of its main-phase turns in which the floor saved a loss, low, high.
-- part 'arm': one row per arm of the experiment: name, share = mean score of always_catch in the main phase.
WITH per_game AS (
    SELECT agent, game_no, count(*) AS m, sum((floor_saved > 0)::INT) AS k
    FROM first_turns WHERE phase = 'main' GROUP BY agent, game_no
),
style AS (SELECT agent, sum(k) / sum(m) AS r, ratio_se(k, m) AS se, sum(m) AS m FROM per_game GROUP BY agent)
SELECT 'style' AS part, agent AS name, r AS share, share_low(r, se, m) AS low, share_high(r, se, m) AS high
FROM style
UNION ALL
SELECT 'arm', replace(arm, 'always Catch, ', ''), value, low, high
FROM experiments
WHERE experiment = 'floor' AND figure = 'main_score_mean' AND subject = 'always_catch'
ORDER BY part DESC, share DESC, name
