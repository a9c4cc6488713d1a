-- Is every guess worth picking?
-- From the main phase of the first 50,000 games; the best guess is the one with the largest expected points for
-- who knows all unseen cards (within 1e-9).
-- part 'guess': one row per guess, the one that is best most often first: name, best (share of decisions in which it
--   is one of the best) with best_low and best_high, picked (share of decisions) with picked_low and picked_high,
--   points (mean points of a pick). The intervals are Wilson's, clustered by game.
-- part 'turn': one row per guess and turn: best. part 'late': from turn 15 on, Catch.
-- part 'found': one row per style: picked = how often it picks a best guess when only Same suit, Catch or both are best.
WITH guess AS (
    SELECT regexp_extract(traits, 'key=([a-z0-9]+)', 1) AS key, name, points::INT AS gain, cost::INT AS loss
    FROM card_table WHERE kind = 'guess' AND copies <> '0'
),
decision AS (
    SELECT game_no, turn, seat, agent, guess, deck_left, gain - loss AS points, ev_best, COLUMNS('^unseen_right_')
    FROM first_turns(50_000) WHERE phase = 'main'
),
value AS (
    SELECT d.* EXCLUDE (key, unseen), g.key, g.name, d.guess = g.key AS picked,
           d.unseen * (g.gain + g.loss) / d.deck_left - g.loss >= d.ev_best - 1e-9 AS best
    FROM (UNPIVOT decision ON COLUMNS('^unseen_right_') INTO NAME key VALUE unseen) d
    JOIN guess g ON g.key = replace(d.key, 'unseen_right_', '')
),
by_turn AS (
    SELECT key, name, turn, agent, count(*) AS n, sum(best::INT) AS best, sum(picked::INT) AS picked,
           sum(CASE WHEN picked THEN points ELSE 0 END) AS points
    FROM value GROUP BY key, name, turn, agent
),
per_game AS (
    SELECT name, game_no, count(*)::DOUBLE AS m, unnest(['best', 'picked']) AS what,
           unnest([sum(best::INT), sum(picked::INT)])::DOUBLE AS k
    FROM value GROUP BY name, game_no
),
rate AS (
    SELECT name, what, sum(m) AS n, sum(k) / sum(m) AS p,
           ratio_se(k, m) AS se
    FROM per_game GROUP BY name, what
),
sure AS (SELECT name, what, share_low(p, se, n) AS low, share_high(p, se, n) AS high FROM rate),
risky AS (
    SELECT agent, game_no, turn, seat,
           bool_or(best AND key NOT IN ('same', 'catch')) AS safe,
           bool_or(picked AND best) AS found
    FROM value WHERE kept_no(game_no) < 20000 GROUP BY agent, game_no, turn, seat
)
SELECT 'guess' AS part, name, NULL AS turn, sum(best) / sum(n) AS best, any_value(b.low) AS best_low, any_value(b.high) AS best_high,
       sum(picked) / sum(n) AS picked, any_value(p.low) AS picked_low, any_value(p.high) AS picked_high,
       sum(points) / nullif(sum(picked), 0) AS points
FROM by_turn JOIN sure b USING (name) JOIN sure p USING (name) WHERE b.what = 'best' AND p.what = 'picked' GROUP BY name
UNION ALL BY NAME
SELECT 'turn' AS part, name, turn, sum(best) / sum(n) AS best, sum(picked) / sum(n) AS picked FROM by_turn GROUP BY name, turn
UNION ALL BY NAME
SELECT 'late' AS part, name, 15 AS turn, sum(best) / sum(n) AS best, sum(picked) / sum(n) AS picked
FROM by_turn WHERE turn >= 15 AND key = 'catch' GROUP BY name
UNION ALL BY NAME
SELECT 'found' AS part, agent AS name, avg(found::INT) AS picked FROM risky WHERE NOT safe GROUP BY agent
ORDER BY part, turn, best DESC, picked DESC, name
