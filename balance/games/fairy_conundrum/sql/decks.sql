-- Which deck beats which, and by how much?
-- With random decks, avatars take the place of decks.
-- part 'cell': one row per deck and other deck: share (of the games that one of two such seats wins, those that the deck wins; half against itself)
-- part 'pair': one row per two decks that met, the most lopsided first: deck (the better one), other, share, low, high (its interval; the games of
--   a match count as one case; blank below 30 games), games, sure (clear, even among so many), and
--   greedy, greedy_low, greedy_high: the same share where all seats are greedy, from the experiment 'greedy'
-- part 'deck': one row per deck, the best first: deck, share (its win share), low, high, seats, style (with which it wins most)
-- The same in every row:
--   decks             decks that were played; even: win share of every seat if all were equal; undecided: share of the games that nobody wins
--   made_up           whether decks are random
WITH seat AS (
    SELECT game_no, match_id, agent, win_share::DOUBLE AS win, replace(CASE deck_mode WHEN 'random_legal' THEN avatar ELSE deck END, '_', ' ') AS deck
    FROM seats JOIN (SELECT game_no, match_id, deck_mode FROM games) USING (game_no)
),
whole AS (
    SELECT even_share() AS even, avg((winner < 0)::INT) AS undecided, any_value(deck_mode) = 'random_legal' AS made_up,
           (SELECT count(DISTINCT deck) FROM seat) AS decks
    FROM games
),
mean AS (
    SELECT deck, sum(m)::BIGINT AS n, sum(w) / sum(m) AS share,
           ratio_se(w, m) AS se
    FROM (SELECT deck, match_id, count(*)::DOUBLE AS m, sum(win) AS w FROM seat GROUP BY deck, match_id) GROUP BY deck
),
style AS (SELECT deck, arg_max(agent, win) AS style FROM (SELECT deck, agent, avg(win) AS win FROM seat GROUP BY deck, agent ORDER BY agent) GROUP BY deck),
rival AS (
    SELECT match_id, won.deck AS winner, seat.deck AS loser, count(*)::DOUBLE AS m
    FROM seat JOIN (SELECT game_no, deck FROM seat WHERE win > 0) won USING (game_no)
    WHERE seat.win = 0 AND seat.deck <> won.deck GROUP BY match_id, won.deck, seat.deck
),
met AS (SELECT match_id, winner AS deck, loser AS other, m AS w, m FROM rival UNION ALL SELECT match_id, loser, winner, 0, m FROM rival),
pair AS (
    SELECT deck, other, sum(m)::BIGINT AS n, sum(w) / sum(m) AS share,
           ratio_se(w, m) AS se
    FROM (SELECT match_id, deck, other, sum(w) AS w, sum(m) AS m FROM met GROUP BY ALL) GROUP BY deck, other
),
greedy AS (
    SELECT subject, value AS greedy, low AS greedy_low, high AS greedy_high FROM experiments WHERE experiment = 'greedy' AND figure = 'deck_against_share'
),
rate AS (
    SELECT 'pair' AS part, deck, other, share, se, n, greedy, greedy_low, greedy_high, '' AS style, -abs(share - 0.5) AS place
    FROM pair LEFT JOIN greedy ON subject = deck || ' against ' || other
    WHERE share > 0.5 OR (share = 0.5 AND deck < other)
    UNION ALL
    SELECT 'deck', deck, '', share, se, n, NULL, NULL, NULL, style, -share FROM mean JOIN style USING (deck)
),
wide AS (SELECT *, effective_cases(share, se, n) AS cases FROM rate),
told AS (
    SELECT part, deck, other, share,
           CASE WHEN n >= 30 THEN wilson_low(share, cases) END AS low,
           CASE WHEN n >= 30 THEN wilson_high(share, cases) END AS high,
           CASE part WHEN 'deck' THEN n END AS seats, CASE part WHEN 'pair' THEN n END AS games, n >= 30 AND abs(share - 0.5) > z_of_many() * sqrt(0.25 / cases) AS sure,
           greedy, greedy_low, greedy_high, style, place, 0 AS across
    FROM wide
    UNION ALL BY NAME
    SELECT 'cell' AS part, mine.deck, its.deck AS other, coalesce(pair.share, CASE WHEN mine.deck = its.deck THEN 0.5 END) AS share, FALSE AS sure, '' AS style,
           -mine.share AS place, -its.share AS across
    FROM mean mine CROSS JOIN mean its LEFT JOIN pair ON pair.deck = mine.deck AND pair.other = its.deck
)
SELECT * EXCLUDE (place, across), whole.*
FROM told, whole
ORDER BY array_position(['deck', 'pair', 'cell'], part), place, deck, across, other
