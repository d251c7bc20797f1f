"""Benchmarks: `python -m bench` prints one line for each figure."""
