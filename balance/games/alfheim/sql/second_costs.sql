-- What do the second costs change?
-- One row per type of fairy with a second cost, in the order of the rulebook, then one for all of them (name 'all'), from the first 50,000 games:
--   name              what the names of its cost tiles have in common; part: 'type' or 'all'
--   placed            fairies of the type that all seats place in a game; before: share placed in rounds 1 to 6
--   second            share of all these placements paid by the second cost
--   late              share of the placements from round 7 on that are paid by it; low, high: its interval, clustered by game
-- The same in every row, from the arms 'as it is' and 'no second costs' of the experiment 'rules':
--   base, off         mean score, each with _low and _high; base_fairies, off_fairies: fairies a seat places
WITH called AS (  -- the words with which all names of a type begin
    SELECT set AS type, min(name || ' ') AS one, max(name || ' ') AS other FROM card_table WHERE kind = 'fairy' AND effect = 'reveal:start' GROUP BY set
),
named AS (
    SELECT type, replace(type, '_', ' ') AS word,
           regexp_extract(left(one, list_max(list_filter(range(length(one) + 1), lambda i: left(one, i) = left(other, i)))), '^(.*\S)\s', 1) AS name
    FROM called
),
shown AS (
    SELECT type, CASE WHEN name = '' THEN word WHEN count(*) OVER (PARTITION BY name) > 1 THEN name || ' (' || word || ')' ELSE name END AS name FROM named
),
second AS (SELECT game_no, unnest(string_split(reveal_prep, ';')) AS card FROM first_games(50_000)),
paid AS (
    SELECT placed.game_no, set AS type, (first_turn > 6)::INT::DOUBLE AS late, (second.card IS NOT NULL)::INT::DOUBLE AS second
    FROM first_cards(50_000) placed JOIN card_table ON card = id
    LEFT JOIN second ON second.game_no = placed.game_no AND second.card = placed.card
    WHERE kind = 'fairy' AND effect = 'reveal:start' AND paid > 0
),
per_game AS (
    SELECT type, game_no, count(*)::DOUBLE AS n, sum(late) AS m, sum(second) AS x FROM paid GROUP BY GROUPING SETS ((game_no), (type, game_no))
),
rate AS (
    SELECT type, sum(n) / (SELECT count(*) FROM first_games(50_000)) AS placed, 1 - sum(m) / sum(n) AS before, sum(x) / sum(n) AS second,
           sum(x) / nullif(sum(m), 0) AS late,
           ratio_se(x, m) AS se
    FROM per_game GROUP BY type
),
arm AS (
    SELECT any_value(value) FILTER (arm = 'as it is' AND figure = 'score_mean') AS base, any_value(low) FILTER (arm = 'as it is' AND figure = 'score_mean') AS base_low,
           any_value(high) FILTER (arm = 'as it is' AND figure = 'score_mean') AS base_high,
           any_value(value) FILTER (arm = 'no second costs' AND figure = 'score_mean') AS off,
           any_value(low) FILTER (arm = 'no second costs' AND figure = 'score_mean') AS off_low,
           any_value(high) FILTER (arm = 'no second costs' AND figure = 'score_mean') AS off_high,
           any_value(value) FILTER (arm = 'as it is' AND figure = 'fairies_mean') AS base_fairies,
           any_value(value) FILTER (arm = 'no second costs' AND figure = 'fairies_mean') AS off_fairies
    FROM experiments WHERE experiment = 'rules'
)
SELECT CASE WHEN type IS NULL THEN 'all' ELSE 'type' END AS part, coalesce(shown.name, 'all') AS name, placed, before, second, late,
       greatest(0, late - z() * se) AS low, least(1, late + z() * se) AS high, arm.*
FROM rate LEFT JOIN shown USING (type), arm
ORDER BY type IS NULL, array_position(['king', 'queen', 'nisse_1', 'nisse_2', 'nisse_3', 'fairy_1', 'fairy_2', 'fairy_3', 'tomte'], type)
