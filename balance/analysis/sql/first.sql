-- What is going first worth? Of a game that does not say who is first: what is the place at the table worth?
-- One row per place in the order of play.
--   place     1 = first
--   who       the place in words
--   games     games that count
--   share     mean win share of the player in this place
--   even      what it would be if the place were worth nothing
--   gain      share less even          se: gain_se (clustered by match, where games are those of a match)
-- The size of the clustering is measured on the first games and carried over to all of them.
WITH per_case AS (
    SELECT seat, count(*) AS m, sum(win_share)::DOUBLE AS w FROM first_seats GROUP BY seat, case_no(game_no)
),
clustered AS (SELECT seat, max(m) AS most, ratio_se(w, m) * sqrt(sum(m)) AS spread FROM per_case GROUP BY seat)
SELECT seat + 1 AS place, 'player ' || (seat + 1) AS who, count(*) AS games,
       avg(win_share::DOUBLE) AS share, even_share() AS even, avg(win_share::DOUBLE) - even_share() AS gain,
       CASE WHEN any_value(most) = 1 THEN mean_se(win_share::DOUBLE) ELSE any_value(spread) / sqrt(count(*)) END AS gain_se
FROM seats JOIN clustered USING (seat)
GROUP BY seat
ORDER BY place
