-- What would other rules change: shard maturation, jousts, and more?
-- From the arms of the experiment 'rules', all with the same luck; with random decks, avatars take the place of decks. Two players have but one order.
-- part 'deck': one row per rule and deck, rules in the order of the experiment: rule, deck, share (win share of its seats)
-- part 'rule': one row per rule: rule
--   turns, turns_low, turns_high      mean length of a game
--   first, first_low, first_high      win share of who plays first on turn 1, of the decided games
--   life              mean life of the winner
--   decks_out, nobody share of the games that end because decks run out, and without a winner
--   best, best_share  the deck that wins most; worst, worst_share: least
--   shifted           deck whose win share differs most from the rules as they are, shift: by how much; low, high: the interval of the shift
--   sure              whether a deck clearly shifts, or the length clearly changes
--   base              whether these are the rules as they are
WITH arm AS (FROM experiments WHERE experiment = 'rules' AND (arm <> 'order by initiative' OR players > 2)),
rule AS (
    SELECT place, any_value(arm) AS rule, any_value(value) FILTER (figure = 'turns_mean') AS turns, any_value(low) FILTER (figure = 'turns_mean') AS turns_low,
           any_value(high) FILTER (figure = 'turns_mean') AS turns_high, any_value(value) FILTER (figure = 'first_player_win_share') AS first,
           any_value(low) FILTER (figure = 'first_player_win_share') AS first_low, any_value(high) FILTER (figure = 'first_player_win_share') AS first_high,
           any_value(value) FILTER (figure = 'winner_life_mean') AS life, coalesce(any_value(value) FILTER (figure = 'end_share' AND subject = 'deckout'), 0) AS decks_out,
           coalesce(any_value(value) FILTER (figure = 'no_winner_share'), 0) AS nobody
    FROM arm GROUP BY place
),
deck AS (SELECT place, subject AS deck, value AS share, (high - low) / (2 * z()) AS se FROM arm WHERE figure = 'deck_win_share'),
base AS (SELECT deck, share AS usual, se AS usual_se FROM deck WHERE place = 0),
extreme AS (
    SELECT place, arg_max(deck, share) AS best, max(share) AS best_share, arg_min(deck, share) AS worst, min(share) AS worst_share,
           arg_max(deck, abs(share - usual)) AS shifted, arg_max(share - usual, abs(share - usual)) AS shift,
           arg_max(sqrt(se ** 2 + usual_se ** 2), abs(share - usual)) AS shift_se
    FROM deck JOIN base USING (deck) GROUP BY place
),
length AS (SELECT any_value(turns) AS usual_turns, any_value((turns_high - turns_low) / (2 * z())) AS usual_se FROM rule WHERE place = 0),
told AS (
    SELECT 'rule' AS part, place, rule, turns, turns_low, turns_high, first, first_low, first_high, life, decks_out, nobody, best, best_share, worst, worst_share,
           CASE WHEN place > 0 THEN shifted END AS shifted, CASE WHEN place > 0 THEN shift END AS shift, CASE WHEN place > 0 THEN shift - z() * shift_se END AS low,
           CASE WHEN place > 0 THEN shift + z() * shift_se END AS high, place = 0 AS base,
           place > 0 AND (abs(shift) > z_of_many() * shift_se OR abs(turns - usual_turns) > z_of_many() * sqrt(((turns_high - turns_low) / (2 * z())) ** 2 + usual_se ** 2)) AS sure,
           '' AS deck
    FROM rule JOIN extreme USING (place), length
    UNION ALL BY NAME
    SELECT 'deck' AS part, place, rule, deck, share FROM deck JOIN rule USING (place)
)
SELECT told.* FROM told LEFT JOIN base USING (deck)
ORDER BY part DESC, place, usual DESC, deck
