"""Storm: follow suit if you can, or storm over the trick. Who wins a trick has the points in it."""

from balance import Game


class Storm(Game):
    """Follow suit if you can: the highest card wins the points of a trick, and storms win over all."""

    name = "Storm"
    players = 3, 4
    parts = "sun", "rain", "wind", "storm"
    features = {
        "win": "points of the trick, where the card wins it as things stand",
        "give": "points given away, where it does not",
        "rank": "how high the card is",
    }
    styles = {
        "greedy": {"win": 2, "give": -1, "rank": -0.2},
        "bully": {"win": 1, "rank": 0.3},
        "miser": {"give": -1, "rank": -0.5},
    }

    def setup(self):
        deck = self.deck()
        while len(deck) >= len(self.players):
            for player in self.players:
                player.draw(deck)

    def hidden(self, player):
        return [other.hand for other in self.players if other is not player]

    def play(self):
        leader = 0
        for _ in self.rounds(len(self.players[0].hand)):
            leader = self.trick(self.players_from(leader))

    def trick(self, players):
        """One trick; returns the seat of its winner, who leads the next."""
        table = []
        for player in players:
            best = max((self.height(card, table) for card in table), default=-1)
            stake = sum(card.points for card in table)
            card = player.choose(
                [card for card in player.hand if table and card.suit == table[0].suit] or player.hand,
                "play",
                win=lambda card: stake + card.points if self.height(card, table or [card]) > best else 0,
                give=lambda card: card.points if self.height(card, table or [card]) < best else 0,
                rank=lambda card: card.rank,
            )
            table.append(player.play(card))
        winner = players[max(range(len(table)), key=lambda at: self.height(table[at], table))]
        self.tell("{} wins {}.", winner, ", ".join(map(str, table)))
        for card in table:
            winner.gain(card.points, card.suit)
        return winner.seat

    def height(self, card, table):
        """How high a card stands in a trick: storms above the suit that was led, all others nowhere."""
        return card.rank + (100 if card.suit == "storm" else 0 if card.suit == table[0].suit else -100)
