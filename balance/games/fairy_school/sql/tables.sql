-- What changes with 2, 3, 5 or 6 players, the short game, the seat-insensitive rule?
-- One row per arm of the experiment 'tables', in order; players as in the run, advanced setup, long game, unless the name says otherwise:
--   arm, players
--   score             mean score; low, high: its interval
--   change            the same less that of 4 players
--   spread            standard deviation of a seat's score
--   pass, honors      share of the seats that reach the two marks; pass_low, pass_high: interval
--   kindness          share of the points that is kindness
--   projects, steps, creatures   realized, realized and studied by a seat
--   cubes_left        cubes a seat has left; dry: share of the seats that have none
--   final_turns       length of the final trimester; length: of the whole game, in turns
--   capped            share of the games that end with nobody finished, for want of cubes or time
--   margin            points between the best and the second
WITH arm AS (
    SELECT place, any_value(arm) AS arm, any_value(players) AS players,
           any_value(value) FILTER (figure = 'score_mean') AS score, any_value(low) FILTER (figure = 'score_mean') AS low,
           any_value(high) FILTER (figure = 'score_mean') AS high, any_value(value) FILTER (figure = 'score_sd') AS spread,
           any_value(value) FILTER (figure = 'pass_share') AS pass, any_value(low) FILTER (figure = 'pass_share') AS pass_low,
           any_value(high) FILTER (figure = 'pass_share') AS pass_high, any_value(value) FILTER (figure = 'honors_share') AS honors,
           any_value(value) FILTER (figure = 'part_share' AND subject = 'kindness') AS kindness,
           any_value(value) FILTER (figure = 'projects_mean') AS projects, any_value(value) FILTER (figure = 'steps_mean') AS steps,
           any_value(value) FILTER (figure = 'creatures_mean') AS creatures,
           any_value(value) FILTER (figure = 'cubes_left_mean') AS cubes_left,
           any_value(value) FILTER (figure = 'cubes_out_share') AS dry,
           any_value(value) FILTER (figure = 'final_turns_mean') AS final_turns,
           any_value(value) FILTER (figure = 'turns_mean') AS length,
           any_value(value) FILTER (figure = 'capped_share') AS capped, any_value(value) FILTER (figure = 'margin_mean') AS margin
    FROM experiments WHERE experiment = 'tables' GROUP BY place
)
SELECT * EXCLUDE (place), score - any_value(score) FILTER (arm = '4 players') OVER () AS change
FROM arm ORDER BY place
