-- Can a trailing player still win, and how often does the lead change?
-- part 'run': changes (mean changes of the sole lead per game, changes_low to changes_high; blank for one game), none (share of games without any), middle (a
-- turn in the middle of the game). part 'gap': one row per turn (every third) and gap (points behind the best
-- score): win (share of games won), n (seats), from the first games.
WITH best AS (
    SELECT game_no, turn, max(score) AS best FROM first_turns WHERE phase = 'main' GROUP BY game_no, turn
),
standing AS (
    SELECT t.turn, best - t.score AS behind, s.win_share
    FROM first_turns t JOIN best USING (game_no, turn) JOIN turn_seats s USING (game_no, seat)
    WHERE t.turn % 3 = 0
),
grouped AS (
    SELECT turn, win_share, least(5, ceil(behind / 3)::INT) AS step FROM standing
)
SELECT 'run' AS part, NULL AS turn, NULL AS gap, NULL AS win, NULL AS n, avg(lead_changes) AS changes,
       avg((lead_changes = 0)::INT) AS none, 3 * round(median(turns_main) / 6)::INT AS middle,
       CASE WHEN count(*) > 1 THEN greatest(0, avg(lead_changes) - z() * mean_se(lead_changes)) END AS changes_low,
       avg(lead_changes) + z() * mean_se(lead_changes) AS changes_high
FROM games
UNION ALL
SELECT * FROM (
    SELECT 'gap', turn, CASE step WHEN 0 THEN 'leading' WHEN 5 THEN '13+' ELSE (3 * step - 2) || '-' || (3 * step) END,
           avg(win_share), count(*), NULL, NULL, NULL, NULL, NULL
    FROM grouped GROUP BY turn, step HAVING count(*) >= 100 ORDER BY turn, step
)
