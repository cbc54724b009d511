"""Tests of what is shown and of whom is told, in a simulated Discord."""
