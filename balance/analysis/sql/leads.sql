-- How often does the lead change, and when is the game decided?
-- One row per (lead_changes, lead_turn): the games with so many changes of the sole lead, and whose
-- winners led from turn lead_turn on, and nobody else; lead_share is the sum of lead_turn / turns over them.
SELECT lead_changes, lead_turn, count(*) AS games, sum(lead_turn / turns) AS lead_share
FROM games
WHERE winners > 0 AND turns > 0
GROUP BY lead_changes, lead_turn
ORDER BY lead_changes, lead_turn
