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
),
total AS (
    SELECT tenth, sum(m) AS n, count(*) AS games, sum(p) AS p, sum(w) AS w,
           sum(m * m) AS mm, sum(w * w) AS ww, sum(w * m) AS wm
    FROM per_game
    GROUP BY tenth
)
SELECT tenth, n::BIGINT AS n, games, p / n AS predicted, w / n AS win_share,
       sqrt(greatest(0, ww - 2 * w / n * wm + (w / n) ** 2 * mm)) / n AS win_share_se
FROM total
ORDER BY tenth
