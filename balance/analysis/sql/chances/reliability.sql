-- When the model says 70 %, how many win?
-- One row per tenth of the chance, from every other game, of which the model then knows nothing.
--   tenth         0: chances below 10 %, 1: below 20 % ... 9: 90 % or more
--   n, games      chances of this size that were given; different games
--   predicted     their mean
--   win_share     mean win share of those seats                     se: win_share_se (clustered by match, where
--                 games are those of a match, else by game)
WITH per_case AS (
    SELECT least(9, floor(chance * 10))::INT AS tenth, count(*) AS m, count(DISTINCT game_no) AS games,
           sum(chance) AS p, sum(win_share) AS w
    FROM tested
    GROUP BY tenth, case_no(game_no)
)
SELECT tenth, sum(m)::BIGINT AS n, sum(games)::BIGINT AS games, sum(p) / sum(m) AS predicted,
       sum(w) / sum(m) AS win_share, ratio_se(w, m) AS win_share_se
FROM per_case
GROUP BY tenth
ORDER BY tenth
