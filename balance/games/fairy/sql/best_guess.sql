-- Is every guess worth picking?
-- From the main phase of the first games; the best guess is the one with the largest expected points for
-- who knows all unseen cards (within 1e-9).
-- part 'guess': one row per guess: name, best (share of decisions in which it is one of the best), picked
--   (share of decisions), points (mean points of a pick).
-- part 'turn': one row per guess and turn: best. part 'late': from turn 15 on, Catch.
-- part 'found': one row per style: picked = how often it picks Same suit or Catch when only these are best.
WITH guess AS (
    SELECT regexp_extract(traits, 'key=([a-z0-9]+)', 1) AS key, name, points::INT AS gain, cost::INT AS loss
    FROM card_table WHERE kind = 'guess' AND copies <> '0'
),
decision AS (
    SELECT game_no, turn, seat, agent, guess, deck_left, gain - loss AS points, ev_best, COLUMNS('^unseen_right_')
    FROM first_turns WHERE phase = 'main'
),
value AS (
    SELECT d.* EXCLUDE (unseen), g.name, d.guess = g.key AS picked,
           d.unseen * (g.gain + g.loss) / d.deck_left - g.loss >= d.ev_best - 1e-9 AS best
    FROM (UNPIVOT decision ON COLUMNS('^unseen_right_') INTO NAME key VALUE unseen) d
    JOIN guess g ON g.key = replace(d.key, 'unseen_right_', '')
),
by_turn AS (
    SELECT name, turn, agent, count(*) AS n, sum(best::INT) AS best, sum(picked::INT) AS picked,
           sum(CASE WHEN picked THEN points ELSE 0 END) AS points
    FROM value GROUP BY name, turn, agent
),
risky AS (
    SELECT agent, game_no, turn, seat,
           bool_or(best AND name NOT IN ('Same suit', 'Catch')) AS safe,
           bool_or(picked AND name IN ('Same suit', 'Catch')) AS found
    FROM value WHERE game_no < 20000 GROUP BY agent, game_no, turn, seat
)
SELECT 'guess' AS part, name, NULL AS turn, sum(best) / sum(n) AS best, sum(picked) / sum(n) AS picked,
       sum(points) / nullif(sum(picked), 0) AS points
FROM by_turn GROUP BY name
UNION ALL
SELECT 'turn', name, turn, sum(best) / sum(n), sum(picked) / sum(n), NULL FROM by_turn GROUP BY name, turn
UNION ALL
SELECT 'late', name, 15, sum(best) / sum(n), sum(picked) / sum(n), NULL
FROM by_turn WHERE turn >= 15 AND name = 'Catch' GROUP BY name
UNION ALL
SELECT 'found', agent, NULL, NULL, avg(found::INT), NULL FROM risky WHERE NOT safe GROUP BY agent
ORDER BY part, turn, best DESC, picked DESC, name
