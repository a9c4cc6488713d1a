-- Which projects win more, or less, than evenly when realized, and is that due to cost, effect or creature?
-- One row per project, best first, from the first 50,000 games:
--   name, trimester, creature, effect, cost   as in the card table
--   worth             the cost in elements, each weighed by its rate (earth and water 1, plants and fire 4/3, air 2)
--   kind              of the effect: gain, exchange, take back, draw, re-activate, remove, study
--   seats             seats that realized it; share: of those that kept it or took it idle
--   win               their mean win share
--   gain              the same less what seats of their play style win on average
--   more              gain less the mean gain of the projects of its trimester; low, high: its interval, clustered by game,
--                     blank below 30 seats
--   part              'chart': the ten best and the ten worst of those with an interval
-- The same in every row:
--   fair              an even share
--   sure              projects whose `more` is clear, even among so many
--   luck              share of the differences of `more` between projects that luck makes in so many games; this and all below are blank
--                     where it is a half or more, or where there are fewer than 20 projects to compare
--   by_cost           share that goes with the cost (correlation squared, less what chance makes of it), and slope: `more` for
--                     one more element of worth
--   by_kind, by_creature      share that goes with the kind of effect, and with the creature, likewise
--   best_kind, kind_gain      the kind of effect with the highest mean of `more`, of two cards at least, and that mean;
--   worst_kind, kind_loss     the same for the lowest
WITH usual AS (SELECT agent, avg(win_share) AS usual FROM first_seats(50_000) GROUP BY agent),
seat AS (
    SELECT game_no, seat, win_share::DOUBLE AS win, win_share - usual AS gain
    FROM first_seats(50_000) JOIN usual USING (agent)
),
term AS (
    SELECT id, coalesce(TRY_CAST(regexp_extract(term, '^(\d+)', 1) AS INT), 1) AS number, right(term, 1) AS element
    FROM (SELECT id, unnest(string_split(replace(cost, ' ', ''), '+')) AS term FROM card_table WHERE kind = 'project')
),
worth AS (
    SELECT id, sum(number * CASE element WHEN 'A' THEN 2 WHEN 'P' THEN 4 / 3 WHEN 'F' THEN 4 / 3 ELSE 1 END)::DOUBLE AS worth
    FROM term GROUP BY id
),
project AS (
    SELECT id, name, set AS trimester, cost, effect, worth,
           replace(regexp_extract(traits, 'creature *= *([a-z_]+)', 1), '_', ' ') AS creature,
           CASE WHEN effect LIKE '%study%' THEN 'study' WHEN effect LIKE '%trash%' THEN 'remove'
                WHEN effect LIKE '%react%' THEN 're-activate' WHEN effect LIKE '%draw%' THEN 'draw'
                WHEN effect LIKE '%take%' THEN 'take back' WHEN effect LIKE '%>%' THEN 'exchange' ELSE 'gain' END AS kind
    FROM card_table JOIN worth USING (id) WHERE kind = 'project'
),
met AS (
    SELECT card AS id, count(*) AS held, sum((realized > 0)::INT) AS done
    FROM first_cards(50_000) WHERE kept_ongoing > 0 OR idle_taken > 0 GROUP BY card
),
per_game AS (
    SELECT card AS id, game_no, count(*)::DOUBLE AS m, sum(win) AS w, sum(gain) AS g
    FROM first_cards(50_000) JOIN project ON card = project.id JOIN seat USING (game_no, seat)
    WHERE realized > 0 GROUP BY card, game_no
),
mean AS (
    SELECT id, sum(m)::BIGINT AS seats, sum(w) / sum(m) AS win, sum(g) / sum(m) AS gain,
           CASE WHEN sum(m) >= 30 THEN ratio_se(g, m) END AS se
    FROM per_game GROUP BY id
),
judged AS (
    SELECT project.*, coalesce(seats, 0) AS seats, done / nullif(held, 0) AS share, win, gain, se,
           gain - avg(gain) OVER (PARTITION BY trimester) AS more
    FROM project LEFT JOIN mean USING (id) LEFT JOIN met USING (id)
),
counted AS (SELECT *, worth - avg(worth) OVER (PARTITION BY trimester) AS dear FROM judged WHERE more IS NOT NULL AND se IS NOT NULL),
grouped AS (
    SELECT what, name, count(*) AS n, avg(more) AS mean
    FROM (SELECT unnest(['kind', 'creature']) AS what, unnest([kind, creature]) AS name, more FROM counted) GROUP BY ALL
),
between_ AS (SELECT what, sum(n * mean ** 2) AS ss, count(*) AS groups FROM grouped GROUP BY what),
whole AS (
    SELECT sum(more ** 2) AS ss, count(*) AS n, avg(se ** 2) / nullif(avg(more ** 2), 0) AS luck, corr(more, dear) AS r,
           regr_slope(more, dear) AS slope, count(*) FILTER (abs(more) > z_of_many() * se) AS sure
    FROM counted
),
told AS (
    SELECT luck, sure, slope,
           greatest(0, 1 - (1 - r ** 2) * (n - 1) / (n - 2)) AS by_cost,
           greatest(0, 1 - (1 - k.ss / whole.ss) * (n - 1) / (n - k.groups)) AS by_kind,
           greatest(0, 1 - (1 - c.ss / whole.ss) * (n - 1) / (n - c.groups)) AS by_creature,
           (SELECT arg_max(name, mean) FROM grouped WHERE what = 'kind' AND grouped.n > 1) AS best_kind,
           (SELECT max(mean) FROM grouped WHERE what = 'kind' AND grouped.n > 1) AS kind_gain,
           (SELECT arg_min(name, mean) FROM grouped WHERE what = 'kind' AND grouped.n > 1) AS worst_kind,
           (SELECT min(mean) FROM grouped WHERE what = 'kind' AND grouped.n > 1) AS kind_loss
    FROM whole JOIN between_ k ON k.what = 'kind' JOIN between_ c ON c.what = 'creature'
    WHERE n > 20 AND n > c.groups + 2 AND luck < 0.5
)
SELECT name, trimester, creature, kind, effect, cost, worth, seats, share, win, gain, more, more - z() * se AS low, more + z() * se AS high,
       CASE WHEN least(row_number() OVER (ORDER BY more + 0 * se DESC NULLS LAST, name),
                       row_number() OVER (ORDER BY more + 0 * se NULLS LAST, name)) <= 10 THEN 'chart' ELSE '' END AS part,
       even_share() AS fair, told.* EXCLUDE (sure), coalesce((SELECT sure FROM whole), 0) AS sure
FROM judged LEFT JOIN told ON TRUE
ORDER BY more DESC NULLS LAST, name
