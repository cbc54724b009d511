"""Tests of the games: laws for all of them in `test_contract`, and each game rule by rule."""
