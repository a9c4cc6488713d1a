-- The headline figures of Fairy School itself.
-- One row per figure: figure, subject, value, se, n (see the shared figures).
--   score_mean, score_sd             final score of a seat, in points
--   pass_share                       seats that reach the pass mark
--   honors_share                     seats that reach the honors mark
--   part_share (source)              share of all points: kindness, projects, final steps, creatures, left-over elements
--   projects_mean                    projects a seat realizes
--   removed_projects_mean            realized projects a seat removes from the game again
--   steps_mean                       final steps a seat realizes
--   creatures_mean                   creatures a seat studies
--   bonuses_mean                     bonus elements a seat gets for pairs of creatures
--   idle_picks_mean                  projects a seat takes from the common discard
--   left_over_mean                   elements a seat has at the end
--   cubes_left_mean                  cubes a seat still has in supply at the end
--   cubes_out_share                  seats without a cube in supply at the end
--   final_turns_mean                 length of the final trimester, in turns
--   final_long_share                 games whose final trimester lasts more than 6 turns
--   capped_share                     games that end because nobody can go on, or after the last turn allowed
--   finishers_mean                   seats that have all final steps before the last spending
--   finished_share                   seats that have all final steps in the end
--   finished_win_share               win share of these seats
--   style_kindness_mean (style)      cubes a seat of this style receives
--   style_cubes_left_mean (style)    cubes it still has at the end
--   deck_win_share (deck)            win share of the seats with this predefined deck
--   deck_score_mean (deck)           their score
--   final_win_share (final)          win share of the seats with this final project
--   final_finished_share (final)     share of these seats that have all its steps in the end
WITH seat AS (
    SELECT game_no, agent, s_deck, final_id, score::DOUBLE AS score, win_share::DOUBLE AS win, passed::INT AS passed,
           honors::INT AS honors, finished::INT AS finished, (cubes_left = 0)::INT AS dry, pts_kindness, pts_projects, pts_steps,
           pts_study, pts_resources, realized, removed_projects, steps, studied, bonuses, idle_picks, left_over, cubes_left
    FROM seats
),
per_game AS (
    SELECT game_no, count(*)::DOUBLE AS m, sum(score) AS score, sum(passed)::DOUBLE AS pass_share, sum(honors)::DOUBLE AS honors_share,
           sum(pts_kindness)::DOUBLE AS kindness, sum(pts_projects)::DOUBLE AS projects, sum(pts_steps)::DOUBLE AS "final steps",
           sum(pts_study)::DOUBLE AS creatures, sum(pts_resources)::DOUBLE AS "left-over elements",
           sum(realized)::DOUBLE AS projects_mean, sum(removed_projects)::DOUBLE AS removed_projects_mean,
           sum(steps)::DOUBLE AS steps_mean, sum(studied)::DOUBLE AS creatures_mean, sum(bonuses)::DOUBLE AS bonuses_mean,
           sum(idle_picks)::DOUBLE AS idle_picks_mean, sum(left_over)::DOUBLE AS left_over_mean,
           sum(cubes_left)::DOUBLE AS cubes_left_mean, sum(dry)::DOUBLE AS cubes_out_share,
           sum(finished)::DOUBLE AS finished_share, sum(win * finished) AS finished_win
    FROM seat GROUP BY game_no
),
ratio AS (  -- figure, subject, and in every game what is counted and among how many
    SELECT 'score_mean' AS figure, '' AS subject, score AS x, m FROM per_game
    UNION ALL
    SELECT figure, '', x, m
    FROM (UNPIVOT per_game ON COLUMNS('.*_(mean|share)$') INTO NAME figure VALUE x)
    UNION ALL
    SELECT 'part_share', part, points, score
    FROM (UNPIVOT per_game ON kindness, projects, "final steps", creatures, "left-over elements" INTO NAME part VALUE points)
    UNION ALL SELECT 'finished_win_share', '', finished_win, finished_share FROM per_game
    UNION ALL
    SELECT figure, '', x, 1
    FROM (
        UNPIVOT (
            SELECT final_turns::DOUBLE AS final_turns_mean, (final_turns > 6)::DOUBLE AS final_long_share,
                   (end_reason = 'capped')::DOUBLE AS capped_share, finishers::DOUBLE AS finishers_mean
            FROM games
        ) ON COLUMNS(*) INTO NAME figure VALUE x
    )
    UNION ALL
    SELECT unnest(['style_kindness_mean', 'style_cubes_left_mean']), agent, unnest([k, c]), m
    FROM (
        SELECT agent, sum(pts_kindness)::DOUBLE AS k, sum(cubes_left)::DOUBLE AS c, count(*) AS m FROM seat GROUP BY game_no, agent
    )
    UNION ALL
    SELECT unnest(['deck_win_share', 'deck_score_mean']), 'deck ' || s_deck, unnest([w, s]), m
    FROM (
        SELECT s_deck, sum(win) AS w, sum(score) AS s, count(*) AS m FROM seat WHERE s_deck IS NOT NULL GROUP BY game_no, s_deck
    )
    UNION ALL
    SELECT unnest(['final_win_share', 'final_finished_share']), final_id, unnest([w, f]), m
    FROM (
        SELECT final_id, sum(win) AS w, sum(finished)::DOUBLE AS f, count(*) AS m
        FROM seat WHERE final_id IS NOT NULL GROUP BY game_no, final_id
    )
)
SELECT figure, subject, sum(x) / nullif(sum(m), 0) AS value,
       coalesce(ratio_se(x, m), 0) AS se,
       sum(m)::BIGINT AS n
FROM ratio GROUP BY figure, subject HAVING sum(m) > 0
UNION ALL
SELECT 'score_sd', '', coalesce(stddev(score), 0), sd_se(score),
       count(DISTINCT game_no)
FROM seat
ORDER BY figure, subject
