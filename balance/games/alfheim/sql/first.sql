-- Does the lead player have an advantage?
-- One row per place clockwise from the lead player, who is drawn by lot.
--   place     1 = the lead player
--   who       the place in words
--   games     games that count
--   share     mean win share of the player in this place
--   even      what it would be if the place were worth nothing
--   gain      share less even          se: gain_se (one value per game, so games are independent)
WITH placed AS (
    SELECT (seat - lead + players) % players + 1 AS place, win_share::DOUBLE AS win
    FROM seats JOIN (SELECT game_no, lead, players FROM games) USING (game_no)
)
SELECT place, CASE place WHEN 1 THEN 'the lead player' WHEN 2 THEN 'next to the lead' ELSE (place - 1) || ' places on' END AS who,
       count(*) AS games, avg(win) AS share, even_share() AS even, avg(win) - even_share() AS gain,
       mean_se(win) AS gain_se
FROM placed
GROUP BY place
ORDER BY place
