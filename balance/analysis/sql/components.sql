-- Where do points come from?
-- One row per (style, component): agent, component (a column pts_...), points (mean per seat and game), seats.
-- Without errors: those of all styles together are in counted/figures.sql.
FROM (
    UNPIVOT (SELECT agent, count(*) AS seats, avg(COLUMNS('pts_.*')) AS "\0" FROM seats GROUP BY agent)
    ON COLUMNS('pts_.*') INTO NAME component VALUE points
)
SELECT agent, component, points, seats
ORDER BY agent, component
