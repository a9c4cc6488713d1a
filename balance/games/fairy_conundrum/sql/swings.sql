-- Which cards swing wins when drawn or called, for their astralae?
-- From the first 20,000 games; all gains are win shares against what seats with the same deck, avatar and play style win on average.
-- part 'card': one row per fairy, shard and shelter that was in a deck, those clearly best for their astralae first, shelters last:
--   name, kind, letter            its astralae ('shelter' for shelters); copies: mean copies of the decks that have it
--   deck                          mean win share of the seats whose deck has it
--   drawn, drawn_low, drawn_high  gain of the seats that drew it, in the opening or later
--   called, low, high             gain of the seats that called it (shelters: placed it)
--   early                         gain of those who did on turns 1 to 4; unseen: gain of the seats that never saw it
--   trapped                       gain of the seats that activated it as a mésangette
--   more                          called, less the mean of the cards of its astralae; sure: clear, even among so many
--   seats                         seats that called it; gains are blank below 30 seats
-- part 'chart': the eight best and the four worst for their astralae, two rows each: name, what ('drawn', 'called'), gain, low, high
WITH card AS (
    SELECT id, name, kind,
           CASE kind WHEN 'shelter' THEN 'shelter'
           ELSE coalesce(nullif(astralae, ''), nullif(regexp_extract(traits, '(?:^|\s)astralae=(\S+)', 1), ''), 'any') END AS letter
    FROM (FROM card_table UNION ALL BY NAME SELECT '' AS astralae WHERE FALSE) WHERE kind IN ('fairy', 'shard', 'shelter')
),
seat AS (
    SELECT game_no, match_id, seat, win_share::DOUBLE AS win, win_share - avg(win_share) OVER (PARTITION BY deck, avatar, agent) AS gain
    FROM first_seats(20_000) JOIN (SELECT game_no, match_id FROM first_games(20_000)) USING (game_no)
),
met AS (
    SELECT match_id, card, win, gain, taken, seen > 0 AS drawn, trap_fired > 0 AS trapped, kind = 'shelter' AS house,
           CASE kind WHEN 'shelter' THEN placed ELSE called END > 0 AS called,
           CASE kind WHEN 'shelter' THEN first_turn ELSE called_turn END BETWEEN 1 AND 4 AS early
    FROM first_cards(20_000) JOIN card ON card = id JOIN seat USING (game_no, seat) WHERE taken > 0
),
seen AS (
    SELECT match_id, card, gain, unnest(['drawn', 'called', 'early', 'unseen', 'trapped']) AS what,
           unnest([drawn, called, called AND early, NOT drawn AND NOT called, trapped]) AS so
    FROM met
),
per_case AS (SELECT card, what, match_id, count(*)::DOUBLE AS m, sum(gain) AS g FROM seen WHERE so GROUP BY card, what, match_id),
rate AS (
    SELECT card, what, sum(m)::BIGINT AS n, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM per_case GROUP BY card, what
),
known AS (FROM rate WHERE n >= 30),
wide AS (
    SELECT card, any_value(gain) FILTER (what = 'drawn') AS drawn, any_value(se) FILTER (what = 'drawn') AS drawn_se,
           any_value(gain) FILTER (what = 'called') AS called, any_value(se) FILTER (what = 'called') AS called_se,
           any_value(gain) FILTER (what = 'early') AS early, any_value(gain) FILTER (what = 'unseen') AS unseen,
           any_value(gain) FILTER (what = 'trapped') AS trapped
    FROM known GROUP BY card
),
had AS (SELECT card, avg(win) AS deck, avg(taken) AS copies, count(*) FILTER (called) AS seats FROM met GROUP BY card),
told AS (
    SELECT name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' (' || id || ')' ELSE '' END AS name, kind, letter, copies, deck, drawn,
           drawn - z() * drawn_se AS drawn_low, drawn + z() * drawn_se AS drawn_high, called, called - z() * called_se AS low,
           called + z() * called_se AS high, early, unseen, trapped, called - avg(called) OVER (PARTITION BY letter) AS more, called_se, seats,
           avg(called) OVER (PARTITION BY letter) AS usual, count(called) OVER (PARTITION BY letter) AS peers
    FROM had JOIN card ON card = id LEFT JOIN wide USING (card)
),
ranked AS (
    SELECT *, coalesce(abs(more) > z_of_many() * called_se, FALSE) AS sure, row_number() OVER (PARTITION BY apart ORDER BY more - z() * called_se DESC, name) AS best,
           row_number() OVER (PARTITION BY apart ORDER BY more + z() * called_se, name DESC) AS worst
    FROM (SELECT *, more IS NULL OR letter = 'shelter' AS apart FROM told)
)
SELECT 'card' AS part, name, kind, letter, copies, deck, drawn, drawn_low, drawn_high, called, low, high, early, unseen, trapped, more, more + z() * called_se AS ceiling, usual, peers, sure, seats, apart,
       NULL::VARCHAR AS what, NULL::DOUBLE AS gain, 0 AS place, best AS nth
FROM ranked
UNION ALL BY NAME
SELECT 'chart' AS part, name, unnest(['drawn', 'called']) AS what, unnest([1, 2]) AS place, unnest([drawn, called]) AS gain, unnest([drawn_low, low]) AS low,
       unnest([drawn_high, high]) AS high, best AS nth
FROM ranked WHERE NOT apart AND (best <= 8 OR worst <= 4)
ORDER BY part, apart, more IS NULL, nth, place, name
