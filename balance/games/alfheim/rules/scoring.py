"""Points, and who wins (FA-37 to FA-39)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.table import rank_scores
from balance.games.alfheim.rules.area import neighbours_showing
from balance.games.alfheim.state import EXPERT_PART, EXPERTS, FOOTPRINT_PART, NOWHERE, PARTS, TYPES


@kernel
def score_seat(s, t, seat):
    """FA-37, FA-38: points by component, and the score as it stands."""
    me = s.seat[seat]
    for part in range(PARTS):
        me.points[part] = 0
    for kind in range(TYPES):
        if (me.fairies >> kind) & 1:
            me.points[t.group[kind]] += t.points[kind]
    for row in range(EXPERTS):
        me.points[EXPERT_PART + row] = me.value[row]
    me.points[FOOTPRINT_PART] = footprint_bonus(me, t)
    s.score[seat] = 0
    for part in range(PARTS):
        s.score[seat] += me.points[part]


@kernel
def footprint_bonus(me, t):
    """FA-38: points for clue tiles next to the footprint that show one of its icons."""
    if me.footprint_at == NOWHERE:
        return 0
    matching = neighbours_showing(me, me.footprint_at, t.footprint[me.footprint])
    return min(matching * t.footprint_point, t.footprint_cap)


@kernel
def crown(s, t):
    """FA-39: the highest score wins; ties share."""
    rank_scores(s.score, s.ranking, t.players)
    s.winners = 0
    for seat in range(t.players):
        s.won[seat] = 1 if s.ranking[seat] == 1 else 0
        s.winners += s.won[seat]
