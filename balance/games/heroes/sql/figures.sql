-- The headline figures of Heroes itself.
-- One row per figure: figure, subject, value, se, n (see the shared figures).
--   score_mean, score_sd             final score of a seat, in points
--   part_share (source)              share of all points: adversaries, missions, prestige slots, shine, tiles and gifts
--   adversaries_mean                 adversaries a seat holds at the end
--   bonus_share                      share of the adversaries' points that their conditions pay
--   row_full_share                   games with a full row of adversaries at the end
--   deck_left_mean                   adversaries left in the deck at the end
--   missions_cycled_mean             missions that went below their pile, a game
--   max_counters_mean                most damage counters on the table at once
--   counters_over_share              games with more than 24 of them at once
--   supply_renewed_share             games in which the supply of tiles ran out
--   tiles_end_mean                   tiles a seat has at the end
--   start_win_share (round)          win share of the seat that starts this round
--   fights_mean (adversaries)        fights of this size per game, all seats together
--   fight_size_share (adversaries)   share of the fights that are of this size
--   fight_lost_share (adversaries)   share of the fights of this size that are lost; subject all: of all fights
--   missions_mean                    missions achieved by a seat
--   mission_failed_share             share of the missions attempted that fail
--   tiles_drawn_mean                 tiles drawn per game
WITH seat AS (
    SELECT game_no, score::DOUBLE AS score, adv_held, tiles_end,
           pts_shine AS shine, pts_mission AS missions, pts_prestige_slots AS slots, pts_tile_points + pts_gift AS tiles,
           score - pts_shine - pts_mission - pts_prestige_slots - pts_tile_points - pts_gift AS adversaries, pts_adv_base AS base,
           fights_1, fights_2, fights_3, lost_1, lost_2, lost_3, achieved, failed, drawn
    FROM seats
),
per_game AS (
    SELECT game_no, count(*) AS m, sum(score) AS score, sum(adv_held) AS held, sum(tiles_end) AS tiles_end,
           sum(adversaries)::DOUBLE AS adversaries, sum(missions)::DOUBLE AS missions, sum(slots)::DOUBLE AS "prestige slots",
           sum(shine)::DOUBLE AS shine, sum(tiles)::DOUBLE AS "tiles and gifts", sum(adversaries - base)::DOUBLE AS bonus,
           sum(fights_1)::DOUBLE AS f1, sum(fights_2)::DOUBLE AS f2, sum(fights_3)::DOUBLE AS f3,
           sum(lost_1)::DOUBLE AS l1, sum(lost_2)::DOUBLE AS l2, sum(lost_3)::DOUBLE AS l3,
           sum(achieved)::DOUBLE AS achieved, sum(failed)::DOUBLE AS failed, sum(drawn)::DOUBLE AS drawn
    FROM seat GROUP BY game_no
),
ratio AS (  -- figure, subject, and in every game what is counted and among how many
    SELECT 'score_mean' AS figure, '' AS subject, score AS x, m FROM per_game
    UNION ALL SELECT 'adversaries_mean', '', held, m FROM per_game
    UNION ALL SELECT 'tiles_end_mean', '', tiles_end, m FROM per_game
    UNION ALL SELECT 'bonus_share', '', bonus, adversaries FROM per_game
    UNION ALL SELECT 'fights_mean', unnest(['1', '2', '3']), unnest([f1, f2, f3]), 1 FROM per_game
    UNION ALL SELECT 'fight_size_share', unnest(['1', '2', '3']), unnest([f1, f2, f3]), f1 + f2 + f3 FROM per_game
    UNION ALL
    SELECT 'fight_lost_share', unnest(['all', '1', '2', '3']), unnest([l1 + l2 + l3, l1, l2, l3]), unnest([f1 + f2 + f3, f1, f2, f3])
    FROM per_game
    UNION ALL SELECT 'missions_mean', '', achieved, m FROM per_game
    UNION ALL SELECT 'mission_failed_share', '', failed, achieved + failed FROM per_game
    UNION ALL SELECT 'tiles_drawn_mean', '', drawn, 1 FROM per_game
    UNION ALL
    SELECT 'part_share', part, points, score
    FROM (UNPIVOT per_game ON adversaries, missions, "prestige slots", shine, "tiles and gifts" INTO NAME part VALUE points)
    UNION ALL
    SELECT figure, '', x, 1
    FROM (
        UNPIVOT (
            SELECT (row_left >= 3)::DOUBLE AS row_full_share, adv_deck_left::DOUBLE AS deck_left_mean,
                   missions_cycled::DOUBLE AS missions_cycled_mean, max_counters::DOUBLE AS max_counters_mean,
                   (max_counters > 24)::DOUBLE AS counters_over_share, (supply_emptied > 0)::DOUBLE AS supply_renewed_share
            FROM games
        ) ON COLUMNS(*) INTO NAME figure VALUE x
    )
    UNION ALL
    SELECT 'start_win_share', 'round ' || round, win_share, 1
    FROM (UNPIVOT (SELECT game_no, start_1 AS "1", start_2 AS "2", start_3 AS "3" FROM games) ON "1", "2", "3" INTO NAME round VALUE seat)
    JOIN seats USING (game_no, seat)
)
SELECT figure, subject, sum(x) / nullif(sum(m), 0) AS value,
       coalesce(ratio_se(x, m), 0) AS se,
       count(*) AS n
FROM ratio GROUP BY figure, subject HAVING sum(m) > 0
UNION ALL
SELECT 'score_sd', '', coalesce(stddev(score), 0), sd_se(score),
       count(DISTINCT game_no)
FROM seat
ORDER BY figure, subject
