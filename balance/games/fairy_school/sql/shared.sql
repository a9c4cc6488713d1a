-- Which cards earn kindness when shared, and which are never touched by neighbours?
-- One row per small card that was ever played, best first, from the first 30,000 games:
--   name, family, effect     as in the card table; family: start, S (initial), I, II, III (projects)
--   kind              of the effect: gain, exchange, take back, draw, re-activate, remove, study
--   shared            times a game it is played to the shared area, by all seats together
--   cubes             cubes of other seats on it for each time it is shared; low, high: its interval, clustered by game,
--                     blank below 30 games with it
--   top               share of its plays that are shared: played from the top row, where neighbours reach it
--   bare              share of the seats that shared it and never got a cube for it
--   family_cubes      cubes for each time a card of its family is shared
--   part              'chart': the ten best and the ten worst of those with an interval
-- The same in every row: mean, mean_low, mean_high (cubes for each time any card is shared, with its interval), and the mean
--   of the kinds of effect: best_kind, best_cubes, worst_kind, worst_cubes
WITH small AS (
    SELECT id, name, CASE kind WHEN 'start' THEN 'start' WHEN 'initial' THEN 'S' ELSE set END AS family, effect,
           CASE WHEN effect LIKE '%study%' THEN 'study' WHEN effect LIKE '%trash%' THEN 'remove'
                WHEN effect LIKE '%react%' THEN 're-activate' WHEN effect LIKE '%draw%' THEN 'draw'
                WHEN effect LIKE '%take%' THEN 'take back' WHEN effect LIKE '%>%' THEN 'exchange' ELSE 'gain' END AS kind
    FROM card_table WHERE kind IN ('start', 'initial', 'project')
),
per_game AS MATERIALIZED (
    SELECT card AS id, game_no, sum(played_shared)::DOUBLE AS m, sum(played_personal)::DOUBLE AS personal, sum(act_others)::DOUBLE AS x,
           count(*) FILTER (played_shared > 0) AS seats,
           count(*) FILTER (played_shared > 0 AND act_others = 0) AS bare
    FROM first_cards(30_000) WHERE played_shared + played_personal > 0 GROUP BY card, game_no
),
mean AS (
    SELECT id, sum(m) AS m, sum(x) / nullif(sum(m), 0) AS cubes, sum(m) / sum(m + personal) AS top,
           sum(bare) / nullif(sum(seats), 0) AS bare,
           CASE WHEN count(*) FILTER (m > 0) >= 30 THEN ratio_se(x, m) END AS se
    FROM per_game GROUP BY id
),
table_ AS (SELECT game_no, sum(m) AS m, sum(x) AS x FROM per_game GROUP BY game_no),
whole AS (
    SELECT sum(x) / nullif(sum(m), 0) AS mean, count(*) AS games,
           CASE WHEN count(*) >= 30 THEN ratio_se(x, m) END AS mean_se
    FROM table_
),
kinds AS (
    SELECT arg_max(kind, cubes) AS best_kind, max(cubes) AS best_cubes, arg_min(kind, cubes) AS worst_kind, min(cubes) AS worst_cubes
    FROM (SELECT kind, sum(x) / nullif(sum(m), 0) AS cubes FROM per_game JOIN small USING (id) GROUP BY kind HAVING sum(m) >= 30)
)
SELECT name, family, kind, effect, m / games AS shared, cubes, cubes - z() * se AS low, cubes + z() * se AS high, top,
       bare, sum(m * cubes) OVER (PARTITION BY family) / nullif(sum(m) OVER (PARTITION BY family), 0) AS family_cubes, mean, mean - z() * mean_se AS mean_low, mean + z() * mean_se AS mean_high, kinds.*,
       CASE WHEN least(row_number() OVER (ORDER BY cubes + 0 * se DESC NULLS LAST, name),
                       row_number() OVER (ORDER BY cubes + 0 * se NULLS LAST, name)) <= 10 THEN 'chart' ELSE '' END AS part
FROM small JOIN mean USING (id), whole, kinds
ORDER BY cubes DESC NULLS LAST, name
