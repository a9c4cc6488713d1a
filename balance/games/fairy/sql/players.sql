-- How does the game scale with the number of players?
-- One row per number of players: players, best (mean best score) with low and high, turns (main phase), tie.
SELECT b.players, b.value AS best, b.low AS best_low, b.high AS best_high, t.value AS turns, x.value AS tie
FROM experiments b JOIN experiments t USING (experiment, arm) JOIN experiments x USING (experiment, arm)
WHERE experiment = 'players' AND b.figure = 'main_best_mean' AND t.figure = 'main_turns_mean' AND x.figure = 'tie_share'
ORDER BY b.players
