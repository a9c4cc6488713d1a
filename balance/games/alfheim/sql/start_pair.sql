-- Does the start pair decide?
-- From the first 50,000 games.
-- part 'pair': one row per pair of icons that 30 seats had: name (the letters), two (is it a double), icons (in words)
-- part 'fit': one row per number of costs open at the start that ask for both tiles: name ('fits 2 first costs'), fits (4: 4 or more)
-- part 'kind': doubles and pairs of different icons: name
-- All have:
--   seats             share of the seats
--   win               mean win share
--   gain              the same less what seats of their play style win on average; low, high: its interval, clustered by game, blank below 30 seats
--   sure              whether the gain is clear, even among so many
--   score             mean score; score_low, score_high: its interval, clustered by game
-- The same in every row:
--   by_pair           share of the variance of the score that goes with the pair; by_fit: with the costs it fits; both less what chance makes
--   fits_mean         first costs that a pair fits, 4 at most; players: seats of a game
WITH usual AS (SELECT agent, avg(win_share) AS usual FROM turn_seats(50_000) GROUP BY agent),
tile AS (SELECT right(effect, 1) AS icon, min(name) AS name FROM card_table WHERE kind = 'clue' AND set = 'player' GROUP BY ALL),
pair AS (
    SELECT one.icon || other.icon AS pair, least(one.icon, other.icon) || greatest(one.icon, other.icon) AS name, one.icon = other.icon AS two,
           CASE WHEN one.icon = other.icon THEN 'two ' || lower(one.name) WHEN one.icon < other.icon THEN lower(one.name || ' and ' || other.name)
                ELSE lower(other.name || ' and ' || one.name) END AS icons,
           one.icon AS one, other.icon AS other
    FROM tile one CROSS JOIN tile other
),
fit AS (  -- can the cost be paid with both tiles
    SELECT pair, id AS card,
           CASE WHEN cost[1] = '#' THEN CASE WHEN two THEN list_max(string_split(cost[2:], '+')::INT[]) > 1 ELSE contains(cost, '+') END
                WHEN two THEN least(2, asks_one) + wild > 1 ELSE least(1, asks_one) + least(1, asks_other) + wild > 1 END::INT AS fits
    FROM (
        SELECT pair, two, id, cost, length(cost) - length(replace(cost, one, '')) AS asks_one, length(cost) - length(replace(cost, other, '')) AS asks_other,
               length(cost) - length(replace(cost, '?', '')) AS wild
        FROM pair CROSS JOIN card_table WHERE kind = 'fairy'
    )
),
opened AS (SELECT game_no, unnest(string_split(reveal_start, ';')) AS card FROM turn_games(50_000)),
dealt AS (SELECT game_no, seat, start_icons AS pair FROM first_turns(50_000) WHERE turn = 1),
fitting AS (
    SELECT game_no, seat, least(4, sum(fits))::INT AS fits FROM dealt JOIN opened USING (game_no) JOIN fit USING (pair, card) GROUP BY game_no, seat
),
seat AS (
    SELECT game_no, win_share::DOUBLE AS win, win_share - usual AS gain, score::DOUBLE AS score, name, two, icons, fits
    FROM turn_seats(50_000) JOIN usual USING (agent) JOIN dealt USING (game_no, seat) JOIN pair USING (pair) JOIN fitting USING (game_no, seat)
),
per_game AS (
    SELECT name, two, icons, fits, game_no, count(*)::DOUBLE AS m, sum(win) AS w, sum(gain) AS g, sum(score) AS s
    FROM seat GROUP BY GROUPING SETS ((name, two, icons, game_no), (two, game_no), (fits, game_no))
),
rate AS (
    SELECT CASE WHEN name IS NOT NULL THEN 'pair' WHEN fits IS NULL THEN 'kind' ELSE 'fit' END AS part, name, two, icons, fits, sum(m) AS n, sum(w) / sum(m) AS win,
           sum(g) / sum(m) AS gain, sum(s) / sum(m) AS score,
           ratio_se(s, m) AS score_se,
           CASE WHEN sum(m) >= 30 THEN ratio_se(g, m) END AS se
    FROM per_game GROUP BY name, two, icons, fits
),
spread AS (
    SELECT count(*) AS n, count(DISTINCT name) AS pairs, count(DISTINCT fits) AS kinds, avg(fits) AS fits_mean, nullif(var_pop(score), 0) AS spread,
           avg((score - by_name) ** 2) AS in_pair, avg((score - by_fits) ** 2) AS in_fit
    FROM (SELECT *, avg(score) OVER (PARTITION BY name) AS by_name, avg(score) OVER (PARTITION BY fits) AS by_fits FROM seat)
)
SELECT part, CASE part WHEN 'pair' THEN name WHEN 'kind' THEN CASE WHEN two THEN 'doubles' ELSE 'different' END
             ELSE 'fits ' || CASE fits WHEN 0 THEN 'no' ELSE fits::VARCHAR END || CASE WHEN fits < 2 THEN ' first cost' WHEN fits = 4 THEN ' first costs or more' ELSE ' first costs' END END AS name, two, fits, icons,
       rate.n / sum(rate.n) OVER (PARTITION BY part) AS seats, win, gain, gain - z() * se AS low, gain + z() * se AS high,
       coalesce(abs(gain) > z_of_many() * se, FALSE) AS sure, score, score - z() * score_se AS score_low, score + z() * score_se AS score_high,
       CASE WHEN spread.n >= 200 THEN greatest(0, 1 - in_pair / spread * (spread.n - 1) / (spread.n - pairs)) END AS by_pair,
       CASE WHEN spread.n >= 200 THEN greatest(0, 1 - in_fit / spread * (spread.n - 1) / (spread.n - kinds)) END AS by_fit, fits_mean,
       (SELECT any_value(players) FROM turn_games(50_000)) AS players
FROM rate, spread
ORDER BY array_position(['kind', 'fit', 'pair'], part), fits, CASE part WHEN 'pair' THEN gain END DESC, two, rate.name
