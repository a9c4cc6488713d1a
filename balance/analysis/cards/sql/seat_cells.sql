-- How did the seats of each kind do?
-- One row per cell, that is, per kind of seat: cell (its number), seat, agent, stratum, company, n (seats), w (sum of
-- their win shares).
SELECT (row_number() OVER (ORDER BY seat, agent, stratum, company))::SMALLINT AS cell,
       seat, agent, stratum, company, count(*) AS n, sum(win_share) AS w
FROM seat_facts
GROUP BY seat, agent, stratum, company
ORDER BY cell
