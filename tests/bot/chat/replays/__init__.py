"""Tests of replays and films, in a simulated Discord."""
