"""Which opponent to hurt or to give to (D12)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.games.heroes.state import HITROLL
from balance.games.heroes.styles.wounds import LATE_WOUNDS, price_slots, turns_left, weigh_roll

BY_SCORE = 1e-9
"""What a point of the score counts among opponents who would lose as much."""

BYSTANDER = 0.5
"""How much hurting somebody counts who does not lead, the leader being 1."""


@kernel
def leads(s, t, seat, by):
    """Whether the seat has the best score of all others than ``by``."""
    for other in range(t.players):
        if other != by and s.score[other] > s.score[seat]:
            return False
    return True


@kernel
def opponent(seat, n, players):
    """Opponent number ``n`` of the seat, from its left."""
    return (seat + 1 + n) % players


@kernel
def worth_of_hit(s, t, seat, victim, step):
    """What a hit on this opponent is worth to the seat: the points and slots it is expected to lose."""
    style = t.style[s.style[seat]]
    slots = s.seat[victim].slots
    price_slots(s, slots)
    rolls = t.rolls[step.dice if step.op == HITROLL else 0]
    lost = 0.3 if turns_left(s, t, victim, seat) > 0 else 0.3 * LATE_WOUNDS
    worth, _ = weigh_roll(s, t, slots, rolls, step.hit, -lost, 1.0)
    return -style.hurt * worth * (1.0 if leads(s, t, victim, seat) else BYSTANDER)


@kernel
def weigh_victims(s, t, seat, step):
    """D12: every opponent to hurt: the one who loses most by it, the leader before others; equal ones by score."""
    for i in range(t.players - 1):
        victim = opponent(seat, i, t.players)
        s.decision.worth[i] = worth_of_hit(s, t, seat, victim, step) + BY_SCORE * s.score[victim]


@kernel
def weigh_friends(s, t, seat):
    """D12: every opponent to give points to: the last is the best."""
    for i in range(t.players - 1):
        s.decision.worth[i] = -1.0 * s.score[opponent(seat, i, t.players)]
