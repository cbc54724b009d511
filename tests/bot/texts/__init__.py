"""Tests of the texts alone: no database, no Discord."""
