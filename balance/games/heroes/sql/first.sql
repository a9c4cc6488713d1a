-- Does starting a round help, apart from the Strength that earns it?
-- Two rows, from the first 50,000 games with turns. Only rounds count in which several players have the most
-- Strength: there the order of their heroes decides who of them starts. All three rounds together.
--   place     1 = who starts, 2 = the others with as much Strength
--   who       the place in words
--   games     games that count, with one such round or more
--   share     mean win share of the players in this place
--   even      mean win share of all of them: what it would be if starting were worth nothing
--   gain      share less even          se: gain_se (clustered by game)
WITH begun AS (
    SELECT game_no, round, win_share::DOUBLE AS win, seat = start_seat AS starts,
           strength = max(strength) OVER (PARTITION BY game_no, round) AS most,
           count(*) OVER (PARTITION BY game_no, round, strength) AS equals
    FROM first_turns(50_000) JOIN (SELECT game_no, seat, win_share FROM turn_seats(50_000)) USING (game_no, seat)
    WHERE phase = 'adventure' AND step = 1
),
tied AS (
    SELECT game_no, avg(win) AS even, avg(win) FILTER (starts) AS starter, avg(win) FILTER (NOT starts) AS other
    FROM begun WHERE most AND equals > 1
    GROUP BY game_no, round
),
placed AS (
    SELECT game_no, even, unnest([1, 2]) AS place, unnest([starter, other]) AS win FROM tied
),
summed AS (SELECT place, game_no, sum(win) AS w, sum(even) AS e, count(*) AS m FROM placed GROUP BY place, game_no)
SELECT place, CASE place WHEN 1 THEN 'starts the round' ELSE 'as strong, does not start' END AS who,
       count(*) AS games, sum(w) / sum(m) AS share, sum(e) / sum(m) AS even, sum(w - e) / sum(m) AS gain, ratio_se(w - e, m) AS gain_se
FROM summed
GROUP BY place
ORDER BY place
