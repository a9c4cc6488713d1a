-- How far down were the winners?
-- One row per tenth of the winner's lowest chance while the game went on, from the games one seat won alone.
--   tenth         0: it was once below 10 %, 1: below 20 % ... 9: never below 90 %
--   games         games
WITH lowest AS (SELECT game_no, min(chance) AS chance FROM given WHERE win_share = 1 GROUP BY game_no)
SELECT least(9, floor(chance * 10))::INT AS tenth, count(*) AS games FROM lowest GROUP BY tenth ORDER BY tenth
