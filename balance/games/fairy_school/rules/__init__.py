"""The rules of Fairy School, one file per part of a game; no choices and no logging."""
