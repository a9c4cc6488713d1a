-- Which fairy is worth its cost: how often is it placed, when, and what does it do for winning?
-- One row per type of fairy, in the order of the rulebook, from the first 50,000 games:
--   name              what the names of its cost tiles have in common
--   points            as in the card table; tiles: mean length of its costs
--   placed            share of the seats that place it; placed_low, placed_high: its interval, clustered by game
--   round             mean round in which it is placed
--   seats             seats that place it; win: their mean win share
--   gain              the same less what seats of their play style win on average; low, high: its interval, blank below 30 seats
--   per_point         gain for each of its points
--   early, late       gain of those who place it in rounds 1 to 6, and in rounds 7 to 11; blank below 30 seats
--   players           seats of a game, the same in every row
WITH usual AS (SELECT agent, avg(win_share) AS usual FROM first_seats(50_000) GROUP BY agent),
seat AS (
    SELECT game_no, seat, win_share::DOUBLE AS win, win_share - usual AS gain
    FROM first_seats(50_000) JOIN usual USING (agent)
),
whole AS (SELECT count(*) AS games, any_value(players) AS players FROM first_games(50_000)),
called AS (  -- the words with which all names of a type begin
    SELECT set AS type, min(name || ' ') AS one, max(name || ' ') AS other, any_value(TRY_CAST(points AS DOUBLE)) AS points,
           avg(CASE WHEN cost[1] = '#' THEN list_sum(string_split(cost[2:], '+')::INT[]) ELSE length(cost) END) AS tiles
    FROM card_table WHERE kind = 'fairy' GROUP BY set
),
named AS (
    SELECT type, points, tiles, replace(type, '_', ' ') AS word,
           regexp_extract(left(one, list_max(list_filter(range(length(one) + 1), lambda i: left(one, i) = left(other, i)))), '^(.*\S)\s', 1) AS name
    FROM called
),
placed AS (
    SELECT game_no, seat, set AS type, first_turn AS round, first_turn > 6 AS late
    FROM first_cards(50_000) JOIN card_table ON card = id WHERE kind = 'fairy' AND paid > 0
),
per_game AS (
    SELECT type, game_no, late, count(*)::DOUBLE AS m, sum(win) AS w, sum(gain) AS g, sum(round) AS r
    FROM placed JOIN seat USING (game_no, seat) GROUP BY GROUPING SETS ((type, game_no), (type, game_no, late))
),
mean AS (
    SELECT type, late, sum(m)::BIGINT AS seats, sum(m) / any_value(games * players) AS placed, sum(r) / sum(m) AS round, sum(w) / sum(m) AS win,
           sum(g) / sum(m) AS gain, any_value(players) AS players,
           CASE WHEN sum(m) >= 30 THEN ratio_se(g, m) END AS se,
           sqrt(greatest(0, sum(m * m) - sum(m) ** 2 / any_value(games))) / any_value(games * players) AS placed_se
    FROM per_game, whole GROUP BY type, late
),
part AS (
    SELECT type, any_value(gain) FILTER (NOT late AND se IS NOT NULL) AS early, any_value(gain) FILTER (late AND se IS NOT NULL) AS late
    FROM mean WHERE late IS NOT NULL GROUP BY type
)
SELECT CASE WHEN name = '' THEN word WHEN count(*) OVER (PARTITION BY name) > 1 THEN name || ' (' || word || ')' ELSE name END AS name,
       points, tiles, coalesce(placed, 0) AS placed, greatest(0, coalesce(placed - z() * placed_se, 0)) AS placed_low,
       least(1, coalesce(placed + z() * placed_se, 0)) AS placed_high, round, coalesce(seats, 0) AS seats, win, gain, gain - z() * se AS low,
       gain + z() * se AS high, gain / nullif(points, 0) AS per_point, early, part.late, whole.players
FROM named LEFT JOIN (FROM mean WHERE late IS NULL) mean USING (type) LEFT JOIN part USING (type), whole
ORDER BY array_position(['king', 'queen', 'nisse_1', 'nisse_2', 'nisse_3', 'fairy_1', 'fairy_2', 'fairy_3', 'tomte'], type)
