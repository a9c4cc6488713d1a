-- Is the way over the Nisse to the Tomte worth it, and how often is a Tomte left over?
-- From the first 50,000 games.
-- part 'style': one row for all seats (name 'all') and one per style, the style that gets most Tomtes first:
--   got               share of the seats that place all three Nisse and so get a Tomte; got_low, got_high: interval, clustered by game
--   round             mean round in which they get it
--   placed            share of those that place it; low, high: its interval, clustered by game
--   left_over         share of those that do not
--   unused            Tomtes left over, a game
--   points            mean points of a seat from Nisse, Tomte and the expert tile for the Tomte; share: of all its points
--   got_gain          win share of who gets one, less what seats of their play style win on average; placed_gain: of who places it; left_gain: of
--                     who does not; each with _low and _high, clustered by game; blank below 30 seats
--   win               mean win share; players: seats of a game, the same in every row
-- part 'round': one row per round in which 30 seats at least get a Tomte: name (the round), round, placed, low, high, got (share of all seats)
WITH usual AS (SELECT agent, avg(win_share) AS usual FROM turn_seats(50_000) GROUP BY agent),
given AS (SELECT game_no, seat, turn AS round FROM first_turns(50_000) WHERE tomte_drawn IS NOT NULL),
seat AS (
    SELECT game_no, agent, win_share::DOUBLE AS win, win_share - usual AS gain, score::DOUBLE AS score, round,
           (pts_nisse + pts_tomte + pts_expert_tomte)::DOUBLE AS points, (round IS NOT NULL)::INT::DOUBLE AS got, tomte_left::DOUBLE AS rest
    FROM turn_seats(50_000) JOIN usual USING (agent) LEFT JOIN given USING (game_no, seat)
),
per_game AS (
    SELECT agent, game_no, count(*)::DOUBLE AS m, sum(got) AS x, sum(got - rest) AS p, sum(round) AS r, sum(points) AS points, sum(score) AS score,
           sum(win) AS win, sum(gain * got) AS gx, sum(gain * (got - rest)) AS gp, sum(gain * rest) AS gr, sum(rest) AS rest
    FROM seat GROUP BY GROUPING SETS ((game_no), (game_no, agent))
),
rate AS (
    SELECT coalesce(agent, 'all') AS name, sum(x) / sum(m) AS got, sum(r) / nullif(sum(x), 0) AS round, sum(p) / nullif(sum(x), 0) AS placed,
           sum(rest) / nullif(sum(x), 0) AS left_over, sum(rest) / count(*) AS unused, sum(points) / sum(m) AS points, sum(points) / nullif(sum(score), 0) AS share,
           sum(win) / sum(m) AS win, sum(gx) / nullif(sum(x), 0) AS got_gain, sum(gp) / nullif(sum(p), 0) AS placed_gain, sum(gr) / nullif(sum(rest), 0) AS left_gain,
           ratio_se(x, m) AS got_se,
           ratio_se(p, x) AS se,
           CASE WHEN sum(x) >= 30 THEN ratio_se(gx, x) END AS x_se,
           CASE WHEN sum(p) >= 30 THEN ratio_se(gp, p) END AS p_se,
           CASE WHEN sum(rest) >= 30 THEN ratio_se(gr, rest) END AS r_se
    FROM per_game GROUP BY agent
),
round_game AS (SELECT round, game_no, count(*)::DOUBLE AS x, sum(got - rest) AS p FROM seat WHERE got > 0 GROUP BY round, game_no),
by_round AS (
    SELECT round, sum(x) AS x, sum(p) / sum(x) AS placed,
           ratio_se(p, x) AS se
    FROM round_game GROUP BY round HAVING sum(x) >= 30
),
told AS (
    SELECT 'style' AS part, name, got, greatest(0, got - z() * got_se) AS got_low, least(1, got + z() * got_se) AS got_high, round::DOUBLE AS round, placed,
           greatest(0, placed - z() * se) AS low, least(1, placed + z() * se) AS high, left_over, unused, points, share,
           got_gain, got_gain - z() * x_se AS got_gain_low, got_gain + z() * x_se AS got_gain_high,
           placed_gain, placed_gain - z() * p_se AS placed_gain_low, placed_gain + z() * p_se AS placed_gain_high,
           left_gain, left_gain - z() * r_se AS left_gain_low, left_gain + z() * r_se AS left_gain_high, win
    FROM rate
    UNION ALL
    SELECT 'round', round::VARCHAR, x / (SELECT count(*) FROM seat), NULL, NULL, round, placed, greatest(0, placed - z() * se), least(1, placed + z() * se),
           1 - placed, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM by_round
)
SELECT *, (SELECT any_value(players) FROM turn_games(50_000)) AS players FROM told ORDER BY part DESC, name <> 'all', CASE part WHEN 'round' THEN round END, got DESC, name
