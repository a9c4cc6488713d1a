-- How do scores grow?
-- One row per (turn, style, score): turn, agent, score, n (seats that stood there after that turn).
SELECT turn, agent, score, count(*) AS n FROM turns GROUP BY turn, agent, score ORDER BY turn, agent, score
