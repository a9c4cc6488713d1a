-- When the model says 70 %, how many win?
-- One row per tenth of the chance, from every other game, of which the model then knows nothing.
--   tenth         0: chances below 10 %, 1: below 20 % ... 9: 90 % or more
--   n, games      chances of this size that were given; different games
--   predicted     their mean
--   win_share     mean win share of those seats                     se: win_share_se (clustered by game)
WITH per_game AS (
    SELECT least(9, floor(chance * 10))::INT AS tenth, game_no,
           count(*) AS m, sum(chance) AS p, sum(win_share) AS w
    FROM tested
    GROUP BY tenth, game_no
)
SELECT tenth, sum(m)::BIGINT AS n, count(*) AS games, sum(p) / sum(m) AS predicted,
       sum(w) / sum(m) AS win_share, ratio_se(w, m) AS win_share_se
FROM per_game
GROUP BY tenth
ORDER BY tenth
