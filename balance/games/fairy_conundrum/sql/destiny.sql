-- Does being first in Destiny, or being behind (the chooser), decide?
-- From the decided games (somebody wins) among the first 50,000; gains are win shares less an even share of the seats still in the game.
-- part 'curve': one row per turn that 5 % of the games reach, and kind of seat: turn, what ('plays first', 'chooses', 'has more life'), gain, low, high
-- part 'turn': one row per such turn: turn, games (that reach it), and the gains first, chooser, ahead (more life than all others before Destiny)
--   itself            share of the choosers that take the first place themselves
--   poorer            share of the choosers that have less life than somebody else
-- part 'place': one row per standing and place in the order, over all turns: standing ('behind': less life than somebody; 'level'; 'ahead'),
--   place ('first', 'later'), gain, low, high, share (of all seats and turns)
-- The same in every row:
--   win, win_low, win_high     win share of who plays first on turn 1; players: seats of a game
--   itself_all                 share of all choosers that take the first place themselves
--   decided                    games that somebody wins
WITH turn AS MATERIALIZED (
    SELECT game_no, match_id, turn, win_share::DOUBLE AS win, win_share - 1.0 / count(*) OVER (PARTITION BY game_no, turn) AS gain, destiny_pos = 0 AS first,
           chose_first > 0 AS chose, life_start, max(life_start) OVER (PARTITION BY game_no, turn) AS most,
           rank() OVER (PARTITION BY game_no, turn ORDER BY life_start DESC) AS place, count(*) OVER (PARTITION BY game_no, turn, life_start) AS equals
    FROM first_turns(50_000) JOIN (SELECT game_no, seat, win_share FROM turn_seats(50_000)) USING (game_no, seat)
    SEMI JOIN (SELECT game_no FROM turn_games(50_000) WHERE winner >= 0) won USING (game_no)
),
stood AS (
    SELECT *, CASE WHEN life_start < most THEN 'behind' WHEN equals > 1 THEN 'level' ELSE 'ahead' END AS standing FROM turn
),
kind AS (
    SELECT match_id, turn, gain, unnest(['plays first', 'chooses', 'has more life']) AS what, unnest([first, chose, standing = 'ahead']) AS so FROM stood
),
per_case AS (SELECT what, turn, match_id, count(*)::DOUBLE AS m, sum(gain) AS g FROM kind WHERE so GROUP BY ALL),
rate AS (
    SELECT what, turn, sum(m)::BIGINT AS n, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM per_case GROUP BY what, turn
),
reached AS (
    SELECT turn, count(DISTINCT game_no) AS games, avg(first::INT) FILTER (chose) AS itself, avg((standing = 'behind')::INT) FILTER (chose) AS poorer
    FROM stood GROUP BY turn
),
common AS (FROM reached WHERE games >= 0.05 * (SELECT max(games) FROM reached)),
spot AS (
    SELECT standing, first, sum(m) / sum(sum(m)) OVER () AS share, sum(m)::BIGINT AS n, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM (SELECT standing, first, match_id, count(*)::DOUBLE AS m, sum(gain) AS g FROM stood GROUP BY ALL) GROUP BY standing, first
),
opened AS (
    SELECT sum(m)::BIGINT AS n, sum(w) / sum(m) AS win,
           ratio_se(w, m) AS se
    FROM (SELECT match_id, count(*)::DOUBLE AS m, sum(win) AS w FROM turn WHERE turn = 1 AND first GROUP BY match_id)
),
whole AS (
    SELECT (SELECT any_value(players) FROM turn_games(50_000)) AS players, (SELECT avg(first::INT) FROM turn WHERE chose) AS itself_all, win,
           CASE WHEN n >= 30 THEN greatest(0, win - z() * se) END AS win_low, CASE WHEN n >= 30 THEN least(1, win + z() * se) END AS win_high, n AS decided
    FROM opened
),
told AS (
    SELECT 'curve' AS part, what, turn, gain, CASE WHEN n >= 30 THEN gain - z() * se END AS low, CASE WHEN n >= 30 THEN gain + z() * se END AS high
    FROM rate SEMI JOIN common USING (turn)
    UNION ALL BY NAME
    SELECT 'turn' AS part, turn, games, itself, poorer, (SELECT gain FROM rate WHERE rate.turn = common.turn AND what = 'plays first') AS first,
           (SELECT gain FROM rate WHERE rate.turn = common.turn AND what = 'chooses') AS chooser,
           (SELECT gain FROM rate WHERE rate.turn = common.turn AND what = 'has more life') AS ahead
    FROM common
    UNION ALL BY NAME
    SELECT 'place' AS part, standing, CASE WHEN first THEN 'first' ELSE 'later' END AS place, gain, CASE WHEN n >= 30 THEN gain - z() * se END AS low,
           CASE WHEN n >= 30 THEN gain + z() * se END AS high, share
    FROM spot
)
SELECT told.*, whole.* FROM told, whole
ORDER BY array_position(['turn', 'curve', 'place'], part), array_position(['plays first', 'chooses', 'has more life'], what), turn,
         array_position(['behind', 'level', 'ahead'], standing), place
