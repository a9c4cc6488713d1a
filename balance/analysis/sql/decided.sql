-- When is a game decided?
-- One row per tenth of the game: tenth (1 to 10) and games, those whose winners took the lead for good in that
-- tenth (lead_turn x 10 / turns, rounded up): from that turn on they led, and nobody else.
SELECT greatest(1, (lead_turn * 10 + turns - 1) // turns)::INT AS tenth, count(*) AS games
FROM games
WHERE winners > 0 AND turns > 0
GROUP BY tenth
ORDER BY tenth
