-- How long is the final race, which final projects finish first, is the leader bonus decisive?
-- One row per final project, from the first 50,000 games:
--   name, worth       as in the card table; its cost in elements, each weighed by its rate (earth 1, plants 4/3, air 2)
--   wanted            share of the games with it on offer in which somebody chose it; seats: who chose it
--   finished          share of these that have all its steps in the end; low, high: its interval, clustered by game
--   steps             mean steps
--   win               win share of these seats
--   gain              the same less what seats of their play style win on average; gain_low, gain_high: its interval
--   sure              whether `gain` is clear, even among so many
-- The same in every row, about the race:
--   turns_mean, turns_middle, turns_least, turns_most   length of the final trimester: mean, median, and what 5 % of the games undercut
--                     and exceed at most
--   turns_low, turns_high   the interval of turns_mean, blank below 30 games
--   within            share of the games in which it lasts 2 to 6 turns; capped: that end with nobody finished, for want of cubes or time
--   finishers         seats with all steps before the last spending
--   last_spending     share of the seats with all steps that got them only by the last spending
--   finisher_win      win share of the seats with all steps; finisher_low, finisher_high: its interval, clustered by game
--   other_win         win share of the other seats; other_low, other_high
-- And about the leader bonus:
--   bonus             elements a seat gets by it; bonus_finished and bonus_other: a seat with all steps, and another one
--   bonus_share       what that of a seat with all steps is of the cost of a final project, in elements
--   needed_least      share of the seats with all steps that had fewer elements left than they got as leaders: without these they
--                     could not have paid for all that they realized
--   needed_most       share that had fewer than four left for each: the others could have exchanged for them
--   needed_low, needed_high   the interval of needed_least and of needed_most: its lower, and its upper end
--   ahead             win share of the seats with most steps after the first turn of the race; behind: of the others, both less what
--                     seats of their style win on average; ahead_low, ahead_high: interval of ahead - behind
WITH usual AS (SELECT agent, avg(win_share) AS usual FROM turn_seats(50_000) GROUP BY agent),
final AS (
    SELECT id, name, list_sum(list_transform(terms, lambda term: coalesce(TRY_CAST(regexp_extract(term, '^(\d+)', 1) AS INT), 1)
               * CASE right(term, 1) WHEN 'A' THEN 2 WHEN 'P' THEN 4 / 3 WHEN 'F' THEN 4 / 3 ELSE 1 END))::DOUBLE AS worth,
           list_sum(list_transform(terms, lambda term: coalesce(TRY_CAST(regexp_extract(term, '^(\d+)', 1) AS INT), 1)))::DOUBLE AS elements
    FROM (SELECT id, name, regexp_split_to_array(replace(cost, ' ', ''), '[+;]') AS terms FROM card_table WHERE kind = 'final')
),
race AS (
    SELECT game_no, seat, turn, steps_total, (leader_bonus IS NOT NULL)::INT AS bonus FROM first_turns(50_000) WHERE is_final
),
got AS (SELECT game_no, seat, sum(bonus) AS bonus FROM race GROUP BY game_no, seat),
seat AS MATERIALIZED (
    SELECT game_no, seat, final_id AS id, finished::INT AS finished, steps, left_over, win_share::DOUBLE AS win,
           win_share - usual AS gain, coalesce(bonus, 0) AS bonus
    FROM turn_seats(50_000) JOIN usual USING (agent) LEFT JOIN got USING (game_no, seat)
    WHERE final_id IS NOT NULL
),
offer AS (
    SELECT card AS id, count(DISTINCT game_no) FILTER (chosen > 0) / count(DISTINCT game_no) AS wanted
    FROM turn_cards(50_000) JOIN final ON card = id WHERE offered > 0 GROUP BY card
),
per_game AS (
    SELECT id, game_no, count(*)::DOUBLE AS m, sum(finished)::DOUBLE AS f, sum(win) AS w, sum(gain) AS g, sum(steps)::DOUBLE AS s
    FROM seat GROUP BY id, game_no
),
rate AS (
    SELECT id, sum(m) AS n, sum(f) / sum(m) AS p, sum(w) / sum(m) AS win, sum(g) / sum(m) AS gain, sum(s) / sum(m) AS steps,
           ratio_se(f, m) AS p_se,
           CASE WHEN count(*) >= 30 THEN ratio_se(g, m) END AS se
    FROM per_game GROUP BY id
),
long AS (
    SELECT avg(final_turns) AS turns_mean, CASE WHEN count(*) >= 30 THEN stddev(final_turns) / sqrt(count(*)) END AS turns_se,
           quantile_disc(final_turns, 0.5) AS turns_middle, quantile_disc(final_turns, 0.05) AS turns_least,
           quantile_disc(final_turns, 0.95) AS turns_most, avg((final_turns BETWEEN 2 AND 6)::INT) AS within,
           avg((end_reason = 'capped')::INT) AS capped, avg(finishers) AS finishers, sum(finishers) AS first, count(*) AS games
    FROM turn_games(50_000)
),
won AS (
    SELECT game_no, sum(finished)::DOUBLE AS mf, sum(1 - finished)::DOUBLE AS mo, sum(win * finished) AS wf, sum(win * (1 - finished)) AS wo
    FROM seat GROUP BY game_no
),
winner AS (
    SELECT sum(wf) / nullif(sum(mf), 0) AS finisher_win, ratio_se(wf, mf) AS f_se, sum(mf) AS nf,
           sum(wo) / nullif(sum(mo), 0) AS other_win, ratio_se(wo, mo) AS o_se, sum(mo) AS no
    FROM won HAVING count(*) >= 30
),
leader AS (
    SELECT avg(bonus) AS bonus, avg(bonus) FILTER (finished = 1) AS bonus_finished, avg(bonus) FILTER (finished = 0) AS bonus_other,
           sum(finished) AS done, avg((left_over < bonus)::INT) FILTER (finished = 1) AS needed_least,
           avg((left_over < 4 * bonus)::INT) FILTER (finished = 1) AS needed_most,
           avg(bonus / elements) FILTER (finished = 1) AS bonus_share
    FROM seat JOIN final USING (id)
),
start AS (
    SELECT game_no, gain, steps_total = max(steps_total) OVER (PARTITION BY game_no) AS ahead
    FROM race JOIN seat USING (game_no, seat) WHERE turn = (SELECT min(turn) FROM race)
),
side AS (
    SELECT game_no, count(*) FILTER (ahead)::DOUBLE AS ma, count(*) FILTER (NOT ahead)::DOUBLE AS mb,
           coalesce(sum(gain) FILTER (ahead), 0) AS ga, coalesce(sum(gain) FILTER (NOT ahead), 0) AS gb
    FROM start GROUP BY game_no
),
sides AS (
    SELECT *, sum(ga) OVER () / nullif(sum(ma) OVER (), 0) AS ahead, sum(gb) OVER () / nullif(sum(mb) OVER (), 0) AS behind,
           sum(ma) OVER () AS na, nullif(sum(mb) OVER (), 0) AS nb
    FROM side
),
lead AS (
    SELECT any_value(ahead) AS ahead, any_value(behind) AS behind,
           CASE WHEN count(*) >= 30 THEN sqrt(sum(((ga - ahead * ma) / na - (gb - behind * mb) / nb) ** 2)) END AS lead_se
    FROM sides
)
SELECT name, worth, wanted, n::BIGINT AS seats, p AS finished,
       share_low(p, p_se, n) AS low, share_high(p, p_se, n) AS high,
       steps, win, gain, gain - z() * se AS gain_low, gain + z() * se AS gain_high, coalesce(abs(gain) > z_of_many() * se, FALSE) AS sure,
       turns_mean, turns_mean - z() * turns_se AS turns_low, turns_mean + z() * turns_se AS turns_high, turns_middle, turns_least, turns_most,
       within, capped, finishers, 1 - first / nullif(done, 0) AS last_spending,
       finisher_win, share_low(finisher_win, f_se, nf) AS finisher_low, share_high(finisher_win, f_se, nf) AS finisher_high,
       other_win, share_low(other_win, o_se, no) AS other_low, share_high(other_win, o_se, no) AS other_high,
       bonus, bonus_finished, bonus_other, bonus_share, needed_least, needed_most,
       wilson_low(needed_least, done) AS needed_low, wilson_high(needed_most, done) AS needed_high,
       ahead, behind, ahead - behind - z() * lead_se AS ahead_low, ahead - behind + z() * lead_se AS ahead_high
FROM rate JOIN final USING (id) LEFT JOIN offer USING (id) CROSS JOIN long CROSS JOIN leader CROSS JOIN lead LEFT JOIN winner ON TRUE
ORDER BY finished DESC, name
