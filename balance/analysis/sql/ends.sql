-- How do games end?
-- One row per (end reason, number of winners): end_reason, winners, games, mean turns.
SELECT end_reason, winners, count(*) AS games, avg(turns) AS turns
FROM games
GROUP BY end_reason, winners
ORDER BY games DESC, end_reason, winners
