"""Benchmarks: `python -m tests.bench` runs all of them, or the parts named after it."""
