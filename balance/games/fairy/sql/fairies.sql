-- What do more fairies, or fairies elsewhere, change?
-- One row per arm, in order: arm, turns (main phase) with low and high, target (share of games ended by it),
-- catch (how often a Catch was right).
WITH e AS (SELECT * FROM experiments WHERE experiment = 'fairies')
SELECT t.arm, t.value AS turns, t.low AS turns_low, t.high AS turns_high, coalesce(x.value, 0) AS target, c.value AS catch
FROM e t
LEFT JOIN e x ON x.arm = t.arm AND x.figure = 'end_share' AND x.subject = 'target'
LEFT JOIN e c ON c.arm = t.arm AND c.figure = 'right_share' AND c.subject = 'catch'
WHERE t.figure = 'main_turns_mean'
ORDER BY t.place
