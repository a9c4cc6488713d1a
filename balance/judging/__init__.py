"""What a card does: games played twice with the same luck, as they are and with something else in the card's place."""
