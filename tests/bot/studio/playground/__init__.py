"""Tests of the playground's parts; `tests/browser` plays in it."""
