"""The verdicts of `balance check`: in words, and in the formats that people and CI systems read."""
