"""From a run on disk to figures: SQL over Parquet, run by DuckDB, with honest intervals."""
