-- How good did the winner's chances look on the way?
-- One row per turn, from the games one seat won alone, while they went on.
--   turn          after which turn
--   games         games
--   p5, p25, p50, p75, p95    the winner's chance then: 5, 25, 50, 75, 95 % of the winners had at most so much
SELECT turn::INT AS turn, count(*) AS games, quantile_cont(chance, 0.05) AS p5, quantile_cont(chance, 0.25) AS p25,
       quantile_cont(chance, 0.5) AS p50, quantile_cont(chance, 0.75) AS p75, quantile_cont(chance, 0.95) AS p95
FROM given
WHERE win_share = 1
GROUP BY turn
ORDER BY turn
