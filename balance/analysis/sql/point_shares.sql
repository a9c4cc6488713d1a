-- Which share of the points gained comes from each component?
-- One row per component: component (a column pts_...), share, share_se (clustered by game, or match), games.
-- Points gained are those of all components that bring more than they cost; one that costs points has a share below 0.
-- A share is a ratio of two sums over the cases, and so is its standard error.
WITH parts AS (
    SELECT case_no, component, sum(points)::DOUBLE AS points, count_if(seat = 0) AS games
    FROM (
        UNPIVOT (SELECT case_no(game_no) AS case_no, seat, COLUMNS('pts_.*') FROM seats)
        ON COLUMNS('pts_.*') INTO NAME component VALUE points
    )
    GROUP BY case_no, component
),
gains AS (SELECT component FROM parts GROUP BY component HAVING sum(points) > 0),
gained AS (SELECT case_no, sum(points) AS gained FROM parts SEMI JOIN gains USING (component) GROUP BY case_no)
SELECT component, sum(points) / sum(gained) AS share, ratio_se(points, gained) AS share_se, sum(games)::BIGINT AS games
FROM parts JOIN gained USING (case_no)
GROUP BY component
ORDER BY component
