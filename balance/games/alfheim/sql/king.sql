-- How much does the King tile decide?
-- One row per King tile, in the order of the card table, from the first 50,000 games (all seats of a game have the same King tile):
--   name, cost        as in the card table; label: the cost, with the name where two tiles have the same cost
--   games             games with it
--   placed            share of the seats that place the King; low, high: its interval, clustered by game
--   round             mean round in which he is placed
--   score             mean score of a seat; score_low, score_high: its interval, clustered by game
--   margin            mean points between the best and the second
--   gain              win share of who places him, less what seats of their play style win with this tile; gain_low, gain_high: its
--                     interval, blank below 30 seats
--   best              style that wins most with this tile, of those with 30 seats at least; best_win: its win share
-- The same in every row:
--   by_tile           share of the variance of a game's mean score that goes with the King tile, less what chance makes of it
--   all_placed        share of all seats that place the King
--   all_gain          win share of who places him, less what their styles win; all_low, all_high: its interval, blank below 30 seats
--   players           seats of a game
WITH tile AS (
    SELECT row_number() OVER () AS place, id AS card, name, cost FROM card_table WHERE kind = 'fairy' AND set = 'king'
),
shown AS (
    SELECT game_no, card FROM (SELECT game_no, unnest(string_split(reveal_prep, ';')) AS card FROM first_games(50_000)) SEMI JOIN tile USING (card)
),
paid AS (SELECT game_no, seat, first_turn AS round FROM first_cards(50_000) SEMI JOIN tile USING (card) WHERE paid > 0),
seat AS (
    SELECT card, game_no, agent, score::DOUBLE AS score, win_share::DOUBLE AS win, round, (round IS NOT NULL)::INT::DOUBLE AS placed,
           win_share - avg(win_share) OVER (PARTITION BY agent) AS more, win_share - avg(win_share) OVER (PARTITION BY card, agent) AS gain
    FROM first_seats(50_000) JOIN shown USING (game_no) LEFT JOIN paid USING (game_no, seat)
),
per_game AS (
    SELECT card, game_no, count(*)::DOUBLE AS m, sum(placed) AS x, sum(round) AS r, sum(score) AS s, sum(gain * placed) AS g, sum(more * placed) AS a
    FROM seat GROUP BY card, game_no
),
mean AS (
    SELECT card, count(*) AS games, sum(m) AS m, sum(x) AS n, sum(x) / sum(m) AS placed, sum(r) / nullif(sum(x), 0) AS round, sum(s) / sum(m) AS score,
           sum(g) / nullif(sum(x), 0) AS gain,
           ratio_se(x, m) AS placed_se,
           ratio_se(s, m) AS score_se,
           CASE WHEN sum(x) >= 30 THEN ratio_se(g, x) END AS gain_se
    FROM per_game GROUP BY card
),
winner AS (
    SELECT card, arg_max(agent, win) AS best, max(win) AS best_win
    FROM (SELECT card, agent, avg(win) AS win FROM seat GROUP BY card, agent HAVING count(*) >= 30) GROUP BY card
),
whole AS (
    SELECT sum(x) / sum(m) AS all_placed, sum(a) / nullif(sum(x), 0) AS all_gain,
           CASE WHEN sum(x) >= 30 THEN ratio_se(a, x) END AS se
    FROM per_game
),
apart AS (
    SELECT CASE WHEN count(*) > 30 THEN greatest(0, 1 - sum((s / m - middle) ** 2) / nullif(sum((s / m - overall) ** 2), 0) * (count(*) - 1) / (count(*) - count(DISTINCT card))) END
               AS by_tile
    FROM (SELECT card, s, m, avg(s / m) OVER (PARTITION BY card) AS middle, avg(s / m) OVER () AS overall FROM per_game)
)
SELECT name, cost, cost || CASE WHEN count(*) OVER (PARTITION BY cost) > 1 THEN ' (' || name || ')' ELSE '' END AS label, games, placed,
       greatest(0, placed - z() * placed_se) AS low, least(1, placed + z() * placed_se) AS high, round, score, score - z() * score_se AS score_low,
       score + z() * score_se AS score_high, margin, gain, gain - z() * gain_se AS gain_low, gain + z() * gain_se AS gain_high, best, best_win,
       by_tile, all_placed, all_gain, all_gain - z() * se AS all_low, all_gain + z() * se AS all_high,
       (SELECT any_value(players) FROM first_games(50_000)) AS players
FROM tile JOIN mean USING (card) LEFT JOIN winner USING (card)
     JOIN (SELECT card, avg(margin) AS margin FROM first_games(50_000) JOIN shown USING (game_no) GROUP BY card) USING (card), whole, apart
ORDER BY place
