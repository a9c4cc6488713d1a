-- How often is every card met, taken, played and used?
-- One row per card. A row of the table cards is a seat that met it.
--   card          id
--   met, seen_seats           seats that met it, and that saw it, as a share of all seats
--   taken_seats, played_seats, used_seats, others_seats, kept_seats    seats that took it, played it ... at least once,
--                             as a share of the seats that met it
--   taken, played, used, used_by_others       times per seat that met it
WITH counted AS (SELECT count(*) AS seats FROM seats)
SELECT card, count(*) / any_value(seats) AS met, count_if(seen > 0) / any_value(seats) AS seen_seats,
       avg((taken > 0)::INT) AS taken_seats, avg((played > 0)::INT) AS played_seats, avg((used > 0)::INT) AS used_seats,
       avg((used_by_others > 0)::INT) AS others_seats, avg((kept > 0)::INT) AS kept_seats,
       avg(taken) AS taken, avg(played) AS played, avg(used) AS used, avg(used_by_others) AS used_by_others
FROM cards, counted
GROUP BY card
ORDER BY card
