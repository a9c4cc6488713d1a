"""Pig: roll as often as you dare; a one, and the points of the turn are gone. Everybody has a charm of her own."""

from balance import Game


class Pig(Game):
    """Roll as often as you dare: a one, and all points of the turn are gone."""

    name = "Pig"
    players = 2, 4
    settings = {"goal": 50}
    features = {"bank": "points that are safe after it", "gamble": "points that one more roll may bring"}
    styles = {
        "greedy": {"bank": 1, "gamble": 5},
        "bold": {"bank": 1, "gamble": 7},
        "shy": {"bank": 1, "gamble": 3},
    }

    def setup(self):
        charms = self.deck()
        for player in self.players:
            player.take(charms.pop())

    def hidden(self, player):
        return []  # dice have no memory, and every charm lies open

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
