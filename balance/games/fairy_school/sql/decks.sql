-- Are the predefined decks, and the seats, equally strong?
-- One row per deck and seat:
--   name              deck A to E, or seat 1 to n;  what: 'deck' or 'seat'
--   win               win share; more: the same less an even share; low, high: its interval
--   fair              an even share
--   score             mean score
--   sure              whether `more` is clear, even among so many
--   holds             effects of the deck's cards
WITH per_game AS (
    SELECT game_no, seat, s_deck, count(*)::DOUBLE AS m, sum(win_share)::DOUBLE AS w, sum(score)::DOUBLE AS s
    FROM seats GROUP BY GROUPING SETS ((game_no, seat), (game_no, s_deck)) HAVING seat IS NOT NULL OR s_deck IS NOT NULL
),
rate AS (
    SELECT CASE WHEN seat IS NULL THEN 'deck ' || s_deck ELSE 'seat ' || (seat + 1) END AS name, sum(m) AS n, sum(w) / sum(m) AS p, sum(s) / sum(m) AS score,
           ratio_se(w, m) AS se
    FROM per_game GROUP BY seat, s_deck
),
told AS (
    SELECT name, even_share() AS fair, p AS win, share_low(p, se, n) AS low, share_high(p, se, n) AS high, score FROM rate
),
deck AS (
    SELECT 'deck ' || right(set, 1) AS name, string_agg(effect, ', ' ORDER BY id) AS holds
    FROM card_table WHERE kind = 'initial' AND length(set) = 2 GROUP BY set
)
SELECT name, left(name, 4) AS what, win, win - fair AS more, low - fair AS low, high - fair AS high, fair, score,
       abs(win - fair) > CASE WHEN win > fair THEN win - low ELSE high - win END * z_of_many() / z() AS sure, holds
FROM told LEFT JOIN deck USING (name)
ORDER BY what, name
