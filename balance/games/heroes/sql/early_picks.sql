-- Which heroes win most when picked early, and which are always the fifth card?
-- One row per hero, best first and those without an interval last, from the first 50,000 games:
--   name, action      as in the card table
--   early             share of its deals in which it was the first or second pick of a round
--   seats             seats that picked it so early
--   win               their mean win share
--   gain              the same less what seats of their play style win on average; low, high: its interval, clustered by game,
--                     blank below 30 seats
--   left_over         share of its deals in which nobody picked it: the fifth card of a hand
--   part              'chart': the ten best and the ten worst of those with an interval
--   sure              heroes with a clear gain, even among so many
--   fair              left_over of all heroes together
WITH usual AS (SELECT agent, avg(win_share) AS usual FROM first_seats(50_000) GROUP BY agent),
seat AS (
    SELECT game_no, seat, win_share, win_share - usual AS gain
    FROM first_seats(50_000) JOIN usual USING (agent)
),
met AS (
    SELECT card, sum(dealt) AS dealt, sum(left_over) AS left_over, sum((pick BETWEEN 1 AND 2)::INT) AS picked
    FROM first_cards(50_000) GROUP BY card
),
per_game AS (
    SELECT card, game_no, count(*) AS m, sum(win_share) AS w, sum(gain) AS g
    FROM first_cards(50_000) JOIN seat USING (game_no, seat)
    WHERE pick BETWEEN 1 AND 2
    GROUP BY card, game_no
),
mean AS (
    SELECT card, sum(m)::BIGINT AS seats, sum(w) / sum(m) AS win, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM per_game GROUP BY card
),
judged AS (
    SELECT name, effect AS action, picked / nullif(dealt, 0) AS early, coalesce(seats, 0) AS seats, win, gain,
           CASE WHEN seats >= 30 THEN se END AS se, met.left_over / nullif(dealt, 0) AS left_over,
           sum(met.left_over) OVER () / nullif(sum(dealt) OVER (), 0) AS fair
    FROM met JOIN card_table ON id = card LEFT JOIN mean USING (card)
    WHERE kind = 'hero'
)
SELECT name, action, early, seats, win, gain, gain - z() * se AS low, gain + z() * se AS high, left_over, fair,
       CASE WHEN least(row_number() OVER (ORDER BY gain + 0 * se DESC NULLS LAST, name),
                       row_number() OVER (ORDER BY gain + 0 * se NULLS LAST, name)) <= 10 THEN 'chart' ELSE '' END AS part,
       count(*) FILTER (abs(gain) > z_of_many() * se) OVER () AS sure
FROM judged
ORDER BY se IS NULL, gain DESC NULLS LAST, name
