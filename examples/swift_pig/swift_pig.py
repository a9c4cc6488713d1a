"""Pig twice: in plain Python, and as kernels. Both play the same games, row by row."""

import numpy as np

from balance import Game, kernel
from balance.engine.kernels.decision_record import WEIGHED
from balance.engine.kernels.decisions import begin_decision, decide
from balance.engine.kernels.rng import roll
from balance.engine.kernels.swift import (
    begin_game,
    end_turn,
    fill_deck,
    log_game,
    points_of,
    swift_state,
    take_card,
    use_card,
)

DICE, CHARM, DECK = 1, 2, 3
STATE = swift_state(parts=1, cards=8, streams=3, pile=(np.int64, 64), charm=(np.int64, 4))


@kernel
def saved(s, t, seat):
    """A charm may save its owner from a one: so often in a hundred."""
    charm = s.charm[seat]
    if t.card[charm].saves == 0 or roll(s, CHARM, 100) > t.card[charm].saves:
        return False
    use_card(s, seat, charm)
    return True


@kernel
def holds(s, t, seat, pot):
    """Whether the player stops: 0 is to hold, 1 to roll on."""
    begin_decision(s, t, seat, 0, 2)
    if s.decision.how == WEIGHED:
        weight = t.style[s.style[seat]].weight
        s.decision.worth[0] = weight[0] * pot
        s.decision.worth[1] = weight[1] * 4
    return decide(s) == 0


@kernel
def roll_dice(s, t, seat):
    """Roll until she holds, or a one ends it. Returns the points of the turn."""
    charm = t.card[s.charm[seat]]
    pot = 0
    while True:
        eyes = roll(s, DICE, 6)
        if eyes == 1 and not saved(s, t, seat):
            return 0
        pot += eyes + (charm.bonus if eyes == 6 else 0)
        if holds(s, t, seat, pot):
            return pot + charm.points


@kernel
def play_game(s, t):
    """One game, as ``setup`` and ``play`` below."""
    left = fill_deck(s, t, DECK, s.pile)
    for seat in range(t.players):
        left -= 1
        s.charm[seat] = s.pile[left]
        take_card(s, seat, s.pile[left])
    while True:
        for seat in range(t.players):
            s.turn += 1
            s.part[seat, 0] += roll_dice(s, t, seat)
            if not end_turn(s, t) or points_of(s, seat) >= t.rule.goal:
                return


@kernel
def play_games(s, t, numbers, games, seats, turns, cards, used, logs_turns):
    """Append the games of these numbers to the buffers."""
    for game_no in numbers:
        begin_game(s, t, game_no, logs_turns)
        play_game(s, t)
        if s.trouble:
            return
        log_game(s, t, games, seats, turns, cards, used, logs_turns)


class SwiftPig(Game):
    """Roll as often as you dare: a one, and all points of the turn are gone."""

    name = "Swift Pig"
    players = 2, 4
    settings = {"goal": 50}
    features = {"bank": "points that are safe after it", "gamble": "points that one more roll may bring"}
    styles = {
        "greedy": {"bank": 1, "gamble": 5},
        "bold": {"bank": 1, "gamble": 7},
        "shy": {"bank": 1, "gamble": 3},
    }

    streams = "dice", "charm", "deck "
    columns = "points", "bonus", "saves"
    state = STATE
    compiled = play_games

    def setup(self):
        charms = self.deck()
        for player in self.players:
            player.take(charms.pop())

    def play(self):
        for player in self.turns():
            self.roll_dice(player, player.hand[0])
            if player.points >= self.goal:
                return

    def roll_dice(self, player, charm):
        pot = 0
        while True:
            eyes = self.roll(6)
            self.tell("{} rolls {}.", player, eyes)
            if eyes == 1 and not self.saved(player, charm):
                return
            pot += eyes + (charm.bonus if eyes == 6 else 0)
            if player.choose({"hold": {"bank": pot}, "roll": {"gamble": 4}}) == "hold":
                return player.gain(pot + charm.points)

    def saved(self, player, charm):
        """A charm may save its owner from a one: so often in a hundred."""
        if not charm.saves or self.roll(100, "charm") > charm.saves:
            return False
        player.use(charm)
        return True
