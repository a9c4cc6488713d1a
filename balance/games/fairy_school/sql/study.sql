-- Is study a by-product or a strategy: creatures studied, bonuses, value of `study` cards?
-- From the first 50,000 games; gain: win share less what seats of that play style win on average.
-- part 'count': one row per number of creatures studied in the end, of 30 seats or more: creatures, share (of the seats), gain with low
--   and high, clustered by game
-- part 'style': one row for all seats ('all') and one per style: name, creatures, points (by study), corner (creatures studied at the
--   study slots), effect (by effects), bonuses (elements for pairs), turns (share of the turns with a creature studied at a slot), win;
--   creatures_low, creatures_high, corner_low, corner_high: intervals, clustered by game, blank below 30 games
-- part 'worth': one row: slope (points of score that go with one more creature than seats of the style study, two of them its own) with
--   slope_low and slope_high; gain (win share that goes with it) with gain_low and gain_high
-- part 'card': one row per project with a study effect: name, kept (seats that kept it), realized (seats that realized it), uses
--   (activations a game by anybody), gain of the seats that realized it, less the mean of the projects of its trimester, with low and high
WITH usual AS (
    SELECT agent, avg(win_share) AS usual, avg(score) AS score_usual, avg(studied) AS studied_usual
    FROM turn_seats(50_000) GROUP BY agent
),
seat AS MATERIALIZED (
    SELECT game_no, seat, agent, studied, bonuses, pts_study, win_share::DOUBLE AS win, win_share - usual AS gain,
           score - score_usual AS more, studied - studied_usual AS over
    FROM turn_seats(50_000) JOIN usual USING (agent)
),
per_count AS (SELECT studied, game_no, count(*)::DOUBLE AS m, sum(gain) AS g FROM seat GROUP BY ALL),
count_ AS (
    SELECT studied AS creatures, sum(m) AS n, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM per_count GROUP BY studied
),
moment AS (SELECT sum(over * over) AS xx, sum(over * more) / nullif(sum(over * over), 0) AS slope, sum(over * gain) / nullif(sum(over * over), 0) AS gain FROM seat),
pull AS (
    SELECT sum(over * (seat.more - slope * over)) AS s, sum(over * (seat.gain - moment.gain * over)) AS g FROM seat, moment GROUP BY game_no
),
worth AS (
    SELECT slope, gain, sqrt(sum(s * s)) / nullif(xx, 0) AS slope_se, sqrt(sum(g * g)) / nullif(xx, 0) AS gain_se
    FROM pull, moment GROUP BY slope, gain, xx HAVING count(*) >= 30
),
turn AS (
    SELECT agent, game_no, count(*) AS turns, sum((studied_corner IS NOT NULL)::INT)::DOUBLE AS c,
           sum(CASE WHEN studied_effect = '' THEN 0 ELSE len(string_split(studied_effect, ';')) END) AS effect
    FROM first_turns(50_000) GROUP BY GROUPING SETS ((game_no), (agent, game_no))
),
had AS (
    SELECT agent, game_no, count(*)::DOUBLE AS m, sum(studied)::DOUBLE AS x, sum(pts_study) AS points, sum(bonuses) AS bonuses, sum(win) AS win
    FROM seat GROUP BY GROUPING SETS ((game_no), (agent, game_no))
),
per_style AS (
    SELECT had.*, coalesce(turn.turns, 0) AS turns, coalesce(c, 0) AS c, coalesce(effect, 0) AS effect
    FROM had LEFT JOIN turn ON had.game_no = turn.game_no AND had.agent IS NOT DISTINCT FROM turn.agent
),
style AS (
    SELECT agent, sum(x) / sum(m) AS creatures, sum(points) / sum(m) AS points, sum(c) / sum(m) AS corner, sum(effect) / sum(m) AS effect,
           sum(bonuses) / sum(m) AS bonuses, sum(c) / nullif(sum(turns), 0) AS turns, sum(win) / sum(m) AS win,
           CASE WHEN count(*) >= 30 THEN ratio_se(x, m) END AS x_se,
           CASE WHEN count(*) >= 30 THEN ratio_se(c, m) END AS c_se
    FROM per_style GROUP BY agent
),
project AS (SELECT id, name, set, effect LIKE '%study%' AS studies FROM card_table WHERE kind = 'project'),
met AS (
    SELECT card AS id, count(*) FILTER (kept_ongoing > 0) AS kept, count(*) FILTER (realized > 0) AS realized, sum(act_owner + act_others) AS uses
    FROM turn_cards(50_000) GROUP BY card
),
per_card AS (
    SELECT card AS id, game_no, count(*)::DOUBLE AS m, sum(gain) AS g
    FROM turn_cards(50_000) JOIN project ON card = project.id JOIN seat USING (game_no, seat) WHERE realized > 0 GROUP BY ALL
),
card AS (
    SELECT id, sum(m) AS n, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM per_card GROUP BY id
),
judged AS (
    SELECT project.*, card.gain - avg(card.gain) OVER (PARTITION BY set) AS gain, CASE WHEN n >= 30 THEN se END AS se
    FROM project LEFT JOIN card USING (id)
),
games AS (SELECT count(DISTINCT game_no) AS games FROM seat)
SELECT 'count' AS part, creatures || ' creatures' AS name, creatures::DOUBLE AS creatures, n / sum(n) OVER () AS share, gain,
       gain - z() * se AS low, gain + z() * se AS high
FROM count_ QUALIFY n >= 30
UNION ALL BY NAME
SELECT 'style' AS part, coalesce(agent, 'all') AS name, creatures, creatures - z() * x_se AS creatures_low, creatures + z() * x_se AS creatures_high, points,
       corner, corner - z() * c_se AS corner_low, corner + z() * c_se AS corner_high, effect, bonuses, turns, win
FROM style
UNION ALL BY NAME
SELECT 'worth' AS part, 'one more' AS name, slope, slope - z() * slope_se AS slope_low, slope + z() * slope_se AS slope_high, gain,
       gain - z() * gain_se AS gain_low, gain + z() * gain_se AS gain_high
FROM worth
UNION ALL BY NAME
SELECT 'card' AS part, name, coalesce(kept, 0) AS kept, coalesce(realized, 0) AS realized, coalesce(uses, 0) / games AS uses, gain,
       gain - z() * se AS low, gain + z() * se AS high
FROM judged LEFT JOIN met USING (id), games WHERE studies
ORDER BY part, name <> 'all', creatures, name
