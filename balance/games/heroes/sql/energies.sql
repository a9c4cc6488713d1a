-- Is any energy short: how much typed damage finds no slot?
-- Damage of fights, missions and tiles, to the own heroes or to those of an opponent, in the first 50,000 games.
-- One row per energy and round, and one for all rounds (part 'all'; the others: 'round'):
--   energy     lightning, fire, ice;  round, named: the round as a number and as words
--   points     points of its damage per seat and game; free: mean free slots of it when some was dealt
--   lost       share of the points that found no slot of this energy; low, high: its interval, clustered by game
--   spare      mean slots of it that are still free when the last hero of the round has acted
--   halves     half-icons of it on the heroes of the card table
WITH struck AS (
    SELECT game_no, round, free_l AS fl, free_f AS ff, free_i AS fi, dmg_l AS dl, dmg_f AS df, dmg_i AS di
    FROM first_turns(50_000) WHERE placed IS NOT NULL AND (dmg_l > 0 OR dmg_f > 0 OR dmg_i > 0)
    UNION ALL
    SELECT game_no, round, victim_free_l, victim_free_f, victim_free_i, hit_l, hit_f, hit_i
    FROM first_turns(50_000) WHERE victim IS NOT NULL AND (hit_l > 0 OR hit_f > 0 OR hit_i > 0)
),
typed AS (
    SELECT game_no, round, 'lightning' AS energy, dl::DOUBLE AS points, fl::DOUBLE AS free FROM struck WHERE dl > 0
    UNION ALL SELECT game_no, round, 'fire', df, ff FROM struck WHERE df > 0
    UNION ALL SELECT game_no, round, 'ice', di, fi FROM struck WHERE di > 0
),
grouped AS (
    SELECT energy, round, game_no, sum(points) AS m, sum(greatest(0, points - free)) AS lost, sum(free) AS free, count(*) AS times
    FROM typed GROUP BY GROUPING SETS ((energy, round, game_no), (energy, game_no))
),
rate AS (
    SELECT energy, round, sum(m) AS n, sum(lost) / sum(m) AS p, sum(free) / sum(times) AS free,
           ratio_se(lost, m) AS se
    FROM grouped GROUP BY energy, round
),
ends AS (
    SELECT round, avg(l_after) AS lightning, avg(f_after) AS fire, avg(i_after) AS ice
    FROM first_turns(50_000) WHERE phase = 'adventure' AND step = round + 3 GROUP BY GROUPING SETS ((round), ())
),
spare AS (UNPIVOT ends ON lightning, fire, ice INTO NAME energy VALUE spare),
edge AS (
    SELECT regexp_extract(upper(traits), 'LEFT *= *([LFI-]+)', 1) || regexp_extract(upper(traits), 'RIGHT *= *([LFI-]+)', 1) AS edges,
           copies::INT AS copies
    FROM card_table WHERE kind = 'hero'
),
halves AS (
    UNPIVOT (
        SELECT sum(copies * len(regexp_extract_all(edges, 'L'))) AS lightning, sum(copies * len(regexp_extract_all(edges, 'F'))) AS fire,
               sum(copies * len(regexp_extract_all(edges, 'I'))) AS ice
        FROM edge
    ) ON lightning, fire, ice INTO NAME energy VALUE halves
)
SELECT CASE WHEN rate.round IS NULL THEN 'all' ELSE 'round' END AS part, energy, rate.round AS round,
       coalesce('round ' || rate.round, 'all rounds') AS named, n / (SELECT count(*) FROM turn_seats(50_000)) AS points, free, p AS lost,
       share_low(p, se, n) AS low, share_high(p, se, n) AS high,
       spare, halves::BIGINT AS halves
FROM rate JOIN spare USING (energy) JOIN halves USING (energy)
WHERE rate.round IS NOT DISTINCT FROM spare.round
ORDER BY part, array_position(['lightning', 'fire', 'ice'], energy), rate.round
