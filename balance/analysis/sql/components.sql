-- Where do points come from?
-- One row per (style, component): agent, component (a column pts_...), points (mean per seat and game),
-- points_se (seats taken as independent), seats.
SELECT agent, component, avg(points) AS points, mean_se(points) AS points_se,
       count(*) AS seats
FROM (UNPIVOT (SELECT agent, COLUMNS('pts_.*') FROM seats) ON COLUMNS('pts_.*') INTO NAME component VALUE points)
GROUP BY agent, component
ORDER BY agent, component
