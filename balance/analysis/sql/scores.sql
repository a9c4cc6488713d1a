-- How are scores distributed?
-- One row per (style, score): agent, score, seats.
SELECT agent, score, count(*) AS seats FROM seats GROUP BY agent, score ORDER BY agent, score
