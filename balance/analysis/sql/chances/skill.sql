-- How much better are the chances than what the styles and seats alone tell?
-- One row per part of the game, from every other game, of which the model then knows nothing.
--   part          quarter of a game of the usual (median) length, 1 to 4: later turns are 4; 0: the whole game
--   n, games      chances given; different games
--   brier         mean of (chance - win share)^2: 0 where every chance is 0 or 1 and right
--   guess_brier   the same for chances from the styles and seats alone
--   skill         1 - brier / guess_brier: 1 where every chance is right, 0 where the scores tell nothing more, below 0
--                 where they mislead                                se: skill_se (clustered by match, where games are
--                 those of a match, else by game)
WITH per_case AS (
    SELECT part, count(*) AS n, count(DISTINCT game_no) AS games,
           sum((chance - win_share) ** 2) AS b, sum((guess - win_share) ** 2) AS g
    FROM (SELECT *, unnest([0, least(4, ceil(4 * turn / usual))::INT]) AS part
          FROM tested, (SELECT median(turns) AS usual FROM (SELECT DISTINCT game_no, turns FROM tested)))
    GROUP BY part, case_no(game_no)
),
total AS (
    SELECT part, sum(n) AS n, sum(games)::BIGINT AS games, sum(b) AS b, sum(g) AS g,
           ratio_se(b, g) AS skill_se
    FROM per_case
    GROUP BY part
)
SELECT part::INT AS part, n::BIGINT AS n, games, b / n AS brier, g / n AS guess_brier, 1 - b / g AS skill, skill_se
FROM total
WHERE g > 0
ORDER BY part
