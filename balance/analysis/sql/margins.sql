-- How close are games?
-- One row per margin (best minus second best score): margin, games.
SELECT margin, count(*) AS games FROM games GROUP BY margin ORDER BY margin
