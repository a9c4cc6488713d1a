-- What is going first worth? Of a game that does not say who is first: what is the place at the table worth?
-- One row per place in the order of play.
--   place     1 = first
--   who       the place in words
--   games     games that count
--   share     mean win share of the player in this place
--   even      what it would be if the place were worth nothing
--   gain      share less even          se: gain_se (one value per game, so games are independent)
SELECT seat + 1 AS place, 'player ' || (seat + 1) AS who, count(*) AS games,
       avg(win_share::DOUBLE) AS share, even_share() AS even, avg(win_share::DOUBLE) - even_share() AS gain,
       mean_se(win_share::DOUBLE) AS gain_se
FROM seats
GROUP BY seat
ORDER BY place
