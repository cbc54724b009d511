"""Tests of what people and time do to what is stored, in a database, without Discord."""
