-- Who sat where, in what company, and how it ended?
-- One row per game and seat:
--   game_no, seat, agent
--   stratum     what else must be alike before two seats are compared (a deck, say): the game says which columns
--   company     weak, mixed or strong: the third of the tables by the mean win share of the styles at it
--   win_share, score, turns (of the game)
WITH styles AS (
    SELECT agent, avg(win_share) AS level FROM seats GROUP BY agent
),
companies AS (
    SELECT game_no, round(avg(level), 9) AS level FROM seats JOIN styles USING (agent) GROUP BY game_no
),
thirds AS (
    SELECT quantile_disc(level, 1 / 3) AS low, quantile_disc(level, 2 / 3) AS high FROM companies
)
SELECT game_no, seat, agent, {stratum} AS stratum,
       CASE WHEN level <= low AND level < high THEN 'weak' WHEN level > high THEN 'strong' ELSE 'mixed' END
           AS company,
       win_share::DOUBLE AS win_share, score::DOUBLE AS score, turns
FROM seats JOIN companies USING (game_no) JOIN (SELECT game_no, turns FROM games) USING (game_no), thirds
