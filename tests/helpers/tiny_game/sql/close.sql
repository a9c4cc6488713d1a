-- How close is it?
-- One row: margin (mean points between first and second).
SELECT avg(margin) AS margin FROM games
