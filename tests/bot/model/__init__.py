"""Tests of what things are: no database, no Discord."""
