"""Benchmarks: `python -m tests.bench` prints them, or the parts that are named after it."""
