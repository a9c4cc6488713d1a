"""A run on disk: its manifest and parts, checksums, locks, and the stores where it may lie."""
