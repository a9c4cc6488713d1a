-- Can a player who is behind still win?
-- One row per (turn, deficit): win chance of a seat that was so many points behind the best score of
-- all seats after that turn, from the first games.
--   turn, deficit, n (seats), games (different games), win_share, win_share_se (clustered by game)
WITH best AS (
    SELECT game_no, turn, max(score) AS best FROM first_turns GROUP BY game_no, turn
),
standing AS (
    SELECT t.game_no, t.turn, best - t.score AS deficit, count(*) AS m, sum(s.win_share) AS w
    FROM first_turns t
    JOIN best USING (game_no, turn)
    JOIN turn_seats s USING (game_no, seat)
    GROUP BY t.game_no, t.turn, deficit
)
SELECT turn, deficit, sum(m)::BIGINT AS n, count(*) AS games, sum(w) / sum(m) AS win_share, ratio_se(w, m) AS win_share_se
FROM standing
GROUP BY turn, deficit
ORDER BY turn, deficit
