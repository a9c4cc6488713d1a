-- Do opposite-radiance shards cost more than they give?
-- From the first 30,000 games. Gains are win shares against what seats with the same deck, avatar and play style win in games of the same decks, the
-- others' styles allowed for.
-- part 'amount': rows by the sparkles of turns 1 to 6, so that who lives longer does not count for more: what ('spent on them', in games of decks that have them; 'received from them', where others have
--   them), amount ('none', '1 or 2', '3 or more'), share (of these seats), gain, low, high (the games of a match count as one case; blank
--   below 30 seats)
-- part 'shard': one row per kind of shard, by its radiance and the avatar's: name ('own radiance', 'neutral', 'opposite', 'other', for a neutral
--   avatar), called (in a game, all seats together), gain of the seats that call one, low, high, drawn (gain of those that draw one and call none)
-- The same in every row:
--   spent, received   mean sparkles of a seat in turns 1 to 6, of those above
--   loss, loss_low, loss_high     gain for one more sparkle spent on them; profit, profit_low, profit_high: for one more received
--   players           seats of a game; spenders: share of all seats that spend any in these turns
WITH game AS (SELECT game_no, match_id FROM turn_games(30_000)),
at_table AS (
    SELECT game_no, match_id, seat, avatar, deck || '/' || avatar AS side, agent, win_share::DOUBLE AS win,
           string_agg(deck || '/' || avatar, ' ' ORDER BY deck, avatar) OVER (PARTITION BY game_no) AS decks,
           sum(code) OVER (PARTITION BY game_no) - code AS rivals  -- a number for the styles of the others
    FROM (SELECT *, (hash(agent) % 1000000007)::BIGINT AS code FROM turn_seats(30_000)) JOIN game USING (game_no)
),
shared AS (SELECT game_no, seat, sum(spent_opposite)::DOUBLE AS spent, sum(shared_received)::DOUBLE AS received FROM first_turns(30_000) WHERE turn <= 6 GROUP BY game_no, seat),
own AS (  -- less the mean of the seat's own style ...
    SELECT *, win - avg(win) OVER same AS gain, spent - avg(spent) OVER same AS more_spent, received - avg(received) OVER same AS more_received
    FROM at_table JOIN shared USING (game_no, seat) WINDOW same AS (PARTITION BY side, decks, agent)
),
seat AS MATERIALIZED (  -- ... and less that of the others' styles
    SELECT game_no, match_id, seat, avatar, spent, received, gain - avg(gain) OVER against AS gain, more_spent - avg(more_spent) OVER against AS more_spent,
           more_received - avg(more_received) OVER against AS more_received, sum(spent) OVER (PARTITION BY side) > 0 AS may_spend,
           sum(received) OVER (PARTITION BY side, decks) > 0 AS may_receive
    FROM own WINDOW against AS (PARTITION BY side, decks, rivals)
),
flow AS (
    SELECT match_id, unnest(['spent on them', 'received from them']) AS what, unnest([spent, received]) AS x, unnest([more_spent, more_received]) AS over, gain, unnest([may_spend, may_receive]) AS may FROM seat
),
kept AS (FROM flow WHERE may),
per_case AS (
    SELECT what, CASE WHEN x = 0 THEN 0 WHEN x < 3 THEN 1 ELSE 2 END AS step, match_id, count(*)::DOUBLE AS m, sum(gain) AS g
    FROM kept GROUP BY ALL
),
rate AS (
    SELECT what, step, sum(m)::BIGINT AS n, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM per_case GROUP BY what, step
),
slope AS (SELECT what, sum(over * gain) / nullif(sum(over * over), 0) AS slope, nullif(sum(over * over), 0) AS xx, avg(x) AS mean, count(*) AS n FROM kept GROUP BY what),
sure AS (
    SELECT what, any_value(slope) AS slope, any_value(mean) AS mean, CASE WHEN any_value(n) >= 100 THEN z() * sqrt(sum(e * e)) / any_value(xx) END AS half
    FROM (SELECT what, match_id, sum(over * (gain - slope * over)) AS e FROM kept JOIN slope USING (what) GROUP BY what, match_id) JOIN slope USING (what) GROUP BY what
),
whole AS (
    SELECT any_value(mean) FILTER (what = 'spent on them') AS spent, any_value(slope) FILTER (what = 'spent on them') AS loss,
           any_value(slope - half) FILTER (what = 'spent on them') AS loss_low, any_value(slope + half) FILTER (what = 'spent on them') AS loss_high,
           any_value(mean) FILTER (what = 'received from them') AS received, any_value(slope) FILTER (what = 'received from them') AS profit,
           any_value(slope - half) FILTER (what = 'received from them') AS profit_low, any_value(slope + half) FILTER (what = 'received from them') AS profit_high,
           (SELECT any_value(players) FROM turn_games(30_000)) AS players, (SELECT avg((spent > 0)::INT) FROM seat) AS spenders
    FROM sure
),
card AS (
    SELECT id, set, kind, coalesce(nullif(radiance, ''), regexp_extract(traits, '(?:^|\s)radiance=(\S+)', 1)) AS radiance
    FROM (FROM card_table UNION ALL BY NAME SELECT '' AS radiance WHERE FALSE)
),
avatar AS (SELECT set AS avatar, any_value(radiance) AS mine FROM card WHERE kind = 'avatar' GROUP BY set),
met AS (
    SELECT game_no, seat, match_id, gain, called, seen,
           CASE WHEN radiance = mine THEN 'own radiance' WHEN mine = 'N' THEN 'other' WHEN radiance = 'N' THEN 'neutral' ELSE 'opposite' END AS kind
    FROM turn_cards(30_000) JOIN card ON card = id JOIN seat USING (game_no, seat) JOIN avatar USING (avatar)
    WHERE card.kind = 'shard' AND radiance <> '' AND mine <> ''
),
shard AS (SELECT kind, game_no, seat, match_id, any_value(gain) AS gain, sum(called) AS called, sum(seen) AS seen FROM met GROUP BY ALL),
shard_case AS (SELECT kind, called > 0 AS did, match_id, count(*)::DOUBLE AS m, sum(gain) AS g FROM shard WHERE called > 0 OR seen > 0 GROUP BY ALL),
shard_rate AS (
    SELECT kind, did, sum(m)::BIGINT AS n, sum(g) / sum(m) AS gain,
           ratio_se(g, m) AS se
    FROM shard_case GROUP BY kind, did
),
told AS (
    SELECT 'amount' AS part, what, CASE step WHEN 0 THEN 'none' WHEN 1 THEN '1 or 2' ELSE '3 or more' END AS amount, step,
           n / sum(n) OVER (PARTITION BY what) AS share, gain, CASE WHEN n >= 30 THEN gain - z() * se END AS low, CASE WHEN n >= 30 THEN gain + z() * se END AS high
    FROM rate
    UNION ALL BY NAME
    SELECT 'shard' AS part, kind AS name, any_value(called) AS called, any_value(gain) FILTER (did AND n >= 30) AS gain,
           any_value(gain - z() * se) FILTER (did AND n >= 30) AS low, any_value(gain + z() * se) FILTER (did AND n >= 30) AS high,
           any_value(gain) FILTER (NOT did AND n >= 30) AS drawn
    FROM shard_rate JOIN (SELECT kind, sum(called) / (SELECT count(*) FROM game) AS called FROM shard GROUP BY kind) USING (kind) GROUP BY kind
)
SELECT told.*, whole.* FROM told, whole
ORDER BY part, array_position(['spent on them', 'received from them'], what), step, array_position(['own radiance', 'neutral', 'opposite', 'other'], name)
