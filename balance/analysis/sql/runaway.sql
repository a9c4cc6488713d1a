-- Does the seat that leads early win, and does anybody catch it?
-- One row per moment of the game, from the first games with turns: after a third, a half, two thirds of
-- its turns (rounded up).
--   sixths        the moment: 2, 3 or 4 sixths of the game
--   games         games
--   led           share of them in which one seat alone had the best score then
--   win_share     mean win share of that seat                                  se: win_share_se
--   runaway       share of the games whose only winner was alone in the lead at that moment and after
--                 every turn from then to the end                              se: runaway_se
-- One value per game, so games are independent.
WITH lead AS (
    SELECT game_no, turn, max(score) AS best, arg_max(seat, score) AS leader
    FROM first_turns
    GROUP BY game_no, turn
),
level AS (
    SELECT game_no, turn, count(*) AS leaders
    FROM (SELECT game_no, turn, score FROM first_turns) JOIN lead USING (game_no, turn)
    WHERE score = best
    GROUP BY game_no, turn
),
alone AS (
    SELECT game_no, turn, CASE WHEN leaders = 1 THEN leader END AS leader
    FROM lead JOIN level USING (game_no, turn)
),
winner AS (
    SELECT game_no, min(seat) AS winner FROM turn_seats WHERE win_share = 1 GROUP BY game_no
),
game AS (
    SELECT game_no, sixths,
           max(CASE WHEN turn = (turns * sixths + 5) // 6 THEN leader END) AS leader,
           bool_and(leader IS NOT NULL AND winner IS NOT NULL AND leader = winner)::INT AS runaway
    FROM alone
    JOIN (SELECT game_no, turns FROM turn_games) USING (game_no)
    CROSS JOIN (SELECT unnest([2, 3, 4]) AS sixths)
    LEFT JOIN winner USING (game_no)
    WHERE turn >= (turns * sixths + 5) // 6
    GROUP BY game_no, sixths
)
SELECT sixths, count(*) AS games, count(leader) / count(*) AS led,
       avg(win_share) AS win_share, mean_se(win_share) AS win_share_se,
       avg(runaway) AS runaway, mean_se(runaway) AS runaway_se
FROM game LEFT JOIN (SELECT game_no, seat AS leader, win_share FROM turn_seats) USING (game_no, leader)
GROUP BY sixths
ORDER BY sixths
