-- Is generosity rewarded: score against cubes given and cubes received; does `generous` beat `miser`, alone and in a crowd?
-- One row per style and table of the experiment 'generosity': four players, none to all of them generous, the others misers:
--   generous          generous players at the table
--   style             generous or miser; seats: how many of the four play it
--   win               win share of a seat of this style; low, high: its interval (blank where all four play it: 25 % is certain)
--   score             its mean score, with score_low and score_high
--   kindness          cubes it receives; given: cubes it gives
--   all_score         mean score of all four
--   capped            share of the games that end with nobody finished, for want of cubes or time
--   here              the style's win share at the tables of this run; blank where it does not play
--   even              an even share at the tables of this run, the same in every row
-- The same in every row, over the first 50,000 games of this run, seats against the mean of their style and then of their table:
--   given_win, received_win      win share that goes with one more cube given, and received; _low, _high: intervals
--   given_score, received_score  points that go with it, likewise
WITH cubes AS (
    SELECT any_value(CASE activation_cubes WHEN 'usual' THEN CASE length WHEN 'short' THEN 32 ELSE 37 END
                     ELSE TRY_CAST(activation_cubes AS INT) END) AS cubes
    FROM games
),
figure AS (SELECT place AS generous, figure, subject, value, low, high FROM experiments WHERE experiment = 'generosity'),
arm AS (
    SELECT generous, subject AS style, any_value(value) FILTER (figure = 'style_win_share') AS win,
           any_value(low) FILTER (figure = 'style_win_share') AS low, any_value(high) FILTER (figure = 'style_win_share') AS high,
           any_value(value) FILTER (figure = 'style_score_mean') AS score, any_value(low) FILTER (figure = 'style_score_mean') AS score_low,
           any_value(high) FILTER (figure = 'style_score_mean') AS score_high,
           any_value(value) FILTER (figure = 'style_kindness_mean') AS kindness,
           any_value(value) FILTER (figure = 'style_cubes_left_mean') AS cubes_left
    FROM figure WHERE starts_with(figure, 'style_') GROUP BY generous, subject
),
all_ AS (
    SELECT generous, any_value(value) FILTER (figure = 'score_mean') AS all_score, any_value(value) FILTER (figure = 'capped_share') AS capped
    FROM figure GROUP BY generous
),
styled AS (
    SELECT game_no, (score - avg(score) OVER style)::DOUBLE AS score, win_share - avg(win_share) OVER style AS win,
           avg(cubes_left) OVER style - cubes_left AS given, pts_kindness - avg(pts_kindness) OVER style AS received
    FROM first_seats(50_000) WINDOW style AS (PARTITION BY agent)
),
seat AS (
    SELECT game_no, score - avg(score) OVER game AS score, win - avg(win) OVER game AS win, given - avg(given) OVER game AS given,
           received - avg(received) OVER game AS received
    FROM styled WINDOW game AS (PARTITION BY game_no)
),
moment AS (
    SELECT sum(given * given) AS gg, sum(received * received) AS rr, sum(given * received) AS gr,
           nullif(sum(given * given) * sum(received * received) - sum(given * received) ** 2, 0) AS det,
           sum(given * win) AS gw, sum(received * win) AS rw, sum(given * score) AS gs, sum(received * score) AS rs
    FROM seat
),
slope AS (
    SELECT gg, rr, gr, det, (rr * gw - gr * rw) / det AS given_win, (gg * rw - gr * gw) / det AS received_win,
           (rr * gs - gr * rs) / det AS given_score, (gg * rs - gr * gs) / det AS received_score
    FROM moment
),
pull AS (  -- what a game adds to the two sums that the slopes bring to zero
    SELECT game_no, sum(given * (win - given_win * given - received_win * received)) AS gw,
           sum(received * (win - given_win * given - received_win * received)) AS rw,
           sum(given * (score - given_score * given - received_score * received)) AS gs,
           sum(received * (score - given_score * given - received_score * received)) AS rs
    FROM seat, slope GROUP BY game_no
),
spread AS (
    SELECT sqrt(sum(((rr * gw - gr * rw) / det) ** 2)) AS given_win_se, sqrt(sum(((gg * rw - gr * gw) / det) ** 2)) AS received_win_se,
           sqrt(sum(((rr * gs - gr * rs) / det) ** 2)) AS given_score_se, sqrt(sum(((gg * rs - gr * gs) / det) ** 2)) AS received_score_se
    FROM pull, slope HAVING count(*) >= 30
),
run AS (
    SELECT given_win, given_win - z() * given_win_se AS given_win_low, given_win + z() * given_win_se AS given_win_high,
           received_win, received_win - z() * received_win_se AS received_win_low, received_win + z() * received_win_se AS received_win_high,
           given_score, given_score - z() * given_score_se AS given_score_low, given_score + z() * given_score_se AS given_score_high,
           received_score, received_score - z() * received_score_se AS received_score_low,
           received_score + z() * received_score_se AS received_score_high
    FROM slope LEFT JOIN spread ON TRUE
),
here AS (SELECT agent AS style, avg(win_share) AS here FROM first_seats GROUP BY agent)
SELECT generous, style, CASE style WHEN 'generous' THEN generous ELSE 4 - generous END AS seats, win,
       CASE WHEN generous BETWEEN 1 AND 3 THEN low END AS low, CASE WHEN generous BETWEEN 1 AND 3 THEN high END AS high,
       score, score_low, score_high, kindness, cubes - cubes_left AS given, all_score, capped, here, even_share() AS even, run.*
FROM arm JOIN all_ USING (generous) LEFT JOIN here USING (style), cubes, run
ORDER BY style, generous
