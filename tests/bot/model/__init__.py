"""Tests of the domain model, without a database or Discord."""
