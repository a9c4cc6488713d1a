-- Is stage III ever reached, and does it win?
-- From the first 50,000 games. Gains are win shares against what seats with the same deck, avatar and play style win on average.
-- part 'stage': one row per deck (with random decks, avatar) and highest stage reached: deck, stage, share (of its seats), gain, low, high (blank
--   below 30 seats)
-- part 'deck': one row for all seats ('all') and one per deck, most often at stage III first:
--   deck, two, three  share of the seats that reach stage II and stage III at some time
--   turn_two, turn    mean turn in which they first end there
--   final             mean stage at the end; back: share of the seats that end below the highest stage they reached
--   win, win_low, win_high    win share of the seats that reach stage III; gain, low, high
-- The same in every row:
--   seen, seen_low, seen_high     share of the games that see a stage III
--   lead, lead_low, lead_high     win share of the seat that is first alone at stage III, in decided games; players: seats of a game
WITH usual AS (
    SELECT game_no, match_id, seat, winner >= 0 AS decided, win_share::DOUBLE AS win, win_share - avg(win_share) OVER (PARTITION BY deck, avatar, agent) AS gain,
           replace(CASE deck_mode WHEN 'random_legal' THEN avatar ELSE deck END, '_', ' ') AS deck
    FROM turn_seats(50_000) JOIN (SELECT game_no, match_id, deck_mode, winner FROM turn_games(50_000)) USING (game_no)
),
climb AS (
    SELECT game_no, seat, max(stage) AS stage, arg_max(stage, turn) AS final, min(turn) FILTER (stage >= 2) AS two, min(turn) FILTER (stage >= 3) AS three
    FROM first_turns(50_000) GROUP BY game_no, seat
),
seat AS (
    SELECT *, rank() OVER (PARTITION BY game_no ORDER BY three) = 1 AND three IS NOT NULL AND count(*) OVER (PARTITION BY game_no, three) = 1 AS leads
    FROM usual JOIN climb USING (game_no, seat)
),
per_case AS (
    SELECT deck, stage, match_id, count(*)::DOUBLE AS m, sum(gain) AS g, sum(win) AS w FROM seat GROUP BY GROUPING SETS ((deck, stage, match_id), (stage, match_id))
),
rate AS (
    SELECT deck, stage, sum(m)::BIGINT AS n, sum(g) / sum(m) AS gain, sum(w) / sum(m) AS win,
           ratio_se(g, m) AS se,
           ratio_se(w, m) AS win_se
    FROM per_case GROUP BY deck, stage
),
reach AS (
    SELECT deck, avg((stage >= 2)::INT) AS two, avg((stage >= 3)::INT) AS three, avg(two) AS turn_two, avg(three) AS turn, avg(final) AS final,
           avg((final < stage)::INT) AS back
    FROM seat GROUP BY GROUPING SETS ((deck), ())
),
per_match AS (
    SELECT count(*)::DOUBLE AS m, sum(three::INT) AS s FROM (SELECT match_id, game_no, bool_or(stage >= 3) AS three FROM seat GROUP BY match_id, game_no)
    GROUP BY match_id
),
game AS (SELECT sum(m) AS n, sum(s) / sum(m) AS seen, ratio_se(s, m) AS se FROM per_match),
first_ AS (
    SELECT sum(m) AS n, sum(w) / sum(m) AS lead, ratio_se(w, m) AS se
    FROM (SELECT count(*)::DOUBLE AS m, sum(win) AS w FROM seat WHERE leads AND decided GROUP BY match_id)
),
whole AS (
    SELECT seen, share_low(seen, game.se, game.n) AS seen_low, share_high(seen, game.se, game.n) AS seen_high, lead,
           CASE WHEN first_.n >= 30 THEN share_low(lead, first_.se, first_.n) END AS lead_low,
           CASE WHEN first_.n >= 30 THEN share_high(lead, first_.se, first_.n) END AS lead_high,
           (SELECT any_value(players) FROM turn_games(50_000)) AS players
    FROM game, first_
),
told AS (
    SELECT 'stage' AS part, coalesce(rate.deck, 'all') AS deck, 'stage ' || repeat('I', rate.stage::INT) AS stage, rate.stage AS place, n / sum(n) OVER (PARTITION BY rate.deck) AS share,
           gain, CASE WHEN n >= 30 THEN gain - z() * se END AS low, CASE WHEN n >= 30 THEN gain + z() * se END AS high, three
    FROM rate JOIN reach ON reach.deck IS NOT DISTINCT FROM rate.deck
    UNION ALL BY NAME
    SELECT 'deck' AS part, coalesce(reach.deck, 'all') AS deck, reach.* EXCLUDE (deck), win, CASE WHEN n >= 30 THEN greatest(0, win - z() * win_se) END AS win_low,
           CASE WHEN n >= 30 THEN least(1, win + z() * win_se) END AS win_high, gain, CASE WHEN n >= 30 THEN gain - z() * se END AS low,
           CASE WHEN n >= 30 THEN gain + z() * se END AS high
    FROM reach LEFT JOIN rate ON reach.deck IS NOT DISTINCT FROM rate.deck AND stage = 3
)
SELECT told.*, whole.* FROM told, whole
ORDER BY part, told.deck <> 'all', three DESC, told.deck, place
