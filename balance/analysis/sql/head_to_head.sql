-- Which style beats which?
-- One row per pair of styles that met: agent, rival, games (in which both sat), ahead: how often a seat
-- of `agent` did better than a seat of `rival` in the same game (larger win share, then better rank;
-- equal counts one half), from the first games; ahead_se: games are independent, but for those of a match.
WITH pairs AS (
    SELECT a.game_no, a.agent, b.agent AS rival,
           avg(CASE WHEN a.win_share > b.win_share OR (a.win_share = b.win_share AND a.rank < b.rank) THEN 1.0
                    WHEN a.win_share = b.win_share AND a.rank = b.rank THEN 0.5
                    ELSE 0.0 END) AS ahead
    FROM first_seats a JOIN first_seats b USING (game_no)
    WHERE a.agent <> b.agent
    GROUP BY a.game_no, a.agent, rival
),
per_case AS (
    SELECT agent, rival, sum(ahead) AS x, count(*) AS m FROM pairs GROUP BY case_no(game_no), agent, rival
)
SELECT agent, rival, sum(m)::BIGINT AS games, sum(x) / sum(m) AS ahead, case_se(x, m) AS ahead_se
FROM per_case
GROUP BY agent, rival
ORDER BY agent, rival
