-- Does any style dominate?
-- One row per style, the best first:
--   style
--   duel              its win share as two players against two greedy ones (25 % is even), from the experiment 'duels'; more: the same less 25 %,
--                     low, high: its interval; score, other: its mean score, and that of greedy; part: 'duel' where there is such a table
--   win               win share in this run; win_low, win_high: its interval, clustered by game; blank for styles without seats
--   lift              seats times win share; run_score: its mean score
--   seats             seats it had
-- The same in every row:
--   styles            styles with seats in this run; players: seats of a game; even: win share of every seat if all were equal
WITH arm AS (
    SELECT split_part(arm, ' ', 1) AS style, value, low, high, figure, subject FROM experiments WHERE experiment = 'duels'
),
duel AS (
    SELECT style, any_value(value) FILTER (figure = 'style_win_share') AS duel, any_value(low) FILTER (figure = 'style_win_share') AS low,
           any_value(high) FILTER (figure = 'style_win_share') AS high, any_value(value) FILTER (figure = 'style_score_mean') AS score
    FROM arm WHERE subject = style GROUP BY style
),
other AS (SELECT style, value AS other FROM arm WHERE figure = 'style_score_mean' AND subject = 'greedy'),
per_game AS (
    SELECT agent AS style, game_no, count(*)::DOUBLE AS m, sum(win_share)::DOUBLE AS w, sum(score)::DOUBLE AS s FROM seats GROUP BY agent, game_no
),
run AS (
    SELECT style, sum(m)::BIGINT AS seats, sum(w) / sum(m) AS win, sum(s) / sum(m) AS run_score,
           ratio_se(w, m) AS se
    FROM per_game GROUP BY style
),
table_ AS (SELECT any_value(players) AS players FROM games)
SELECT style, CASE WHEN duel IS NULL THEN '' ELSE 'duel' END AS part, duel, duel - 0.25 AS more, low - 0.25 AS low, high - 0.25 AS high, score, other, win,
       greatest(0, win - z() * se) AS win_low, least(1, win + z() * se) AS win_high, win * players AS lift, run_score, coalesce(seats, 0) AS seats,
       (SELECT count(*) FROM run) AS styles, players, even_share() AS even
FROM (FROM run FULL JOIN duel USING (style)) LEFT JOIN other USING (style), table_
ORDER BY coalesce(duel, CASE style WHEN 'greedy' THEN 0.25 ELSE 0 END) DESC, style
