"""Rated games for benchmarks: made-up histories, files of others, and other programs."""
