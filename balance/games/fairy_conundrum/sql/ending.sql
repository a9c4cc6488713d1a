-- How long are games, how do they end, and how often does nobody win at 0 life?
-- part 'turn': one row per way of ending that 1 % of the games have, and turn: what, turn, share (of all games that end so in this turn), low, high
-- part 'end': one row per way of ending: what, share (of the games), low, high (its interval), turns, least, most (mean length, and what 5 %
--   and 95 % do not exceed), life (mean life of the best seat at the end)
-- The same in every row:
--   mean, mean_low, mean_high         length of a game in turns (interval blank for one game, or match); middle, p5, p95: what 50 %, 5 % and 95 % do not exceed
--   zero, zero_low, zero_high         share of the games that end with one avatar left, at exactly 0 life
--   nobody                            share of the games that end without a winner, for whatever reason but the last turn
--   winner_life                       mean life of winners at the end
WITH best AS (
    SELECT game_no, max(score) AS best, max(score) FILTER (win_share > 0) AS left_over, bool_or(rank = 1 AND score = 0) AS at_zero FROM seats GROUP BY game_no
),
game AS (
    SELECT match_id, turns, best, left_over, at_zero AND end_reason = 'no_winner' AS zero, end_reason AS code,
           CASE end_reason WHEN 'life' THEN 'life below 0' WHEN 'deckout' THEN 'decks run out' WHEN 'effect' THEN 'an effect' WHEN 'no_winner' THEN 'nobody wins'
                           ELSE 'last turn over' END AS what
    FROM games JOIN best USING (game_no)
),
per_match AS (SELECT match_id, sum(turns)::DOUBLE AS t, sum(zero::INT) AS z, count(*)::DOUBLE AS m FROM game GROUP BY match_id),
cases AS (SELECT z() * case_se(t, m) AS half, ratio_se(z, m) AS zero_se, sum(m * m) AS mm FROM per_match),
per_end AS (SELECT what, turns AS turn, match_id, count(*)::DOUBLE AS k FROM game GROUP BY GROUPING SETS ((what, match_id), (what, turns, match_id))),
spread AS (SELECT what, turn, sum(k * k) AS kk, sum(k * m) AS km FROM per_end JOIN per_match USING (match_id) GROUP BY what, turn),
whole AS (
    SELECT count(*) AS n, avg(turns) AS mean, quantile_disc(turns, 0.5) AS middle,
           quantile_disc(turns, 0.05) AS p5, quantile_disc(turns, 0.95) AS p95, avg(zero::INT) AS zero, avg((code = 'no_winner')::INT) AS nobody,
           avg(left_over) AS winner_life
    FROM game
),
ending AS (
    SELECT 'end' AS part, what, NULL::INT AS turn, count(*) AS k, avg(turns) AS turns, quantile_disc(turns, 0.05) AS least, quantile_disc(turns, 0.95) AS most, avg(best) AS life
    FROM game GROUP BY what
),
turn AS (
    SELECT what, unnest(range(span.least, span.most + 1)) AS turn
    FROM (SELECT min(turns) AS least, max(turns) AS most FROM game) span, (SELECT what FROM ending, whole WHERE k >= 0.01 * n)
),
fallen AS (
    SELECT 'turn' AS part, turn.what, turn.turn, count(turns) AS k, NULL::DOUBLE AS turns, NULL::INT AS least, NULL::INT AS most, NULL::DOUBLE AS life
    FROM turn LEFT JOIN game ON game.what = turn.what AND game.turns = turn.turn GROUP BY turn.what, turn.turn
),
told AS (
    SELECT told.*, sums_se(k, n, coalesce(kk, 0), coalesce(km, 0), mm) AS se
    FROM (FROM ending UNION ALL BY NAME FROM fallen) told LEFT JOIN spread ON spread.what = told.what AND spread.turn IS NOT DISTINCT FROM told.turn,
         (SELECT n FROM whole), cases
)
SELECT part, what, turn, k / n AS share,
       share_low(k / n, se, n) AS low, share_high(k / n, se, n) AS high,
       turns, least, most, life, mean, mean - half AS mean_low, mean + half AS mean_high, middle, p5, p95, zero,
       share_low(zero, zero_se, n) AS zero_low, share_high(zero, zero_se, n) AS zero_high, nobody, winner_life
FROM told, whole, cases
ORDER BY part, sum(CASE part WHEN 'end' THEN k END) OVER (PARTITION BY what) DESC, what, turn
