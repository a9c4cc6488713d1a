-- Which adversary conditions pay, and how often do they fail by a tie?
-- One row per kind of condition, best paid first; each adversary held at the end, in the first 20,000 games (intervals of
-- points and gain from 30 games on):
--   condition   in words; plain: an adversary without one; kinds: adversaries of this kind in the box
--   held        held at the end of a game, by all seats together
--   paid        share of these whose condition held; paid_low, paid_high: its interval, clustered by game
--   points      mean points in the end, its own and its bonus; low, high: its interval, clustered by game
--   bonus       mean bonus
--   tied        share of all that failed by a tie alone: nobody had more of the colour, or more Strength (other kinds: blank)
--   tied_low, tied_high           its interval, clustered by game
--   nearly      share of all that failed by one: an adversary short of the number, or behind by one colour or Strength
--   gain        win share of the holder less what seats of its play style win on average
--   gain_low, gain_high           its interval, clustered by game
--   plain       points of the plain ones, the same in every row
WITH kind AS (
    SELECT id, copies::INT AS copies, lower(trim(effect)) AS effect,
           regexp_extract(lower(effect), '^(set|most|strongest|count|each)', 1) AS head,
           regexp_extract(lower(effect), '(brown|green|blue|red|tile)', 1) AS what,
           TRY_CAST(regexp_extract(lower(effect), 'count *(\d+)', 1) AS INT) AS number
    FROM card_table WHERE kind = 'adversary'
),
named AS (
    SELECT *, CASE head WHEN 'set' THEN 'set of three colours' WHEN 'most' THEN 'most of a colour' WHEN 'strongest' THEN 'most Strength'
                   WHEN 'count' THEN 'at least ' || number || ' held'
                   WHEN 'each' THEN CASE what WHEN 'tile' THEN 'for each tile' ELSE 'for each of a colour' END
                   ELSE 'plain' END AS condition
    FROM kind
),
usual AS (SELECT agent, avg(win_share) AS usual FROM first_seats(20_000) GROUP BY agent),
counted AS (
    SELECT game_no, seat, win_share - usual AS gain, adv_held,
           list_value(held_brown, held_green, held_blue, held_red, final_strength) AS mine
    FROM first_seats(20_000) JOIN usual USING (agent)
),
seat AS MATERIALIZED (  -- with what the best of the others has: colours in the order of the box, then Strength
    SELECT a.game_no, a.seat, any_value(a.gain) AS gain, any_value(a.adv_held) AS adv_held, any_value(a.mine) AS mine,
           list_value(max(b.mine[1]), max(b.mine[2]), max(b.mine[3]), max(b.mine[4]), max(b.mine[5])) AS best
    FROM counted a JOIN counted b ON a.game_no = b.game_no AND a.seat <> b.seat
    GROUP BY a.game_no, a.seat
),
held AS (
    SELECT condition, game_no, gain, kept, used, scored_base + scored_bonus AS points, scored_bonus AS bonus,
           CASE head WHEN 'strongest' THEN mine[5] - best[5]
                WHEN 'most' THEN mine[array_position(['brown', 'green', 'blue', 'red'], what)]
                                 - best[array_position(['brown', 'green', 'blue', 'red'], what)]
                WHEN 'count' THEN adv_held - number END AS lead, head
    FROM first_cards(20_000) JOIN named ON id = card JOIN seat USING (game_no, seat)
    WHERE kept > 0
),
judged AS (
    SELECT condition, game_no, kept AS m, used AS paid, points, bonus, gain * kept AS gain,
           CASE WHEN head IN ('most', 'strongest') THEN kept * (lead = 0)::INT END AS tied,
           CASE WHEN head IN ('most', 'strongest', 'count') THEN kept * (lead = -1)::INT END AS nearly
    FROM held
),
per_game AS (
    SELECT condition, game_no, sum(m)::DOUBLE AS m, sum(paid)::DOUBLE AS paid, sum(points)::DOUBLE AS points, sum(bonus) AS bonus,
           sum(tied)::DOUBLE AS tied, sum(nearly) AS nearly, sum(gain) AS gain
    FROM judged GROUP BY condition, game_no
),
mean AS (
    SELECT condition, sum(m) AS m, sum(paid) / sum(m) AS paid, sum(points) / sum(m) AS points, sum(bonus) / sum(m) AS bonus,
           sum(tied) / sum(m) AS tied, sum(nearly) / sum(m) AS nearly, sum(gain) / sum(m) AS gain,
           ratio_se(p.paid, p.m) AS paid_se, ratio_se(p.tied, p.m) AS tied_se,
           CASE WHEN count(*) >= 30 THEN ratio_se(p.points, p.m) END AS points_se,
           CASE WHEN count(*) >= 30 THEN ratio_se(p.gain, p.m) END AS gain_se
    FROM per_game p GROUP BY condition
)
SELECT condition, (SELECT sum(copies) FROM named n WHERE n.condition = mean.condition)::BIGINT AS kinds,
       m / (SELECT count(DISTINCT game_no) FROM counted) AS held,
       CASE WHEN condition <> 'plain' THEN paid END AS paid,
       CASE WHEN condition <> 'plain' THEN share_low(paid, paid_se, m) END AS paid_low,
       CASE WHEN condition <> 'plain' THEN share_high(paid, paid_se, m) END AS paid_high,
       points, points - z() * points_se AS low, points + z() * points_se AS high, bonus, tied,
       CASE WHEN tied IS NOT NULL THEN share_low(tied, tied_se, m) END AS tied_low,
       CASE WHEN tied IS NOT NULL THEN share_high(tied, tied_se, m) END AS tied_high,
       nearly, gain, gain - z() * gain_se AS gain_low, gain + z() * gain_se AS gain_high,
       max(points) FILTER (condition = 'plain') OVER () AS plain
FROM mean
ORDER BY points DESC, condition
