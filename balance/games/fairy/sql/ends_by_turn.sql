-- On which turn does the main phase end, and why?
-- part 'total': one row per reason: words, share of the games, mean turn. part 'turn': one row per reason and turn.
WITH counted AS (SELECT count(*) AS n FROM games),
said AS (
    SELECT *, CASE end_reason WHEN 'fairies' THEN 'the fairies had appeared' WHEN 'target' THEN 'somebody reached the target'
              ELSE 'the deck ran out' END AS words
    FROM games
)
SELECT 'total' AS part, words, NULL AS turn, count(*) / any_value(n) AS share, avg(turns_main) AS mean
FROM said, counted GROUP BY words
UNION ALL
SELECT 'turn', CASE end_reason WHEN 'fairies' THEN 'fairies' WHEN 'target' THEN 'target' ELSE 'deck out' END,
       turns_main, count(*) / any_value(n), NULL
FROM said, counted GROUP BY end_reason, turns_main
ORDER BY part, words, turn
