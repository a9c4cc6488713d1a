-- What do the headline figures of Fairy Conundrum itself count in every case?
-- One row per figure, subject and case, with the columns of the shared figures; what each figure is stands in the game's headlines. The games of a match
-- are one case. Decks go by their names; with random decks, avatars take their place. Decided games are those that
-- somebody wins.
WITH game AS (
    SELECT {pair} AS pair, game_no, match_game, match_games::INT AS match_games, players, turns, winner, first_player_t1 AS first, deck_mode, end_reason FROM games
),
seat AS (
    SELECT game_no, pair, match_game, match_games, players, agent, score::DOUBLE AS score, rank, win_share::DOUBLE AS win, winner >= 0 AS decided, end_reason,
           (seat - first + players) % players + 1 AS place, (seat - match_game % players + players) % players AS one, pts_gained::DOUBLE AS gained,
           replace(CASE deck_mode WHEN 'random_legal' THEN avatar ELSE deck END, '_', ' ') AS deck, -pts_lost_joust::DOUBLE AS jousts,
           -pts_lost_damage::DOUBLE AS damage, -pts_lost_direct::DOUBLE AS direct, -pts_paid_mes::DOUBLE AS traps, -pts_paid_cost::DOUBLE AS abilities
    FROM seats JOIN game USING (game_no)
),
rival AS (  -- who won against whom: the winner's deck, and the decks of the others
    SELECT pair, won.deck AS winner, seat.deck AS loser, count(*)::DOUBLE AS m
    FROM seat JOIN (SELECT game_no, deck FROM seat WHERE win > 0) won USING (game_no)
    WHERE seat.win = 0 AND seat.deck <> won.deck GROUP BY pair, won.deck, seat.deck
),
side AS (SELECT pair, players, one, sum(win) AS wins, max(win) FILTER (match_game = 0) AS opened FROM seat WHERE match_games > 1 GROUP BY ALL),
match_ AS (  -- a match is won by the seat with most wins, if it is one
    SELECT pair, count(*) FILTER (wins = most) > 1 AS drawn, max(opened) AS opened, max(opened) FILTER (wins = most) AS kept
    FROM (SELECT *, max(wins) OVER (PARTITION BY pair) AS most FROM side) GROUP BY pair
)
SELECT 'life_gained_mean' AS figure, '' AS subject, pair, gained AS x, 1::DOUBLE AS m FROM seat
UNION ALL SELECT 'first_player_win_share', '', pair, win, 1 FROM seat WHERE decided AND place = 1
UNION ALL SELECT 'place_win_share', 'place ' || place, pair, win, 1 FROM seat WHERE decided
UNION ALL SELECT 'winner_life_mean', '', pair, score, 1 FROM seat WHERE win > 0
UNION ALL
SELECT 'stands_at_zero_share', '', pair, max((end_reason = 'no_winner' AND rank = 1 AND score = 0)::INT), 1
FROM seat GROUP BY pair, game_no
UNION ALL
SELECT 'life_loss_share', unnest(['jousts', 'damage of effects', 'direct loss', 'mésangettes', 'abilities']), pair,
       unnest([jousts, damage, direct, traps, abilities]), jousts + damage + direct + traps + abilities
FROM seat
UNION ALL SELECT 'deck_win_share', deck, pair, win, 1 FROM seat
UNION ALL SELECT 'deck_against_share', winner || ' against ' || loser, pair, m, m FROM rival
UNION ALL SELECT 'deck_against_share', loser || ' against ' || winner, pair, 0, m FROM rival
UNION ALL
SELECT 'first_out_share', 'place ' || place, pair, (rank = players)::INT, 1
FROM seat SEMI JOIN (SELECT game_no FROM seat WHERE rank = players AND players > 2) alone USING (game_no)
UNION ALL SELECT 'deck_first_out_share', deck, pair, (rank = players)::INT, 1 FROM seat WHERE players > 2
UNION ALL SELECT 'match_length_mean', '', pair, count(*), 1 FROM game WHERE match_games > 1 GROUP BY pair
UNION ALL SELECT 'match_drawn_share', '', pair, drawn::INT, 1 FROM match_
UNION ALL SELECT 'match_turned_share', '', pair, (drawn OR kept < 1)::INT, 1 FROM match_ WHERE opened > 0
UNION ALL
SELECT CASE match_game WHEN 0 THEN 'deck_game_1_win_share' ELSE 'deck_game_2_win_share' END, deck, pair, win, 1
FROM seat WHERE match_games > 1 AND match_game < 2
