"""Tests of commands, presses and their answers, in a simulated Discord."""
