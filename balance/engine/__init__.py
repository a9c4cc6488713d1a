"""What every game needs and no game owns: chance, piles, settings, the log, the runner, runs on disk."""
