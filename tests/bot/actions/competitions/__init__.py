"""Tests of leagues, events and ladders, in a database, without Discord."""
