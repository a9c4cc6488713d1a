-- Ties, tie-breaks, shared victories.
-- part 'run': this run: tie (share of games) with Wilson's interval low to high, extra (turns of a tie-break, where there is
-- one), shared.
-- part 'players': by number of players, mixed styles: players, tie, shared, extra.
-- part 'line': the same for the chart: players, what, value, low, high.
WITH run AS (
    SELECT avg((margin = 0)::INT) AS tie, count(*) AS n, avg((winners > 1)::INT) AS shared,
           coalesce(avg(CASE WHEN turns_extra > 0 THEN turns_extra END), 0) AS extra
    FROM games
)
SELECT 'run' AS part, NULL AS players, tie, extra, shared, NULL AS what, NULL AS value,
       wilson_low(tie, n) AS low, wilson_high(tie, n) AS high
FROM run
UNION ALL
SELECT * FROM (
    SELECT 'players', t.players, t.value, e.value, s.value, NULL, NULL, NULL, NULL
    FROM experiments t JOIN experiments e USING (experiment, arm) JOIN experiments s USING (experiment, arm)
    WHERE experiment = 'players' AND t.figure = 'tie_share' AND e.figure = 'extra_turns_mean' AND s.figure = 'shared_share'
    ORDER BY t.players
)
UNION ALL
SELECT * FROM (
    SELECT 'line', players, NULL, NULL, NULL,
           CASE figure WHEN 'tie_share' THEN 'tied after the main phase' ELSE 'victory shared' END, value, low, high
    FROM experiments
    WHERE experiment = 'players' AND figure IN ('tie_share', 'shared_share')
    ORDER BY figure, players
)
