-- Do games of three and four kill one seat first, and does the reserve change match results?
-- From the arms of the experiment 'crowds', with the same luck; with random decks, avatars take the place of decks.
-- part 'out': one row per number of players and place or deck: arm, who ('plays first', '2nd in order' ... by the order of turn 1, or the deck),
--   kind ('place' or 'deck'), out (share of the games in which such a seat falls first, alone; of places only games with such a first
--   victim), even (such a share if all were equal: 1/n of places, the mean of decks), more (out less even), low, high (its interval), win (share of the decided games, of decks of all games)
-- part 'match': one row per deck: who, opened (win share in first games of a match, without the reserve), second (in second games, with it), more (second
--   less opened), low, high (its interval)
-- The same in every row:
--   turned, turned_low, turned_high   share of the matches that the winner of game 1 does not win; drawn: matches that nobody wins
--   games             mean games of a match
WITH arm AS (FROM experiments WHERE experiment = 'crowds'),
place AS (
    SELECT arm, place, players, CASE subject WHEN 'place 1' THEN 'plays first' WHEN 'place 2' THEN '2nd in order' WHEN 'place 3' THEN '3rd in order' ELSE '4th in order' END AS who,
           subject AS nth, 'place' AS kind, any_value(value) FILTER (figure = 'first_out_share') AS out, any_value(low) FILTER (figure = 'first_out_share') AS low,
           any_value(high) FILTER (figure = 'first_out_share') AS high, any_value(value) FILTER (figure = 'place_win_share') AS win
    FROM arm WHERE players > 2 AND figure IN ('first_out_share', 'place_win_share') AND arm LIKE '% players' GROUP BY ALL
),
deck AS (
    SELECT arm, place, players, subject AS who, subject AS nth, 'deck' AS kind, any_value(value) FILTER (figure = 'deck_first_out_share') AS out,
           any_value(low) FILTER (figure = 'deck_first_out_share') AS low, any_value(high) FILTER (figure = 'deck_first_out_share') AS high,
           any_value(value) FILTER (figure = 'deck_win_share') AS win
    FROM arm WHERE players > 2 AND figure IN ('deck_first_out_share', 'deck_win_share') AND arm LIKE '% players' GROUP BY ALL
),
game AS (
    SELECT subject AS who, any_value(value) FILTER (figure = 'deck_game_1_win_share') AS opened, any_value(value) FILTER (figure = 'deck_game_2_win_share') AS second,
           any_value((high - low) / (2 * z())) FILTER (figure = 'deck_game_1_win_share') AS one, any_value((high - low) / (2 * z())) FILTER (figure = 'deck_game_2_win_share') AS two
    FROM arm WHERE arm LIKE 'match%' AND figure IN ('deck_game_1_win_share', 'deck_game_2_win_share') GROUP BY subject
),
whole AS (
    SELECT any_value(value) FILTER (figure = 'match_turned_share') AS turned, any_value(low) FILTER (figure = 'match_turned_share') AS turned_low,
           any_value(high) FILTER (figure = 'match_turned_share') AS turned_high, any_value(value) FILTER (figure = 'match_drawn_share') AS drawn,
           any_value(value) FILTER (figure = 'match_length_mean') AS games
    FROM arm WHERE arm LIKE 'match%'
),
told AS (
    SELECT 'out' AS part, arm, place, who, nth, kind, CASE kind WHEN 'place' THEN 1 / players ELSE avg(out) OVER (PARTITION BY arm, kind) END AS even, out,
           out - even AS more, low - even AS low, high - even AS high, win,
           NULL::DOUBLE AS opened, NULL::DOUBLE AS second
    FROM (FROM place UNION ALL FROM deck) WHERE out IS NOT NULL
    UNION ALL BY NAME
    SELECT 'match' AS part, 'match' AS arm, who, who AS nth, 'deck' AS kind, opened, second, second - opened AS more, second - opened - z() * sqrt(one ** 2 + two ** 2) AS low,
           second - opened + z() * sqrt(one ** 2 + two ** 2) AS high, abs(second - opened) > z_of_many() * sqrt(one ** 2 + two ** 2) AS sure
    FROM game WHERE opened IS NOT NULL AND second IS NOT NULL
)
SELECT told.*, whole.* FROM told, whole ORDER BY part DESC, kind DESC, place, nth
