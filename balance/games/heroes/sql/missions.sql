-- Are missions worth their wounds, and how large is the gain of being first?
-- One row per mission, and one per size of a fight to compare with; from the first 50,000 games (intervals from 30 on):
--   part       'mission' or 'fight';  name: of the mission, or of the fight
--   rank, needs, spaces      as in the card table
--   tries      attempts per game; done: share of them that succeed
--   points     mean points of an attempt (of a fight: adversaries taken, each at what one pays in the end on average)
--   wounds     mean damage counters an attempt places
--   ratio      points for each wound; low, high: its interval, clustered by game
-- The same in every row:
--   mission_ratio, fight_ratio with _low and _high    points for each wound of all missions and of all fights
--   mission_points, fight_points                     mean points of an attempt at any mission, and of any fight
--   seat_tries, seat_done       attempts and missions achieved per seat and game
--   first_points, later_points  mean points of a mission achieved, on its first space and on a later one
--   first_share                 share of the achieved missions that were on the first space
--   ahead, ahead_low, ahead_high   win share of who achieves a mission first less that of who achieves one later, each less
--                               what seats of that play style win on average
--   open_share                  share of first spaces whose card never got its later space filled
--   declined                    share of the steps with a mission to attempt in which the seat did not
WITH price AS (
    SELECT sum(score - pts_shine - pts_tile_points - pts_gift - pts_mission - pts_prestige_slots) / nullif(sum(adv_held), 0) AS price
    FROM turn_seats(50_000)
),
step AS MATERIALIZED (
    SELECT game_no, seat, coalesce(mission, 'fight ' || k) AS what, mission IS NOT NULL AS is_mission, space,
           CASE WHEN mission IS NULL THEN won * k * price ELSE coalesce(mission_points, 0) END::DOUBLE AS points,
           placed::DOUBLE AS wounds, CASE WHEN mission IS NULL THEN won ELSE 1 - failed END AS done
    FROM first_turns(50_000), price WHERE mission IS NOT NULL OR k > 0
),
per_game AS (
    SELECT game_no, what, is_mission, count(*) AS n, sum(points) AS p, sum(wounds) AS w, sum(done) AS done
    FROM step GROUP BY GROUPING SETS ((game_no, what, is_mission), (game_no, is_mission))
),
rate AS (
    SELECT what, is_mission, sum(n) AS n, sum(p) / sum(n) AS points, sum(w) / sum(n) AS wounds, sum(done) / sum(n) AS done,
           sum(p) / nullif(sum(w), 0) AS ratio,
           CASE WHEN count(*) >= 30 THEN 1 END * ratio_se(p, w) AS se
    FROM per_game GROUP BY what, is_mission
),
usual AS (SELECT agent, avg(win_share) AS usual FROM turn_seats(50_000) GROUP BY agent),
achieved AS (
    SELECT game_no, space = 1 AS first, points, win_share - usual AS gain
    FROM step JOIN turn_seats(50_000) USING (game_no, seat) JOIN usual USING (agent) WHERE is_mission AND space > 0
),
race AS (
    SELECT game_no, count(*) FILTER (first) AS mf, count(*) FILTER (NOT first) AS ml,
           coalesce(sum(gain) FILTER (first), 0) AS gf, coalesce(sum(gain) FILTER (NOT first), 0) AS gl
    FROM achieved GROUP BY game_no
),
raced AS (
    SELECT *, sum(gf) OVER () / nullif(sum(mf) OVER (), 0) AS rf, sum(gl) OVER () / nullif(sum(ml) OVER (), 0) AS rl,
           sum(mf) OVER () AS nf, sum(ml) OVER () AS nl
    FROM race
),
ahead AS (
    SELECT any_value(rf - rl) AS ahead, CASE WHEN count(*) >= 30 THEN sqrt(sum(((gf - rf * mf) / nf - (gl - rl * ml) / nl) ** 2)) END AS se
    FROM raced
),
whole AS (
    SELECT avg(points) FILTER (first) AS first_points, avg(points) FILTER (NOT first) AS later_points, avg(first::INT) AS first_share
    FROM achieved
),
cycle AS (
    SELECT sum((cycled = 1)::INT) AS cycled, sum((space = 1)::INT) AS opened, avg(declined) AS declined
    FROM first_turns(50_000) WHERE declined IS NOT NULL
),
counted AS (SELECT count(*) AS seats, count(DISTINCT game_no) AS games FROM turn_seats(50_000))
SELECT CASE WHEN r.is_mission THEN 'mission' ELSE 'fight' END AS part, coalesce(name, replace(r.what, 'fight', 'fight against')) AS name,
       c.set AS rank, c.cost AS needs, c.points AS spaces, r.n / games AS tries, r.done, r.points, r.wounds, r.ratio,
       r.ratio - z() * r.se AS low, r.ratio + z() * r.se AS high,
       m.ratio AS mission_ratio, m.ratio - z() * m.se AS mission_low, m.ratio + z() * m.se AS mission_high,
       f.ratio AS fight_ratio, f.ratio - z() * f.se AS fight_low, f.ratio + z() * f.se AS fight_high,
       m.points AS mission_points, f.points AS fight_points, m.n / seats AS seat_tries, m.n * m.done / seats AS seat_done, first_points, later_points, first_share,
       ahead, ahead - z() * ahead.se AS ahead_low, ahead + z() * ahead.se AS ahead_high,
       1 - cycled / nullif(opened, 0) AS open_share, declined
FROM rate r LEFT JOIN card_table c ON c.id = r.what
LEFT JOIN rate m ON m.what IS NULL AND m.is_mission LEFT JOIN rate f ON f.what IS NULL AND NOT f.is_mission,
     ahead, whole, cycle, counted
WHERE r.what IS NOT NULL
ORDER BY r.is_mission DESC, array_position(['B', 'A', 'S'], c.set), CASE WHEN r.is_mission THEN r.ratio END DESC NULLS FIRST, name
