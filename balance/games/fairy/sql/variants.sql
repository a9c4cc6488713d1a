-- Is the 15-point variant more consistent?
-- One row per arm, in order: arm, mean (turns of the main phase), sd, sd_low, sd_high.
SELECT m.arm, m.value AS mean, s.value AS sd, s.low AS sd_low, s.high AS sd_high
FROM experiments m JOIN experiments s USING (experiment, arm, place)
WHERE experiment = 'variants' AND m.figure = 'main_turns_mean' AND s.figure = 'main_turns_sd'
ORDER BY place
