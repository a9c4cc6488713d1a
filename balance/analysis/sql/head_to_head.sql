-- Which style beats which?
-- One row per pair of styles that met: agent, rival, games (in which both sat), ahead: how often a seat
-- of `agent` did better than a seat of `rival` in the same game (larger win share, then better rank;
-- equal counts one half), from the first games; ahead_se clustered by game.
WITH pairs AS (
    SELECT a.game_no, a.agent, b.agent AS rival,
           avg(CASE WHEN a.win_share > b.win_share OR (a.win_share = b.win_share AND a.rank < b.rank) THEN 1.0
                    WHEN a.win_share = b.win_share AND a.rank = b.rank THEN 0.5
                    ELSE 0.0 END) AS ahead
    FROM first_seats a JOIN first_seats b USING (game_no)
    WHERE a.agent <> b.agent
    GROUP BY a.game_no, a.agent, rival
)
SELECT agent, rival, count(*) AS games, avg(ahead) AS ahead, mean_se(ahead) AS ahead_se
FROM pairs
GROUP BY agent, rival
ORDER BY agent, rival
