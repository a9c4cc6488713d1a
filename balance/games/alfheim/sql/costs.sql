-- Are the five costs of a type equally hard?
-- One row per cost tile, in the order of the card table, from the first 50,000 games:
--   name, cost        as in the card table
--   type              what the names of its type have in common; kind: King, Queen, Nisse, Fairy or Tomte
--   force             times a game that the tile is in force for a seat: revealed, or its own Tomte
--   paid              share of these seats that place a fairy with it; low, high: its interval, clustered by game, blank below 30 seats
--   start             share when revealed at the start; later: when revealed in round 7 or held in secret; blank below 30 seats
--   round             mean round in which it is paid
--   spread            between the easiest and the hardest cost of the type
--   more              paid less the mean of the costs of its type; sure: whether it is clear, even among so many
--   nested            other costs of the table that are part of it or that it is part of; blank for costs with # or ?
--   score             mean score of the seats for which it is in force; score_more: the same less the mean of its type
-- The same in every row:
--   goes_with         correlation of `more` with `nested`, blank below 20 such costs
-- and from the arms 'as it is' and 'lines with gaps' of the experiment 'rules':
--   base, gaps        mean score; gaps_low, gaps_high: its interval; change: gaps less base
--   base_fairies, gaps_fairies   fairies a seat places
WITH called AS (  -- the words with which all names of a type begin
    SELECT set, min(name || ' ') AS one, max(name || ' ') AS other FROM card_table WHERE kind = 'fairy' GROUP BY set
),
named AS (
    SELECT set, coalesce(nullif(regexp_extract(left(one, list_max(list_filter(range(length(one) + 1), lambda i: left(one, i) = left(other, i)))), '^(.*\S)\s', 1), ''),
                         replace(set, '_', ' ')) AS type
    FROM called
),
tile AS (
    SELECT row_number() OVER () AS place, id AS card, name, cost, set, type,
           CASE WHEN starts_with(set, 'nisse') THEN 'Nisse' WHEN starts_with(set, 'fairy') THEN 'Fairy' ELSE upper(set[1]) || set[2:] END AS kind
    FROM card_table JOIN named USING (set) WHERE kind = 'fairy'
),
opened AS (SELECT game_no, unnest(string_split(reveal_start, ';')) AS card FROM first_games(50_000)),
per_game AS (
    SELECT card, game_no, count(*)::DOUBLE AS m, sum(paid)::DOUBLE AS x, sum(CASE WHEN paid > 0 THEN first_turn END) AS r, sum(score)::DOUBLE AS s
    FROM first_cards(50_000) JOIN tile USING (card) JOIN (SELECT game_no, seat, score FROM first_seats(50_000)) USING (game_no, seat)
    WHERE revealed > 0 OR held > 0 GROUP BY card, game_no
),
rate AS (
    SELECT card, sum(m) AS seats, sum(x) / sum(m) AS paid, sum(r) / nullif(sum(x), 0) AS round, sum(s) / sum(m) AS score,
           CASE WHEN sum(m) >= 30 THEN ratio_se(x, m) END AS se
    FROM per_game GROUP BY card
),
half AS (
    SELECT card, CASE WHEN sum(m) FILTER (at_start) >= 30 THEN sum(x) FILTER (at_start) / sum(m) FILTER (at_start) END AS start,
           CASE WHEN sum(m) FILTER (NOT at_start) >= 30 THEN sum(x) FILTER (NOT at_start) / sum(m) FILTER (NOT at_start) END AS later
    FROM (SELECT per_game.*, opened.card IS NOT NULL AS at_start FROM per_game LEFT JOIN opened USING (card, game_no)) GROUP BY card
),
icon AS (SELECT list(DISTINCT right(effect, 1)) AS icons FROM card_table WHERE kind = 'clue'),
counts AS (  -- how often each icon is in the cost
    SELECT card, list_transform(icons, lambda i: length(cost) - length(replace(cost, i, ''))) AS counted FROM tile, icon
    WHERE cost NOT LIKE '%#%' AND cost NOT LIKE '%?%'
),
nest AS (
    SELECT card, length(list_filter((SELECT list(counted) FROM counts), lambda other:
        list_bool_and(list_transform(range(1, length(counted) + 1), lambda i: other[i] <= counted[i]))
        OR list_bool_and(list_transform(range(1, length(counted) + 1), lambda i: other[i] >= counted[i])))) - 1 AS nested
    FROM counts
),
arm AS (
    SELECT any_value(value) FILTER (arm = 'as it is' AND figure = 'score_mean') AS base,
           any_value(value) FILTER (arm = 'lines with gaps' AND figure = 'score_mean') AS gaps,
           any_value(low) FILTER (arm = 'lines with gaps' AND figure = 'score_mean') AS gaps_low,
           any_value(high) FILTER (arm = 'lines with gaps' AND figure = 'score_mean') AS gaps_high,
           any_value(value) FILTER (arm = 'as it is' AND figure = 'fairies_mean') AS base_fairies,
           any_value(value) FILTER (arm = 'lines with gaps' AND figure = 'fairies_mean') AS gaps_fairies
    FROM experiments WHERE experiment = 'rules'
),
usual AS (
    SELECT set, avg(paid) AS mean, avg(score) AS mean_score, max(paid) - min(paid) AS spread FROM tile LEFT JOIN rate USING (card) GROUP BY set
)
SELECT name, cost, type, kind, coalesce(seats, 0) / (SELECT count(*) FROM first_games(50_000)) AS force, paid,
       CASE WHEN se IS NOT NULL THEN greatest(0, paid - z() * se) END AS low, CASE WHEN se IS NOT NULL THEN least(1, paid + z() * se) END AS high, start, later, round, paid - mean AS more, coalesce(abs(paid - mean) > z_of_many() * se, FALSE) AS sure, spread, nested, score,
       score - mean_score AS score_more, CASE WHEN count(nested) OVER () >= 20 THEN corr(paid - mean, nested) OVER () END AS goes_with, arm.*, gaps - base AS change
FROM tile LEFT JOIN rate USING (card) LEFT JOIN half USING (card) LEFT JOIN nest USING (card) JOIN usual USING (set), arm
ORDER BY place
