-- On which turn does the main phase end, and why?
-- part 'total': one row per reason: words, share of the games with Wilson's interval low to high, mean turn.
-- part 'turn': one row per reason and turn.
WITH counted AS (SELECT count(*) AS n FROM games),
said AS (
    SELECT *, CASE end_reason WHEN 'fairies' THEN 'the fairies had appeared' WHEN 'target' THEN 'somebody reached the target'
              ELSE 'the deck ran out' END AS words
    FROM games
),
total AS (SELECT words, count(*) / any_value(n) AS share, avg(turns_main) AS mean, any_value(n) AS n FROM said, counted GROUP BY words)
SELECT 'total' AS part, words, NULL AS turn, share, mean,
       wilson_low(share, n) AS low, wilson_high(share, n) AS high
FROM total
UNION ALL
SELECT 'turn', CASE end_reason WHEN 'fairies' THEN 'fairies' WHEN 'target' THEN 'target' ELSE 'deck out' END,
       turns_main, count(*) / any_value(n), NULL, NULL, NULL
FROM said, counted GROUP BY end_reason, turns_main
ORDER BY part, words, turn
