-- How often do players swap, what does it bring, and what if swapping is forbidden?
-- From the first 50,000 games, and from the arms of the experiment 'rules'.
-- part 'round': one row per style and round: name, round, swapped (share of its seats that swap), low, high (clustered by game)
-- part 'style': one row for all seats (name 'all') and one per style, the style that swaps most first:
--   swapped           share of the rounds in which a seat swaps; low, high: its interval, clustered by game
--   swaps             swaps of a seat in a game
--   after_swap        share of its rounds with a swap in which it places a fairy; after_keep: of those without (blank where there are none)
--   score, win        mean score and win share; players: seats of a game
-- part 'arm': one row for each of 'as it is', 'no swaps' and 'lead served first': name, score with score_low and score_high, fairies (a seat
--   places), win (win share of the lead player) with low and high
WITH turn AS (
    SELECT game_no, agent, turn, swapped::DOUBLE AS swapped, (placements <> '')::INT::DOUBLE AS placed FROM first_turns(50_000)
),
per_game AS (
    SELECT agent, turn, game_no, count(*)::DOUBLE AS m, sum(swapped) AS x, sum(placed * swapped) AS p, sum(placed) AS f
    FROM turn GROUP BY GROUPING SETS ((game_no), (game_no, agent), (game_no, agent, turn))
),
rate AS (
    SELECT agent, turn, sum(x) / sum(m) AS swapped, sum(p) / nullif(sum(x), 0) AS after_swap, (sum(f) - sum(p)) / nullif(sum(m) - sum(x), 0) AS after_keep,
           ratio_se(x, m) AS se
    FROM per_game GROUP BY agent, turn
),
standing AS (
    SELECT coalesce(agent, 'all') AS name, avg(score) AS score, avg(win_share) AS win, avg(n_swaps) AS swaps
    FROM turn_seats(50_000) GROUP BY GROUPING SETS ((), (agent))
),
arm AS (
    SELECT place, any_value(arm) AS name, any_value(value) FILTER (figure = 'score_mean') AS score, any_value(low) FILTER (figure = 'score_mean') AS score_low,
           any_value(high) FILTER (figure = 'score_mean') AS score_high, any_value(value) FILTER (figure = 'fairies_mean') AS fairies,
           any_value(value) FILTER (figure = 'lead_win_share') AS win, any_value(low) FILTER (figure = 'lead_win_share') AS low,
           any_value(high) FILTER (figure = 'lead_win_share') AS high
    FROM experiments WHERE experiment = 'rules' AND arm IN ('as it is', 'no swaps', 'lead served first') GROUP BY place
),
told AS (
    SELECT CASE WHEN turn IS NULL THEN 'style' ELSE 'round' END AS part, coalesce(agent, 'all') AS name, turn AS round, swapped,
           greatest(0, swapped - z() * se) AS low, least(1, swapped + z() * se) AS high, after_swap, after_keep
    FROM rate
)
SELECT told.*, (SELECT any_value(players) FROM turn_games(50_000)) AS players, CASE part WHEN 'style' THEN swaps END AS swaps, CASE part WHEN 'style' THEN score END AS score, CASE part WHEN 'style' THEN win END AS win,
       NULL::DOUBLE AS score_low, NULL::DOUBLE AS score_high, NULL::DOUBLE AS fairies, 0 AS place
FROM told JOIN standing USING (name)
UNION ALL BY NAME
SELECT 'arm' AS part, name, win, low, high, score, score_low, score_high, fairies, place FROM arm
ORDER BY array_position(['style', 'round', 'arm'], part), place, name <> 'all', CASE part WHEN 'style' THEN -swapped END, name, round
