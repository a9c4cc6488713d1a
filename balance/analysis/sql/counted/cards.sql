-- How often is every card met and used in every case?
-- Of runs that kept their cards. One row per figure, card and case in which a seat met the card.
--   figure, subject, pair, x, m    as in figures.sql
SELECT unnest(['card_met_share', 'card_used_share']) AS figure, card::VARCHAR AS subject, pair,
       unnest([met / {players}, used]) AS x, unnest([NULL, met])::DOUBLE AS m
FROM (SELECT card, {pair} AS pair, count(*) AS met, count_if(used > 0) AS used FROM cards GROUP BY ALL)
