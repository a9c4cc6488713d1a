-- Are the chances right for every style, early and late?
-- One row per style and part of the game, from every other game, of which the model then knows nothing.
--   agent         the play style
--   part          quarter of a game of the usual (median) length, 1 to 4: later turns are 4; 0: the whole game
--   n, games      chances given to players with this style; different games
--   predicted     their mean
--   win_share     mean win share of those players
--   off           predicted less win_share      se: off_se (clustered by match, where games are those of a match, else
--                 by game; times sqrt 2, since the half of the games that the model learned from has luck of its own)
--   error         how far chances are from what happened, on average over tenths of the chance
WITH share AS (
    SELECT game_no, agent, chance, win_share,
           unnest([0, least(4, ceil(4 * turn / usual))::INT]) AS part, least(9, floor(chance * 10)) AS tenth
    FROM tested, (SELECT median(turns) AS usual FROM (SELECT DISTINCT game_no, turns FROM tested))
),
per_game AS (
    SELECT agent, part, game_no, count(*) AS m, sum(chance) AS p, sum(win_share) AS w
    FROM share
    GROUP BY agent, part, game_no
),
per_case AS (
    SELECT agent, part, sum(m) AS m, count(*) AS games, sum(p) AS p, sum(w) AS w, sum(p - w) AS d
    FROM per_game
    GROUP BY agent, part, case_no(game_no)
),
total AS (
    SELECT agent, part, sum(m) AS n, sum(games)::BIGINT AS games, sum(p) AS p, sum(w) AS w, sum(d) AS d,
           ratio_se(d, m) AS off_se
    FROM per_case
    GROUP BY agent, part
),
missed AS (
    SELECT agent, part, sum(miss) AS miss
    FROM (SELECT agent, part, abs(sum(chance - win_share)) AS miss FROM share GROUP BY agent, part, tenth)
    GROUP BY agent, part
)
SELECT agent, part::INT AS part, n::BIGINT AS n, games, p / n AS predicted, w / n AS win_share, d / n AS off,
       sqrt(2) * off_se AS off_se, miss / n AS error
FROM total JOIN missed USING (agent, part)
ORDER BY agent, part
