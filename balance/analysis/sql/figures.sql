-- The figures of a run that need nothing but the games table; the others come from styles, seats and cards.
-- One row per figure: figure, subject, value, se (standard error; games are independent), n (games).
WITH means AS (
    UNPIVOT (
        SELECT avg(turns) AS turns_mean, avg(margin) AS margin_mean, avg(lead_changes) AS lead_changes_mean,
               avg((winners > 1)::INT) AS shared_share, avg((winners = 0)::INT) AS no_winner_share
        FROM games
    ) ON COLUMNS(*) INTO NAME figure VALUE value
),
spreads AS (
    UNPIVOT (
        SELECT stddev(turns) AS turns_mean, stddev(margin) AS margin_mean, stddev(lead_changes) AS lead_changes_mean,
               stddev((winners > 1)::INT) AS shared_share, stddev((winners = 0)::INT) AS no_winner_share
        FROM games
    ) ON COLUMNS(*) INTO NAME figure VALUE sd
),
counted AS (SELECT count(*) AS n FROM games)
SELECT figure, '' AS subject, value, coalesce(sd, 0) / sqrt(n) AS se, n
FROM means LEFT JOIN spreads USING (figure), counted
UNION ALL
SELECT 'turns_sd', '', coalesce(stddev(turns), 0),
       sd_se(turns), count(*)
FROM games
UNION ALL
SELECT 'end_share', end_reason, count(*) / any_value(n), sqrt(count(*) / any_value(n) * (1 - count(*) / any_value(n)) / any_value(n)), any_value(n)
FROM games, counted
GROUP BY end_reason
UNION ALL
SELECT 'best_score_mean', '', avg(best), mean_se(best), count(*)
FROM (SELECT max(score) AS best FROM seats GROUP BY game_no)
ORDER BY figure, subject
