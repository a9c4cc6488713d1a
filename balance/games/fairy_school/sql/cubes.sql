-- Does the number of cubes bind? When do supplies run low, how many are left at the end?
-- From the first 50,000 games; cubes in supply after the activations of a turn. Low: fewer than 5.
-- part 'curve': one row per style and turn that a tenth of the games reach: agent, turn, supply (mean) with low and high
-- part 'end': one row for all seats (name 'all') and one per style, at the end of the game: rest (mean), least and most (a tenth of
--   the seats have no more, a tenth no fewer), middle (median), dry (share that have none) with dry_low and dry_high, short (share
--   with fewer than 5)
-- part 'trimester': one row per trimester before the final one: name, turn (its last), rest, dry, short, likewise after this turn
-- part 'arm': one row per arm of the experiment 'cubes', as it is first, then in the order of its cubes: name, rest, dry, score
--   with score_low and score_high, kindness (points), final_turns, capped (share of the games that end with nobody finished),
--   best (the style that wins most) and best_win
WITH turn AS MATERIALIZED (
    SELECT game_no, agent, turn, trimester, is_final, cubes_supply::DOUBLE AS supply FROM first_turns(50_000)
),
reached AS (SELECT turn FROM turn GROUP BY turn HAVING count(DISTINCT game_no) >= greatest(1, 0.1 * (SELECT count(DISTINCT game_no) FROM turn))),
per_game AS (
    SELECT agent, turn, game_no, count(*)::DOUBLE AS m, sum(supply) AS x FROM turn SEMI JOIN reached USING (turn) GROUP BY ALL
),
curve AS (
    SELECT agent, turn, sum(x) / sum(m) AS supply,
           CASE WHEN count(*) >= 30 THEN ratio_se(x, m) END AS se
    FROM per_game GROUP BY agent, turn
),
seat AS (SELECT game_no, agent, cubes_left, (cubes_left = 0)::INT AS dry FROM turn_seats(50_000)),
ended AS (
    SELECT agent, game_no, count(*)::DOUBLE AS m, sum(dry)::DOUBLE AS x FROM seat GROUP BY GROUPING SETS ((game_no), (game_no, agent))
),
rate AS (
    SELECT agent, sum(m) AS n, sum(x) / sum(m) AS p,
           ratio_se(x, m) AS se
    FROM ended GROUP BY agent
),
spread AS (
    SELECT agent, avg(cubes_left) AS rest, quantile_disc(cubes_left, 0.1) AS least, quantile_disc(cubes_left, 0.5) AS middle,
           quantile_disc(cubes_left, 0.9) AS most, avg((cubes_left < 5)::INT) AS short
    FROM seat GROUP BY GROUPING SETS ((), (agent))
),
last AS (
    SELECT trimester, turn, avg(supply) AS rest, avg((supply = 0)::INT) AS dry, avg((supply < 5)::INT) AS short
    FROM turn WHERE NOT is_final GROUP BY trimester, turn QUALIFY turn = max(turn) OVER (PARTITION BY trimester)
),
arm AS (
    SELECT place, any_value(arm) AS name, any_value(value) FILTER (figure = 'cubes_left_mean') AS rest,
           any_value(value) FILTER (figure = 'cubes_out_share') AS dry, any_value(value) FILTER (figure = 'score_mean') AS score,
           any_value(low) FILTER (figure = 'score_mean') AS score_low, any_value(high) FILTER (figure = 'score_mean') AS score_high,
           any_value(value) FILTER (figure = 'component_mean' AND subject = 'pts_kindness') AS kindness,
           any_value(value) FILTER (figure = 'final_turns_mean') AS final_turns, any_value(value) FILTER (figure = 'capped_share') AS capped,
           arg_max(subject, value) FILTER (figure = 'style_win_share') AS best, max(value) FILTER (figure = 'style_win_share') AS best_win
    FROM experiments WHERE experiment = 'cubes' GROUP BY place
)
SELECT 'curve' AS part, agent AS name, agent, turn, supply, supply - z() * se AS low, supply + z() * se AS high FROM curve
UNION ALL BY NAME
SELECT 'end' AS part, coalesce(spread.agent, 'all') AS name, rest, least, middle, most, short, p AS dry,
       share_low(p, se, n) AS dry_low, share_high(p, se, n) AS dry_high
FROM spread JOIN rate ON rate.agent IS NOT DISTINCT FROM spread.agent
UNION ALL BY NAME
SELECT 'trimester' AS part, 'trimester ' || ['I', 'II', 'III'][trimester] AS name, turn, rest, dry, short FROM last
UNION ALL BY NAME
SELECT 'arm' AS part, name, place, rest, dry, score, score_low, score_high, kindness, final_turns, capped, best, best_win FROM arm
ORDER BY part, place, name <> 'all', name, turn
