-- How much does the shelter economy (guests per turn) earn against attacking?
-- From the first 30,000 games. Gains are win shares against what seats with the same deck, avatar and play style win on average.
-- part 'quarter': one row per measure and quarter of the seats with the same deck and avatar, by their mean over turns 1 to 6:
--   what              'guests' (cards in shelters at the end of a turn) or 'ray' (of the fairies in exploration); quarter: 'fewest' to 'most'
--   guests, ray       means of a turn, over turns 1 to 6
--   sparkles          gathered in a turn, turns 1 to 6; taken: life taken by jousts in a turn, turns 1 to 6
--   seats             share of the seats; gain; low, high: its interval (the games of a match count as one case), blank below 30 seats
-- The same in every row, with deck, avatar, play style and turn held fixed:
--   earned, earned_low, earned_high       sparkles more in the next Gathering for one more guest at the end of a turn
--   struck, struck_low, struck_high       life more taken in the joust of a turn for one more fairy in exploration
--   mean_guests, mean_sparkles            means of a turn, over all turns
WITH seat AS (
    SELECT game_no, match_id, seat, deck, avatar, agent, win_share - avg(win_share) OVER (PARTITION BY deck, avatar, agent) AS gain
    FROM turn_seats(30_000) JOIN (SELECT game_no, match_id FROM turn_games(30_000)) USING (game_no)
),
turn AS MATERIALIZED (
    SELECT game_no, match_id, seat, turn, deck, avatar, agent, guests::DOUBLE AS guests, ray_total::DOUBLE AS ray, explorers::DOUBLE AS explorers,
           gathered::DOUBLE AS gathered, joust_life_taken::DOUBLE AS taken, lead(gathered::DOUBLE) OVER (PARTITION BY game_no, seat ORDER BY turn) AS next
    FROM first_turns(30_000)
),
start AS (
    SELECT game_no, seat, avg(guests) AS guests, avg(ray) AS ray, avg(gathered) AS sparkles, avg(taken) AS taken FROM turn WHERE turn <= 6 GROUP BY game_no, seat
),
ranked AS (
    SELECT match_id, gain, guests, ray, sparkles, taken, unnest(['guests', 'ray']) AS what,
           unnest([percent_rank() OVER (PARTITION BY deck, avatar ORDER BY guests), percent_rank() OVER (PARTITION BY deck, avatar ORDER BY ray)]) AS nth
    FROM start JOIN seat USING (game_no, seat)
),
per_case AS (
    SELECT what, least(4, 1 + floor(4 * nth))::INT AS place, match_id, count(*)::DOUBLE AS m, sum(gain) AS g, sum(guests) AS guests, sum(ray) AS ray,
           sum(sparkles) AS sparkles, sum(taken) AS taken
    FROM ranked GROUP BY ALL
),
quarter AS (
    SELECT what, place, sum(m)::BIGINT AS n, sum(m) / sum(sum(m)) OVER (PARTITION BY what) AS seats, sum(g) / sum(m) AS gain, sum(guests) / sum(m) AS guests,
           sum(ray) / sum(m) AS ray, sum(sparkles) / sum(m) AS sparkles, sum(taken) / sum(m) AS taken,
           ratio_se(g, m) AS se
    FROM per_case GROUP BY what, place
),
other AS (  -- what differs from seats in the same position
    SELECT match_id, guests - avg(guests) OVER same AS x, next - avg(next) OVER same AS y, 'earned' AS what
    FROM turn WHERE next IS NOT NULL WINDOW same AS (PARTITION BY deck, avatar, agent, turn)
    UNION ALL
    SELECT match_id, explorers - avg(explorers) OVER same, taken - avg(taken) OVER same, 'struck'
    FROM turn WINDOW same AS (PARTITION BY deck, avatar, agent, turn)
),
slope AS (SELECT what, sum(x * y) / nullif(sum(x * x), 0) AS slope, nullif(sum(x * x), 0) AS xx, count(*) AS n FROM other GROUP BY what),
sure AS (
    SELECT what, any_value(slope) AS slope, CASE WHEN any_value(n) >= 100 THEN sqrt(sum(e * e)) / any_value(xx) END AS se
    FROM (SELECT what, match_id, sum(x * (y - slope * x)) AS e FROM other JOIN slope USING (what) GROUP BY what, match_id) JOIN slope USING (what) GROUP BY what
),
whole AS (
    SELECT any_value(slope) FILTER (what = 'earned') AS earned, any_value(slope - z() * se) FILTER (what = 'earned') AS earned_low,
           any_value(slope + z() * se) FILTER (what = 'earned') AS earned_high, any_value(slope) FILTER (what = 'struck') AS struck,
           any_value(slope - z() * se) FILTER (what = 'struck') AS struck_low, any_value(slope + z() * se) FILTER (what = 'struck') AS struck_high,
           (SELECT avg(guests) FROM turn) AS mean_guests, (SELECT avg(gathered) FROM turn) AS mean_sparkles
    FROM sure
)
SELECT 'quarter' AS part, what, CASE what WHEN 'guests' THEN 'guests in shelters' ELSE 'ray in exploration' END AS measure,
       CASE place WHEN 1 THEN 'fewest' WHEN 2 THEN 'few' WHEN 3 THEN 'many' ELSE 'most' END AS quarter, guests, ray, sparkles, taken, seats, gain,
       CASE WHEN n >= 30 THEN gain - z() * se END AS low, CASE WHEN n >= 30 THEN gain + z() * se END AS high, whole.*
FROM quarter, whole
ORDER BY place, what
