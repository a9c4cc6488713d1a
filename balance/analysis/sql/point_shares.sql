-- Which share of the points gained comes from each component?
-- One row per component: component (a column pts_...), share, share_se (clustered by game), games.
-- Points gained are those of all components that bring more than they cost; one that costs points has a share below 0.
-- A share is a ratio of two sums over the games, and so is its standard error.
WITH parts AS (
    SELECT game_no, component, sum(points)::DOUBLE AS points
    FROM (UNPIVOT (SELECT game_no, COLUMNS('pts_.*') FROM seats) ON COLUMNS('pts_.*') INTO NAME component VALUE points)
    GROUP BY game_no, component
),
gains AS (SELECT component FROM parts GROUP BY component HAVING sum(points) > 0),
gained AS (SELECT game_no, sum(points) AS gained FROM parts SEMI JOIN gains USING (component) GROUP BY game_no)
SELECT component, sum(points) / sum(gained) AS share, ratio_se(points, gained) AS share_se, count(*) AS games
FROM parts JOIN gained USING (game_no)
GROUP BY component
ORDER BY component
