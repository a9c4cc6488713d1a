-- On which turn does each round begin?
-- One row per round that begins on the same turn in each of the first 1,000 games with turns: round, turn (its first),
-- last (its last turn in any of these games). No row for a game whose log does not say which round a turn belongs to.
WITH begins AS (
    SELECT game_no, number AS round, min(turn) AS first, max(turn) AS last
    FROM (SELECT NULL::INT AS round) AS where_none_is_logged,
         LATERAL (SELECT game_no, turn, round AS number FROM first_turns(1_000))
    WHERE number > 0
    GROUP BY game_no, number
)
SELECT round::INT AS round, min(first)::INT AS turn, max(last)::INT AS last
FROM begins
GROUP BY round
HAVING min(first) = max(first)
ORDER BY round
