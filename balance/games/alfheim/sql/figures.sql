-- The headline figures of Fairies of Alfheim itself.
-- One row per figure: figure, subject, value, se, n (see the shared figures).
--   score_mean, score_sd             final score of a seat, in points
--   part_share (source)              share of all points: King, Queen, Nisse, Fairies, Tomte, the three expert tiles, footprint
--   fairies_mean                     fairies a seat places, of nine
--   all_nine_share                   seats that place all nine
--   placed_share (fairies)           share of these fairies that a seat places, each weighed by its points; none if they have no points
--   tomte_left_share                 seats with a Tomte left over
--   expert_share (row)               seats that claim an expert tile of this row
--   expert_any_share (row)           games in which somebody does
--   swaps_mean                       swaps a seat makes in a game
--   lead_win_share                   win share of the lead player
--   place_win_share (place)          win share by the place behind the lead player, clockwise; place 1 is the lead player
--   style_fairies_mean (style)       fairies a seat of this style places
--   style_swaps_mean (style)         swaps it makes
WITH worth AS (  -- points to be had with the fairies of a kind
    SELECT sum(TRY_CAST(points AS DOUBLE)) FILTER (type = 'king') AS king_most, sum(TRY_CAST(points AS DOUBLE)) FILTER (type = 'queen') AS queen_most,
           sum(TRY_CAST(points AS DOUBLE)) FILTER (type LIKE 'nisse%') AS nisse_most, sum(TRY_CAST(points AS DOUBLE)) FILTER (type LIKE 'fairy%') AS fairy_most,
           sum(TRY_CAST(points AS DOUBLE)) FILTER (type = 'tomte') AS tomte_most
    FROM (SELECT set AS type, any_value(points) AS points FROM card_table WHERE kind = 'fairy' GROUP BY set)
),
seat AS (
    SELECT game_no, agent, score::DOUBLE AS score, win_share::DOUBLE AS win, (seat - lead + players) % players + 1 AS place, pts_king AS "King",
           pts_queen AS "Queen", pts_nisse AS "Nisse", pts_fairy AS "Fairies", pts_tomte AS "Tomte", pts_expert_king_queen AS court,
           pts_expert_tomte AS farm, pts_expert_fairy AS light, pts_footprint AS footprint, n_fairies, tomte_left, n_swaps
    FROM seats JOIN (SELECT game_no, lead, players FROM games) USING (game_no)
),
per_game AS (
    SELECT game_no, count(*)::DOUBLE AS m, sum(score) AS score, sum("King")::DOUBLE AS "King", sum("Queen")::DOUBLE AS "Queen",
           sum("Nisse")::DOUBLE AS "Nisse", sum("Fairies")::DOUBLE AS "Fairies", sum("Tomte")::DOUBLE AS "Tomte",
           sum(court)::DOUBLE AS "expert for King and Queen", sum(farm)::DOUBLE AS "expert for the Tomte",
           sum(light)::DOUBLE AS "expert for the Fairies", sum(footprint)::DOUBLE AS footprint,
           count(*) FILTER (court > 0)::DOUBLE AS court, count(*) FILTER (farm > 0)::DOUBLE AS farm, count(*) FILTER (light > 0)::DOUBLE AS light,
           sum(n_fairies)::DOUBLE AS fairies_mean, count(*) FILTER (n_fairies = 9)::DOUBLE AS all_nine_share,
           sum(tomte_left)::DOUBLE AS tomte_left_share, sum(n_swaps)::DOUBLE AS swaps_mean
    FROM seat GROUP BY game_no
),
ratio AS (  -- figure, subject, and in every game what is counted and among how many
    SELECT 'score_mean' AS figure, '' AS subject, score AS x, m FROM per_game
    UNION ALL
    SELECT figure, '', x, m FROM (UNPIVOT per_game ON COLUMNS('.*_(mean|share)$') INTO NAME figure VALUE x)
    UNION ALL
    SELECT 'part_share', part, points, score
    FROM (
        UNPIVOT per_game ON "King", "Queen", "Nisse", "Fairies", "Tomte", "expert for King and Queen", "expert for the Tomte",
                            "expert for the Fairies", footprint INTO NAME part VALUE points
    )
    UNION ALL
    SELECT 'placed_share', unnest(['King', 'Queen', 'Nisse', 'Fairies', 'Tomte']), unnest(["King", "Queen", "Nisse", "Fairies", "Tomte"]),
           m * unnest([king_most, queen_most, nisse_most, fairy_most, tomte_most])
    FROM per_game, worth
    UNION ALL
    SELECT 'expert_share', unnest(['King and Queen', 'Tomte', 'Fairies']), unnest([court, farm, light]), m FROM per_game
    UNION ALL
    SELECT 'expert_any_share', unnest(['King and Queen', 'Tomte', 'Fairies']), unnest([(court > 0)::DOUBLE, (farm > 0)::DOUBLE, (light > 0)::DOUBLE]), 1
    FROM per_game
    UNION ALL SELECT 'lead_win_share', '', win, 1 FROM seat WHERE place = 1
    UNION ALL SELECT 'place_win_share', 'place ' || place, win, 1 FROM seat
    UNION ALL
    SELECT unnest(['style_fairies_mean', 'style_swaps_mean']), agent, unnest([f, s]), m
    FROM (
        SELECT agent, sum(n_fairies)::DOUBLE AS f, sum(n_swaps)::DOUBLE AS s, count(*) AS m FROM seat GROUP BY game_no, agent
    )
)
SELECT figure, subject, sum(x) / nullif(sum(m), 0) AS value,
       coalesce(ratio_se(x, m), 0) AS se,
       (CASE figure WHEN 'placed_share' THEN count(*) ELSE sum(m) END)::BIGINT AS n
FROM ratio GROUP BY figure, subject HAVING sum(m) > 0
UNION ALL
SELECT 'score_sd', '', coalesce(stddev(score), 0), sd_se(score),
       count(DISTINCT game_no)
FROM seat
ORDER BY figure, subject
