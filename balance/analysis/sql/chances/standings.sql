-- Who stood how far ahead or behind, and who won?
-- One row per (game, turn, seat), from the first $games games on disk while they go on: after its last turn
-- nothing of a game is open. Only of seats that play on: who falls in a turn has no row of the next one.
--   game_no, turn, seat    who, and after which turn
--   agent         its play style
--   turns         the length of the game
--   gap           own score minus the best score of the other seats that play on
--   win_share     what the seat had of the win in the end
--   won           1 where anybody won the game, else 0
WITH played AS (
    SELECT game_no, turn::INT AS turn, seat, score
    FROM first_turns
    WHERE kept_no(game_no) < (SELECT min(kept_no(game_no)) + $games FROM turn_games)
),
standing AS (
    SELECT played.* FROM played SEMI JOIN (SELECT game_no, seat, turn - 1 AS turn FROM played) USING (game_no, seat, turn)
),
best AS (
    SELECT game_no, turn, max(score, 2) AS best, count(*) AS seats FROM standing GROUP BY game_no, turn
)
SELECT game_no, turn, seat, agent, turns, score - CASE WHEN score = best[1] THEN best[2] ELSE best[1] END AS gap,
       win_share::DOUBLE AS win_share, (winners > 0)::INT AS won
FROM standing
JOIN best USING (game_no, turn)
JOIN (SELECT game_no, turns, winners FROM turn_games) USING (game_no)
JOIN (SELECT game_no, seat, agent, win_share FROM turn_seats) USING (game_no, seat)
WHERE turn < turns AND seats > 1
