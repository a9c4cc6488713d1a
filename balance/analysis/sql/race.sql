-- How do the winner, the second and the last get on?
-- One row per turn and final place, from the first 20,000 games with turns that somebody wins.
--   turn          after which turn
--   place         1 winner (or winners), 2 second (rank 2, where somebody is behind), 3 last (of the largest rank)
--   games         games in which such a seat still plays on that turn
--   score         mean score then                                     se: score_se
-- Several seats of one place in a game count as their mean: one value per game and place. Games are
-- independent, but for those of a match.
WITH ends AS (
    SELECT game_no, seat,
           CASE WHEN win_share > 0 THEN 1 WHEN rank = max(rank) OVER game THEN 3 WHEN rank = 2 THEN 2 END AS place,
           sum(win_share) OVER game AS won
    FROM turn_seats(20_000)
    WINDOW game AS (PARTITION BY game_no)
),
per_game AS (
    SELECT game_no, turn, place, avg(score) AS score
    FROM (SELECT game_no, seat, turn, score FROM first_turns(20_000))
    JOIN (SELECT game_no, seat, place FROM ends WHERE won > 0 AND place IS NOT NULL) USING (game_no, seat)
    GROUP BY game_no, turn, place
),
per_case AS (
    SELECT turn, place, sum(score) AS score, count(*) AS m FROM per_game GROUP BY turn, place, case_no(game_no)
)
SELECT turn::INT AS turn, place::INT AS place, sum(m)::BIGINT AS games, sum(score) / sum(m) AS score,
       case_se(score, m) AS score_se
FROM per_case
GROUP BY turn, place
ORDER BY turn, place
