-- How fast do points come, and how many turns change nothing?
-- One row per turn, per third of the game and one for the whole game, from the first games: what a turn
-- changed on a seat's score sheet. The first turn is left out: the log has no score from before it.
--   part          turn, third (turn x 3 / turns, rounded up) or game
--   number        which turn, which third; 0 for the whole game
--   n, games      turns of seats; different games
--   gain          mean change of a seat's score in one turn                    se: gain_se
--   unchanged     share of the turns that left the seat's own score alone      se: unchanged_se
--   dead          share of the turns that left its score and its place alone   se: dead_se
--                 (place: 1 + how many seats have more)
-- Standard errors are clustered by match, where games are those of a match, else by game.
WITH standing AS (
    SELECT game_no, seat, turn, score, rank() OVER (PARTITION BY game_no, turn ORDER BY score DESC) AS place
    FROM first_turns
),
change AS (
    SELECT game_no, turn,
           score - lag(score) OVER seat AS gain,
           (score = lag(score) OVER seat)::INT AS unchanged,
           (score = lag(score) OVER seat AND place = lag(place) OVER seat)::INT AS dead
    FROM standing
    WINDOW seat AS (PARTITION BY game_no, seat ORDER BY turn)
),
per_turn AS (
    SELECT game_no, turn, count(*) AS m, sum(gain)::DOUBLE AS g, sum(unchanged)::DOUBLE AS u, sum(dead)::DOUBLE AS d
    FROM change
    WHERE gain IS NOT NULL
    GROUP BY game_no, turn
),
per_game AS (
    SELECT game_no, 'turn' AS part, turn AS number, m, g, u, d FROM per_turn
    UNION ALL
    SELECT game_no, 'third', (turn * 3 + turns - 1) // turns, sum(m), sum(g), sum(u), sum(d)
    FROM per_turn JOIN (SELECT game_no, turns FROM turn_games) USING (game_no)
    GROUP BY game_no, (turn * 3 + turns - 1) // turns
    UNION ALL
    SELECT game_no, 'game', 0, sum(m), sum(g), sum(u), sum(d) FROM per_turn GROUP BY game_no
),
per_case AS (
    SELECT part, number, count(*) AS games, sum(m) AS m, sum(g) AS g, sum(u) AS u, sum(d) AS d
    FROM per_game
    GROUP BY part, number, case_no(game_no)
)
SELECT part, number::INT AS number, sum(m)::BIGINT AS n, sum(games)::BIGINT AS games,
       sum(g) / sum(m) AS gain, ratio_se(g, m) AS gain_se,
       sum(u) / sum(m) AS unchanged, ratio_se(u, m) AS unchanged_se,
       sum(d) / sum(m) AS dead, ratio_se(d, m) AS dead_se
FROM per_case
GROUP BY part, number
ORDER BY part, number
