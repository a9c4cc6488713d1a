-- Are the trimester costs well paced: share of kept projects realized in time, idle picks, elements left at trimester ends?
-- One row per trimester before the final one, for all seats ('all') and for each style; from the first 50,000 games:
--   trimester, agent; number: of the trimester;  part: 'all' or 'style'
--   worth             mean cost of the projects kept, each element weighed by its rate (earth 1, plants 4/3, air 2)
--   kept              projects of this trimester a seat keeps in the draft (or begins with)
--   in_time           share of these realized by the end of the trimester; low, high: its interval, clustered by game
--   late              share realized afterwards
--   never             share never realized
--   idle              projects a seat takes from the common discard in this trimester
--   left_over         elements a seat has at its end
--   income            elements a seat gains in a turn of it
WITH term AS (
    SELECT id, set, coalesce(TRY_CAST(regexp_extract(term, '^(\d+)', 1) AS INT), 1)
               * CASE right(term, 1) WHEN 'A' THEN 2 WHEN 'P' THEN 4 / 3 WHEN 'F' THEN 4 / 3 ELSE 1 END AS worth
    FROM (SELECT id, set, unnest(string_split(replace(cost, ' ', ''), '+')) AS term FROM card_table WHERE kind = 'project')
),
project AS (
    SELECT id, array_position(['I', 'II', 'III'], set) AS trimester, sum(worth)::DOUBLE AS worth FROM term GROUP BY id, set
),
turn AS MATERIALIZED (
    SELECT game_no, agent, turn, trimester, (idle_pick IS NOT NULL)::INT AS idle, E_end + P_end + F_end + W_end + A_end AS left_over,
           E_gain + P_gain + F_gain + W_gain + A_gain AS gain
    FROM first_turns(50_000) WHERE NOT is_final
),
until AS (SELECT trimester, max(turn) AS last FROM turn GROUP BY trimester),
counted AS (SELECT agent, count(*) AS seats FROM turn_seats(50_000) GROUP BY GROUPING SETS ((), (agent))),
flow AS (
    SELECT agent, trimester, sum(idle) AS idle, avg(left_over) FILTER (turn = last) AS left_over, avg(gain) AS income
    FROM turn JOIN until USING (trimester) GROUP BY GROUPING SETS ((trimester), (agent, trimester))
),
kept AS (
    SELECT game_no, agent, trimester, worth, (realized_turn BETWEEN 1 AND last)::INT AS in_time, (realized_turn > last)::INT AS late
    FROM turn_cards(50_000) JOIN project ON card = id JOIN until USING (trimester) JOIN turn_seats(50_000) USING (game_no, seat)
    WHERE kept_ongoing > 0 AND idle_taken = 0
),
per_game AS (
    SELECT agent, trimester, game_no, count(*)::DOUBLE AS m, sum(in_time)::DOUBLE AS x, sum(late) AS late, sum(worth) AS worth
    FROM kept GROUP BY GROUPING SETS ((game_no, trimester), (game_no, agent, trimester))
),
rate AS (
    SELECT agent, trimester, sum(m) AS n, sum(x) / sum(m) AS p, sum(late) / sum(m) AS late, sum(worth) / sum(m) AS worth,
           ratio_se(x, m) AS se
    FROM per_game GROUP BY agent, trimester
)
SELECT CASE WHEN rate.agent IS NULL THEN 'all' ELSE 'style' END AS part, rate.trimester AS number, ['I', 'II', 'III'][rate.trimester] AS trimester, coalesce(rate.agent, 'all') AS agent, worth, n / seats AS kept, p AS in_time,
       share_low(p, se, n) AS low, share_high(p, se, n) AS high,
       late, greatest(0, 1 - p - late) AS never, idle / seats AS idle, left_over, income
FROM rate JOIN flow ON rate.trimester = flow.trimester AND rate.agent IS NOT DISTINCT FROM flow.agent
JOIN counted ON counted.agent IS NOT DISTINCT FROM rate.agent
ORDER BY rate.trimester, rate.agent IS NOT NULL, rate.agent
