-- The headline figures of Fairy Conundrum itself.
-- One row per figure: figure, subject, value, se, n (see the shared figures). The games of a match count as one case.
-- Decks go by their names; with random decks, avatars take their place. Decided games are those that somebody wins.
--   score_mean, score_sd             final life of a seat
--   turns_p5, turns_p95              length that 5 % and 95 % of the games do not exceed, in turns
--   first_player_win_share           win share of who plays first on turn 1, of the decided games
--   place_win_share (place)          the same by place clockwise; place 1 plays first on turn 1
--   winner_life_mean                 life of the winner at the end
--   stands_at_zero_share             games that end with one avatar left, at exactly 0 life
--   life_loss_share (cause)          share of all life lost and paid: jousts, damage of effects, direct loss, mésangettes, abilities
--   life_gained_mean                 life a seat gains in a game
--   deck_win_share (deck)            win share of the seats with this deck
--   deck_against_share (two decks)   of the games that one of two seats with these decks wins, those that the first one wins
--   first_out_share (place)          falls first, alone; of the games in which one seat falls before all others (three players and more)
--   deck_first_out_share (deck)      share of the seats with this deck that fall first, alone (three players and more)
--   match_length_mean                games of a match (matches of several games only, like all below)
--   match_drawn_share                matches that nobody wins
--   match_turned_share               matches that the winner of game 1 does not win
--   deck_game_1_win_share (deck)     win share in the first games, without the reserve
--   deck_game_2_win_share (deck)     win share in the second games, with the reserve
WITH game AS (
    SELECT game_no, match_id, match_game, match_games::INT AS match_games, players, turns, winner, first_player_t1 AS first, deck_mode, end_reason FROM games
),
seat AS (
    SELECT game_no, match_id, match_game, match_games, players, agent, score::DOUBLE AS score, rank, win_share::DOUBLE AS win, winner >= 0 AS decided, end_reason,
           (seat - first + players) % players + 1 AS place, (seat - match_game + players) % players AS one, pts_gained::DOUBLE AS gained,
           replace(CASE deck_mode WHEN 'random_legal' THEN avatar ELSE deck END, '_', ' ') AS deck, -pts_lost_joust::DOUBLE AS jousts,
           -pts_lost_damage::DOUBLE AS damage, -pts_lost_direct::DOUBLE AS direct, -pts_paid_mes::DOUBLE AS traps, -pts_paid_cost::DOUBLE AS abilities
    FROM seats JOIN game USING (game_no)
),
rival AS (  -- who won against whom: the winner's deck, and the decks of the others
    SELECT match_id, won.deck AS winner, seat.deck AS loser, count(*)::DOUBLE AS m
    FROM seat JOIN (SELECT game_no, deck FROM seat WHERE win > 0) won USING (game_no)
    WHERE seat.win = 0 AND seat.deck <> won.deck GROUP BY match_id, won.deck, seat.deck
),
side AS (SELECT match_id, players, one, sum(win) AS wins, max(win) FILTER (match_game = 0) AS opened FROM seat WHERE match_games > 1 GROUP BY ALL),
match_ AS (  -- a match is won by the seat with most wins, if it is one
    SELECT match_id, count(*) FILTER (wins = most) > 1 AS drawn, max(opened) AS opened, max(opened) FILTER (wins = most) AS kept
    FROM (SELECT *, max(wins) OVER (PARTITION BY match_id) AS most FROM side) GROUP BY match_id
),
counted AS (  -- figure, subject, and in every match what is counted and among how many
    SELECT 'score_mean' AS figure, '' AS subject, match_id, score AS x, 1::DOUBLE AS m FROM seat
    UNION ALL SELECT 'life_gained_mean', '', match_id, gained, 1 FROM seat
    UNION ALL SELECT 'first_player_win_share', '', match_id, win, 1 FROM seat WHERE decided AND place = 1
    UNION ALL SELECT 'place_win_share', 'place ' || place, match_id, win, 1 FROM seat WHERE decided
    UNION ALL SELECT 'winner_life_mean', '', match_id, score, 1 FROM seat WHERE win > 0
    UNION ALL
    SELECT 'stands_at_zero_share', '', match_id, max((end_reason = 'no_winner' AND rank = 1 AND score = 0)::INT), 1
    FROM seat GROUP BY match_id, game_no
    UNION ALL
    SELECT 'life_loss_share', unnest(['jousts', 'damage of effects', 'direct loss', 'mésangettes', 'abilities']), match_id,
           unnest([jousts, damage, direct, traps, abilities]), jousts + damage + direct + traps + abilities
    FROM seat
    UNION ALL SELECT 'deck_win_share', deck, match_id, win, 1 FROM seat
    UNION ALL SELECT 'deck_against_share', winner || ' against ' || loser, match_id, m, m FROM rival
    UNION ALL SELECT 'deck_against_share', loser || ' against ' || winner, match_id, 0, m FROM rival
    UNION ALL
    SELECT 'first_out_share', 'place ' || place, match_id, (rank = players)::INT, 1
    FROM seat SEMI JOIN (SELECT game_no FROM seat WHERE rank = players AND players > 2) alone USING (game_no)
    UNION ALL SELECT 'deck_first_out_share', deck, match_id, (rank = players)::INT, 1 FROM seat WHERE players > 2
    UNION ALL SELECT 'match_length_mean', '', match_id, count(*), 1 FROM game WHERE match_games > 1 GROUP BY match_id
    UNION ALL SELECT 'match_drawn_share', '', match_id, drawn::INT, 1 FROM match_
    UNION ALL SELECT 'match_turned_share', '', match_id, (drawn OR kept < 1)::INT, 1 FROM match_ WHERE opened > 0
    UNION ALL
    SELECT CASE match_game WHEN 0 THEN 'deck_game_1_win_share' ELSE 'deck_game_2_win_share' END, deck, match_id, win, 1
    FROM seat WHERE match_games > 1 AND match_game < 2
),
per_case AS (SELECT figure, subject, match_id, sum(x) AS x, sum(m) AS m FROM counted GROUP BY figure, subject, match_id),
spread AS (
    SELECT count(*) AS n, quantile_disc(turns, 0.05) AS p5, quantile_disc(turns, 0.95) AS p95, list(turns ORDER BY turns) AS lengths,
           z() * sqrt(0.05 * 0.95 * count(*)) AS reach
    FROM game
)
SELECT figure, subject, sum(x) / sum(m) AS value,
       ratio_se(x, m) AS se,
       (CASE figure WHEN 'life_loss_share' THEN count(*) ELSE sum(m) END)::BIGINT AS n
FROM per_case GROUP BY figure, subject HAVING sum(m) > 0
UNION ALL
SELECT 'score_sd', '', coalesce(stddev(score), 0), sd_se(score),
       count(DISTINCT game_no)
FROM seat
UNION ALL  -- lengths are whole turns: as far as they lie within the luck of the draw, and a twelfth for the steps
SELECT unnest(['turns_p5', 'turns_p95']), '', unnest([p5, p95]),
       unnest([sqrt(1 / 12 + ((lengths[least(n, ceil(0.05 * n + reach))::INT] - lengths[greatest(1, floor(0.05 * n - reach))::INT]) / (2 * z())) ** 2),
               sqrt(1 / 12 + ((lengths[least(n, ceil(0.95 * n + reach))::INT] - lengths[greatest(1, floor(0.95 * n - reach))::INT]) / (2 * z())) ** 2)]), n
FROM spread
ORDER BY figure, subject
