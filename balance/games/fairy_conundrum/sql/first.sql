-- Does being first in Destiny on turn 1 help, apart from the deck that decides it?
-- Two rows, from the first 50,000 games with turns. The player with the lowest initiative chooses who is first, so that
-- the decks decide it. Only games count in which others have as much initiative as the first: there luck decides who
-- chooses, and what is in hand whom she chooses.
--   place     1 = who is first, 2 = the others with as much initiative
--   who       the place in words
--   games     games that count
--   share     mean win share of the players in this place
--   even      mean win share of all of them: what it would be if being first were worth nothing
--   gain      share less even          se: gain_se (clustered by match)
WITH opened AS (
    SELECT game_no, match_id, win_share::DOUBLE AS win, destiny_pos = 0 AS first, initiative,
           max(CASE WHEN destiny_pos = 0 THEN initiative END) OVER (PARTITION BY game_no) AS of_first,
           count(*) OVER (PARTITION BY game_no, initiative) AS equals
    FROM first_turns(50_000) JOIN (SELECT game_no, seat, win_share FROM turn_seats(50_000)) USING (game_no, seat)
    WHERE turn = 1
),
tied AS (
    SELECT game_no, match_id, avg(win) AS even, avg(win) FILTER (first) AS one, avg(win) FILTER (NOT first) AS other
    FROM opened WHERE initiative = of_first AND equals > 1
    GROUP BY game_no, match_id
),
placed AS (SELECT match_id, even, unnest([1, 2]) AS place, unnest([one, other]) AS win FROM tied),
summed AS (SELECT place, match_id, sum(win) AS w, sum(even) AS e, count(*) AS m FROM placed GROUP BY place, match_id)
SELECT place, CASE place WHEN 1 THEN 'first on turn 1' ELSE 'as much initiative, not first' END AS who,
       sum(m)::BIGINT AS games, sum(w) / sum(m) AS share, sum(e) / sum(m) AS even, sum(w - e) / sum(m) AS gain, ratio_se(w - e, m) AS gain_se
FROM summed
GROUP BY place
ORDER BY place
