-- How much does remembering pay?
-- One row per style of the reference line-up: subject (style), win, win_low, win_high, score (main phase).
SELECT w.subject, w.value AS win, w.low AS win_low, w.high AS win_high, s.value AS score
FROM experiments w JOIN experiments s USING (experiment, arm, subject)
WHERE experiment = 'memory' AND w.figure = 'style_win_share' AND s.figure = 'main_score_mean'
ORDER BY w.value DESC
