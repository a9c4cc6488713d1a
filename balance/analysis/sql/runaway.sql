-- Does the seat that leads early win, and does anybody catch it?
-- One row per moment of the game, from the first games with turns: after a third, a half, two thirds of
-- its turns (rounded up).
--   sixths        the moment: 2, 3 or 4 sixths of the game
--   games         games
--   led           share of them in which one seat alone had the best score then
--   win_share     mean win share of that seat                                  se: win_share_se
--   runaway       share of the games whose only winner was alone in the lead at that moment and after
--                 every turn from then to the end                              se: runaway_se
-- Errors are clustered by match, where games are those of a match.
WITH best AS ( -- score and seat in one number: of the seats with the best score the last, and (upside down) the first
    SELECT game_no, turn, max(score::BIGINT * 128 + seat) AS last, max(score::BIGINT * 128 + 127 - seat) AS first
    FROM first_turns
    GROUP BY game_no, turn
),
alone AS (
    SELECT game_no, turn, CASE WHEN (last & 127) + (first & 127) = 127 THEN last & 127 END AS leader FROM best
),
winner AS (
    SELECT game_no, min(seat) AS winner FROM turn_seats WHERE win_share = 1 GROUP BY game_no
),
game AS (
    SELECT game_no, turns, any_value(winner) AS winner,
           max(turn) FILTER (leader IS DISTINCT FROM winner OR winner IS NULL) AS lost,
           max(CASE WHEN turn = (turns * 2 + 5) // 6 THEN leader END) AS leader_2,
           max(CASE WHEN turn = (turns * 3 + 5) // 6 THEN leader END) AS leader_3,
           max(CASE WHEN turn = (turns * 4 + 5) // 6 THEN leader END) AS leader_4,
           max(turn) AS played
    FROM alone
    JOIN (SELECT game_no, turns FROM turn_games) USING (game_no)
    LEFT JOIN winner USING (game_no)
    GROUP BY game_no, turns
),
moment AS (
    SELECT game_no, sixths, CASE sixths WHEN 2 THEN leader_2 WHEN 3 THEN leader_3 ELSE leader_4 END AS leader,
           (coalesce(lost, 0) < (turns * sixths + 5) // 6)::INT AS runaway
    FROM game CROSS JOIN (SELECT unnest([2, 3, 4]) AS sixths)
    WHERE played >= (turns * sixths + 5) // 6
),
per_case AS ( -- w: null where nobody leads
    SELECT sixths, count(*) AS m, count(leader) AS led, sum(win_share) AS w, sum(runaway) AS r
    FROM moment
    LEFT JOIN (SELECT game_no, seat AS leader, win_share::DOUBLE AS win_share FROM turn_seats) USING (game_no, leader)
    GROUP BY sixths, case_no(game_no)
)
SELECT sixths, sum(m)::BIGINT AS games, sum(led) / sum(m) AS led,
       sum(w) / sum(led) AS win_share, case_se(w, led) AS win_share_se,
       sum(r) / sum(m) AS runaway, case_se(r, m) AS runaway_se
FROM per_case
GROUP BY sixths
ORDER BY sixths
