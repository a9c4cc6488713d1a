-- What do the headline figures of Heroes itself count in every case?
-- One row per figure, subject and case, with the columns of the shared figures; what each figure is stands in the game's headlines.
WITH seat AS (
    SELECT {pair} AS pair, adv_held, tiles_end, score::DOUBLE AS score,
           pts_shine AS shine, pts_mission AS missions, pts_prestige_slots AS slots, pts_tile_points + pts_gift AS tiles,
           score - pts_shine - pts_mission - pts_prestige_slots - pts_tile_points - pts_gift AS adversaries, pts_adv_base AS base,
           fights_1, fights_2, fights_3, lost_1, lost_2, lost_3, achieved, failed, drawn
    FROM seats
),
per_case AS (
    SELECT pair, count(*) AS m, count(*) / {players} AS games, sum(score) AS score, sum(adv_held) AS held, sum(tiles_end) AS tiles_end,
           sum(adversaries)::DOUBLE AS adversaries, sum(missions)::DOUBLE AS missions, sum(slots)::DOUBLE AS "prestige slots",
           sum(shine)::DOUBLE AS shine, sum(tiles)::DOUBLE AS "tiles and gifts", sum(adversaries - base)::DOUBLE AS bonus,
           sum(fights_1)::DOUBLE AS f1, sum(fights_2)::DOUBLE AS f2, sum(fights_3)::DOUBLE AS f3,
           sum(lost_1)::DOUBLE AS l1, sum(lost_2)::DOUBLE AS l2, sum(lost_3)::DOUBLE AS l3,
           sum(achieved)::DOUBLE AS achieved, sum(failed)::DOUBLE AS failed, sum(drawn)::DOUBLE AS drawn
    FROM seat GROUP BY pair
)
SELECT 'adversaries_mean' AS figure, '' AS subject, pair, held AS x, m FROM per_case
UNION ALL SELECT 'tiles_end_mean', '', pair, tiles_end, m FROM per_case
UNION ALL SELECT 'bonus_share', '', pair, bonus, adversaries FROM per_case
UNION ALL SELECT 'fights_mean', unnest(['1', '2', '3']), pair, unnest([f1, f2, f3]), games FROM per_case
UNION ALL SELECT 'fight_size_share', unnest(['1', '2', '3']), pair, unnest([f1, f2, f3]), f1 + f2 + f3 FROM per_case
UNION ALL
SELECT 'fight_lost_share', unnest(['all', '1', '2', '3']), pair, unnest([l1 + l2 + l3, l1, l2, l3]), unnest([f1 + f2 + f3, f1, f2, f3])
FROM per_case
UNION ALL SELECT 'missions_mean', '', pair, achieved, m FROM per_case
UNION ALL SELECT 'mission_failed_share', '', pair, failed, achieved + failed FROM per_case
UNION ALL SELECT 'tiles_drawn_mean', '', pair, drawn, games FROM per_case
UNION ALL
SELECT 'part_share', part, pair, points, score
FROM (UNPIVOT per_case ON adversaries, missions, "prestige slots", shine, "tiles and gifts" INTO NAME part VALUE points)
UNION ALL
SELECT figure, '', pair, x, 1
FROM (
    UNPIVOT (
        SELECT {pair} AS pair, (row_left >= 3)::DOUBLE AS row_full_share, adv_deck_left::DOUBLE AS deck_left_mean,
               missions_cycled::DOUBLE AS missions_cycled_mean, max_counters::DOUBLE AS max_counters_mean,
               (max_counters > 24)::DOUBLE AS counters_over_share, (supply_emptied > 0)::DOUBLE AS supply_renewed_share
        FROM games
    ) ON COLUMNS(* EXCLUDE pair) INTO NAME figure VALUE x
)
UNION ALL
SELECT 'start_win_share', 'round ' || round, {pair}, win_share, 1
FROM (UNPIVOT (SELECT game_no, start_1 AS "1", start_2 AS "2", start_3 AS "3" FROM games) ON "1", "2", "3" INTO NAME round VALUE seat)
JOIN seats USING (game_no, seat)
