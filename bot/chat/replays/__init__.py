"""Stepping through matches and record files, and films of them."""
