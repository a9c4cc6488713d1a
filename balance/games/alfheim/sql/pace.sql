-- Pace: how many rounds pass without a fairy, and how often does the leader after round 7 win?
-- From the first 50,000 games.
-- part 'curve': three rows per round: what ('a player places a fairy', 'somebody does', 'the leader wins'), round, share with low and high
-- part 'round': one row per round:
--   round
--   fairies           fairies a seat places; score: its score after the round
--   none              share of the seats that place none; nobody: of the rounds in which nobody at the table does
--   payable           types a seat could place before it places any; declined: that it still could place afterwards
--   leads             win share of who leads after the round, alone or with others; leads_low, leads_high: its interval, clustered by game
-- The same in every row:
--   none_all          share of all rounds in which a seat places none, with none_low and none_high, clustered by game
--   longest           mean length of a seat's longest row of rounds without a fairy
--   players           seats of a game; even: win share of every seat if all were equal
WITH turn AS MATERIALIZED (
    SELECT game_no, seat, turn, score, length(placements) - length(replace(placements, '@', '')) AS fairies, n_payable, n_declined, win_share,
           rank() OVER (PARTITION BY game_no, turn ORDER BY score DESC) = 1 AS leads
    FROM first_turns(50_000) JOIN (SELECT game_no, seat, win_share FROM turn_seats(50_000)) USING (game_no, seat)
),
per_game AS (
    SELECT turn, game_no, count(*)::DOUBLE AS m, sum(fairies)::DOUBLE AS f, sum((fairies > 0)::INT)::DOUBLE AS x, sum(score)::DOUBLE AS s, sum(n_payable) AS payable,
           sum(n_declined) AS declined, (count(*) FILTER (leads))::DOUBLE AS ahead, (sum(win_share) FILTER (leads))::DOUBLE AS w
    FROM turn GROUP BY turn, game_no
),
rate AS (
    SELECT turn AS round, count(*) AS games, sum(f) / sum(m) AS fairies, sum(s) / sum(m) AS score, sum(x) / sum(m) AS busy, avg((x > 0)::INT) AS somebody,
           sum(payable) / sum(m) AS payable, sum(declined) / sum(m) AS declined, sum(w) / sum(ahead) AS leads,
           ratio_se(x, m) AS busy_se,
           ratio_se(w, ahead) AS leads_se
    FROM per_game GROUP BY turn
),
whole AS (
    SELECT sum(x) / sum(m) AS busy_all,
           ratio_se(x, m) AS se
    FROM (SELECT game_no, sum(m) AS m, sum(x) AS x FROM per_game GROUP BY game_no)
),
dry AS (
    SELECT game_no, seat, count(*) AS rounds
    FROM (
        SELECT game_no, seat, turn - row_number() OVER (PARTITION BY game_no, seat ORDER BY turn) AS stretch FROM turn WHERE fairies = 0
    )
    GROUP BY game_no, seat, stretch
),
told AS (
    SELECT sum(longest) / (SELECT count(*) FROM turn_seats(50_000)) AS longest,
           (SELECT any_value(players) FROM turn_games(50_000)) AS players
    FROM (SELECT max(rounds) AS longest FROM dry GROUP BY game_no, seat)
),
curve AS (
    SELECT round, unnest(['a player places a fairy', 'somebody does', 'the leader wins']) AS what, unnest([1, 2, 3]) AS place, unnest([busy, somebody, leads]) AS share,
           unnest([busy_se, sqrt(somebody * (1 - somebody) / games), leads_se]) AS se
    FROM rate
)
SELECT 'curve' AS part, what, place, round, share, greatest(0, share - z() * se) AS low, least(1, share + z() * se) AS high, NULL::DOUBLE AS fairies,
       NULL::DOUBLE AS score, NULL::DOUBLE AS none, NULL::DOUBLE AS nobody, NULL::DOUBLE AS payable, NULL::DOUBLE AS declined, NULL::DOUBLE AS leads,
       NULL::DOUBLE AS leads_low, NULL::DOUBLE AS leads_high, NULL::DOUBLE AS none_all, NULL::DOUBLE AS none_low, NULL::DOUBLE AS none_high,
       NULL::DOUBLE AS longest, NULL::INT AS players, NULL::DOUBLE AS even
FROM curve
UNION ALL
SELECT 'round', '', 0, round, NULL, NULL, NULL, fairies, score, 1 - busy, 1 - somebody, payable, declined, leads, greatest(0, leads - z() * leads_se),
       least(1, leads + z() * leads_se), 1 - busy_all, greatest(0, 1 - busy_all - z() * se), least(1, 1 - busy_all + z() * se), longest, players, even_share()
FROM rate, whole, told
ORDER BY part DESC, place, round
