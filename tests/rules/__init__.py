"""Tests of the games: laws for all of them in `test_contract`, and the rules of each game."""
