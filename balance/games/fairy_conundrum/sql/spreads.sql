-- How long are the shortest and the longest games?
-- The columns are those of the shared spreads. Lengths are whole turns: as far as they lie within the luck of the draw,
-- and a twelfth for the steps.
WITH spread AS (
    SELECT count(*) AS n, quantile_disc(turns, 0.05) AS p5, quantile_disc(turns, 0.95) AS p95, list(turns ORDER BY turns) AS lengths,
           z() * sqrt(0.05 * 0.95 * count(*)) AS reach
    FROM games
)
SELECT unnest(['turns_p5', 'turns_p95']) AS figure, '' AS subject, unnest([p5, p95]) AS value,
       unnest([sqrt(1 / 12 + ((lengths[least(n, ceil(0.05 * n + reach))::INT] - lengths[greatest(1, floor(0.05 * n - reach))::INT]) / (2 * z())) ** 2),
               sqrt(1 / 12 + ((lengths[least(n, ceil(0.95 * n + reach))::INT] - lengths[greatest(1, floor(0.95 * n - reach))::INT]) / (2 * z())) ** 2)]) AS se,
       n
FROM spread
