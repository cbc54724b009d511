"""Tests of pairings, tables and ladders."""
