"""The page of `balance compare`: what differs between A and B, with charts, tables and a game told in both."""
