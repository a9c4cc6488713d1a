-- What do the headline figures count in every case?
-- A case is a game, or a match of several. A figure is sum(x) / sum(m) over the cases; a run and a comparison both
-- read it here. One row per figure, subject and case with something to count.
--   figure, subject    the figure, and what it is of
--   pair               number of the case, from 0
--   x                  what is counted
--   m                  among how many; NULL: among all games of the case
WITH game AS (SELECT {pair} AS pair, * FROM games),
seat AS (SELECT {pair} AS pair, * FROM seats)
SELECT figure, '' AS subject, pair, x, NULL::DOUBLE AS m
FROM (
    UNPIVOT (
        SELECT pair, sum(turns)::DOUBLE AS turns_mean, sum(margin)::DOUBLE AS margin_mean,
               sum(lead_changes)::DOUBLE AS lead_changes_mean, count_if(winners > 1)::DOUBLE AS shared_share,
               count_if(winners = 0)::DOUBLE AS no_winner_share,
               count_if(end_reason::VARCHAR IN ({unfinished}))::DOUBLE AS unfinished_share
        FROM game GROUP BY pair
    ) ON COLUMNS(* EXCLUDE pair) INTO NAME figure VALUE x
)
UNION ALL SELECT 'end_share', end_reason::VARCHAR, pair, count(*), NULL FROM game GROUP BY pair, end_reason
UNION ALL
SELECT unnest(['best_score_mean', 'score_mean']), '', pair, unnest([sum(best), sum(score) / {players}]), NULL
FROM (SELECT pair, max(score) AS best, sum(score) AS score FROM seat GROUP BY pair, game_no) GROUP BY pair
UNION ALL SELECT 'seat_win_share', 'seat ' || (seat + 1), pair, sum(win_share), NULL FROM seat GROUP BY pair, seat
UNION ALL
SELECT 'component_mean', component, pair, points / {players}, NULL
FROM (
    UNPIVOT (SELECT pair, sum(COLUMNS('pts_.*'))::DOUBLE AS "\0" FROM seat GROUP BY pair)
    ON COLUMNS('pts_.*') INTO NAME component VALUE points
)
UNION ALL
SELECT unnest(['style_win_share', 'style_score_mean']), agent, pair, unnest([win, score]), m
FROM (
    SELECT agent::VARCHAR AS agent, pair, sum(win_share)::DOUBLE AS win, sum(score)::DOUBLE AS score, count(*) AS m
    FROM seat GROUP BY pair, agent
)
