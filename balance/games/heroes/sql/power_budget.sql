-- Do heroes pay for strong actions with weak edges: win share against power budget?
-- The power budget of a hero, in points: its best option (fight of 1, 2, 3: 2.6, 4.4, 5.4; mission 3.2; tile 2; each
-- counter healed 0.7, at most 4; each Shine 1) + 0.55 a plain slot + 0.8 times the value and 0.3 more a prestige slot
-- + 0.18 a half-icon + 0.1 a Strength.
-- One row per action, strongest first, from the first 20,000 games:
--   action            the printed action; heroes: how many have it
--   worth             points of its best option
--   halves            mean half-icons on both edges
--   budget            mean power budget
--   seats             seats that picked such a hero; win: their mean win share
--   gain              the same less what seats of their play style win on average; low, high: its interval, clustered by
--                     game, blank below 30 seats
-- The same in every row, over the heroes:
--   trade, trade_low, trade_high     correlation of worth with half-icons
--   pays, pays_low, pays_high        correlation of power budget with gain
--   slope                            gain for one more point of power budget
--   least, most                      smallest and largest budget; leanest, richest: whose it is
WITH hero AS (
    SELECT id, name, regexp_replace(lower(trim(effect)), ' */ *', ' / ', 'g') AS action, string_split(lower(effect), '/') AS options,
           coalesce(TRY_CAST(regexp_extract(lower(traits), 'strength *= *(\d+)', 1) AS INT), 0) AS strength,
           length(regexp_replace(regexp_extract(upper(traits), 'LEFT *= *([LFI-]+)', 1)
                                 || regexp_extract(upper(traits), 'RIGHT *= *([LFI-]+)', 1), '-', '', 'g')) AS halves,
           list_transform(regexp_extract_all(regexp_extract(lower(traits), 'slots *= *([0-9, ]*)', 1), '\d+'),
                          lambda slot: slot::INT) AS slots
    FROM card_table WHERE kind = 'hero' AND copies <> '0'
),
step AS (
    SELECT id, option, trim(unnest(string_split(option, '+'))) AS step
    FROM (SELECT id, unnest(options) AS option FROM hero)
),
valued AS (
    SELECT id, option,
           sum(CASE WHEN step LIKE 'fight%1%' THEN 2.6 WHEN step LIKE 'fight%2%' THEN 4.4 WHEN step LIKE 'fight%3%' THEN 5.4
                    WHEN step = 'mission' THEN 3.2 WHEN step = 'tile' THEN 2.0 WHEN step LIKE 'heal%all' THEN 2.8
                    WHEN step LIKE 'heal%' THEN 0.7 * least(4, regexp_extract(step, '\d+')::INT)
                    WHEN step LIKE 'shine%' THEN regexp_extract(step, '\d+')::INT ELSE 0 END)::DOUBLE AS worth
    FROM step GROUP BY id, option
),
budget AS (
    SELECT id, name, action, halves, worth, points, worth + points + 0.18 * halves + 0.1 * strength AS budget
    FROM (
        SELECT *, coalesce(list_sum(list_transform(slots, lambda slot: CASE slot WHEN 0 THEN 0.55 ELSE 0.8 * slot + 0.3 END)),
                           0)::DOUBLE AS points
        FROM hero
    ) JOIN (SELECT id, max(worth) AS worth FROM valued GROUP BY id) USING (id)
),
usual AS (SELECT agent, avg(win_share) AS usual FROM first_seats(20_000) GROUP BY agent),
pick AS (
    SELECT id, action, game_no, win_share AS w, win_share - usual AS g
    FROM first_cards(20_000) JOIN budget ON card = id JOIN first_seats(20_000) USING (game_no, seat) JOIN usual USING (agent)
    WHERE picked > 0
),
per_game AS (SELECT action, count(*) AS m, sum(w) AS w, sum(g) AS g FROM pick GROUP BY action, game_no),
won AS (
    SELECT action, sum(m)::BIGINT AS seats, sum(w) / sum(m) AS win, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM per_game GROUP BY action
),
raw AS (
    SELECT sqrt(greatest(1, count(*) - 3)) AS root, corr(worth, halves) AS trade, corr(budget, gain) AS pays,
           regr_slope(gain, budget) AS slope, min(budget) AS least, max(budget) AS most,
           arg_min(name, budget) AS leanest, arg_max(name, budget) AS richest
    FROM budget LEFT JOIN (SELECT id, avg(g) AS gain FROM pick GROUP BY id) USING (id)
),
whole AS (
    SELECT * REPLACE (CASE WHEN abs(trade) < 1 THEN trade END AS trade, CASE WHEN abs(pays) < 1 THEN pays END AS pays,
                      CASE WHEN abs(slope) < 10 THEN slope END AS slope)
    FROM raw
),
action AS (
    SELECT action, count(*) AS heroes, avg(worth) AS worth, avg(halves) AS halves, avg(budget) AS budget
    FROM budget GROUP BY action
)
SELECT action, heroes, worth, halves, budget, coalesce(seats, 0) AS seats, win, gain,
       CASE WHEN seats >= 30 THEN gain - z() * se END AS low, CASE WHEN seats >= 30 THEN gain + z() * se END AS high,
       trade, tanh(atanh(trade) - z() / root) AS trade_low, tanh(atanh(trade) + z() / root) AS trade_high,
       pays, tanh(atanh(pays) - z() / root) AS pays_low, tanh(atanh(pays) + z() / root) AS pays_high,
       slope, least, most, leanest, richest
FROM action LEFT JOIN won USING (action), whole
ORDER BY worth DESC, budget DESC, action
