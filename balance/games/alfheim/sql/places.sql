-- Where do fairies end up around the lines?
-- From the first 50,000 games; the start tiles lie in the columns 0 and 1 of the row 0, and rows are counted downwards.
-- part 'cell': one row per cell of the part of the grid that holds 99 % of the fairies:
--   x, y              its column and row, from the upper left
--   fairy             share of the areas that hold a fairy there; blank for the start tiles
--   clue              share that hold a clue tile
-- part 'type': one row per type of fairy, in the order of the rulebook, then one for all (name 'all'):
--   name              what the names of its cost tiles have in common
--   beside            share of them in the two rows directly beside that of the start pair; low, high: its interval, clustered by game
--   row               share in its row, where lines run up and down
--   far               mean distance in steps from the nearer start tile
-- The same in every row:
--   wide, high_       longer and shorter side of the finished area, fairies included, means; wide_most, high_most: 95 of 100 areas have no more
--   long              tiles of an area in the row of the start pair, mean
WITH called AS (  -- the words with which all names of a type begin
    SELECT set AS type, min(name || ' ') AS one, max(name || ' ') AS other FROM card_table WHERE kind = 'fairy' GROUP BY set
),
named AS (
    SELECT type, replace(type, '_', ' ') AS word,
           regexp_extract(left(one, list_max(list_filter(range(length(one) + 1), lambda i: left(one, i) = left(other, i)))), '^(.*\S)\s', 1) AS name
    FROM called
),
shown AS (
    SELECT type, CASE WHEN name = '' THEN word WHEN count(*) OVER (PARTITION BY name) > 1 THEN name || ' (' || word || ')' ELSE name END AS name FROM named
),
turn AS MATERIALIZED (SELECT game_no, seat, x, y, fp_x, fp_y, placements FROM first_turns(50_000)),
fairy AS MATERIALIZED (
    SELECT game_no, seat, split_part(placed, '@', 1) AS type, split_part(split_part(placed, '@', 2), ',', 1)::INT AS x,
           split_part(split_part(placed, ',', 2), ':', 1)::INT AS y
    FROM (SELECT game_no, seat, unnest(string_split(placements, ';')) AS placed FROM turn WHERE placements <> '')
),
areas AS (SELECT count(*)::DOUBLE AS areas FROM turn_seats(50_000)),
fairy_cell AS (SELECT x, y, count(*) AS n FROM fairy GROUP BY x, y),
clue_cell AS (SELECT x::INT AS x, y::INT AS y, count(*) AS n FROM turn WHERE x IS NOT NULL GROUP BY ALL),
edge AS (SELECT quantile_disc(greatest(-x, x - 1), 0.99) AS wide, quantile_disc(abs(y), 0.99) AS tall FROM fairy),
cell AS (
    SELECT x, y, CASE WHEN y <> 0 OR x NOT IN (0, 1) THEN coalesce(f.n, 0) / areas END AS fairy, CASE WHEN y <> 0 OR x NOT IN (0, 1) THEN coalesce(c.n, 0) / areas END AS clue
    FROM (SELECT unnest(range(-wide, wide + 2))::INT AS x FROM edge) CROSS JOIN (SELECT unnest(range(-tall, tall + 1))::INT AS y FROM edge)
         LEFT JOIN fairy_cell f USING (x, y) LEFT JOIN clue_cell c USING (x, y) CROSS JOIN areas
),
per_game AS (
    SELECT type, game_no, count(*)::DOUBLE AS m, count(*) FILTER (abs(y) = 1)::DOUBLE AS b, count(*) FILTER (y = 0) AS r, sum(abs(y) + greatest(-x, 0, x - 1)) AS d
    FROM fairy GROUP BY GROUPING SETS ((game_no), (type, game_no))
),
rate AS (
    SELECT type, sum(b) / sum(m) AS beside, sum(r) / sum(m) AS row, sum(d) / sum(m) AS far,
           ratio_se(b, m) AS se
    FROM per_game GROUP BY type
),
tile AS (
    SELECT game_no, seat, x::INT AS x, y::INT AS y, (y = 0)::INT AS long FROM turn WHERE x IS NOT NULL
    UNION ALL SELECT game_no, seat, fp_x::INT, fp_y::INT, 0 FROM turn WHERE fp_x IS NOT NULL
    UNION ALL SELECT game_no, seat, x, y, 0 FROM fairy
),
size AS (
    SELECT greatest(w, h) AS wide, least(w, h) AS high, long
    FROM (SELECT greatest(max(x), 1) - least(min(x), 0) + 1 AS w, greatest(max(y), 0) - least(min(y), 0) + 1 AS h, sum(long) + 2 AS long FROM tile GROUP BY game_no, seat)
),
whole AS (
    SELECT avg(wide) AS wide, avg(high) AS high_, quantile_disc(wide, 0.95) AS wide_most, quantile_disc(high, 0.95) AS high_most, avg(long) AS long FROM size
),
told AS (
    SELECT 'cell' AS part, '' AS name, '' AS type, x, y, fairy, clue, NULL::DOUBLE AS beside, NULL::DOUBLE AS low, NULL::DOUBLE AS high, NULL::DOUBLE AS row, NULL::DOUBLE AS far
    FROM cell
    UNION ALL
    SELECT 'type', coalesce(shown.name, 'all'), coalesce(type, 'all'), NULL, NULL, NULL, NULL, beside, greatest(0, beside - z() * se), least(1, beside + z() * se), row, far
    FROM rate LEFT JOIN shown USING (type)
)
SELECT told.* EXCLUDE (type), whole.* FROM told, whole
ORDER BY part, y, x, array_position(['king', 'queen', 'nisse_1', 'nisse_2', 'nisse_3', 'fairy_1', 'fairy_2', 'fairy_3', 'tomte', 'all'], type)
