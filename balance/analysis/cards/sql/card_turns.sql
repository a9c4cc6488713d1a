-- When did the seats play each card, and how did they do? Of the first games.
-- One row per card, turn of its first play, turn when the seat met it, and length of the game:
-- card, first_turn (0: never played), met_turn, turns, n (seats), w (sum of their win shares).
SELECT card, first_turn, {met_turn} AS met_turn, turns, count(*) AS n, sum(f.win_share) AS w
FROM first_cards JOIN seat_facts f USING (game_no, seat)
WHERE seen > 0 OR first_turn > 0
GROUP BY ALL
ORDER BY ALL
