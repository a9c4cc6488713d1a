-- How long do players last?
-- One row per turn, from the first 20,000 games with turns.
--   turn          which turn
--   games         games that have this turn
--   going         the same as a share of all these games
--   playing       share of all players of these games who still play on this turn
-- A player who is out has no row of the next turn.
WITH played AS (SELECT game_no, turn FROM first_turns(20_000))
SELECT turn::INT AS turn, count(DISTINCT game_no) AS games,
       count(DISTINCT game_no) / (SELECT count(DISTINCT game_no) FROM played) AS going,
       count(*) / (SELECT count(*) FROM turn_seats(20_000)) AS playing
FROM played
GROUP BY turn
ORDER BY turn
