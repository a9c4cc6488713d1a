-- What do the headline figures of Fairy School itself count in every case?
-- One row per figure, subject and case, with the columns of the shared figures; what each figure is stands in the game's headlines.
WITH seat AS (
    SELECT {pair} AS pair, agent, s_deck, final_id, score::DOUBLE AS score, win_share::DOUBLE AS win, passed::INT AS passed,
           honors::INT AS honors, finished::INT AS finished, (cubes_left = 0)::INT AS dry, pts_kindness, pts_projects, pts_steps,
           pts_study, pts_resources, realized, removed_projects, steps, studied, bonuses, idle_picks, left_over, cubes_left
    FROM seats
),
per_case AS (
    SELECT pair, count(*)::DOUBLE AS m, sum(score) AS score, sum(passed)::DOUBLE AS pass_share, sum(honors)::DOUBLE AS honors_share,
           sum(pts_kindness)::DOUBLE AS kindness, sum(pts_projects)::DOUBLE AS projects, sum(pts_steps)::DOUBLE AS "final steps",
           sum(pts_study)::DOUBLE AS creatures, sum(pts_resources)::DOUBLE AS "left-over elements",
           sum(realized)::DOUBLE AS projects_mean, sum(removed_projects)::DOUBLE AS removed_projects_mean,
           sum(steps)::DOUBLE AS steps_mean, sum(studied)::DOUBLE AS creatures_mean, sum(bonuses)::DOUBLE AS bonuses_mean,
           sum(idle_picks)::DOUBLE AS idle_picks_mean, sum(left_over)::DOUBLE AS left_over_mean,
           sum(cubes_left)::DOUBLE AS cubes_left_mean, sum(dry)::DOUBLE AS cubes_out_share,
           sum(finished)::DOUBLE AS finished_share, sum(win * finished) AS finished_win
    FROM seat GROUP BY pair
)
SELECT figure, '' AS subject, pair, x, m
FROM (
    UNPIVOT per_case
    ON COLUMNS(* EXCLUDE (pair, m, score, kindness, projects, "final steps", creatures, "left-over elements", finished_win))
    INTO NAME figure VALUE x
)
UNION ALL
SELECT 'part_share', part, pair, points, score
FROM (UNPIVOT per_case ON kindness, projects, "final steps", creatures, "left-over elements" INTO NAME part VALUE points)
UNION ALL SELECT 'finished_win_share', '', pair, finished_win, finished_share FROM per_case
UNION ALL
SELECT figure, '', pair, x, 1
FROM (
    UNPIVOT (
        SELECT {pair} AS pair, final_turns::DOUBLE AS final_turns_mean, (final_turns > 6)::DOUBLE AS final_long_share,
               (end_reason = 'capped')::DOUBLE AS capped_share, finishers::DOUBLE AS finishers_mean
        FROM games
    ) ON COLUMNS(* EXCLUDE pair) INTO NAME figure VALUE x
)
UNION ALL SELECT unnest(['style_kindness_mean', 'style_cubes_left_mean']), agent, pair, unnest([pts_kindness, cubes_left]), 1 FROM seat
UNION ALL
SELECT unnest(['deck_win_share', 'deck_score_mean']), 'deck ' || s_deck, pair, unnest([win, score]), 1
FROM seat WHERE s_deck IS NOT NULL
UNION ALL
SELECT unnest(['final_win_share', 'final_finished_share']), final_id, pair, unnest([win, finished::DOUBLE]), 1
FROM seat WHERE final_id IS NOT NULL
