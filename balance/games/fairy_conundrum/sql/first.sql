-- Does who is first in Destiny on turn 1 have an advantage?
-- One row per place clockwise from the player who is first on turn 1.
--   place     1 = first in Destiny on turn 1
--   who       the place in words
--   games     games that count
--   share     mean win share of the player in this place
--   even      what it would be if the place were worth nothing; nobody wins some games
--   gain      share less even          se: gain_se (clustered by match)
WITH placed AS (
    SELECT (seat - first_player_t1 + players) % players + 1 AS place, match_id, win_share::DOUBLE AS win
    FROM seats JOIN (SELECT game_no, first_player_t1, players, match_id FROM games) USING (game_no)
),
mean AS (SELECT place, avg(win) AS share, count(*) AS games FROM placed GROUP BY place),
per_match AS (SELECT place, match_id, sum(win) AS w, count(*) AS m FROM placed GROUP BY place, match_id)
SELECT place, CASE place WHEN 1 THEN 'first on turn 1' WHEN 2 THEN 'next' ELSE (place - 1) || ' places on' END AS who,
       any_value(games) AS games, any_value(share) AS share, even_share() AS even, any_value(share) - even_share() AS gain,
       sqrt(sum((w - share * m) ** 2)) / any_value(games) AS gain_se
FROM per_match JOIN mean USING (place)
GROUP BY place
ORDER BY place
