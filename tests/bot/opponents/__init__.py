"""Tests of computer players and of the thinking processes."""
