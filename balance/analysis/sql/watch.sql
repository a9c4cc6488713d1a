-- In which games can one watch a card at work?
-- One row per card and game, three games at most: of the first 4,000, those that a player won alone
-- who had taken, played, used or kept it, the closest first.
--   card       id
--   game_no    as in `balance replay RUN game_no`
--   seat       the winner's, from 0
--   margin     best minus second best score
SELECT card, game_no, seat, margin
FROM first_cards(4_000) JOIN first_games(4_000) USING (game_no) JOIN first_seats(4_000) USING (game_no, seat)
WHERE win_share = 1 AND taken + played + used + kept > 0
QUALIFY row_number() OVER (PARTITION BY card ORDER BY margin, game_no) <= 3
ORDER BY card, margin, game_no
