-- How often is a fight of 1, 2, 3 lost, by dice and by free slots?
-- Fights with at least one die, of the first 50,000 games. Free slots: of any kind, when the dice are rolled.
-- part 'all': one row, all fights. part 'size': one row per number of adversaries fought. part 'dice': one row per
--   dice rolled (a die that a tile adds included). part 'cell': dice and free slots; lost is blank below 30 fights.
--   name     adversaries or dice (all three: green, yellow and red)
--   slots    free slots ('cell' only)
--   share    of all fights; fights: their number
--   lost     share lost; low, high: its interval, clustered by game (not for 'cell')
--   damage   mean points of damage rolled; taken: mean adversaries taken
--   typed    share of the lost ones that had slots enough, but not of the energy asked for
WITH fight AS MATERIALIZED (
    SELECT game_no, k, CASE dice WHEN 'green+yellow+red' THEN 'all three' ELSE dice END AS dice, 1 - won::INT AS lost, won::INT * k AS taken,
           dmg_any::INT + dmg_l + dmg_f + dmg_i AS damage, free_l::INT + free_f + free_i + free_generic AS free
    FROM first_turns(50_000) WHERE k > 0
),
grouped AS (
    SELECT game_no, k, dice, count(*) AS m, sum(lost) AS lost, sum(damage) AS damage, sum(taken) AS taken,
           sum((lost AND damage <= free)::INT) AS typed
    FROM fight GROUP BY GROUPING SETS ((game_no), (game_no, k), (game_no, dice))
),
rate AS (
    SELECT k, dice, sum(m) AS n, sum(lost) / sum(m) AS p, sum(damage) / sum(m) AS damage,
           sum(taken) / sum(m) AS taken, sum(typed) / nullif(sum(lost), 0) AS typed,
           ratio_se(lost, m) AS se
    FROM grouped GROUP BY k, dice
),
cell AS (
    SELECT dice, least(free, 8) AS free, count(*) AS n, avg(lost) AS p, avg(damage) AS damage, avg(taken) AS taken
    FROM fight GROUP BY ALL
),
frame AS (SELECT dice, free FROM (SELECT DISTINCT dice FROM cell), range(9) AS counted(free))
SELECT CASE WHEN dice IS NOT NULL THEN 'dice' WHEN k IS NOT NULL THEN 'size' ELSE 'all' END AS part,
       coalesce(dice, k::VARCHAR, 'all') AS name, NULL AS slots, n / max(n) OVER () AS share, n::BIGINT AS fights, p AS lost,
       share_low(p, se, n) AS low, share_high(p, se, n) AS high,
       damage, taken, typed
FROM rate
UNION ALL
SELECT 'cell', dice, CASE free WHEN 8 THEN '8+' ELSE free::VARCHAR END, n / sum(n) OVER (), coalesce(n, 0),
       CASE WHEN n >= 30 THEN p END, NULL, NULL, damage, taken, NULL
FROM frame LEFT JOIN cell USING (dice, free)
ORDER BY part, array_position(['1', '2', '3', 'green', 'yellow', 'red', 'green+yellow', 'green+red', 'yellow+red', 'all three'], name), slots
