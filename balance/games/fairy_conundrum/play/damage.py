"""Damage and changes of life by operations: what a defence takes, and what gets past it."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    AVATAR_BIT,
    LIFE_GAINED,
    LOST_DAMAGE,
    LOST_DIRECT,
    VALLEY,
    Said,
)
from balance.games.fairy_conundrum.play.arrivals import doom
from balance.games.fairy_conundrum.play.changes import (
    change_life,
)
from balance.games.fairy_conundrum.rules.totals import defence_of


@kernel
def damage(s, t, p, amount):
    """FC-80, FC-81: damage to a fairy, a shelter or an avatar."""
    if amount <= 0:
        return
    piece = s.piece[p]
    if piece.kinds == AVATAR_BIT:
        if defence_of(s, t, piece.owner) > 0:  # else the life that it loses says it
            happens(s, Said.DAMAGED, p, piece.card, amount)
        hit_avatar(s, t, piece.owner, amount, LOST_DAMAGE)
    elif piece.zone == VALLEY:
        happens(s, Said.DAMAGED, p, piece.card, amount)
        piece.damage += amount
        s.hurt = 1
        s.dirty = 1


@kernel
def hit_avatar(s, t, seat, amount, part):
    """FC-81: damage meets the fairies' defence, what is over costs life. Returns the life lost."""
    if amount <= 0 or not s.seat[seat].alive:
        return 0
    return meet(s, t, seat, amount, defence_of(s, t, seat), part)


@kernel
def meet(s, t, seat, amount, defence, part):
    """FC-81: damage against a defence, which absorbs what it can. Returns the life lost."""
    if amount <= 0 or not s.seat[seat].alive:
        return 0
    lost = max(0, amount - defence)
    if defence > 0:
        s.seat[seat].absorbed += min(amount, defence)
    if lost > 0:
        change_life(s, t, seat, -lost, part)
    return lost


@kernel
def change_life_of(s, t, p, amount):
    """FC-82: an avatar gains or loses life; a fairy or shelter that loses its one life is reaped."""
    piece = s.piece[p]
    if piece.kinds == AVATAR_BIT:
        change_life(s, t, piece.owner, amount, LIFE_GAINED if amount > 0 else LOST_DIRECT)
    elif amount < 0 and piece.zone == VALLEY:
        doom(s, p)
