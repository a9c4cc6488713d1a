-- Does the footprint matter?
-- From the first 50,000 games, and from the arms 'as it is' and 'no footprint points' of the experiment 'rules'.
-- part 'points': one row per number of points for the footprint: name ('2 points'), points
-- part 'tile': one row per footprint tile that 30 seats had: name, points (mean), with points_low and points_high
-- Both have:
--   seats             share of the seats (that score so, that have this tile)
--   win               mean win share
--   gain              the same less what seats of their play style win on average; low, high: its interval, clustered by game, blank below 30 seats
--   rest              mean score without the points of the footprint
-- The same in every row:
--   mean              points of a seat for the footprint; mean_low, mean_high: its interval, clustered by game; share: of all its points
--   correlation       of the points for the footprint with the win share less what the style wins; goes: whether it is clear
--   decides           share of the games that another seat would have won without these points; decides_low, decides_high: its interval
--   base_rest         score without the footprint, as it is; off: score when it gives no points; base_fairies, off_fairies: fairies a seat
--                     places; players: seats of a game
WITH usual AS (SELECT agent, avg(win_share) AS usual FROM first_seats(50_000) GROUP BY agent),
seat AS (
    SELECT game_no, seat, win_share::DOUBLE AS win, win_share - usual AS gain, score, pts_footprint AS points, score - pts_footprint AS rest
    FROM first_seats(50_000) JOIN usual USING (agent)
),
had AS (
    SELECT game_no, seat, name AS tile FROM first_cards(50_000) JOIN card_table ON card = id WHERE kind = 'footprint' AND held > 0
),
per_game AS (
    SELECT CASE WHEN tile IS NULL THEN 'points' ELSE 'tile' END AS part, coalesce(tile, points || CASE points WHEN 1 THEN ' point' ELSE ' points' END) AS name,
           game_no, count(*)::DOUBLE AS m, sum(points)::DOUBLE AS x, sum(rest) AS s, sum(win) AS w, sum(gain) AS g
    FROM seat JOIN had USING (game_no, seat) GROUP BY GROUPING SETS ((points, game_no), (tile, game_no))
),
rate AS (
    SELECT part, name, sum(m) AS n, sum(x) / sum(m) AS points, sum(s) / sum(m) AS rest, sum(w) / sum(m) AS win, sum(g) / sum(m) AS gain,
           ratio_se(x, m) AS points_se,
           CASE WHEN sum(m) >= 30 THEN ratio_se(g, m) END AS se
    FROM per_game GROUP BY part, name
),
game AS (SELECT game_no, count(*)::DOUBLE AS m, sum(points)::DOUBLE AS x, sum(score)::DOUBLE AS s FROM seat GROUP BY game_no),
mean AS (
    SELECT sum(x) / sum(m) AS mean, sum(x) / nullif(sum(s), 0) AS share, count(*) AS games, (sum(m) / count(*))::INT AS players,
           ratio_se(x, m) AS mean_se
    FROM game
),
other AS (
    SELECT avg(other) AS decides
    FROM (SELECT game_no, (max(rest) FILTER (win = 0) > max(rest) FILTER (win > 0))::INT AS other FROM seat GROUP BY game_no)
),
arm AS (
    SELECT any_value(value) FILTER (arm = 'as it is' AND figure = 'score_mean')
           - any_value(value) FILTER (arm = 'as it is' AND figure = 'component_mean' AND subject = 'pts_footprint') AS base_rest,
           any_value(value) FILTER (arm = 'no footprint points' AND figure = 'score_mean') AS off,
           any_value(value) FILTER (arm = 'as it is' AND figure = 'fairies_mean') AS base_fairies,
           any_value(value) FILTER (arm = 'no footprint points' AND figure = 'fairies_mean') AS off_fairies
    FROM experiments WHERE experiment = 'rules'
)
SELECT part, name, points, n / sum(n) OVER (PARTITION BY part) AS seats, win, gain, gain - z() * se AS low, gain + z() * se AS high, rest, points - z() * points_se AS points_low, points + z() * points_se AS points_high,
       mean,       mean - z() * mean_se AS mean_low, mean + z() * mean_se AS mean_high, share,
       correlation, abs(correlation) > greatest(0.03, 3 / sqrt(games * players)) AS goes,
       decides, wilson_low(decides, games) AS decides_low, wilson_high(decides, games) AS decides_high, arm.*, players
FROM rate, mean, other, arm, (SELECT CASE WHEN count(*) >= 30 AND stddev(points) > 0 AND stddev(gain) > 0 THEN corr(points, gain) END AS correlation FROM seat)
QUALIFY part = 'points' OR n >= 30
ORDER BY part, CASE part WHEN 'points' THEN points END, gain DESC, name
