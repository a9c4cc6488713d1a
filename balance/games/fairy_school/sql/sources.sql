-- How much of the score is kindness, projects, steps, study, left-overs, by style and by number of players?
-- One row per table and source, from all games and from the arms of the experiment 'tables':
--   who               this run, a style of it, or an arm: how many players
--   kind              'run', 'style' or 'table'
--   part              'chart': rows of the chart, all but those of the run
--   source            kindness, projects, final steps, creatures, left-over elements
--   points            mean points of a seat; points_low, points_high: its interval, clustered by game (not for arms)
--   share             share of all points; low, high: its interval, clustered by game
--   ceiling           cubes of a player: nobody's table can have more kindness on average; the same in every row
WITH per_game AS (
    SELECT game_no, agent, count(*)::DOUBLE AS m, sum(score)::DOUBLE AS score, sum(pts_kindness)::DOUBLE AS kindness,
           sum(pts_projects)::DOUBLE AS projects, sum(pts_steps)::DOUBLE AS "final steps", sum(pts_study)::DOUBLE AS creatures,
           sum(pts_resources)::DOUBLE AS "left-over elements"
    FROM seats GROUP BY GROUPING SETS ((game_no), (game_no, agent))
),
long AS (
    UNPIVOT per_game ON kindness, projects, "final steps", creatures, "left-over elements" INTO NAME source VALUE x
),
rate AS (
    SELECT agent, source, sum(x) / sum(m) AS points, sum(x) / nullif(sum(score), 0) AS p,
           ratio_se(x, m) AS points_se,
           ratio_se(x, score) AS se
    FROM long GROUP BY agent, source
),
arm AS (
    SELECT place, players, arm, subject AS source, value AS p, low, high FROM experiments
    WHERE experiment = 'tables' AND figure = 'part_share' AND starts_with(arm, players || ' players')
),
named AS (
    SELECT place, arm, score.value AS score FROM (SELECT DISTINCT place, arm FROM arm)
    JOIN (SELECT place, value FROM experiments WHERE experiment = 'tables' AND figure = 'score_mean') score USING (place)
),
told AS (
    SELECT coalesce(agent, 'this run') AS who, CASE WHEN agent IS NULL THEN 'run' ELSE 'style' END AS kind, 0 AS players, source, points,
           points - z() * points_se AS points_low, points + z() * points_se AS points_high, p AS share, greatest(0, p - z() * se) AS low, least(1, p + z() * se) AS high
    FROM rate
    UNION ALL
    SELECT players || ' players', 'table', players, source, p * score, NULL, NULL, p, low, high FROM arm JOIN named USING (place)
)
SELECT who, kind, CASE kind WHEN 'run' THEN '' ELSE 'chart' END AS part, source, points, points_low, points_high, share, low, high,
       (SELECT any_value(CASE activation_cubes WHEN 'usual' THEN CASE length WHEN 'short' THEN 32 ELSE 37 END ELSE TRY_CAST(activation_cubes AS INT) END) FROM games)
           AS ceiling
FROM told
ORDER BY array_position(['run', 'style', 'table'], kind), players, who,
         array_position(['kindness', 'projects', 'final steps', 'creatures', 'left-over elements'], source)
