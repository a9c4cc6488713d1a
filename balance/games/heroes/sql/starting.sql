-- How much does starting a round help, and is Strength worth drafting?
-- From the first 50,000 games (intervals of gain, luck and symbol from 30 games on); gain: win share less what seats of that play style win anyhow.
-- part 'round': one row per round: name, win (win share of the seat that starts it) with low and high; gain with
--   gain_low and gain_high; strength (mean of who starts), mean (of all); tied (share of games in which two seats or
--   more have the most Strength, so that the order of their heroes decides), luck (gain of the one that starts less
--   that of the tied others) with luck_low and luck_high; symbol (gain for one more Strength than the table's mean)
--   with symbol_low and symbol_high; worth (the same in points of the final score)
-- part 'all': the same over all three rounds together, clustered by game
-- part 'curve': one row per Strength over the mean of the table (over, in steps of 2) in round 3: gain with gain_low and gain_high
-- part 'arm': one row per number of players and round, equal styles at the table: name (round), players, win with low
--   and high, fair (1/players)
WITH usual AS (
    SELECT agent, avg(win_share) AS usual, avg(score) AS score_usual FROM turn_seats WHERE kept_no(game_no) < 50000 GROUP BY agent
),
seat AS (
    SELECT game_no, seat, win_share AS win, win_share - usual AS gain, score - score_usual AS points
    FROM turn_seats JOIN usual USING (agent) WHERE kept_no(game_no) < 50000
),
begun AS MATERIALIZED (
    SELECT game_no, round, seat = start_seat AS starts, strength::DOUBLE AS strength, win, gain, points,
           strength - avg(strength) OVER (PARTITION BY game_no, round) AS over,
           strength = max(strength) OVER (PARTITION BY game_no, round) AS top,
           count(*) OVER (PARTITION BY game_no, round, strength) AS equals
    FROM first_turns JOIN seat USING (game_no, seat) WHERE turn IN (5, 14, 24)
),
slope AS (
    SELECT round, sum(over * gain) / nullif(sum(over * over), 0) AS symbol, sum(over * points) / nullif(sum(over * over), 0) AS worth,
           sum(over * over) AS xx
    FROM begun GROUP BY GROUPING SETS ((round), ())
),
per_game AS (
    SELECT game_no, round, avg(win) FILTER (starts) AS win, avg(gain) FILTER (starts) AS gain,
           avg(strength) FILTER (starts) AS strength, avg(strength) AS mean, max((top AND equals > 1)::INT) AS tied,
           avg(gain) FILTER (starts AND equals > 1) - avg(gain) FILTER (top AND NOT starts) AS luck,
           sum(over * gain) AS xy, sum(over * over) AS xx
    FROM begun GROUP BY game_no, round
),
summed AS (  -- one row per game, and per game and round
    SELECT game_no, round, count(*) AS m, sum(win) AS win, sum(gain) AS gain, sum(strength) AS strength, sum(mean) AS mean,
           sum(tied) AS tied, coalesce(sum(luck), 0) AS luck, count(luck) AS ml, sum(xy) AS xy, sum(xx) AS xx
    FROM per_game GROUP BY GROUPING SETS ((game_no, round), (game_no))
),
mean AS (
    SELECT round, sum(m) AS m, CASE WHEN count(*) >= 30 THEN 1 END AS enough, sum(win) / sum(m) AS win, sum(gain) / sum(m) AS gain, sum(strength) / sum(m) AS strength,
           sum(mean) / sum(m) AS mean, sum(tied) / sum(m) AS tied, sum(ml) AS ml, sum(luck) / nullif(sum(ml), 0) AS luck
    FROM summed GROUP BY round
),
spread AS (
    SELECT s.round, sqrt(sum((s.win - mean.win * s.m) ** 2)) / any_value(mean.m) AS win_se,
           sqrt(sum((s.gain - mean.gain * s.m) ** 2)) / any_value(mean.m) * any_value(enough) AS gain_se,
           sqrt(sum((s.luck - mean.luck * s.ml) ** 2)) / nullif(any_value(mean.ml), 0) * any_value(enough) AS luck_se,
           sqrt(sum((s.xy - symbol * s.xx) ** 2)) / nullif(any_value(slope.xx), 0) * any_value(enough) AS symbol_se
    FROM summed s JOIN mean ON mean.round IS NOT DISTINCT FROM s.round JOIN slope ON slope.round IS NOT DISTINCT FROM s.round
    GROUP BY s.round
),
known AS (
    SELECT CASE WHEN mean.round IS NULL THEN 'all' ELSE 'round' END AS part, coalesce('round ' || mean.round, 'any round') AS name,
           mean.* EXCLUDE (round, enough), spread.* EXCLUDE (round), symbol, worth,
           CASE WHEN win_se > 0 THEN least(m, win * (1 - win) / win_se ** 2) ELSE m END AS n
    FROM mean JOIN spread ON mean.round IS NOT DISTINCT FROM spread.round JOIN slope ON mean.round IS NOT DISTINCT FROM slope.round
),
stepped AS (
    SELECT game_no, 2 * greatest(-4, least(4, round(over / 2)))::INT AS over, sum(gain) AS g, count(*) AS m
    FROM begun WHERE round = 3 GROUP BY ALL
),
curve AS (
    SELECT over, sum(g) / sum(m) AS gain,
           sqrt(greatest(0, sum(g * g) - 2 * sum(g) / sum(m) * sum(g * m) + (sum(g) / sum(m)) ** 2 * sum(m * m))) / sum(m) AS se
    FROM stepped GROUP BY over HAVING sum(m) >= 30
)
SELECT part, name, NULL AS players, NULL AS fair, win,
       greatest(0, (win + 1.92 / n - 1.96 * sqrt(win * (1 - win) / n + 0.96 / n ** 2)) / (1 + 3.84 / n)) AS low,
       least(1, (win + 1.92 / n + 1.96 * sqrt(win * (1 - win) / n + 0.96 / n ** 2)) / (1 + 3.84 / n)) AS high,
       NULL AS over, gain, gain - 1.96 * gain_se AS gain_low, gain + 1.96 * gain_se AS gain_high, strength, mean, tied,
       luck, luck - 1.96 * luck_se AS luck_low, luck + 1.96 * luck_se AS luck_high,
       symbol, symbol - 1.96 * symbol_se AS symbol_low, symbol + 1.96 * symbol_se AS symbol_high, worth
FROM known
UNION ALL BY NAME
SELECT 'curve' AS part, over, gain, gain - 1.96 * se AS gain_low, gain + 1.96 * se AS gain_high FROM curve
UNION ALL BY NAME
SELECT 'arm' AS part, subject AS name, players, 1 / players AS fair, value AS win, low, high
FROM experiments WHERE experiment = 'players' AND figure = 'start_win_share'
ORDER BY part, players, name, over
