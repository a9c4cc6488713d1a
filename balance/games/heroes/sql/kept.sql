-- Which heroes are kept, and does the kept pair decide round 3?
-- One row per hero, most kept first, from the first 30,000 games:
--   name, action     as in the card table
--   one              share of the line-ups of round 1 with this hero that keep it (one hero of four is kept)
--   two              share of the line-ups of round 2 with it that keep it (two of five); low, high: its interval
--   seats            line-ups of round 2 with it
--   third            points that seats which kept it make in round 3, less what seats of their play style make on average;
--                    third_low, third_high: its interval, clustered by game
--   part             'chart': the ten most and the five least kept after round 2, of those in 30 line-ups or more
-- The same in every row, about the pair kept after round 2 and the points of round 3 (those of the adversaries included):
--   spread           standard deviation of the points of round 3 between seats of one style
--   explained        share of these differences that go with which two heroes were kept (third of the one plus third of the
--                    other, as a correlation squared, less what as many heroes would explain by luck); blank in short runs
--   quarter          points of round 3 of the quarter of seats with the best pairs, so counted, less those of the worst quarter
--   leader           share of the games that the seat alone in the lead before round 3 wins; leader_low, leader_high
WITH row_ AS MATERIALIZED (
    SELECT game_no, seat, turn, round, phase, hero, discard_1, discard_2, discard_3, score
    FROM first_turns(30_000) WHERE phase <> 'recruit' OR round = 3
),
line AS (SELECT round, hero, count(*) AS n FROM row_ WHERE round <= 2 AND phase = 'adventure' GROUP BY ALL),
gone AS (
    SELECT round, hero, count(*) AS n
    FROM (SELECT round, unnest([discard_1, discard_2, discard_3]) AS hero FROM row_ WHERE phase = 'return' AND round <= 2)
    WHERE hero IS NOT NULL GROUP BY ALL
),
rate AS (
    SELECT hero, any_value(1 - coalesce(gone.n, 0) / line.n) FILTER (round = 1) AS one,
           any_value(1 - coalesce(gone.n, 0) / line.n) FILTER (round = 2) AS two, coalesce(any_value(line.n) FILTER (round = 2), 0) AS seats
    FROM line LEFT JOIN gone USING (round, hero) GROUP BY hero
),
stay AS MATERIALIZED (  -- the line-up of round 3 without the four of its recruitment: a hero counts +1 in the one, -1 in the other
    SELECT game_no, seat, hero, sum(CASE phase WHEN 'adventure' THEN 1 ELSE -1 END) AS copies
    FROM row_ WHERE round = 3 AND phase <> 'return' GROUP BY ALL HAVING copies > 0
),
before AS (
    SELECT game_no, seat, score, rank() OVER (PARTITION BY game_no ORDER BY score DESC) AS place,
           count(*) OVER (PARTITION BY game_no, score) AS equals
    FROM row_ WHERE phase = 'return' AND round = 2
),
third AS MATERIALIZED (
    SELECT game_no, seat, win_share, place = 1 AND equals = 1 AS leads,
           s.score - b.score - avg(s.score - b.score) OVER (PARTITION BY agent) AS made
    FROM before b JOIN turn_seats(30_000) s USING (game_no, seat)
),
per_game AS (SELECT hero, game_no, sum(copies) AS m, sum(made * copies) AS x FROM stay JOIN third USING (game_no, seat) GROUP BY ALL),
mean AS (
    SELECT hero, sum(x) / sum(m) AS third,
           ratio_se(x, m) AS se
    FROM per_game GROUP BY hero
),
pair AS (
    SELECT game_no, seat, any_value(made) AS made, sum(third * copies) AS told
    FROM stay JOIN mean USING (hero) JOIN third USING (game_no, seat) GROUP BY ALL
),
ranked AS (SELECT *, ntile(4) OVER (ORDER BY told, game_no, seat) AS quarter FROM pair),
whole AS (
    SELECT stddev_pop(made) AS spread,
           CASE WHEN count(*) >= 10 * heroes THEN greatest(0, 1 - (1 - corr(made, told) ** 2) * count(*) / (count(*) - heroes)) END
               AS explained,
           avg(made) FILTER (quarter = 4) - avg(made) FILTER (quarter = 1) AS quarter
    FROM ranked, (SELECT count(*) AS heroes FROM mean) GROUP BY heroes
),
ahead AS (SELECT avg(win_share) AS p, count(*) AS n FROM third WHERE leads)
SELECT name, effect AS action, one, two,
       wilson_low(two, seats) AS low, wilson_high(two, seats) AS high,
       seats, third, third - z() * se AS third_low, third + z() * se AS third_high,
       CASE WHEN seats >= 30 AND (row_number() OVER (PARTITION BY seats >= 30 ORDER BY two DESC, name) <= 10
                                  OR row_number() OVER (PARTITION BY seats >= 30 ORDER BY two, name DESC) <= 5) THEN 'chart' ELSE '' END AS part,
       spread, explained, quarter, p AS leader,
       wilson_low(p, n) AS leader_low, wilson_high(p, n) AS leader_high
FROM rate JOIN card_table ON hero = id LEFT JOIN mean USING (hero), whole, ahead
ORDER BY two DESC NULLS LAST, name
