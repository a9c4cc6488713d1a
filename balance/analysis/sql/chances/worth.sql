-- Which games are worth reading?
-- One row per word, from the first $games games on disk that one seat won alone.
--   word          comeback: the winner's chance was lowest at its lowest point;
--                 closest: the smallest margin, then the latest lead_turn as a share of the game, then most
--                 changes of the lead;
--                 typical: nearest to the medians of length, margin, changes of the lead, best score and the
--                 winner's lowest chance, each in units of its spread; never a game whose winner was once
--                 below 10 %, or, where most winners were, below the median of their lowest chances;
--                 lopsided: the largest margin, then the earliest lead_turn as a share of the game
--   game_no, turns, margin, lead_changes, lead_turn    as in games
--   winner        the seat that won
--   score         the best score
--   chance        the winner's chance at its lowest, while the game went on
--   chance_turn   the first turn after which it was that low
-- Of equal games the first counts.
WITH game AS (
    SELECT game_no, turns, margin, lead_changes, lead_turn
    FROM turn_games
    WHERE kept_no(game_no) < (SELECT min(kept_no(game_no)) + $games FROM turn_games)
),
seat AS (
    SELECT game_no, max(score) AS score, max(CASE WHEN win_share = 1 THEN seat END) AS winner
    FROM (SELECT game_no, seat, score, win_share FROM turn_seats)
    GROUP BY game_no
),
lowest AS (
    SELECT game_no, min(chance) AS chance, min_by(turn, (chance, turn)) AS chance_turn
    FROM given
    WHERE win_share = 1
    GROUP BY game_no
),
known AS (SELECT * FROM game JOIN seat USING (game_no) LEFT JOIN lowest USING (game_no)),
usual AS (
    SELECT median(turns) AS mid_turns, median(margin) AS mid_margin, median(lead_changes) AS mid_changes,
           median(score) AS mid_score, median(chance) AS mid_chance, nullif(stddev(turns), 0) AS turns_sd,
           nullif(stddev(margin), 0) AS margin_sd, nullif(stddev(lead_changes), 0) AS changes_sd,
           nullif(stddev(score), 0) AS score_sd, nullif(stddev(chance), 0) AS chance_sd
    FROM known
),
candidate AS (
    SELECT known.*, lead_turn / turns AS decided,
           coalesce(chance < least(0.1, mid_chance), false) AS nearly_lost,
           coalesce(((turns - mid_turns) / turns_sd) ** 2, 0)
           + coalesce(((margin - mid_margin) / margin_sd) ** 2, 0)
           + coalesce(((lead_changes - mid_changes) / changes_sd) ** 2, 0)
           + coalesce(((score - mid_score) / score_sd) ** 2, 0)
           + coalesce(((chance - mid_chance) / chance_sd) ** 2, 0) AS distance
    FROM known CROSS JOIN usual
    WHERE winner IS NOT NULL
),
place AS (
    SELECT *,
           row_number() OVER (ORDER BY chance NULLS LAST, game_no) AS comeback,
           row_number() OVER (ORDER BY margin, decided DESC, lead_changes DESC, game_no) AS closest,
           row_number() OVER (ORDER BY nearly_lost, distance, game_no) AS typical,
           row_number() OVER (ORDER BY margin DESC, decided, game_no) AS lopsided
    FROM candidate
)
SELECT word, game_no, turns, margin, lead_changes, lead_turn, winner, score, chance, chance_turn
FROM place
CROSS JOIN (SELECT unnest(['comeback', 'closest', 'typical', 'lopsided']) AS word, unnest([1, 2, 3, 4]) AS number)
WHERE CASE word WHEN 'comeback' THEN comeback = 1 AND chance IS NOT NULL WHEN 'closest' THEN closest = 1
      WHEN 'typical' THEN typical = 1 ELSE lopsided = 1 END
ORDER BY number
