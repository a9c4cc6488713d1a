-- How much does starting a round help, and is Strength worth drafting?
-- From the first 50,000 games (intervals of gain, luck and symbol from 30 games on); gain: win share less what seats of that play style win on average.
-- part 'round': one row per round: name, win (win share of the seat that starts it) with low and high; gain with
--   gain_low and gain_high; strength (mean of who starts), mean (of all); tied (share of games in which two seats or
--   more have the most Strength, so that the order of their heroes decides), luck (gain of the one that starts less
--   that of the others who are as strong) with luck_low and luck_high; symbol (gain for one more Strength than the table's mean)
--   with symbol_low and symbol_high; worth (the same in points of the final score)
-- part 'all': the same over all three rounds together, clustered by game
-- part 'curve': one row per Strength over the mean of the table (over, in steps of 2) in round 3: gain with gain_low and gain_high
-- part 'arm': one row per number of players and round, equal styles at the table: name (round), players, win with low
--   and high, fair (1/players)
WITH usual AS (
    SELECT agent, avg(win_share) AS usual, avg(score) AS score_usual FROM turn_seats(50_000) GROUP BY agent
),
seat AS (
    SELECT game_no, seat, win_share AS win, win_share - usual AS gain, score - score_usual AS points
    FROM turn_seats(50_000) JOIN usual USING (agent)
),
begun AS MATERIALIZED (
    SELECT game_no, round, seat = start_seat AS starts, strength::DOUBLE AS strength, win, gain, points,
           strength - avg(strength) OVER (PARTITION BY game_no, round) AS over,
           strength = max(strength) OVER (PARTITION BY game_no, round) AS top,
           count(*) OVER (PARTITION BY game_no, round, strength) AS equals
    FROM first_turns(50_000) JOIN seat USING (game_no, seat) WHERE phase = 'adventure' AND step = 1
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
    SELECT round, sum(m) AS m, sum(win) / sum(m) AS win, sum(gain) / sum(m) AS gain, sum(strength) / sum(m) AS strength,
           sum(mean) / sum(m) AS mean, sum(tied) / sum(m) AS tied, sum(ml) AS ml, sum(luck) / nullif(sum(ml), 0) AS luck,
           ratio_se(s.win, s.m) AS win_se, CASE WHEN count(*) >= 30 THEN ratio_se(s.gain, s.m) END AS gain_se,
           CASE WHEN count(*) >= 30 THEN ratio_se(s.luck, s.ml) END AS luck_se,
           CASE WHEN count(*) >= 30 THEN ratio_se(s.xy, s.xx) END AS symbol_se
    FROM summed s GROUP BY round
),
known AS (
    SELECT CASE WHEN mean.round IS NULL THEN 'all' ELSE 'round' END AS part, coalesce('round ' || mean.round, 'any round') AS name,
           mean.* EXCLUDE (round), symbol, worth
    FROM mean JOIN slope ON mean.round IS NOT DISTINCT FROM slope.round
),
stepped AS (
    SELECT game_no, 2 * greatest(-4, least(4, round(over / 2)))::INT AS over, sum(gain) AS g, count(*) AS m
    FROM begun WHERE round = 3 GROUP BY ALL
),
curve AS (
    SELECT over, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM stepped GROUP BY over HAVING sum(m) >= 30
)
SELECT part, name, NULL AS players, NULL AS fair, win,
       share_low(win, win_se, m) AS low, share_high(win, win_se, m) AS high,
       NULL AS over, gain, gain - z() * gain_se AS gain_low, gain + z() * gain_se AS gain_high, strength, mean, tied,
       luck, luck - z() * luck_se AS luck_low, luck + z() * luck_se AS luck_high,
       symbol, symbol - z() * symbol_se AS symbol_low, symbol + z() * symbol_se AS symbol_high, worth
FROM known
UNION ALL BY NAME
SELECT 'curve' AS part, over, gain, gain - z() * se AS gain_low, gain + z() * se AS gain_high FROM curve
UNION ALL BY NAME
SELECT 'arm' AS part, subject AS name, players, 1 / players AS fair, value AS win, low, high
FROM experiments WHERE experiment = 'players' AND figure = 'start_win_share'
ORDER BY part, players, name, over
