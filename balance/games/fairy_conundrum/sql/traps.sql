-- Are mésangettes worth their sparkles and life?
-- From the first 30,000 games, about the cards that were set face down there.
-- Gains are win shares against what seats with the same deck, avatar and play style win on average.
-- part 'use': rows for all mésangettes together ('all of them') and, where 30 seats are of the kind, for the eight set most, up to three each: name, use ('activated'; 'set, not
--   activated'; 'called openly'), gain, low, high (the games of a match count as one case; blank below 30 seats), seats
-- part 'card': one row for all together and one per card, the most set first:
--   name, set         times set in a game, all seats together
--   fired, lapsed     share of those set that are activated, and that become inactive; the rest are called, lie there at the end, or are lost
--   fired_gain, unfired_gain, open_gain     the gains; blank below 30 seats
-- part 'set': one row for all that were set, activated or not: gain, low, high, seats, likewise
-- The same in every row:
--   seats             seats that had at least one in hand; setters: share of these that set one
--   cost              sparkles for setting one; life: life paid for one that is activated
WITH seat AS (
    SELECT game_no, match_id, seat, win_share - avg(win_share) OVER (PARTITION BY deck, avatar, agent) AS gain, -pts_paid_mes::DOUBLE AS paid
    FROM first_seats(30_000) JOIN (SELECT game_no, match_id FROM first_games(30_000)) USING (game_no)
),
trap AS (SELECT card FROM first_cards(30_000) WHERE set > 0 GROUP BY card),
met AS MATERIALIZED (
    SELECT card, game_no, seat, match_id, gain, set, trap_fired AS fired, trap_lapsed AS lapsed,
           CASE WHEN trap_fired > 0 THEN 'activated' WHEN set > 0 THEN 'set, not activated' WHEN called > 0 THEN 'called openly' END AS use
    FROM first_cards(30_000) SEMI JOIN trap USING (card) JOIN seat USING (game_no, seat) WHERE seen > 0 OR set > 0 OR called > 0
),
per_case AS (
    SELECT card, use, match_id, count(*)::DOUBLE AS m, sum(gain) AS g FROM met WHERE use IS NOT NULL
    GROUP BY GROUPING SETS ((card, use, match_id), (use, match_id))
),
rate AS (
    SELECT card, use, sum(m)::BIGINT AS n, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM per_case GROUP BY card, use
),
wide AS (
    SELECT card, any_value(gain) FILTER (use = 'activated' AND n >= 30) AS fired_gain, any_value(gain) FILTER (use = 'set, not activated' AND n >= 30) AS unfired_gain,
           any_value(gain) FILTER (use = 'called openly' AND n >= 30) AS open_gain
    FROM rate GROUP BY card
),
counted AS (
    SELECT card, sum(set) / (SELECT count(*) FROM first_games(30_000)) AS set, sum(fired) / sum(set) AS fired, sum(lapsed) / sum(set) AS lapsed,
           row_number() OVER (ORDER BY card IS NULL DESC, sum(set) DESC, card) AS place
    FROM met GROUP BY GROUPING SETS ((card), ())
),
had AS (SELECT game_no, seat, sum(set) > 0 AS setter, sum(fired) AS fired FROM met GROUP BY game_no, seat),
every AS (
    SELECT sum(m)::BIGINT AS n, sum(g) / sum(m) AS gain, ratio_se(g, m) AS se
    FROM (SELECT match_id, count(*)::DOUBLE AS m, sum(gain) AS g FROM met WHERE fired > 0 OR set > 0 GROUP BY match_id)
),
whole AS (
    SELECT count(*) AS seats, avg(setter::INT) AS setters, (SELECT any_value(mes_set_cost) FROM first_games(30_000)) AS cost,
           sum(paid) FILTER (fired > 0) / nullif(sum(fired), 0) AS life
    FROM had JOIN seat USING (game_no, seat)
),
named AS (
    SELECT card, CASE WHEN card IS NULL THEN 'all of them' WHEN count(*) OVER (PARTITION BY name) > 1 THEN name || ' (' || card || ')' ELSE name END AS name, place
    FROM counted LEFT JOIN card_table ON card = id
),
told AS (
    SELECT 'card' AS part, name, place, set, fired, lapsed, fired_gain, unfired_gain, open_gain
    FROM counted JOIN named USING (place) LEFT JOIN wide ON wide.card IS NOT DISTINCT FROM counted.card
    UNION ALL BY NAME
    SELECT 'use' AS part, name, place, use, gain, CASE WHEN n >= 30 THEN gain - z() * se END AS low, CASE WHEN n >= 30 THEN gain + z() * se END AS high, n AS n
    FROM rate JOIN named ON named.card IS NOT DISTINCT FROM rate.card WHERE place <= 9 AND (place = 1 OR n >= 30)
    UNION ALL BY NAME
    SELECT 'set' AS part, 'all of them' AS name, gain, CASE WHEN n >= 30 THEN gain - z() * se END AS low, CASE WHEN n >= 30 THEN gain + z() * se END AS high, n AS n
    FROM every WHERE n > 0
)
SELECT told.*, whole.* FROM told, whole WHERE whole.seats > 0
ORDER BY part, place, array_position(['activated', 'set, not activated', 'called openly'], use)
