-- What do other payoffs change?
-- One row per arm, in order: arm, turns (main phase) with turns_low and turns_high, best (best score), target (share
-- of games ended by it) with target_low and target_high, top (the style that wins most), win (its win share).
WITH e AS (SELECT * FROM experiments WHERE experiment = 'payoffs'),
top AS (
    SELECT arm, arg_max(subject, value) AS top, max(value) AS win FROM e WHERE figure = 'style_win_share' GROUP BY arm
)
SELECT t.arm, t.value AS turns, t.low AS turns_low, t.high AS turns_high, b.value AS best, coalesce(x.value, 0) AS target, coalesce(x.low, 0) AS target_low,
       coalesce(x.high, 0) AS target_high, top, win
FROM e t
JOIN e b ON b.arm = t.arm AND b.figure = 'main_best_mean'
LEFT JOIN e x ON x.arm = t.arm AND x.figure = 'end_share' AND x.subject = 'target'
JOIN top ON top.arm = t.arm
WHERE t.figure = 'main_turns_mean'
ORDER BY t.place
