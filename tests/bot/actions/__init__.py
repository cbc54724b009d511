"""Tests of the actions of people and of the clock, in a database, without Discord."""
