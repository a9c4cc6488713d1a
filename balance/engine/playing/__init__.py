"""Games onto cores and machines: a run's parts played by threads, processes or a cluster."""
