-- What do the headline figures of Fairies of Alfheim itself count in every case?
-- One row per figure, subject and case, with the columns of the shared figures; what each figure is stands in the game's headlines.
WITH worth AS (  -- points to be had with the fairies of a kind
    SELECT sum(TRY_CAST(points AS DOUBLE)) FILTER (type = 'king') AS king_most, sum(TRY_CAST(points AS DOUBLE)) FILTER (type = 'queen') AS queen_most,
           sum(TRY_CAST(points AS DOUBLE)) FILTER (type LIKE 'nisse%') AS nisse_most, sum(TRY_CAST(points AS DOUBLE)) FILTER (type LIKE 'fairy%') AS fairy_most,
           sum(TRY_CAST(points AS DOUBLE)) FILTER (type = 'tomte') AS tomte_most
    FROM (SELECT set AS type, any_value(points) AS points FROM card_table WHERE kind = 'fairy' GROUP BY set)
),
seat AS (
    SELECT {pair} AS pair, game_no, agent, score::DOUBLE AS score, win_share::DOUBLE AS win, (seat - lead + players) % players + 1 AS place, pts_king AS "King",
           pts_queen AS "Queen", pts_nisse AS "Nisse", pts_fairy AS "Fairies", pts_tomte AS "Tomte", pts_expert_king_queen AS court,
           pts_expert_tomte AS farm, pts_expert_fairy AS light, pts_footprint AS footprint, n_fairies, tomte_left, n_swaps
    FROM seats JOIN (SELECT game_no, lead, players FROM games) USING (game_no)
),
per_case AS (
    SELECT any_value(pair) AS pair, count(*)::DOUBLE AS m, sum(score) AS score, sum("King")::DOUBLE AS "King", sum("Queen")::DOUBLE AS "Queen",
           sum("Nisse")::DOUBLE AS "Nisse", sum("Fairies")::DOUBLE AS "Fairies", sum("Tomte")::DOUBLE AS "Tomte",
           sum(court)::DOUBLE AS "expert for King and Queen", sum(farm)::DOUBLE AS "expert for the Tomte",
           sum(light)::DOUBLE AS "expert for the Fairies", sum(footprint)::DOUBLE AS footprint,
           count(*) FILTER (court > 0)::DOUBLE AS court, count(*) FILTER (farm > 0)::DOUBLE AS farm, count(*) FILTER (light > 0)::DOUBLE AS light,
           sum(n_fairies)::DOUBLE AS fairies_mean, count(*) FILTER (n_fairies = 9)::DOUBLE AS all_nine_share,
           sum(tomte_left)::DOUBLE AS tomte_left_share, sum(n_swaps)::DOUBLE AS swaps_mean
    FROM seat GROUP BY game_no
)
SELECT figure, '' AS subject, pair, x, m FROM (UNPIVOT per_case ON COLUMNS('.*_(mean|share)$') INTO NAME figure VALUE x)
UNION ALL
SELECT 'part_share', part, pair, points, score
FROM (
    UNPIVOT per_case ON "King", "Queen", "Nisse", "Fairies", "Tomte", "expert for King and Queen", "expert for the Tomte",
                        "expert for the Fairies", footprint INTO NAME part VALUE points
)
UNION ALL
SELECT 'placed_share', unnest(['King', 'Queen', 'Nisse', 'Fairies', 'Tomte']), pair, unnest(["King", "Queen", "Nisse", "Fairies", "Tomte"]),
       m * coalesce(unnest([king_most, queen_most, nisse_most, fairy_most, tomte_most]), 0)
FROM per_case, worth
UNION ALL
SELECT 'expert_share', unnest(['King and Queen', 'Tomte', 'Fairies']), pair, unnest([court, farm, light]), m FROM per_case
UNION ALL
SELECT 'expert_any_share', unnest(['King and Queen', 'Tomte', 'Fairies']), pair,
       unnest([(court > 0)::DOUBLE, (farm > 0)::DOUBLE, (light > 0)::DOUBLE]), 1
FROM per_case
UNION ALL SELECT 'lead_win_share', '', pair, win, 1 FROM seat WHERE place = 1
UNION ALL SELECT 'place_win_share', 'place ' || place, pair, win, 1 FROM seat
UNION ALL SELECT unnest(['style_fairies_mean', 'style_swaps_mean']), agent, pair, unnest([n_fairies, n_swaps]), 1 FROM seat
