-- Can a player who is behind still win?
-- One row per (turn, deficit): win chance of a seat that was so many points behind the best score of
-- all seats after that turn, from the first games.
--   turn, deficit, n (seats), games (different games), win_share, win_share_se (clustered by match, where
--   games are those of a match; else by game)
WITH best AS (
    SELECT game_no, turn, max(score) AS best FROM first_turns GROUP BY game_no, turn
),
per_case AS (
    SELECT t.turn, best - t.score AS deficit, count(*) AS m, count(DISTINCT t.game_no) AS games,
           sum(s.win_share)::DOUBLE AS w
    FROM first_turns t
    JOIN best USING (game_no, turn)
    JOIN turn_seats s USING (game_no, seat)
    GROUP BY case_no(t.game_no), t.turn, deficit
)
SELECT turn, deficit, sum(m)::BIGINT AS n, sum(games)::BIGINT AS games, sum(w) / sum(m) AS win_share,
       ratio_se(w, m) AS win_share_se
FROM per_case
GROUP BY turn, deficit
ORDER BY turn, deficit
