"""What the cards of a game do: how often they are met and chosen, how much they win, and how sure that is."""
