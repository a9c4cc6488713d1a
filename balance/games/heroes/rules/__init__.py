"""The rules of Heroes in the order of the rulebook. No choices are made and nothing is logged here."""
