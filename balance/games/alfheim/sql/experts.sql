-- What does being first to an expert tile bring, and how often are there ties?
-- One row per row of expert tiles and rank, from the first 50,000 games; seats that tie have the same rank:
--   row               King and Queen, Tomte, three Fairies
--   rank              1 to 5; label: 1st to 5th; value: mean points got
--   claims            seats that get this rank, a game
--   round             mean round
--   tied              share of these seats that tie
--   win               their mean win share
--   gain              the same less what seats of their play style win on average; low, high: its interval, clustered by game, blank below 30 seats
-- The same in every row of one row of tiles:
--   any               share of the games in which somebody claims a tile of the row; any_low, any_high: its interval
--   tie               share of all games with a tie for its first rank; tie_low, tie_high: its interval
-- The same in every row:
--   decides           share of the games that another seat would have won without the expert tiles; decides_low, decides_high: its interval
--   points            points of a seat from expert tiles; share: of all its points
--   players           seats of a game
WITH usual AS (SELECT agent, avg(win_share) AS usual FROM turn_seats(50_000) GROUP BY agent),
seat AS (
    SELECT game_no, seat, win_share::DOUBLE AS win, win_share - usual AS gain, score, score - pts_expert_king_queen - pts_expert_tomte - pts_expert_fairy AS bare
    FROM turn_seats(50_000) JOIN usual USING (agent)
),
claim AS (
    SELECT game_no, seat, turn, split_part(claim, '=', 1) AS id, rtrim(split_part(claim, '=', 2), '*')::INT AS value
    FROM (SELECT game_no, seat, turn, unnest(string_split(experts, ';')) AS claim FROM first_turns(50_000) WHERE experts <> '')
),
ranked AS (
    SELECT *, rank() OVER (PARTITION BY game_no, id ORDER BY turn) AS rank, (count(*) OVER (PARTITION BY game_no, id, turn) > 1)::INT AS tied FROM claim
),
per_game AS (
    SELECT id, rank, game_no, count(*)::DOUBLE AS m, sum(value) AS v, sum(turn) AS r, sum(tied) AS t, sum(win) AS w, sum(gain) AS g
    FROM ranked JOIN seat USING (game_no, seat) GROUP BY id, rank, game_no
),
whole AS (SELECT count(*)::DOUBLE AS games, any_value(players) AS players FROM turn_games(50_000)),
mean AS (
    SELECT id, rank, sum(m)::BIGINT AS seats, sum(v) / sum(m) AS value, sum(r) / sum(m) AS round, sum(t) / sum(m) AS tied, sum(w) / sum(m) AS win, sum(g) / sum(m) AS gain,
           CASE WHEN sum(m) >= 30 THEN ratio_se(g, m) END AS se
    FROM per_game GROUP BY id, rank
),
line AS (
    SELECT id, count(*)::DOUBLE AS n, sum(tie) AS ties FROM (SELECT id, game_no, max(tied) FILTER (rank = 1) AS tie FROM ranked GROUP BY id, game_no) GROUP BY id
),
other AS (
    SELECT avg(other) AS decides
    FROM (SELECT game_no, (max(bare) FILTER (win = 0) > max(bare) FILTER (win > 0))::INT AS other FROM seat GROUP BY game_no)
),
sum_ AS (SELECT avg(score - bare) AS points, sum(score - bare) / nullif(sum(score), 0) AS share FROM seat)
SELECT CASE id WHEN 'king_queen' THEN 'King and Queen' WHEN 'tomte' THEN 'Tomte' ELSE 'three Fairies' END AS row, rank,
       ['1st', '2nd', '3rd', '4th', '5th'][rank] AS label, value, seats / games AS claims, round, tied, win, gain, gain - z() * se AS low, gain + z() * se AS high,
       n / games AS "any", wilson_low(n / games, games) AS any_low, wilson_high(n / games, games) AS any_high,
       ties / games AS tie, wilson_low(ties / games, games) AS tie_low, wilson_high(ties / games, games) AS tie_high,
       decides, wilson_low(decides, games) AS decides_low, wilson_high(decides, games) AS decides_high, points, share, players
FROM mean JOIN line USING (id), whole, other, sum_
ORDER BY array_position(['king_queen', 'tomte', 'fairy'], id), rank
