-- Do 24 counters, 42 adversaries, 18 tiles suffice?
-- One row per table: this run, then the arms of the experiments 'players' and 'crowds', in order:
--   arm            who sits there;  players: how many
--   counters       mean of the most damage counters on the table at once
--   over           share of the games that at some time need more than 24; low, high: its interval
--   held           adversaries a seat holds at the end
--   deck           adversaries left in the deck at the end, on average
--   full           share of the games whose row of adversaries is full at the end
--   renewed        share of the games in which the supply of tiles ran out
-- adversaries, tiles: how many the card table has, the same in every row
WITH box AS (
    SELECT sum(copies::INT) FILTER (kind = 'adversary')::INT AS adversaries, sum(copies::INT) FILTER (kind = 'tile')::INT AS tiles
    FROM card_table
),
run AS (
    SELECT avg(max_counters) AS counters, avg((max_counters > 24)::INT) AS p, avg(adv_deck_left) AS deck,
           avg((row_left >= 3)::INT) AS "full", avg((supply_emptied > 0)::INT) AS renewed, count(*) AS n,
           any_value(players)::INT AS players
    FROM games
),
arm AS (
    SELECT experiment, place, arm, players, figure, value, low, high FROM experiments
    WHERE experiment IN ('players', 'crowds')
)
SELECT 'this run' AS arm, players, counters, p AS over,
       wilson_low(p, n) AS low, wilson_high(p, n) AS high,
       (SELECT avg(adv_held) FROM seats) AS held, deck, "full", renewed, box.*
FROM run, box
UNION ALL
SELECT * FROM (
    SELECT any_value(arm), any_value(players), any_value(value) FILTER (figure = 'max_counters_mean'),
           any_value(value) FILTER (figure = 'counters_over_share'), any_value(low) FILTER (figure = 'counters_over_share'),
           any_value(high) FILTER (figure = 'counters_over_share'), any_value(value) FILTER (figure = 'adversaries_mean'),
           any_value(value) FILTER (figure = 'deck_left_mean'), any_value(value) FILTER (figure = 'row_full_share'),
           any_value(value) FILTER (figure = 'supply_renewed_share'), any_value(adversaries), any_value(tiles)
    FROM arm, box GROUP BY experiment, place ORDER BY experiment DESC, place
)
