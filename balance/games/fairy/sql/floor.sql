-- How often does the floor act, and for whom?
-- part 'style': one row per style: name, share of its main-phase turns in which the floor saved a loss, low, high.
-- part 'arm': one row per arm of the experiment: name, share = mean score of always_catch in the main phase.
WITH per_game AS (
    SELECT agent, game_no, count(*) AS m, sum((floor_saved > 0)::INT) AS k
    FROM first_turns WHERE phase = 'main' GROUP BY agent, game_no
),
mean AS (SELECT agent, sum(k) / sum(m) AS r, sum(m) AS m FROM per_game GROUP BY agent),
style AS (
    SELECT agent, any_value(r) AS r, sqrt(sum((k - r * per_game.m) ** 2)) / any_value(mean.m) AS se
    FROM per_game JOIN mean USING (agent) GROUP BY agent
)
SELECT 'style' AS part, agent AS name, r AS share, greatest(0, r - 1.96 * se) AS low, r + 1.96 * se AS high
FROM style
UNION ALL
SELECT 'arm', replace(arm, 'always Catch, ', ''), value, low, high
FROM experiments
WHERE experiment = 'floor' AND figure = 'main_score_mean' AND subject = 'always_catch'
ORDER BY part DESC, share DESC, name
