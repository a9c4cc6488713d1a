-- When is a game decided?
-- One row per tenth of the game: tenth (1 to 10) and games, those with a winner who was never behind any
-- more from a turn in that tenth on (lead_turn x 10 / turns, rounded up).
SELECT greatest(1, (lead_turn * 10 + turns - 1) // turns)::INT AS tenth, count(*) AS games
FROM games
WHERE winners > 0 AND turns > 0
GROUP BY tenth
ORDER BY tenth
