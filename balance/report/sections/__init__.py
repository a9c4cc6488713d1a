"""The chapters of a report, in the order of the page: charts and tables from a run's results."""

from balance.report.sections.cards import cards, linked
from balance.report.sections.chances import chances
from balance.report.sections.first import first, seats_in_doubt
from balance.report.sections.lead import lead
from balance.report.sections.length import length
from balance.report.sections.luck import luck
from balance.report.sections.power import power
from balance.report.sections.robust import robust
from balance.report.sections.scores import scores
from balance.report.sections.styles import styles
from balance.report.sections.tempo import tempo

SECTIONS = (first, styles, luck, scores, length, tempo, lead, chances, seats_in_doubt, cards, power, robust, linked)
