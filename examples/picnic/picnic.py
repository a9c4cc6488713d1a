"""Picnic: everybody keeps a card of a basket and passes the rest on. Pairs and trios make a feast."""

from collections import Counter

from balance import Game


class Picnic(Game):
    """Keep a card of your basket and pass the rest on: pairs and trios make a feast."""

    name = "Picnic"
    players = 3, 5
    settings = {"basket": 7}
    secret = ("keep",)  # everybody chooses before anybody shows
    parts = "cards", "pairs", "trios"
    features = {
        "points": "points printed on the card",
        "pair": "points of the pair that it completes",
        "trio": "points of the trio that it completes",
        "hope": "points of a pair or trio that is one card nearer",
    }
    styles = {
        "greedy": {"points": 1, "pair": 1, "trio": 1, "hope": 0.3},
        "hungry": {"points": 1, "pair": 1, "trio": 1},
        "dreamer": {"points": 0.3, "pair": 1, "trio": 1, "hope": 1},
    }

    def setup(self):
        deck = self.deck()
        self.baskets = [[deck.pop() for _ in range(self.basket)] for _ in self.players]

    def hidden(self, player):
        return [basket for seat, basket in enumerate(self.baskets) if seat != player.seat]

    def play(self):
        for _ in self.rounds(self.basket):
            kept = [self.keep(player, basket) for player, basket in zip(self.players, self.baskets)]
            for player, basket, card in zip(self.players, self.baskets, kept):
                player.take(card, basket)
            self.baskets.append(self.baskets.pop(0))

    def keep(self, player, basket):
        have = Counter(player.hand)
        return player.choose(
            basket,
            "keep",
            points=lambda card: card.points,
            pair=lambda card: card.pair if have[card] % 2 == 1 else 0,
            trio=lambda card: card.trio if have[card] % 3 == 2 else 0,
            hope=lambda card: (card.pair if have[card] % 2 == 0 else 0) + (card.trio if have[card] % 3 < 2 else 0),
        )

    def score(self, player):
        have = Counter(player.hand).items()
        return {
            "cards": sum(card.points * count for card, count in have),
            "pairs": sum(card.pair * (count // 2) for card, count in have),
            "trios": sum(card.trio * (count // 3) for card, count in have),
        }
