-- Do interaction tiles decide games or only annoy?
-- One row per tile, from the first 20,000 games:
--   tile, what            name and kind: immediate, activation, interaction
--   drawn                 times drawn per game; wasted: share of these that never came to lie on a hero nor took effect
--   acts                  turns per game in which a hero acts by it; of an immediate tile: hits per game
--   points                mean points such a turn brings to the owner of the hero: gained at once, adversaries taken (each at
--                         what one pays in the end on average), prestige slots covered (less) and healed (more);
--                         of an immediate tile: points on prestige slots that the opponent loses, as a negative number
--   printed               mean points of the printed turns of the same heroes in the hands of the same styles
--   change                points - printed, of an immediate tile points; low, high: its interval, clustered by game, from
--                         30 games with such a turn on
--   damage                mean damage counters the turn, or the hit, places on the hero's side
-- The same in every row:
--   harm                  points a seat loses in a game by tiles that others placed or drew, on average
--   margin                mean margin between the best and the second best seat
--   turned                share of games that another seat would have won if nobody had lost these points (each act under an
--                         interaction tile counts its change, each hit what it covered); turned_low, turned_high: its interval
--   score_1, margin_1, score_2, margin_2, score_3, margin_3
--                         mean score and margin of the experiment's arms: 1 as it is, 2 interaction tiles without effect,
--                         3 tiles that hit without effect too
--   moved_2, moved_3      the largest change of a style's win share against arm 1; chance: what luck alone would make of it at most
WITH tile AS (SELECT id, name, set AS what FROM card_table WHERE kind = 'tile'),
price AS (
    SELECT sum(score - pts_shine - pts_tile_points - pts_gift - pts_mission - pts_prestige_slots) / nullif(sum(adv_held), 0) AS price
    FROM turn_seats(20_000)
),
worth AS (  -- what a hero's prestige slots pay together
    SELECT id, coalesce(list_sum(list_transform(regexp_extract_all(regexp_extract(lower(traits), 'slots *= *([0-9, ]*)', 1), '\d+'),
                                                lambda slot: slot::INT)), 0)::INT AS slots
    FROM card_table WHERE kind = 'hero'
),
acted AS MATERIALIZED (
    SELECT game_no, round, seat, agent, hero, tile_in_force, gained::DOUBLE AS gained, coalesce(won::INT * k, 0) AS taken, placed, pslot_after, slots,
           tile_drawn, victim, victim_pslot, hit_placed,
           step::INT * 32 + seat - start_seat + CASE WHEN seat < start_seat THEN 16 ELSE 0 END AS moment
    FROM first_turns(20_000) JOIN worth ON hero = id WHERE phase = 'adventure'
),
full_line AS (SELECT game_no, round, seat, sum(slots)::INT AS slots FROM acted GROUP BY ALL),
event AS (  -- in the order in which they happen: own turns, and hits by others
    SELECT game_no, round, seat, moment, pslot_after AS slots, agent, hero, tile_in_force AS tile, gained, taken, placed, FALSE AS hit FROM acted
    UNION ALL
    SELECT game_no, round, victim, moment, victim_pslot, NULL, NULL, tile_drawn, 0, 0, hit_placed, TRUE FROM acted WHERE victim IS NOT NULL
),
told AS MATERIALIZED (
    SELECT game_no, seat, agent, hero, tile, placed, hit,
           gained + taken * price + e.slots - coalesce(lag(e.slots) OVER (PARTITION BY e.game_no, e.round, e.seat ORDER BY moment), full_line.slots)
               AS points
    FROM event e JOIN full_line USING (game_no, round, seat), price
),
printed AS (SELECT hero, agent, avg(points) AS printed FROM told WHERE tile IS NULL AND NOT hit GROUP BY ALL),
changed AS (
    SELECT game_no, seat, tile, hit, points, placed, printed, CASE WHEN hit THEN points ELSE points - printed END AS change
    FROM told LEFT JOIN printed USING (hero, agent) WHERE tile IS NOT NULL
),
per_game AS (SELECT tile, game_no, count(*) AS m, sum(change) AS x FROM changed WHERE change IS NOT NULL GROUP BY ALL),
mean AS (
    SELECT tile, sum(x) / sum(m) AS change,
           CASE WHEN count(*) >= 30 THEN 1 END * ratio_se(x, m) AS se
    FROM per_game GROUP BY tile
),
act AS (
    SELECT tile, count(*) AS acts, avg(points) AS points, avg(printed) AS printed, avg(coalesce(placed, 0)) AS damage
    FROM changed GROUP BY tile
),
counted AS (SELECT count(*) AS games, avg(margin) AS margin FROM turn_games(20_000)),
drawn AS (
    SELECT card AS tile, sum(drawn) AS drawn, 1 - sum(resolved + placed_own + placed_opponent) / nullif(sum(drawn), 0) AS wasted
    FROM turn_cards(20_000) JOIN tile ON card = tile.id GROUP BY card
),
lost AS (
    SELECT game_no, seat, -sum(CASE WHEN hit THEN points ELSE mean.change END) AS lost
    FROM changed JOIN mean USING (tile) JOIN tile ON tile.id = changed.tile
    WHERE hit OR what = 'interaction' GROUP BY ALL
),
final AS (
    SELECT game_no, win_share > 0 AS won, score, coalesce(lost, 0) AS lost
    FROM turn_seats(20_000) LEFT JOIN lost USING (game_no, seat)
),
replayed AS (  -- rounded: level is level, in whatever order the points were added up
    SELECT game_no, max(round(score + lost, 6)) FILTER (NOT won) > max(round(score + lost, 6)) FILTER (won) AS turned,
           avg(lost) AS lost
    FROM final GROUP BY game_no
),
turn AS (SELECT avg(turned::INT) AS p, count(turned) AS n, avg(lost) AS harm FROM replayed),
arm AS (SELECT * FROM experiments WHERE experiment = 'tiles'),
arms AS (
    SELECT any_value(value) FILTER (place = 0 AND figure = 'score_mean') AS score_1,
           any_value(value) FILTER (place = 0 AND figure = 'margin_mean') AS margin_1,
           any_value(value) FILTER (place = 1 AND figure = 'score_mean') AS score_2,
           any_value(value) FILTER (place = 1 AND figure = 'margin_mean') AS margin_2,
           any_value(value) FILTER (place = 2 AND figure = 'score_mean') AS score_3,
           any_value(value) FILTER (place = 2 AND figure = 'margin_mean') AS margin_3
    FROM arm
),
moved AS (
    SELECT max(abs(other.value - base.value)) FILTER (other.place = 1) AS moved_2,
           max(abs(other.value - base.value)) FILTER (other.place = 2) AS moved_3,
           1.41 * max(base.high - base.low) / 2 AS chance
    FROM arm other JOIN arm base USING (figure, subject)
    WHERE figure = 'style_win_share' AND base.place = 0 AND other.place > 0
)
SELECT name AS tile, what, coalesce(drawn.drawn, 0) / games AS drawn, wasted, coalesce(acts, 0) / games AS acts, points, printed,
       change, change - z() * se AS low, change + z() * se AS high, damage, harm, margin, p AS turned,
       wilson_low(p, n) AS turned_low, wilson_high(p, n) AS turned_high,
       arms.*, moved.*
FROM tile LEFT JOIN drawn ON drawn.tile = tile.id LEFT JOIN act ON act.tile = tile.id LEFT JOIN mean ON mean.tile = tile.id,
     counted, turn, arms, moved
ORDER BY array_position(['interaction', 'immediate', 'activation'], what), change, name
