-- How long do games last?
-- One row per length: turns, games (how many games lasted that long).
SELECT turns, count(*) AS games FROM games GROUP BY turns ORDER BY turns
